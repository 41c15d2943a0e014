// References in binary Office files.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "documents/document_rows.h"
#include "documents/office97_builder.h"
#include "find/finder.h"
#include "text/ascii.h"

// In a namespace of its own, because test files are compiled together.
namespace mimebase::office97_test {

using documents::Format;
using find::FindLimit;
using test::DocumentRows;
using test::read_document;
using namespace test::office97;
using namespace std::string_literals;
using Rows = std::vector<std::string>;

namespace {

std::string doc(const std::vector<std::string>& pieces, const std::vector<Entry>& more = {}) {
  std::vector<Entry> streams = word(pieces).streams();
  streams.insert(streams.end(), more.begin(), more.end());
  return compound_file(streams);
}
Rows in_word(const std::vector<std::string>& pieces) {
  return read_document(doc(pieces)).rows;
}
Rows in_excel(std::string_view globals, std::string_view sheet) {
  return read_document(compound_file({{"Workbook", workbook(globals, sheet)}})).rows;
}
Rows in_powerpoint(std::string_view stream) {
  return read_document(compound_file({{"PowerPoint Document", std::string(stream)}})).rows;
}

constexpr std::string_view kStart = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

}  // namespace

TEST_CASE("binary Office files are recognised by their bytes and streams") {
  CHECK(documents::may_begin_with(kStart));
  CHECK_FALSE(documents::may_begin_with(kStart.substr(0, 7)));
  CHECK(documents::format_of(kStart, "text/plain", "a.txt") == Format::kOffice97);
  for (const char* stream : {"WordDocument", "worddocument", "Workbook", "Book", "PowerPoint Document"})
    CHECK(read_document(compound(stream, "")).is_document);
  CHECK_FALSE(read_document(compound("Other", "")).is_document);
  CHECK_FALSE(read_document(compound("__properties_version1.0", "")).is_document);
  CHECK_FALSE(read_document(compound_file({storage("x", {{"WordDocument", ""}})})).is_document);
  CHECK_FALSE(read_document(kStart).is_document);
}

TEST_CASE("fields of binary Word documents") {
  struct Case {
    std::string why;
    std::vector<std::string> pieces;
    Rows rows;
  };
  const std::vector<Case> cases = {
      {"a hyperlink, with the picture that has its data",
       {"See " + field(" HYPERLINK \"http://a/b?c=\xE9\" \x01", "a\rlink") + "."},
       {"field 1 ooxml:hyperlink http://a/b?c=\u00E9 =a link"}},
      {"UTF-16, and a field in several pieces",
       {"x\x13 HYPER", "16:LINK \"http://a", "/\" \x14", "16:one", " two\x15"},
       {"field 1 ooxml:hyperlink http://a/ =one two"}},
      {"a place",
       {field("HYPERLINK \"http://a/\" \\l \"top\"", "x") + field("HYPERLINK \\l \"top\"", "y")},
       {"field 1 ooxml:hyperlink http://a/#top =x"}},
      {"included files",
       {field("INCLUDEPICTURE \"http://a/x.png\" \\d", "\x01") + field("INCLUDETEXT \\\\\\\\h\\\\x.doc", "") +
        field("PAGE", "1") + field("LINK Excel.Sheet.8 \"http://a/x.xls\" \"\" \\a", "")},
       {"field 1 ooxml:field http://a/x.png", "field 2 ooxml:field \\\\h\\x.doc",
        "field 4 ooxml:field http://a/x.xls"}},
      {"commands",
       {field("DDEAUTO c:\\\\cmd.exe \"/k iwr http://a/x\"", "") + field("DDE x \"y 'http://b/'\"", "")},
       {"field 1 ooxml:field c:\\cmd.exe", "field 1 ooxml:field http://a/x",
        "field 2 ooxml:field http://b/"}},
      {"fields in codes and results",
       {"\x13HYPERLINK \"" + field("QUOTE 104 116 116 112", "x") + "://a/\"\x14" +
        field("INCLUDEPICTURE http://b/", "x") + "y\x15"},
       {"field 3 ooxml:field http://b/", "field 1 ooxml:hyperlink http://a/ =xy"}},
      {"marks that do not fit",
       {"\x15\x14\x13\x15\x13HYPERLINK http://a/\x14x"},
       {"field 2 ooxml:hyperlink http://a/ =x"}},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    CHECK(in_word(c.pieces) == c.rows);
  }
  const DocumentRows read = read_document(doc({field("INCLUDEPICTURE a", "")}));
  CHECK(read.kinds == std::vector{LinkKind::kImage});
  CHECK(read.damage.empty());
}

TEST_CASE("Word documents without a table of their text") {
  WordDocument document = word({"16:" + field("HYPERLINK http://a/", "x")});
  document.table.clear();
  DocumentRows read = read_document(compound_file(document.streams()));
  CHECK(read.rows == Rows{"field 1 ooxml:hyperlink http://a/ =x"});
  CHECK(read.damage == Rows{"its table of text is damaged"});
  // Pieces that share their text.
  document = word({std::string(9000, 'x'), field("HYPERLINK http://a/", "x"), "y"});
  const std::size_t places = document.table.find(number(0x40000000 | 2 * 0x200));
  document.table.replace(places + 16, 4, number(0x40000000 | 2 * 0x200));
  document.table.replace(document.table.find("\2") + 5 + 12, 4, number(18000));
  CHECK(read_document(compound_file(document.streams())).damage == Rows{"its table of text is damaged"});
  // Word 6: the text is between two offsets.
  std::string main = number(0xA5DC, 2) + std::string(22, '\0') + number(0x300) + number(0x340);
  main.resize(0x300);
  main += field("HYPERLINK http://a/", "x");
  main.resize(0x340);
  main += field("HYPERLINK http://b/", "x");
  read = read_document(compound("WordDocument", main));
  CHECK(read.rows == Rows{"field 1 ooxml:hyperlink http://a/ =x"});
  CHECK(read.damage.empty());
}

TEST_CASE("templates of Word, and hyperlinks beside its text") {
  const auto with_template = [](std::string_view path) {
    return read_document(compound_file(word({"x"}, path).streams())).rows;
  };
  CHECK(with_template("Normal.dot") == Rows{});
  CHECK(with_template("http://a/x.dot") == Rows{"template ooxml:template http://a/x.dot"});
  CHECK(with_template("\\\\host\\x.dot") == Rows{"template ooxml:template \\\\host\\x.dot"});
  const Entry data{"Data", url_moniker("http://A/") + url_moniker("http://b/") + file_moniker(1, "\\c", "")};
  // Another path, by its case.
  CHECK(read_document(doc({field("HYPERLINK \"http://a/b\"", "x")}, {{"Data", url_moniker("http://A/B")}}))
            .rows == Rows{"field 1 ooxml:hyperlink http://a/b =x", "data ooxml:hyperlink http://A/B"});
  CHECK(read_document(doc({field("HYPERLINK \"http://a/\"", "x")}, {data})).rows ==
        Rows{"field 1 ooxml:hyperlink http://a/ =x", "data ooxml:hyperlink http://b/",
             "data ooxml:hyperlink ..\\c"});
}

TEST_CASE("hyperlinks of Excel") {
  constexpr std::uint32_t kMoniker = 1, kLocation = 8, kText = 0x10, kFrame = 0x80, kString = 0x100;
  CHECK(in_excel("", cell_link(0, 0, kMoniker, url_moniker("http://a/"))) ==
        Rows{"Data!A1 ooxml:hyperlink http://a/"});
  CHECK(in_excel("", cell_link(9, 27, kMoniker | kText | kFrame | kLocation,
                               wide_string("a  text") + wide_string("_blank") + url_moniker("http://a/") +
                                   wide_string("top"))) ==
        Rows{"Data!AB10 ooxml:hyperlink http://a/#top =a text"});
  CHECK(in_excel("", cell_link(0, 0, kMoniker | kLocation,
                               file_moniker(1, "b.xls", "b.xls") + wide_string("Sheet2!A1"))) ==
        Rows{"Data!A1 ooxml:hyperlink ..\\b.xls#Sheet2!A1"});
  CHECK(in_excel("", cell_link(0, 0, kMoniker | kString, wide_string("\\\\host\\x"))) ==
        Rows{"Data!A1 ooxml:hyperlink \\\\host\\x"});
  CHECK(in_excel("", cell_link(0, 0, kLocation, wide_string("Sheet2!A1"))) == Rows{});
  // A moniker of another kind that contains one.
  CHECK(in_excel("", cell_link(0, 0, kMoniker, std::string(20, 'm') + url_moniker("http://a/"))) ==
        Rows{"Data!A1 ooxml:hyperlink http://a/"});
  // A shape.
  CHECK(in_excel("", record(0x00EC, url_moniker("http://a/"))) == Rows{"Workbook ooxml:hyperlink http://a/"});
  CHECK(in_excel(cell_link(0, 0, kMoniker, url_moniker("http://a/")), "") ==
        Rows{"Workbook!A1 ooxml:hyperlink http://a/"});
}

TEST_CASE("workbooks and programs that formulas of Excel refer to") {
  const auto book = [](const std::string& path) {
    return in_excel(record(0x01AE, number(1, 2) + number(size_of(path), 2) + number(0, 1) + path), "");
  };
  CHECK(book("\1\1Cdir\3x.xls"s) == Rows{"Workbook ooxml:ole C:\\dir\\x.xls"});
  CHECK(book("\1\1@host\3x.xls"s) == Rows{"Workbook ooxml:ole \\\\host\\x.xls"});
  CHECK(book("\1\4x.xls"s) == Rows{"Workbook ooxml:ole ..\\x.xls"});
  CHECK(book("\1\5\x0Ehttp://a/x.xls"s) == Rows{"Workbook ooxml:ole http://a/x.xls"});
  CHECK(book("cmd\3/c calc"s) == Rows{"Workbook ooxml:formula cmd|'/c calc'"});
  CHECK(book("cmd\3/k start http://b/x"s) == Rows{"Workbook ooxml:formula http://b/x"});
  CHECK(book("Word\3http://a/x"s) == Rows{"Workbook ooxml:formula http://a/x"});
  CHECK(in_excel(record(0x01AE, number(1, 2) + number(0x0401, 2)), "") == Rows{});
}

TEST_CASE("the function HYPERLINK in formulas of Excel") {
  const std::string url = formula_string("http://a/"), label = formula_string("a  b");
  const std::string one = number(0x42, 1) + number(1, 1) + number(359, 2);
  const std::string two = number(0x42, 1) + number(2, 1) + number(359, 2);
  const std::string cell = number(0x44, 1) + number(0), concatenated = number(0x08, 1);
  const Rows plain = {"Data!A1 ooxml:formula http://a/"}, labelled = {"Data!A1 ooxml:formula http://a/ =a b"};
  CHECK(in_excel("", formula(url + one)) == plain);
  CHECK(in_excel("", formula(url + label + two)) == labelled);
  CHECK(in_excel("", formula(url + cell + two)) == plain);
  // With a fixed number of arguments, as other programs write it; in another function; behind an attribute.
  CHECK(in_excel("", formula(url + label + number(0x21, 1) + number(359, 2))) == labelled);
  CHECK(in_excel("", formula(number(0x19, 1) + number(0x40, 1) + number(0, 2) + cell + url + one +
                             number(0x42, 1) + number(2, 1) + number(1, 2))) == plain);
  // Computed, of another function, and a place in the workbook.
  CHECK(in_excel("", formula(url + label + concatenated + one)) ==
        Rows{"Data!A1 ooxml:formula http://a/a  b"});
  CHECK(in_excel("", formula(url + cell + cell + concatenated + two)) == plain);
  const auto call = [](int function, int count) {
    return number(0x42, 1) + number(static_cast<std::uint32_t>(count), 1) +
           number(static_cast<std::uint32_t>(function), 2);
  };
  const std::string character = number(0x1E, 1) + number(104, 2) + number(0x41, 1) + number(111, 2);
  CHECK(in_excel("", formula(character + formula_string("ttp://") + formula_string("b/") + call(336, 3) +
                             one)) == Rows{"Data!A1 ooxml:formula http://b/"});
  CHECK(in_excel("", formula(cell + url + formula_string("http://b/") + call(1, 3) + label + two)) ==
        Rows{"Data!A1 ooxml:formula http://a/ =a b", "Data!A1 ooxml:formula http://b/ =a b"});
  CHECK(in_excel("", formula(url + cell + concatenated + label + two)) == labelled);
  // The value that was saved, where the address is not known.
  const std::string saved = record(0x0207, number(9, 2) + number(0, 1) + "http://c/"),
                    no_url = record(0x0207, number(1, 2) + number(0, 1) + "x");
  CHECK(in_excel("", formula(cell + one) + saved) == Rows{"Data!A1 ooxml:formula http://c/"});
  CHECK(in_excel("", formula(cell + one) + no_url + saved) == Rows{});
  CHECK(in_excel("", formula(cell + label + two) + saved) == Rows{});
  CHECK(in_excel("", formula(url + number(0x42, 1) + number(1, 1) + number(1, 2))) == Rows{});
  CHECK(in_excel("", formula(formula_string("#Sheet2!A1") + one)) == Rows{});
  CHECK(in_excel("", formula(number(0x17, 1) + number(255, 1))) == Rows{});
}

TEST_CASE("hyperlinks and objects of PowerPoint") {
  const auto link = slide_link("a  text", "http://a/", "");
  CHECK(in_powerpoint(container(0x03E8, container(0x0409, link + slide_link("", "http://b/", "x")))) ==
        Rows{"PowerPoint Document ooxml:hyperlink http://a/ =a text",
             "PowerPoint Document ooxml:hyperlink http://b/#x"});
  // Saved twice; a place in the presentation; a text that belongs to no hyperlink.
  CHECK(in_powerpoint(link + link + slide_link("x", "", "256,1,x") + atom(0x0FBA, 1, utf16("http://c/"))) ==
        Rows{"PowerPoint Document ooxml:hyperlink http://a/ =a text"});
  CHECK(in_powerpoint(container(0x1005, atom(0x0FBA, 0, utf16("\\\\host\\x.avi")))) ==
        Rows{"PowerPoint Document ooxml:other \\\\host\\x.avi"});
  const std::string inner =
      compound_file({{"Workbook", workbook("", cell_link(0, 0, 1, url_moniker("http://in/")))}});
  CHECK(in_powerpoint(atom(0x1011, 1, number(size_of(inner)) + zlib(inner)) + atom(0x1011, 0, inner)) ==
        Rows{"object 1!Data!A1 ooxml:hyperlink http://in/", "object 2!Data!A1 ooxml:hyperlink http://in/"});
  const DocumentRows read =
      read_document(compound("PowerPoint Document", atom(0x1011, 1, number(9) + zlib(inner).substr(0, 600))));
  CHECK(read.damage.front() == "an object in it is damaged");
}

TEST_CASE("the base of a binary Office file, and the list of its hyperlinks") {
  for (const std::uint32_t code_page : {1252U, 1200U}) {
    const std::string bytes =
        doc({field("HYPERLINK \"http://a/\"", "x")},
            {summary_stream(summary(
                {{"other", "x"},
                 {"_PID_LINKBASE", base_text(" http://base/a/ ")},
                 {"_PID_HLINKS",
                  listed_links({{"http://a", ""}, {"b%20c", "top"}, {"", "bookmark"}, {"b c#TOP", ""}})}},
                code_page))});
    const DocumentRows read = read_document(bytes);
    CHECK(read.bases == Rows{"http://base/a/"});
    CHECK(read.rows == Rows{"field 1 ooxml:hyperlink http://a/ =x",
                            "DocumentSummaryInformation ooxml:hyperlink b%20c#top"});
  }
  for (const std::uint32_t kind : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 0x1'0001U}) {
    const std::string listed = listed_links({{"http://a/", ""}}, kind);
    const bool is_picture = (kind & 0xFFFF) < 4;
    CHECK(read_document(doc({"x"}, {summary_stream(summary({{"_PID_HLINKS", listed}}))})).rows ==
          Rows{std::string("DocumentSummaryInformation ooxml:") + (is_picture ? "image" : "hyperlink") +
               " http://a/"});
  }
  for (const std::string& wrong : {""s, summary({}), summary({{"_PID_LINKBASE", base_text("")}}),
                                   summary({{"_PID_LINKBASE", base_text("http://a/")}}).substr(0, 60)}) {
    const DocumentRows read = read_document(doc({"x"}, {summary_stream(wrong)}));
    CHECK(read.bases == Rows{});
    CHECK(read.rows == Rows{});
  }
}

TEST_CASE("documents and packages inside binary Office files") {
  const Entry sheet{"Workbook", workbook("", cell_link(0, 0, 1, url_moniker("x")))};
  const Entry base = summary_stream(summary({{"_PID_LINKBASE", base_text("http://inner/")}}));
  const Entry page{"\1Ole10Native", number(99) + package("a.htm", 3, "<img src='http://page/'>")};
  const Entry link{"\1Ole", number(0x02000001) + number(1) + url_moniker("http://link/")};
  const std::string bytes =
      doc({"x"},
          {storage("ObjectPool", {storage("_1", {sheet, base}), storage("_2", {page}), storage("_3", {link}),
                                  storage("_4", {{"Package", "{\\rtf1{\\*\\template http://t/}}"}})})});
  Rows rows = read_document(bytes).rows;
  std::ranges::sort(rows);
  CHECK(rows == Rows{"_1!Data!A1 ooxml:hyperlink x @http://inner/", "_2 img@src http://page/",
                     "_3 ooxml:ole http://link/", "_4!template rtf:template http://t/"});
  // In an object of RTF, its hyperlinks are reported once.
  const std::string object = embedded_object(
      "Excel.Sheet.8",
      compound_file({{"Workbook", workbook("", cell_link(0, 0, 1, url_moniker("http://a/")))}}));
  std::string hex;
  for (const char c : object) ascii::append_hex(static_cast<unsigned char>(c), ascii::kLowerHexDigits, hex);
  CHECK(read_document("{\\rtf1{\\object{\\*\\objdata " + hex + "}}}").rows ==
        Rows{"object 1!Data!A1 ooxml:hyperlink http://a/"});
}

TEST_CASE("binary Office files with a password") {
  const std::string link = cell_link(0, 0, 1, url_moniker("http://a/"));
  const std::string current_user = std::string(12, '\0') + number(0xF3D1C4DF);
  const std::vector<std::string> files = {
      compound_file(word({field("HYPERLINK http://a/", "x")}, "", 0x0300).streams()),
      compound("Workbook", record(0x0809, std::string(16, '\0')) + record(0x002F, "key") + link),
      compound_file(
          {{"PowerPoint Document", slide_link("", "http://a/", "")}, {"Current User", current_user}}),
      compound_file({{"EncryptedPackage", "x"}, {"EncryptionInfo", "x"}}),
  };
  for (const std::string& file : files) {
    const DocumentRows read = read_document(file);
    CHECK(read.is_document);
    CHECK(read.is_encrypted);
    CHECK(read.rows == Rows{});
    CHECK(read.damage == Rows{});
  }
}

TEST_CASE("limits of binary Office files") {
  const std::string bytes = doc({field("HYPERLINK http://a/", "x") + field("HYPERLINK http://b/", "x")});
  mimebase::Limits limits;
  limits.document_objects = 3;  // the storage, a field, and its reference
  DocumentRows read = read_document(bytes, limits);
  CHECK(read.rows == Rows{"field 1 ooxml:hyperlink http://a/ =x"});
  CHECK(read.limits == std::vector{FindLimit::kDocumentObjects});
  limits = {};
  limits.document_bytes = 100;
  read = read_document(bytes, limits);
  CHECK(read.rows == Rows{});
  CHECK_FALSE(read.limits.empty());
  std::string deep;
  for (int i = 0; i < 3000; ++i)
    deep +=
        "\x13"
        "HYPERLINK http://a/\x14";
  read = read_document(doc({deep}));
  CHECK(read.rows.size() == 3000);
  CHECK(read.limits.empty());
}

namespace {

// A compound file in which the streams of a name have the bytes of the first one, whose record is the last.
std::string with_shared_streams(const std::vector<Entry>& entries, std::string_view name) {
  std::string bytes = compound_file(entries);
  std::string key = utf16(name);
  key.resize(64);
  const std::string place = bytes.substr(bytes.rfind(key) + 116, 8);
  for (std::size_t at = bytes.find(key); at != std::string::npos; at = bytes.find(key, at + 1))
    bytes.replace(at + 116, 8, place);
  return bytes;
}

}  // namespace

TEST_CASE("streams that share their bytes are read once, or take steps") {
  const std::string link = cell_link(0, 0, 1, url_moniker("http://a/"));
  std::vector<Entry> many = {{"Workbook", workbook("", link)}};
  for (int i = 0; i < 200; ++i) many.push_back(storage("s" + std::to_string(i), {{"Workbook", ""}}));
  mimebase::Limits limits;
  limits.document_steps = 0;
  DocumentRows read = read_document(with_shared_streams(many, "Workbook"), limits);
  CHECK(read.rows == Rows{"Data!A1 ooxml:hyperlink http://a/"});
  CHECK(read.limits.empty());
  // With a base, the same reference is another one.
  const Entry base = summary_stream(summary({{"_PID_LINKBASE", base_text("http://inner/")}}));
  many = {{"Workbook", workbook("", cell_link(0, 0, 1, url_moniker("x")))},
          storage("s", {{"Workbook", ""}, base})};
  CHECK(read_document(with_shared_streams(many, "Workbook"), limits).rows ==
        Rows{"Data!A1 ooxml:hyperlink x", "s!Data!A1 ooxml:hyperlink x @http://inner/"});
  // Objects.
  const std::string package_bytes = number(99) + package("a.htm", 3, "<img src='http://page/'>");
  many = {{"Workbook", workbook("", "")}};
  for (int i = 0; i < 50; ++i) many.push_back(storage("s", {{"\1Ole10Native", i == 0 ? package_bytes : ""}}));
  CHECK(read_document(with_shared_streams(many, "\1Ole10Native"), limits).rows ==
        Rows{"s img@src http://page/"});
  // A stream that the bytes of other streams leave no room for is read.
  many = {{"Workbook", workbook("", link)}, {"WordDocument", std::string(60'000, 'x')}};
  for (const char* name : {"0Table", "1Table", "Data"}) many.push_back({name, ""});
  std::string shared = compound_file(many);
  for (const char* name : {"0Table", "1Table", "Data"})
    shared.replace(shared.find(utf16(name)) + 116, 8, shared.substr(shared.find(utf16("WordD")) + 116, 8));
  read = read_document(shared);
  CHECK(read.rows == Rows{"Data!A1 ooxml:hyperlink http://a/"});
  CHECK(read.limits.empty());
  limits.document_steps = 1000;
  read = read_document(shared, limits);
  CHECK(read.limits == std::vector(read.limits.size(), FindLimit::kDocumentSteps));
  CHECK_FALSE(read.limits.empty());
}

TEST_CASE("nothing in binary Office files is too much to be read") {
  const std::string long_url = "http://a/" + std::string(100'000, 'x');
  std::string monikers;
  for (int i = 0; i < 3000; ++i) monikers += url_moniker("http://" + std::to_string(i) + "/");
  const auto in_data = [](const std::string& bytes) {
    return read_document(doc({"x"}, {{"Data", bytes}})).rows;
  };
  CHECK(in_data(monikers).size() == 3000);
  CHECK(in_data(url_moniker(long_url)) == Rows{"data ooxml:hyperlink " + long_url});
  CHECK(in_data(file_moniker(0, "\\\\h\\" + std::string(100'000, 'x'), ""))[0].size() > 100'000);
  std::string up;
  for (int i = 0; i < 300; ++i) up += "..\\";
  CHECK(in_data(file_moniker(300, "x", "")) == Rows{"data ooxml:hyperlink " + up + "x"});
  // A code, a code in a code, and a result that is a part of a code.
  CHECK(in_word({field("HYPERLINK " + long_url, "x")}) ==
        Rows{"field 1 ooxml:hyperlink " + long_url + " =x"});
  CHECK(in_word({field("HYPERLINK \"" + field("IF a", long_url) + "\"", "x")}) ==
        Rows{"field 1 ooxml:hyperlink " + long_url + " =x"});
  CHECK(in_word({field("HYPERLINK \"" + field("IF a", field("IF b", long_url)) + "\"", "x")}) ==
        Rows{"field 1 ooxml:hyperlink " + long_url + " =x"});
  std::string numbers = "QUOTE", text;
  for (int i = 0; i < 1000; ++i) numbers += " 97";
  CHECK(in_word({field("HYPERLINK \"http://" + field(numbers, "") + "/\"", "x")}) ==
        Rows{"field 1 ooxml:hyperlink http://" + std::string(1000, 'a') + "/ =x"});
  CHECK(in_word({field("HYPERLINK http://a/", std::string(5000, ' ') + "b" + std::string(5000, '\r') +
                                                  "c")}) == Rows{"field 1 ooxml:hyperlink http://a/ =b c"});
  CHECK(in_word({field("DDE a b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 http://a/", "")}) ==
        Rows{"field 1 ooxml:field http://a/"});
  // What is passed on through many levels takes steps.
  std::string levels = "\x13HYPERLINK ";
  for (int i = 0; i < 300; ++i)
    levels +=
        "\x13"
        "IF\x14";
  levels += std::string(3000, 'y');
  mimebase::Limits limits;
  limits.document_steps = 100'000;
  const DocumentRows read = read_document(doc({levels}), limits);
  CHECK(std::ranges::count(read.limits, FindLimit::kDocumentSteps) > 0);
}

TEST_CASE("monikers that hide others") {
  const auto in_data = [](const std::string& bytes) {
    return read_document(doc({"x"}, {{"Data", bytes}})).rows;
  };
  const std::string link = url_moniker("http://a/");
  const Rows found = {"data ooxml:hyperlink http://a/"};
  CHECK(in_data(kUrlMoniker + number(size_of(link)) + link) == found);
  CHECK(in_data(kUrlMoniker + number(size_of(link) + 20) + utf16("x") + link) == found);
  CHECK(in_data(kUrlMoniker + number(0x7FFFFFFF) + link) == found);
  CHECK(in_data(kFileMoniker + number(0, 2) + number(size_of(link)) + link) == found);
  CHECK(in_data(kFileMoniker + link) == found);
  CHECK(in_data(kUrlMoniker.substr(0, 15) + link) == found);
  // A length that is too long.
  CHECK(in_data(kUrlMoniker + number(0x7FFFFFFF) + utf16("http://a/") + number(0)) == found);
}

TEST_CASE("records of Excel that are continued") {
  const std::string url = "http://a/" + std::string(9000, 'x');
  const std::string whole = cell_link(0, 0, 1, url_moniker(url)).substr(4);
  const auto divided = [](std::uint32_t type, const std::string& bytes) {
    return record(type, bytes.substr(0, 8224)) + record(0x003C, bytes.substr(8224, 8224)) +
           record(0x003C, bytes.substr(16'448));
  };
  CHECK(in_excel("", divided(0x01B8, whole)) == Rows{"Data!A1 ooxml:hyperlink " + url});
  CHECK(in_excel("", divided(0x00EC, std::string(100, 'd') + url_moniker(url))) ==
        Rows{"Workbook ooxml:hyperlink " + url});
  // Drawings of a workbook whose last record is cut off.
  const std::string stream =
      workbook("", record(0x00EC, url_moniker("http://a/")) + number(0x0BAD, 2) + number(9999, 2));
  CHECK(read_document(compound("Workbook", stream)).rows == Rows{"Workbook ooxml:hyperlink http://a/"});
}

TEST_CASE("binary Office files that are cut off anywhere are read") {
  const std::string bytes =
      doc({field("HYPERLINK http://a/", "x")},
          {summary_stream(summary({{"_PID_LINKBASE", base_text("http://base/")},
                                   {"_PID_HLINKS", listed_links({{"http://b/", ""}})}})),
           {"Workbook", workbook("", cell_link(0, 0, 1, url_moniker("http://c/")))},
           {"PowerPoint Document", slide_link("x", "http://d/", "")}});
  CHECK(read_document(bytes).rows.size() == 4);
  for (std::size_t size = 0; size < bytes.size(); size += 61) {
    const DocumentRows read = read_document(std::string_view(bytes).substr(0, size));
    CHECK(read.rows.size() <= 5);
  }
}

}  // namespace mimebase::office97_test
