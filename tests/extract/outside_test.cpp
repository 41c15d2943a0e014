// References that a page would load from outside its folder. Chromium is tested with the same table.
#include <glib.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "extract/outside.h"
#include "find/css/computed.h"
#include "mimebase/extract.h"
#include "support.h"

namespace mimebase::test {
namespace {

constexpr std::string_view kOutside = "/not/the/folder";

struct Row {
  std::string kind, markup;
  bool is_gone = true;  // no part of the URL is left
};

std::string replace_all(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

std::vector<Row> rows_of_table() {
  std::vector<Row> rows;
  std::ifstream table(source_root() / "tests" / "extract" / "outside.tsv");
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string kind, chromium, left, markup;
    std::getline(std::getline(std::getline(std::getline(fields, kind, '\t'), chromium, '\t'), left, '\t'),
                 markup);
    REQUIRE((left == "gone" || left == "inert"));
    markup = replace_all(replace_all(markup, "\\n", "\n"), "\\e", "\x1B");
    rows.push_back({kind, markup, left == "gone"});
  }
  return rows;
}

// Returns the row's document and its media type.
std::pair<std::string, std::string> document_of(const Row& row) {
  static const std::map<std::string, std::array<std::string, 3>> kAround = {
      {"html", {"text/html", "<!DOCTYPE html><body><p>x", ""}},
      {"head", {"text/html", "<!DOCTYPE html><head>", "</head><body><p>x"}},
      {"page", {"text/html", "", ""}},
      {"xhtml",
       {"application/xhtml+xml", "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>", "</body></html>"}},
      {"xml", {"application/xhtml+xml", "", ""}},
      {"svg", {"image/svg+xml", "<svg xmlns=\"http://www.w3.org/2000/svg\">", "</svg>"}},
      {"svgfile", {"image/svg+xml", "", ""}},
      {"css", {"text/css", "", ""}},
  };
  const auto& [type, before, after] = kAround.at(row.kind);
  return {type, before + replace_all(row.markup, "OUT", kOutside) + after};
}

std::string part(const std::string& type, const std::string& id, const std::string& content) {
  return "--b\nContent-Type: " + type + "\nContent-ID: <" + id + "@x>\n\n" + content + "\n";
}

// Returns a page that shows a picture, a frame and the document.
std::string message_of(const std::string& type, const std::string& document) {
  return "Content-Type: multipart/related; boundary=b\n\n" +
         part("text/html", "p",
              "<img src=cid:i@x><iframe src=cid:f@x></iframe><iframe src=cid:d@x></iframe>"
              "<link rel=stylesheet href=cid:d@x>") +
         part(type, "d", document) + part("text/html", "f", "<p>frame") + part("image/png", "i", "PNG") +
         "--b--\n";
}

class Files : public FileVisitor {
 public:
  void file(const ExtractedFile& file) override { files[std::string(file.path)] = file.bytes; }
  void problem(const MessageInfo&, std::string_view, std::string_view what) override {
    problems.emplace_back(what);
  }
  std::map<std::string, std::string> files;
  std::vector<std::string> problems;
};

Files extract(const std::string& message, const ExtractOptions& options, const AnalyzeOptions& analyze = {}) {
  Record record;
  record.number = 1;
  record.bytes = message;
  Files files;
  Extractor(analyze, options).files(record, files);
  return files;
}

// Returns the text with the base64 contents of its data: URLs decoded.
std::string with_data(const std::string& text) {
  constexpr std::string_view kMark = ";base64,";
  std::string all = text;
  for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + 1)) {
    const std::size_t start = at + kMark.size();
    const std::size_t end =
        text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", start);
    gsize size = 0;
    const std::string digits = text.substr(start, end - start) + "==";
    guchar* const bytes = g_base64_decode(digits.substr(0, digits.size() / 4 * 4).c_str(), &size);
    all += '\n' + with_data(std::string(reinterpret_cast<const char*>(bytes), size));
    g_free(bytes);
  }
  return all;
}

const ExtractOptions kWays[] = {{},
                                {.single_file = true},
                                {.no_active = true},
                                {.single_file = true, .no_active = true},
                                {.no_active = true, .online = true}};

TEST_CASE("no page loads what is not in its folder, by a table") {
  int rows = 0;
  for (const Row& row : rows_of_table()) {
    INFO(row.kind << " " << row.markup);
    const auto [type, document] = document_of(row);
    for (const ExtractOptions& options : kWays) {
      const Files made = extract(message_of(type, document), options);
      CHECK(made.problems.empty());
      for (const auto& [path, bytes] : made.files) {
        INFO(path << "\n" << bytes);
        CHECK(bytes.find(document) == std::string::npos);
        if (row.is_gone) CHECK(with_data(bytes).find("/the/folder") == std::string::npos);
      }
    }
    ++rows;
  }
  CHECK(rows >= 200);
}

