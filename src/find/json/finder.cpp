#include "find/json/finder.h"

#include <algorithm>
#include <iterator>
#include <map>
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

// Keys of objects that stand for an array: what is in it is of the type of the object's key (sections 4.3.1
// and 4.3.2).
constexpr std::string_view kItemKeys[] = {"@list", "@set"};

// The terms that are defined at the current object: its own, and those of the objects around it.
class JsonTerms {
 public:
  explicit JsonTerms(const std::vector<JsonTerm>& terms) : terms_(terms) {}

  // The object that begins at `object` is on this level, and close() ends that level.
  void open(std::size_t object, std::size_t level) {
    for (; next_ < terms_.size() && terms_[next_].object == object; ++next_) {
      const JsonTerm& term = terms_[next_];
      if (term.name.empty()) {
        open_.push_back({level, &term, begin_});
        begin_ = open_.size();
        continue;
      }
      const auto [at, is_new] = of_name_.try_emplace(term.name, open_.size());
      open_.push_back({level, &term, is_new ? kNotFound : at->second});
      at->second = open_.size() - 1;
    }
  }

  void close(std::size_t level) {
    for (; !open_.empty() && open_.back().level == level; open_.pop_back()) {
      const Open& last = open_.back();
      if (last.term->name.empty()) {
        begin_ = last.before;
      } else if (last.before == kNotFound) {
        of_name_.erase(last.term->name);
      } else {
        of_name_[last.term->name] = last.before;
      }
    }
  }

  // Null if the key is not defined, or does not matter for references.
  [[nodiscard]] const JsonTerm* find(std::string_view key) const {
    const auto at = of_name_.find(key);
    return at != of_name_.end() && at->second >= begin_ ? open_[at->second].term : nullptr;
  }

 private:
  struct Open {
    std::size_t level = 0;
    const JsonTerm* term = nullptr;
    std::size_t before = kNotFound;  // in open_: the definition that this one hides; of a reset, begin_
  };

  const std::vector<JsonTerm>& terms_;
  std::size_t next_ = 0;  // the first whose object has not begun
  std::vector<Open> open_;
  std::size_t begin_ = 0;  // in open_: those before were ended by "@context": null
  std::map<std::string_view, std::size_t> of_name_;
};

// Reads the strings of one document. Everything else only decides what a string is.
class JsonScanner {
 public:
  JsonScanner(const Content& content, Sink& sink)
      : content_(content),
        text_(content.bytes),
        charset_(content.charset),
        sink_(sink),
        contexts_(json_contexts(content.bytes, content.limits.document_objects)),
        terms_(contexts_.terms) {
    if (contexts_.is_cut) sink.limit_hit(FindLimit::kDocumentObjects);
  }

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
    bool is_context = false;  // or inside one
    bool is_of_url = false;   // an object that is itself a value for which is_url is true
    bool is_url = false;      // the value of a key in kUrlKeys, or of a term; items of an array inherit both
    const JsonTerm* term = nullptr;  // that defines the current key
  };
  // From a level on, references have this scope.
  struct ScopeFrom {
    std::size_t level = 0;
    ScopeId scope = kDocument;
    ScopeId outer = kDocument;  // that of the object's own context
  };

  void structure(std::size_t at);
  void open_object(std::size_t object, const JsonTerm* term);
  [[nodiscard]] ScopeId open_term_scopes(const JsonTerm* term);
  [[nodiscard]] ScopeId open_scope(const JsonBase& base, ScopeId outer);
  [[nodiscard]] std::uint64_t cost_of(const JsonBase& base, ScopeId outer) const;
  void string(Span span);
  void value(Span span);
  [[nodiscard]] ScopeId scope() const { return scopes_.empty() ? kDocument : scopes_.back().scope; }
  [[nodiscard]] bool is_reference(std::string_view value) const;

  const Content& content_;
  std::string_view text_;
  const charset::Charset& charset_;
  Sink& sink_;
  const JsonContexts contexts_;
  std::size_t next_base_ = 0;                            // the first whose object has not begun
  std::unordered_map<ScopeId, std::uint64_t> bytes_of_;  // bytes to resolve against the base of each scope
  std::map<std::pair<const JsonTerm*, ScopeId>, ScopeId> scopes_of_terms_;  // in each scope around a term
  std::uint64_t term_bytes_ = 0;                                            // what these have cost
  JsonTerms terms_;
  std::vector<Level> levels_;
  std::vector<ScopeFrom> scopes_;
  std::unordered_map<std::size_t, ScopeId> scopes_of_bases_;  // that each is itself in, by its start
  bool is_key_ = false;                                       // the next string is a key
  bool is_context_ = false;                                   // the next value is a context
  std::string decoded_;
};

