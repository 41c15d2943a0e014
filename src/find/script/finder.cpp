#include "find/script/finder.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "find/text/scheme.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// Appends the character with the number that `digits` are, unless they are not hexadecimal. A surrogate
// becomes U+FFFD.
bool append_number(std::string_view digits, std::string& out) {
  constexpr char32_t kReplacement = 0xFFFD, kLast = 0x10FFFF;
  char32_t number = 0;
  for (const char digit : digits) {
    const int value = ascii::hex_value(digit);
    if (value < 0) return false;
    number = std::min(number << 4 | static_cast<char32_t>(value), kLast + 1);
  }
  const bool is_character = number <= kLast && (number < 0xD800 || number > 0xDFFF);
  utf8::append(is_character ? number : kReplacement, out);
  return !digits.empty();
}

// Appends what an escape of ECMAScript (section 12.9.4) stands for. Returns its length.
std::size_t append_script_escape(std::string_view escape, std::string& out) {
  constexpr std::string_view kNames = "bfnrtv0", kCharacters{"\b\f\n\r\t\v\0", 7};
  if (escape.size() < 2) return escape.size();
  const char c = escape[1];
  if (c == 'x' && escape.size() >= 4 && append_number(escape.substr(2, 2), out)) return 4;
  if (c == 'u' && escape.substr(2).starts_with('{')) {
    std::size_t close = 3;
    while (close < escape.size() && ascii::hex_value(escape[close]) >= 0) ++close;
    if (escape.substr(close).starts_with('}') && append_number(escape.substr(3, close - 3), out))
      return close + 1;
  }
  if (c == 'u' && escape.size() >= 6 && append_number(escape.substr(2, 4), out)) return 6;
  // A line that continues.
  if (c == '\r') return escape.substr(2).starts_with('\n') ? 3 : 2;
  if (c == '\n') return 2;
  const std::size_t name = kNames.find(c);
  if (name != kNotFound) {
    out += kCharacters[name];
  } else if (ascii::is_ascii(c)) {
    out += c;
  } else {
    return 1;  // the backslash has no effect
  }
  return 2;
}

// Finds the string literals of one script.
class ScriptScanner {
 public:
  ScriptScanner(const Content& content, Sink& sink)
      : text_(content.bytes), charset_(content.charset), sink_(sink) {}

  void run();

 private:
  [[nodiscard]] char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }
  std::size_t after_slash(std::size_t slash);
  std::size_t after_quote(std::size_t quote);
  std::size_t after_template(std::size_t start, bool is_whole);
  std::size_t after_brace(std::size_t brace);
  [[nodiscard]] bool may_begin_expression(std::size_t place) const;
  void string(Span span);

  std::string_view text_;
  const charset::Charset& charset_;
  Sink& sink_;
  // The number of open braces in each substitution `${ }` that encloses the current place.
  std::vector<std::uint32_t> braces_;
  std::size_t code_start_ = 0;      // the end of the last comment, string or regular expression
  std::size_t no_expression_ = 0;   // no regular expression ends before this place
  bool has_open_template_ = false;  // no later "`" is closed
  bool has_open_comment_ = false;   // no later "/*" is closed
  std::string decoded_;
};

void ScriptScanner::run() {
  for (std::size_t place = 0; (place = text_.find_first_of("\"'`/\\{}", place)) != kNotFound;) {
    const char c = text_[place];
    if (c == '/') {
      place = after_slash(place);
    } else if (c == '\\') {
      place += 2;
    } else if (c == '`') {
      place = after_template(place + 1, true);
    } else if (c == '{' || c == '}') {
      place = after_brace(place);
    } else {
      place = after_quote(place);
    }
  }
}

// Returns the end of a comment or a regular expression.
std::size_t ScriptScanner::after_slash(std::size_t slash) {
  const char next = at(slash + 1);
  if (next == '/') return code_start_ = std::min(text_.find_first_of("\r\n", slash), text_.size());
  if (next == '*') {
    const std::size_t end = has_open_comment_ ? kNotFound : text_.find("*/", slash + 2);
    has_open_comment_ = end == kNotFound;
    return code_start_ = has_open_comment_ ? slash + 2 : end + 2;
  }
  if (slash < no_expression_ || !may_begin_expression(slash)) return slash + 1;
  bool in_class = false;
  for (std::size_t place = slash + 1; (place = text_.find_first_of("/\\[]\r\n", place)) != kNotFound;
       ++place) {
    const char c = text_[place];
    if (c == '/' && !in_class) return code_start_ = place + 1;
    if (c == '[' || c == ']') in_class = c == '[';
    if (c == '\\') ++place;
    if (c != '\r' && c != '\n') continue;
    no_expression_ = place;
    return slash + 1;
  }
  no_expression_ = text_.size();
  return slash + 1;
}

