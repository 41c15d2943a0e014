#include "charset/charset.h"

#include <glib.h>

#include <algorithm>
#include <iterator>

#include "charset/decoders.h"
#include "charset/iconv.h"
#include "charset/icu.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::charset {
namespace {

struct Mark {
  std::string_view bytes;
  std::string_view charset;
};
// Longer marks first. U+0000 after the mark of UTF-16LE is read as UTF-32LE.
constexpr Mark kMarks[] = {
    {{"\xFF\xFE\0\0", 4}, "utf-32le"}, {{"\0\0\xFE\xFF", 4}, "utf-32be"}, {"\xEF\xBB\xBF", "utf-8"},
    {"\xFF\xFE", "utf-16le"},          {"\xFE\xFF", "utf-16be"},
};

const Mark* mark_of(std::string_view bytes) {
  const auto* mark = std::find_if(std::begin(kMarks), std::end(kMarks),
                                  [&](const Mark& m) { return bytes.starts_with(m.bytes); });
  return mark == std::end(kMarks) ? nullptr : mark;
}

// Without a byte order mark, the position of the zeros of ASCII characters decides. Without zeros, the order
// is big endian (RFC 2781 section 4.3).
bool is_little_endian(std::string_view bytes, std::size_t width) {
  std::size_t zeros_first = 0, zeros_last = 0;
  for (std::size_t at = 0; at + width <= bytes.size(); at += width) {
    zeros_first += bytes[at] == '\0' ? 1 : 0;
    zeros_last += bytes[at + width - 1] == '\0' ? 1 : 0;
  }
  return zeros_last > zeros_first;
}

void append_single_bytes(std::string_view bytes, const HighHalf& half, std::string& out) {
  while (!bytes.empty()) {
    const auto* high =
        std::find_if_not(bytes.begin(), bytes.end(), [](char c) { return ascii::is_ascii(c); });
    out.append(bytes.begin(), high);
    bytes.remove_prefix(static_cast<std::size_t>(high - bytes.begin()));
    for (; !bytes.empty() && !ascii::is_ascii(bytes.front()); bytes.remove_prefix(1)) {
      const char32_t code = half[static_cast<unsigned char>(bytes.front()) - 0x80U];
      utf8::append(code != 0 ? code : kReplacementCharacter, out);
    }
  }
}

void append_windows_1252(std::string_view bytes, std::string& out) {
  static const HighHalf& half = high_half("windows-1252", "windows-1252");
  append_single_bytes(bytes, half, out);
}

// Handles the start of `bytes`, which is not valid UTF-8, and returns the number of bytes handled. NUL, which
// GLib treats as an end, is an ordinary character.
std::size_t append_invalid(std::string_view bytes, bool is_windows_1252, std::string& out) {
  if (bytes.front() == '\0' || is_windows_1252) {
    append_windows_1252(bytes.substr(0, 1), out);
    return 1;
  }
  utf8::append(kReplacementCharacter, out);
  // One replacement character per broken sequence, including its continuation bytes.
  std::size_t taken = 1;
  while (taken < bytes.size() && (static_cast<unsigned char>(bytes[taken]) & 0xC0) == 0x80) ++taken;
  return taken;
}

// Invalid bytes are read as windows-1252, byte by byte, or become U+FFFD.
void append_checked_utf8(std::string_view bytes, bool is_windows_1252, std::string& out) {
  while (!bytes.empty()) {
    const char* end = nullptr;
    g_utf8_validate_len(bytes.data(), bytes.size(), &end);
    const auto valid = static_cast<std::size_t>(end - bytes.data());
    out.append(bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (!bytes.empty()) bytes.remove_prefix(append_invalid(bytes, is_windows_1252, out));
  }
}

void append_euc_jp(std::string_view bytes, const Label& label, std::string& out) {
  ConversionOutput converted(bytes.size());
  decode_multi_byte(bytes, label.name, label.icu, converted);
  out += converted.take().utf8;
}

void decode(std::string_view bytes, const Label& label, ConversionOutput& out) {
  switch (label.encoding) {
    case Encoding::kUtf16:
      return decode_units(bytes, 2, is_little_endian(bytes, 2), out);
    case Encoding::kUtf16Le:
      return decode_units(bytes, 2, true, out);
    case Encoding::kUtf16Be:
      return decode_units(bytes, 2, false, out);
    case Encoding::kUtf32:
      return decode_units(bytes, 4, is_little_endian(bytes, 4), out);
    case Encoding::kUtf32Le:
      return decode_units(bytes, 4, true, out);
    case Encoding::kUtf32Be:
      return decode_units(bytes, 4, false, out);
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
    case Encoding::kAsciiBased: {
      std::string buffer;
      return out.whole(bytes.size(), Charset::for_content(label, bytes).utf8(bytes, buffer));
    }
    case Encoding::kJohab:
    case Encoding::kOther:
      return decode_by_iconv(bytes, label.name, out);
  }
}

// The same for content that may begin with a byte order mark, which overrides the label.
void decode_marked(std::string_view bytes, const Label& label, ConversionOutput& out) {
  const Mark* mark = mark_of(bytes);
  if (mark == nullptr) return decode(bytes, label, out);
  out.drop(mark->bytes.size());
  decode(bytes.substr(mark->bytes.size()), read_label(mark->charset), out);
}

}  // namespace

Charset::Charset(Label label) : label_(std::move(label)) {
  if (label_.encoding != Encoding::kAsciiBased) return;
  if (!label_.icu.empty() && label_.name != "euc-jp") high_half_ = &high_half(label_.name, label_.icu);
  if (label_.icu.empty() && !iconv_knows(label_.name)) label_ = {Encoding::kUndeclared, false, {}, {}};
}

Charset Charset::for_content(Label label, std::string_view bytes) {
  Charset charset(std::move(label));
  Encoding& encoding = charset.label_.encoding;
  if (encoding == Encoding::kUndeclared) encoding = is_utf8(bytes) ? Encoding::kUtf8 : Encoding::kWindows1252;
  return charset;
}

void Charset::append_utf8(std::string_view bytes, std::string& out) const {
  if (is_converted(label_.encoding)) {
    ConversionOutput converted(std::move(out));
    decode_marked(bytes, label_, converted);
    out = converted.take().utf8;
  } else if (ascii::is_ascii(bytes)) {
    out.append(bytes);
  } else if (label_.encoding == Encoding::kWindows1252) {
    append_windows_1252(bytes, out);
  } else if (high_half_ != nullptr) {
    append_single_bytes(bytes, *high_half_, out);
  } else if (label_.encoding == Encoding::kAsciiBased && label_.icu.empty()) {
    append_by_iconv(bytes, label_.name, out);
  } else if (label_.encoding == Encoding::kAsciiBased) {
    append_euc_jp(bytes, label_, out);
  } else {
    append_checked_utf8(bytes, label_.encoding == Encoding::kUndeclared, out);
  }
}

std::string_view Charset::utf8(std::string_view bytes, std::string& buffer) const {
  if (!is_converted(label_.encoding) && ascii::is_ascii(bytes)) return bytes;
  buffer.clear();
  append_utf8(bytes, buffer);
  return buffer;
}

bool is_utf8(std::string_view bytes) {
  if (ascii::is_ascii(bytes)) return true;
  std::string_view rest = bytes;
  for (const char* end = nullptr; !g_utf8_validate_len(rest.data(), rest.size(), &end);) {
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.front() == '\0') {  // an ordinary character, which GLib treats as an end
      rest.remove_prefix(1);
      continue;
    }
    // GLib also calls a character incomplete if a NUL follows.
    const bool is_cut_off =
        rest.size() < 4 && !contains(rest, '\0') &&
        g_utf8_get_char_validated(rest.data(), static_cast<gssize>(rest.size())) == static_cast<gunichar>(-2);
    return is_cut_off && !ascii::is_ascii(bytes.substr(0, bytes.size() - rest.size()));
  }
  return true;
}

std::string_view marked_charset(std::string_view bytes) {
  const Mark* mark = mark_of(bytes);
  return mark == nullptr ? std::string_view() : mark->charset;
}

bool needs_conversion(const Label& label, std::string_view bytes) {
  if (const Mark* mark = mark_of(bytes)) return mark->charset != "utf-8";
  switch (label.encoding) {
    case Encoding::kUtf7:
      return contains(bytes, '+') || !ascii::is_ascii(bytes);
    case Encoding::kHz:
      return contains(bytes, '~') || !ascii::is_ascii(bytes);
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
  ConversionOutput out(bytes.size());
  decode_marked(bytes, label, out);
  return out.take();
}

}  // namespace mimebase::charset
