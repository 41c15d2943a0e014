#include "walk/transfer_encoding.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::walk {
namespace {

// Four digits make three bytes, or fewer if the last digits are "=". Other characters are skipped.
void map_base64(std::string_view raw, charset::OffsetMap& map) {
  std::array<std::size_t, 4> group = {};
  std::size_t digits = 0, out = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (!ascii::is_base64_digit(raw[i]) && raw[i] != '=') continue;
    group[digits++] = i;
    if (digits < group.size()) continue;
    digits = 0;
    const std::size_t made = 1 + (raw[group[2]] != '=' ? 1 : 0) + (raw[group[3]] != '=' ? 1 : 0);
    const charset::Span in{group[0], i + 1};
    if (made == 3 && in.end - in.start == 4) {
      map.replace_each(in, 4, {out, out + 3}, 3);
    } else {
      map.replace(in, {out, out + made});
    }
    out += made;
  }
  map.replace({raw.size(), raw.size()}, {out, out});
}

// Maps each digit except "=" to its value, and all other bytes to -1.
constexpr std::array<std::int8_t, 256> kBase64Values = [] {
  std::array<std::int8_t, 256> values;
  values.fill(-1);
  std::int8_t value = 0;
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    values[static_cast<unsigned char>(c)] = value++;
  return values;
}();

// Decodes groups of four digits and the line ends between them, and stops at anything else. Advances `in` and
// `out`. Takes less than half of the instructions of GLib's decoder.
void decode_base64_groups(const char*& in, const char* end, char*& out) {
  const auto value = [&](std::size_t i) { return int{kBase64Values[static_cast<unsigned char>(in[i])]}; };
  while (end - in >= 4) {
    const int group = value(0) << 18 | value(1) << 12 | value(2) << 6 | value(3);
    if (group >= 0) {
      const auto bytes = static_cast<std::uint32_t>(group);
      *out++ = static_cast<char>(bytes >> 16);
      *out++ = static_cast<char>(bytes >> 8);
      *out++ = static_cast<char>(bytes);
      in += 4;
    } else if (*in == '\n' || *in == '\r') {
      ++in;
    } else {
      return;
    }
  }
}

// GLib's decoder continues after a "=" in the middle, as mail clients do with concatenated base64 texts.
// GMime's decoder stops there and loses the rest. GLib's gets the lines that do not consist of whole groups.
std::string_view decode_base64(std::string_view raw, std::string& buffer, charset::OffsetMap* map) {
  if (map != nullptr) map_base64(raw, *map);
  buffer.resize(raw.size() / 4 * 3 + 3);
  gint state = 0;
  guint save = 0;
  char* out = buffer.data();
  const char* in = raw.data();
  const char* const end = in + raw.size();
  while (in < end) {
    if (state == 0) decode_base64_groups(in, end, out);
    const void* const newline = std::memchr(in, '\n', static_cast<std::size_t>(end - in));
    const char* const line_end = newline != nullptr ? static_cast<const char*>(newline) + 1 : end;
    out += g_base64_decode_step(in, static_cast<gsize>(line_end - in), reinterpret_cast<guchar*>(out), &state,
                                &save);
    in = line_end;
  }
  buffer.resize(static_cast<std::size_t>(out - buffer.data()));
  return buffer;
}

// RFC 2045 section 6.7. GMime's decoder takes "= " at the end of a line for text. By (3), transports add
// such white space and decoders must drop it; kept, it would break a URL in two.
std::string_view decode_quoted_printable(std::string_view raw, std::string& buffer, charset::OffsetMap* map) {
  buffer.resize(raw.size());
  char* out = buffer.data();
  const char* in = raw.data();
  const char* const end = in + raw.size();
  const auto map_escape = [&](const char* escape, std::size_t length, std::size_t made) {
    if (map == nullptr) return;
    const auto at = static_cast<std::size_t>(escape - raw.data());
    const auto made_at = static_cast<std::size_t>(out - buffer.data());
    map->replace({at, at + length}, {made_at, made_at + made});
  };
  while (in < end) {
    const void* found = std::memchr(in, '=', static_cast<std::size_t>(end - in));
    const char* const escape = found != nullptr ? static_cast<const char*>(found) : end;
    std::memcpy(out, in, static_cast<std::size_t>(escape - in));
    out += escape - in;
    in = escape;
    if (in == end) break;
    if (end - in > 2 && ascii::hex_value(in[1]) >= 0 && ascii::hex_value(in[2]) >= 0) {
      map_escape(in, 3, 1);
      *out++ = static_cast<char>(ascii::hex_value(in[1]) * 16 + ascii::hex_value(in[2]));
      in += 3;
      continue;
    }
    const char* line_end = in + 1;
    while (line_end < end && (ascii::is_blank(*line_end) || *line_end == '\r')) ++line_end;
    if (line_end == end) {
      map_escape(in, static_cast<std::size_t>(end - in), 0);
      break;
    }
    if (*line_end == '\n') {
      map_escape(in, static_cast<std::size_t>(line_end + 1 - in), 0);
      in = line_end + 1;
    } else {
      *out++ = *in++;  // not an escape: copied unchanged
    }
  }
  buffer.resize(static_cast<std::size_t>(out - buffer.data()));
  return buffer;
}