// A "/" after a value divides.
bool ScriptScanner::may_begin_expression(std::size_t place) const {
  while (place > code_start_ && ascii::is_html_space(text_[place - 1])) --place;
  if (place == code_start_) return code_start_ == 0;
  const char before = text_[place - 1];
  constexpr std::string_view kReturn = "return";
  return contains("(,=:[!&|?{};+~^<>", before) || text_.substr(0, place).ends_with(kReturn);
}

// Returns the end of the string, or the place after the quotation mark if the line does not close it.
std::size_t ScriptScanner::after_quote(std::size_t quote) {
  const char stops[] = {text_[quote], '\\', '\r', '\n'};
  for (std::size_t place = quote + 1; (place = text_.find_first_of({stops, 4}, place)) != kNotFound;) {
    if (text_[place] == '\\') {
      place += text_.substr(place).starts_with("\\\r\n") ? 3 : 2;
    } else if (text_[place] == text_[quote]) {
      string({quote + 1, place});
      return code_start_ = place + 1;
    } else {
      break;
    }
  }
  return quote + 1;
}

// Reads a template literal, or what follows a substitution in one, up to its end or the next substitution.
std::size_t ScriptScanner::after_template(std::size_t start, bool is_whole) {
  if (has_open_template_) return start;
  for (std::size_t place = start; (place = text_.find_first_of("`\\$", place)) != kNotFound;) {
    const char c = text_[place];
    if (c == '`') {
      if (is_whole) string({start, place});
      return code_start_ = place + 1;
    }
    if (c == '$' && at(place + 1) == '{') {
      braces_.push_back(0);
      return code_start_ = place + 2;
    }
    place += c == '\\' ? 2 : 1;
  }
  has_open_template_ = true;
  return start;
}

std::size_t ScriptScanner::after_brace(std::size_t brace) {
  if (braces_.empty()) return brace + 1;
  if (text_[brace] == '{') {
    ++braces_.back();
  } else if (braces_.back() > 0) {
    --braces_.back();
  } else {
    braces_.pop_back();
    return after_template(brace + 1, false);
  }
  return brace + 1;
}

void ScriptScanner::string(Span span) {
  while (span.start < span.end && ascii::is_html_space(text_[span.start])) ++span.start;
  while (span.end > span.start && ascii::is_html_space(text_[span.end - 1])) --span.end;
  std::string_view written = text_.substr(span.start, span.end - span.start);
  if (!contains(written, '/') && !contains(written, '\\')) return;
  Found found;
  if (!contains(written, '\\')) {
    if (!is_whole_url(written)) return;
    found.reference = charset_.utf8(written, decoded_);
  } else {
    decoded_.clear();
    while (!written.empty()) {
      const std::size_t plain = std::min(written.find('\\'), written.size());
      charset_.append_utf8(written.substr(0, plain), decoded_);
      written.remove_prefix(plain);
      if (!written.empty()) written.remove_prefix(append_script_escape(written, decoded_));
    }
    found.reference = ascii::trim_html_space(decoded_);
    if (!is_whole_url(found.reference)) return;
  }
  found.context = "string";
  found.span = span;
  found.hidden = Hidden::kScript;
  found.quoting = Quoting::kOpaque;
  found.kind = LinkKind::kOther;
  found.is_inert = true;
  sink_.found(found);
}

}  // namespace

void find_in_script(const Content& content, Sink& sink) {
  ScriptScanner(content, sink).run();
}

bool script_may_hold_url(std::string_view script) {
  return script.find("//") != kNotFound || contains(script, '\\');
}

bool is_whole_url(std::string_view text) {
  if (text.empty() || !ascii::is_letter(text.front())) return false;
  std::size_t scheme = 1;
  while (scheme < text.size() && ascii::is_scheme_byte(text[scheme])) ++scheme;
  constexpr std::string_view kMark = "://";
  if (!text.substr(scheme).starts_with(kMark)) return false;
  const std::string_view rest = text.substr(scheme + kMark.size());
  if (rest.empty()) return false;
  const char first = rest.front();
  if (!ascii::is_alnum(first) && ascii::is_ascii(first) && !contains("[/_%-", first)) return false;
  return std::ranges::none_of(rest, [](char c) {
    const bool is_dropped = c == '\t' || c == '\r' || c == '\n';
    return (static_cast<unsigned char>(c) <= 0x20 && !is_dropped) || c == 0x7F || contains("\"<>`", c);
  });
}

bool is_javascript_type(const std::string_view* type) {
  if (type == nullptr) return true;
  const std::string_view essence = ascii::trim_html_space(type->substr(0, type->find(';')));
  if (essence.empty() || ascii::equals_ignoring_case(essence, "module")) return true;
  for (const std::string_view name : {"javascript", "ecmascript", "jscript", "livescript"}) {
    if (ascii::find_ignoring_case(essence, name) != kNotFound) return true;
  }
  return false;
}

bool is_loading_json_type(std::string_view type) {
  const std::string_view name = ascii::trim_html_space(type);
  return ascii::equals_ignoring_case(name, "importmap") ||
         ascii::equals_ignoring_case(name, "speculationrules");
}

}  // namespace mimebase::find
