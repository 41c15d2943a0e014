// Input: reads the bytes of one message after another from a file, a folder, a container or standard input.
// Nothing here knows MIME.
//
//   mimebase::Result<mimebase::Reader> reader = mimebase::Reader::open("archive.mbox");
//   if (!reader) return;  // reader.error() says why
//   while (const mimebase::Batch batch = reader->next()) {
//     for (const mimebase::Record& record : batch.records()) analyzer.links(record, visitor);
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/limits.h"
#include "mimebase/range.h"
#include "mimebase/record.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// Some records, and shared ownership of the memory that they point into. A Batch is movable and may be passed
// to any thread. A Batch without records is false; Reader::next() returns one at the end.
class Batch {
 public:
  Batch() = default;
  // `memory` owns the bytes that the records point into.
  Batch(std::shared_ptr<const void> memory, std::vector<Record> records) : records_(std::move(records)) {
    keep(std::move(memory));
  }

  [[nodiscard]] explicit operator bool() const { return !records_.empty(); }
  // The records and their views are valid until the batch is destroyed or assigned to.
  [[nodiscard]] const std::vector<Record>& records() const& { return records_; }
  void records() const&& = delete;

  // Keeps `memory`, which views of the records point into, alive as long as the batch.
  void keep(std::shared_ptr<const void> memory) { memory_.push_back(std::move(memory)); }

 private:
  std::vector<std::shared_ptr<const void>> memory_;
  std::vector<Record> records_;
};

// How a source is split into messages.
enum class InputKind {
  kAuto,      // detected from the first bytes
  kMessage,   // one message, whatever its content; a From_ line at its start is not part of it
  kMbox,      // split at From_ lines, whatever precedes the first
  kMaildir,   // a folder: the files in its `cur` and `new`, one message each
  kMh,        // a folder: the files whose names are numbers, one message each
  kWarc,      // split into WARC records, whatever precedes the first
  kDocument,  // one document without a header, never mail; its type is detected, or content_type
};

// "auto", "message", "mbox", "maildir", "mh", "warc", "document".
[[nodiscard]] MIMEBASE_API std::string_view name_of(InputKind kind);

// The purpose of the records. It decides what a source may be.
enum class InputUse : std::uint8_t {
  kReading,  // any kind of source
  // WARC files are wrong usage, because their records cannot be written, and so are documents but those of
  // HTML, XML, CSS and text. In a folder, the records have other documents too, to be copied.
  kRewriting,
  // WARC files and documents but those of HTML are wrong usage. In a folder, other documents are skipped.
  kExtracting,
};

// How a source is read.
struct InputOptions {
  InputKind kind = InputKind::kAuto;
  // The media type of every source, which is then a document, with parameters as in a field Content-Type:
  // "text/html; charset=utf-8". It is wrong usage unless `kind` is kAuto or kDocument. If it is empty, the
  // type of a document is detected.
  std::string content_type = {};
  // Treat the source like a file that was found in a folder: its name and content decide whether it is mail.
  // A source that is not mail has no records, which is not an error. This option is for callers that list
  // folders themselves.
  bool as_in_folder = false;
  // Read a named source as one message if it is neither a message nor an mbox. This option is for callers
  // that must pass on every byte.
  bool any_is_message = false;
  // A source that cannot be used so fails with kUsage. A file in a folder is a problem instead.
  InputUse use = InputUse::kReading;
  // Read only the records of an mbox or a WARC file whose From_ line or WARC header starts in this range.
  // Adjacent ranges that cover the source yield each record exactly once. Opening a single message with a
  // range fails. If the messages of an mbox have the field Content-Length, the mbox is read from its start to
  // find the records of the range. In a WARC file, a record at the start of the range is read; otherwise,
  // reading starts at the next line that begins a record with a type and a length. If the start of a range is
  // within a record whose block contains such lines, such as another WARC file, these are mistaken for
  // records.
  std::optional<Range> range = {};
  std::uint64_t first_message = 1;  // number of the first record
  // A batch ends as soon as its records have this many bytes or more.
  std::size_t batch_bytes = std::size_t{1} << 20;
  // Read folders and containers in a separate thread, which keeps a few megabytes ready.
  bool read_ahead = true;
  // The name of standard input, or of bytes in memory, in Record::source; empty for "-". Its ending is that
  // of a file name, where the ending of a name decides what a source is.
  std::string source_name = {};
  // Sets Record::retrieval_url to this URL plus the path of the record's file below the source, as `wget -r`
  // names the files of a mirror; empty for none. Records of WARC files say themselves where they are from.
  std::string retrieval_root = {};
};

// Fails with kUsage if InputOptions::content_type is no media type, or if other options contradict it. Every
// function that reads a source checks this.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const InputOptions& options);

