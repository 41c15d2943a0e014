#include "find/json/finder.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "find/json/contexts.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// Keys of JSON-LD and schema.org whose string values are URLs.
constexpr std::string_view kUrlKeys[] = {
    "@base",           "@id",    "contentUrl",       "downloadUrl",  "embedUrl",    "image",
    "installUrl",      "logo",   "mainEntityOfPage", "relatedLink",  "sameAs",      "serviceUrl",
    "significantLink", "target", "targetUrl",        "thumbnailUrl", "trackingUrl", "url",
    "urlTemplate",
};

// Reads the strings of one document. Everything else only decides what a string is.
class JsonScanner {
 public:
  JsonScanner(const Content& content, Sink& sink)
      : text_(content.bytes), charset_(content.charset), sink_(sink), bases_(json_bases(content.bytes)) {}

  void run() {
    for (std::size_t at = 0; (at = text_.find_first_of(kJsonStructure, at)) != kNotFound;) {
      if (text_[at] != '"') {
        structure(at++);
        continue;
      }
      const std::size_t end = json_string_end(text_, ++at);
      if (end == kNotFound) return;
      string({at, end});
      at = end + 1;
    }
  }

 private:
  // An object or array that is open.
  struct Level {
    bool is_object = false;
    bool is_url = false;  // the value of a key in kUrlKeys; items of an array inherit it
  };
  // From a level on, references have this scope.
  struct ScopeFrom {
    std::size_t level = 0;
    ScopeId scope = kDocument;
    ScopeId outer = kDocument;  // that of the object's own context
  };

  void structure(std::size_t at);
  void open_scopes(std::size_t object);
  void string(Span span);
  void value(Span span);
  [[nodiscard]] ScopeId scope() const { return scopes_.empty() ? kDocument : scopes_.back().scope; }
  [[nodiscard]] bool is_reference(std::string_view value) const;

  std::string_view text_;
  const charset::Charset& charset_;
  Sink& sink_;
  const std::vector<JsonBase> bases_;
  std::size_t next_base_ = 0;  // the first whose object has not begun
  std::vector<Level> levels_;
  std::vector<ScopeFrom> scopes_;
  std::unordered_map<std::size_t, ScopeId> scopes_of_bases_;  // that each is itself in, by its start
  bool is_key_ = false;                                       // the next string is a key
  bool is_context_ = false;                                   // the next value is a context
  std::string decoded_;
};

void JsonScanner::structure(std::size_t at) {
  const char c = text_[at];
  const bool is_url = !levels_.empty() && levels_.back().is_url;
  if (c == '{' || c == '[') {
    // What a context says is itself in the scope around its object.
    if (std::exchange(is_context_, false) && !scopes_.empty() && scopes_.back().level == levels_.size())
      scopes_.push_back({levels_.size() + 1, scopes_.back().outer, scopes_.back().outer});
    levels_.push_back({c == '{', c == '[' && is_url});
    is_key_ = c == '{';
    if (c == '{') open_scopes(at);
  } else if (c == ':') {
    is_key_ = false;
  } else if (c == ',') {
    is_key_ = !levels_.empty() && levels_.back().is_object;
  } else if (!levels_.empty()) {
    if (!scopes_.empty() && scopes_.back().level == levels_.size()) scopes_.pop_back();
    levels_.pop_back();
    is_key_ = false;
  }
}

// Opens the scopes that the context of an object declares, each inside the last.
void JsonScanner::open_scopes(std::size_t object) {
  if (next_base_ == bases_.size() || bases_[next_base_].object != object) return;
  const ScopeId outer = scope();
  ScopeId inner = outer;
  for (; next_base_ < bases_.size() && bases_[next_base_].object == object; ++next_base_) {
    const JsonBase& base = bases_[next_base_];
    if (base.kind == JsonBase::Kind::kReset) {
      inner = kDocument;
      continue;
    }
    scopes_of_bases_.emplace(base.value.start, inner);
    const std::string url =
        read_json_string(text_.substr(base.value.start, base.value.end - base.value.start), charset_);
    inner = sink_.open_scope(
        inner, {BaseBy::kJsonBase, ascii::trimmed(url), base.value, base.kind == JsonBase::Kind::kNull});
  }
  scopes_.push_back({levels_.size(), inner, outer});
}

