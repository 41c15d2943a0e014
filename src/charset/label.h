// Interprets charset labels as mail writes them: labels of the Encoding Standard, labels that mail programs
// use, and iconv's names for all others. One table serves reading and writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::charset {

// How the bytes of a charset are decoded. From kUtf16 on, content must be converted before a finder can read
// it, because ASCII bytes may be part of other characters or mean something else.
enum class Encoding : std::uint8_t {
  kUndeclared,  // no label, or an unknown one: UTF-8 or windows-1252
  kUtf8,
  kWindows1252,
  kAsciiBased,  // others in which every ASCII byte is the ASCII character
  kUtf16,       // byte order by its mark, or guessed
  kUtf16Le,
  kUtf16Be,
  kUtf32,
  kUtf32Le,
  kUtf32Be,
  kUtf7,
  kHz,
  kIso2022,
  kGb18030,
  kBig5,
  kShiftJis,
  kKorean,  // windows-949: EUC-KR and the rest of Hangul, with letters as trail bytes
  kJohab,
  kOther,  // others, such as EBCDIC: through iconv, character by character
};

// The meaning of a label.
struct Label {
  Encoding encoding = Encoding::kUndeclared;
  bool known = true;  // false for an unknown label, which is treated like a missing one
  std::string
      name;  // canonical, in lower case, itself a label: the Encoding Standard's if that has the encoding
  std::string icu;  // ICU's name; empty if only iconv knows the charset, by `name`
};

// Parses a label in any case, with or without surrounding quotes and white space. US-ASCII is undeclared,
// because bytes above ASCII then belong to another charset.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE Label read_label(std::string_view label);

// The Encoding Standard's name ("shift_jis") of the encoding that a document's URLs and forms are written in
// (section 4.3, "get an output encoding"). This is "utf-8" for UTF-16, for charsets without an encoder in the
// Standard (ISO-2022-KR, HZ, UTF-7, Johab) and for unknown labels. The view is static.
[[nodiscard]] std::string_view output_encoding(std::string_view label);

// Returns true if finders can read content of this encoding only after conversion.
[[nodiscard]] constexpr bool is_converted(Encoding encoding) {
  return encoding >= Encoding::kUtf16;
}

}  // namespace mimebase::charset
