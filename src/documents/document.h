// Documents that contain references and may declare a base, but whose text has no bytes of its own in the
// content: PDF, Office files, books, RTF, shortcuts. They are recognised by their first bytes, because
// attachments declare any type.
//
//   Reading reading(limits);
//   const Format format = format_of(start, "application/octet-stream", "invoice.pdf");
//   if (auto document = open(format, bytes, reading)) document->find(sink);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "find/finder.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "text/for_archive.h"

namespace mimebase::documents {

enum class Format {
  kNone,       // not a document; finders read it
  kPdf,        // ISO 32000-2
  kPackage,    // a zip file: OOXML (ECMA-376), ODF 1.3, EPUB 3, or any other, which is an archive of files
  kRtf,        // Rich Text Format 1.9.1
  kOffice97,   // a binary Office file of 1997 to 2003, if the compound file (MS-CFB) is one: .doc, .xls, .ppt
  kOfficeXml,  // one XML file: Word or Excel 2003 XML, Flat OPC, flat ODF
  kShortcut,   // a file that opens a URL: .url, .webloc, .desktop, .lnk
};

// Returns false if a content with these first bytes (some 40, or all) is no document, unless it is a PDF
// behind other bytes. Fast, for the many contents that are text.
[[nodiscard]] bool may_begin_with(std::string_view start);
// Recognises a content by its first bytes: some 1,500, or all. `content_type` (lower case, no parameters) and
// `file_name` distinguish the text of a mail that begins like a shortcut.
[[nodiscard]] Format format_of(std::string_view start, std::string_view content_type,
                               std::string_view file_name);

// What the documents in one content may still use, all of them together, and what is wrong with them.
struct MIMEBASE_FOR_ARCHIVE Reading {
  // For a content of so many bytes.
  explicit Reading(const Limits& given, std::uint64_t content_bytes = 0);

  // Charges bytes that were decompressed, or objects. Returns false, and reports to the sink, if the limit is
  // hit.
  [[nodiscard]] bool charge_bytes(std::uint64_t bytes, find::Sink& sink);
  [[nodiscard]] bool charge_objects(std::uint64_t objects, find::Sink& sink);
  // Charges work on what is shared: bytes, values or glyphs that are read once more, or comparisons.
  [[nodiscard]] bool charge_steps(std::uint64_t steps, find::Sink& sink);
  // The following keep phrases for people, about the document that is being read. Damage that other programs
  // may read differently: "its cross-reference table is damaged".
  void damaged(std::string_view phrase) { note(phrase, damage); }
  // Content of which programs read different parts, all of which are searched: "two files in it have one
  // name".
  void ambiguous(std::string_view phrase) { note(phrase, ambiguities); }
  // Content that is not searched, so that references may be missing: "a file in it is encrypted".
  void unread(std::string_view phrase) { note(phrase, losses); }
  // Content of a type that is not searched: "its type is not searched". Nothing is wrong with it.
  void skipped(std::string_view phrase) { note(phrase, skips); }

  // Finds the references in mail inside a document, which documents/ cannot read itself. Its places are the
  // names of parts ("1.2", "HEADER"). Empty if such mail is not searched.
  using FindInMail = std::function<void(std::string_view bytes, Reading& reading, find::Sink& sink)>;

  const Limits& limits;
  FindInMail find_in_mail;
  std::uint64_t bytes_left, objects_left, steps_left;
  // Values of PDF that may still be in memory: numbers, names, strings, arrays.
  std::uint64_t values_left;
  std::uint64_t depth = 0;           // of the document that is being read; 0 for the content itself
  std::string place;                 // of that document in the content; empty for the content itself
  bool in_attached_archive = false;  // the content is an archive, so archives inside it are not opened
  struct Phrase {
    std::string text;
    bool is_inside = false;  // about a document inside the content, whose place it begins with
  };
  std::vector<Phrase> damage, ambiguities, losses, skips;  // the first phrases of each

  // The phrase behind the place of the document that is being read, as in "a.zip!b.docx: it is damaged".
  [[nodiscard]] std::string at_place(std::string_view phrase) const;