void JsonScanner::string(Span span) {
  if (!is_key_) return value(span);
  const std::string_view key = text_.substr(span.start, span.end - span.start);
  levels_.back().is_url = is_one_of(key, kUrlKeys);
  is_context_ = key == "@context";
}

void JsonScanner::value(Span span) {
  is_context_ = false;
  const std::size_t written_at = span.start;
  while (span.start < span.end && ascii::is_blank(text_[span.start])) ++span.start;
  while (span.end > span.start && ascii::is_blank(text_[span.end - 1])) --span.end;
  const std::string_view written = text_.substr(span.start, span.end - span.start);
  Found found;
  if (!contains(written, '\\')) {
    found.reference = charset_.utf8(written, decoded_);
  } else {
    decoded_ = read_json_string(written, charset_);
    found.reference = decoded_;
  }
  if (!is_reference(found.reference)) return;
  found.context = "ld+json";
  const auto base = scopes_of_bases_.find(written_at);
  found.scope = base != scopes_of_bases_.end() ? base->second : scope();
  found.span = span;
  found.quoting = Quoting::kJson;
  sink_.found(found);
}

// A relative value is a word without white space. "_:x" is the name of a node, which has no URL.
bool JsonScanner::is_reference(std::string_view value) const {
  if (value.empty() || value.find_first_of(ascii::kWhiteSpace) != kNotFound) return false;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (ascii::starts_with_ignoring_case(value, scheme)) return value.size() > scheme.size();
  }
  return !levels_.empty() && levels_.back().is_url && !value.starts_with("_:");
}

// Returns the number after "\u", or nothing.
std::optional<char32_t> code_unit(std::string_view escape) {
  if (escape.size() < 6 || !escape.starts_with("\\u")) return std::nullopt;
  char32_t unit = 0;
  for (const char digit : escape.substr(2, 4)) {
    const int value = ascii::hex_value(digit);
    if (value < 0) return std::nullopt;
    unit = unit << 4 | static_cast<char32_t>(value);
  }
  return unit;
}

// Appends the character that an escape stands for. Returns the length of the escape.
std::size_t append_unescaped(std::string_view escape, std::string& out) {
  constexpr char32_t kReplacement = 0xFFFD;
  if (const auto unit = code_unit(escape)) {
    const bool is_high = *unit >= 0xD800 && *unit < 0xDC00, is_low = *unit >= 0xDC00 && *unit < 0xE000;
    const auto low = is_high ? code_unit(escape.substr(6)) : std::nullopt;
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      utf8::append(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), out);
      return 12;
    }
    utf8::append(is_high || is_low ? kReplacement : *unit, out);
    return 6;
  }
  constexpr std::string_view kNames = "\"\\/bfnrt", kCharacters = "\"\\/\b\f\n\r\t";
  const std::size_t name = escape.size() < 2 ? kNotFound : kNames.find(escape[1]);
  out += name == kNotFound ? '\\' : kCharacters[name];
  return name == kNotFound ? 1 : 2;
}

}  // namespace

std::string read_json_string(std::string_view written, const charset::Charset& charset) {
  std::string out;
  while (!written.empty()) {
    const std::size_t plain = std::min(written.find('\\'), written.size());
    charset.append_utf8(written.substr(0, plain), out);
    written.remove_prefix(plain);
    if (!written.empty()) written.remove_prefix(append_unescaped(written, out));
  }
  return out;
}

bool is_json_ld_type(std::string_view type) {
  const std::string_view essence = type.substr(0, type.find(';'));
  return ascii::equals_ignoring_case(ascii::trim_html_space(essence), "application/ld+json");
}

void find_in_json_ld(const Content& content, Sink& sink) {
  JsonScanner(content, sink).run();
}

}  // namespace mimebase::find
