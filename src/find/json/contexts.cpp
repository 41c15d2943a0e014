#include "find/json/contexts.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

constexpr std::string_view kContextKey = "@context", kBaseKey = "@base";

// Follows objects and arrays without recursion.
class ContextScanner {
 public:
  explicit ContextScanner(std::string_view text) : text_(text) {}

  std::vector<JsonBase> run() {
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
    std::stable_sort(bases_.begin(), bases_.end(),
                     [](const JsonBase& a, const JsonBase& b) { return a.object < b.object; });
    return std::move(bases_);
  }

 private:
  enum class Role : std::uint8_t {
    kPlain,
    kList,     // an array of contexts
    kContext,  // an object that is a context
    kInside,   // anything in a context
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

  std::string_view text_;
  std::vector<Level> levels_;
  std::size_t owner_ = 0;          // the object whose context is open
  bool is_key_ = false;            // the next string is a key
  std::string_view key_;           // of the current value; empty behind a value that is an object or array
  std::size_t value_ = kNotFound;  // the start of a value that has no string yet
  std::vector<JsonBase> bases_;
};

void ContextScanner::open(std::size_t at) {
  const bool is_object = text_[at] == '{';
  Role role = Role::kPlain;
  if (!levels_.empty()) {
    const Level& outer = levels_.back();
    if (outer.role == Role::kPlain && outer.is_object && key_ == kContextKey) {
      owner_ = outer.start;
      role = is_object ? Role::kContext : Role::kList;
    } else if (outer.role == Role::kList) {
      role = is_object ? Role::kContext : Role::kInside;
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
  if (here.role == Role::kContext && key_ == kBaseKey) {
    bases_.push_back({owner_, JsonBase::Kind::kNull, {}});
  } else if (here.role == Role::kPlain && here.is_object && key_ == kContextKey) {
    bases_.push_back({here.start, JsonBase::Kind::kReset, {}});
  } else if (here.role == Role::kList) {
    bases_.push_back({owner_, JsonBase::Kind::kReset, {}});
  }
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
    levels_.pop_back();
    is_key_ = false;
  }
}

void ContextScanner::string(Span span) {
  value_ = kNotFound;
  const std::string_view written = text_.substr(span.start, span.end - span.start);
  if (is_key_) {
    key_ = written;
  } else if (!levels_.empty() && levels_.back().role == Role::kContext && key_ == kBaseKey) {
    bases_.push_back({owner_, JsonBase::Kind::kUrl, span});
  }
}

}  // namespace

std::size_t json_string_end(std::string_view text, std::size_t at) {
  while ((at = text.find_first_of("\"\\", at)) != kNotFound && text[at] == '\\') at += 2;
  return at;
}

std::vector<JsonBase> json_bases(std::string_view text) {
  if (!contains(text, "\"@context\"")) return {};
  return ContextScanner(text).run();
}

}  // namespace mimebase::find