TEST_CASE("a reference that names no file of the folder is about:invalid, however it is spelled") {
  const std::string spellings[] = {"/etc/passwd",
                                   "etc/passwd",
                                   "../../etc/passwd",
                                   "x/../../../etc/passwd",
                                   ".",
                                   "./",
                                   "..",
                                   "?x",
                                   "//host/share",
                                   "\\\\host\\share",
                                   "/\\host/share",
                                   "\\/host/share",
                                   "C:\\x",
                                   "c:/x",
                                   "C|/x",
                                   "file:///etc/passwd",
                                   "FILE:///etc/passwd",
                                   "fi&#9;le:///etc/passwd",
                                   "&#10;file:/etc/passwd",
                                   "&#1;file:etc",
                                   "&#32;&#11;file:///x",
                                   "file:x",
                                   "file:\\\\host\\x",
                                   "%66ile:x",
                                   "file%3A///etc/passwd",
                                   "%2e%2e/x",
                                   "..%2fx",
                                   "files/none.png",
                                   "files/../files/part-2.png",
                                   "index.html",
                                   "files/i.png",
                                   "http://h.example/x",
                                   "https:x",
                                   "http:",
                                   "ftp://h/x",
                                   "ws://h/x",
                                   "blob:null/x",
                                   "filesystem:file:///x",
                                   "view-source:file:///x",
                                   "cid:none@x",
                                   "mid:none@x",
                                   "about:config",
                                   "chrome://x",
                                   "resource://x",
                                   "javascript:1",
                                   "vbscript:1",
                                   "jar:file:///x!/y",
                                   "mailto:x",
                                   "x:",
                                   ":x",
                                   "%",
                                   "&#0;/x",
                                   "data:application/x-mpegurl,file:///x"};
  for (const std::string& spelling : spellings) {
    for (const bool is_single : {false, true}) {
      INFO(spelling);
      const std::string page =
          "<iframe src=\"" + spelling + "\"></iframe><p style=\"x:url('" + spelling + "')\">";
      const std::string made = extract(message_of("text/html", page), {.single_file = is_single})
                                   .files.at(is_single ? "index.html" : "files/d.html");
      const std::string all = with_data(made);
      CHECK(all.find("about:invalid\"></iframe>") != std::string::npos);
      if (spelling.find('\\') == std::string::npos && !spelling.starts_with("&#10;"))
        CHECK(all.find("about:invalid')\">") != std::string::npos);
    }
  }
}

TEST_CASE("what only a click opens stays, and so does what loads nothing") {
  const std::string markup[] = {
      "<a href=\"a/b.html\">x</a>",
      "<a href=\"mailto:a@h.example\">x</a>",
      "<map><area href=\"http://h.example/x\"></map>",
      "<svg><a xlink:href=\"http://h.example/x\"><rect/></a></svg>",
      "<math href=\"http://h.example/x\"><mi href=\"x\">x</mi></math>",
      "<form><button></form>",
      "<blockquote cite=\"http://h.example/x\"></blockquote>",
      "<svg><use href=\"#x\"/></svg>",
      "<p style=\"fill:url(#x)\">",
      "<img src=\"\" alt=x>",
      "<img src=\"data:image/png;base64,AAAA\">",
      "<img src=\"data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>\">",
      "<iframe src=\"about:blank\"></iframe>",
      "<style>p{background:url(data:image/gif;base64,R0lGODlh)}</style>",
      "<style>p{background:image-set(\"data:image/png,x\" 1x);width:var(--w)}</style>",
      "<svg><rect><animate attributeName=\"x\" to=\"5\"/></rect></svg>",
      "<svg><style>p{color:red}</style></svg>",
      "<meta http-equiv=\"refresh\" content=\"5\">",
      "<meta name=viewport content=\"width=9\">",
      "<script>a < b</script>",
  };
  for (const std::string& row : markup) {
    INFO(row);
    const std::string made = extract(message_of("text/html", row), {}).files.at("files/d.html");
    CHECK(made.ends_with("\">" + row));
  }
}

TEST_CASE("documents in data: URLs load nothing either, and keep the rest") {
  const std::string page =
      "<iframe src=\"data:text/html,<p>kept<img src=/x><a href=http://h.example/y>y</a>\"></iframe>";
  const std::string made = with_data(extract(message_of("text/html", page), {}).files.at("files/d.html"));
  CHECK(made.find("<p>kept<img src=about:invalid><a href=http://h.example/y>y</a>") != std::string::npos);
  const std::string deep = "@import 'data:text/css,@import %27data:text/css,p{background:url(/x)}%27';";
  CHECK(with_data(extract(message_of("text/css", deep), {}).files.at("files/d.css"))
            .find("url(about:invalid)") != std::string::npos);
}

