// What a charset's label means, as mail writes it: the labels of the Encoding Standard, the habits of mail
// programs, and for all others iconv's own names. The one table of labels, for reading and for writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {

// How the bytes of a charset are read. Those from kUtf16 on have to be converted before a finder can read
// them: ASCII bytes may be parts of other characters there, or mean something else.
enum class Encoding : std::uint8_t {
  kUndeclared,  // nothing said, or nothing known: UTF-8 or windows-1252
  kUtf8,
  kWindows1252,
  kAsciiBased,  // others in which ASCII bytes are ASCII characters and nothing else
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
  kOther,  // EBCDIC and the like: by iconv, character by character
};

struct Label {
  Encoding encoding = Encoding::kUndeclared;
  bool known = true;  // false: a label that nobody knows, which is as good as none
  std::string name;   // canonical, lower case, a label itself: the Encoding Standard's, where that has it
  std::string icu;    // ICU's name; empty: it is iconv that knows it, by `name`
};

// In any case, with quotes and white space around it. US-ASCII is undeclared: what is not ASCII there is
// something else in truth.
[[nodiscard]] Label read_label(std::string_view label);

// The Encoding Standard's name ("shift_jis") of the encoding that URLs and forms of a document are written in
// (section 4.3, "get an output encoding"): "utf-8" for UTF-16, for charsets that the Standard has no encoder
// of (ISO-2022-KR, HZ, UTF-7, Johab) and for labels that nobody knows. Lives for ever.
[[nodiscard]] std::string_view output_encoding(std::string_view label);

[[nodiscard]] constexpr bool is_converted(Encoding encoding) {
  return encoding >= Encoding::kUtf16;
}

}  // namespace mimebase::charset
