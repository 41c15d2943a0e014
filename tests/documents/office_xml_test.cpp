// Documents of Office that are one XML file, and links in other vocabularies of packages.
#include <string>
#include <vector>

#include "catch.h"
#include "document_rows.h"
#include "documents/office/office_xml.h"
#include "text/base64.h"
#include "zip_builder.h"

namespace {

using mimebase::documents::office_xml_kind;
using mimebase::documents::OfficeXml;
using mimebase::test::DocumentRows;
using mimebase::test::read_document;
using mimebase::test::ZipBuilder;
using Rows = std::vector<std::string>;

std::string word(const std::string& body, const std::string& before = {}) {
  return "<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument "
         "xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml' "
         "xmlns:o='urn:schemas-microsoft-com:office:office' xmlns:v='urn:schemas-microsoft-com:vml'>" +
         before + "<w:body>" + body + "</w:body></w:wordDocument>";
}

std::string sheet(const std::string& rows) {
  return "<?xml version='1.0'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet' "
         "xmlns:ss='urn:schemas-microsoft-com:office:spreadsheet' "
         "xmlns:x='urn:schemas-microsoft-com:office:excel'>"
         "<Worksheet ss:Name='Data'><Table>" +
         rows + "</Table></Worksheet></Workbook>";
}

}  // namespace

TEST_CASE("kinds of XML files of Office") {
  struct Case {
    std::string start;
    OfficeXml kind;
  };
  const std::string package = " xmlns:pkg='http://schemas.microsoft.com/office/2006/xmlPackage'>";
  for (const Case& c : std::vector<Case>{
           {"<w:wordDocument>", OfficeXml::kVocabulary},
           {"\xEF\xBB\xBF\n<?xml version='1.0'?><!-- x --><w:wordDocument x='y'>", OfficeXml::kVocabulary},
           {"<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>", OfficeXml::kVocabulary},
           {"<Workbook>", OfficeXml::kNone},
           {"<pkg:package" + package, OfficeXml::kPackage},
           {"<package>", OfficeXml::kNone},
           {"<office:document xmlns:office='x'>", OfficeXml::kOdf},
           {"<document>", OfficeXml::kNone},
           {"<html xmlns:w='urn:schemas-microsoft-com:office:word'>", OfficeXml::kNone},
           {"<?xml", OfficeXml::kNone},
           {"", OfficeXml::kNone}}) {
    INFO(c.start);
    CHECK(office_xml_kind(c.start) == c.kind);
  }
}

TEST_CASE("Word 2003 XML") {
  const std::string at = "document ooxml:";
  struct Case {
    std::string body;
    Rows rows;
  };
  const std::vector<Case> cases = {
      {"<w:hlink w:dest='http://a/'><w:r><w:t>our </w:t></w:r><w:r><w:t>bank</w:t></w:r></w:hlink>",
       {at + "hyperlink http://a/ =our bank"}},
      {"<w:hlink w:dest='http://a/' w:bookmark='b'/>", {at + "hyperlink http://a/#b"}},
      {"<w:hlink w:bookmark='b'><w:t>x</w:t></w:hlink>", {}},
      {"<w:fldSimple w:instr='HYPERLINK \"http://a/\"'><w:t>x</w:t></w:fldSimple>",
       {at + "field http://a/ =x"}},
      {"<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>INCLUDEPICTURE http://a/</w:instrText></w:r>",
       {at + "field http://a/"}},
      {"<w:attachedTemplate w:val='http://a/t.dot'/>", {at + "template http://a/t.dot"}},
      {"<w:attachedTemplate w:val='Normal.dot'/>", {}},
      {"<v:shape href='http://a/'/>", {at + "hyperlink http://a/"}},
  };
  for (const Case& c : cases) {
    INFO(c.body);
    CHECK(read_document(word(c.body)).rows == c.rows);
  }
  CHECK(read_document(word("",
                           "<o:DocumentProperties><o:HyperlinkBase>http://b/</o:HyperlinkBase>"
                           "</o:DocumentProperties>"))
            .bases == Rows{"http://b/"});
}

TEST_CASE("Excel 2003 XML") {
  const std::string at = " ooxml:";
  struct Case {
    std::string rows;
    Rows found;
  };
  const std::vector<Case> cases = {
      {"<Row ss:Index='3'><Cell ss:Index='2' ss:HRef='http://a/#b'><Data "
       "ss:Type='String'>text</Data></Cell></Row>",
       {"Data!B3 ooxml:hyperlink http://a/#b =text"}},
      {"<Row/><Row><Cell ss:MergeAcross='1'/><Cell ss:HRef='http://a/'/></Row>",
       {"Data!C2 ooxml:hyperlink http://a/"}},
      {"<Row><Cell ss:HRef='#Data!A1'/></Row>", {}},
      {"<Row><Cell ss:Formula='=HYPERLINK(&quot;http://a/&quot;&amp;&quot;b&quot;,&quot;x&quot;)'/></Row>",
       {"Data!A1 ooxml:formula http://a/b =x"}},
      {"<Row><Cell ss:Formula='=HYPERLINK(RC[-1])'><Data>http://saved/</Data></Cell></Row>",
       {"Data!A1 ooxml:formula http://saved/"}},
      {"<Row><Cell ss:Formula='=[http://a/b.xls]S!R1C1'/></Row>", {"Data!A1 ooxml:formula http://a/b.xls"}},
  };
  for (const Case& c : cases) {
    INFO(c.rows);
    CHECK(read_document(sheet(c.rows)).rows == c.found);
  }
}

