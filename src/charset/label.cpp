#include "charset/label.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ascii.h"
#include "charset/converter.h"

namespace mimebase::charset {
namespace {

// An encoding of the Encoding Standard (sections 4.2, 4.3) with all labels that it has there.
struct StandardEncoding {
  Encoding encoding;
  std::string_view name;  // the Standard's, in lower case
  std::string_view icu;   // by which name ICU has it
  std::string_view labels;
};

// The frequent ones first.
constexpr StandardEncoding kStandard[] = {
    {Encoding::kUtf8, "utf-8", "utf-8",
     " utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 "},
    // As in a `meta` of HTML (13.2.3.2), x-user-defined is windows-1252 everywhere.
    {Encoding::kWindows1252, "windows-1252", "windows-1252",
     " iso-8859-1 windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-ir-100 iso8859-1 "
     "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 x-user-defined "},
    {Encoding::kGb18030, "gbk", "gb18030",
     " gb2312 gbk chinese csgb2312 csiso58gb231280 gb_2312 gb_2312-80 iso-ir-58 x-gbk "},
    {Encoding::kGb18030, "gb18030", "gb18030", " gb18030 "},
    {Encoding::kBig5, "big5", "ibm-1375_P100-2008", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {Encoding::kIso2022, "iso-2022-jp", "iso-2022-jp", " iso-2022-jp csiso2022jp "},
    {Encoding::kShiftJis, "shift_jis", "ibm-943_P15A-2003",
     " shift_jis shift-jis csshiftjis ms932 ms_kanji sjis windows-31j x-sjis "},
    {Encoding::kAsciiBased, "euc-jp", "euc-jp-2007", " euc-jp cseucpkdfmtjapanese x-euc-jp "},
    {Encoding::kKorean, "euc-kr", "windows-949-2000",
     " euc-kr ks_c_5601-1987 cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949 "},
    {Encoding::kAsciiBased, "ibm866", "ibm866", " 866 cp866 csibm866 ibm866 "},
    {Encoding::kAsciiBased, "iso-8859-2", "iso-8859-2",
     " csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 "},
    {Encoding::kAsciiBased, "iso-8859-3", "iso-8859-3",
     " csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 "},
    {Encoding::kAsciiBased, "iso-8859-4", "iso-8859-4",
     " csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 "},
    {Encoding::kAsciiBased, "iso-8859-5", "iso-8859-5",
     " csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 "},
    {Encoding::kAsciiBased, "iso-8859-6", "iso-8859-6",
     " arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
     "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {Encoding::kAsciiBased, "iso-8859-7", "iso-8859-7",
     " csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek "},
    {Encoding::kAsciiBased, "iso-8859-8", "iso-8859-8",
     " csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual "},
    {Encoding::kAsciiBased, "iso-8859-8-i", "iso-8859-8", " csiso88598i iso-8859-8-i logical "},
    {Encoding::kAsciiBased, "iso-8859-10", "iso-8859-10",
     " csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {Encoding::kAsciiBased, "iso-8859-13", "iso-8859-13", " iso-8859-13 iso8859-13 iso885913 "},
    {Encoding::kAsciiBased, "iso-8859-14", "iso-8859-14", " iso-8859-14 iso8859-14 iso885914 "},
    {Encoding::kAsciiBased, "iso-8859-15", "iso-8859-15",
     " csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 "},
    {Encoding::kAsciiBased, "iso-8859-16", "", " iso-8859-16 "},
    {Encoding::kAsciiBased, "koi8-r", "koi8-r", " cskoi8r koi koi8 koi8-r koi8_r "},
    {Encoding::kAsciiBased, "koi8-u", "koi8-u", " koi8-ru koi8-u "},
    {Encoding::kAsciiBased, "macintosh", "macintosh", " csmacintosh mac macintosh x-mac-roman "},
    {Encoding::kAsciiBased, "windows-874", "windows-874",
     " dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 "},
    {Encoding::kAsciiBased, "windows-1250", "windows-1250", " cp1250 windows-1250 x-cp1250 "},
    {Encoding::kAsciiBased, "windows-1251", "windows-1251", " cp1251 windows-1251 x-cp1251 "},
    {Encoding::kAsciiBased, "windows-1253", "windows-1253", " cp1253 windows-1253 x-cp1253 "},
    {Encoding::kAsciiBased, "windows-1254", "windows-1254",
     " cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "windows-1254 x-cp1254 "},
    {Encoding::kAsciiBased, "windows-1255", "windows-1255", " cp1255 windows-1255 x-cp1255 "},
    {Encoding::kAsciiBased, "windows-1256", "windows-1256", " cp1256 windows-1256 x-cp1256 "},
    {Encoding::kAsciiBased, "windows-1257", "windows-1257", " cp1257 windows-1257 x-cp1257 "},
    {Encoding::kAsciiBased, "windows-1258", "windows-1258", " cp1258 windows-1258 x-cp1258 "},
    {Encoding::kAsciiBased, "x-mac-cyrillic", "x-mac-cyrillic", " x-mac-cyrillic x-mac-ukrainian "},
};

struct Alias {
  std::string_view label;
  Encoding encoding;
  std::string_view name;
};

// What mail writes beyond the Standard, or means otherwise than it. Of a `name` that the Standard has, these
// are further labels.
constexpr Alias kAliases[] = {
    {"us-ascii", Encoding::kUndeclared, ""},
    {"ascii", Encoding::kUndeclared, ""},
    {"ansi_x3.4-1968", Encoding::kUndeclared, ""},
    {"ansi_x3.4-1986", Encoding::kUndeclared, ""},
    {"iso646-us", Encoding::kUndeclared, ""},
    {"iso_646.irv:1991", Encoding::kUndeclared, ""},
    {"unicode-2-0-utf-8", Encoding::kUtf8, "utf-8"},
    {"iso-latin-1", Encoding::kWindows1252, "windows-1252"},
    {"latin-1", Encoding::kWindows1252, "windows-1252"},
    {"cp-1252", Encoding::kWindows1252, "windows-1252"},
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
    {"csiso2022jp2", Encoding::kIso2022, "iso-2022-jp-2"},
    {"csiso2022kr", Encoding::kIso2022, "iso-2022-kr"},
    {"csiso2022cn", Encoding::kIso2022, "iso-2022-cn"},
    {"gb-18030", Encoding::kGb18030, "gb18030"},
    {"cp936", Encoding::kGb18030, "gbk"},
    {"ms936", Encoding::kGb18030, "gbk"},
    {"windows-936", Encoding::kGb18030, "gbk"},
    {"euc-cn", Encoding::kGb18030, "gbk"},
    {"euccn", Encoding::kGb18030, "gbk"},
    {"x-euc-cn", Encoding::kGb18030, "gbk"},
    {"big-5", Encoding::kBig5, "big5"},
    {"big5hkscs", Encoding::kBig5, "big5"},
    {"big5-eten", Encoding::kBig5, "big5"},
    {"cp950", Encoding::kBig5, "big5"},
    {"windows-950", Encoding::kBig5, "big5"},
    {"shiftjis", Encoding::kShiftJis, "shift_jis"},
    {"cp932", Encoding::kShiftJis, "shift_jis"},
    {"ibm943", Encoding::kShiftJis, "shift_jis"},
    {"windows-932", Encoding::kShiftJis, "shift_jis"},
    {"cswindows31j", Encoding::kShiftJis, "shift_jis"},
    {"shift_jisx0213", Encoding::kShiftJis, "shift_jis"},
    {"euckr", Encoding::kKorean, "euc-kr"},
    {"ks_c_5601", Encoding::kKorean, "euc-kr"},
    {"cp949", Encoding::kKorean, "euc-kr"},
    {"uhc", Encoding::kKorean, "euc-kr"},
    {"x-windows-949", Encoding::kKorean, "euc-kr"},
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
  return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '+';
}

std::string lower_label(std::string_view label) {
  std::string lower;
  for (const char c : label.substr(0, 2 * kMaxLabelBytes)) {
    if (!g_ascii_isspace(c) && c != '"' && c != '\'') lower += ascii::lower(c);
  }
  return lower;
}

// How iconv reads the ASCII bytes that text is made of decides whether a finder may read them.
Label ask_iconv(std::string name) {
  const Label unknown{Encoding::kUndeclared, false, {}, {}};
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
  return {same ? Encoding::kAsciiBased : Encoding::kOther, true, name, {}};
}

struct StandardLabel {
  std::string_view label;
  const StandardEncoding* encoding;
};

// Of all encodings, sorted by label.
std::vector<StandardLabel> standard_labels() {
  std::vector<StandardLabel> all;
  for (const StandardEncoding& encoding : kStandard) {
    std::string_view rest = encoding.labels;
    while (!rest.empty()) {
      const std::size_t size = std::min(rest.find(' '), rest.size());
      if (size > 0) all.push_back({rest.substr(0, size), &encoding});
      rest.remove_prefix(std::min(size + 1, rest.size()));
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
  return all;
}

// Null for what the Standard has not.
const StandardEncoding* standard_encoding(std::string_view lower) {
  static const std::vector<StandardLabel> labels = standard_labels();
  const auto found = std::lower_bound(labels.begin(), labels.end(), lower,
                                      [](const StandardLabel& a, std::string_view b) { return a.label < b; });
  return found != labels.end() && found->label == lower ? found->encoding : nullptr;
}

Label label_of(const StandardEncoding& standard) {
  return {standard.encoding, true, std::string(standard.name), std::string(standard.icu)};
}

}  // namespace

Label read_label(std::string_view label) {
  std::string lower = lower_label(label);
  if (lower.empty()) return {};
  const auto* alias = std::find_if(std::begin(kAliases), std::end(kAliases),
                                   [&](const Alias& a) { return a.label == lower; });
  if (alias != std::end(kAliases)) {
    const std::string name(alias->name);
    const StandardEncoding* standard = standard_encoding(name);
    return standard != nullptr ? label_of(*standard) : Label{alias->encoding, true, name, {}};
  }
  if (const StandardEncoding* standard = standard_encoding(lower)) return label_of(*standard);
  if (lower.size() > kMaxLabelBytes || !std::all_of(lower.begin(), lower.end(), is_label_byte))
    return {Encoding::kUndeclared, false, {}, {}};
  if (lower.starts_with("iso-2022-") || lower.starts_with("iso2022-")) {
    if (!lower.starts_with("iso-")) lower.insert(3, 1, '-');
    return {Encoding::kIso2022, true, lower, {}};
  }
  return ask_iconv(std::move(lower));
}

std::string_view output_encoding(std::string_view label) {
  // Of the labels that mail reads otherwise, US-ASCII alone has an encoder.
  const std::string lower = lower_label(label);
  if (const StandardEncoding* standard = standard_encoding(lower)) return standard->name;
  const Label read = read_label(lower);
  const StandardEncoding* standard = standard_encoding(read.name);
  return standard != nullptr ? standard->name : "utf-8";
}

}  // namespace mimebase::charset
