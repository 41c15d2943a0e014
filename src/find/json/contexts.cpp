#include "find/json/contexts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

constexpr std::string_view kContextKey = "@context", kBaseKey = "@base", kIdKey = "@id", kTypeKey = "@type";

// Follows objects and arrays without recursion.
class ContextScanner {
 public:
  // `names` are those of terms that matter somewhere in the document, as far as they are known.
  ContextScanner(std::string_view text, std::uint64_t max_terms, std::set<std::string_view> names = {})
      : text_(text), max_terms_(max_terms), names_(std::move(names)) {}

  [[nodiscard]] const std::set<std::string_view>& names() const { return names_; }

  JsonContexts run() {
    for (std::size_t at = 0; (at = text_.find_first_of(kJsonStructure, at)) != kNotFound; ++at) {
      if (text_[at] != '"') {
        structure(at);
        continue;
      }
      const std::size_t end = json_string_end(text_, at + 1);
      if (end == kNotFound) break;
      string({at + 1, end});
      at = end;
    }
    std::ranges::stable_sort(contexts_.bases, {}, &JsonBase::object);
    std::ranges::stable_sort(contexts_.terms, {}, &JsonTerm::object);
    return std::move(contexts_);
  }

 private:
  enum class Role : std::uint8_t {
    kPlain,
    kList,     // an array of contexts
    kContext,  // an object that is a context
    kTerm,     // an object that defines a term of a context
    kInside,   // anything else in a context
  };
  struct Level {
    std::size_t start = 0;
    bool is_object = false;
    Role role = Role::kPlain;
  };

  void structure(std::size_t at);
  void string(Span span);
  void open(std::size_t at);
  void end_value(std::size_t at);
  void close();
  void declare(std::size_t object, JsonBase::Kind kind, Span value = {});
  void define(JsonTerm term);
  [[nodiscard]] bool reserve();

  std::string_view text_;
  const std::uint64_t max_terms_;
  std::uint64_t reserved_ = 0;  // terms, and bases of terms
  std::vector<Level> levels_;
  std::size_t owner_ = 0;             // the object whose context is open
  bool is_key_ = false;               // the next string is a key
  std::string_view key_;              // of the current value; empty behind a value that is an object or array
  std::size_t value_ = kNotFound;     // the start of a value that has no string yet
  std::optional<JsonTerm> term_;      // whose definition is open
  std::set<std::string_view> names_;  // of terms that mean URLs, or have bases
  JsonContexts contexts_;
};

// Whether there may be one term more, or one base more in a term.
bool ContextScanner::reserve() {
  contexts_.is_cut = contexts_.is_cut || reserved_ == max_terms_;
  if (!contexts_.is_cut) ++reserved_;
  return !contexts_.is_cut;
}

// In the definition of a term, a base is that of its values.
void ContextScanner::declare(std::size_t object, JsonBase::Kind kind, Span value) {
  if (!term_) {
    contexts_.bases.push_back({object, kind, value});
  } else if (reserve()) {
    term_->bases.push_back({object, kind, value});
  }
}

void ContextScanner::define(JsonTerm term) {
  const bool matters = term.is_url || !term.bases.empty() || names_.contains(term.name);
  const bool is_term = !term.name.empty() && !term.name.starts_with('@');
  if (!matters || !is_term || !reserve()) return;
  if (term.is_url || !term.bases.empty()) names_.insert(term.name);
  contexts_.terms.push_back(std::move(term));
}

void ContextScanner::open(std::size_t at) {
  const bool is_object = text_[at] == '{';
  Role role = Role::kPlain;
  if (!levels_.empty()) {
    const Level& outer = levels_.back();
    const bool is_own = outer.role == Role::kPlain || outer.role == Role::kTerm;
    if (is_own && outer.is_object && key_ == kContextKey) {
      if (outer.role == Role::kPlain) owner_ = outer.start;
      role = is_object ? Role::kContext : Role::kList;
    } else if (outer.role == Role::kList) {
      role = is_object ? Role::kContext : Role::kInside;
    } else if (outer.role == Role::kContext && is_object && !term_) {
      role = Role::kTerm;
      term_ = JsonTerm{.object = owner_, .name = key_};
    } else if (outer.role != Role::kPlain) {
      role = Role::kInside;
    }
  }
  levels_.push_back({at, is_object, role});
  key_ = {};
  is_key_ = is_object;
  value_ = is_object ? kNotFound : at + 1;
}

// A value that ends without a string: a number, or a word such as null.
void ContextScanner::end_value(std::size_t at) {
  if (value_ == kNotFound || levels_.empty()) return;
  const Level& here = levels_.back();
  const bool is_null = ascii::trimmed(text_.substr(value_, at - value_)) == "null";
  value_ = kNotFound;
  if (!is_null) return;
  const bool is_reset =
      (here.is_object && key_ == kContextKey && (here.role == Role::kPlain || here.role == Role::kTerm)) ||
      here.role == Role::kList;
  if (here.role == Role::kContext && key_ == kBaseKey) {
    declare(owner_, JsonBase::Kind::kNull);
  } else if (here.role == Role::kContext && !term_) {
    define({.object = owner_, .name = key_});
  } else if (is_reset) {
    const std::size_t object = here.role == Role::kPlain ? here.start : owner_;
    declare(object, JsonBase::Kind::kReset);
    if (!term_ && !names_.empty() && reserve()) contexts_.terms.push_back({.object = object, .name = {}});
  }
}

void ContextScanner::close() {
  if (levels_.back().role == Role::kTerm) {
    define(*std::move(term_));
    term_.reset();
  }
  levels_.pop_back();
  is_key_ = false;
}

void ContextScanner::structure(std::size_t at) {
  const char c = text_[at];
  if (c == '{' || c == '[') return open(at);
  if (c == ':') {
    is_key_ = false;
    value_ = at + 1;
    return;
  }
  end_value(at);
  key_ = {};
  if (c == ',') {
    is_key_ = !levels_.empty() && levels_.back().is_object;
    value_ = is_key_ ? kNotFound : at + 1;
  } else if (!levels_.empty()) {
    close();
  }
}

void ContextScanner::string(Span span) {
  value_ = kNotFound;
  const std::string_view written = text_.substr(span.start, span.end - span.start);
  if (is_key_) {
    key_ = written;
    return;
  }
  const Role role = levels_.empty() ? Role::kPlain : levels_.back().role;
  if (role == Role::kContext && key_ == kBaseKey) {
    declare(owner_, JsonBase::Kind::kUrl, span);
  } else if (role == Role::kContext && !term_) {
    define({.object = owner_, .name = key_, .is_url = written == kIdKey});
  } else if (role == Role::kTerm && written == kIdKey && (key_ == kTypeKey || key_ == kIdKey)) {
    term_->is_url = true;
  }
}

}  // namespace

std::size_t json_string_end(std::string_view text, std::size_t at) {
  while ((at = text.find_first_of("\"\\", at)) != kNotFound && text[at] == '\\') at += 2;
  return at;
}

JsonContexts json_contexts(std::string_view text, std::uint64_t max_terms) {
  if (!contains(text, "\"@context\"")) return {};
  ContextScanner scanner(text, max_terms);
  JsonContexts contexts = scanner.run();
  if (scanner.names().empty()) return contexts;
  // What hides a definition may be written before it.
  return ContextScanner(text, max_terms, scanner.names()).run();
}

}  // namespace mimebase::find
