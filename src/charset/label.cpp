#include "charset/label.h"

#include <glib.h>

#include <algorithm>
#include <vector>

#include "charset/iconv.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::charset {
namespace {

// An encoding with all its labels: those of the Encoding Standard (sections 4.2, 4.3), then those that mail
// adds or uses differently. An encoding without standard labels is not in the Standard, or has no encoder
// there.
struct KnownEncoding {
  Encoding encoding;
  std::string_view name;  // the Standard's, in lower case
  std::string_view icu;   // ICU's name
  std::string_view standard_labels;
  std::string_view labels_of_mail = {};
};

// Frequent ones first.
constexpr KnownEncoding kEncodings[] = {
    {Encoding::kUtf8, "utf-8", "utf-8",
     "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8", "unicode-2-0-utf-8"},
    // As in an HTML `meta` (13.2.3.2), x-user-defined is windows-1252 everywhere.
    {Encoding::kWindows1252, "windows-1252", "windows-1252",
     "iso-8859-1 windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-ir-100 "
     "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 x-user-defined",
     "iso-latin-1 latin-1 cp-1252"},
    {Encoding::kGb18030, "gbk", "gb18030",
     "gb2312 gbk chinese csgb2312 csiso58gb231280 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
     "cp936 ms936 windows-936 euc-cn euccn x-euc-cn"},
    {Encoding::kGb18030, "gb18030", "gb18030", "gb18030", "gb-18030"},
    {Encoding::kBig5, "big5", "ibm-1375_P100-2008", "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
     "big-5 big5hkscs big5-eten cp950 windows-950"},
    {Encoding::kIso2022, "iso-2022-jp", "iso-2022-jp", "iso-2022-jp csiso2022jp"},
    {Encoding::kShiftJis, "shift_jis", "ibm-943_P15A-2003",
     "shift_jis shift-jis csshiftjis ms932 ms_kanji sjis windows-31j x-sjis",
     "shiftjis cp932 ibm943 windows-932 cswindows31j shift_jisx0213"},
    {Encoding::kAsciiBased, "euc-jp", "euc-jp-2007", "euc-jp cseucpkdfmtjapanese x-euc-jp"},
    {Encoding::kKorean, "euc-kr", "windows-949-2000",
     "euc-kr ks_c_5601-1987 cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949",
     "euckr ks_c_5601 cp949 uhc x-windows-949"},
    {Encoding::kAsciiBased, "ibm866", "ibm866", "866 cp866 csibm866 ibm866"},
    {Encoding::kAsciiBased, "iso-8859-2", "iso-8859-2",
     "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {Encoding::kAsciiBased, "iso-8859-3", "iso-8859-3",
     "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {Encoding::kAsciiBased, "iso-8859-4", "iso-8859-4",
     "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {Encoding::kAsciiBased, "iso-8859-5", "iso-8859-5",
     "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {Encoding::kAsciiBased, "iso-8859-6", "iso-8859-6",
     "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
     "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {Encoding::kAsciiBased, "iso-8859-7", "iso-8859-7",
     "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
     "iso_8859-7 iso_8859-7:1987 sun_eu_greek"},
    {Encoding::kAsciiBased, "iso-8859-8", "iso-8859-8",
     "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
     "iso_8859-8 iso_8859-8:1988 visual"},
    {Encoding::kAsciiBased, "iso-8859-8-i", "iso-8859-8", "csiso88598i iso-8859-8-i logical"},
    {Encoding::kAsciiBased, "iso-8859-10", "iso-8859-10",
     "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {Encoding::kAsciiBased, "iso-8859-13", "iso-8859-13", "iso-8859-13 iso8859-13 iso885913"},
    {Encoding::kAsciiBased, "iso-8859-14", "iso-8859-14", "iso-8859-14 iso8859-14 iso885914"},
    {Encoding::kAsciiBased, "iso-8859-15", "iso-8859-15",
     "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"},
    {Encoding::kAsciiBased, "iso-8859-16", "", "iso-8859-16"},
    {Encoding::kAsciiBased, "koi8-r", "koi8-r", "cskoi8r koi koi8 koi8-r koi8_r"},
    {Encoding::kAsciiBased, "koi8-u", "koi8-u", "koi8-ru koi8-u"},
    {Encoding::kAsciiBased, "macintosh", "macintosh", "csmacintosh mac macintosh x-mac-roman"},
    {Encoding::kAsciiBased, "windows-874", "windows-874",
     "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"},
    {Encoding::kAsciiBased, "windows-1250", "windows-1250", "cp1250 windows-1250 x-cp1250"},
    {Encoding::kAsciiBased, "windows-1251", "windows-1251", "cp1251 windows-1251 x-cp1251"},
    {Encoding::kAsciiBased, "windows-1253", "windows-1253", "cp1253 windows-1253 x-cp1253"},
    {Encoding::kAsciiBased, "windows-1254", "windows-1254",
     "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "windows-1254 x-cp1254"},
    {Encoding::kAsciiBased, "windows-1255", "windows-1255", "cp1255 windows-1255 x-cp1255"},
    {Encoding::kAsciiBased, "windows-1256", "windows-1256", "cp1256 windows-1256 x-cp1256"},
    {Encoding::kAsciiBased, "windows-1257", "windows-1257", "cp1257 windows-1257 x-cp1257"},
    {Encoding::kAsciiBased, "windows-1258", "windows-1258", "cp1258 windows-1258 x-cp1258"},
    {Encoding::kAsciiBased, "x-mac-cyrillic", "x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"},
    {Encoding::kUndeclared, "", "", "",
     "us-ascii ascii ansi_x3.4-1968 ansi_x3.4-1986 iso646-us iso_646.irv:1991"},
    {Encoding::kUtf16, "utf-16", "", "", "utf-16 utf16 unicode csunicode ucs-2 iso-10646-ucs-2"},
    {Encoding::kUtf16Le, "utf-16le", "", "", "utf-16le utf16le ucs-2le unicodefeff"},
    {Encoding::kUtf16Be, "utf-16be", "", "", "utf-16be utf16be ucs-2be unicodefffe"},
    {Encoding::kUtf32, "utf-32", "", "", "utf-32 utf32 ucs-4 iso-10646-ucs-4"},
    {Encoding::kUtf32Le, "utf-32le", "", "", "utf-32le utf32le ucs-4le"},
    {Encoding::kUtf32Be, "utf-32be", "", "", "utf-32be utf32be ucs-4be"},
    {Encoding::kUtf7, "utf-7", "", "",
     "utf-7 utf7 csutf7 unicode-1-1-utf-7 unicode-2-0-utf-7 x-unicode-2-0-utf-7"},
    {Encoding::kHz, "hz-gb-2312", "", "", "hz-gb-2312 hz-gb2312 hz"},
    {Encoding::kIso2022, "iso-2022-jp-2", "", "", "csiso2022jp2"},
    {Encoding::kIso2022, "iso-2022-kr", "", "", "csiso2022kr"},
    {Encoding::kIso2022, "iso-2022-cn", "", "", "csiso2022cn"},
    {Encoding::kJohab, "johab", "", "", "johab ms1361 cp1361 x-johab"},
};

// Names that iconv uses for the charset of the process, or internally.
constexpr std::string_view kNoCharsets[] = {"char",           "wchar_t",        "internal",
                                            "ucs-2-internal", "ucs-4-internal", "ucs4-internal"};

constexpr std::size_t kMaxLabelBytes = 64;  // no charset has a longer name

bool is_label_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '+';
}

std::string lower_label(std::string_view label) {
  std::string lower;
  for (const char c : label) {
    if (g_ascii_isspace(c) || c == '"' || c == '\'') continue;
    if (lower.size() > kMaxLabelBytes) break;
    lower += ascii::lower(c);
  }
  return lower;
}

// Finders may read a charset if iconv decodes the ASCII characters of text as themselves.
Label ask_iconv(std::string name) {
  const Label unknown{Encoding::kUndeclared, false, {}, {}};
  if (is_one_of(name, kNoCharsets) || !iconv_knows(name)) return unknown;
  std::string ascii = "\t\n\r", utf8;
  for (char c = 0x20; c < 0x7F; ++c) ascii += c;
  append_by_iconv(ascii, name, utf8);
  return {utf8 == ascii ? Encoding::kAsciiBased : Encoding::kOther, true, name, {}};
}

struct KnownLabel {
  std::string_view label;
  const KnownEncoding* encoding;
};

// Sorted by label.
std::vector<KnownLabel> labels_in(std::string_view KnownEncoding::*list) {
  std::vector<KnownLabel> all;
  for (const KnownEncoding& encoding : kEncodings) {
    std::string_view rest = encoding.*list;
    while (!rest.empty()) {
      const std::size_t size = std::min(rest.find(' '), rest.size());
      if (size > 0) all.push_back({rest.substr(0, size), &encoding});
      rest.remove_prefix(std::min(size + 1, rest.size()));
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
  return all;
}

const KnownEncoding* find_label(const std::vector<KnownLabel>& labels, std::string_view lower) {
  const auto found = std::lower_bound(labels.begin(), labels.end(), lower,
                                      [](const KnownLabel& a, std::string_view b) { return a.label < b; });
  return found != labels.end() && found->label == lower ? found->encoding : nullptr;
}

// Null if the Standard lacks the label.
const KnownEncoding* standard_encoding(std::string_view lower) {
  static const std::vector<KnownLabel> labels = labels_in(&KnownEncoding::standard_labels);
  return find_label(labels, lower);
}

const KnownEncoding* known_encoding(std::string_view lower) {
  static const std::vector<KnownLabel> of_mail = labels_in(&KnownEncoding::labels_of_mail);
  const KnownEncoding* found = find_label(of_mail, lower);
  return found != nullptr ? found : standard_encoding(lower);
}

}  // namespace

Label read_label(std::string_view label) {
  std::string lower = lower_label(label);
  if (lower.empty()) return {};
  if (const KnownEncoding* known = known_encoding(lower))
    return {known->encoding, true, std::string(known->name), std::string(known->icu)};
  if (lower.size() > kMaxLabelBytes || !std::all_of(lower.begin(), lower.end(), is_label_byte))
    return {Encoding::kUndeclared, false, {}, {}};
  if (lower.starts_with("iso-2022-") || lower.starts_with("iso2022-")) {
    if (!lower.starts_with("iso-")) lower.insert(3, 1, '-');
    return {Encoding::kIso2022, true, lower, {}};
  }
  return ask_iconv(std::move(lower));
}

std::string_view output_encoding(std::string_view label) {
  // Among the labels that mail reads differently, only US-ASCII has an encoder.
  const std::string lower = lower_label(label);
  const KnownEncoding* standard = standard_encoding(lower);
  if (standard == nullptr) standard = standard_encoding(read_label(lower).name);
  return standard != nullptr ? standard->name : "utf-8";
}

}  // namespace mimebase::charset
