#include "walk/transfer_encoding.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "ascii.h"

namespace mimebase::walk {
namespace {

bool is_base64_digit(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '/' || c == '=';
}

// Four digits make three bytes, or fewer where the last of them are "="; whatever else stands there is passed
// over.
void map_base64(std::string_view raw, charset::OffsetMap& map) {
  std::array<std::size_t, 4> group = {};
  std::size_t digits = 0, out = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (!is_base64_digit(raw[i])) continue;
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

// GLib's decoder reads on behind a "=" in the middle, as mail clients do where several base64 texts were put
// together; GMime's stops there and loses the rest.
std::string_view decode_base64(std::string_view raw, std::string& buffer, charset::OffsetMap* map) {
  if (map != nullptr) map_base64(raw, *map);
  buffer.resize(raw.size() / 4 * 3 + 3);
  gint state = 0;
  guint save = 0;
  const gsize size =
      g_base64_decode_step(raw.data(), raw.size(), reinterpret_cast<guchar*>(buffer.data()), &state, &save);
  buffer.resize(size);
  return buffer;
}

// RFC 2045 section 6.7. GMime's decoder takes "= " at a line's end for text, where (3) says that transports
// put such white space there and a decoder drops it, which breaks a URL in two.
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
      *out++ = *in++;  // no escape: as it stands
    }
  }
  buffer.resize(static_cast<std::size_t>(out - buffer.data()));
  return buffer;
}

std::string_view decode_uuencode(std::string_view raw, std::string& buffer) {
  GMimeEncoding decoder;
  g_mime_encoding_init_decode(&decoder, GMIME_CONTENT_ENCODING_UUENCODE);
  buffer.resize(g_mime_encoding_outlen(&decoder, raw.size()));
  const size_t size = g_mime_encoding_flush(&decoder, raw.data(), raw.size(), buffer.data());
  buffer.resize(size);
  return buffer;
}

// Line by line: a line's bytes were made of all of it.
void map_uuencode(std::string_view raw, std::size_t start, std::string& buffer, charset::OffsetMap& map) {
  GMimeEncoding decoder;
  g_mime_encoding_init_decode(&decoder, GMIME_CONTENT_ENCODING_UUENCODE);
  if (start > 0) map.replace({0, start}, {0, 0});
  std::size_t out = 0;
  while (start < raw.size()) {
    const std::size_t end = std::min(raw.find('\n', start), raw.size() - 1) + 1;
    const std::size_t made = g_mime_encoding_step(&decoder, raw.data() + start, end - start, buffer.data());
    map.replace({start, end}, {out, out + made});
    start = end;
    out += made;
  }
}

// GMime decodes the lines behind "begin 644 name".
std::string_view behind_begin_line(std::string_view raw) {
  std::size_t begin = raw.starts_with("begin ") ? 0 : raw.find("\nbegin ");
  if (begin == std::string_view::npos) return raw;
  const std::size_t end = raw.find('\n', begin + 1);
  return end == std::string_view::npos ? std::string_view() : raw.substr(end + 1);
}

}  // namespace

std::string_view decode_transfer(std::string_view raw, GMimeContentEncoding encoding, std::string& buffer,
                                 charset::OffsetMap* map) {
  switch (encoding) {
    case GMIME_CONTENT_ENCODING_BASE64:
      return decode_base64(raw, buffer, map);
    case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
      return decode_quoted_printable(raw, buffer, map);
    case GMIME_CONTENT_ENCODING_UUENCODE: {
      const std::string_view lines = behind_begin_line(raw);
      const std::string_view decoded = decode_uuencode(lines, buffer);
      if (map != nullptr) {
        std::string line(buffer.size() + 100, '\0');
        map_uuencode(raw, raw.size() - lines.size(), line, *map);
      }
      return decoded;
    }
    default:
      return raw;
  }
}

}  // namespace mimebase::walk
