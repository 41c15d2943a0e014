// References in packages: Office Open XML, OpenDocument and EPUB.
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "document_rows.h"
#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/ole_builder.h"
#include "documents/package/package.h"
#include "find/sinks.h"
#include "zip_builder.h"

namespace {

using mimebase::LinkKind;
namespace ole = mimebase::test::ole;
using mimebase::find::FindLimit;
using mimebase::test::DocumentRows;
using mimebase::test::read_document;
using mimebase::test::ZipBuilder;
using mimebase::test::ZipStyle;
using namespace mimebase::documents;
using Rows = std::vector<std::string>;
using namespace std::string_literals;

const std::string kOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const std::string kStrict = "http://purl.oclc.org/ooxml/officeDocument/relationships/";

// ---- Office Open XML ----

// A relationship, whose type is in the usual namespace unless it is written as a whole.
struct Relation {
  std::string id, type, target;
  bool is_external = true;
};

std::string relationships(const std::vector<Relation>& all) {
  std::string xml = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>";
  for (const Relation& one : all) {
    const std::string type = one.type.find(':') == std::string::npos ? kOffice + one.type : one.type;
    xml += "<Relationship Id='" + one.id + "' Type='" + type + "' Target='" + one.target + "'" +
           (one.is_external ? " TargetMode='External'" : "") + "/>";
  }
  return xml + "</Relationships>";
}

// A package with the files that every document has.
ZipBuilder package(const std::string& main_part) {
  ZipBuilder zip;
  zip.add("[Content_Types].xml",
          "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>");
  zip.add("_rels/.rels", relationships({{"rId1", "officeDocument", main_part, false}}));
  return zip;
}

std::string word_document(const std::string& body) {
  return "<?xml version='1.0' encoding='UTF-8'?><w:document "
         "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' "
         "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><w:body>" +
         body + "</w:body></w:document>";
}
std::string run(const std::string& text) {
  return "<w:r><w:t>" + text + "</w:t></w:r>";
}
std::string mark(const std::string& type) {
  return "<w:r><w:fldChar w:fldCharType='" + type + "'/></w:r>";
}
std::string code(const std::string& text) {
  return "<w:r><w:instrText>" + text + "</w:instrText></w:r>";
}
std::string field(const std::string& instruction, const std::string& result) {
  return mark("begin") + instruction + mark("separate") + result + mark("end");
}

DocumentRows read_word(const std::string& body, const std::vector<Relation>& all = {}) {
  ZipBuilder zip = package("word/document.xml");
  zip.add("word/document.xml", word_document(body));
  if (!all.empty()) zip.add("word/_rels/document.xml.rels", relationships(all));
  return read_document(zip.zip());
}

const std::string kSheetStart =
    "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' "
    "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>";
DocumentRows read_sheet(const std::string& rows, const std::string& links = {},
                        const std::vector<Relation>& all = {}) {
  ZipBuilder zip = package("xl/workbook.xml");
  // The sheets come first: their names are in files behind them.
  zip.add("xl/worksheets/sheet1.xml", kSheetStart + "<sheetData>" + rows + "</sheetData><hyperlinks>" +
                                          links + "</hyperlinks></worksheet>");
  if (!all.empty()) zip.add("xl/worksheets/_rels/sheet1.xml.rels", relationships(all));
  zip.add("xl/sharedStrings.xml",
          "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>no</t></si>"
          "<si><r><t>Our </t></r><r><t>bank</t></r><rPh sb='0' eb='1'><t>phonetic</t></rPh></si></sst>");
  zip.add("xl/workbook.xml",
          "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' "
          "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>"
          "<sheet name='Year &amp; month' sheetId='1' r:id='rId7'/></sheets><definedNames>"
          "<definedName name='Home'>HYPERLINK(\"http://a/name\")</definedName></definedNames></workbook>");
  zip.add("xl/_rels/workbook.xml.rels",
          relationships({{"rId7", "worksheet", "worksheets/sheet1.xml", false},
                         {"rId8", "sharedStrings", "/xl/sharedStrings.xml", false}}));
  return read_document(zip.zip());
}

TEST_CASE("types of relationships") {
  struct Case {
    std::string type, context;
  };
  const std::vector<Case> cases = {
      {kOffice + "hyperlink", "ooxml:hyperlink"},
      {kStrict + "hyperlink", "ooxml:hyperlink"},
      {kOffice + "image", "ooxml:image"},
      {kOffice + "attachedTemplate", "ooxml:template"},
      {kStrict + "attachedTemplate", "ooxml:template"},
      {kOffice + "oleObject", "ooxml:ole"},
      {kOffice + "package", "ooxml:ole"},
      {kOffice + "externalLink", "ooxml:ole"},
      {kOffice + "externalLinkPath", "ooxml:ole"},
      {"http://schemas.microsoft.com/office/2006/relationships/xlExternalLinkPath/xlPathMissing",
       "ooxml:ole"},
      {kOffice + "frame", "ooxml:frame"},
      {kOffice + "subDocument", "ooxml:frame"},
      {kOffice + "video", "ooxml:other"},
      {kOffice + "mailMergeSource", "ooxml:other"},
      {kOffice + "myhyperlink", "ooxml:other"},
  };
  for (const Case& c : cases) {
    INFO(c.type);
    const DocumentRows read =
        read_word("", {{"rId4", c.type, "http://a/b?c=1&amp;d"}, {"rId5", c.type, "b.xml", false}});
    CHECK(read.rows == Rows{"word/_rels/document.xml.rels#rId4 " + c.context + " http://a/b?c=1&d"});
    CHECK(read.damage.empty());
  }
  CHECK(read_word("", {{"a", "hyperlink", ""}, {"b", "hyperlink", " "}}).rows.empty());
}

TEST_CASE("relationships without a part, and of the package itself") {
  ZipBuilder zip;
  zip.add("_rels/.rels", relationships({{"r1", "image", "http://a/thumbnail"}}));
  zip.add("word/_rels/settings.xml.rels", relationships({{"r2", "attachedTemplate", "\\\\a\\b.dotm"}}));
  zip.add("_RELS/other.xml.RELS", relationships({{"r3", "hyperlink", "x/y"}}));
  zip.add("word/rels/document.xml.rels", relationships({{"r4", "hyperlink", "http://not/in/the/folder"}}));
  CHECK(read_document(zip.zip()).rows == Rows{"_rels/.rels#r1 ooxml:image http://a/thumbnail",
                                              "word/_rels/settings.xml.rels#r2 ooxml:template \\\\a\\b.dotm",
                                              "_RELS/other.xml.RELS#r3 ooxml:hyperlink x/y"});
}

TEST_CASE("texts of hyperlinks in Word") {
  const std::vector<Relation> all = {{"rId4", "hyperlink", "http://a/"}};
  const std::string row = "word/_rels/document.xml.rels#rId4 ooxml:hyperlink http://a/";
  const auto link = [](const std::string& inside) {
    return "<w:hyperlink r:id='rId4'>" + inside + "</w:hyperlink>";
  };
  CHECK(read_word(link(run("Our") + run(" b&#97;nk ")), all).rows == Rows{row + " =Our bank"});
  CHECK(read_word(link(run("one") + "<w:r><w:br/></w:r>" + run("two")), all).rows == Rows{row + " =one two"});
  // The first use counts.
  CHECK(read_word(link(run("first")) + link(run("second")), all).rows == Rows{row + " =first"});
  CHECK(read_word(link(""), all).rows == Rows{row});
  CHECK(read_word("<w:hyperlink w:anchor='x'>" + run("inside") + "</w:hyperlink>", all).rows == Rows{row});
  CHECK(read_word(link(run(std::string(300, 'x'))), all).rows == Rows{row + " =" + std::string(200, 'x')});
  // Elements of these names in other namespaces are something else.
  CHECK(read_word("<hyperlink xmlns='u' r:id='rId4'><t>no</t></hyperlink>", all).rows == Rows{row});
}

TEST_CASE("fields of Word") {
  const std::string at = "word/document.xml ooxml:field ";
  struct Case {
    std::string why, body;
    Rows rows;
  };
  const std::vector<Case> cases = {
      {"an instruction in several runs",
       field(code("HYPER") + code("LINK \"http://a/") + code("b\""), run("B")),
       {at + "http://a/b =B"}},
      {"without a result",
       mark("begin") + code("INCLUDEPICTURE http://a/b.png \\d") + mark("end"),
       {at + "http://a/b.png"}},
      {"a simple field",
       "<w:fldSimple w:instr=' HYPERLINK &quot;http://a/&quot; '>" + run("A") + "</w:fldSimple>",
       {at + "http://a/ =A"}},
      {"text that is not an instruction",
       code("HYPERLINK \"http://a/\"") + run("HYPERLINK \"http://b/\""),
       {}},
      {"an instruction behind the separator", field(code("PAGE"), code("HYPERLINK \"http://a/\"")), {}},
      {"the field inside is reported first",
       field(code("INCLUDETEXT \"http://a/x\""),
             run("t") + field(code("HYPERLINK \"http://b/\""), run("B")) + run("u")),
       {at + "http://b/ =B", at + "http://a/x =tBu"}},
      {"the result of a field in an instruction is a part of it",
       field(code("HYPERLINK \"http://a/") + field(code("MERGEFIELD n"), run("42")) + code("\""), run("x")),
       {at + "http://a/42 =x"}},
      {"an instruction that is written in numbers",
       field(code("DDEAUTO ") + field(code("QUOTE 67 58 92 92 120 46 101 120 101"), "") + code(" y"), ""),
       {at + "C:\\x.exe"}},
      {"a field without an end",
       mark("begin") + code("HYPERLINK \"http://a/\"") + mark("separate") + run("A"),
       {at + "http://a/ =A"}},
      {"ends without a beginning",
       mark("end") + mark("separate") + field(code("RD \"http://a/\""), ""),
       {at + "http://a/"}},
      {"a simple field that contains the beginning of another one",
       "<w:fldSimple w:instr='RD http://a/'>" + mark("begin") + code("RD http://b/") + "</w:fldSimple>" +
           run("x"),
       {at + "http://b/", at + "http://a/"}},
      {"a bookmark of the document", field(code("HYPERLINK \\l \"top\" \\o \"http://tip/\""), run("T")), {}},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    CHECK(read_word(c.body).rows == c.rows);
  }
  // At any depth.
  std::string deep = field(code("RD http://a/deep"), "");
  for (int i = 0; i < 1500; ++i) deep = field(code("PAGE"), deep);
  CHECK(read_word(field(code("RD http://a/"), deep)).rows == Rows{at + "http://a/deep", at + "http://a/"});
  // Each character is a number.
  std::string numbers;
  for (const char c : "http://a.example/a-long-path"s) numbers += " " + std::to_string(c);
  CHECK(read_word(field(code("HYPERLINK ") + field(code("QUOTE" + numbers), ""), run("x"))).rows ==
        Rows{at + "http://a.example/a-long-path =x"});
  // A text behind much white space, and an instruction in many pieces.
  const std::string space(20'000, ' ');
  CHECK(read_word(field(code("RD http://a/"), run(space + "shown" + space + "text"))).rows ==
        Rows{at + "http://a/ =shown text"});
  CHECK(
      read_word(field(code("HYPERLINK " + std::string(1'500'000, ' ')) + code("http://a/"), run("x"))).rows ==
      Rows{at + "http://a/ =x"});
  // Fields are charged.
  mimebase::Limits limits;
  limits.document_objects = 20;
  ZipBuilder zip = package("word/document.xml");
  std::string many;
  for (int i = 0; i < 30; ++i) many += field(code("RD http://a/"), "");
  zip.add("word/document.xml", word_document(many));
  CHECK(read_document(zip.zip(), limits).limits.front() == FindLimit::kDocumentObjects);
}

TEST_CASE("field codes") {
  struct Case {
    std::string code;
    Rows references;
    LinkKind kind = LinkKind::kLink;
  };
  const std::vector<Case> cases = {
      {"HYPERLINK \"http://a/b\"", {"http://a/b"}},
      {" hyperlink   http://a/b  ", {"http://a/b"}},
      {"HYPERLINK\t\"http://a/b c\" \\o \"tip\"", {"http://a/b c"}},
      {"HYPERLINK \\o \"tip\" \\t \"_blank\" \"http://a/\"", {"http://a/"}},
      {"HYPERLINK \\n \\m \"http://a/\"", {"http://a/"}},
      {"HYPERLINK \"http://a/\" \\l \"part\"", {"http://a/#part"}},
      {"HYPERLINK \\l \"#part\" \"http://a/\"", {"http://a/#part"}},
      {"HYPERLINK \\l \"part\"", {}},
      {"HYPERLINK \"#part\"", {"#part"}},
      {"HYPERLINK \"\" \\l \"part\"", {}},
      {"HYPERLINK", {}},
      {"HYPERLINK \"http://a/\\\"b\\\"\"", {"http://a/\"b\""}},
      {"HYPERLINK \"http://a/unclosed", {"http://a/unclosed"}},
      {"HYPERLINK \u201Chttp://a/\u201D \\o \u201Cx\u201D", {"http://a/"}},
      {"HYPERLINK \"C:\\\\x\\\\y.doc\"", {"C:\\x\\y.doc"}},
      {"HYPERLINK \"C:\\x\\y.doc\"", {"C:\\x\\y.doc"}},
      {"HYPERLINK \\\\\\\\server\\\\share", {"\\\\server\\share"}},
      {"HYPERLINKS \"http://a/\"", {}},
      {"\"HYPERLINK\" \"http://a/\"", {}},
      {"INCLUDEPICTURE \\d \"http://a/i.png\" \\* MERGEFORMATINET", {"http://a/i.png"}, LinkKind::kImage},
      {"INCLUDEPICTURE \\* MERGEFORMAT \\c gif http://a/i.png", {"http://a/i.png"}, LinkKind::kImage},
      {"INCLUDETEXT \"http://a/t.docx\" mark \\c AnsiText", {"http://a/t.docx"}, LinkKind::kFrame},
      {"INCLUDE \"t.doc\"", {"t.doc"}, LinkKind::kFrame},
      {"LINK Excel.Sheet.8 \"http://a/x.xls\" \"Sheet1!R1C1\" \\a \\f 0 \\p",
       {"http://a/x.xls"},
       LinkKind::kMedia},
      {"LINK htmlfile", {}},
      {"DDEAUTO c:\\\\Windows\\\\System32\\\\cmd.exe \"/k calc.exe\"",
       {"c:\\Windows\\System32\\cmd.exe"},
       LinkKind::kMedia},
      {"DDEAUTO c:\\\\cmd.exe \"/k powershell http://b/p.ps1 \" \"http://c/\"",
       {"c:\\cmd.exe", "http://b/p.ps1", "http://c/"},
       LinkKind::kMedia},
      {"DDEAUTO \"http://a/x.exe\" \"http://b/\"", {"http://a/x.exe", "http://b/"}, LinkKind::kMedia},
      {"DDE Excel \"C:\\\\a.xls\" R1C1", {"C:\\a.xls"}, LinkKind::kMedia},
      {"DDE Excel System", {}},
      {"RD \"http://a/chapter\" \\f", {"http://a/chapter"}, LinkKind::kFrame},
      {"DATABASE \\c \"DSN=x\" \\d \"http://a/d.mdb\" \\s \"SELECT\"", {"http://a/d.mdb"}, LinkKind::kMedia},
      {"PAGEREF http://a/", {}},
      {"HYPERLINK \\\u00E9 http://a/", {"\\\u00E9"}},  // a switch is ASCII
      {"MACROBUTTON http://a/", {}},
      {"", {}},
      {"\\", {}},
      {"\\h", {}},
  };
  for (const Case& c : cases) {
    INFO(c.code);
    Rows references;
    for (const FieldReference& found : references_of(parse_field_code(c.code))) {
      references.push_back(found.reference);
      CHECK(found.kind == c.kind);
    }
    CHECK(references == c.references);
  }
}

TEST_CASE("formulas") {
  struct Case {
    std::string formula;
    Rows references;  // with " =LABEL"
    LinkKind kind = LinkKind::kLink;
  };
  const std::vector<Case> cases = {
      {"HYPERLINK(\"http://a/\",\"Label\")", {"http://a/ =Label"}},
      {"hyperlink( \"http://a/\" )", {"http://a/ ="}},
      {"of:=HYPERLINK(\"http://a/\";\"L\")", {"http://a/ =L"}},
      {"IF(A1=\"HYPERLINK(\",HYPERLINK(\"http://a/\",B2),HYPERLINK(\"http://b/\"))",
       {"http://a/ =", "http://b/ ="}},
      {"HYPERLINK(\"http://a/\"\"b\"\"\")", {"http://a/\"b\" ="}},
      {"\"HYPERLINK(\"\"http://a/\"\")\"", {}},
      {"HYPERLINK(\"http://\"&A1,\"x\")", {}},
      {"HYPERLINK(CONCATENATE(\"http://a/\",B1))", {"http://a/ ="}},
      {"HYPERLINK(\"http\"&\"://\"&\"a/\"&\"b\",\"x\")", {"http://a/b =x"}},
      {"of:=HYPERLINK(COM.MICROSOFT.CONCAT(\"http://\";\"a/\"))", {"http://a/ ="}},
      {"HYPERLINK(_xlfn.TEXTJOIN(\"/\",TRUE,\"http:/\",\"a\",\"b\"))", {"http://a/b ="}},
      {"HYPERLINK(IF(A1>2,\"http://a/\",IF(B1=\"x\",\"http://b/\",\"none\")),\"x\")",
       {"http://a/ =x", "http://b/ =x"}},
      {"HYPERLINK(\"http://a/?b=\"&C1&\"&c=\"&D1)", {"http://a/?b= ="}},
      {"HYPERLINK(\"http://a.example\"&C1)", {"http://a.example ="}},
      {"HYPERLINK(\"http://\"&IF(A1,\"a\",\"b\")&\"/\")", {"http://a/ =", "http://b/ ="}},
      {"HYPERLINK(CHAR(104)&CHAR(116)&\"tp://a/\")", {"http://a/ ="}},
      {"HYPERLINK(SUBSTITUTE(\"http://a/\",\"b\",1+2))", {"http://a/ ="}},
      {"HYPERLINK(VLOOKUP(A1,Sheet2!A1:B9,2,FALSE),\"x\")&HYPERLINK(\"http://a/\")", {"http://a/ ="}},
      {"HYPERLINK(Table1[[#This Row],[b]],#REF!)&HYPERLINK(\"http://a/\")", {"http://a/ ="}},
      {"HYPERLINK(INDEX({\"x\",\"y\"},1))&HYPERLINK(\"http://a/\")", {"http://a/ ="}},
      {"HYPERLINK(((\"http://a/\")))", {"http://a/ ="}},
      {"[http://a/b.xlsx]S1!A1+1", {"http://a/b.xlsx ="}, LinkKind::kMedia},
      {"'http://a/c d/[b.xlsx]S 1'!$A$1:B2", {"http://a/c d/b.xlsx ="}, LinkKind::kMedia},
      {"of:=['http://a/b.ods'#$S.A1]*2", {"http://a/b.ods ="}, LinkKind::kMedia},
      {"[1]Sheet1!A1", {}},
      {"HYPERLINK(\"#Sheet2!A1\",\"x\")", {}},
      {"'HYPERLINK(\"http://a/\")'!A1", {}},
      {"MYHYPERLINK(\"http://a/\")", {}},
      {"HYPERLINK(\"http://a/", {}},
      {"HYPERLINK(\"http://a/\"", {}},
      {"_xlfn.WEBSERVICE(\"http://a/\")", {"http://a/ ="}, LinkKind::kOther},
      {"_xlfn.FILTERXML(_xlfn.WEBSERVICE(\"http://a/x\"),\"//b\")", {"http://a/x ="}, LinkKind::kOther},
      {"of:=COM.MICROSOFT.WEBSERVICE(\"http://a/\")", {"http://a/ ="}, LinkKind::kOther},
      {"_xlfn.IMAGE(\"http://a/i.png\",\"alt\")", {"http://a/i.png ="}, LinkKind::kImage},
      {"cmd|'/c calc.exe'!A1", {"cmd|'/c calc.exe' ="}, LinkKind::kMedia},
      {"cmd|'/k powershell http://b/p.ps1'!A1", {"http://b/p.ps1 ="}, LinkKind::kMedia},
      {"Excel|'C:\\x.xls'!R1C1", {"C:\\x.xls ="}, LinkKind::kMedia},
      {"DDE(\"soffice\";\"file:///x.ods\";\"A1\")", {"file:///x.ods ="}, LinkKind::kMedia},
      {"A|'b'", {}},
      {"", {}},
  };
  for (const Case& c : cases) {
    INFO(c.formula);
    Rows references;
    Reading reading(mimebase::find::kPresetLimits);
    mimebase::find::SilentSink sink;
    for (const FormulaReference& found : read_formula(c.formula, {reading, sink, {}}).found) {
      references.push_back(found.reference + " =" + found.label);
      CHECK(found.kind == c.kind);
    }
    CHECK(references == c.references);
  }
}

TEST_CASE("texts that formulas join take steps") {
  std::string formula = "HYPERLINK(\"http://a/\"";
  for (int i = 0; i < 40; ++i) formula += "&IF(A1,\"x\",\"y\")";
  Reading reading(mimebase::find::kPresetLimits);
  mimebase::test::RowSink sink;
  static_cast<void>(read_formula(formula + ")", {reading, sink, {}}));
  CHECK(sink.limits.front() == FindLimit::kDocumentSteps);
  // Brackets without an end.
  static_cast<void>(read_formula(std::string(100'000, '('), {reading, sink, {}}));
  static_cast<void>(read_formula("HYPERLINK" + std::string(100'000, '['), {reading, sink, {}}));
}

TEST_CASE("workbooks") {
  const std::string name = "xl/workbook.xml#Home ooxml:formula http://a/name";
  const auto cell = [](const std::string& formula, const std::string& more = {}) {
    return "<row r='3'><c r='B3' t='str'><f>" + formula + "</f>" + more + "</c></row>";
  };
  struct Case {
    std::string why, rows, row;
  };
  const std::vector<Case> cases = {
      {"the result that was saved", cell("HYPERLINK(\"http://a/\",\"L\")", "<v>Shown</v>"),
       "B3 ooxml:formula http://a/ =Shown"},
      {"no result", cell("HYPERLINK(\"http://a/\",\"L\")"), "B3 ooxml:formula http://a/ =L"},
      {"no link", cell("_xlfn.WEBSERVICE(\"http://a/\")", "<v>x</v>"), "B3 ooxml:formula http://a/"},
      {"cells and rows without places",
       "<row><c/></row><row><c/><c><v>1</v></c><c><f>IMAGE(\"http://a/\")</f></c></row>",
       "C2 ooxml:formula http://a/"},
      {"a shared formula, which is written once",
       "<row r='1'><c r='AA1'><f t='shared' ref='AA1:AA2' si='0'>HYPERLINK(\"http://a/\")</f></c></row>"
       "<row r='2'><c r='AA2'><f t='shared' si='0'/></c></row>",
       "AA1 ooxml:formula http://a/"},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    CHECK(read_sheet(c.rows).rows == Rows{name, "Year & month!" + c.row});
  }

  // The cells that a formula names, and the value that was saved.
  const std::string cells =
      "<row r='1'><c r='A1' t='s'><v>1</v></c><c r='B1' t='inlineStr'><is><t>http://b/</t></is></c>"
      "<c r='C1' t='str'><f>1&amp;2</f><v>http://c/</v></c><c r='D1'><v>7</v></c></row>";
  const auto found_with_cells = [&](const std::string& formula, const std::string& more = {}) {
    Rows rows = read_sheet(cells + cell(formula, more)).rows;
    CHECK(rows.front() == name);
    rows.erase(rows.begin());
    return rows;
  };
  const std::string at = "Year & month!B3 ooxml:formula ";
  CHECK(found_with_cells("HYPERLINK(B1)") == Rows{at + "http://b/"});
  CHECK(found_with_cells("HYPERLINK($C$1,\"x\")") == Rows{at + "http://c/ =x"});
  CHECK(found_with_cells("HYPERLINK(B1&amp;D1&amp;\".html\")") == Rows{at + "http://b/7.html"});
  CHECK(found_with_cells("HYPERLINK(\"http://d/\"&amp;A1)") == Rows{at + "http://d/Our bank"});
  CHECK(found_with_cells("HYPERLINK('Year &amp; month'!B1)") == Rows{at + "http://b/"});
  CHECK(found_with_cells("HYPERLINK(Other!B1)") == Rows{});
  CHECK(found_with_cells("HYPERLINK(Other!B1)", "<v>http://saved/</v>") == Rows{at + "http://saved/"});
  CHECK(found_with_cells("HYPERLINK(Other!B1,\"x\")", "<v>x</v>") == Rows{});
  CHECK(found_with_cells("IF(A1=1,HYPERLINK(\"http://e/\"),B1)") == Rows{at + "http://e/"});

  const std::vector<Relation> all = {{"rId1", "hyperlink", "http://a/"}};
  // Cells that share a relationship, with several locations in its target.
  CHECK(read_sheet("<row r='3'><c r='B3'><v>1</v></c><c r='C3'><v>2</v></c></row>",
                   "<hyperlink ref='B3' r:id='rId1' location='/s?x'/><hyperlink ref='C3' r:id='rId1' "
                   "location='p'/><hyperlink ref='D3' r:id='rId1'/>",
                   all)
            .rows == Rows{"xl/worksheets/_rels/sheet1.xml.rels#rId1 ooxml:hyperlink http://a/",
                          "xl/worksheets/_rels/sheet1.xml.rels#rId1 ooxml:hyperlink http://a/#/s?x =1",
                          "xl/worksheets/_rels/sheet1.xml.rels#rId1 ooxml:hyperlink http://a/#p =2", name});
  const std::string row = "xl/worksheets/_rels/sheet1.xml.rels#rId1 ooxml:hyperlink http://a/";
  const std::string link = "<hyperlink ref='B3:C4' r:id='rId1'/>";
  CHECK(read_sheet("<row r='3'><c r='B3' t='s'><v>1</v></c></row>", link, all).rows ==
        Rows{name, row + " =Our bank"});
  CHECK(read_sheet("<row r='3'><c r='B3' t='s'><v>7</v></c></row>", link, all).rows == Rows{name, row});
  CHECK(read_sheet("<row r='3'><c r='B3' t='inlineStr'><is><t>In </t><r><t>line</t></r></is></c></row>", link,
                   all)
            .rows == Rows{row + " =In line", name});
  CHECK(read_sheet("<row r='3'><c r='B3'><v>12.5</v></c></row>", link, all).rows ==
        Rows{row + " =12.5", name});
  CHECK(read_sheet("<row r='3'><c r='B4'><v>1</v></c></row>", link, all).rows == Rows{row, name});
  CHECK(read_sheet("", "<hyperlink ref='A1' location='Sheet2!A1'/>").rows == Rows{name});
  // All links of a cell have its text.
  std::vector<Relation> many;
  std::string links;
  Rows expected;
  for (int i = 0; i < 20; ++i) {
    const std::string id = "i" + std::to_string(i);
    many.push_back({id, "hyperlink", "http://a/"});
    links += "<hyperlink ref='$B$0003' r:id='" + id + "'/>";
    expected.push_back("xl/worksheets/_rels/sheet1.xml.rels#" + id + " ooxml:hyperlink http://a/ =Our bank");
  }
  expected.insert(expected.begin(), name);
  CHECK(read_sheet("<row r='3'><c r='B3' t='s'><v>1</v></c></row>", links, many).rows == expected);
  // A formula behind a megabyte of white space.
  CHECK(read_sheet(cell(std::string(2'000'000, ' ') + "HYPERLINK(\"http://a/\")")).rows ==
        Rows{name, "Year & month!B3 ooxml:formula http://a/"});
}

TEST_CASE("connections and links of workbooks") {
  const std::string start = " xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>";
  ZipBuilder zip = package("xl/workbook.xml");
  zip.add("xl/connections.xml",
          "<connections" + start +
              "<connection id='1' odcFile='\\\\s\\x.odc'><dbPr connection='Provider=P;Data "
              "Source=&quot;http://a/d&quot;;"
              "Location=Query;'/></connection><connection id='2'><webPr url='http://a/web'/></connection>"
              "<connection id='3'><textPr sourceFile='C:\\t.csv'/></connection></connections>");
  zip.add("xl/externalLinks/externalLink1.xml",
          "<externalLink" + start + "<ddeLink ddeService='cmd' ddeTopic='/c calc'/></externalLink>");
  zip.add("xl/externalLinks/externalLink2.xml",
          "<externalLink" + start + "<ddeLink ddeService='Excel' ddeTopic='C:\\x.xls'/></externalLink>");
  CHECK(read_document(zip.zip()).rows ==
        Rows{"xl/connections.xml ooxml:other \\\\s\\x.odc", "xl/connections.xml ooxml:other http://a/d",
             "xl/connections.xml ooxml:other http://a/web", "xl/connections.xml ooxml:other C:\\t.csv",
             "xl/externalLinks/externalLink1.xml ooxml:formula cmd|'/c calc'",
             "xl/externalLinks/externalLink2.xml ooxml:formula C:\\x.xls"});
}

TEST_CASE("hyperlinks in drawings, and URLs in VML") {
  ZipBuilder zip = package("ppt/presentation.xml");
  const auto text_run = [](const std::string& text, const std::string& link) {
    return "<a:r><a:rPr>" + (link.empty() ? "" : "<a:hlinkClick r:id='" + link + "'/>") + "</a:rPr><a:t>" +
           text + "</a:t></a:r>";
  };
  zip.add(
      "ppt/slides/slide1.xml",
      "<p:sld xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' "
      "xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' "
      "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>"
      "<p:sp><p:cNvPr><a:hlinkClick r:id='shape'/></p:cNvPr><p:txBody><a:p>" +
          text_run("Press", "") + "</a:p><a:p>" + text_run("here", "") +
          "</a:p></p:txBody></p:sp><p:sp><p:txBody><a:p>" + text_run("Our ", "run") +
          text_run("bank", "run") + text_run(" and", "") + text_run("more", "run") +
          "</a:p></p:txBody></p:sp><p:pic><p:cNvPr><a:hlinkHover r:id='picture'/></p:cNvPr></p:pic></p:sld>");
  zip.add("ppt/slides/_rels/slide1.xml.rels", relationships({{"shape", "hyperlink", "http://a/1"},
                                                             {"run", "hyperlink", "http://a/2"},
                                                             {"picture", "hyperlink", "http://a/3"}}));
  zip.add("xl/drawings/vmlDrawing1.vml",
          "<xml xmlns:v='urn:schemas-microsoft-com:vml' xmlns:o='urn:schemas-microsoft-com:office:office'>"
          "<v:shape href='http://a/shape'><v:imagedata src='http://a/i.png' o:href='\\\\s\\i.png'/></v:shape>"
          "<v:shape href='#x'><v:imagedata src='media/i.png'/></v:shape></xml>");
  const std::string at = "ppt/slides/_rels/slide1.xml.rels#", vml = "xl/drawings/vmlDrawing1.vml ooxml:";
  CHECK(read_document(zip.zip()).rows ==
        Rows{at + "shape ooxml:hyperlink http://a/1 =Press here",
             at + "run ooxml:hyperlink http://a/2 =Our bank", at + "picture ooxml:hyperlink http://a/3",
             vml + "hyperlink http://a/shape", vml + "image http://a/i.png", vml + "image \\\\s\\i.png"});
}

TEST_CASE("the base of an Office document") {
  const auto bases = [](const std::string& target, const std::string& xmlns, const std::string& base) {
    ZipBuilder zip;
    zip.add("_rels/.rels", relationships({{"r", xmlns + "/extended-properties", target, false}}));
    zip.add(target,
            "<Properties xmlns='" + xmlns + "'><HyperlinkBase>" + base + "</HyperlinkBase></Properties>");
    return read_document(zip.zip()).bases;
  };
  const std::string usual = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";
  CHECK(bases("docProps/app.xml", usual, " http://a/b/?x&amp;y \n") == Rows{"http://a/b/?x&y"});
  CHECK(bases("any/other.xml", usual, "C:\\x\\") == Rows{"C:\\x\\"});
  CHECK(bases("docProps/app.xml", usual, "") == Rows{});
  CHECK(bases("docProps/app.xml", "http://purl.oclc.org/ooxml/officeDocument/extendedProperties",
              "http://a/") == Rows{"http://a/"});
  CHECK(bases("docProps/app.xml", "urn:other", "http://a/") == Rows{});
}

TEST_CASE("documents inside packages") {
  ZipBuilder inner = package("xl/workbook.xml");
  inner.add("xl/_rels/x.xml.rels", relationships({{"r", "hyperlink", "http://inner/"}}));
  inner.add("docProps/app.xml",
            "<Properties xmlns='http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'>"
            "<HyperlinkBase>http://base/</HyperlinkBase></Properties>");
  ZipBuilder zip = package("word/document.xml");
  zip.add("word/embeddings/a.xlsx", inner.zip());
  zip.add("word/embeddings/b.bin", ole::compound("Package", inner.zip()));
  zip.add(
      "word/embeddings/c.bin",
      ole::compound("\1Ole10Native", ole::number(99) + ole::package("d.htm", 3, "<img src='http://in/'>")));
  zip.add("word/chunk.dat", "<html><a href='http://chunk/'>C</a></html>");
  zip.add("word/_rels/document.xml.rels", relationships({{"r1", "aFChunk", "chunk.dat", false}}));
  CHECK(read_document(zip.zip()).rows ==
        Rows{"word/embeddings/a.xlsx!xl/_rels/x.xml.rels#r ooxml:hyperlink http://inner/ @http://base/",
             "word/embeddings/b.bin!xl/_rels/x.xml.rels#r ooxml:hyperlink http://inner/ @http://base/",
             "word/embeddings/c.bin img@src http://in/", "word/chunk.dat a@href http://chunk/ =C"});

  std::string nested = inner.zip();
  for (int i = 0; i < 3; ++i) {
    ZipBuilder around = package("word/document.xml");
    around.add("word/embeddings/a.docx", nested);
    nested = around.zip();
  }
  mimebase::Limits limits;
  limits.document_depth = 2;
  CHECK(read_document(nested, limits).limits == std::vector{FindLimit::kDocumentDepth});
  limits.document_depth = 3;
  CHECK(read_document(nested, limits).rows.size() == 1);
}

// ---- Zip files ----

TEST_CASE("zip files as programs write them") {
  const std::string rels = relationships({{"r", "hyperlink", "http://a/"}});
  const Rows rows = {"_rels/.rels#r ooxml:hyperlink http://a/"};
  const std::vector<ZipStyle> styles = {{},
                                        {.is_stored = true},
                                        {.has_descriptor = true},
                                        {.is_stored = true, .has_descriptor = true},
                                        {.is_zip64 = true}};
  for (const ZipStyle& style : styles) {
    INFO(style.is_stored << style.has_descriptor << style.is_zip64);
    ZipBuilder zip;
    zip.add("a", "before", style).add("_rels/.rels", rels, style).add("z", "", style);
    const DocumentRows read = read_document(zip.zip());
    CHECK(read.rows == rows);
    CHECK(read.damage.empty());
    // A comment, and bytes behind the zip file.
    CHECK(read_document(zip.zip() + std::string(1000, '.')).rows == rows);
    // Programs that repair documents read those without a directory.
    const DocumentRows cut = read_document(zip.files());
    CHECK(cut.rows == rows);
    CHECK(cut.damage == Rows{"its directory of files is damaged"});
  }
  CHECK(read_document(ZipBuilder().add("/_rels\\.rels", rels).zip()).rows == rows);
  // A name in UTF-8, and one in the code page of DOS.
  for (const std::string& name : {"\u00E9"s, "\x82"s}) {
    const std::string entry = name + "/_rels/x.rels";
    const std::string package = ZipBuilder().add("_rels/.rels", "<x/>").add(entry, rels).zip();
    CHECK(read_document(package).rows == Rows{"\u00E9/_rels/x.rels#r ooxml:hyperlink http://a/"});
  }
  // Bytes before it: all offsets are too small.
  const std::string moved = "PK\x03\x04 is no header" + ZipBuilder().add("_rels/.rels", rels).zip();
  CHECK(read_document(moved).rows == rows);
}

TEST_CASE("damaged zip files") {
  const std::string rels = relationships({{"r", "hyperlink", "http://a/"}});
  const std::string whole = ZipBuilder().add("_rels/.rels", rels).zip();
  const Rows rows = {"_rels/.rels#r ooxml:hyperlink http://a/"};
  struct Case {
    std::string why, bytes;
    Rows rows, damage;
  };
  std::string without_header = whole;
  without_header[1] = 'X';
  const std::vector<Case> cases = {
      {"a wrong checksum",
       ZipBuilder().add("_rels/.rels", rels, {.has_wrong_checksum = true}).zip(),
       rows,
       {"a file in it is damaged"}},
      {"an encrypted file", ZipBuilder().add("_rels/.rels", rels, {.is_encrypted = true}).zip(), rows, {}},
      {"more files than there are",
       ZipBuilder().add("_rels/.rels", rels).zip(5),
       rows,
       {"its directory of files is damaged"}},
      {"two files of one name",
       ZipBuilder().add("_rels/.rels", rels).add("_rels/.rels", rels).zip(),
       {rows[0], rows[0]},
       {}},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    const DocumentRows read = read_document(c.bytes);
    CHECK(read.rows == c.rows);
    CHECK(read.damage == c.damage);
  }
  // Nothing but part of a file.
  const std::string long_rels =
      relationships({{"r", "hyperlink", "http://a/"}, {"s", "hyperlink", "http://b/"}});
  const std::string stored = ZipBuilder().add("_rels/.rels", long_rels, {.is_stored = true}).files();
  const DocumentRows read = read_document(stored.substr(0, stored.size() - 60));
  CHECK(read.rows == rows);
  CHECK(read.damage == Rows{"its directory of files is damaged"});
  CHECK(read.losses == Rows{"a file in it is cut off, so its rest is not searched",
                            "a file in it is not well-formed XML: not all of it is searched"});
  CHECK_FALSE(read_document("PK\x03\x04").is_document);
  // A record of the directory whose name goes beyond the end.
  std::string long_name = whole;
  long_name[long_name.find("PK\x01\x02") + 29] = '\x7F';
  CHECK(read_document(long_name).rows == rows);
}

// Replaces bytes of the last header with this signature, which begins "PK".
std::string changed(std::string zip, std::string_view signature, std::size_t offset, std::string_view bytes) {
  const std::size_t at = zip.rfind("PK" + std::string(signature));
  REQUIRE(at != std::string::npos);
  return zip.replace(at + offset, bytes.size(), bytes);
}
constexpr std::string_view kLocal = "\3\4", kDirectory = "\1\2", kEndRecord = "\5\6";

std::string rels_with(const std::string& url) {
  return relationships({{"r", "hyperlink", url}});
}
ZipBuilder zip_with(const std::string& url) {
  return ZipBuilder().add("_rels/.rels", rels_with(url), {.is_stored = true});
}

TEST_CASE("zip files that programs read in different ways") {
  const std::string row = "_rels/.rels#r ooxml:hyperlink http://";
  const std::string directories = "programs find different directories of the files in it",
                    headers = "the headers of a file in it contradict each other",
                    unlisted = "its directory does not list all files in it",
                    names = "two files in it have the same name";
  const std::string good = zip_with("http://good/").zip(), evil = zip_with("http://evil/").zip();
  const std::string other = ZipBuilder(zip_with("http://evil/")).add("more", "x").zip();
  std::string in_comment = good + evil;
  in_comment[good.size() - 2] = static_cast<char>(evil.size());
  struct Case {
    std::string why, bytes;
    Rows rows, ambiguities, losses = {};
  };
  const std::vector<Case> cases = {
      {"its end record states the place of the directory in the first zip file",
       good + evil,
       {row + "evil/", row + "good/"},
       {directories}},
      {"a zip file behind another one", good + other, {row + "evil/", row + "good/"}, {unlisted}},
      {"a zip file in the comment of another", in_comment, {row + "evil/", row + "good/"}, {directories}},
      {"files before the zip file",
       zip_with("http://evil/").files() + good,
       {row + "good/", row + "evil/"},
       {unlisted}},
      {"a size in the directory that is smaller than before the file",
       changed(evil, kDirectory, 20, "\4\0\0\0"s),
       {row + "evil/"},
       {headers}},
      {"a size of a stored file that is smaller than its other size",
       changed(changed(evil, kDirectory, 20, "\4\0\0\0"s), kLocal, 18, "\4\0\0\0"s),
       {row + "evil/"},
       {headers}},
      {"a name in the directory that is none of a relationship",
       changed(evil, kDirectory, 46, "_Rels/xrels"),
       {row + "evil/"},
       {headers}},
      {"a name before the file that is none of a relationship",
       changed(evil, kLocal, 30, "_rels/xrels"),
       {row + "evil/"},
       {headers}},
      {"a method in the directory that no program knows",
       changed(evil, kDirectory, 10, "\x63\0"s),
       {row + "evil/"},
       {headers, "a file in it has a header that is wrong about its encryption or compression"}},
      {"encrypted as the directory has it",
       changed(evil, kDirectory, 8, "\1\0"s),
       {row + "evil/"},
       {headers, "a file in it has a header that is wrong about its encryption or compression"}},
      {"encrypted as both headers have it",
       ZipBuilder().add("_rels/.rels", rels_with("http://evil/"), {.is_encrypted = true}).zip(),
       {row + "evil/"},
       {"a file in it has a header that is wrong about its encryption or compression"}},
      {"two files of one name",
       ZipBuilder(zip_with("http://good/")).add("_rels/.rels", rels_with("http://evil/")).zip(),
       {row + "good/", row + "evil/"},
       {names}},
      {"names that differ in their case",
       ZipBuilder(zip_with("http://good/")).add("_RELS/.rels", rels_with("http://evil/")).zip(),
       {row + "good/", "_RELS/.rels#r ooxml:hyperlink http://evil/"},
       {names}},
      {"a deflated file whose size is known behind it alone",
       changed(ZipBuilder().add("_rels/.rels", rels_with("http://evil/"), {.has_descriptor = true}).zip(),
               kDirectory, 20, "\4\0\0\0"s),
       {row + "evil/"},
       {"a file in it is longer than its directory says"}},
      {"one zip file", evil, {row + "evil/"}, {}},
      {"the same directory by two end records",
       evil + evil.substr(evil.rfind("PK\5\6")),
       {row + "evil/"},
       {}},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    const DocumentRows read = read_document(c.bytes, mimebase::find::kPresetLimits, "a.docx");
    CHECK(read.rows == c.rows);
    CHECK(read.ambiguities == c.ambiguities);
    CHECK(read.losses == c.losses);
  }
}

TEST_CASE("zip files in zip files") {
  // A file that is stored has headers and an end record of its own.
  const std::string inner = zip_with("http://a/").zip();
  ZipBuilder zip = package("word/document.xml");
  zip.add("word/embeddings/a.docx", inner, {.is_stored = true});
  const std::string row = "word/embeddings/a.docx!_rels/.rels#r ooxml:hyperlink http://a/";
  const DocumentRows read = read_document(zip.zip());
  CHECK(read.rows == Rows{row});
  CHECK(read.ambiguities.empty());
  // If the directory is missing, the last one is that of the inner file, which other programs then read
  // alone.
  CHECK(read_document(zip.files()).rows == Rows{"_rels/.rels#r ooxml:hyperlink http://a/", row});
}

TEST_CASE("files in zip files that cannot be read") {
  const std::string whole = zip_with("http://a/").zip();
  const std::string phrase_encrypted = "a file in it is encrypted, so it is not searched",
                    phrase_method = "a file in it is compressed by an unknown method, so it is not searched",
                    phrase_missing = "a file in it is missing, so it is not searched";
  const auto both = [&](std::size_t in_directory, std::size_t in_local, std::string_view value) {
    // The checksum says that it is nothing else.
    std::string zip = changed(changed(whole, kDirectory, in_directory, value), kLocal, in_local, value);
    return changed(changed(std::move(zip), kDirectory, 16, "none"), kLocal, 14, "none");
  };
  struct Case {
    std::string why, bytes, loss;
  };
  const std::vector<Case> cases = {
      {"encrypted", both(8, 6, "\1\0"s), phrase_encrypted},
      {"strongly encrypted", both(8, 6, "\x41\0"s), phrase_encrypted},
      {"encrypted by AES", both(10, 8, "\x63\0"s), phrase_method},
      {"bzip2", both(10, 8, "\x0C\0"s), phrase_method},
      {"without a header before it", changed(whole, kLocal, 1, "X"), phrase_missing},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    const DocumentRows read = read_document(c.bytes, mimebase::find::kPresetLimits, "a.docx");
    CHECK(read.rows.empty());
    CHECK(read.losses == Rows{c.loss});
  }
  // What stands before damage is read, and damage is noted wherever it is.
  std::vector<Relation> all;
  for (int i = 0; i < 2000; ++i)
    all.push_back({"r" + std::to_string(i), "hyperlink", "http://a/" + std::to_string(i * 7919 % 6151)});
  const std::string sound = ZipBuilder().add("_rels/.rels", relationships(all)).zip();
  std::size_t cut_off = 0;
  for (std::size_t at = 50; at < sound.size() - 100; at += sound.size() / 50) {
    std::string zip = sound;
    zip[at] = static_cast<char>(~zip[at]);
    const DocumentRows read = read_document(zip);
    INFO(at);
    CHECK((!read.damage.empty() || !read.losses.empty()));
    if (!read.losses.empty() && read.rows.size() > 200 && read.rows.size() < 1900) ++cut_off;
  }
  CHECK(cut_off > 0);
}

TEST_CASE("zip files that are no documents") {
  ZipBuilder zip;
  zip.add("a/page.html", "<base href='http://b/'><a href='x'>").add("mimetype", "text/plain");
  zip.add("c.url", "[InternetShortcut]\nURL=http://c/\n")
      .add("d.png", "http://d/")
      .add("e.docx", zip_with("http://e/").zip());
  zip.add("letter", "Received: from x\nSubject: http://f/\n\nhttp://g/");
  const DocumentRows read = read_document(zip.zip());
  CHECK(read.is_archive);
  CHECK(read.rows == Rows{"a/page.html base@href http://b/", "a/page.html a@href x = @http://b/",
                          "c.url!URL shortcut:url http://c/",
                          "e.docx!_rels/.rels#r ooxml:hyperlink http://e/"});
  CHECK(read.skips == Rows{"mimetype: files of its type are not searched for references"});
  CHECK(read.losses == Rows{"letter: it is mail, which is not searched"});
  CHECK_FALSE(read_document(zip_with("http://a/").zip()).is_archive);
  // Nothing, and a folder alone.
  for (const std::string& empty : {ZipBuilder().zip(), ZipBuilder().add("a/", "").zip()})
    CHECK(read_document(empty, mimebase::find::kPresetLimits, "a.zip").is_archive);
  // A file that expands further than what people write takes steps.
  mimebase::Limits few;
  few.document_steps = 100'000;
  const std::string page = "<a href='http://a/'>" + std::string(200'000, ' ') + "<a href='http://b/'>";
  const DocumentRows bomb = read_document(ZipBuilder().add("a.html", page).zip(), few);
  CHECK(bomb.rows.empty());
  CHECK(bomb.limits == std::vector<FindLimit>{FindLimit::kDocumentSteps});
  // A second level is not opened, in whatever it is.
  const std::string inner = ZipBuilder().add("x.html", "<a href='http://x/'>").zip();
  ZipBuilder document = zip_with("http://a/");
  document.add("word/embeddings/b.zip", inner);
  const DocumentRows outer =
      read_document(ZipBuilder().add("a.zip", inner).add("b.docx", document.zip()).zip());
  CHECK(outer.rows == Rows{"b.docx!_rels/.rels#r ooxml:hyperlink http://a/"});
  CHECK(outer.losses.front() == "a.zip: it is a zip file inside a zip file, so it is not searched");
}

TEST_CASE("files in an archive that cannot be read are named") {
  const std::string whole = ZipBuilder().add("a.html", "<a href='http://a/'>").zip();
  const auto read_as = [&](std::size_t in_directory, std::size_t in_local, std::string_view value) {
    std::string zip = changed(changed(whole, kDirectory, in_directory, value), kLocal, in_local, value);
    return read_document(changed(changed(std::move(zip), kDirectory, 16, "none"), kLocal, 14, "none")).losses;
  };
  CHECK(read_as(8, 6, "\1\0"s) == Rows{"a.html: it is encrypted, so it is not searched"});
  for (const char method : {'\x06', '\x09', '\x0C', '\x0E', '\x5D', '\x5F', '\x62'})  // up to PPMd
    CHECK(read_as(10, 8, std::string{method, '\0'}) ==
          Rows{"a.html: it is compressed by an unknown method, so it is not searched"});
  CHECK(read_document(changed(whole, kLocal, 1, "X"), mimebase::find::kPresetLimits, "a.zip").losses ==
        Rows{"a.html: it is missing, so it is not searched"});
  CHECK(read_document(changed(changed(whole, kDirectory, 16, "none"), kLocal, 14, "none")).damage ==
        Rows{"a.html: it is damaged"});
  ZipBuilder many;
  for (int i = 0; i < 30; ++i) many.add("f" + std::to_string(i) + ".zip", ZipBuilder().add("x", "x").zip());
  const Rows losses = read_document(many.zip()).losses;
  CHECK(losses.size() == 11);
  CHECK(losses.back() == "the same holds for more files in it, or other places");
}

TEST_CASE("entries that share their bytes") {
  // Each entry of the directory has the header of the first one.
  const auto sharing = [](const std::vector<std::string>& names, const std::string& content) {
    std::string zip, directory;
    for (const std::string& name : names) {
      ZipBuilder one;
      const std::string alone = one.add(name, content).zip();
      if (zip.empty()) zip = alone.substr(0, alone.find("PK\1\2"));
      std::string record = alone.substr(alone.find("PK\1\2"));
      directory += record.substr(0, record.find("PK\5\6"));
    }
    const auto count = static_cast<char>(names.size());
    const auto number = [](std::size_t value) {
      std::string bytes;
      for (int i = 0; i < 4; ++i, value >>= 8) bytes += static_cast<char>(value & 0xFF);
      return bytes;
    };
    return zip + directory + "PK\5\6" + std::string(4, '\0') + count + '\0' + count + '\0' +
           number(directory.size()) + number(zip.size()) + std::string(2, '\0');
  };
  const std::string rels = rels_with("http://a/");
  const DocumentRows read = read_document(sharing({"_rels/.rels", "x/_rels/a.rels", "y/_rels/a.rels"}, rels));
  CHECK(read.rows == Rows{"_rels/.rels#r ooxml:hyperlink http://a/"});
  CHECK(read.ambiguities == Rows{"several files in it share their bytes, which are searched once"});
  // A part is searched as all that its names can mean.
  const std::string chunk = "<html><a href='http://chunk/'>C</a></html>";
  const DocumentRows mixed =
      read_document(sharing({"_rels/.rels", "word/embeddings/a.txt", "word/embeddings/a.htm"}, chunk));
  CHECK(mixed.rows.size() >= 2);
  // What is shared takes steps.
  std::vector<std::string> names = {"[Content_Types].xml"};
  for (int i = 0; i < 100; ++i) names.push_back("word/embeddings/a." + std::to_string(i));
  mimebase::Limits limits;
  limits.document_steps = 10'000;
  CHECK(read_document(sharing(names, std::string(1000, 'x')), limits).limits.front() ==
        FindLimit::kDocumentSteps);
  // And so does each part for each list of relationships, if all have one name.
  ZipBuilder repeated = package("word/document.xml");
  for (int i = 0; i < 100; ++i) {
    repeated.add("word/document.xml", "<a/>");
    repeated.add("word/_rels/document.xml.rels", rels);
  }
  CHECK(read_document(repeated.zip(), limits).limits.front() == FindLimit::kDocumentSteps);
}

TEST_CASE("the start of a part") {
  const std::string body = field(code("HYPERLINK http://a/"), run("A"));
  const std::string root = word_document(body).substr(word_document(body).find("<w:document"));
  const Rows rows = {"word/document.xml ooxml:field http://a/ =A"};
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string(1000, '\n') + root) utf16 += {c, '\0'};
  const std::vector<std::string> parts = {
      std::string(300, ' ') + root,
      std::string(200'000, '\n') + root,
      "\xEF\xBB\xBF" + std::string(5000, '\t') + root,
      "<!-- " + std::string(10'000, 'x') + " -->" + root,
      "<?x " + std::string(10'000, 'x') + "?>\n" + root,
      "<!DOCTYPE x [ <!ENTITY y 'z'> ]>" + std::string(10'000, ' ') + root,
      utf16,
  };
  for (const std::string& part : parts) {
    INFO(part.substr(0, 20));
    for (const bool is_stored : {false, true}) {
      ZipBuilder zip = package("word/document.xml");
      const DocumentRows read =
          read_document(zip.add("word/document.xml", part, {.is_stored = is_stored}).zip());
      CHECK(read.rows == rows);
      CHECK(read.losses.empty());
      CHECK(read.limits.empty());
    }
  }
}

TEST_CASE("parts that are named or described as something else") {
  const std::string body = word_document(field(code("HYPERLINK http://a/"), run("A")));
  const std::string row = " ooxml:field http://a/ =A";
  struct Case {
    std::string why, name, rels_name, type, target;
  };
  const std::vector<Case> cases = {
      {"a chunk of another format", "word/document.xml", "x/_rels/y.rels", "aFChunk", "document.xml"},
      {"a package", "word/document.xml", "word/_rels/z.xml.rels", "package", "document.xml"},
      {"in the folder of embedded files", "word/embeddings/document.xml", "", "", ""},
      {"like relationships", "word/_rels/document.rels", "", "", ""},
      {"strings of a workbook", "word/document.xml", "xl/_rels/workbook.xml.rels", "sharedStrings",
       "/word/document.xml"},
      {"with another ending", "word/document.bin", "", "", ""},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    ZipBuilder zip = package("xl/workbook.xml");
    zip.add("xl/workbook.xml",
            "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'/>");
    if (!c.rels_name.empty()) zip.add(c.rels_name, relationships({{"r", c.type, c.target, false}}));
    zip.add(c.name, body);
    const DocumentRows read = read_document(zip.zip());
    CHECK(read.rows.front() == c.name + row);
    CHECK(read.losses.empty());
  }
  // A relationship that calls a URL internal.
  ZipBuilder zip = package("word/document.xml");
  zip.add("word/_rels/document.xml.rels", relationships({{"r", "hyperlink", "http://a/", false}}));
  CHECK(read_document(zip.zip()).rows == Rows{"word/_rels/document.xml.rels#r ooxml:hyperlink http://a/"});
}

TEST_CASE("documents of several formats") {
  const std::string both = "it is a document of several formats";
  ZipBuilder word;
  word.add("mimetype", "application/epub+zip", {.is_stored = true});
  word.add("_rels/.rels", rels_with("http://a/"));
  const DocumentRows epub_first = read_document(word.zip());
  CHECK(epub_first.rows == Rows{"_rels/.rels#r ooxml:hyperlink http://a/"});
  CHECK(epub_first.ambiguities == Rows{both});
  // Other bytes before a package, which its name tells.
  const std::string zip = zip_with("http://a/").zip();
  for (const std::string& before : {"MZ\x90 a program"s, "GIF89a"s, std::string(5000, '\0')}) {
    CHECK(read_document(before + zip, mimebase::find::kPresetLimits, "a.docx").rows.size() == 1);
    CHECK_FALSE(read_document(before + zip).is_document);
  }
  const DocumentRows rtf = read_document("{\\rtf1 {\\field{\\*\\fldinst HYPERLINK http://b/}}}" + zip,
                                         mimebase::find::kPresetLimits, "a.docx");
  CHECK(rtf.rows.size() >= 2);
  CHECK(rtf.ambiguities == Rows{both});
}

TEST_CASE("embedded documents that cannot be searched") {
  ZipBuilder zip = package("word/document.xml");
  ZipBuilder odt;
  odt.add("content.xml", std::string(300, '\x81'));
  odt.add("META-INF/manifest.xml",
          "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'><m:file-entry "
          "m:full-path='content.xml'><m:encryption-data/></m:file-entry></m:manifest>");
  zip.add("word/embeddings/a.odt", odt.zip());
  zip.add("word/embeddings/b.pdf", "%PDF-1.4 nothing");
  zip.add("word/embeddings/c.xlsx", "PK\x03\x04 nothing");
  zip.add("word/page.mht", "MIME-Version: 1.0\nContent-Type: text/html\n\n<a href=3D'http://a/'>");
  zip.add("word/_rels/document.xml.rels", relationships({{"r", "aFChunk", "page.mht", false}}));
  CHECK(read_document(zip.zip()).losses ==
        Rows{"word/embeddings/a.odt: it is encrypted, so it is not searched",
             "word/embeddings/b.pdf: it cannot be opened, so it is not searched",
             "word/embeddings/c.xlsx: it cannot be opened, so it is not searched",
             "word/page.mht: it is mail, which is not searched"});
}

TEST_CASE("limits of packages") {
  ZipBuilder bomb = package("word/document.xml");
  bomb.add("word/document.xml", word_document(std::string(2'000'000, ' ')));
  bomb.add("word/_rels/document.xml.rels", relationships({{"r", "hyperlink", "http://a/"}}));
  CHECK(read_document(bomb.zip()).rows.size() == 1);
  mimebase::Limits limits;
  limits.document_bytes = 1'000'000;
  CHECK(read_document(bomb.zip(), limits).limits.front() == FindLimit::kDocumentBytes);
  limits = {};
  limits.document_objects = 3;
  CHECK(read_document(bomb.zip(), limits).limits.front() == FindLimit::kDocumentObjects);
  // Whatever is left of the limit, either a reference is found, or the limit is reported.
  ZipBuilder zip = package("word/document.xml");
  zip.add("word/embeddings/a.bin", std::string(3000, '\0'));
  zip.add("word/document.xml", word_document(field(code("HYPERLINK http://a/"), "")));
  for (limits = {}, limits.document_bytes = 0; limits.document_bytes < 8000; limits.document_bytes += 7) {
    const DocumentRows read = read_document(zip.zip(), limits);
    if (!read.is_document) continue;
    INFO(limits.document_bytes);
    CHECK((read.rows.size() == 1 || !read.limits.empty()));
  }
  // Names are not cut off.
  const std::string long_name = std::string(60'000, 'x') + "/_rels/y.rels";
  CHECK(read_document(package("z").add(long_name, rels_with("http://a/")).zip()).rows ==
        Rows{long_name + "#r ooxml:hyperlink http://a/"});
}

TEST_CASE("bombs") {
  // A conversion takes memory of its own.
  std::string utf16 = "\xFF\xFE";
  for (const char c : rels_with("http://a/")) utf16 += {c, '\0'};
  utf16.insert(utf16.size() - 2, std::string(std::size_t{17} << 20, ' '));
  const DocumentRows converted = read_document(ZipBuilder().add("_rels/.rels", utf16).zip());
  CHECK(converted.limits.empty());
  CHECK(converted.rows.size() == 1);
  mimebase::Limits less;
  less.document_bytes = std::uint64_t{20} << 20;
  CHECK(read_document(ZipBuilder().add("_rels/.rels", utf16).zip(), less).limits.front() ==
        FindLimit::kDocumentBytes);
  // Each level has ten of the level below.
  std::string nested =
      ZipBuilder().add("_rels/.rels", relationships({{"r", "hyperlink", "http://a/"}})).zip();
  for (int level = 0; level < 3; ++level) {
    ZipBuilder around = package("word/document.xml");
    for (int i = 0; i < 10; ++i) around.add("word/embeddings/" + std::to_string(i) + ".docx", nested);
    nested = around.zip();
  }
  CHECK(read_document(nested).rows.size() == 1000);
  mimebase::Limits limits;
  limits.document_bytes = 50'000;
  const DocumentRows limited = read_document(nested, limits);
  CHECK(limited.rows.size() < 200);
  CHECK(limited.limits.front() == FindLimit::kDocumentBytes);
}

// ---- OpenDocument ----

std::string odf_content(const std::string& body) {
  return "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
         "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
         "xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
         "xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' "
         "xmlns:form='urn:oasis:names:tc:opendocument:xmlns:form:1.0' "
         "xmlns:xlink='http://www.w3.org/1999/xlink'>" +
         body + "</office:document-content>";
}
ZipBuilder odf(const std::string& body) {
  ZipBuilder zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.text", {.is_stored = true});
  zip.add("content.xml", odf_content(body));
  zip.add("Pictures/1 2.png", "\x89PNG");
  zip.add("Object 1/content.xml", odf_content("<draw:image xlink:href='../Pictures/1%202.png'/>"
                                              "<draw:image xlink:href='content.xml'/>"
                                              "<draw:image xlink:href='../../up.png'/>"));
  zip.add("Basic/script.xml",
          "<module xmlns:l='http://www.w3.org/1999/xlink' l:href='http://not/searched'/>");
  return zip;
}

TEST_CASE("OpenDocument") {
  struct Case {
    std::string body;
    Rows rows;
  };
  const std::string inner = "Object 1/content.xml odf/image@xlink:href ../../up.png @Object%201/content.xml";
  const std::string at = "content.xml odf/";
  const std::vector<Case> cases = {
      {"<text:a xlink:href='http://a/' office:name='x>y'><text:span>Our</text:span> bank</text:a>",
       {at + "a@xlink:href http://a/ =Our bank"}},
      {"<text:a xlink:href=\"http://a/it's\"/>after", {at + "a@xlink:href http://a/it's"}},
      {"<text:a xlink:href=' http://a/&amp;b ' title='/'>T</text:a>", {at + "a@xlink:href http://a/&b =T"}},
      // References in the package.
      {"<draw:image xlink:href='Pictures/1%202.png'/><draw:image xlink:href='./Pictures/1 2.png#x'/>"
       "<draw:object xlink:href='./Object 1'/><draw:object xlink:href='Object%201/'/><text:a "
       "xlink:href='#top'/>"
       "<text:a xlink:href=''/><text:a xlink:href='.'/>",
       {}},
      // One ".." leads out of the package, because the base is the package as a folder.
      {"<text:a xlink:href='../other.odt'>O</text:a>", {at + "a@xlink:href ../other.odt =O @content.xml"}},
      // Pictures of the document may be missing, links to files beside it may be wrong.
      {"<draw:image xlink:href='Pictures/missing.png'/><draw:image xlink:href='./ObjectReplacements/Object "
       "1'/>",
       {}},
      {"<draw:object xlink:href='/path/x.xlsx'/>", {at + "object@xlink:href /path/x.xlsx"}},
      {"<text:a xlink:href='www.a.example'>W</text:a>", {at + "a@xlink:href www.a.example =W"}},
      {"<draw:floating-frame xlink:href='http://a/f'/>", {at + "floating-frame@xlink:href http://a/f"}},
      {"<form:form xlink:href='http://a/s'/>", {at + "form@xlink:href http://a/s"}},
      {"<text:section-source xlink:href='http://a/x.odt'/>",
       {at + "section-source@xlink:href http://a/x.odt"}},
      {"<table:table-cell table:formula='of:=HYPERLINK(\"http://a/\";\"L\")' office:string-value='Shown'/>",
       {at + "table-cell@table:formula http://a/ =Shown"}},
      {"<table:table-cell table:formula='of:=WEBSERVICE(\"http://a/\")'/>",
       {at + "table-cell@table:formula http://a/"}},
      {"<table:table table:name='S'><table:table-row table:number-rows-repeated='2'><table:table-cell/>"
       "</table:table-row><table:table-row><table:table-cell "
       "table:number-columns-repeated='2'/><table:table-cell>"
       "<text:p>http://c/</text:p></table:table-cell><table:table-cell "
       "table:formula='of:=HYPERLINK([.C3]&amp;\"x\";\"L\")'/></table:table-row></table:table>",
       {at + "table-cell@table:formula http://c/x =L"}},
      {"<table:table table:name='S'><table:table-row><table:table-cell "
       "table:formula='of:=HYPERLINK([$Other.A1])' office:string-value='http://saved/'/>"
       "</table:table-row></table:table>",
       {at + "table-cell@table:formula http://saved/"}},
      {"<table:table table:name='My S'><table:table-row><table:table-cell office:string-value='http://d/'/>"
       "<table:table-cell table:formula='of:=HYPERLINK(Home;\"L\")'/></table:table-row></table:table>"
       "<table:named-range table:name='Home' table:cell-range-address='$&apos;My S&apos;.$A$1'/>",
       {at + "table-cell@table:formula http://d/ =L"}},
      {"<office:dde-source office:dde-application='soffice' office:dde-topic='file:///x.ods'/>",
       {at + "dde-source@office:dde-topic file:///x.ods"}},
      {"<text:dde-connection-decl office:dde-application='cmd' office:dde-topic='/c calc'/>",
       {at + "dde-connection-decl@office:dde-topic cmd|'/c calc'"}},
      {"<text:section xml:base='http://b/'><text:a xlink:href='content.xml'>C</text:a></text:section>",
       {at + "section@xml:base http://b/", at + "a@xlink:href content.xml =C @http://b/"}},
      {"<text:section xml:base='Object%201/x'><text:a xlink:href='content.xml'/></text:section>", {}},
  };
  for (const Case& c : cases) {
    INFO(c.body);
    const DocumentRows read = read_document(odf(c.body).zip());
    Rows rows = c.rows;
    rows.push_back(inner);
    CHECK(read.rows == rows);
    CHECK(read.damage.empty());
    CHECK_FALSE(read.is_encrypted);
  }
  const DocumentRows kinds = read_document(odf("<draw:object xlink:href='http://a/o'/><form:form "
                                               "xlink:href='http://a/f'/><text:a xlink:href='http://a/'/>")
                                               .zip());
  CHECK(kinds.kinds == std::vector{LinkKind::kMedia, LinkKind::kForm, LinkKind::kLink, LinkKind::kImage});
}

TEST_CASE("OpenDocument whose file has another name") {
  ZipBuilder zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.text", {.is_stored = true});
  zip.add("content.xml ", odf_content("<text:a xlink:href='http://a/'/>"));
  CHECK(read_document(zip.zip()).rows == Rows{"content.xml  odf/a@xlink:href http://a/"});
}

TEST_CASE("encrypted OpenDocument") {
  const auto manifest = [](const std::string& entry) {
    return "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'><m:file-entry "
           "m:full-path='" +
           entry +
           "'><m:encryption-data/></m:file-entry><m:file-entry m:full-path='styles.xml'/></m:manifest>";
  };
  ZipBuilder zip = odf("<text:a xlink:href='http://a/'/>");
  // The manifest is wrong about it.
  const DocumentRows whole = read_document(zip.add("META-INF/manifest.xml", manifest("content.xml")).zip());
  CHECK(whole.rows.size() == 2);
  ZipBuilder noise;
  noise.add("content.xml", std::string(200, '\x90'))
      .add("Object 1/content.xml", odf_content("<text:a xlink:href='http://a/'/>"));
  const DocumentRows secret =
      read_document(noise.add("META-INF/manifest.xml", manifest("content.xml")).zip());
  CHECK(secret.is_encrypted);
  CHECK(secret.rows.size() == 1);  // that of the object
  CHECK(secret.losses.empty());
  ZipBuilder styles = odf("<text:a xlink:href='http://a/'/>");
  styles.add("Object 2/styles.xml", std::string(200, '\x90'))
      .add("META-INF/manifest.xml", manifest("Object 2/styles.xml"));
  CHECK(read_document(styles.zip()).losses == Rows{"a file in it is encrypted, so it is not searched"});
  ZipBuilder picture = odf("<text:a xlink:href='http://a/'/>");
  CHECK_FALSE(
      read_document(picture.add("META-INF/manifest.xml", manifest("Pictures/1 2.png")).zip()).is_encrypted);
}

// ---- EPUB ----

ZipBuilder epub(const std::string& chapter) {
  ZipBuilder zip;
  zip.add("mimetype", "application/epub+zip", {.is_stored = true});
  zip.add("META-INF/container.xml",
          "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
          "<rootfile full-path='OPS/book.opf'/></rootfiles></container>");
  zip.add("OPS/book.opf",
          "<package xmlns='http://www.idpf.org/2007/opf'><metadata><link "
          "href='http://a/record'/></metadata><manifest>"
          "<item href='text/one.xml' media-type='application/xhtml+xml'/><item href='style.css' "
          "media-type='text/css'/>"
          "<item href='http://a/sound' media-type='audio/mpeg'/></manifest></package>");
  zip.add("OPS/text/one.xml", "<html xmlns='http://www.w3.org/1999/xhtml'>" + chapter + "</html>");
  zip.add("OPS/style.css", "a { background: url(http://a/css) } b { background: url('text/one.xml') }");
  zip.add("OPS/data.xml", "<x href='http://not/in/the/book'/>");
  return zip;
}

TEST_CASE("EPUB") {
  struct Case {
    std::string chapter;
    Rows rows;
  };
  const std::string at = "OPS/text/one.xml epub/";
  const std::vector<Case> cases = {
      {"<a href='http://a/'>A</a>", {at + "a@href http://a/ =A"}},
      {"<a href='one.xml#x'/><a href='../style.css'/><a href='#y'/><img src='/OPS/style.css'/><a href=''/>",
       {}},
      {"<a href='../missing.xhtml'>M</a>", {at + "a@href ../missing.xhtml =M"}},
      {"<a href='../../../out.xhtml'/>", {at + "a@href ../../../out.xhtml ="}},
      {"<head><base href='http://b/'/></head><a href='one.xml'>O</a>",
       {at + "base@href http://b/", at + "a@href one.xml =O @http://b/"}},
      {"<head><base href='../'/></head><a href='text/one.xml'/><a href='one.xml'/>",
       {at + "a@href one.xml = @../"}},
  };
  for (const Case& c : cases) {
    INFO(c.chapter);
    Rows rows = {"OPS/book.opf epub/link@href http://a/record", "OPS/book.opf epub/item@href http://a/sound"};
    rows.insert(rows.end(), c.rows.begin(), c.rows.end());
    rows.emplace_back("OPS/style.css epub/css:url http://a/css");
    const DocumentRows read = read_document(epub(c.chapter).zip());
    CHECK(read.rows == rows);
    CHECK_FALSE(read.is_encrypted);
  }
}

TEST_CASE("books that are wrong about their files") {
  struct Case {
    std::string why, type, name;
    int packages = 1;
  };
  const std::vector<Case> cases = {
      {"a chapter that is called an image", "image/png", "one.xhtml"},
      {"a chapter that is called a style sheet", "text/css", "one.xhtml"},
      {"a chapter without a usual ending, in the last of many packages", "application/xhtml+xml", "one.dat",
       40},
      {"a chapter that is not listed", "", "one.xhtml"},
      {"a chapter that only its content tells", "", "one.xhtml "},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    ZipBuilder zip;
    zip.add("mimetype", "application/epub+zip", {.is_stored = true});
    std::string files;
    for (int i = 0; i < c.packages; ++i) files += "<rootfile full-path='" + std::to_string(i) + ".opf'/>";
    zip.add("META-INF/container.xml",
            "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>" + files + "</container>");
    for (int i = 0; i < c.packages; ++i) {
      const std::string item = "<item href='" + c.name + "' media-type='" + c.type + "'/>";
      zip.add(std::to_string(i) + ".opf", "<package xmlns='http://www.idpf.org/2007/opf'>" +
                                              (i + 1 == c.packages && !c.type.empty() ? item : "") +
                                              "</package>");
    }
    zip.add(c.name, "<html xmlns='http://www.w3.org/1999/xhtml'><a href='http://a/'>A</a></html>");
    CHECK(read_document(zip.zip()).rows == Rows{c.name + " epub/a@href http://a/ =A"});
  }
}

TEST_CASE("encrypted EPUB") {
  const auto encryption = [](const std::string& entry) {
    return "<encryption><e:EncryptedData xmlns:e='http://www.w3.org/2001/04/xmlenc#'><e:CipherData>"
           "<e:CipherReference URI='" +
           entry + "'/></e:CipherData></e:EncryptedData></encryption>";
  };
  ZipBuilder book = epub("<a href='http://a/'/>"), font = epub("<a href='http://a/'/>");
  // Programs open a chapter that is not encrypted in fact.
  const DocumentRows wrong =
      read_document(book.add("META-INF/encryption.xml", encryption("OPS/text/one.xml")).zip());
  CHECK(wrong.is_encrypted);
  CHECK(wrong.rows.size() == 4);
  CHECK_FALSE(
      read_document(font.add("META-INF/encryption.xml", encryption("OPS/style.css")).zip()).is_encrypted);
}

TEST_CASE("paths in packages") {
  struct Case {
    std::string folder, reference, path;  // "-" if it leads out
  };
  const std::vector<Case> cases = {
      {"", "a/b", "a/b"},
      {"x/y", "a", "x/y/a"},
      {"x/y", "../a", "x/a"},
      {"x", "../../a", "-"},
      {"x", "/a//b/./c", "a/b/c"},
      {"x", "a%20b?q#f", "x/a b"},
      {"x", "http://a/", "-"},
      {"x", "//a/b", "-"},
      {"x", "a:b", "-"},
      {"x", "1:b", "x/1:b"},
      {"x", "\\a\\b", "a/b"},
      {"x", "", "x"},
      {"x", "..", ""},
      {"", "..", "-"},
      {"x", "#f", "x"},
      {"x", "\\\\s\\b", "-"},
  };
  for (const Case& c : cases) {
    INFO(c.folder << " " << c.reference);
    CHECK(path_in_package(c.folder, c.reference).value_or("-") == c.path);
  }
}

TEST_CASE("XML in other encodings, and damaged XML") {
  const std::string ascii = relationships({{"r", "hyperlink", "http://a/"}});
  std::string utf16 = "\xFF\xFE";
  for (const char c : ascii) utf16 += {c, '\0'};
  CHECK(read_document(ZipBuilder().add("_rels/.rels", utf16).zip()).rows.size() == 1);
  const std::string latin =
      "<?xml version='1.0' encoding='ISO-8859-1'?>" + relationships({{"r", "hyperlink", "http://a/\xE9"}});
  CHECK(read_document(ZipBuilder().add("_rels/.rels", latin).zip()).rows ==
        Rows{"_rels/.rels#r ooxml:hyperlink http://a/\u00E9"});
  const DocumentRows cut =
      read_document(ZipBuilder().add("_rels/.rels", ascii.substr(0, ascii.size() - 5)).zip());
  CHECK(cut.rows.size() == 1);
  CHECK(cut.losses == Rows{"a file in it is not well-formed XML: not all of it is searched"});
  // Prefixes are chosen by the author.
  const std::string other =
      "<p:Relationships xmlns:p='http://schemas.openxmlformats.org/package/2006/relationships'>"
      "<p:Relationship Id='r' Type='" +
      kOffice + "hyperlink' Target='http://a/' TargetMode='External'/></p:Relationships>";
  CHECK(read_document(ZipBuilder().add("_rels/.rels", other).zip()).rows.size() == 1);
}

}  // namespace
