#include "documents/pdf/plain.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "documents/pdf/lexer.h"
#include "documents/pdf/meter.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// Reads a plain value, without recursion.
class PlainReader {
 public:
  PlainReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  // Returns false if it is not plain.
  [[nodiscard]] bool read() {
    do {
      at_ = skip_pdf_space(bytes_, at_);
      if (at_ == bytes_.size() || !read_token(bytes_[at_])) return false;
    } while (size_ > 0);
    return true;
  }
  [[nodiscard]] std::size_t end() const { return at_; }
  [[nodiscard]] bool may_refer() const { return may_refer_; }
  [[nodiscard]] bool has_returns() const { return has_returns_; }
  [[nodiscard]] std::uint64_t values() const { return values_; }

 private:
  // What comes next in an array or dictionary.
  enum class Next : std::uint8_t { kItem, kKey, kValue };
  static constexpr std::size_t kMostLevels = 32;  // what is nested deeper is left to libqpdf

  bool read_token(char first) {
    const bool is_mark =
        (first == '<' || first == '>') && at_ + 1 < bytes_.size() && bytes_[at_ + 1] == first;
    if (first == ']') return pop(Next::kItem, 1);
    if (first == '>') return is_mark && pop(Next::kKey, 2);
    ++values_;
    const bool is_in_dictionary = size_ > 0 && levels_[size_ - 1] != Next::kItem;
    if (is_in_dictionary && levels_[size_ - 1] == Next::kKey) {
      levels_[size_ - 1] = Next::kValue;
      return first == '/' && read_name();
    }
    if (is_in_dictionary) levels_[size_ - 1] = Next::kKey;
    if (first == '/') return read_name();
    if (first == '[') return push(Next::kItem, 1);
    if (is_mark) return push(Next::kKey, 2);
    if (first == '(') return read_string();
    if (first == '<') return read_hexadecimal();
    return read_word(is_in_dictionary);
  }

  bool push(Next next, std::size_t length) {
    if (size_ == kMostLevels) return false;
    levels_[size_++] = next;
    at_ += length;
    return true;
  }

  bool pop(Next next, std::size_t length) {
    if (size_ == 0 || levels_[size_ - 1] != next) return false;
    --size_;
    at_ += length;
    return true;
  }

  bool read_name() {
    const std::size_t start = ++at_;
    at_ = skip_pdf_word(bytes_, at_);
    name_ = bytes_.substr(start, at_ - start);
    values_ += name_.size() / kBytesPerValue;
    const bool has_escapes = contains(name_, '#');
    may_refer_ = may_refer_ || has_escapes ||
                 is_one_of(name_, {"URI", "JS", "EF", "FS", "Launch", "GoToR", "GoToE", "Thread",
                                   "SubmitForm", "ImportData"});
    for (std::size_t at = 0; has_escapes && (at = name_.find('#', at)) != kNotFound; at += 3) {
      const bool is_escape = at + 2 < name_.size() && ascii::hex_value(name_[at + 1]) >= 0 &&
                             ascii::hex_value(name_[at + 2]) >= 0;
      if (!is_escape || name_.substr(at + 1, 2) == "00") return false;
    }
    return true;
  }

  bool read_string() {
    const std::size_t start = at_;
    for (int depth = 0; at_ < bytes_.size();) {
      const char c = bytes_[at_++];
      const bool is_escape = c == '\\';
      has_returns_ = has_returns_ || c == '\r' || (is_escape && bytes_.substr(at_).starts_with('\r'));
      if (is_escape) at_ = std::min(at_ + 1, bytes_.size());
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) {
        values_ += (at_ - start) / kBytesPerValue;
        return true;
      }
    }
    return false;
  }

  bool read_hexadecimal() {
    const std::size_t start = at_;
    while (++at_ < bytes_.size() && bytes_[at_] != '>') {
      if (ascii::hex_value(bytes_[at_]) < 0 && !is_pdf_space(bytes_[at_])) return false;
    }
    values_ += (at_ - start) / kBytesPerValue;
    return at_++ < bytes_.size();
  }

  bool read_word(bool is_entry) {
    const std::size_t start = at_;
    at_ = skip_pdf_word(bytes_, at_);
    const std::string_view word = bytes_.substr(start, at_ - start);
    if (is_pdf_integer(word)) {
      constexpr std::size_t kMostDigits = 18;  // more may not fit into the type of libqpdf
      // The type of an action, or a file, that another object has.
      if (!skip_reference(word)) return word.size() <= kMostDigits;
      may_refer_ = may_refer_ || (is_entry && is_one_of(name_, {"S", "F", "D"}));
      return size_ > 0;
    }
    return is_real(word) || is_one_of(word, {"true", "false", "null"});
  }

  // After its first number.
  bool skip_reference(std::string_view number) {
    constexpr std::size_t kMostDigits = 9;  // as above, for another type
    const std::size_t start = skip_pdf_space(bytes_, at_), end = skip_pdf_word(bytes_, start);
    const std::string_view generation = bytes_.substr(start, end - start);
    const std::size_t mark = skip_pdf_space(bytes_, end);
    const bool is_reference = std::ranges::all_of(number, ascii::is_digit) && number.size() <= kMostDigits &&
                              !generation.empty() && generation.size() <= kMostDigits &&
                              std::ranges::all_of(generation, ascii::is_digit) && mark > end &&
                              skip_pdf_word(bytes_, mark) == mark + 1 && bytes_[mark] == 'R';
    if (is_reference) at_ = mark + 1;
    return is_reference;
  }

  static bool is_real(std::string_view word) {
    if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
    return word.size() > 1 && std::ranges::count(word, '.') == 1 &&
           std::ranges::all_of(word, [](char c) { return c == '.' || ascii::is_digit(c); });
  }

  std::string_view bytes_;
  std::size_t at_;
  std::array<Next, kMostLevels> levels_{};
  std::size_t size_ = 0;   // of `levels_`
  std::string_view name_;  // the last one
  bool may_refer_ = false;
  std::uint64_t values_ = 0;
  bool has_returns_ = false;  // in a string, where libqpdf makes line feeds of them
};