TEST_CASE("flat packages") {
  const std::string relationships =
      "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
      "<Relationship Id='r1' TargetMode='External' Target='http://a/' "
      "Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'/></"
      "Relationships>";
  const auto part = [](const std::string& name, const std::string& content) {
    return "<pkg:part pkg:name='" + name + "'>" + content + "</pkg:part>";
  };
  const std::string start =
      "<?xml version='1.0'?><pkg:package xmlns:pkg='http://schemas.microsoft.com/office/2006/xmlPackage'>";
  const std::string flat =
      start + part("/word/_rels/document.xml.rels", "<pkg:xmlData>" + relationships + "</pkg:xmlData>") +
      part("/word/page.htm",
           "<pkg:binaryData>" + mimebase::base64("<a href='http://b/'>") + "</pkg:binaryData>") +
      part("/word/_rels/other.xml.rels",
           "<pkg:xmlData><Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
           "<Relationship Id='c' Target='page.htm' Type='x/aFChunk'/></Relationships></pkg:xmlData>") +
      "</pkg:package>";
  CHECK(read_document(flat).rows == Rows{"word/_rels/document.xml.rels#r1 ooxml:hyperlink http://a/",
                                         "word/page.htm a@href http://b/ ="});
  // A file that is cut off.
  const DocumentRows cut =
      read_document(flat.substr(0, flat.find("<pkg:part pkg:name='/word/page.htm'") + 20));
  CHECK(cut.rows == Rows{"word/_rels/document.xml.rels#r1 ooxml:hyperlink http://a/"});
  CHECK(cut.losses.size() == 1);

  const std::string odf =
      "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
      "xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
      "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
      "xmlns:xlink='http://www.w3.org/1999/xlink'>"
      "<text:a xlink:href='http://a/'>x</text:a>"
      "<table:table-cell table:formula='of:=HYPERLINK(\"http://b/\"&amp;\"c\")'/></office:document>";
  CHECK(read_document(odf).rows ==
        Rows{"document odf/a@xlink:href http://a/ =x", "document odf/table-cell@table:formula http://b/c"});
}

TEST_CASE("links of fixed pages and of Visio") {
  const auto read = [](const std::string& name, const std::string& content) {
    ZipBuilder zip;
    zip.add("[Content_Types].xml",
            "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>");
    zip.add(name, content);
    return read_document(zip.zip()).rows;
  };
  for (const char* const name :
       {"http://schemas.microsoft.com/xps/2005/06", "http://schemas.openxps.org/oxps/v1.0"}) {
    CHECK(read("Documents/1/Pages/1.fpage",
               "<FixedPage xmlns='" + std::string(name) +
                   "'><Glyphs UnicodeString='{}our bank' FixedPage.NavigateUri='http://a/'/>"
                   "<Canvas FixedPage.NavigateUri='mailto:x@b'><Glyphs UnicodeString='mail'/></Canvas>"
                   "<Path FixedPage.NavigateUri='../FixedDocument.fdoc#P1'/></FixedPage>") ==
          Rows{"Documents/1/Pages/1.fpage ooxml:hyperlink http://a/ =our bank",
               "Documents/1/Pages/1.fpage ooxml:hyperlink mailto:x@b =mail"});
  }
  const std::string page =
      "<FixedPage xmlns='http://schemas.openxps.org/oxps/v1.0'><Path "
      "FixedPage.NavigateUri='http://a/'/></FixedPage>";
  ZipBuilder pieces;
  pieces.add("[Content_Types].xml", "<Types/>").add("1.fpage/[0].piece", page.substr(0, 60));
  pieces.add("1.fpage/[1].piece", page.substr(60, 20)).add("1.fpage/[2].last.piece", page.substr(80));
  CHECK(read_document(pieces.zip()).rows == Rows{"1.fpage/[0].piece ooxml:hyperlink http://a/"});
  CHECK(
      read("visio/pages/page1.xml",
           "<PageContents xmlns='http://schemas.microsoft.com/office/visio/2012/main'><Section N='Hyperlink'>"
           "<Row N='Row_1'><Cell N='Description' V='text'/><Cell N='Address' V='http://a/'/>"
           "<Cell N='SubAddress' V='b'/></Row><Row><Cell N='SubAddress' V='Page-2'/></Row></Section>"
           "<Section N='User'><Row><Cell N='Address' V='http://no/'/></Row></Section></PageContents>") ==
      Rows{"visio/pages/page1.xml ooxml:hyperlink http://a/#b =text"});
  CHECK(
      read_document("<VisioDocument xmlns='http://schemas.microsoft.com/visio/2003/core'><Hyperlink>"
                    "<Description>text</Description><Address>http://a/</Address></Hyperlink></VisioDocument>")
          .rows == Rows{"document ooxml:hyperlink http://a/ =text"});
}
