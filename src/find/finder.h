// What a finder is: the content of one media type in, references and the bases it declares out, with byte
// spans. A finder knows no MIME, sees no base and resolves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "charset/offset_map.h"
#include "find/quoting.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"

namespace mimebase::find {

using charset::OffsetMap;
using charset::Span;  // in a finder, of the content that was given to it

// A scope is a part of a document whose references share a declared base (html-base,
// xml-base, html-codebase; a srcdoc document). Scopes nest; kDocument is the outermost.
using ScopeId = int;
inline constexpr ScopeId kDocument = 0;

// A base as the document declares it: decoded to UTF-8, white space around it dropped, not resolved.
struct Declaration {
  // kHtmlBase: a document, ruled by its first <base href>; as an inner scope, one in a srcdoc. kXmlBase: an
  // element. kHtmlCodebase: an object or applet, for its classid, code, data, archive.
  BaseBy by = BaseBy::kHtmlBase;
  std::string_view reference;
  Span span;
};

// Why a reader may not see a reference. Of several reasons the first of this order counts.
enum class Hidden { kNo, kComment, kConditionalComment, kTemplate, kStyle };

// One occurrence of a reference. All views live only during the call that delivers it.
struct Found {
  std::string_view context;    // "a@href", "text:delimited", "header:list-archive", "css:url"
  Span span;                   // where it stands, without the white space around it
  std::string_view reference;  // UTF-8, character references and the like decoded, not resolved
  std::optional<std::string_view>
      text;  // of an a or area: its text, white space collapsed, <= 200 characters
  ScopeId scope = kDocument;
  Hidden hidden = Hidden::kNo;
  bool is_base = false;  // the href of a document's `base`, which is not ruled by what the document declares
  QuotingPath quoting;   // how it is written in the content
  bool guessed = false;  // a bare "www." in text: "http://" is to be put before it
};

// Beyond it something is not searched, or not as it is meant.
enum class FindLimit : std::uint8_t {
  kAttribute,
  kCssDepth,
  kSrcdoc,
  kXmlDepth,
  kXmlEntities,
  kXmlBases,
  kNesting,  // of HTML around and inside SVG and MathML
  kStyles,   // of HTML, or of rules: what styles hide is not known everywhere
};

// Takes what a finder finds, in the order of the spans' starts.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void found(const Found& found) = 0;
  // Tells of an inner scope before the first reference in it; the answer is the id that its references carry.
  virtual ScopeId open_scope(ScopeId parent, const Declaration& declaration) = 0;
  // Tells that a limit was hit; it may be told again and again.
  virtual void limit_hit(FindLimit /*limit*/) {}
};

inline constexpr Limits kPresetLimits;

// What a finder looks into: bytes after transfer decoding, in a charset in which ASCII bytes mean ASCII
// characters (whoever calls a finder converts the others first, see charset.h).
struct Content {
  std::string_view bytes;
  const charset::Charset& charset;
  const Limits& limits = kPresetLimits;
};

struct Finder {
  std::string_view media_type;  // "text/html", lower case
  // The base that the document declares for all of itself, wherever it stands in it; null where the media
  // type has none. Must be cheap where there is none. The returned views are into `buffer` or the content.
  std::optional<Declaration> (*declared_base)(const Content& content, std::string& buffer);
  void (*find)(const Content& content, Sink& sink);
};

// The finder for a media type (lower case, no parameters), or null.
[[nodiscard]] const Finder* finder_for(std::string_view media_type);

}  // namespace mimebase::find
