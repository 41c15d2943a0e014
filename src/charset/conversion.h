// Content in charsets that a finder cannot read as they are, made UTF-8, with the way back to its bytes.
#pragma once

#include <string>
#include <string_view>

#include "charset/label.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

// True for content in which ASCII bytes may be parts of other characters or mean something else: UTF-16,
// UTF-32, UTF-7, ISO-2022-*, HZ, GB18030 (GBK, GB2312), Big5, Shift_JIS, windows-949 (EUC-KR), Johab, EBCDIC.
// A byte order mark of UTF-16 or UTF-32 says so whatever the label is. False where such content has no byte
// that is anything but ASCII.
[[nodiscard]] bool needs_conversion(const Label& label, std::string_view bytes);

struct Converted {
  std::string utf8;  // without byte order mark
  OffsetMap map;     // from `utf8` to the bytes that were converted
};

// Any content as UTF-8; what is not valid becomes U+FFFD. The map is exact to the character where characters
// have bytes of their own; in the base64 of UTF-7 the run is mapped as a whole. Time and memory are linear.
[[nodiscard]] Converted convert(const Label& label, std::string_view bytes);

// The encoding that a byte order mark at the beginning names ("utf-8", "utf-16le" ...); else "".
[[nodiscard]] std::string_view marked_charset(std::string_view bytes);

}  // namespace mimebase::charset
