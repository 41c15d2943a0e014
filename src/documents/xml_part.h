// Reads an XML file of a package: its elements with their namespaces, and their decoded attributes and text.
// The finder for XML (find/xml/finder.h) reports what is a URL by its syntax; this reader serves the
// vocabularies whose references need their meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "documents/document.h"
#include "find/xml/entities.h"
#include "find/xml/text.h"
#include "find/xml/tokenizer.h"
#include "text/for_archive.h"

namespace mimebase::documents {

// The namespaces of documents. Both forms of Office Open XML have the same values: ECMA-376's (transitional)
// and ISO/IEC 29500-1's (strict).
enum class Ns : std::uint8_t {
  kNone,
  kOther,
  kContentTypes,
  kRelationships,
  kReference,  // the attributes that name a relationship
  kProperties,
  kWord,
  kSheet,
  kDrawing,
  kVml,
  kVmlOffice,
  kOdfManifest,
  kOdfOffice,
  kOdfTable,
  kOdfText,
  kContainer,
  kOpf,
  kXmlEncryption,
  kXmpBasic,
  kSheet2003,
  kExcel2003,
  kVisio,  // also of Visio 2003
  kFixedPage,
};

// Bytes that finders can read, and their charset.
struct PartText {
  std::string_view bytes;
  charset::Charset charset;
};
// Decodes a file inside a document, which has no label. Unlike charset::make_readable(), it makes no map,
// because no span is reported; the map of a large file can take more memory than the file. A file in UTF-16
// or another charset that must be converted is charged, and cut off where the limit is.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE PartText read_part(std::string_view bytes, std::string_view media_type,
                                                      std::string& buffer, Reading& reading,
                                                      find::Sink& sink);

// For Reading::unread(), if XmlPart::is_malformed().
inline constexpr std::string_view kMalformed =
    "a file in it is not well-formed XML: not all of it is searched";

class MIMEBASE_FOR_ARCHIVE XmlPart {
 public:
  enum class Event : std::uint8_t { kStart, kEnd, kText };

  // Limits that are hit are reported to the sink. All arguments must outlive this object.
  XmlPart(std::string_view bytes, Reading& reading, find::Sink& sink);
  XmlPart(const XmlPart&) = delete;
  XmlPart& operator=(const XmlPart&) = delete;

  // Reads the next event. An empty element has a start and an end. Returns false at the end, and where the
  // file is not well-formed.
  bool next();
  // Whether something was not read because the file is not well-formed.
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

  [[nodiscard]] Event event() const { return event_; }
  // The element of a start or end, or the one that contains the text. kOther without a name if there is none.
  [[nodiscard]] Ns ns() const { return element_.ns; }
  [[nodiscard]] std::string_view local() const { return element_.local; }
  [[nodiscard]] bool is(Ns ns, std::string_view local) const {
    return element_.ns == ns && element_.local == local;
  }
  [[nodiscard]] bool starts(Ns ns, std::string_view local) const {
    return event_ == Event::kStart && is(ns, local);
  }
  [[nodiscard]] bool ends(Ns ns, std::string_view local) const {
    return event_ == Event::kEnd && is(ns, local);
  }
  [[nodiscard]] bool has_text_of(Ns ns, std::string_view local) const {
    return event_ == Event::kText && is(ns, local);
  }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }

  // The decoded value of an attribute of a start. Nothing if there is none, or it is too long.
  [[nodiscard]] std::optional<std::string> attribute(Ns ns, std::string_view local);
  [[nodiscard]] std::optional<std::string> attribute(std::string_view local) {
    return attribute(Ns::kNone, local);
  }
  // The same, or "".
  [[nodiscard]] std::string value(Ns ns, std::string_view local) { return attribute(ns, local).value_or(""); }
  [[nodiscard]] std::string value(std::string_view local) { return value(Ns::kNone, local); }
  // The decoded text of a text event, until the next event. Empty if it is too long.
  [[nodiscard]] std::string_view text();
  // Appends it, unless `out` would become too long, which is reported.
  void append_text(std::string& out);

 private:
  struct Element {
    Ns ns = Ns::kOther;
    std::string_view local, name;
    std::size_t undo_mark = 0;
  };

  [[nodiscard]] bool read_token();
  [[nodiscard]] bool start_tag();
  [[nodiscard]] bool end_tag();
  [[nodiscard]] bool admits(std::string_view raw, find::XmlPlace place);
  [[nodiscard]] Ns namespace_of(std::string_view prefix);
  void bind(std::string_view prefix, Ns ns);
  void close();

  std::string buffer_;
  PartText text_;
  Reading& reading_;
  find::Sink& sink_;
  const find::Content content_;
  find::XmlEntities entities_;
  find::XmlTokenizer tokenizer_;
  find::XmlToken token_;
  find::XmlText value_;
  Event event_ = Event::kText;
  Element element_;
  std::vector<Element> open_;
  std::map<std::string_view, Ns> bindings_;
  std::vector<std::pair<std::string_view, std::optional<Ns>>> undo_;  // what prefixes meant before
  std::string_view last_prefix_;  // of the last search, which is usually that of the next one
  std::optional<Ns> last_ns_;
  bool is_pending_end_ = false;  // of an empty element
  bool is_leaving_ = false;      // the current event is an end
  bool is_malformed_ = false;
};

}  // namespace mimebase::documents