// Makes a value of the tokens of a plain one, without recursion.
class PlainBuilder {
 public:
  PlainBuilder(QPDF& qpdf, std::string_view text) : qpdf_(qpdf), text_(text), bytes_(text), lexer_(bytes_) {
    begin(false);
  }

  [[nodiscard]] QPDFObjectHandle build() {
    const std::size_t size = text_.size();
    for (PdfToken token; lexer_.next(token); start_ = size - lexer_.rest().size()) take(token);
    take_numbers();
    return levels_.front().items.empty() ? QPDFObjectHandle::newNull() : levels_.front().items.front();
  }

 private:
  // An array, or a dictionary, whose items are values.
  struct Level {
    bool is_dictionary = false;
    std::vector<std::string> keys;
    std::vector<QPDFObjectHandle> items;
  };

  void take(const PdfToken& token) {
    using enum PdfToken::Kind;
    if (token.kind == kNumber) return take_number();
    if (token.kind == kOperator && token.text == "R") return take_reference();
    take_numbers();
    Level& level = levels_[depth_ - 1];
    switch (token.kind) {
      case kName:
        if (!level.is_dictionary || level.keys.size() > level.items.size())
          return add(QPDFObjectHandle::newName('/' + std::string(token.text)));
        level.keys.push_back('/' + std::string(token.text));
        return;
      case kString:
        return add(QPDFObjectHandle::newString(std::string(token.text)));
      case kOpenArray:
      case kOpenDictionary:
        return begin(token.kind == kOpenDictionary);
      case kCloseArray:
      case kCloseDictionary:
        return finish();
      default:
        add(token.text == "null" ? QPDFObjectHandle::newNull()
                                 : QPDFObjectHandle::newBool(token.text == "true"));
    }
  }

  // With its file, libqpdf makes warnings of what is no value of an expected type, and exceptions otherwise.
  void add(QPDFObjectHandle value) {
    value.setObjectDescription(&qpdf_, description_);
    levels_[depth_ - 1].items.push_back(std::move(value));
  }

  // Levels keep their memory.
  void begin(bool is_dictionary) {
    if (depth_ == levels_.size()) levels_.emplace_back();
    Level& level = levels_[depth_++];
    level.is_dictionary = is_dictionary;
    level.keys.clear();
    level.items.clear();
  }

  void finish() {
    if (depth_ == 1) return;
    const Level& level = levels_[--depth_];
    if (!level.is_dictionary) return add(QPDFObjectHandle::newArray(level.items));
    std::map<std::string, QPDFObjectHandle> entries;
    for (std::size_t i = 0; i < std::min(level.keys.size(), level.items.size()); ++i)
      entries.insert_or_assign(level.keys[i], level.items[i]);
    add(QPDFObjectHandle::newDictionary(entries));
  }

  // Numbers may be a part of a reference.
  void take_number() {
    const std::size_t start = skip_pdf_space(text_, start_);
    numbers_.push_back(text_.substr(start, text_.size() - lexer_.rest().size() - start));
  }

  void take_numbers() {
    for (const std::string_view number : numbers_)
      add(is_pdf_integer(number) ? QPDFObjectHandle::newInteger(integer_of(number))
                                 : QPDFObjectHandle::newReal(std::string(number)));
    numbers_.clear();
  }

  void take_reference() {
    if (numbers_.size() < 2) return;
    const QPDFObjGen id(static_cast<int>(integer_of(numbers_[numbers_.size() - 2])),
                        static_cast<int>(integer_of(numbers_.back())));
    numbers_.resize(numbers_.size() - 2);
    take_numbers();
    levels_[depth_ - 1].items.push_back(qpdf_.getObject(id));
  }

  static long long integer_of(std::string_view number) {
    long long value = 0;
    if (number.starts_with('+')) number.remove_prefix(1);
    std::from_chars(number.data(), number.data() + number.size(), value);
    return value;
  }

  QPDF& qpdf_;
  const std::string description_;
  std::string_view text_;
  std::string bytes_;  // the same, changed by the lexer
  PdfLexer lexer_;
  std::size_t start_ = 0;  // of the token, or of the white space before it
  std::vector<std::string_view> numbers_;
  std::deque<Level> levels_;
  std::size_t depth_ = 0;
};

}  // namespace

bool is_pdf_integer(std::string_view word) {
  if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && std::ranges::all_of(word, ascii::is_digit);
}

std::pair<std::optional<PdfPlainValue>, std::size_t> read_plain_value(std::string_view bytes,
                                                                      std::size_t at) {
  PlainReader reader(bytes, at);
  const bool is_plain = reader.read();
  if (!is_plain) return {std::nullopt, reader.end()};
  const std::size_t start = skip_pdf_space(bytes, at);
  const bool can_be_built =
      !reader.has_returns() && !contains(bytes.substr(start, reader.end() - start), '\v');
  return {PdfPlainValue{start, reader.end(), reader.may_refer(), can_be_built, reader.values()},
          reader.end()};
}

QPDFObjectHandle build_plain(QPDF& qpdf, std::string_view text) {
  return PlainBuilder(qpdf, text).build();
}

}  // namespace mimebase::documents
