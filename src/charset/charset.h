// Charsets of content: which of them a finder may read as they are, and how their bytes become UTF-8.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "charset/label.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

// How bytes become UTF-8. Any charset will do for that; to be read by a finder it must be one in which every
// byte below 0x80 is the ASCII character, and never a part of another character's encoding (UTF-8,
// ISO-8859-*, windows-125*, KOI8, EUC-JP). Content in the others is converted first: see convert(), and
// readable.h, which decides.
class Charset {
 public:
  // UTF-8, and windows-1252 for the bytes that are none: for short pieces of undeclared charset.
  Charset() = default;
  // By a label as mail writes it ("utf-8", "ISO-8859-1", "x-sjis"), in any case. An unknown label gives
  // the same as Charset(); known() tells.
  explicit Charset(std::string_view label) : Charset(read_label(label)) {}
  explicit Charset(Label label);

  // As Charset(label), for the whole of a content: where the label says nothing, is unknown or US-ASCII, all
  // of it is UTF-8 if it is valid as that (but for a character that the end cuts off), else windows-1252.
  [[nodiscard]] static Charset for_content(Label label, std::string_view bytes);

  [[nodiscard]] bool known() const { return label_.known; }
  // Whether UTF-8 is read as that, whatever else may be.
  [[nodiscard]] bool reads_utf8() const {
    return label_.encoding == Encoding::kUtf8 || label_.encoding == Encoding::kUndeclared;
  }

  // Appends `bytes` to `out` as UTF-8; what is not valid becomes U+FFFD.
  void append_utf8(std::string_view bytes, std::string& out) const;
  // The same as a view: of `bytes` themselves where they are ASCII, else of `buffer`.
  [[nodiscard]] std::string_view utf8(std::string_view bytes, std::string& buffer) const;

 private:
  Label label_;
  const std::array<char32_t, 128>* high_half_ =
      nullptr;  // where each byte of a charset of ICU's is a character
};

// True for content in which ASCII bytes may be parts of other characters or mean something else: UTF-16,
// UTF-32, UTF-7, ISO-2022-*, HZ, GB18030 (GBK, GB2312), Big5, Shift_JIS, windows-949 (EUC-KR), Johab, EBCDIC.
// A byte order mark of UTF-16 or UTF-32 says so whatever the label is. False where such content has no byte
// that is anything but ASCII.
[[nodiscard]] bool needs_conversion(const Label& label, std::string_view bytes);

struct Converted {
  std::string utf8;  // without byte order mark
  OffsetMap map;     // from `utf8` to the bytes that were converted
};

// Content as UTF-8; what is not valid becomes U+FFFD. The map is exact to the character where characters have
// bytes of their own; the base64 of UTF-7 is mapped run by run, and what needs no conversion as a whole. Time
// and memory are linear.
[[nodiscard]] Converted convert(const Label& label, std::string_view bytes);

// The encoding that a byte order mark at the beginning names ("utf-8", "utf-16le" ...); else "".
[[nodiscard]] std::string_view marked_charset(std::string_view bytes);

// True if the bytes are valid UTF-8, be it that the end cuts the last character off. Fast where they are
// ASCII.
[[nodiscard]] bool is_utf8(std::string_view bytes);

}  // namespace mimebase::charset
