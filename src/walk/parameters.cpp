#include "walk/parameters.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::walk {
namespace {

// RFC 2045 section 5.1: no white space, controls or tspecials. Bytes above ASCII are accepted.
bool is_token_char(char c) {
  constexpr std::string_view kSpecials = "()<>@,;:\\\"/[]?=";
  return static_cast<unsigned char>(c) > ' ' && c != 0x7F && !contains(kSpecials, c);
}

using Section = ParameterSection;

// Reads the sections one by one.
class Sections {
 public:
  explicit Sections(std::string_view value) : text_(value) {}

  // Reads the text before the first ";", in which quotes have no meaning.
  std::string_view main() {
    while (more() && text_[at_] != ';') {
      if (text_[at_] != '(' || !skip_comment()) ++at_;
    }
    return text_.substr(0, at_);
  }
  // Reads the next section. Returns false at the end. A section without a name or "=" gets an empty name.
  bool next(Section& out);

 private:
  [[nodiscard]] bool more() const { return at_ < text_.size(); }
  [[nodiscard]] bool is_at(char c) const { return more() && text_[at_] == c; }
  void skip_white_and_comments();
  bool skip_comment();
  void skip_quoted();
  void skip_to_semicolon();
  void read_name(Section& out);
  void read_value(Section& out);
  void read_bare_value(Section& out);