void JsonScanner::structure(std::size_t at) {
  const char c = text_[at];
  const Level outer = levels_.empty() ? Level() : levels_.back();
  if (c == '{' || c == '[') {
    // What a context says is itself in the scope around its object.
    const bool is_context = std::exchange(is_context_, false);
    if (is_context && !scopes_.empty() && scopes_.back().level == levels_.size())
      scopes_.push_back({levels_.size() + 1, scopes_.back().outer, scopes_.back().outer});
    Level inner{.is_object = c == '{', .is_context = is_context || outer.is_context};
    inner.is_of_url = inner.is_object && outer.is_url && !inner.is_context;
    if (!inner.is_object) inner.is_url = outer.is_url;
    if (!inner.is_object) inner.term = outer.term;
    levels_.push_back(inner);
    is_key_ = inner.is_object;
    if (inner.is_object) open_object(at, outer.term);
  } else if (c == ':') {
    is_key_ = false;
  } else if (c == ',') {
    is_key_ = !levels_.empty() && levels_.back().is_object;
  } else if (!levels_.empty()) {
    if (!scopes_.empty() && scopes_.back().level == levels_.size()) scopes_.pop_back();
    terms_.close(levels_.size());
    levels_.pop_back();
    is_key_ = false;
  }
}

// Opens the scopes that the definition of the object's key declares, and those of its own context, each
// inside the last, and the terms of that context.
void JsonScanner::open_object(std::size_t object, const JsonTerm* term) {
  const ScopeId outer = scope();
  ScopeId inner = open_term_scopes(term);
  const std::vector<JsonBase>& bases = contexts_.bases;
  for (; next_base_ < bases.size() && bases[next_base_].object == object; ++next_base_) {
    if (bases[next_base_].kind != JsonBase::Kind::kReset)
      scopes_of_bases_.emplace(bases[next_base_].value.start, inner);
    inner = open_scope(bases[next_base_], inner);
  }
  if (inner != outer) scopes_.push_back({levels_.size(), inner, outer});
  terms_.open(object, levels_.size());
}

// Returns the scope of a value of `term`, which may be null. The bases of a term are resolved in each scope
// that it is used in.
ScopeId JsonScanner::open_term_scopes(const JsonTerm* term) {
  ScopeId inner = scope();
  if (term == nullptr || term->bases.empty()) return inner;
  const auto [known, is_new] = scopes_of_terms_.try_emplace({term, inner}, inner);
  if (!is_new) return known->second;
  for (const JsonBase& base : term->bases) {
    term_bytes_ += cost_of(base, inner);
    if (term_bytes_ > content_.limits.xml_base_bytes) {
      sink_.limit_hit(FindLimit::kXmlBases);
      break;
    }
    inner = open_scope(base, inner);
  }
  return known->second = inner;
}

// The bytes that a scope in `outer` takes, and those of the bases that its own is resolved against.
std::uint64_t JsonScanner::cost_of(const JsonBase& base, ScopeId outer) const {
  constexpr std::uint64_t kBytesPerScope = 256;
  const auto around = bytes_of_.find(outer);
  return kBytesPerScope + base.value.end - base.value.start +
         (around != bytes_of_.end() ? around->second - kBytesPerScope : 0);
}

ScopeId JsonScanner::open_scope(const JsonBase& base, ScopeId outer) {
  if (base.kind == JsonBase::Kind::kReset) return kDocument;
  const std::string url =
      read_json_string(text_.substr(base.value.start, base.value.end - base.value.start), charset_);
  const bool is_null = base.kind == JsonBase::Kind::kNull;
  const ScopeId scope =
      sink_.open_scope(outer, {BaseBy::kJsonBase, ascii::trimmed(url), base.value, is_null});
  bytes_of_.emplace(scope, cost_of(base, outer));
  return scope;
}

void JsonScanner::string(Span span) {
  if (!is_key_) return value(span);
  const std::string_view key = text_.substr(span.start, span.end - span.start);
  Level& here = levels_.back();
  here.term = here.is_context ? nullptr : terms_.find(key);
  // In a context, all but the base is relative to a vocabulary (section 4.1.2), or a keyword.
  here.is_url = here.is_context ? key == "@base"
                                : is_one_of(key, kUrlKeys) || (here.term != nullptr && here.term->is_url) ||
                                      (is_one_of(key, kItemKeys) && here.is_of_url);
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
  const JsonTerm* term = levels_.empty() ? nullptr : levels_.back().term;
  found.scope = base != scopes_of_bases_.end() ? base->second : open_term_scopes(term);
  found.span = span;
  found.quoting = Quoting::kJson;
  sink_.found(found);
}

// A relative value is a word without white space. "_:x" is the name of a node, which has no URL. In a
// context,
// "@x" is a keyword.
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
