#include "url/whatwg_query.h"

#include <iconv.h>

#include <algorithm>

#include "url/utf8.h"
#include "url/whatwg_percent.h"

namespace mimebase::url {
namespace {

struct Encoding {
  const char* name;  // iconv's; the one that is nearest to the Encoding Standard's index
  std::string_view labels;
};

// Encoding Standard section 4.2, without those whose output encoding is UTF-8.
constexpr Encoding kEncodings[] = {
    {"IBM866", " 866 cp866 csibm866 ibm866 "},
    {"ISO-8859-2",
     " csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 "},
    {"ISO-8859-3",
     " csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 "},
    {"ISO-8859-4",
     " csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 "},
    {"ISO-8859-5",
     " csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 "},
    {"ISO-8859-6",
     " arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
     "iso-8859-6-i "
     "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {"ISO-8859-7",
     " csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek "},
    {"ISO-8859-8",
     " csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical "},
    {"ISO-8859-10", " csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {"ISO-8859-13", " iso-8859-13 iso8859-13 iso885913 "},
    {"ISO-8859-14", " iso-8859-14 iso8859-14 iso885914 "},
    {"ISO-8859-15", " csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 "},
    {"ISO-8859-16", " iso-8859-16 "},
    {"KOI8-R", " cskoi8r koi koi8 koi8-r koi8_r "},
    {"KOI8-U", " koi8-ru koi8-u "},
    {"MACINTOSH", " csmacintosh mac macintosh x-mac-roman "},
    {"CP874", " dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 "},
    {"CP1250", " cp1250 windows-1250 x-cp1250 "},
    {"CP1251", " cp1251 windows-1251 x-cp1251 "},
    {"CP1252",
     " ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
     "iso_8859-1 "
     "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 "},
    {"CP1253", " cp1253 windows-1253 x-cp1253 "},
    {"CP1254",
     " cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "windows-1254 x-cp1254 "},
    {"CP1255", " cp1255 windows-1255 x-cp1255 "},
    {"CP1256", " cp1256 windows-1256 x-cp1256 "},
    {"CP1257", " cp1257 windows-1257 x-cp1257 "},
    {"CP1258", " cp1258 windows-1258 x-cp1258 "},
    {"MAC-UK", " x-mac-cyrillic x-mac-ukrainian "},
    {"GBK", " chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk "},
    {"GB18030", " gb18030 "},
    {"BIG5", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"EUC-JP-MS", " cseucpkdfmtjapanese euc-jp x-euc-jp "},
    {"ISO-2022-JP", " csiso2022jp iso-2022-jp "},
    {"CP932", " csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis "},
    {"CP949",
     " cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949 "},
};

const char* iconv_name(std::string_view label) {
  constexpr std::string_view kWhiteSpace = "\t\n\f\r ";
  label.remove_prefix(std::min(label.find_first_not_of(kWhiteSpace), label.size()));
  label = label.substr(0, label.find_last_not_of(kWhiteSpace) + 1);
  if (label.empty() || label.find(' ') != std::string_view::npos) return nullptr;
  std::string word = " ";
  for (const char c : label) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  word += ' ';
  for (const Encoding& encoding : kEncodings) {
    if (encoding.labels.find(word) != std::string_view::npos) return encoding.name;
  }
  return nullptr;
}

// One conversion from UTF-8. The descriptor lives as long as the object; where iconv has no such encoding,
// nothing is encodable.
class Converter {
 public:
  Converter(const char* name, std::string& out)
      : handle_(iconv_open(name, "UTF-8")),
        out_(out),
        windows_(std::string_view(name).starts_with("CP125")) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (usable()) iconv_close(handle_);
  }

  // `text` is UTF-8.
  void append(std::string_view text);
  // Back to ASCII, in encodings that shift.
  void reset();

 private:
  bool usable() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
  bool append_encodable(std::string_view character);
  void append_unencodable(char32_t code_point);
  void append_bytes(std::string_view bytes);

  iconv_t handle_;
  std::string& out_;
  bool windows_;
};

void Converter::append_bytes(std::string_view bytes) {
  for (const char byte : bytes) {
    if (in_set(byte, PercentSet::kSpecialQuery)) {
      append_percent_encoded_byte(byte, out_);
    } else {
      out_ += byte;
    }
  }
}

void Converter::append_unencodable(char32_t code_point) {
  // The Standard's windows encodings have the C1 controls where the code pages have nothing.
  if (windows_ && code_point >= 0x80 && code_point < 0xA0) {
    append_percent_encoded_byte(static_cast<char>(code_point), out_);
    return;
  }
  out_ += "%26%23" + std::to_string(static_cast<unsigned long>(code_point)) + "%3B";
}

void Converter::reset() {
  char buffer[16];
  char* end = buffer;
  std::size_t room = sizeof buffer;
  if (usable()) iconv(handle_, nullptr, nullptr, &end, &room);
  append_bytes({buffer, static_cast<std::size_t>(end - buffer)});
}

// The character's bytes go to iconv alone: given more, glibc converts thousands of them anew for each one
// that it cannot encode.
bool Converter::append_encodable(std::string_view character) {
  if (!usable()) return false;
  char* in = const_cast<char*>(character.data());  // iconv's signature; it does not write there
  std::size_t left = character.size();
  char buffer[32];
  char* end = buffer;
  std::size_t room = sizeof buffer;
  const bool encoded = iconv(handle_, &in, &left, &end, &room) != static_cast<std::size_t>(-1);
  append_bytes({buffer, static_cast<std::size_t>(end - buffer)});
  return encoded;
}

void Converter::append(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = utf8_character(text);
    if (!append_encodable(text.substr(0, character.length))) {
      reset();
      append_unencodable(character.code_point);
    }
    text.remove_prefix(character.length);
  }
}

// `text` with U+FFFD for what is no UTF-8.
std::string valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = utf8_character(text.substr(at));
    out += character.valid ? text.substr(at, character.length) : "\xEF\xBF\xBD";
    at += character.length;
  }
  return out;
}

}  // namespace

QueryEncoding::QueryEncoding(std::string_view label) : name_(iconv_name(label)) {}

void QueryEncoding::append(std::string_view query, std::string& out) const {
  const bool ascii =
      std::all_of(query.begin(), query.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii || is_utf8()) {
    append_percent_encoded(query, PercentSet::kSpecialQuery, out);
    return;
  }
  Converter converter(name_, out);
  converter.append(valid_utf8(query));
  converter.reset();
}

}  // namespace mimebase::url