  std::string_view text_;
  std::size_t at_ = 0;
  bool comments_end_ = true;  // false after an unclosed comment, because no later comment is closed either
  bool has_comment_ = false;  // a comment was skipped
};

// An unclosed comment is not a comment.
bool Sections::skip_comment() {
  const std::size_t end = comments_end_ ? walk::skip_comment(text_, at_) : std::string_view::npos;
  comments_end_ = end != std::string_view::npos;
  if (comments_end_) at_ = end;
  has_comment_ = has_comment_ || comments_end_;
  return comments_end_;
}

void Sections::skip_white_and_comments() {
  while (more() && (ascii::is_white_space(text_[at_]) || (text_[at_] == '(' && skip_comment()))) {
    while (more() && ascii::is_white_space(text_[at_])) ++at_;
  }
}

// Skips past the closing quote, or to the end.
void Sections::skip_quoted() {
  at_ = std::min(walk::skip_quoted(text_, at_), text_.size());
}

void Sections::skip_to_semicolon() {
  while (more() && text_[at_] != ';') {
    if (text_[at_] == '"') {
      skip_quoted();
    } else if (text_[at_] != '(' || !skip_comment()) {
      ++at_;
    }
  }
}

void Sections::read_name(Section& out) {
  const std::size_t start = at_;
  while (more() && is_token_char(text_[at_]) && text_[at_] != '*') ++at_;
  out.name = text_.substr(start, at_ - start);
  skip_white_and_comments();
  if (!is_at('*')) return;
  ++at_;
  out.is_extended = true;
  if (!more() || !ascii::is_digit(text_[at_])) return;
  std::int64_t number = 0;
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();  // no field has as many sections
  for (; more() && ascii::is_digit(text_[at_]); ++at_)
    number = std::min(number * 10 + (text_[at_] - '0'), kMax);
  out.number = static_cast<int>(number);
  out.is_extended = is_at('*');
  if (out.is_extended) ++at_;
}

void Sections::read_bare_value(Section& out) {
  const std::size_t start = at_;
  std::size_t end = start;  // after the last byte that is neither white space nor in a comment
  while (more() && text_[at_] != ';') {
    if (ascii::is_white_space(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '(' && at_ > end) {
      // A "(" inside a word is part of it, as in "name=a(1).txt", and so is the text after it.
      if (!skip_comment()) end = ++at_;
    } else {
      end = ++at_;
    }
  }
  out.value = text_.substr(start, end - start);
}

void Sections::read_value(Section& out) {
  skip_white_and_comments();
  if (!is_at('"')) return read_bare_value(out);
  const std::size_t start = at_ + 1;
  skip_quoted();
  const bool ends = at_ > start && text_[at_ - 1] == '"';
  out.value = text_.substr(start, std::max(at_ - (ends ? 1 : 0), start) - start);
  out.is_quoted = true;
  out.is_open = !ends;
  skip_white_and_comments();
  out.has_rest = more() && !is_at(';');
}

bool Sections::next(Section& out) {
  skip_to_semicolon();
  if (!more()) return false;
  ++at_;
  out = Section();
  has_comment_ = false;
  skip_white_and_comments();
  read_name(out);
  skip_white_and_comments();
  if (!is_at('=')) {
    out.name = {};
    return true;
  }
  ++at_;
  read_value(out);
  out.has_comment = has_comment_;
  return true;
}

// Appends the value without the line breaks of folds, and without backslashes if it is quoted.
void append_plain(const Section& section, std::string& out) {
  const std::string_view value = section.value;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (section.is_quoted && value[i] == '\\' && i + 1 < value.size()) ++i;
    if (value[i] != '\r' && value[i] != '\n') out += value[i];
  }
}

// Decodes unlabelled bytes as UTF-8 if all are valid, else as windows-1252.
std::string without_label(std::string_view bytes) {
  if (ascii::is_ascii(bytes)) return std::string(bytes);
  std::string out;
  charset::Charset::for_content({}, bytes).append_utf8(bytes, out);
  return out;
}

// RFC 2231: joins sections in order. An extended first section starts with "charset'language'".
std::string join(const std::vector<Section>& sections) {
  std::string bytes, charset, plain;
  for (const Section& section : sections) {
    plain.clear();
    append_plain(section, plain);
    std::string_view rest = plain;
    if (!section.is_extended) {
      bytes += rest;
      continue;
    }
    if (&section == &sections.front()) {
      const std::size_t first = rest.find('\'');
      const std::size_t second = first == std::string_view::npos ? first : rest.find('\'', first + 1);
      if (second != std::string_view::npos) {
        charset = rest.substr(0, first);
        rest.remove_prefix(second + 1);
      }
    }
    ascii::append_percent_decoded(rest, bytes);
  }
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string out;
  if (!charset.empty()) charset::Charset(charset).append_utf8(bytes, out);
  // A label that contradicts the bytes is ignored.
  if (charset.empty() || contains(out, kReplacement)) out = without_label(bytes);
  return out;
}

// Returns "name*0", "name*1", ... up to the first gap.
std::vector<Section> consecutive(std::vector<Section> numbered) {
  std::stable_sort(numbered.begin(), numbered.end(),
                   [](const Section& a, const Section& b) { return a.number < b.number; });
  const auto is_same = [](const Section& a, const Section& b) { return a.number == b.number; };
  numbered.erase(std::unique(numbered.begin(), numbered.end(), is_same), numbered.end());
  const auto last =
      std::adjacent_find(numbered.begin(), numbered.end(),
                         [](const Section& a, const Section& b) { return a.number + 1 != b.number; });
  if (last != numbered.end()) numbered.erase(last + 1, numbered.end());
  return numbered;
}

Parameter parameter_of(const std::vector<Section>& sections, std::string_view value) {
  const auto by_place = [](const Section& a, const Section& b) { return a.value.data() < b.value.data(); };
  const auto [first, last] = std::minmax_element(sections.begin(), sections.end(), by_place);
  Parameter out;
  out.start = static_cast<std::size_t>(first->value.data() - value.data());
  out.end = static_cast<std::size_t>(last->value.data() - value.data()) + last->value.size();
  const bool is_plain = !first->is_extended && first->number < 0;
  if (is_plain) append_plain(*first, out.value);
  const bool has_words = is_plain && contains(out.value, "=?");
  out.value = has_words ? decode_field(out.value) : is_plain ? without_label(out.value) : join(sections);
  return out;
}

}  // namespace

std::optional<Parameter> read_parameter(std::string_view value, std::string_view name) {
  std::optional<Section> plain, extended;
  std::vector<Section> numbered;
  Sections sections(value);
  (void)sections.main();
  for (Section section; sections.next(section);) {
    if (!ascii::equals_ignoring_case(section.name, name)) continue;
    if (section.number >= 0) {
      numbered.push_back(section);
    } else if (section.is_extended) {
      if (!extended) extended = section;
    } else if (!plain) {
      plain = section;
    }
  }
  if (extended) return parameter_of({*extended}, value);
  if (!numbered.empty()) return parameter_of(consecutive(std::move(numbered)), value);
  if (!plain) return std::nullopt;
  return parameter_of({*plain}, value);
}

std::vector<ParameterSection> parameter_sections(std::string_view value, std::string_view name) {
  std::vector<ParameterSection> found;
  Sections sections(value);
  (void)sections.main();
  for (Section section; sections.next(section);) {
    if (ascii::equals_ignoring_case(section.name, name)) found.push_back(section);
  }
  return found;
}

std::string plain_value(const ParameterSection& section) {
  std::string out;
  append_plain(section, out);
  return out;
}

std::string main_value(std::string_view value) {
  return without_comments(Sections(value).main());
}

}  // namespace mimebase::walk