TEST_CASE("the policy allows files where the page loads some, and of no other kind") {
  struct Case {
    std::string page, sources;
    bool is_single = false;
  };
  const std::string none = "default-src data: 'unsafe-inline'; frame-src data:; object-src data:; ";
  const Case cases[] = {
      {"<p>", none},
      {"<a href=cid:i@x>", none},
      {"<img src=/x>", none},
      {"<img src=cid:i@x>",
       "default-src 'self' file: data: 'unsafe-inline'; frame-src data:; object-src data:; "},
      {"<iframe src=cid:f@x>",
       "default-src data: 'unsafe-inline'; frame-src 'self' file: data:; object-src 'self' file: data:; "},
      {"<iframe srcdoc='<img src=cid:i@x>'>",
       "default-src 'self' file: data: 'unsafe-inline'; frame-src data:; object-src data:; "},
      {"<img src=cid:i@x><iframe src=cid:f@x>", none, true},
  };
  for (const Case& row : cases) {
    INFO(row.page);
    const std::string message = "Content-Type: multipart/related; boundary=b\n\n" +
                                part("text/html", "p", row.page) + part("text/html", "f", "<p>") +
                                part("image/png", "i", "PNG") + "--b--\n";
    const std::string made = extract(message, {.single_file = row.is_single}).files.at("index.html");
    CHECK(made.starts_with("<meta http-equiv=\"Content-Security-Policy\" content=\"" + row.sources +
                           "connect-src 'none'; script-src 'none'; base-uri 'none'; form-action 'none'\">"));
  }
}

TEST_CASE("a page that is not searched to its end loads no file") {
  AnalyzeOptions analyze;
  analyze.limits.attribute_bytes = 20;
  const std::string picture = "<img src=\"/x" + std::string(20, ' ') + "\"/>";
  const Files html = extract(message_of("text/html", "<img src=cid:i@x>" + picture), {}, analyze);
  CHECK(html.files.at("files/d.html").find("file:") == std::string::npos);
  CHECK(html.problems.back() == "it was not searched completely: it loads no files");
  const Files svg =
      extract(message_of("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'>" + picture + "</svg>"),
              {}, analyze);
  CHECK(svg.files.at("files/d.svg").empty());
  CHECK(svg.problems.back() == "it was not searched completely: its file is empty");
  analyze = {};
  analyze.limits.references = 1;
  CHECK(extract(message_of("text/css", "a{x:url(1)}b{x:url(/x)}"), {}, analyze)
            .files.at("files/d.css")
            .empty());
}

TEST_CASE("parts are loaded as what they were searched as") {
  struct Case {
    std::string type, name, markup, loaded;
    const char* why;
  };
  const Case cases[] = {
      {"text/plain", "a.txt", "<link rel=stylesheet href=cid:d@x>", "href=about:invalid", "no style sheet"},
      {"image/png", "a.png", "<style>@import 'cid:d@x';</style>", "@import 'about:invalid'",
       "no style sheet"},
      {"image/png", "a.png", "<link rel=icon href=cid:d@x>", "href=files/a.png", "an icon"},
      {"application/x-y", "a.bin", "<iframe src=cid:d@x>", "src=about:invalid", "nobody knows what"},
      {"image/x-y", "a.vsdx", "<iframe src=cid:d@x>", "src=about:invalid", "a browser may take it for XML"},
      {"text/plain", "a.txt", "<iframe src=cid:d@x>", "src=files/a.txt", "text"},
      {"application/vnd.apple.mpegurl", "a.m3u8", "<video src=cid:d@x>", "src=about:invalid",
       "a list of URLs"},
      {"video/mp4", "a.mp4", "<video src=cid:d@x>", "src=files/a.mp4", "a video"},
  };
  for (const Case& row : cases) {
    INFO(row.why << ": " << row.markup);
    const std::string message = "Content-Type: multipart/related; boundary=b\n\n" +
                                part("text/html", "p", row.markup) +
                                part(row.type + "; name=" + row.name, "d", "x") + "--b--\n";
    CHECK(extract(message, {}).files.at("index.html").find(row.loaded) != std::string::npos);
  }
}

TEST_CASE("functions of CSS whose URL is computed") {
  struct Case {
    std::string css;
    std::size_t names;
  };
  const Case cases[] = {
      {"a{b:image-set(var(--x) 1x)}", 1},
      {"a{b:IMAGE-SET(\"x\" 1x, var(--x) 2x)}", 1},
      {"a{b:-webkit-image-set(calc(var(--x)))}", 1},
      {"a{b:src(attr(x))}", 1},
      {"a{b:im\\61ge-set(v\\000061r(--x))}", 1},
      {"a{b:image-set(--f() 1x)}", 1},
      {"a{b:image-set(image-set(var(--x)))}", 1},
      {"a{b:image-set(var(--x));c:src(env(x))}", 2},
      {"a{b:image-set(\"var(--x)\" 1x)}", 0},
      {"a{b:image-set(url(x) 1x) var(--x)}", 0},
      {"a{b:image-set(url(var\\(--x)) 1x)}", 0},
      {"a{b:image-set(/*var(*/\"x\" 1x)}", 0},
      {"a{src:url(x);b:var(--x)}", 0},
      {"a{b:var(--x)}", 0},
      {"a{b:image-set(", 0},
      {"(((((", 0},
      {"\\", 0},
  };
  for (const Case& row : cases) {
    INFO(row.css);
    CHECK(find::computed_css_urls(row.css).size() == row.names);
  }
}

}  // namespace
}  // namespace mimebase::test
