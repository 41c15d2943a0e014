#include "edit/line_fitter.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::edit {
namespace {

using find::Quoting;

constexpr std::size_t kMaxContentLine = 75;  // RFC 5545 section 3.1, RFC 6350 section 3.2

// How a line may be broken within a replacement.
enum class Breaking {
  kNever,
  kInside,       // inside; a line break is ignored
  kBefore,       // at white space before the reference, or before its attribute or function
  kFolded,       // inside; a line break and white space are ignored
  kFlowed,       // RFC 3676
  kContentLine,  // anywhere, followed by a space
};

Breaking breaking_of(const find::QuotingPath& quoting) {
  if (quoting.size() == 0) return Breaking::kNever;
  switch (quoting.at(quoting.size() - 1)) {
    case Quoting::kFolded:
    case Quoting::kSpaced:
    case Quoting::kEncodedWords:
      return Breaking::kFolded;
    case Quoting::kFlowed:
      return Breaking::kFlowed;
    case Quoting::kFoldedLine:
    case Quoting::kEscapedLine:
      return Breaking::kContentLine;
    case Quoting::kParameter:
    case Quoting::kExtended:
    case Quoting::kOpaque:
      return Breaking::kNever;
    default:
      return quoting.at(0) == Quoting::kDelimited ? Breaking::kInside : Breaking::kBefore;
  }
}

bool is_name_byte(char c) {
  return !ascii::is_blank(c) && !contains("\r\n\"'<>/=", c);
}

// Returns where the last line of `written` begins.
std::size_t last_line(std::string_view written) {
  return written.rfind('\n') + 1;
}

}  // namespace

std::string LineFitter::line_break() const {
  if (line_end_ >= bytes_.size()) return std::string(line_break_);
  return line_end_ > 0 && bytes_[line_end_ - 1] == '\r' ? "\r\n" : "\n";
}

void LineFitter::move_to(std::size_t at) {
  const std::string_view between = bytes_.substr(at_, at - at_);
  const std::size_t line = between.rfind('\n');
  if (line == std::string_view::npos) {
    column_ += between.size();
  } else {
    column_ = between.size() - line - 1;
    line_start_ = at_ + line + 1;
  }
  at_ = at;
  if (at >= line_end_) line_end_ = std::min(bytes_.find('\n', at), bytes_.size());
}

bool LineFitter::fits(std::string_view written) const {
  const std::size_t first = std::min(written.find('\n'), written.size());
  const std::size_t last = last_line(written);
  const std::size_t end = (last == 0 ? column_ : 0) + written.size() - last + tail_;
  return column_ + first <= kLineBytes && end <= kLineBytes;
}

// Breaks before a "/", which never splits an escape; if that is not enough, as often as needed.
bool LineFitter::break_inside(std::string_view line_break, std::string& written) const {
  const std::size_t room =
      kLineBytes > column_ + line_break.size() ? kLineBytes - column_ - line_break.size() : 0;
  const std::size_t slash = written.substr(0, room).rfind('/');
  if (slash != std::string::npos && slash >= sizeof("https://")) {
    std::string broken = written;
    broken.insert(slash, line_break);
    if (fits(broken)) {
      written = std::move(broken);
      return true;
    }
  }
  return breaks_often_ && break_often(line_break, written);
}

bool LineFitter::break_often(std::string_view line_break, std::string& written) const {
  constexpr std::size_t kAfterScheme = sizeof("<URL:https://");
  const std::size_t next_column = line_break.size() - last_line(line_break);
  std::string broken;
  std::string_view rest = written;
  std::size_t column = column_, least = kAfterScheme;
  while (column + rest.size() + tail_ > kLineBytes) {
    const std::size_t room =
        kLineBytes > column + line_break.size() ? kLineBytes - column - line_break.size() : 0;
    const std::size_t at = rest.substr(0, std::min(room, rest.size())).find_last_of("/%?&");
    if (at == std::string_view::npos || at < least) return false;
    broken.append(rest.substr(0, at)).append(line_break);
    rest.remove_prefix(at);
    column = next_column;
    least = 1;
  }
  written = broken.append(rest);
  return true;
}

