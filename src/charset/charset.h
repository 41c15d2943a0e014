// Charsets of content: whether finders can read their bytes directly, and how they are converted to UTF-8.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "charset/label.h"
#include "charset/offset_map.h"
#include "text/for_archive.h"

namespace mimebase::charset {

// Converts bytes of a charset to UTF-8. Any charset can be converted. Finders can read a content directly
// only if every byte below 0x80 is the ASCII character and never part of another one (UTF-8, ISO-8859-*,
// windows-125*, KOI8, EUC-JP). Other content is converted first: see convert(), and readable.h, which
// decides.
class Charset {
 public:
  // UTF-8, with invalid bytes read as windows-1252; for short text of an undeclared charset.
  Charset() = default;
  // Takes a label as mail writes it ("utf-8", "ISO-8859-1", "x-sjis"), in any case. An unknown label gives
  // the same as Charset().
  explicit Charset(std::string_view label) : Charset(read_label(label)) {}
  MIMEBASE_FOR_ARCHIVE explicit Charset(Label label);

  // Like Charset(label), for a complete content. If the label is missing, unknown or US-ASCII, the content is
  // UTF-8 if all of it is valid (a character cut off at the end is allowed), otherwise windows-1252.
  [[nodiscard]] static Charset for_content(Label label, std::string_view bytes);

  // Returns true if valid UTF-8 is read as UTF-8.
  [[nodiscard]] bool reads_utf8() const {
    return label_.encoding == Encoding::kUtf8 || label_.encoding == Encoding::kUndeclared;
  }

  // Appends `bytes` to `out` as UTF-8. Invalid bytes become U+FFFD.
  MIMEBASE_FOR_ARCHIVE void append_utf8(std::string_view bytes, std::string& out) const;
  // The same as a view: into `bytes` if they are ASCII, otherwise into `buffer`.
  [[nodiscard]] std::string_view utf8(std::string_view bytes, std::string& buffer) const;

 private:
  Label label_;
  // For single-byte charsets that ICU knows.
  const std::array<char32_t, 128>* high_half_ = nullptr;
};

// Returns true for content in which ASCII bytes may be part of other characters or mean something else:
// UTF-16, UTF-32, UTF-7, ISO-2022-*, HZ, GB18030 (GBK, GB2312), Big5, Shift_JIS, windows-949 (EUC-KR), Johab,
// EBCDIC. A byte order mark of UTF-16 or UTF-32 overrides the label. Returns false if such content is plain
// ASCII.
[[nodiscard]] bool needs_conversion(const Label& label, std::string_view bytes);

// The result of a conversion.
struct Converted {
  std::string utf8;  // without byte order mark
  OffsetMap map;     // from `utf8` to the original bytes
};

// Converts content to UTF-8. Invalid bytes become U+FFFD. The map is exact per character if characters have
// bytes of their own. The base64 of UTF-7 is mapped per run, and content that needs no conversion as a whole.
// Time and memory are linear.
[[nodiscard]] Converted convert(const Label& label, std::string_view bytes);

// The encoding that a byte order mark at the start indicates ("utf-8", "utf-16le", ...); "" if there is none.
[[nodiscard]] std::string_view marked_charset(std::string_view bytes);

// Returns true if the bytes are valid UTF-8; the last character may be cut off. Fast for ASCII.
[[nodiscard]] bool is_utf8(std::string_view bytes);

}  // namespace mimebase::charset
