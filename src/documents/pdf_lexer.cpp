#include "documents/pdf_lexer.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSpace = "\0\t\n\f\r "sv;
constexpr std::string_view kEndOfWord = "\0\t\n\f\r ()<>[]{}/%"sv;

// Reads "-1.5", and what programs write in its place: "--1", "1-2". An exponent does not occur.
double read_number(std::string_view word) {
  double value = 0, place = 0;
  for (const char c : word) {
    if (c == '.') {
      place = place == 0 ? 1 : place;
    } else if (ascii::is_digit(c)) {
      const int digit = c - '0';
      place /= 10;
      value = place == 0 ? value * 10 + digit : value + digit * place;
    } else if (value != 0) {
      break;
    }
  }
  return word.starts_with('-') ? -value : value;
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("+-.0123456789") == kNotFound &&
         word.find_first_of("0123456789") != kNotFound;
}

}  // namespace

bool PdfLexer::next(PdfToken& token) {
  using enum PdfToken::Kind;
  token.text.clear();
  while (true) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
    if (!rest_.starts_with('%')) break;
    rest_.remove_prefix(std::min(rest_.find_first_of("\r\n"), rest_.size()));
  }
  if (rest_.empty()) return false;
  const char first = rest_.front();
  const bool is_doubled = rest_.size() > 1 && rest_[1] == first;
  if (contains(kEndOfWord, first)) rest_.remove_prefix(1);
  switch (first) {
    case '(':
      token.kind = kString;
      read_string(token.text);
      return true;
    case '<':
      if (is_doubled) break;
      token.kind = kString;
      read_hex(token.text);
      return true;
    case '/':
      token.kind = kName;
      read_name(token.text);
      return true;
    case '[':
      token.kind = kOpenArray;
      return true;
    case ']':
      token.kind = kCloseArray;
      return true;
    case '>':
    case ')':
    case '{':
    case '}':
      break;
    default: {
      const std::string_view word = rest_.substr(0, rest_.find_first_of(kEndOfWord));
      rest_.remove_prefix(word.size());
      token.kind = is_number(word) ? kNumber : kOperator;
      if (token.kind == kNumber) token.number = read_number(word);
      if (token.kind == kOperator) token.text = word;
      return true;
    }
  }
  if (is_doubled && (first == '<' || first == '>')) rest_.remove_prefix(1);
  token.kind = kMark;
  return true;
}

// After the opening parenthesis (section 7.3.4.2).
void PdfLexer::read_string(std::string& text) {
  int depth = 1;
  std::size_t i = 0;
  for (; i < rest_.size(); ++i) {
    const char c = rest_[i];
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) break;
    if (c != '\\') {
      text += c;
      continue;
    }
    if (++i == rest_.size()) break;
    constexpr std::string_view kNames = "nrtbf", kCharacters = "\n\r\t\b\f";
    const char escaped = rest_[i];
    if (const std::size_t name = kNames.find(escaped); name != kNotFound) {
      text += kCharacters[name];
    } else if (escaped >= '0' && escaped <= '7') {
      unsigned code = 0;
      const std::size_t end = std::min(i + 3, rest_.size());
      while (i < end && rest_[i] >= '0' && rest_[i] <= '7')
        code = code * 8 + static_cast<unsigned>(rest_[i++] - '0');
      --i;
      text += static_cast<char>(code);
    } else if (escaped == '\r') {
      if (rest_.substr(i + 1).starts_with('\n')) ++i;  // a line that continues
    } else if (escaped != '\n') {
      text += escaped;
    }
  }
  rest_.remove_prefix(std::min(i + 1, rest_.size()));
}

void PdfLexer::read_hex(std::string& text) {
  const std::string_view digits = rest_.substr(0, rest_.find('>'));
  rest_.remove_prefix(std::min(digits.size() + 1, rest_.size()));
  int high = -1;
  for (const char c : digits) {
    const int value = ascii::hex_value(c);
    if (value < 0) continue;
    if (high >= 0) text += static_cast<char>(high << 4 | value);
    high = high >= 0 ? -1 : value;
  }
  if (high >= 0) text += static_cast<char>(high << 4);
}

void PdfLexer::read_name(std::string& text) {
  const std::string_view word = rest_.substr(0, rest_.find_first_of(kEndOfWord));
  rest_.remove_prefix(word.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool is_escape = word[i] == '#' && i + 2 < word.size() + 0 && ascii::hex_value(word[i + 1]) >= 0 &&
                           ascii::hex_value(word[i + 2]) >= 0;
    if (is_escape) {
      text += static_cast<char>(ascii::hex_value(word[i + 1]) << 4 | ascii::hex_value(word[i + 2]));
      i += 2;
    } else {
      text += word[i];
    }
  }
}

// The end is "EI" between white space, because the length is nowhere.
void PdfLexer::skip_image() {
  for (std::size_t at = 0; (at = rest_.find("EI", at)) != kNotFound; ++at) {
    const bool begins = at > 0 && contains(kSpace, rest_[at - 1]);
    const bool ends = at + 2 == rest_.size() || contains(kSpace, rest_[at + 2]);
    if (begins && ends) return rest_.remove_prefix(at + 2);
  }
  rest_ = {};
}

}  // namespace mimebase::documents
