// Safe file names for hostile mail.
#include <string>

#include "catch.h"
#include "extract/names.h"

namespace mimebase::test {
namespace {

using extraction::safe_name;

TEST_CASE("names are safe, and have the ending of their type") {
  struct Case {
    std::string wished, media_type, name;
    const char* why;
  };
  const Case cases[] = {
      {"logo.png", "image/png", "logo.png", "as it is"},
      {"Logo.PNG", "image/png", "Logo.png", "endings are in lower case"},
      {"photo.jpeg", "image/jpeg", "photo.jpeg", "another ending of the type"},
      {"photo", "image/jpeg", "photo.jpg", "none: the type's"},
      {"photo.gif", "image/jpeg", "photo.jpg", "another type's"},
      {"page.php", "text/html", "page.html", "what made it is no matter"},
      {"v1.2", "text/css", "v1.2.css", "a number is no ending"},
      {"a.tar.gz", "application/gzip", "a.tar.gz", "the last one counts"},
      {"data.xyz", "application/x-xyz", "data.xyz", "a type that nobody knows: what it says"},
      {"data", "application/x-xyz", "data.bin", "a type that nobody knows, and no ending"},
      {"data.longerthan8", "application/x-xyz", "data.longerthan8.bin", "no ending"},
      {"page.xht", "application/octet-stream", "page.bin", "a page by its ending alone"},
      {"page.svgz", "image/x-nobody", "page.bin", "the same"},
      {"feed", "application/foo+xml", "feed.xml", "RFC 6839"},
      {"notes.html", "text/x-nobody", "notes.txt", "text is shown as text"},
      {"../../etc/passwd", "text/plain", "passwd.txt", "no path"},
      {"C:\\Windows\\a.png", "image/png", "a.png", "no path of Windows"},
      {"/", "image/png", "part.png", "nothing but a path"},
      {"", "image/png", "part.png", "nothing"},
      {"..", "image/png", "part.png", "the folder around"},
      {".htaccess", "text/plain", "part.txt", "hidden, and all of it an ending"},
      {".profile.txt", "text/plain", "profile.txt", "hidden"},
      {"-rf.txt", "text/plain", "rf.txt", "an option"},
      {"~root", "text/plain", "root.txt", "a home"},
      {"a b  c", "text/plain", "a-b-c.txt", "white space"},
      {"$(reboot);`x`|&.txt", "text/plain", "reboot-x.txt", "what a shell runs"},
      {"a\nb\x01.txt", "text/plain", "a-b.txt", "controls"},
      {"\xF0\x9F\x98\x80.png", "image/png", "part.png", "no ASCII"},
      {"na\xC3\xAFve.png", "image/png", "na-ve.png", "some ASCII"},
      {"a..b--c__d", "text/plain", "a.b-c_d.txt", "one mark at a time"},
      {"a.", "text/plain", "a.txt", "Windows drops a dot at the end"},
      {"CON", "text/plain", "file-CON.txt", "a device"},
      {"con.txt", "text/plain", "file-con.txt", "a device with an ending"},
      {"nul.tar.txt", "text/plain", "file-nul.tar.txt", "with two"},
      {"COM7.txt", "text/plain", "file-COM7.txt", "a device with a number"},
      {"CONIN$", "text/plain", "file-CONIN.txt", "a device with a sign"},
      {"COM77.txt", "text/plain", "COM77.txt", "no device"},
      {"console.txt", "text/plain", "console.txt", "no device"},
      {std::string(4000, 'x') + ".png", "image/png", std::string(40, 'x') + ".png", "long"},
      {std::string(39, 'x') + " y.png", "image/png", std::string(39, 'x') + ".png", "cut at a mark"},
  };
  for (const Case& row : cases) {
    INFO(row.why << ": " << row.wished);
    CHECK(safe_name(row.wished, row.media_type) == row.name);
  }
}

TEST_CASE("no name means something to a system") {
  const std::string names[] = {"desktop.ini",
                               "Desktop.INI",
                               "autorun.inf",
                               "AUTORUN.INF",
                               "web.config",
                               ".htaccess",
                               "a.lnk",
                               "a.LNK",
                               "a.scf",
                               "a.url",
                               "a.website",
                               "a.exe",
                               "a.bat",
                               "a.cmd",
                               "a.com",
                               "a.pif",
                               "a.scr",
                               "a.msi",
                               "a.ps1",
                               "a.psm1",
                               "a.vbs",
                               "a.vbe",
                               "a.js",
                               "a.jse",
                               "a.mjs",
                               "a.wsf",
                               "a.wsh",
                               "a.hta",
                               "a.htc",
                               "a.chm",
                               "a.jar",
                               "a.jnlp",
                               "a.desktop",
                               "a.directory",
                               "a.app",
                               "a.command",
                               "a.workflow",
                               "a.scpt",
                               "a.webloc",
                               "a.inetloc",
                               "a.fileloc",
                               "a.dmg",
                               "a.pkg",
                               "a.reg",
                               "a.library-ms",
                               "a.search-ms",
                               "a.searchConnector-ms",
                               "a.settingcontent-ms",
                               "a.appref-ms",
                               "a.application",
                               "a.theme",
                               "a.themepack",
                               "a.cpl",
                               "a.dll",
                               "a.sys",
                               "a.msc",
                               "a.gadget",
                               "a.php",
                               "a.PHP7",
                               "a.phtml",
                               "a.phar",
                               "a.cgi",
                               "a.fcgi",
                               "a.pl",
                               "a.py",
                               "a.pyw",
                               "a.rb",
                               "a.sh",
                               "a.bash",
                               "a.run",
                               "a.AppImage",
                               "a.asp",
                               "a.aspx",
                               "a.ashx",
                               "a.jsp",
                               "a.jspx",
                               "a.cfm",
                               ".user.ini",
                               ".htpasswd",
                               "Thumbs.db",
                               ".DS_Store",
                               "a.iso",
                               "a.vhdx",
                               "a.xll",
                               "a.slk",
                               "a.rdp",
                               "a.svg",
                               "a.shtml",
                               "a.xsl",
                               "a.gpx",
                               "a.mht",
                               "a.eml",
                               "x.png.exe",
                               "a.exe ",
                               "a.exe.",
                               "a.ex\xE2\x80\x8B"
                               "e"};
  for (const std::string& name : names) {
    for (const std::string type : {"application/octet-stream", "image/x-nobody", "application/javascript"}) {
      INFO(name << " " << type);
      CHECK(safe_name(name, type).ends_with(".bin"));
    }
    INFO(name);
    const std::string text = safe_name(name, "text/plain");
    CHECK((text.ends_with(".txt") || text.ends_with(".log")));
    CHECK(safe_name(name, "image/png").ends_with(".png"));
  }
  CHECK(safe_name("a.js", "text/javascript", extraction::Scripts::kRun) == "a.js");
  CHECK(safe_name("a.js", "application/octet-stream", extraction::Scripts::kRun) == "a.bin");
  CHECK(safe_name("a.zip", "application/octet-stream") == "a.zip");
  CHECK(safe_name("a.docx", "application/octet-stream") == "a.docx");
  CHECK(safe_name("page.shtml", "text/html") == "page.html");
}

TEST_CASE("files that a browser shows, and makes no page of") {
  for (const std::string path : {"files/a.png", "files/a.txt", "files/a.pdf", "files/a.mp4", "files/a.css"})
    CHECK(extraction::is_drawn_safely(path));
  for (const std::string path : {"files/a.bin", "files/a.vsdx", "files/a.xhtml", "files/a", "files/a.zip"})
    CHECK_FALSE(extraction::is_drawn_safely(path));
}

TEST_CASE("no name is there twice, in any case") {
  extraction::UniqueNames names;
  CHECK(names.take("a.png") == "a.png");
  CHECK(names.take("A.png") == "A-2.png");
  CHECK(names.take("a.png") == "a-3.png");
  CHECK(names.take("a-2.png") == "a-2-2.png");
  CHECK(names.take("a.jpg") == "a.jpg");
  CHECK(names.take("none") == "none");
  CHECK(names.take("None") == "None-2");
}

TEST_CASE("many that ask for one name do not cost more each time") {
  extraction::UniqueNames names;
  std::string last;
  for (int i = 0; i < 50'000; ++i) last = names.take("part.bin");
  CHECK(last == "part-50000.bin");
}

}  // namespace
}  // namespace mimebase::test