// Breaks before the attribute whose value the reference is, or before the function whose argument it is.
bool LineFitter::break_before(Range& span, std::string& written) const {
  const std::size_t first = std::max<std::size_t>(at_, span.start > kLineBytes ? span.start - kLineBytes : 0);
  const auto before = [&](std::size_t at) { return at > first ? bytes_[at - 1] : '\0'; };
  const auto skip = [&](std::size_t at, auto is_one) {
    while (at > first && is_one(bytes_[at - 1])) --at;
    return at;
  };
  std::size_t at = span.start;
  if (before(at) == '"' || before(at) == '\'') --at;
  at = skip(at, ascii::is_blank);
  std::string broken;
  if (before(at) == '=') {
    at = skip(skip(at - 1, ascii::is_blank), is_name_byte);
    if (!ascii::is_blank(before(at))) return false;
    broken = line_break();
    broken += bytes_.substr(at, span.start - at);
    --at;  // the line break replaces the blank
  } else {
    if (before(at) == '(') at = skip(at - 1, ascii::is_letter);
    broken = line_break();
    broken += bytes_.substr(at, span.start - at);
  }
  broken += written;
  // `column_` is that of the reference.
  const std::size_t moved = span.start - at;
  if (moved > column_ || column_ - moved > kLineBytes) return false;
  const std::size_t last = last_line(broken);
  if (broken.size() - last + tail_ > kLineBytes) return false;
  span.start = at;
  written = std::move(broken);
  return true;
}

// Returns the quotation mark that ends the attribute with this value, or an empty text if it has none.
// Returns nothing if a line break cannot follow.
std::optional<std::string_view> LineFitter::end_of_attribute(const Range& value) const {
  const std::string_view before = bytes_.substr(at_, value.start - at_), after = bytes_.substr(value.end, 1);
  if (before.ends_with("=\"") || before.ends_with("='"))
    return after == before.substr(before.size() - 1) ? std::optional(after) : std::nullopt;
  const bool ends = before.ends_with('=') && (after == " " || after == ">");
  return ends ? std::optional(std::string_view()) : std::nullopt;
}

// Breaks before the attribute, or after it, or both: the rest of the line may be long, too.
bool LineFitter::break_around(Range& span, std::string& written) const {
  Range around = span;
  std::string broken = written;
  if (!break_before(around, broken)) {
    const std::optional<std::string_view> end = end_of_attribute(span);
    if (!end) return false;
    around = {span.start, span.end + end->size()};
    broken = written + std::string(*end) + line_break();
    if (!fits(broken) && !break_before(around, broken)) return false;
    for (std::size_t at = 0, line = 0; line < broken.size(); line = at + 1) {
      at = std::min(broken.find('\n', line), broken.size());
      if (at - line > kLineBytes) return false;
    }
  }
  span = around;
  written = std::move(broken);
  return true;
}

// RFC 5545 section 3.1. Does not split characters or escapes.
bool LineFitter::fold_content_line(std::string& written) const {
  const std::string fold = line_break() + ' ';
  std::string folded;
  std::size_t column = column_;
  for (std::size_t i = 0; i < written.size();) {
    std::size_t size = written[i] == '\\' ? 2 : 1;
    while (i + size < written.size() && (static_cast<unsigned char>(written[i + size]) & 0xC0) == 0x80)
      ++size;
    if (column + size > kMaxContentLine) {
      folded += fold;
      column = 1;
    }
    folded.append(written, i, size);
    column += size;
    i += size;
  }
  if (column + tail_ > kMaxContentLine && tail_ > 0 && column > 1) folded += fold;
  written = std::move(folded);
  return true;
}

bool LineFitter::break_anyhow(const find::QuotingPath& quoting, Range& span, std::string& written) const {
  switch (breaking_of(quoting)) {
    case Breaking::kInside:
      return break_inside(line_break(), written);
    case Breaking::kBefore:
      return breaks_often_ ? break_around(span, written) : break_before(span, written);
    case Breaking::kFlowed:
      return break_inside(" " + line_break(), written);
    case Breaking::kFolded:
      return break_inside(line_break() + ' ', written);
    case Breaking::kContentLine:
    case Breaking::kNever:
      break;
  }
  return false;
}

void LineFitter::take(Range span, std::string_view written) {
  const std::size_t last = last_line(written);
  column_ = (last == 0 ? column_ : 0) + written.size() - last;
  const std::size_t line = bytes_.substr(span.start, span.end - span.start).rfind('\n');
  if (line != std::string_view::npos) line_start_ = span.start + line + 1;
  at_ = span.end;
}

bool LineFitter::fit(const find::QuotingPath& quoting, Range& span, std::string& written) {
  const std::size_t change_start = span.start;
  if (change_start < at_) return false;
  const std::size_t before = at_;
  move_to(span.start);
  const std::size_t was = line_end_ - line_start_;
  const std::size_t end =
      span.end > line_end_ ? std::min(bytes_.find('\n', span.end), bytes_.size()) : line_end_;
  tail_ = end - span.end;
  const bool is_content_line = breaking_of(quoting) == Breaking::kContentLine;
  bool done = true;
  if (is_content_line && was <= kMaxContentLine + 1) {
    done = fold_content_line(written);
  } else if (is_mail_ && was <= kLineBytes + 1 && !fits(written)) {
    at_ = before;
    done = break_anyhow(quoting, span, written);
  }
  at_ = change_start;
  if (done) take({change_start, span.end}, written);
  return done;
}

}  // namespace mimebase::edit
