#include "documents/pdf/scanner.h"

#include <algorithm>
#include <limits>

#include "text/ascii.h"
#include "text/numbers.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

std::optional<QPDFObjGen> object_id(std::string_view number, std::string_view generation) {
  constexpr std::uint64_t kGreatest = std::numeric_limits<int>::max();
  const auto first = whole_number(number), second = whole_number(generation);
  if (!first || !second || *first == 0 || *first > kGreatest || *second > kGreatest) return std::nullopt;
  return QPDFObjGen(static_cast<int>(*first), static_cast<int>(*second));
}

// A name without its slash (ISO 32000-2 section 7.3.5).
std::string unescaped_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 1; i < name.size(); ++i) {
    const bool is_escape = name[i] == '#' && i + 2 < name.size() && ascii::hex_value(name[i + 1]) >= 0 &&
                           ascii::hex_value(name[i + 2]) >= 0;
    out += is_escape ? static_cast<char>(ascii::hex_value(name[i + 1]) << 4 | ascii::hex_value(name[i + 2]))
                     : name[i];
    i += is_escape ? 2 : 0;
  }
  return out;
}

bool is_pdf_name(std::string_view name, std::string_view wanted) {
  return contains(name, '#') ? unescaped_name(name) == wanted : name.substr(1) == wanted;
}

}  // namespace

// A key or value of a dictionary.
struct PdfScanner::Item {
  Kind kind = Kind::kOther;
  PdfSpan span;
  std::optional<QPDFObjGen> reference = {};
};

void PdfScanner::skip_space() {
  while (true) {
    at_ = skip_pdf_space(bytes_, at_);
    if (at_ == bytes_.size() || bytes_[at_] != '%') return;
    at_ = std::min(bytes_.find_first_of("\r\n", at_), bytes_.size());
  }
}

// After its "(".
void PdfScanner::skip_string() {
  for (int depth = 1; depth > 0; ++at_) {
    at_ = std::min(bytes_.find_first_of("()\\", at_), bytes_.size());
    if (at_ == bytes_.size()) return;
    if (bytes_[at_] == '\\') {
      at_ = std::min(at_ + 1, bytes_.size() - 1);
    } else {
      depth += bytes_[at_] == '(' ? 1 : -1;
    }
  }
}

// After its "<". A byte that does not belong there ends it.
void PdfScanner::skip_hexadecimal() {
  while (at_ < bytes_.size()) {
    const char c = bytes_[at_++];
    if (ascii::hex_value(c) < 0 && !is_pdf_space(c)) return;
  }
}

PdfScanner::Token PdfScanner::next() {
  using enum Kind;
  const std::size_t before = at_;
  skip_space();
  Token token{kEnd, {at_, at_}};
  if (at_ < bytes_.size()) {
    const char first = bytes_[at_];
    const bool is_doubled = at_ + 1 < bytes_.size() && bytes_[at_ + 1] == first;
    const bool is_word = first == '/' || !ends_pdf_word(first);
    at_ = is_word ? skip_pdf_word(bytes_, at_ + 1) : at_ + 1;
    token.kind = first == '/'   ? kName
                 : is_word      ? kWord
                 : first == '[' ? kOpenArray
                 : first == ']' ? kCloseArray
                                : kOther;
    if (first == '(') {
      token.kind = kString;
      skip_string();
    } else if ((first == '<' || first == '>') && is_doubled) {
      token.kind = first == '<' ? kOpenDictionary : kCloseDictionary;
      ++at_;
    } else if (first == '<') {
      token.kind = kString;
      skip_hexadecimal();
    }
  }
  token.span.end = at_;
  meter_.charge_reading(at_ - before);
  return token;
}

std::optional<QPDFObjGen> PdfScanner::id_at(std::size_t offset) {
  at_ = offset;
  const Token number = next(), generation = next(), word = next();
  if (text_of(word.span) != "obj") return std::nullopt;
  return object_id(text_of(number.span), text_of(generation.span));
}

std::optional<std::uint64_t> PdfScanner::integer_object_at(std::size_t offset) {
  if (!id_at(offset)) return std::nullopt;
  return integer_at(at_);
}

std::optional<PdfObjectHead> PdfScanner::object_at(std::size_t offset) {
  const auto id = id_at(offset);
  if (!id) return std::nullopt;
  PdfObjectHead head;
  head.id = *id;
  const Token first = next();
  if (first.kind != Kind::kOpenDictionary) return head;
  head.dictionary = PdfSpan{first.span.start, 0};
  if (!read_dictionary(head)) {
    head.dictionary.reset();
    return head;
  }
  head.dictionary->end = at_;
  const Token word = next();
  head.is_stream = text_of(word.span) == "stream";
  if (head.is_stream) read_stream(head);
  return head;
}

