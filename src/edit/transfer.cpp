#include "edit/transfer.h"

#include <glib.h>

#include <algorithm>
#include <string>

#include "ascii.h"

namespace mimebase::edit {
namespace {

using charset::Span;

// Quoted-printable (RFC 2045 section 6.7): what is put in is broken by soft line breaks, and what stands
// beside it on its line stays as it is.
class QuotedPrintable {
 public:
  QuotedPrintable(const EncodedContent& content, Changes& frame) : content_(content), frame_(frame) {}

  // `next` is where the next change begins in the raw content.
  void add(Span raw, std::string_view bytes, Change why, std::size_t next);

 private:
  static constexpr std::size_t kMostLine = 76;

  void put(std::string_view unit);
  void break_line() {
    out_.append("=").append(line_break_);
    column_ = 0;
  }
  void put_byte(char byte, bool escaped);
  // The columns up to `at`, on the line as it is afterwards.
  void move_to(std::size_t at);

  const EncodedContent& content_;
  Changes& frame_;
  std::size_t at_ = 0, column_ = 0;  // behind the last change
  std::size_t line_end_ = 0;         // of the line that it ends on
  std::string_view line_break_ = "\r\n";
  std::string out_;
};

void QuotedPrintable::move_to(std::size_t at) {
  const std::string_view between = content_.raw.substr(at_, at - at_);
  const std::size_t line = between.rfind('\n');
  column_ = line == std::string_view::npos ? column_ + between.size() : between.size() - line - 1;
}

void QuotedPrintable::put(std::string_view unit) {
  if (column_ + unit.size() >= kMostLine) break_line();
  out_ += unit;
  column_ += unit.size();
}

void QuotedPrintable::put_byte(char byte, bool escaped) {
  // "F" at the beginning of a line may begin "From ", which an mbox would quote.
  const bool is_plain = byte > ' ' && byte < 0x7F && byte != '=' && !(column_ == 0 && byte == 'F');
  if (is_plain && !escaped) return put({&byte, 1});
  std::string unit = "=";
  ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, unit);
  put(unit);
}

void QuotedPrintable::add(Span raw, std::string_view bytes, Change why, std::size_t next) {
  move_to(raw.start);
  at_ = raw.end;
  if (at_ >= line_end_) line_end_ = std::min(content_.raw.find('\n', at_), content_.raw.size());
  const bool has_return = line_end_ > 0 && content_.raw[line_end_ - 1] == '\r';
  if (line_end_ < content_.raw.size()) line_break_ = has_return ? "\r\n" : "\n";
  out_.clear();
  // A "=" that is no escape must not become one.
  const std::string_view before = content_.raw.substr(0, raw.start);
  const bool may_escape = before.ends_with('=') || (before.size() > 1 && before[before.size() - 2] == '=' &&
                                                    ascii::hex_value(before.back()) >= 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) put_byte(bytes[i], may_escape && i < 2);
  // What follows on the line has to fit behind it.
  const std::size_t kept = std::min(line_end_, next) - raw.end;
  const std::size_t most = next < line_end_ ? kMostLine - 1 : kMostLine + (has_return ? 1 : 0);
  if (column_ > 0 && column_ + kept > most && kept <= most && kept > 0) break_line();
  frame_.add({content_.raw_start + raw.start, content_.raw_start + raw.end}, out_, why);
}

void encode_quoted_printable(const EncodedContent& content, const Changes& changes, Changes& frame) {
  QuotedPrintable writer(content, frame);
  const std::vector<Change>& all = changes.all();
  const auto raw = [&](const Change& change) { return content.map.to_input(Span(change.span)); };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t next = i + 1 < all.size() ? raw(all[i + 1]).start : content.raw.size();
    writer.add(raw(all[i]), changes.bytes(all[i]), all[i], next);
  }
}

// Adds what is left of a replacement of `old` by `bytes` without what both begin and end with.
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

// The digits of the first line that has an end; 0 where there is none, or where it is no line of base64.
std::size_t base64_line(std::string_view raw) {
  const std::size_t end = raw.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::size_t digits = raw.substr(0, end).find_last_not_of(" \t\r") + 1;
  return digits % 4 == 0 && digits <= 996 ? digits : 0;
}

std::string base64(std::string_view bytes) {
  gchar* digits = g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size());
  std::string out(digits);
  g_free(digits);
  return out;
}

// From the four digits on that hold the first change; what stands before them stays.
void encode_base64(const EncodedContent& content, const Changes& changes, Changes& frame) {
  constexpr std::size_t kUsualLine = 76;
  std::size_t from = content.map.whole_units(Span(changes.all().front().span)).start;
  // An insertion behind the last byte: with the group before it.
  if (from >= content.decoded.size() && from > 0) from = content.map.whole_units({from - 1, from}).start;
  const std::size_t raw_from = content.map.to_input(from);
  const std::size_t raw_end = content.map.to_input(Span{from, content.decoded.size()}).end;
  std::string bytes;
  changes.apply(content.decoded, {from, content.decoded.size()}, bytes);
  const std::string digits = base64(bytes);
  const std::size_t line = base64_line(content.raw);
  const std::size_t most = line > 0 ? line : kUsualLine;
  const std::string_view line_break = line_break_at(content.raw, raw_from);
  std::string out;
  std::size_t column = raw_from - (content.raw.substr(0, raw_from).rfind('\n') + 1);
  for (std::size_t at = 0; at < digits.size();) {
    if (column >= most) {
      out += line_break;
      column = 0;
    }
    const std::size_t size = std::min(most - column, digits.size() - at);
    out.append(digits, at, size);
    column += size;
    at += size;
  }
  add_difference(content.raw_start + raw_from, content.raw.substr(raw_from, raw_end - raw_from), out,
                 changes.sum(), frame);
}

// Whole lines of 45 bytes, from the first that holds a change to the last of the file.
void encode_uuencode(const EncodedContent& content, const Changes& changes, Changes& frame) {
  constexpr std::size_t kLine = 45;
  const Span first = content.map.whole_units(Span(changes.all().front().span));
  const Span raw = content.map.to_input(Span{first.start, content.decoded.size()});
  const std::string_view line_break = line_break_at(content.raw, raw.start);
  std::string bytes, out;
  changes.apply(content.decoded, {first.start, content.decoded.size()}, bytes);
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
  frame.add({content.raw_start + raw.start, content.raw_start + raw.end}, out, changes.sum());
}

}  // namespace

std::string_view line_break_at(std::string_view bytes, std::size_t at) {
  std::size_t end = bytes.find('\n', at);
  if (end == std::string_view::npos) end = bytes.substr(0, at).rfind('\n');
  if (end == std::string_view::npos) return "\r\n";
  return end > 0 && bytes[end - 1] == '\r' ? "\r\n" : "\n";
}

void encode_changes(const EncodedContent& content, const Changes& changes, Changes& frame) {
  switch (content.encoding) {
    case walk::TransferEncoding::kQuotedPrintable:
      return encode_quoted_printable(content, changes, frame);
    case walk::TransferEncoding::kBase64:
      return encode_base64(content, changes, frame);
    case walk::TransferEncoding::kUuencode:
      return encode_uuencode(content, changes, frame);
    case walk::TransferEncoding::kNone:
      break;
  }
  for (const Change& change : changes.all()) {
    const Range raw = {content.raw_start + change.span.start, content.raw_start + change.span.end};
    frame.add(raw, changes.bytes(change), change);
  }
}

}  // namespace mimebase::edit
