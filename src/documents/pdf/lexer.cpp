#include "documents/pdf/lexer.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

enum class Class : std::uint8_t { kRegular, kSpace, kDelimiter, kNumber };

// Section 7.2.3. What a number begins with may also be inside other words.
constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (const char c : "\0\t\n\f\r "sv) classes[static_cast<unsigned char>(c)] = Class::kSpace;
  for (const char c : "()<>[]{}/%"sv) classes[static_cast<unsigned char>(c)] = Class::kDelimiter;
  for (const char c : "+-.0123456789"sv) classes[static_cast<unsigned char>(c)] = Class::kNumber;
  return classes;
}
constexpr std::array<Class, 256> kClasses = make_classes();

Class class_of(char c) {
  return kClasses[static_cast<unsigned char>(c)];
}

bool is_in_word(char c) {
  return class_of(c) == Class::kRegular || class_of(c) == Class::kNumber;
}

}  // namespace

void PdfLexer::skip_space() {
  char* at = at_;
  for (; at < end_; ++at) {
    if (class_of(*at) == Class::kSpace) continue;
    if (*at != '%') break;
    at = std::find_if(at, end_, [this](const char& c) { return c == '\r' || (c == '\n' && !is_joint(&c)); });
    if (at == end_) break;
  }
  at_ = at;
}

bool PdfLexer::next(PdfToken& token) {
  using enum PdfToken::Kind;
  skip_space();
  if (at_ == end_) return false;
  token.text = {};
  token.number = 0;
  const char first = *at_;
  if (class_of(first) == Class::kNumber) {
    token.kind = kNumber;
    token.number = read_number();
    return true;
  }
  if (class_of(first) == Class::kRegular) {
    const char* const start = at_;
    at_ = std::find_if_not(at_, end_, is_in_word);
    token.kind = kOperator;
    token.text = {start, static_cast<std::size_t>(at_ - start)};
    return true;
  }
  ++at_;
  const bool is_doubled = at_ < end_ && *at_ == first && (first == '<' || first == '>');
  if (is_doubled) ++at_;
  switch (first) {
    case '(':
      token.kind = kString;
      token.text = read_string();
      break;
    case '<':
      token.kind = is_doubled ? kOpenDictionary : kString;
      if (!is_doubled) token.text = read_hex();
      break;
    case '/':
      token.kind = kName;
      token.text = read_name();
      break;
    case '[':
      token.kind = kOpenArray;
      break;
    case ']':
      token.kind = kCloseArray;
      break;
    default:
      token.kind = is_doubled ? kCloseDictionary : kMark;
  }
  return true;
}

// Reads "-1.5", and what programs write in its place: "--1", "1-2". An exponent does not occur. What is no
// part of a number begins the next token: "12Tf".
double PdfLexer::read_number() {
  constexpr double kUnits = 1e15;  // more digits are none that a number has
  char* at = at_;
  const bool is_negative = *at == '-';
  double value = 0, unit = 1;
  bool is_fraction = false;
  for (; at < end_ && class_of(*at) == Class::kNumber; ++at) {
    if (ascii::is_digit(*at)) {
      if (unit >= kUnits) continue;
      value = value * 10 + (*at - '0');
      if (is_fraction) unit *= 10;
    } else if (*at == '.') {
      is_fraction = true;
    } else if (value != 0) {
      at = std::find_if_not(at, end_, [](char c) { return class_of(c) == Class::kNumber; });
      break;
    }
  }
  at_ = at;
  if (is_fraction) value /= unit;
  return is_negative ? -value : value;
}

bool PdfLexer::is_joint(const char* at) const {
  return !joints_.empty() && std::ranges::binary_search(joints_, static_cast<std::size_t>(at - start_));
}

// After the opening parenthesis (section 7.3.4.2).
std::string_view PdfLexer::read_string() {
  const char* const start = at_;
  char* to = at_;
  for (int depth = 1; at_ < end_; ++at_) {
    const char c = *at_;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) break;
    if (c == '\n' && is_joint(at_)) continue;
    if (c == '\\') {
      read_escape(to);
    } else {
      *to++ = c;
    }
  }
  if (at_ < end_) ++at_;
  return {start, static_cast<std::size_t>(to - start)};
}

// If the next byte was put between two streams.
void PdfLexer::skip_joint() {
  if (at_ + 1 < end_ && at_[1] == '\n' && is_joint(at_ + 1)) ++at_;
}

// At a backslash. Stops at the last byte that belongs to it.
void PdfLexer::read_escape(char*& to) {
  constexpr std::string_view kNames = "nrtbf", kCharacters = "\n\r\t\b\f";
  skip_joint();
  if (at_ + 1 == end_) return;
  const char escaped = *++at_;
  if (const std::size_t name = kNames.find(escaped); name != kNotFound) {
    *to++ = kCharacters[name];
  } else if (escaped >= '0' && escaped <= '7') {
    auto code = static_cast<unsigned>(escaped - '0');
    for (int digit = 1; digit < 3; ++digit) {
      if (at_ + 1 == end_ || at_[1] < '0' || at_[1] > '7') break;
      code = code * 8 + static_cast<unsigned>(*++at_ - '0');
    }
    *to++ = static_cast<char>(code);
  } else if (escaped == '\r') {
    if (at_ + 1 < end_ && at_[1] == '\n') ++at_;  // a line that continues
  } else if (escaped != '\n') {
    *to++ = escaped;
  }
}

std::string_view PdfLexer::read_hex() {
  const char* const start = at_;
  char* to = at_;
  int high = -1;
  for (; at_ < end_ && *at_ != '>'; ++at_) {
    const int value = ascii::hex_value(*at_);
    if (value < 0) continue;
    if (high >= 0) *to++ = static_cast<char>(high << 4 | value);
    high = high >= 0 ? -1 : value;
  }
  if (high >= 0) *to++ = static_cast<char>(high << 4);
  if (at_ < end_) ++at_;
  return {start, static_cast<std::size_t>(to - start)};
}

std::string_view PdfLexer::read_name() {
  const char* const start = at_;
  char* to = at_;
  for (; at_ < end_ && is_in_word(*at_); ++at_) {
    const bool is_escape =
        *at_ == '#' && end_ - at_ > 2 && ascii::hex_value(at_[1]) >= 0 && ascii::hex_value(at_[2]) >= 0;
    *to++ = is_escape ? static_cast<char>(ascii::hex_value(at_[1]) << 4 | ascii::hex_value(at_[2])) : *at_;
    if (is_escape) at_ += 2;
  }
  return {start, static_cast<std::size_t>(to - start)};
}

}  // namespace mimebase::documents
