#include "text/label.h"

#include <glib.h>

#include <algorithm>
#include <array>

#include "text/converter.h"

namespace mimebase::text {
namespace {

struct Alias {
  std::string_view label;
  Encoding encoding;
  std::string_view name;
};

// Labels that mean another charset than iconv takes them for, or that it does not know. Many mean more than
// they say: browsers and mail clients read ISO-8859-1 as windows-1252 and GB2312 as GB18030.
constexpr Alias kAliases[] = {
    {"us-ascii", Encoding::kUndeclared, ""},
    {"ascii", Encoding::kUndeclared, ""},
    {"ansi_x3.4-1968", Encoding::kUndeclared, ""},
    {"ansi_x3.4-1986", Encoding::kUndeclared, ""},
    {"iso646-us", Encoding::kUndeclared, ""},
    {"iso_646.irv:1991", Encoding::kUndeclared, ""},
    {"utf-8", Encoding::kUtf8, "utf-8"},
    {"utf8", Encoding::kUtf8, "utf-8"},
    {"unicode-1-1-utf-8", Encoding::kUtf8, "utf-8"},
    {"unicode-2-0-utf-8", Encoding::kUtf8, "utf-8"},
    {"x-unicode20utf8", Encoding::kUtf8, "utf-8"},
    {"windows-1252", Encoding::kWindows1252, "windows-1252"},
    {"iso-8859-1", Encoding::kWindows1252, "windows-1252"},
    {"iso8859-1", Encoding::kWindows1252, "windows-1252"},
    {"iso88591", Encoding::kWindows1252, "windows-1252"},
    {"iso_8859-1", Encoding::kWindows1252, "windows-1252"},
    {"iso_8859-1:1987", Encoding::kWindows1252, "windows-1252"},
    {"iso-latin-1", Encoding::kWindows1252, "windows-1252"},
    {"latin1", Encoding::kWindows1252, "windows-1252"},
    {"latin-1", Encoding::kWindows1252, "windows-1252"},
    {"l1", Encoding::kWindows1252, "windows-1252"},
    {"cp1252", Encoding::kWindows1252, "windows-1252"},
    {"cp-1252", Encoding::kWindows1252, "windows-1252"},
    {"x-cp1252", Encoding::kWindows1252, "windows-1252"},
    {"x-user-defined", Encoding::kWindows1252, "windows-1252"},
    {"iso-8859-9", Encoding::kAsciiBased, "windows-1254"},
    {"latin5", Encoding::kAsciiBased, "windows-1254"},
    {"iso-8859-11", Encoding::kAsciiBased, "windows-874"},
    {"tis-620", Encoding::kAsciiBased, "windows-874"},
    {"iso-8859-8-i", Encoding::kAsciiBased, "iso-8859-8"},
    {"iso-8859-8-e", Encoding::kAsciiBased, "iso-8859-8"},
    {"x-cp1250", Encoding::kAsciiBased, "windows-1250"},
    {"x-cp1251", Encoding::kAsciiBased, "windows-1251"},
    {"x-cp1253", Encoding::kAsciiBased, "windows-1253"},
    {"x-cp1254", Encoding::kAsciiBased, "windows-1254"},
    {"x-euc-jp", Encoding::kAsciiBased, "euc-jp"},
    {"x-mac-cyrillic", Encoding::kAsciiBased, "mac-cyrillic"},
    {"x-mac-roman", Encoding::kAsciiBased, "macintosh"},
    {"utf-16", Encoding::kUtf16, "utf-16"},
    {"utf16", Encoding::kUtf16, "utf-16"},
    {"unicode", Encoding::kUtf16, "utf-16"},
    {"csunicode", Encoding::kUtf16, "utf-16"},
    {"ucs-2", Encoding::kUtf16, "utf-16"},
    {"iso-10646-ucs-2", Encoding::kUtf16, "utf-16"},
    {"utf-16le", Encoding::kUtf16Le, "utf-16le"},
    {"utf16le", Encoding::kUtf16Le, "utf-16le"},
    {"ucs-2le", Encoding::kUtf16Le, "utf-16le"},
    {"unicodefeff", Encoding::kUtf16Le, "utf-16le"},
    {"utf-16be", Encoding::kUtf16Be, "utf-16be"},
    {"utf16be", Encoding::kUtf16Be, "utf-16be"},
    {"ucs-2be", Encoding::kUtf16Be, "utf-16be"},
    {"unicodefffe", Encoding::kUtf16Be, "utf-16be"},
    {"utf-32", Encoding::kUtf32, "utf-32"},
    {"utf32", Encoding::kUtf32, "utf-32"},
    {"ucs-4", Encoding::kUtf32, "utf-32"},
    {"iso-10646-ucs-4", Encoding::kUtf32, "utf-32"},
    {"utf-32le", Encoding::kUtf32Le, "utf-32le"},
    {"utf32le", Encoding::kUtf32Le, "utf-32le"},
    {"ucs-4le", Encoding::kUtf32Le, "utf-32le"},
    {"utf-32be", Encoding::kUtf32Be, "utf-32be"},
    {"utf32be", Encoding::kUtf32Be, "utf-32be"},
    {"ucs-4be", Encoding::kUtf32Be, "utf-32be"},
    {"utf-7", Encoding::kUtf7, "utf-7"},
    {"utf7", Encoding::kUtf7, "utf-7"},
    {"csutf7", Encoding::kUtf7, "utf-7"},
    {"unicode-1-1-utf-7", Encoding::kUtf7, "utf-7"},
    {"unicode-2-0-utf-7", Encoding::kUtf7, "utf-7"},
    {"x-unicode-2-0-utf-7", Encoding::kUtf7, "utf-7"},
    {"hz-gb-2312", Encoding::kHz, "hz-gb-2312"},
    {"hz-gb2312", Encoding::kHz, "hz-gb-2312"},
    {"hz", Encoding::kHz, "hz-gb-2312"},
    {"csiso2022jp", Encoding::kIso2022, "iso-2022-jp"},
    {"csiso2022jp2", Encoding::kIso2022, "iso-2022-jp-2"},
    {"csiso2022kr", Encoding::kIso2022, "iso-2022-kr"},
    {"csiso2022cn", Encoding::kIso2022, "iso-2022-cn"},
    {"gb18030", Encoding::kGb18030, "gb18030"},
    {"gb-18030", Encoding::kGb18030, "gb18030"},
    {"gbk", Encoding::kGb18030, "gb18030"},
    {"x-gbk", Encoding::kGb18030, "gb18030"},
    {"cp936", Encoding::kGb18030, "gb18030"},
    {"ms936", Encoding::kGb18030, "gb18030"},
    {"windows-936", Encoding::kGb18030, "gb18030"},
    {"gb2312", Encoding::kGb18030, "gb18030"},
    {"gb_2312", Encoding::kGb18030, "gb18030"},
    {"gb_2312-80", Encoding::kGb18030, "gb18030"},
    {"csgb2312", Encoding::kGb18030, "gb18030"},
    {"csiso58gb231280", Encoding::kGb18030, "gb18030"},
    {"iso-ir-58", Encoding::kGb18030, "gb18030"},
    {"chinese", Encoding::kGb18030, "gb18030"},
    {"euc-cn", Encoding::kGb18030, "gb18030"},
    {"euccn", Encoding::kGb18030, "gb18030"},
    {"x-euc-cn", Encoding::kGb18030, "gb18030"},
    {"big5", Encoding::kBig5, "big5-hkscs"},
    {"big-5", Encoding::kBig5, "big5-hkscs"},
    {"big5-hkscs", Encoding::kBig5, "big5-hkscs"},
    {"big5hkscs", Encoding::kBig5, "big5-hkscs"},
    {"big5-eten", Encoding::kBig5, "big5-hkscs"},
    {"x-x-big5", Encoding::kBig5, "big5-hkscs"},
    {"cn-big5", Encoding::kBig5, "big5-hkscs"},
    {"csbig5", Encoding::kBig5, "big5-hkscs"},
    {"cp950", Encoding::kBig5, "big5-hkscs"},
    {"windows-950", Encoding::kBig5, "big5-hkscs"},
    {"shift_jis", Encoding::kShiftJis, "cp932"},
    {"shift-jis", Encoding::kShiftJis, "cp932"},
    {"shiftjis", Encoding::kShiftJis, "cp932"},
    {"sjis", Encoding::kShiftJis, "cp932"},
    {"x-sjis", Encoding::kShiftJis, "cp932"},
    {"ms_kanji", Encoding::kShiftJis, "cp932"},
    {"csshiftjis", Encoding::kShiftJis, "cp932"},
    {"ms932", Encoding::kShiftJis, "cp932"},
    {"cp932", Encoding::kShiftJis, "cp932"},
    {"ibm943", Encoding::kShiftJis, "cp932"},
    {"windows-932", Encoding::kShiftJis, "cp932"},
    {"windows-31j", Encoding::kShiftJis, "cp932"},
    {"cswindows31j", Encoding::kShiftJis, "cp932"},
    {"shift_jisx0213", Encoding::kShiftJis, "cp932"},
    {"euc-kr", Encoding::kKorean, "cp949"},
    {"euckr", Encoding::kKorean, "cp949"},
    {"cseuckr", Encoding::kKorean, "cp949"},
    {"korean", Encoding::kKorean, "cp949"},
    {"iso-ir-149", Encoding::kKorean, "cp949"},
    {"csksc56011987", Encoding::kKorean, "cp949"},
    {"ks_c_5601", Encoding::kKorean, "cp949"},
    {"ks_c_5601-1987", Encoding::kKorean, "cp949"},
    {"ks_c_5601-1989", Encoding::kKorean, "cp949"},
    {"ksc5601", Encoding::kKorean, "cp949"},
    {"ksc_5601", Encoding::kKorean, "cp949"},
    {"cp949", Encoding::kKorean, "cp949"},
    {"uhc", Encoding::kKorean, "cp949"},
    {"windows-949", Encoding::kKorean, "cp949"},
    {"x-windows-949", Encoding::kKorean, "cp949"},
    {"johab", Encoding::kJohab, "johab"},
    {"ms1361", Encoding::kJohab, "johab"},
    {"cp1361", Encoding::kJohab, "johab"},
    {"x-johab", Encoding::kJohab, "johab"},
};

// What iconv reads as "the charset of this process" or as its own inner ones.
constexpr std::string_view kNoCharsets[] = {"char",           "wchar_t",        "internal",
                                            "ucs-2-internal", "ucs-4-internal", "ucs4-internal"};

constexpr std::size_t kMaxLabelBytes = 64;

bool is_label_byte(char c) {
  return g_ascii_isalnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '+';
}

std::string lower_label(std::string_view label) {
  std::string lower;
  for (const char c : label.substr(0, 2 * kMaxLabelBytes)) {
    if (!g_ascii_isspace(c) && c != '"' && c != '\'') lower += g_ascii_tolower(c);
  }
  return lower;
}

// How iconv reads the ASCII bytes that text is made of decides whether a finder may read them.
Label ask_iconv(std::string name) {
  const Label unknown{Encoding::kUndeclared, false, {}};
  if (name.size() > kMaxLabelBytes || !std::all_of(name.begin(), name.end(), is_label_byte)) return unknown;
  if (std::find(std::begin(kNoCharsets), std::end(kNoCharsets), name) != std::end(kNoCharsets))
    return unknown;
  const GIConv converter = converter_to_utf8(name);
  if (converter == nullptr) return unknown;
  std::string ascii = "\t\n\r";
  for (char c = 0x20; c < 0x7F; ++c) ascii += c;
  std::array<char, 512> buffer{};
  char* in = ascii.data();
  char* out = buffer.data();
  gsize in_left = ascii.size();
  gsize room = buffer.size();
  const gsize done = g_iconv(converter, &in, &in_left, &out, &room);
  const bool same = done != static_cast<gsize>(-1) &&
                    std::string_view(buffer.data(), static_cast<std::size_t>(out - buffer.data())) == ascii;
  return {same ? Encoding::kAsciiBased : Encoding::kOther, true, std::move(name)};
}

}  // namespace

Label read_label(std::string_view label) {
  std::string lower = lower_label(label);
  if (lower.empty()) return {};
  const auto* alias = std::find_if(std::begin(kAliases), std::end(kAliases),
                                   [&](const Alias& a) { return a.label == lower; });
  if (alias != std::end(kAliases)) return {alias->encoding, true, std::string(alias->name)};
  if (lower.starts_with("iso-2022-") || lower.starts_with("iso2022-"))
    return {Encoding::kIso2022, true, lower.starts_with("iso-") ? lower : "iso-" + lower.substr(3)};
  return ask_iconv(std::move(lower));
}

}  // namespace mimebase::text