// Reads one source, batch by batch. Use a Reader from one thread at a time. Its batches may go to other
// threads and may outlive it.
//
// Detection of the source's kind: a UTF-8 byte order mark and blank lines at its start are skipped.
// Then the source is
// - a WARC file, if its first line is "WARC/1.0", "WARC/1.1", or another version 0 or 1;
// - an error that names the format, if it is an ARC file, a WARC file of another version, an MMDF or Babyl
//   mailbox, or an archive of Outlook. These formats are not read;
// - an mbox, if its first line begins with "From " (not "From :"), and either that line has the shape of a
//   From_ line or the next line begins like a header field or with ">From ";
// - one message, in any of four cases. Its first line begins like a header field, and either the field is a
//   well-known one or the next line continues the header. Its first line begins with ">From ". Two
//   well-known header fields are among its first 32 lines, before any blank line; lines before the first
//   field are then not part of the message. It is text, and its file name ends in .eml, .mht, .mhtml, .msg or
//   .mail;
// - one message too, if it is a .msg file of Outlook or TNEF (winmail.dat);
// - a document (RecordKind::kDocument), if its first bytes are those of HTML, XML, PDF, RTF, a file of
// Office,
//   OpenDocument or EPUB, a calendar, a vCard, a shortcut or JSON-LD, or else its name has the ending of a
//   document. This comes before a message without a well-known field, unless the file is named like mail. A
//   file that is named like plain text (.txt, .csv, .md) is that, whatever its first bytes, if it is not
//   mail;
// - an error otherwise. An empty file is also an error.
//
// An mbox is split at From_ lines, and by Content-Length if its records have it. Quoted lines (">From ") do
// not split. The blank line before a From_ line, or before the end of the source, is not part of the message.
//
// A WARC file (WARC 1.0 and 1.1, ISO 28500, and the drafts WARC/0.12 to WARC/0.18) is split by the
// Content-Length of its records. Each record of type response, resource or conversion is one message, whose
// bytes are the whole record (RecordKind::kWarc). Other records are skipped; skipped_revisits() counts those
// that refer to a record elsewhere. A damaged record is skipped up to the next line that begins a record;
// problems() gives its offset.
//
// A regular file is read, never mapped, up to the size that it has when it is opened. If the file shrinks,
// grows or is written to in the meantime, or if a read fails, problems() reports kReadError. Records that
// were read earlier are returned, and Record::incomplete is set in the last one. A folder is listed once. A
// zip is read from its end. If the input cannot be read from its end, as with a pipe, the zip is
// copied to a temporary file.
class MIMEBASE_API Reader {
 public:
  // Opens a file, a folder or standard input ("-"), and detects its kind. Files must be regular or FIFOs;
  // standard input may be anything readable. Standard input is read from its current position, from which
  // offsets count. If the source cannot be read, fails with kUnreadable; the message names the source and the
  // reason. If InputOptions::range is set and the source is a single message, fails with kUsage.
  //
  // A message longer than Limits::message_bytes is cut off there, and Record::truncated is set. Decompressed
  // data beyond Limits::ratio is skipped, and problems() reports this with kLimit.
  [[nodiscard]] static Result<Reader> open(std::string_view path, const InputOptions& options = {},
                                           const Limits& limits = {});

  // Reads bytes in memory as if they came from standard input: the source is named "-". Copies the bytes.
  [[nodiscard]] static Result<Reader> open_bytes(std::string_view bytes, const InputOptions& options = {},
                                                 const Limits& limits = {});

  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  // Returns the next records in order, at least one; none at the end.
  [[nodiscard]] Batch next();

  // The problems found up to the batch that next() returned last: read errors, limits that were hit, an mbox
  // without a From_ line. At most 100 limits, 100 read errors and 100 other problems are listed. If there are
  // more problems, a last entry gives the number of the other problems. The list is complete once next() has
  // returned none. Error::message names the source. Valid until the next call of next().
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;
  // The number of problems() that were found before the first record of the batch that next() returned last.
  [[nodiscard]] std::size_t problems_before_batch() const;

  // The number of files in folders and of entries in containers that were skipped because they are not mail.
  [[nodiscard]] std::uint64_t skipped_files() const;
  // The number of WARC records that were skipped because they only refer to a record elsewhere, which has the
  // content: those of type revisit.
  [[nodiscard]] std::uint64_t skipped_revisits() const;

  // For a progress bar: the size of the range in bytes, or else the size of the source as stored, which is
  // the compressed size for a compressed source. Nullopt for a pipe.
  [[nodiscard]] std::optional<std::uint64_t> bytes_total() const;
  // For a progress bar: how many bytes of bytes_total() have been returned so far.
  [[nodiscard]] std::uint64_t bytes_done() const;

 private:
  struct MIMEBASE_LOCAL State;
  explicit Reader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
