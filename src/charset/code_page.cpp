#include "charset/code_page.h"

namespace mimebase::charset {

std::string label_of_code_page(std::uint64_t code_page) {
  struct Row {
    std::uint64_t code_page;
    const char* label;
  };
  constexpr Row kRows[] = {{708, "iso-8859-6"},    {874, "windows-874"},
                           {932, "shift_jis"},     {936, "gbk"},
                           {949, "windows-949"},   {950, "big5"},
                           {1200, "utf-16le"},     {1201, "utf-16be"},
                           {1361, "johab"},        {10000, "macintosh"},
                           {10001, "shift_jis"},   {10002, "big5"},
                           {10003, "euc-kr"},      {10007, "x-mac-cyrillic"},
                           {10008, "gb2312"},      {10029, "mac-centraleurope"},
                           {20127, "us-ascii"},    {20866, "koi8-r"},
                           {20932, "euc-jp"},      {20936, "gb2312"},
                           {21866, "koi8-u"},      {38598, "iso-8859-8-i"},
                           {50220, "iso-2022-jp"}, {50221, "iso-2022-jp"},
                           {50222, "iso-2022-jp"}, {50225, "iso-2022-kr"},
                           {51932, "euc-jp"},      {51936, "gb2312"},
                           {51949, "euc-kr"},      {52936, "hz-gb-2312"},
                           {54936, "gb18030"},     {65000, "utf-7"},
                           {65001, "utf-8"}};
  for (const Row& row : kRows) {
    if (row.code_page == code_page) return row.label;
  }
  if (code_page >= 1250 && code_page <= 1258) return "windows-" + std::to_string(code_page);
  // ISO-8859-12 does not exist.
  if (code_page > 28590 && code_page < 28606 && code_page != 28602)
    return "iso-8859-" + std::to_string(code_page - 28590);
  // Code pages of IBM, such as 437 of DOS.
  return code_page >= 37 && code_page < 1200 ? "cp" + std::to_string(code_page) : "";
}

}  // namespace mimebase::charset
