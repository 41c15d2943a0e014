#include "edit/transfer.h"

#include <glib.h>

#include <algorithm>
#include <string>

#include "charset/offset_map.h"
#include "text/ascii.h"

namespace mimebase::edit {
namespace {

using charset::Span;

// Writes changes in quoted-printable (RFC 2045 section 6.7). Inserted text is wrapped with soft line breaks;
// the rest of its line stays unchanged.
class QuotedPrintable {
 public:
  QuotedPrintable(const EncodedContent& content, Changes& frame)
      : content_(content), frame_(frame), line_break_(line_break_at(content.frame, content.raw_start)) {}

  // `next` is the start of the next change in the raw content, or npos.
  void add(Span raw, std::string_view bytes, Change why, std::size_t next);

 private:
  static constexpr std::size_t kMaxLine = 76;

  void put(std::string_view unit);
  void break_line() {
    out_.append("=").append(line_break_);
    column_ = 0;
  }
  void put_byte(char byte);
  [[nodiscard]] std::size_t bare_before(std::size_t at) const;
  // Advances the column to `at`, on the line after the changes.
  void move_to(std::size_t at);

  const EncodedContent& content_;
  Changes& frame_;
  std::size_t at_ = 0, column_ = 0;  // end of the last change, and its column
  std::size_t line_end_ = 0;         // end of the line with the end of the last change
  std::string_view line_break_;
  std::string out_;
};

void QuotedPrintable::move_to(std::size_t at) {
  const std::string_view between = content_.raw.substr(at_, at - at_);
  const std::size_t line = between.rfind('\n');
  column_ = line == std::string_view::npos ? column_ + between.size() : between.size() - line - 1;
}

void QuotedPrintable::put(std::string_view unit) {
  if (column_ + unit.size() >= kMaxLine) break_line();
  out_ += unit;
  column_ += unit.size();
}

void QuotedPrintable::put_byte(char byte) {
  // Escape the first byte of a line that may become "From ", which an mbox would quote, or a boundary ("--").
  const bool begins_line = column_ == 0 || column_ + 1 >= kMaxLine;
  const bool means_more = begins_line && (byte == 'F' || byte == '-');
  const bool is_plain = byte > ' ' && byte < 0x7F && byte != '=' && !means_more;
  if (is_plain) return put({&byte, 1});
  std::string unit = "=";
  ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, unit);
  put(unit);
}

// Returns 1 or 2 if a literal "=", or "=" and one digit, precedes `at`, else 0. Text inserted after them
// could complete an escape.
std::size_t QuotedPrintable::bare_before(std::size_t at) const {
  const std::string_view before = content_.raw.substr(at_, at - at_);
  if (before.ends_with('=')) return 1;
  const bool is_half =
      before.size() > 1 && before[before.size() - 2] == '=' && ascii::hex_value(before.back()) >= 0;
  return is_half ? 2 : 0;
}

void QuotedPrintable::add(Span raw, std::string_view bytes, Change why, std::size_t next) {
  const std::string_view bare =
      content_.raw.substr(raw.start - bare_before(raw.start), bare_before(raw.start));
  raw.start -= bare.size();
  move_to(raw.start);
  at_ = raw.end;
  if (at_ >= line_end_) line_end_ = std::min(content_.raw.find('\n', at_), content_.raw.size());
  const bool has_return = line_end_ > 0 && content_.raw[line_end_ - 1] == '\r';
  if (line_end_ < content_.raw.size()) line_break_ = has_return ? "\r\n" : "\n";
  out_.clear();
  for (const char byte : bare) put_byte(byte);
  for (const char byte : bytes) put_byte(byte);
  // The rest of the line must fit after the new text.
  const std::size_t kept = std::min(line_end_, next) - raw.end;
  const std::size_t most = next <= line_end_ ? kMaxLine - 1 : kMaxLine + (has_return ? 1 : 0);
  if (column_ > 0 && column_ + kept > most && kept <= most && kept > 0) break_line();
  frame_.add({content_.raw_start + raw.start, content_.raw_start + raw.end}, out_, why);
}

// Maps offsets of the decoded content to raw quoted-printable, in increasing order. Lines are decoded
// independently, so a map of a few lines at a time is enough.
class RawPlaces {
 public:
  explicit RawPlaces(std::string_view raw) : raw_(raw) {}

  Span raw(Span content) {
    move_to(content.start);
    const std::size_t start = raw_start_ + map_.to_input(content.start - start_);
    if (content.end == content.start) return {start, start};
    move_to(content.end - 1);
    const std::size_t last = content.end - 1 - start_;
    return {start, raw_start_ + map_.to_input(Span{last, last + 1}).end};
  }

