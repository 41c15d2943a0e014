// The rules of mozTXTToHTMLConv.
#include "readers/thunderbird_text.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers::thunderbird {
namespace {

bool is_letter(char c) {
  return ascii::is_letter(c) || !ascii::is_ascii(c);
}

// ---- Phrases

constexpr std::string_view kMarks = "*/_|";

// Phrases between marks, such as "*bold*". No link is made inside of one.
class Phrases {
 public:
  explicit Phrases(std::string_view line) : line_(line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (closes(i)) ++phrases_[kMarks.find(line[i])].closings;
    }
  }

  // Reads the mark at `at`. Marks are read in order, but those inside of links are not.
  void read_mark(std::size_t at) {
    skip_to(at);
    Phrase& phrase = phrases_[kMarks.find(line_[at])];
    const bool is_closing = closes(at);
    if (opens(at) && phrase.closings - (is_closing ? 1 : 0) > phrase.open) {
      ++phrase.open;
      ++open_;
    } else if (phrase.open > 0 && is_closing) {
      --phrase.open;
      --open_;
    }
  }

  [[nodiscard]] bool is_inside() const { return open_ > 0; }

 private:
  struct Phrase {
    std::size_t closings = 0;  // marks not read yet that may close one
    std::size_t open = 0;
  };

  // Forgets the closing marks before `at`.
  void skip_to(std::size_t at) {
    for (; next_ < at; ++next_) {
      if (closes(next_)) --phrases_[kMarks.find(line_[next_])].closings;
    }
  }

  [[nodiscard]] bool is_delimiter(std::size_t at, char mark) const {
    return at >= line_.size() || !(is_letter(line_[at]) || ascii::is_digit(line_[at]) || line_[at] == mark);
  }
  [[nodiscard]] bool opens(std::size_t at) const {
    return (at == 0 || is_delimiter(at - 1, line_[at])) && at + 1 < line_.size() && is_letter(line_[at + 1]);
  }
  [[nodiscard]] bool closes(std::size_t at) const {
    return contains(kMarks, line_[at]) && at > 0 && is_letter(line_[at - 1]) &&
           is_delimiter(at + 1, line_[at]);
  }

  std::string_view line_;
  std::size_t next_ = 0, open_ = 0;
  std::array<Phrase, kMarks.size()> phrases_;
};

// ---- URLs

// What "<", "<URL:" or a quotation mark in front of the URL encloses; empty if it is not closed in the line.
std::string_view enclosed(std::string_view before, std::string_view text) {
  const std::size_t opened = before.find_last_not_of(" \t");
  before = before.substr(0, opened + 1);  // npos + 1 is 0
  const bool is_bracketed = before.ends_with('<') || before.ends_with("<URL:");
  if (!is_bracketed && !before.ends_with('"')) return {};
  const std::size_t end = text.find_first_of("<>\"");
  if (end == text.npos) return {};
  const bool is_closed = is_bracketed ? text[end] == '>' : text[end] == '"';
  return is_closed ? text.substr(0, end) : std::string_view();
}

// The URL at the start of a text. A ")" or "]" belongs to it after its counterpart only, and a "[" after
// "//". Punctuation at its end does not.
std::string_view bare(std::string_view text) {
  bool in_parenthesis = false, in_bracket = false;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    const bool ends = contains(" \t\f\"<>`{}", c) || text.substr(end).starts_with("\xE3\x80\x80") ||
                      (c == ')' && !in_parenthesis) || (c == ']' && !in_bracket) ||
                      (c == '[' && !text.substr(0, end).ends_with("//"));
    if (ends) break;
    in_parenthesis = in_parenthesis || c == '(';
    in_bracket = in_bracket || c == '[';
  }
  text = text.substr(0, end);
  return text.substr(0, text.find_last_not_of(".,;!?-:'") + 1);  // npos + 1 is 0
}

std::string_view url_after(std::string_view before, std::string_view text) {
  const std::string_view inside = enclosed(before, text);
  return inside.empty() ? bare(text) : inside;
}

std::string without_blanks(std::string_view url) {
  std::string out(url);
  std::erase_if(out, ascii::is_blank);
  return out;
}

// Of these schemes links are made. Other URLs with an "@" become mail addresses.
constexpr std::string_view kSchemes[] = {"http:", "https:", "mailto:", "news:", "webcal:", "cid:"};

// The start of the scheme that ends at the colon; the colon if there is none. A scheme begins with a letter,
// and all before it that may belong to one does.
std::size_t scheme_start(std::string_view line, std::size_t from, std::size_t colon) {
  std::size_t start = colon;
  while (start > from && (ascii::is_alnum(line[start - 1]) || contains("+-.", line[start - 1]))) --start;
  return start < colon && ascii::is_letter(line[start]) ? start : colon;
}

}  // namespace

std::string_view TextLinks::url_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  if (at < start_ || at >= end_) read_line(text, at);
  const auto after = std::upper_bound(links_.begin(), links_.end(), at,
                                      [](std::size_t one, const Link& link) { return one < link.start; });
  if (after == links_.begin()) return {};
  const Link& link = *std::prev(after);
  return at < link.end ? std::string_view(link.url) : std::string_view();
}

void TextLinks::read_line(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = "\r\n";
  links_.clear();
  start_ = text.find_last_of(kEnds, at) + 1;  // npos + 1 is 0
  if (start_ > at) start_ = at;
  end_ = std::min(text.find_first_of(kEnds, at), text.size() - 1) + 1;
  const std::string_view line = text.substr(start_, text.find_first_of(kEnds, at) - start_);
  Phrases phrases(line);
  std::size_t from = 0;  // the end of the last link
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (contains(kMarks, line[i])) phrases.read_mark(i);
    const std::size_t start = line[i] == ':' && !phrases.is_inside() ? scheme_start(line, from, i) : i;
    if (start == i) continue;
    if (!ascii::starts_with_one_of_ignoring_case(line.substr(start), kSchemes)) continue;
    const std::string_view written = url_after(line.substr(0, start), line.substr(start));
    from = start + written.size();
    links_.push_back({start_ + start, start_ + from, without_blanks(written)});
    i = std::max(i, from - 1);
  }
}

std::string lone_url(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = "\r\n";
  if (at >= text.size()) return {};
  const std::string_view before = text.substr(0, at),
                         line = text.substr(at, text.find_first_of(kEnds, at) - at);
  const bool is_followed = ascii::starts_with_one_of_ignoring_case(line, kSchemes);
  return is_followed ? std::string() : without_blanks(url_after(before, line));
}

}  // namespace mimebase::readers::thunderbird
