// What a charset's label means, as mail writes it: the names of the Encoding Standard and the habits of mail
// programs, and for all others iconv's own names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::text {

// How the bytes of a charset are read. Those from kUtf16 on have to be converted before a finder can read
// them: ASCII bytes may be parts of other characters there, or mean something else.
enum class Encoding : std::uint8_t {
  kUndeclared,  // nothing said, or nothing known: UTF-8 or windows-1252
  kUtf8,
  kWindows1252,
  kAsciiBased,  // others in which ASCII bytes are ASCII characters and nothing else: by iconv
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
  std::string name;   // canonical, lower case; empty with kUndeclared. What iconv knows it by
};

// In any case, with quotes and white space around it. US-ASCII is undeclared: what is not ASCII there is
// something else in truth.
[[nodiscard]] Label read_label(std::string_view label);

[[nodiscard]] constexpr bool is_converted(Encoding encoding) {
  return encoding >= Encoding::kUtf16;
}

}  // namespace mimebase::text