 private:
  // Moves to the lines with the byte, or to the last ones.
  void move_to(std::size_t at) {
    while (at >= end_ && raw_end_ < raw_.size()) {
      constexpr std::size_t kBytes = std::size_t{1} << 16;
      raw_start_ = raw_end_;
      raw_end_ = std::min(raw_.find('\n', std::min(raw_start_ + kBytes, raw_.size())), raw_.size() - 1) + 1;
      start_ = end_;
      map_.clear();
      end_ += walk::decode_transfer(raw_.substr(raw_start_, raw_end_ - raw_start_),
                                    walk::TransferEncoding::kQuotedPrintable, buffer_, &map_)
                  .size();
    }
  }

  std::string_view raw_;
  std::size_t raw_start_ = 0, raw_end_ = 0;  // the current lines
  std::size_t start_ = 0, end_ = 0;          // their decoded bytes
  charset::OffsetMap map_;
  std::string buffer_;
};

Changes encode_quoted_printable(const EncodedContent& content, const Changes& changes) {
  Changes frame;
  QuotedPrintable writer(content, frame);
  RawPlaces places(content.raw);
  const std::vector<Change>& all = changes.all();
  Span here = places.raw(all.front().span);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_last = i + 1 == all.size();
    constexpr std::size_t kNone = std::string_view::npos;
    const Span next = is_last ? Span{kNone, kNone} : places.raw(all[i + 1].span);
    writer.add(here, changes.bytes(all[i]), all[i], next.start);
    here = next;
  }
  return frame;
}

// Adds the replacement of `old` by `bytes` without their common beginning and end.
void add_difference(std::size_t start, std::string_view old, std::string_view bytes, const Change& why,
                    Changes& frame) {
  const std::size_t most = std::min(old.size(), bytes.size());
  const std::size_t same = static_cast<std::size_t>(
      std::mismatch(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(most), bytes.begin()).first -
      old.begin());
  old.remove_prefix(same);
  bytes.remove_prefix(same);
  std::size_t same_end = 0;
  while (same_end < std::min(old.size(), bytes.size()) &&
         old[old.size() - 1 - same_end] == bytes[bytes.size() - 1 - same_end])
    ++same_end;
  const std::size_t from = start + same;
  frame.add({from, from + old.size() - same_end}, bytes.substr(0, bytes.size() - same_end), why);
}

// Returns the number of digits in the first line. Returns 0 if no second line follows or if it is not a line
// of base64.
std::size_t base64_line(std::string_view raw) {
  const std::size_t end = raw.find('\n');
  if (end == std::string_view::npos || end + 1 >= raw.size() || !ascii::is_base64_digit(raw[end + 1]))
    return 0;
  const std::size_t digits = raw.substr(0, end).find_last_not_of(" \t\r") + 1;
  return digits % 4 == 0 && digits <= 996 ? digits : 0;
}

// Whole groups of digits that are to be encoded again.
struct Base64Run {
  std::size_t raw_end = 0, bytes = 0;
};

// Ends at padding after at least `least_bytes`, at a line that is not base64, such as a mailing list's
// footer, or after `most_bytes`. A new group begins after padding.
Base64Run base64_run(std::string_view raw, std::size_t at, std::size_t least_bytes, std::size_t most_bytes) {
  Base64Run run;
  Base64Run line = {at, 0};  // end of the previous line, if a group ended there
  int digits = 0, padding = 0;
  for (; at < raw.size() && run.bytes < most_bytes; ++at) {
    if (raw[at] == '\n' && digits == 0) line = {at, run.bytes};
    if (ascii::is_blank(raw[at]) || raw[at] == '\r' || raw[at] == '\n') continue;
    if (!ascii::is_base64_digit(raw[at]) && raw[at] != '=' && line.bytes == run.bytes && line.bytes > 0)
      return run;
    if (!ascii::is_base64_digit(raw[at]) && raw[at] != '=') continue;
    padding += raw[at] == '=' ? 1 : 0;
    if (++digits < 4) continue;
    run = {at + 1, run.bytes + 3 - std::min<std::size_t>(2, static_cast<std::size_t>(padding))};
    if (padding > 0 && run.bytes >= least_bytes) return run;
    digits = padding = 0;
  }
  return run;
}

// Encodes base64 in lines.
class Base64Lines {
 public:
  Base64Lines(std::size_t most, std::size_t column, std::string_view line_break)
      : most_(most), column_(column), line_break_(line_break) {}

  void add(std::string_view bytes) {
    std::string digits(bytes.size() / 3 * 4 + 8, '\0');
    digits.resize(g_base64_encode_step(reinterpret_cast<const guchar*>(bytes.data()), bytes.size(), FALSE,
                                       digits.data(), &state_, &save_));
    put(digits);
  }
  [[nodiscard]] std::string take() {
    std::string digits(8, '\0');
    digits.resize(g_base64_encode_close(FALSE, digits.data(), &state_, &save_));
    put(digits);
    return std::move(out_);
  }

