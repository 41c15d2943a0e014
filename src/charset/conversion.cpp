#include "charset/conversion.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"
#include "charset/charset.h"
#include "charset/decoders.h"
#include "charset/icu.h"
#include "charset/label.h"

namespace mimebase::charset {
namespace {

struct Mark {
  std::string_view bytes;
  std::string_view charset;
};
// The longer ones first. UTF-16 that begins with a NUL behind its mark is none.
constexpr Mark kMarks[] = {
    {{"\xFF\xFE\0\0", 4}, "utf-32le"}, {{"\0\0\xFE\xFF", 4}, "utf-32be"}, {"\xEF\xBB\xBF", "utf-8"},
    {"\xFF\xFE", "utf-16le"},          {"\xFE\xFF", "utf-16be"},
};

const Mark* mark_of(std::string_view bytes) {
  const auto* mark = std::find_if(std::begin(kMarks), std::end(kMarks),
                                  [&](const Mark& m) { return bytes.starts_with(m.bytes); });
  return mark == std::end(kMarks) ? nullptr : mark;
}

// Without mark: the side on which ASCII's zeros are; where there are none, big endian (RFC 2781 section 4.3).
bool is_little_endian(std::string_view bytes, std::size_t width) {
  constexpr std::size_t kLookedAt = 4096;
  std::size_t zeros_first = 0, zeros_last = 0;
  for (std::size_t at = 0; at + width <= std::min(bytes.size(), kLookedAt); at += width) {
    zeros_first += bytes[at] == '\0' ? 1 : 0;
    zeros_last += bytes[at + width - 1] == '\0' ? 1 : 0;
  }
  return zeros_last > zeros_first;
}

Encoding with_byte_order(Encoding encoding, std::string_view bytes) {
  if (encoding == Encoding::kUtf16)
    return is_little_endian(bytes, 2) ? Encoding::kUtf16Le : Encoding::kUtf16Be;
  if (encoding == Encoding::kUtf32)
    return is_little_endian(bytes, 4) ? Encoding::kUtf32Le : Encoding::kUtf32Be;
  return encoding;
}

// A charset in which only bytes above ASCII need decoding, run by run.
void decode_ascii_based(std::string_view bytes, const Charset& charset, ConversionOutput& out) {
  const auto run_end = [&](std::size_t at, bool is_ascii) {
    while (at < bytes.size() && ascii::is_ascii(bytes[at]) == is_ascii) ++at;
    return at;
  };
  std::string utf8;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t high = run_end(at, true);
    if (high > at) out.ascii(bytes.substr(at, high - at));
    at = run_end(high, false);
    if (at == high) break;
    utf8.clear();
    charset.append_utf8(bytes.substr(high, at - high), utf8);
    out.whole(at - high, utf8);
  }
}

void decode(std::string_view bytes, const Label& label, ConversionOutput& out) {
  switch (with_byte_order(label.encoding, bytes)) {
    case Encoding::kUtf16Le:
      return decode_units(bytes, "UTF-16LE", out);
    case Encoding::kUtf16Be:
      return decode_units(bytes, "UTF-16BE", out);
    case Encoding::kUtf32Le:
      return decode_units(bytes, "UTF-32LE", out);
    case Encoding::kUtf32Be:
      return decode_units(bytes, "UTF-32BE", out);
    case Encoding::kUtf7:
      return decode_utf7(bytes, out);
    case Encoding::kHz:
      return decode_hz(bytes, out);
    case Encoding::kIso2022:
      return decode_iso2022(bytes, label.name, out);
    case Encoding::kGb18030:
    case Encoding::kBig5:
    case Encoding::kShiftJis:
    case Encoding::kKorean:
      return decode_multi_byte(bytes, label.name, label.icu, out);
    case Encoding::kUtf8:
    case Encoding::kUndeclared:
    case Encoding::kWindows1252:
    case Encoding::kAsciiBased:
      return decode_ascii_based(bytes, Charset::for_content(label, bytes), out);
    case Encoding::kUtf16:
    case Encoding::kUtf32:
    case Encoding::kJohab:
    case Encoding::kOther:
      return decode_by_iconv(bytes, label.name, out);
  }
}

}  // namespace

std::string_view marked_charset(std::string_view bytes) {
  const Mark* mark = mark_of(bytes);
  return mark == nullptr ? std::string_view() : mark->charset;
}

bool needs_conversion(const Label& label, std::string_view bytes) {
  if (const Mark* mark = mark_of(bytes)) return mark->charset != "utf-8";
  switch (label.encoding) {
    case Encoding::kUtf7:
      return bytes.find('+') != std::string_view::npos || !ascii::is_ascii(bytes);
    case Encoding::kHz:
      return bytes.find('~') != std::string_view::npos || !ascii::is_ascii(bytes);
    case Encoding::kIso2022:
      return bytes.find_first_of("\x1B\x0E\x0F") != std::string_view::npos || !ascii::is_ascii(bytes);
    case Encoding::kGb18030:
    case Encoding::kBig5:
    case Encoding::kShiftJis:
    case Encoding::kKorean:
    case Encoding::kJohab:
      return !ascii::is_ascii(bytes);
    default:
      return is_converted(label.encoding);
  }
}

Converted convert(const Label& label, std::string_view bytes) {
  const Mark* mark = mark_of(bytes);
  ConversionOutput out(bytes.size());
  std::string_view rest = bytes;
  if (mark != nullptr) {
    out.drop(mark->bytes.size());
    rest.remove_prefix(mark->bytes.size());
  }
  decode(rest, mark == nullptr ? label : read_label(mark->charset), out);
  Converted result;
  out.take(result.utf8, result.map);
  return result;
}

}  // namespace mimebase::charset
