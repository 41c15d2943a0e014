// The interface of finders. A finder reads the content of one media type and reports the references and
// declared bases in it, with byte spans. It does not know MIME or the chain of bases, and resolves
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "charset/offset_map.h"
#include "find/quoting.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"

namespace mimebase::find {

using charset::OffsetMap;
using charset::Span;  // in a finder, offsets in the content passed to it

// A scope is a part of a document whose references share a declared base (html-base, xml-base, html-codebase,
// json-base, or a srcdoc document). Scopes nest; kDocument is the outermost.
using ScopeId = int;
inline constexpr ScopeId kDocument = 0;

// A base as the document declares it: decoded to UTF-8, surrounding white space removed, not resolved.
struct Declaration {
  // kHtmlBase: a document with a <base href>; an inner scope of this kind is a srcdoc document. kXmlBase:
  // an element. kHtmlCodebase: an object or applet, for its classid, code, data and archive.
  // kJsonBase: an object of JSON-LD. The bases of documents such as PDF (documents/) apply to the whole
  // document.
  BaseBy by = BaseBy::kHtmlBase;
  std::string_view reference;
  Span span;
  bool is_null = false;  // `"@base": null`: nothing inside has a base, unless it is declared again
  // Of kXmlBase: in a format that programs other than browsers read, as feeds and ODF. Browsers and SVG 2
  // have dropped xml:base.
  bool is_of_format = false;
  // `reference` is the path of a file in a package, which is a folder with the URL of the base around. It has
  // no base if that has none, and is declared by what declares that.
  bool is_of_package = false;
};

// Why a reader may not see a reference. If several reasons apply, the first in this order is reported.
enum class Hidden { kNo, kComment, kConditionalComment, kTemplate, kUnreachable, kStyle, kScript };
// The value of Link::hidden.
[[nodiscard]] std::optional<std::string_view> name_of(Hidden hidden);

// The content of a link, button or form as a reader sees it. Texts are UTF-8, with white space collapsed.
struct ElementContent {
  std::string text;      // without the words that styles hide
  std::string unbroken;  // the same if `br` separated nothing; empty if there is no `br`
  std::string
      with_images;  // the same with the texts of images and the labels of buttons; empty if there are none
  std::string with_generated;         // the same with the text that style sheets add; empty if there is none
  std::vector<std::string> tooltips;  // of the elements inside
  std::vector<std::string>
      buttons;  // labels of the submit buttons of a form that have no target of their own
};

// The element in whose attribute a reference was found, for callers that need to know more about it.
class Element {
 public:
  // Reads the content of an `a`, `button` or `form` of HTML. Returns false for other elements. Takes time
  // proportional to the distance to the next tag of the same name, so callers must not read it more than once
  // per element.
  [[nodiscard]] virtual bool read_content(ElementContent& /*content*/) { return false; }
  // Writes the decoded value of the first attribute with this name to `value` (UTF-8). Returns false if there
  // is none, or, after Sink::limit_hit(), if it is longer than Limits::attribute_bytes. Takes time
  // proportional to the attributes of the element, so callers must not read them for each item of a list.
  [[nodiscard]] virtual bool read_attribute(std::string_view lower_name, std::string& value) = 0;