 private:
  void put(std::string_view digits) {
    while (!digits.empty()) {
      if (column_ >= most_) out_ += line_break_;
      if (column_ >= most_) column_ = 0;
      const std::string_view now = digits.substr(0, most_ - column_);
      out_ += now;
      column_ += now.size();
      digits.remove_prefix(now.size());
    }
  }

  std::size_t most_, column_;
  std::string_view line_break_;
  std::string out_;
  gint state_ = 0, save_ = 0;
};

charset::OffsetMap map_of(const EncodedContent& content) {
  charset::OffsetMap map;
  std::string buffer;
  (void)walk::decode_transfer(content.raw, content.encoding, buffer, &map);
  return map;
}

// Returns the start of the bytes that were encoded together with the byte at `at`, or with the last byte at
// the end.
std::size_t unit_start(const charset::OffsetMap& map, std::size_t at, std::size_t size) {
  if (at >= size && size > 0) at = size - 1;
  return map.whole_units({at, std::min(at + 1, size)}).start;
}

// Encodes again from the group of four digits with the first change. Bytes before it stay unchanged.
Changes encode_base64(const EncodedContent& content, const Changes& changes) {
  constexpr std::size_t kUsualLine = 76, kPiece = 3 << 14;
  std::size_t raw_from = 0, from = 0;
  {
    const charset::OffsetMap map = map_of(content);
    from = unit_start(map, changes.all().front().span.start, content.decoded.size());
    raw_from = map.to_input(from);
  }
  const std::size_t least = changes.all().back().span.end - from;
  Base64Run run = base64_run(content.raw, raw_from, least, content.decoded.size() - from);
  if (least > run.bytes)  // the change lies in bytes that do not look like base64
    run = {content.raw.size(), content.decoded.size() - from};
  const std::size_t line = base64_line(content.raw);
  const std::size_t column = raw_from - (content.raw.substr(0, raw_from).rfind('\n') + 1);
  Base64Lines lines(line > 0 ? line : kUsualLine, column,
                    line_break_at(content.frame, content.raw_start + raw_from));
  changes.apply(content.decoded, {from, from + run.bytes}, [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece)))
      lines.add(bytes.substr(0, kPiece));
  });
  Changes frame;
  add_difference(content.raw_start + raw_from, content.raw.substr(raw_from, run.raw_end - raw_from),
                 lines.take(), changes.sum(), frame);
  return frame;
}

// Encodes whole lines of 45 bytes, from the first one with a change to the end of the file.
Changes encode_uuencode(const EncodedContent& content, const Changes& changes) {
  constexpr std::size_t kLine = 45;
  const charset::OffsetMap map = map_of(content);
  const std::size_t from = unit_start(map, changes.all().front().span.start, content.decoded.size());
  const Span raw = map.to_input(Span{from, content.decoded.size()});
  const std::string_view line_break = line_break_at(content.frame, content.raw_start + raw.start);
  std::string bytes, out;
  changes.apply(content.decoded, {from, content.decoded.size()}, bytes);
  const auto digit = [](unsigned value) { return static_cast<char>(value == 0 ? '`' : ' ' + value); };
  for (std::size_t at = 0; at < bytes.size(); at += kLine) {
    const std::string_view line = std::string_view(bytes).substr(at, kLine);
    out += digit(static_cast<unsigned>(line.size()));
    const auto byte = [&](std::size_t i) {
      return i < line.size() ? static_cast<unsigned>(static_cast<unsigned char>(line[i])) : 0U;
    };
    for (std::size_t i = 0; i < line.size(); i += 3) {
      const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
      for (int shift = 18; shift >= 0; shift -= 6) out += digit(group >> shift & 0x3F);
    }
    out += line_break;
  }
  Changes frame;
  frame.add({content.raw_start + raw.start, content.raw_start + raw.end}, out, changes.sum());
  return frame;
}

}  // namespace

std::string_view line_break_at(std::string_view bytes, std::size_t at) {
  std::size_t end = bytes.find('\n', at);
  if (end == std::string_view::npos) end = bytes.substr(0, at).rfind('\n');
  if (end == std::string_view::npos) return "\r\n";
  return end > 0 && bytes[end - 1] == '\r' ? "\r\n" : "\n";
}

Changes encode_changes(const EncodedContent& content, Changes changes) {
  switch (content.encoding) {
    case walk::TransferEncoding::kQuotedPrintable:
      return encode_quoted_printable(content, changes);
    case walk::TransferEncoding::kBase64:
      return encode_base64(content, changes);
    case walk::TransferEncoding::kUuencode:
      return encode_uuencode(content, changes);
    case walk::TransferEncoding::kNone:
      break;
  }
  changes.move(content.raw_start);
  return changes;
}

}  // namespace mimebase::edit
