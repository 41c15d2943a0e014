#include "find/html/value_syntax.h"

#include <algorithm>

#include "ascii.h"
#include "find/html/names.h"

namespace mimebase::find {
namespace {

std::size_t digits_at(std::string_view text, std::size_t pos) {
  std::size_t count = 0;
  while (pos + count < text.size() && ascii::is_digit(text[pos + count])) ++count;
  return count;
}

// "Valid non-negative integer", and not zero.
bool is_positive_integer(std::string_view text) {
  return !text.empty() && digits_at(text, 0) == text.size() && text.find_first_not_of('0') != text.npos;
}

// "Valid floating-point number", and not negative.
bool is_density(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t whole = digits_at(text, 0);
  std::size_t pos = whole;
  if (pos < text.size() && text[pos] == '.') {
    const std::size_t fraction = digits_at(text, pos + 1);
    if (fraction == 0) return false;
    pos += 1 + fraction;
  }
  if (pos == 0) return false;
  const bool zero = text.substr(0, pos).find_first_of("123456789") == text.npos;
  if (pos < text.size() && (text[pos] | 0x20) == 'e') {
    ++pos;
    if (pos < text.size() && (text[pos] == '+' || text[pos] == '-')) ++pos;
    const std::size_t exponent = digits_at(text, pos);
    if (exponent == 0) return false;
    pos += exponent;
  }
  return pos == text.size() && (!negative || zero);
}

}  // namespace

// What the descriptors of one candidate say together.
class Srcset::Descriptors {
 public:
  void add(std::string_view descriptor) {
    const std::string_view number = descriptor.substr(0, descriptor.size() - 1);
    switch (descriptor.back()) {
      case 'w':
        error_ = error_ || width_ || density_ || !is_positive_integer(number);
        width_ = true;
        break;
      case 'x':
        error_ = error_ || width_ || density_ || height_ || !is_density(number);
        density_ = true;
        break;
      case 'h':
        error_ = error_ || height_ || density_ || !is_positive_integer(number);
        height_ = true;
        break;
      default:
        error_ = true;
    }
  }
  // A height serves the future only, and needs a width.
  [[nodiscard]] bool valid() const { return !error_ && (!height_ || width_); }

 private:
  bool width_ = false;
  bool density_ = false;
  bool height_ = false;
  bool error_ = false;
};

std::optional<Span> Srcset::next() {
  while (true) {
    while (pos_ < value_.size() && (is_html_space(value_[pos_]) || value_[pos_] == ',')) ++pos_;
    if (pos_ == value_.size()) return std::nullopt;
    const Span url = read_url();
    // A comma at its end closes the candidate: no descriptors follow.
    if (url.end < pos_ || read_descriptors()) return url;
  }
}

// Up to white space, without the commas at its end. It does not begin with a comma, so something is left.
Span Srcset::read_url() {
  Span url{pos_, pos_};
  while (pos_ < value_.size() && !is_html_space(value_[pos_])) ++pos_;
  url.end = pos_;
  while (value_[url.end - 1] == ',') --url.end;
  return url;
}

// Up to behind the comma that closes the candidate; false if the descriptors are in error.
bool Srcset::read_descriptors() {
  Descriptors descriptors;
  while (true) {
    while (pos_ < value_.size() && is_html_space(value_[pos_])) ++pos_;
    const std::string_view descriptor = read_descriptor();
    if (!descriptor.empty()) descriptors.add(descriptor);
    if (pos_ == value_.size()) break;
    if (value_[pos_] == ',') {
      ++pos_;
      break;
    }
  }
  return descriptors.valid();
}

// Up to white space or a comma outside of parentheses.
std::string_view Srcset::read_descriptor() {
  const std::size_t start = pos_;
  bool in_parentheses = false;
  for (; pos_ < value_.size(); ++pos_) {
    const char c = value_[pos_];
    if (in_parentheses) {
      in_parentheses = c != ')';
    } else if (c == '(') {
      in_parentheses = true;
    } else if (c == ',' || is_html_space(c)) {
      break;
    }
  }
  return value_.substr(start, pos_ - start);
}

std::optional<Span> refresh_url(std::string_view content) {
  constexpr std::string_view kSpace = " \t\n\f\r";
  const auto skip = [content](std::size_t pos, std::string_view what) {
    return std::min(content.find_first_not_of(what, pos), content.size());
  };
  const std::size_t time = skip(0, kSpace);
  std::size_t pos = skip(time, "0123456789.");
  if (pos == time || pos == content.size()) return std::nullopt;
  if (content[pos] != ';' && content[pos] != ',' && !is_html_space(content[pos])) return std::nullopt;
  pos = skip(pos, kSpace);
  if (pos < content.size() && (content[pos] == ';' || content[pos] == ',')) ++pos;
  pos = skip(pos, kSpace);
  if (pos == content.size()) return std::nullopt;
  // What begins like "url =" without being that is a URL, and is not quoted.
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