 private:
  void note(std::string_view phrase, std::vector<Phrase>& phrases) const;
};

// The place of a file in a document, while the file is read: what is noted meanwhile is about the file.
class Place {
 public:
  Place(std::string_view where, Reading& reading) : reading_(reading), outer_size_(reading.place.size()) {
    reading.place.append(outer_size_ == 0 ? "" : "!").append(where);
  }
  ~Place() { leave(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  void leave() { reading_.place.resize(outer_size_); }

 private:
  Reading& reading_;
  const std::size_t outer_size_;
};

// Memory that is kept for a while. It is charged like decompressed bytes, and given back at the end.
class KeptBytes {
 public:
  explicit KeptBytes(Reading& reading) : reading_(reading) {}
  ~KeptBytes() { reading_.bytes_left += bytes_; }
  KeptBytes(const KeptBytes&) = delete;
  KeptBytes& operator=(const KeptBytes&) = delete;

  // Returns false, and reports to the sink, if the limit is hit.
  [[nodiscard]] bool add(std::uint64_t bytes, find::Sink& sink) {
    const std::uint64_t before = reading_.bytes_left;
    const bool is_within = reading_.charge_bytes(bytes, sink);
    bytes_ += before - reading_.bytes_left;
    return is_within;
  }

 private:
  Reading& reading_;
  std::uint64_t bytes_ = 0;
};

// A base that a document declares for itself as a whole.
struct DeclaredBase {
  BaseBy by = BaseBy::kNone;
  std::string reference;   // UTF-8, white space around it removed, not resolved
  std::string bytes = {};  // the same as PDF has it, with that white space and in any encoding
};

// One document. Everything that it refers to must outlive it.
class Document {
 public:
  virtual ~Document() = default;
  // The bases that it declares, outermost first.
  [[nodiscard]] virtual std::vector<DeclaredBase> bases() = 0;
  // Finds its references, and those of the documents inside it. Each has Found::where, and no span.
  virtual void find(find::Sink& sink) = 0;
  // True if nothing can be found without a password.
  [[nodiscard]] virtual bool is_encrypted() const { return false; }
  // True for an archive: a container of files that have nothing to do with each other.
  [[nodiscard]] virtual bool is_archive() const { return false; }
  // True if the byte at this offset belongs to a file of an archive.
  [[nodiscard]] virtual bool is_in_file(std::size_t /*offset*/) const { return false; }
};

// Opens a document. Returns null if it is none after all, or nothing of it can be read. The arguments must
// outlive the document. `bytes` are hostile: nothing in them causes an exception, or takes more than the
// limits allow.
[[nodiscard]] std::unique_ptr<Document> open(Format format, std::string_view bytes, Reading& reading);

// The same bytes as several documents, of which programs open different ones. Returns null if `all` is empty.
[[nodiscard]] std::unique_ptr<Document> join(std::vector<std::unique_ptr<Document>> all, Reading& reading);

// The formats. Each is in a source of its name.
[[nodiscard]] std::unique_ptr<Document> open_pdf(std::string_view bytes, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_package(std::string_view bytes, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_rtf(std::string_view bytes, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_office_xml(std::string_view bytes, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_office97(std::string_view bytes, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_shortcut(std::string_view bytes, Reading& reading);

// Whether these are the bytes of a binary Office file. Other compound files are no documents.
[[nodiscard]] bool is_office97(std::string_view bytes);

// Whether this build reads PDF files.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool has_qpdf();

// Finds the references in a file inside a document: in another document, in mail, or in HTML, XML, style
// sheets and text, according to its first bytes and its name. `where` is the place of the file in the
// document, such as "word/embeddings/a.xlsx"; `content_type` its type in lower case, if it declares one.
// Returns false if the file is none of these.
MIMEBASE_FOR_ARCHIVE bool find_in_embedded(std::string_view bytes, std::string_view file_name,
                                           std::string_view where, Reading& reading, find::Sink& sink,
                                           std::string_view content_type = {});

}  // namespace mimebase::documents

// open_pdf() as the module exports it; the caller owns what it returns.
extern "C" MIMEBASE_API mimebase::documents::Document* mimebase_open_pdf(
    std::string_view bytes, mimebase::documents::Reading& reading);