// After its "<<". Returns false if it has no end, or libqpdf refuses it.
bool PdfScanner::read_dictionary(PdfObjectHead& head) {
  using enum Kind;
  constexpr std::size_t kMostLevels = 500;  // of libqpdf, which takes what has more for null
  std::vector<Item> items;
  std::vector<Kind> open{kOpenDictionary};
  std::size_t inner = 0;  // where the array or dictionary among the values begins
  while (true) {
    const Token token = next();
    const bool opens = token.kind == kOpenArray || token.kind == kOpenDictionary;
    const bool closes = (token.kind == kCloseArray && open.back() == kOpenArray) ||
                        (token.kind == kCloseDictionary && open.back() == kOpenDictionary);
    if (token.kind == kEnd || (opens && open.size() >= kMostLevels)) return false;
    if (closes && open.size() == 1) {
      head.length_value = {token.span.start, token.span.start};
      break;
    }
    if (open.size() == 1 && !opens) {
      const std::size_t size = items.size();
      const auto is_number = [&](std::size_t i) {
        return items[i].kind == kWord && is_pdf_integer(text_of(items[i].span));
      };
      if (token.kind == kWord && text_of(token.span) == "R" && size >= 2 && is_number(size - 1) &&
          is_number(size - 2)) {
        const Item number = items[size - 2], generation = items[size - 1];
        items.resize(size - 2);
        items.push_back({kOther,
                         {number.span.start, token.span.end},
                         object_id(text_of(number.span), text_of(generation.span))});
      } else {
        items.push_back({token.kind, token.span});
      }
    }
    if (closes) open.pop_back();
    if (closes && open.size() == 1) items.push_back({kOther, {inner, token.span.end}});
    if (opens && open.size() == 1) inner = token.span.start;
    if (opens) open.push_back(token.kind);
  }
  take_entries(items, head);
  return true;
}

// Values without a key get one from libqpdf. The last one of several entries with the same key applies.
void PdfScanner::take_entries(const std::vector<Item>& items, PdfObjectHead& head) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != Kind::kName) continue;
    const std::string_view key = text_of(items[i].span);
    if (++i == items.size()) return;
    const Item& value = items[i];
    if (is_pdf_name(key, "Type") && value.kind == Kind::kName)
      head.type = unescaped_name(text_of(value.span));
    if (!is_pdf_name(key, "Length")) continue;
    head.length_value = value.span;
    head.length_object = value.reference;
    head.length = value.kind == Kind::kWord ? whole_number(text_of(value.span)) : std::nullopt;
  }
}

// The data begin after a line end. Programs accept white space before it, and other bytes instead of it.
void PdfScanner::read_stream(PdfObjectHead& head) {
  constexpr std::string_view kBlanks = " \t\v\f";
  head.data = std::min(bytes_.find_first_not_of(kBlanks, at_), bytes_.size());
  const std::string_view rest = bytes_.substr(head.data);
  head.data += rest.starts_with("\r\n") ? 2 : rest.starts_with('\r') || rest.starts_with('\n') ? 1 : 0;
}

std::optional<PdfPlainValue> PdfScanner::plain_value_at(std::size_t offset) {
  if (offset > bytes_.size()) return std::nullopt;  // a file may name any place
  const auto [value, end] = read_plain_value(bytes_, offset);
  at_ = end;
  meter_.charge_reading(end - offset);
  return value;
}

std::optional<PdfPlainValue> PdfScanner::plain_object_at(std::size_t offset) {
  if (!id_at(offset)) return std::nullopt;
  return plain_value_at(at_);
}

std::optional<PdfSpan> PdfScanner::dictionary_at(std::size_t offset) {
  at_ = offset;
  const Token first = next();
  PdfObjectHead head;
  if (first.kind != Kind::kOpenDictionary || !read_dictionary(head)) return std::nullopt;
  return PdfSpan{first.span.start, at_};
}

std::optional<std::uint64_t> PdfScanner::integer_at(std::size_t& offset) {
  return whole_number(word_at(offset));
}

std::string_view PdfScanner::word_at(std::size_t& offset) {
  at_ = offset;
  const Token word = next();
  offset = at_;
  return word.kind == Kind::kWord ? text_of(word.span) : std::string_view();
}

}  // namespace mimebase::documents
