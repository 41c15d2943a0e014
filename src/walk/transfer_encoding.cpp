#include "walk/transfer_encoding.h"

#include <cstring>

#include "ascii.h"

namespace mimebase::walk {
namespace {

// GLib's decoder reads on behind a "=" in the middle, as mail clients do where several base64 texts were put
// together; GMime's stops there and loses the rest.
std::string_view decode_base64(std::string_view raw, std::string& buffer) {
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
std::string_view decode_quoted_printable(std::string_view raw, std::string& buffer) {
  buffer.resize(raw.size());
  char* out = buffer.data();
  const char* in = raw.data();
  const char* const end = in + raw.size();
  while (in < end) {
    const void* found = std::memchr(in, '=', static_cast<std::size_t>(end - in));
    const char* const escape = found != nullptr ? static_cast<const char*>(found) : end;
    std::memcpy(out, in, static_cast<std::size_t>(escape - in));
    out += escape - in;
    in = escape;
    if (in == end) break;
    if (end - in > 2 && ascii::hex_value(in[1]) >= 0 && ascii::hex_value(in[2]) >= 0) {
      *out++ = static_cast<char>(ascii::hex_value(in[1]) * 16 + ascii::hex_value(in[2]));
      in += 3;
      continue;
    }
    const char* line_end = in + 1;
    while (line_end < end && (ascii::is_blank(*line_end) || *line_end == '\r')) ++line_end;
    if (line_end == end) break;
    if (*line_end == '\n') {
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

// GMime decodes the lines behind "begin 644 name".
std::string_view behind_begin_line(std::string_view raw) {
  std::size_t begin = raw.starts_with("begin ") ? 0 : raw.find("\nbegin ");
  if (begin == std::string_view::npos) return raw;
  const std::size_t end = raw.find('\n', begin + 1);
  return end == std::string_view::npos ? std::string_view() : raw.substr(end + 1);
}

}  // namespace

std::string_view decode_transfer(std::string_view raw, GMimeContentEncoding encoding, std::string& buffer) {
  switch (encoding) {
    case GMIME_CONTENT_ENCODING_BASE64:
      return decode_base64(raw, buffer);
    case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
      return decode_quoted_printable(raw, buffer);
    case GMIME_CONTENT_ENCODING_UUENCODE:
      return decode_uuencode(behind_begin_line(raw), buffer);
    default:
      return raw;
  }
}

}  // namespace mimebase::walk
