// Documents that are an input themselves: their types, and what mail is preferred to.
#include "input/document_type.h"

#include <memory>
#include <string>
#include <string_view>

#include "catch.h"
#include "model/media_types.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;
using namespace std::string_literals;

namespace {

struct TypeCase {
  std::string_view why;
  std::string head, name;
  std::string_view media_type;
  bool by_bytes = true;
};

std::string wide(std::string_view text, bool is_little) {
  std::string out = is_little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : text) (out += is_little ? c : '\0') += is_little ? '\0' : c;
  return out;
}

constexpr std::string_view kXhtml = "application/xhtml+xml";
const std::string kCompoundStart = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(504, '\0');

const TypeCase kTypes[] = {
    {"HTML with a doctype", "<!DOCTYPE html>\n<p>", "x", "text/html"},
    {"any case", "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "-", "text/html"},
    {"a tag alone", "<HTML\n lang=en>", "-", "text/html"},
    {"white space and a byte order mark", "\xEF\xBB\xBF \r\n<html>", "-", "text/html"},
    {"the comment of a browser", "<!-- saved from url=(0014)about:internet -->\n<html>", "-", "text/html"},
    {"a comment alone", "<!-- a", "-", "text/html"},
    {"a comment says nothing of XML", "<!-- a", "x.xml", "application/xml"},
    {"a comment before a picture", "<!-- a --><svg xmlns='http://www.w3.org/2000/svg'>", "-",
     "image/svg+xml"},
    {"a paragraph", "<p>x", "x", "text/html"},
    {"no tag that browsers know", "<article>x", "x", "", false},
    {"UTF-16, little-endian", wide("<html>", true), "-", "text/html"},
    {"UTF-16, big-endian", wide("<?xml version='1.0'?><rss>", false), "-", "application/rss+xml"},
    {"a page named like text", "<html>", "x.txt", "text/plain", false},
    {"a page named like a table", "<html>", "x.XLS", "text/html"},
    {"a page named like a document", "<html>", "x.pdf", "text/html"},
    {"a page of a mirror", "<html>", "index.html?C=N;O=D", "text/html"},
    {"a style sheet of a mirror", "a:b", "style.css?v=3", "text/css"},
    {"XHTML by its name", "<!DOCTYPE html>", "x.xhtml", kXhtml},
    {"XHTML by its declaration", "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY a '>'>]><html>", "-", kXhtml},
    {"XHTML that is called HTML", "<?xml version='1.0'?><html>", "x.html", "text/html"},
    {"XML", "<?xml version='1.0'?><a>", "-", "application/xml"},
    {"XML by its name", "<x>", "x.xml", "application/xml", false},
    {"a feed", "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", "-",
     "application/atom+xml"},
    {"a feed that is called XML", "<rss version='2.0'>", "feed.xml", "application/xml"},
    {"RDF with a prefix", "<rdf:RDF>", "-", "application/rdf+xml"},
    {"an outline", "<opml version='2.0'>", "x", "text/x-opml"},
    {"a sitemap", "<?xml version='1.0'?>\n<!-- c -->\n<urlset>", "-", "application/xml"},
    {"OpenDocument in one file", "<?xml version='1.0'?><office:document>", "x.fodt",
     "application/vnd.oasis.opendocument.text-flat-xml"},
    {"PDF", "%PDF-1.7", "-", "application/pdf"},
    {"PDF behind other bytes", std::string(1000, 'x') + "%PDF-1.7", "x.pdf", "application/pdf", false},
    {"PDF too far behind them", std::string(1024, 'x') + "%PDF-1.7", "-", "", false},
    {"RTF", "{\\rtf1", "x.doc", "application/rtf"},
    {"a compound file by its name", kCompoundStart, "x.xls", "application/vnd.ms-excel"},
    {"an encrypted package", kCompoundStart, "x.docx",
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    {"a compound file by a stream", kCompoundStart + "W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"s, "-",
     "application/msword"},
    {"any compound file", kCompoundStart, "-", "application/x-ole-storage"},
    {"a calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "-", "text/calendar"},
    {"an old calendar", "begin:vcalendar\r\nVERSION:1.0\r\n", "x.vcs", "text/x-vcalendar"},
    {"a vCard", "BEGIN:VCARD\nVERSION:4.0\n", "x", "text/vcard"},
    {"a shortcut", "[InternetShortcut]\r\nURL=", "-", "application/x-mswinurl"},
    {"a shortcut of a desktop", "[Desktop Entry]\nURL=", "-", "application/x-desktop"},
    {"a shortcut behind a comment", "# c\n[Desktop Entry]\n", "x.desktop", "application/x-desktop", false},
    {"a shortcut of macOS", "<?xml version=\"1.0\"?><!DOCTYPE plist><plist>", "x.webloc",
     "application/x-webloc"},
    {"a property list", "<?xml version=\"1.0\"?><plist>", "Info.plist", "", false},
    {"a link of Windows", "\x4C\0\0\0\x01\x14\x02\0\0\0\0\0\xC0"s, "-", "application/x-ms-shortcut"},
    {"TNEF", "\x78\x9F\x3E\x22\x01", "-", "application/ms-tnef"},
    {"JSON-LD by its context", "{\"@context\":\"https://schema.org\"}", "x.json", "application/ld+json"},
    {"other JSON", "{\"a\":1}", "x.json", "", false},
    {"a script", "<!-- a", "x.js", "", false},
    {"a style sheet", "@charset \"utf-8\";", "-", "text/css"},
    {"a style sheet by its name", "a:b\nc:d\n", "x.css", "text/css"},
    {"text by its name", "hello", "x.TXT", "text/plain", false},
    {"text in a container", "hello", "a.zip!b/x.txt", "text/plain", false},
    {"compressed text", "hello", "x.txt.gz", "text/plain", false},
    {"a compressed picture", "<svg>", "x.svgz", "image/svg+xml"},
    {"text without a name", "hello", "-", "", false},
    {"a picture", "\x89PNG\r\n\x1A\n", "x.png", "", false},
};

// A zip file of stored files, without checksums.
std::string zip_file(const std::vector<std::pair<std::string, std::string>>& files,
                     bool has_directory = true) {
  const auto number = [](std::size_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
  };
  std::string out, directory;
  for (const auto& [name, bytes] : files) {
    const std::string sizes = number(bytes.size(), 4) + number(bytes.size(), 4) + number(name.size(), 2);
    directory += "PK\x01\x02" + number(20, 2) + number(20, 2) + std::string(12, '\0') + sizes +
                 std::string(12, '\0') + number(out.size(), 4) + name;
    out += "PK\x03\x04" + number(20, 2) + std::string(12, '\0') + sizes + std::string(2, '\0') + name + bytes;
  }
  if (!has_directory) return out;
  return out + directory + "PK\x05\x06" + std::string(4, '\0') + number(files.size(), 2) +
         number(files.size(), 2) + number(directory.size(), 4) + number(out.size(), 4) + std::string(2, '\0');
}

// Puts a comment into the end record.
std::string with_comment(std::string bytes, const std::string& comment) {
  bytes[bytes.size() - 2] = static_cast<char>(comment.size());
  bytes[bytes.size() - 1] = static_cast<char>(comment.size() >> 8);
  return bytes + comment;
}

std::string_view type_of_package(const std::string& bytes, std::string_view name) {
  const auto owner = std::make_shared<std::string>(bytes);
  input::ByteSource source(*owner, owner, true);
  return input::package_type(source, name);
}

}  // namespace

TEST_CASE("the type of a document by its first bytes and its name") {
  for (const TypeCase& c : kTypes) {
    INFO(c.why);
    const input::DocumentType type = input::document_type(c.head, c.name);
    CHECK(type.media_type == c.media_type);
    CHECK(type.by_bytes == c.by_bytes);
  }
}

TEST_CASE("HTML as browsers recognise it") {
  CHECK(sniffed_type("\n <!DOCTYPE HTML><p>") == "text/html");
  CHECK(sniffed_type(std::string(5000, '\n') + "<html>") == "text/html");
  CHECK(sniffed_type("<html>") == "text/html");
  CHECK(sniffed_type("<!-- x -->") == "text/html");
  CHECK(sniffed_type("<a href=x>") == "text/html");
  CHECK(sniffed_type("<article>").empty());
  CHECK(sniffed_type("text <html>").empty());
  CHECK(sniffed_type("").empty());
}

TEST_CASE("zip files with a document inside") {
  const std::pair<std::string, std::string> types = {"[Content_Types].xml", "<Types/>"};
  const std::pair<std::string, std::string> other = {"a.txt", "hello"};
  CHECK(type_of_package(zip_file({types, {"xl/workbook.xml", ""}}), "-") ==
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  CHECK(type_of_package(zip_file({other, {"word/document.xml", ""}, types}), "-") ==
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  CHECK(type_of_package(zip_file({types}), "x.docm") == "application/vnd.ms-word.document.macroenabled.12");
  CHECK(type_of_package(zip_file({types}), "-") == "application/zip");
  CHECK(type_of_package(zip_file({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, other}),
                        "-") == "application/vnd.oasis.opendocument.spreadsheet");
  CHECK(type_of_package(zip_file({{"META-INF/container.xml", ""}}), "x.zip") == "application/epub+zip");
  CHECK(type_of_package("junk" + zip_file({types, {"ppt/presentation.xml", ""}}), "-") ==
        "application/vnd.openxmlformats-officedocument.presentationml.presentation");
  CHECK(type_of_package(zip_file({types, {"word/a", ""}}, false), "-") ==
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  // Another zip file after it, or in the comment of its end record.
  const std::string document = zip_file({types, {"word/a", ""}});
  for (const std::string& behind : {zip_file({other}), zip_file({})}) {
    CHECK(type_of_package(document + behind, "-") ==
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    CHECK(type_of_package(behind + with_comment(document, behind), "-") ==
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    CHECK(type_of_package(document + with_comment(behind, document), "-") ==
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  }
  CHECK(type_of_package(zip_file({other}), "x.docx").empty());
  CHECK(type_of_package(zip_file({{"a/[Content_Types].xml", ""}, {"MIMETYPE", ""}}), "-").empty());
  CHECK(type_of_package(zip_file({{"x.docx", zip_file({types})}}), "-").empty());
  CHECK(type_of_package("PK\x05\x06" + std::string(18, '\0'), "x.zip").empty());
}

TEST_CASE("mail comes before documents, unless it is excluded") {
  struct Case {
    std::string_view why;
    std::string name, bytes, content_type;  // of the only record; "mail" for mail, "" for none
    InputOptions options = {};
  };
  const Case cases[] = {
      {"mail that is named like text", "a.txt", "Subject: x\nFrom: a\n\n<html>", "mail"},
      {"text like a field that mail does not have", "a.txt", "Note: x\nKey: y\n\nhello", "text/plain"},
      {"the same without a name of text", "a", "Note: x\nKey: y\n\nhello", "mail"},
      {"a style sheet like fields", "a.css", "a:b\nc:d\n", "text/css"},
      {"a style sheet like fields of mail", "b.css", "a:b{\nlist-style:none\n", "text/css"},
      {"a calendar", "a", "BEGIN:VCALENDAR\nVERSION:2.0\n", "text/calendar"},
      {"a page that quotes mail", "a", "<html><pre>\nFrom: a\nTo: b\nSubject: c\n", "text/html"},
      {"mail behind other lines", "a", "some line\nFrom: a\nTo: b\n\n<html>", "mail"},
      {"a page that is named like mail", "a.eml", "<html>", "mail"},
      {"a page with a number for a name, as in MH", "12", "<html>", "text/html"},
      {"mail, excluded",
       "a.txt",
       "Subject: x\nFrom: a\n\n<html>",
       "text/plain",
       {.kind = InputKind::kDocument}},
      {"mail as a document of a type",
       "a.eml",
       "Subject: x\n\n<p>",
       "text/html; charset=koi8-r",
       {.content_type = "text/html; charset=koi8-r"}},
      {"a page as another type", "a.html", "<html>", "text/plain", {.content_type = "text/plain"}},
      {"an archive as a document",
       "a.zip",
       zip_file({{"a.txt", "x"}}),
       "application/zip",
       {.content_type = "application/zip"}},
      {"a file of an archive", "a.zip", zip_file({{"a.txt", "x"}}), "text/plain"},
      {"a type for the files of an archive",
       "a.zip",
       zip_file({{"a.png", "x"}}),
       "TEXT/html; charset=x",
       {.content_type = "TEXT/html; charset=x"}},
      {"a package", "a", zip_file({{"META-INF/container.xml", ""}}), "application/epub+zip"},
      {"a package in a package of files", "a.zip",
       zip_file({{"b/c.docx", zip_file({{"[Content_Types].xml", ""}})}}),
       "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
      {"a page that is to be rewritten", "a.html", "<html>", "text/html", {.use = InputUse::kRewriting}},
      {"a page to be extracted", "a.html", "<html>", "text/html", {.use = InputUse::kExtracting}},
      {"a style sheet to be rewritten", "a.css", "@import 'a';", "text/css", {.use = InputUse::kRewriting}},
      {"a style sheet to be extracted", "a.css", "@import 'a';", "", {.use = InputUse::kExtracting}},
      {"a PDF to be rewritten", "a", "%PDF-1.4\n", "", {.use = InputUse::kRewriting}},
      {"a package to be rewritten",
       "a",
       zip_file({{"META-INF/container.xml", ""}}),
       "",
       {.use = InputUse::kRewriting}},
      {"what is to be passed on, whatever it is",
       "a",
       "\1\2",
       "mail",
       {.any_is_message = true, .use = InputUse::kRewriting}},
      {"no document",
       "a",
       "\1\2",
       "",
       {.kind = InputKind::kDocument, .any_is_message = true, .use = InputUse::kRewriting}},
  };
  const Folder folder;
  for (const Case& c : cases) {
    INFO(c.why);
    Result<Reader> reader = Reader::open(folder.write(c.name, c.bytes), c.options);
    REQUIRE(reader.has_value() == !c.content_type.empty());
    if (!reader) continue;
    const Batch batch = reader->next();
    REQUIRE(batch.records().size() == 1);
    const Record& record = batch.records().front();
    CHECK((record.kind == RecordKind::kMail) == (c.content_type == "mail"));
    CHECK((record.kind == RecordKind::kMail ? "mail" : record.content_type) == c.content_type);
    if (record.kind == RecordKind::kDocument) CHECK(record.before.empty());
    CHECK_FALSE(reader->next());
  }
}

TEST_CASE("content types that are no media types, and options against them") {
  const auto refusal = [](const InputOptions& options) {
    const Result<void> checked = check_options(options);
    if (!checked) CHECK(checked.error().code == Error::Code::kUsage);
    return checked ? "" : checked.error().message;
  };
  CHECK(refusal({.content_type = "text/html ; charset=utf-8"}).empty());
  CHECK(refusal({.kind = InputKind::kDocument, .content_type = "image/svg+xml"}).empty());
  for (const char* const wrong :
       {"text", "text/", "/html", "text html/x", "text/ht ml", "text/\xC3\xA4", "; charset=x"})
    CHECK(refusal({.content_type = wrong}) ==
          '"' + std::string(wrong) + "\" is no media type such as text/html; charset=utf-8");
  CHECK(refusal({.content_type = "Multipart/mixed"}) ==
        "\"Multipart/mixed\" cannot be the type of a document");
  CHECK(refusal({.kind = InputKind::kMbox, .content_type = "text/html"}) ==
        "a content type is for documents: it cannot be combined with the input kind mbox");
  CHECK_FALSE(Reader::open_bytes("<p>", {.content_type = "x"}).has_value());
}