// Returns the value of one character of a uuencoded line. A backquote represents zero, like a space.
unsigned uu_digit(char c) {
  return (static_cast<unsigned char>(c) - 0x20U) & 0x3FU;
}

// Returns the number of digits after the first in a line that encodes `bytes` bytes.
std::size_t uu_digits(std::size_t bytes) {
  return (bytes + 2) / 3 * 4;
}

bool is_in_uu_alphabet(std::string_view line) {
  return !line.empty() &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c <= 0x60; });
}

// Trailing spaces may be missing. If more is missing, only complete groups are decoded.
void append_uu_line(std::string_view line, std::string& out) {
  std::size_t bytes = uu_digit(line.front());
  if (line.size() + 2 < uu_digits(bytes)) bytes = (line.size() - 1) / 4 * 3;
  const auto at = [&](std::size_t i) { return i < line.size() ? uu_digit(line[i]) : 0U; };
  for (std::size_t i = 1; bytes > 0; i += 4) {
    const unsigned group = at(i) << 18 | at(i + 1) << 12 | at(i + 2) << 6 | at(i + 3);
    for (int shift = 16; shift >= 0 && bytes > 0; shift -= 8, --bytes)
      out += static_cast<char>((group >> shift) & 0xFF);
  }
}

// Returns the offset after the line "begin 644 name"; 0 if there is none.
std::size_t after_begin_line(std::string_view raw) {
  const std::size_t begin = raw.starts_with("begin ") ? 0 : raw.find("\nbegin ");
  if (begin == std::string_view::npos) return 0;
  return std::min(raw.find('\n', begin + 1), raw.size() - 1) + 1;
}

// Decodes up to the line of length zero. The map attributes the bytes of a line to the entire line.
std::string_view decode_uuencode(std::string_view raw, std::string& buffer, charset::OffsetMap* map) {
  buffer.clear();
  const auto keep = [&](std::size_t start, std::size_t end, std::size_t made_at) {
    if (map != nullptr) map->replace({start, end}, {made_at, buffer.size()});
  };
  std::size_t start = after_begin_line(raw);
  if (start > 0) keep(0, start, 0);
  while (start < raw.size()) {
    const std::size_t end = std::min(raw.find('\n', start), raw.size() - 1) + 1;
    std::string_view line = raw.substr(start, end - start);
    line = line.substr(0, line.find_last_not_of("\r\n") + 1);
    const std::size_t made_at = buffer.size();
    if (is_in_uu_alphabet(line)) {
      if (uu_digit(line.front()) == 0) break;
      append_uu_line(line, buffer);
    }
    keep(start, end, made_at);
    start = end;
  }
  keep(start, raw.size(), buffer.size());
  return buffer;
}

constexpr std::pair<std::string_view, TransferEncoding> kEncodings[] = {
    {"7bit", TransferEncoding::kNone},
    {"8bit", TransferEncoding::kNone},
    {"binary", TransferEncoding::kNone},
    {"base64", TransferEncoding::kBase64},
    {"quoted-printable", TransferEncoding::kQuotedPrintable},
    {"x-uuencode", TransferEncoding::kUuencode},
    {"uuencode", TransferEncoding::kUuencode},
    {"x-uue", TransferEncoding::kUuencode},
};

}  // namespace

std::optional<TransferEncoding> transfer_encoding(std::string_view name) {
  for (const auto& [known, encoding] : kEncodings) {
    if (ascii::equals_ignoring_case(known, name)) return encoding;
  }
  return std::nullopt;
}

std::string_view decode_transfer(std::string_view raw, TransferEncoding encoding, std::string& buffer,
                                 charset::OffsetMap* map) {
  switch (encoding) {
    case TransferEncoding::kBase64:
      return decode_base64(raw, buffer, map);
    case TransferEncoding::kQuotedPrintable:
      return decode_quoted_printable(raw, buffer, map);
    case TransferEncoding::kUuencode:
      return decode_uuencode(raw, buffer, map);
    case TransferEncoding::kNone:
      break;
  }
  return raw;
}

std::string_view decode_start(std::string_view raw, TransferEncoding encoding, std::size_t least_bytes,
                              std::string& buffer) {
  for (std::size_t size = least_bytes * 3 / 2 + 4;; size *= 4) {
    const std::string_view start = decode_transfer(raw.substr(0, size), encoding, buffer);
    const std::size_t blanks = std::min(start.find_first_not_of(ascii::kCWhiteSpace), start.size());
    if (start.size() - blanks >= least_bytes || size >= raw.size()) return start;
  }
}

bool is_uuencoded_line(std::string_view line) {
  if (!is_in_uu_alphabet(line)) return false;
  const std::size_t bytes = uu_digit(line.front()), digits = uu_digits(bytes);
  return line.size() <= digits + 2 && (line.size() + 2 >= digits || bytes == 0);
}

}  // namespace mimebase::walk
