// Files that open a URL.
#include <string>

#include "catch.h"
#include "documents/collect.h"

// In a namespace of its own, because test files are compiled together.
namespace mimebase::shortcut_test {

using namespace std::string_literals;

using documents::Format;
using documents::format_of;

namespace {

std::string found_in(const std::string& bytes) {
  return test::references_in(Format::kShortcut, bytes);
}

std::string number(std::uint32_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}
std::string utf16(std::string_view ascii) {
  std::string bytes;
  for (const char c : ascii) bytes.append({c, '\0'});
  return bytes;
}
std::string sized(std::string_view text, std::uint32_t characters) {
  return number(characters, 2) + std::string(text);
}

const std::string kLinkStart = "\x4C\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"s;

// MS-SHLLINK section 2.1: the header.
std::string link(std::uint32_t flags, const std::string& rest) {
  return kLinkStart + number(flags, 4) + std::string(0x4C - 24, '\0') + rest;
}
std::string unicode(std::string_view text) {
  return sized(utf16(text), static_cast<std::uint32_t>(text.size()));
}
std::string item(const std::string& data) {
  return number(static_cast<std::uint32_t>(data.size() + 2), 2) + data;
}
std::string id_list(const std::string& items) {
  return number(static_cast<std::uint32_t>(items.size() + 2), 2) + items + number(0, 2);
}
std::string link_info(std::string_view share, std::string_view suffix) {
  const std::string network =
      number(0, 4) + number(2, 4) + number(20, 4) + std::string(8, '\0') + std::string(share) + '\0';
  const auto suffix_at = static_cast<std::uint32_t>(28 + network.size());
  const std::string body = number(28, 4) + number(2, 4) + std::string(8, '\0') + number(28, 4) +
                           number(suffix_at, 4) + network + std::string(suffix) + '\0';
  return number(static_cast<std::uint32_t>(body.size() + 4), 4) + body;
}
std::string environment(std::uint32_t signature, std::string_view target) {
  std::string ansi(260, '\0'), wide(520, '\0');
  const std::string text = utf16(target);
  wide.replace(0, text.size(), text);
  return number(0x314, 4) + number(signature, 4) + ansi + wide;
}

std::string big_endian(std::uint64_t value) {
  std::string bytes;
  for (int i = 7; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}
// A binary property list with a dictionary of one key.
std::string binary_list(const std::string& key, const std::string& value) {
  const std::string objects = "\xD1\x01\x02"s + key + value;
  const auto key_at = static_cast<char>(8 + 3), value_at = static_cast<char>(8 + 3 + key.size());
  const std::string table = {8, key_at, value_at};
  return "bplist00" + objects + table + std::string(6, '\0') + "\x01\x01"s + big_endian(3) + big_endian(0) +
         big_endian(8 + objects.size());
}

struct Row {
  std::string bytes, found;
};

}  // namespace

TEST_CASE(".url") {
  const Row kRows[] = {
      {"[InternetShortcut]\r\nURL=http://a/b?c=d\r\n", "shortcut:url (URL) http://a/b?c=d\n"},
      // Programs read the first or the last entry of a key.
      {"; comment\n[internetshortcut]\nurl = \"http://a/\" \nURL=http://b/\n",
       "shortcut:url (url) http://a/\nshortcut:url (URL) http://b/\n"},
      {"[DEFAULT]\r\nBASEURL=http://a/\r\n[DOC#4#5]\r\nORIGURL=http://b/\r\n[InternetShortcut]\r\nURL=http://"
       "c/",
       "shortcut:url (BASEURL) http://a/\nshortcut:url (DOC#4#5 ORIGURL) http://b/\nshortcut:url (URL) "
       "http://c/\n"},
      {"[InternetShortcut]\nURL=x\nIconFile=C:\\x.ico\nIconIndex=1\n", "shortcut:url (URL) x\n"},
      {"[InternetShortcut]\nIconFile=\\\\host\\x.ico\nWorkingDirectory=\\\\host\\y\n",
       "shortcut:url (IconFile) \\\\host\\x.ico\nshortcut:url (WorkingDirectory) \\\\host\\y\n"},
      {"[InternetShortcut]\nURL=http://a/?\n[InternetShortcut.W]\nURL=http://a/+AOk-\n",
       "shortcut:url (URL) http://a/?\nshortcut:url (InternetShortcut.W URL) http://a/\u00E9\n"},
      {"[InternetShortcut]\nURL=http://a/\n[InternetShortcut.W]\nURL=http://a/\n",
       "shortcut:url (URL) http://a/\n"},
      {"[Other]\nURL=http://a/\n", ""},
      {"http://a/ is the text", "shortcut:url (text) http://a/\n"},
      {"[DOC#" + std::string(100, '1') + "]\nORIGURL=http://a/\n",
       "shortcut:url (DOC#" + std::string(60, '1') + "\u2026 ORIGURL) http://a/\n"},
      {"[InternetShortcut\nURL=http://a/\n", "shortcut:url (URL) http://a/\n"},
      {"[InternetShortcut]\n;URL=http://a/\nURL=\n", ""},
      {"\xEF\xBB\xBF[InternetShortcut]\rURL=http://a/\xC3\xA9", "shortcut:url (URL) http://a/\u00E9\n"},
      {"\xFF\xFE" + utf16("[InternetShortcut]\r\nURL=http://a/\r\n"), "shortcut:url (URL) http://a/\n"},
      {"", ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.bytes);
    CHECK(found_in(row.bytes) == row.found);
  }
}

TEST_CASE(".desktop") {
  const Row kRows[] = {
      {"[Desktop Entry]\nType=Link\nName=x\nURL=http://a/\n", "shortcut:url (URL) http://a/\n"},
      {"#!/usr/bin/env xdg-open\n[Desktop Entry]\nURL[$e]=http://a/\\s\\\\x\nType=Link",
       "shortcut:url (URL[$e]) http://a/ \\x\n"},
      {"[Desktop Entry]\nType=Application\nExec=firefox http://a/\nURL=http://b/\n", ""},
      {"[Other]\nType=Link\nURL=http://a/\n", ""},
      {"[Desktop Entry]\nType=Application\nType=Link\nURL=http://a/\nURL=http://b/\nURL[de]=http://c/\n",
       "shortcut:url (URL) http://a/\nshortcut:url (URL) http://b/\nshortcut:url (URL[de]) http://c/\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.bytes);
    CHECK(found_in(row.bytes) == row.found);
  }
}

TEST_CASE(".webloc") {
  const auto list = [](const std::string& inside) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"x\" "
           "\"http://www.apple.com/x.dtd\">\n"
           "<plist version=\"1.0\">\n<dict>\n" +
           inside + "</dict></plist>";
  };
  const Row kRows[] = {
      {list("<key>URL</key>\n\t<string>http://a/?b&amp;c=&#233;&#xE9;&x;</string>"),
       "shortcut:url (URL) http://a/?b&c=\u00E9\u00E9&x;\n"},
      {list(
           "<key>x</key><string>http://b/</string><key>URL</key><string><![CDATA[http://a/&amp;]]></string>"),
       "shortcut:url (URL) http://a/&amp;\n"},
      {list("<key>URL</key><string>http<!-- x -->://a/</string>"), "shortcut:url (URL) http://a/\n"},
      {list("<key>URL</key><integer>1</integer>"), ""},
      {list("<key >URL</key ><!-- x --><string a='b'>http://a/</string>"), "shortcut:url (URL) http://a/\n"},
      {list("<!-- <key>URL</key><string>http://b/</string> --><key>URL</key><string>http://a/</string>"),
       "shortcut:url (URL) http://a/\n"},
      {"\xFF\xFE" + utf16("<plist><dict><key>URL</key><string>http://a/</string></dict></plist>"),
       "shortcut:url (URL) http://a/\n"},
      {"{ URL = \"http://a/\"; }", "shortcut:url (text) http://a/\n"},
      {list("<key>URL</key><string>http://a/"), ""},
      {"<", ""},
      {binary_list("\x53URL", "\x59http://a/"), "shortcut:url (URL) http://a/\n"},
      {binary_list("\x53URL", "\x5F\x10\x12http://a/bcdefghij"), "shortcut:url (URL) http://a/bcdefghij\n"},
      {binary_list("\x53URL", "\x63\0h\0:\0\xE9"s), "shortcut:url (URL) h:\u00E9\n"},
      {binary_list("\x53URI", "\x59http://a/"), ""},
      {binary_list("\x53URL", "\x5F\x13\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFFh"), ""},
      {"bplist00", ""},
      {"bplist00" + std::string(32, '\xFF'), ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.bytes);
    CHECK(found_in(row.bytes) == row.found);
  }
}

// A binary property list whose dictionary has many keys, of which the last one is "URL".
std::string long_list(int keys) {
  const std::string count = "\x12"s + big_endian(static_cast<std::uint64_t>(keys) + 1).substr(4);
  const std::string objects = "\xDF"s + count + std::string(static_cast<std::size_t>(keys), '\1') + '\2' +
                              std::string(static_cast<std::size_t>(keys) + 1, '\3') + "\x51k" + "\x53URL" +
                              "\x59http://a/";
  const std::size_t end = 8 + objects.size();
  std::string table;
  for (const std::size_t place : {std::size_t{8}, end - 16, end - 14, end - 10}) table += big_endian(place);
  return "bplist00" + objects + table + std::string(6, '\0') + "\x08\x01"s + big_endian(4) + big_endian(0) +
         big_endian(end);
}

TEST_CASE("shortcuts with many entries") {
  std::string sections;
  for (int i = 0; i < 20'000; ++i) sections += "[DOC#" + std::to_string(i) + "]\r\nORIGURL=x\r\n";
  const std::string url = found_in(sections + "[InternetShortcut]\r\nURL=http://a/\r\n");
  CHECK(url.ends_with("shortcut:url (URL) http://a/\n"));
  CHECK(found_in(long_list(20'000)) == "shortcut:url (URL) http://a/\n");
  Limits limits;
  limits.document_steps = 10'000;
  documents::Reading reading(limits);
  test::Collected collected;
  const std::string list = long_list(20'000);
  documents::open(Format::kShortcut, list, reading)->find(collected);
  CHECK(collected.limits == std::vector{find::FindLimit::kDocumentSteps});
}

TEST_CASE(".lnk") {
  constexpr std::uint32_t kIdList = 1, kInfo = 2, kName = 4, kPath = 8, kFolder = 16, kArguments = 32,
                          kIcon = 64, kWide = 128;
  const std::string uri = item("\x61\x80\0\0"s + utf16("http://a/b") + std::string(2, '\0'));
  const Row kRows[] = {
      {link(kIdList, id_list(item("\x1F\x50xxxxxxxxxxxxxxxx") + uri)),
       "shortcut:url (LinkTargetIDList) http://a/b\n"},
      {link(kIdList, id_list(item("\x61\0\x02\0xxhttp://c/\0"s))),
       "shortcut:url (LinkTargetIDList) http://c/\n"},
      {link(kIdList, id_list(item("\x2F"
                                  "C:\\"))),
       ""},
      {link(kInfo, link_info("\\\\host\\share", "x\\y.exe")),
       "shortcut:url (LinkInfo) \\\\host\\share\\x\\y.exe\n"},
      {link(kWide | kName | kPath | kFolder | kArguments | kIcon,
            unicode("see http://n/") + unicode("..\\x.exe") + unicode("C:\\") +
                unicode("/c start \"\" \"http://a/b\" & copy \\\\host\\x y") + unicode("http://i/x.ico")),
       "shortcut:url (COMMAND_LINE_ARGUMENTS) http://a/b\nshortcut:url (COMMAND_LINE_ARGUMENTS) \\\\host\\x\n"
       "shortcut:url (ICON_LOCATION) http://i/x.ico\n"},
      {link(kArguments, sized("http://a/", 9)), "shortcut:url (COMMAND_LINE_ARGUMENTS) http://a/\n"},
      {link(kWide,
            environment(0xA0000001, "\\\\host\\x.exe") + environment(0xA0000007, "C:\\x") + number(0, 4)),
       "shortcut:url (EnvironmentVariableDataBlock) \\\\host\\x.exe\n"},
      {link(kIdList | kInfo | kArguments, ""), ""},
      {link(kInfo, number(0xFFFFFFFF, 4)), ""},
      {kLinkStart, ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.found);
    CHECK(found_in(row.bytes) == row.found);
  }
}

TEST_CASE("shortcuts are recognised by their bytes, and those that are text by their names") {
  struct FormatRow {
    std::string start, type, name;
    Format format;
  };
  const std::string kUrl = "[InternetShortcut]\r\nURL=http://a/";
  const FormatRow kRows[] = {
      {kUrl, "application/octet-stream", "a.url", Format::kShortcut},
      {kUrl, "text/plain", "A.URL", Format::kShortcut},
      {kUrl, "text/plain", "", Format::kNone},
      {kUrl, "application/internet-shortcut", "", Format::kShortcut},
      {kUrl, "application/octet-stream", "a.txt", Format::kNone},
      {"\xFF\xFE" + utf16(kUrl), "application/octet-stream", "a.url", Format::kShortcut},
      {"[Desktop Entry]\nURL=x", "", "a.desktop", Format::kShortcut},
      {kLinkStart, "image/png", "a", Format::kNone},
      {kLinkStart, "application/octet-stream", "a.pdf", Format::kShortcut},
      {"<?xml version='1.0'?><plist>", "text/xml", "a.webloc", Format::kShortcut},
      {"<?xml version='1.0'?><plist>", "text/xml", "a.xml", Format::kNone},
      {"bplist00", "application/octet-stream", "a.webloc", Format::kShortcut},
      {"\r\n{\\rtf1", "", "", Format::kRtf},
      {"; " + std::string(3000, '-'), "application/octet-stream", "a.url", Format::kShortcut},
      {"{ URL = x; }", "application/octet-stream", "a.webloc", Format::kShortcut},
      {"MZ", "application/octet-stream", "a.docx", Format::kPackage},
      {"%PDF-1.4", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "",
       Format::kPackage},
      {"%PDF-1.4", "application/octet-stream", "a.pdf", Format::kPdf},
      {"{\\rt", "text/plain", "", Format::kRtf},
  };
  for (const FormatRow& row : kRows) {
    CAPTURE(row.start, row.type, row.name);
    CHECK(format_of(row.start, row.type, row.name) == row.format);
    // The type or the name alone may tell what the first bytes do not.
    const bool is_told = row.start.starts_with("MZ") || row.start.starts_with("{ ");
    if (row.format != Format::kNone && !is_told) CHECK(documents::may_begin_with(row.start.substr(0, 40)));
  }
}

}  // namespace mimebase::shortcut_test
