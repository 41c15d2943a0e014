#include "find/html/value_syntax.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include "find/html/names.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

std::size_t digits_at(std::string_view text, std::size_t pos) {
  std::size_t count = 0;
  while (pos + count < text.size() && ascii::is_digit(text[pos + count])) ++count;
  return count;
}

// A "valid non-negative integer" other than zero.
bool is_positive_integer(std::string_view text) {
  return !text.empty() && digits_at(text, 0) == text.size() && text.find_first_not_of('0') != text.npos;
}

// A "valid floating-point number" that is not negative.
bool is_density(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point != text.npos && digits_at(text, point + 1) == 0) return false;
  if (text.find_first_not_of("+-.0123456789eE") != text.npos) return false;  // rejects "inf"
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return false;
  return !text.starts_with('-') || (error == std::errc() && value == 0);
}

// Takes a descriptor: up to white space or a comma outside parentheses.
std::string_view take_descriptor(std::string_view& rest) {
  std::size_t size = 0;
  bool in_parentheses = false;
  for (; size < rest.size(); ++size) {
    const char c = rest[size];
    if (!in_parentheses && (c == ',' || ascii::is_html_space(c))) break;
    in_parentheses = in_parentheses ? c != ')' : c == '(';
  }
  const std::string_view descriptor = rest.substr(0, size);
  rest.remove_prefix(size);
  return descriptor;
}

// Takes the descriptors, including the comma that ends the candidate. Returns false if they are invalid.
bool take_descriptors(std::string_view& rest) {
  std::string kinds;
  bool are_numbers = true;
  for (char last = ' '; !rest.empty() && last != ',';) {
    if (std::string_view descriptor = take_descriptor(rest); !descriptor.empty()) {
      kinds += descriptor.back();
      descriptor.remove_suffix(1);
      are_numbers =
          are_numbers && (kinds.back() == 'x' ? is_density(descriptor) : is_positive_integer(descriptor));
    }
    if (rest.empty()) break;
    last = rest.front();
    rest.remove_prefix(1);
  }
  // A height is for future use, and requires a width.
  return are_numbers && (kinds.empty() || kinds == "w" || kinds == "x" || kinds == "wh" || kinds == "hw");
}

}  // namespace

std::vector<Span> srcset_urls(std::string_view value) {
  std::vector<Span> urls;
  for (std::string_view rest = value;;) {
    while (!rest.empty() && (ascii::is_html_space(rest.front()) || rest.front() == ','))
      rest.remove_prefix(1);
    if (rest.empty()) return urls;
    const std::size_t start = value.size() - rest.size();
    std::size_t size = 0;
    while (size < rest.size() && !ascii::is_html_space(rest[size])) ++size;
    std::size_t end = start + size;
    while (value[end - 1] == ',') --end;
    rest.remove_prefix(size);
    // A trailing comma ends the candidate; no descriptors follow.
    if (end < start + size || take_descriptors(rest)) urls.push_back({start, end});
  }
}

std::optional<Span> refresh_url(std::string_view content) {
  constexpr std::string_view kSpace = ascii::kHtmlWhiteSpace;
  const auto skip = [content](std::size_t pos, std::string_view what) {
    return std::min(content.find_first_not_of(what, pos), content.size());
  };
  const std::size_t time = skip(0, kSpace);
  std::size_t pos = skip(time, "0123456789.");
  if (pos == time || pos == content.size()) return std::nullopt;
  if (content[pos] != ';' && content[pos] != ',' && !ascii::is_html_space(content[pos])) return std::nullopt;
  pos = skip(pos, kSpace);
  if (pos < content.size() && (content[pos] == ';' || content[pos] == ',')) ++pos;
  pos = skip(pos, kSpace);
  if (pos == content.size()) return std::nullopt;
  // Text that starts like "url =" but is not that label is itself the URL, without quotes.
  if (ascii::lower(content[pos]) == 'u') {
    const bool is_label = ascii::starts_with_ignoring_case(content.substr(pos), "url");
    const std::size_t equals = is_label ? skip(pos + 3, kSpace) : content.size();
    if (equals == content.size() || content[equals] != '=') return Span{pos, content.size()};
    pos = skip(equals + 1, kSpace);
  }
  const char quote = pos < content.size() ? content[pos] : '\0';
  if (quote != '"' && quote != '\'') return Span{pos, content.size()};
  return Span{pos + 1, std::min(content.find(quote, pos + 1), content.size())};
}

}  // namespace mimebase::find