 protected:
  ~Element() = default;
};

// One occurrence of a reference. All views are valid only during the call that delivers it.
struct Found {
  std::string_view context;  // "a@href", "text:delimited", "header:list-archive", "css:url"
  Span span;                 // without surrounding white space
  // The place in a document whose text has no bytes of its own, such as "page 3"; `span` is then unspecified,
  // and the reference is never rewritten. Empty in all other contents.
  std::string_view where = {};
  std::string_view reference;  // UTF-8, with character references and other escapes decoded, not resolved
  std::optional<std::string_view>
      text;  // for an a or area: its text, white space collapsed, at most 200 characters
  // In documents: what a program shows when the mouse is over the link, if the document says it. In HTML the
  // element has it.
  std::string_view tooltip = {};
  ScopeId scope = kDocument;
  Hidden hidden = Hidden::kNo;
  bool is_base =
      false;  // the href of a document's `base`, which the document's own declared base does not affect
  QuotingPath quoting;           // how it is written in the content
  bool guessed = false;          // a bare "www." in text; the caller prepends "http://"
  Element* element = nullptr;    // null if the reference is not the value of an attribute
  std::optional<LinkKind> kind;  // what it is used for, if the context alone does not say (`link@href`)
  // True if no program opens or loads it by itself: at most a script does. It is never rewritten.
  bool is_inert = false;
  // The reference in the bytes of the document, where these are not those of `reference`. Set for PDF alone.
  std::string_view bytes = {};
  bool in_embedded_mail = false;  // in mail inside a document: it names no part of the message around it
  // True if it is in a document that a data: URL holds. It is never rewritten.
  bool in_data_url = false;
  // True for a URL in text whose host ends at the end of a line and may continue in the next one.
  bool is_cut = false;
  bool defanged = false;  // text such as "hxxp://a[.]b"; only if Sink::wants_defanged()
};

// Limits that a finder can hit. Beyond one, part of the content is not searched or is misread.
enum class FindLimit : std::uint8_t {
  kAttribute,
  kCssDepth,
  kSrcdoc,
  kXmlDepth,
  kXmlEntities,
  kXmlBases,
  kNesting,          // HTML elements around and inside SVG and MathML
  kStyles,           // HTML elements, style rules or their text; hidden references may not be marked as such
  kNames,            // names in contexts, which are cut off
  kDocumentBytes,    // of documents such as PDF, after decompression
  kDocumentObjects,  // of such a document, or entries of a package
  kDocumentDepth,    // of documents inside documents
  kDocumentSteps,    // work on what many places of a document share
  kDocumentLabels,   // such work on the texts under its links, which may be missing
  kMemory,           // a library ran out of memory while it read a document
};

// Whether references may be missing beyond a limit. Otherwise only what describes them is.
[[nodiscard]] constexpr bool loses_references(FindLimit limit) {
  return limit != FindLimit::kStyles && limit != FindLimit::kNames && limit != FindLimit::kDocumentLabels;
}

// Receives references in the order in which their spans start.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void found(const Found& found) = 0;
  // Opens an inner scope, before the first reference in it. Returns the id that its references carry.
  virtual ScopeId open_scope(ScopeId parent, const Declaration& declaration) = 0;
  // Reports that a limit was hit. May be called repeatedly for the same limit.
  virtual void limit_hit(FindLimit /*limit*/) {}
  // Whether defanged URLs in text are found. Otherwise they are skipped, because they are not live.
  [[nodiscard]] virtual bool wants_defanged() const { return false; }
  // Whether a URL in text goes on over a Message-ID in angle brackets.
  [[nodiscard]] virtual bool wants_message_ids() const { return false; }
};

inline constexpr Limits kPresetLimits;

// The input of a finder: bytes after transfer decoding, in a charset in which ASCII bytes mean ASCII
// characters. Callers convert other charsets first (see charset.h).
struct Content {
  std::string_view bytes;
  const charset::Charset& charset;
  const Limits& limits = kPresetLimits;
  bool is_web_archive = false;  // a page in a web archive that a browser saved (MHTML)
};

// A finder of references in the content of one media type.
struct Finder {
  std::string_view media_type;  // "text/html", lower case
  // Returns the base that the document declares for its entire content, wherever the declaration is. Null
  // if the media type has none. Must be cheap for documents that declare none. The returned views point
  // into `buffer` or the content.
  std::optional<Declaration> (*declared_base)(const Content& content, std::string& buffer);
  void (*find)(const Content& content, Sink& sink);
  // Returns the URL that the document says it was saved from. Null if the media type has no such mark. Must
  // be cheap for documents without one.
  std::optional<Declaration> (*saved_from)(const Content& content, std::string& buffer) = nullptr;
  // Returns the base in the scope of the root element, if it declares one. Reads no further than its start
  // tag. Null if the media type has no such scopes.
  std::optional<Declaration> (*root_base)(const Content& content, std::string& buffer) = nullptr;
};

// Returns the finder for a media type (lower case, no parameters), or null. Its media_type may be a more
// general one.
[[nodiscard]] const Finder* finder_for(std::string_view media_type);

// The finder for the type of a file by the ending of its name: that of text/plain for text without one of its
// own. Null if there is no type.
[[nodiscard]] const Finder* finder_by_name(std::string_view file_name);

}  // namespace mimebase::find
