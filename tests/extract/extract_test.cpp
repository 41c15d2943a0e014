// Extraction of a message to files by the library.
#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/extract.h"
#include "text/urn.h"

namespace mimebase::test {
namespace extract_test {

class Files : public FileVisitor {
 public:
  struct File {
    std::string media_type, charset, bytes, part, url;
  };
  void file(const ExtractedFile& file) override {
    CHECK(file.message != nullptr);
    const bool is_new =
        files
            .try_emplace(std::string(file.path),
                         File{std::string(file.media_type), std::string(file.charset),
                              std::string(file.bytes), std::string(file.part), std::string(file.url)})
            .second;
    CHECK(is_new);
  }
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    problems.push_back(std::string(part) + ": " + std::string(what));
  }
  std::map<std::string, File> files;
  std::vector<std::string> problems;
};

// `content_type` is that of a document; empty for a message.
Files files_of(const std::string& message, const ExtractOptions& options = {},
               const AnalyzeOptions& analyze = {}, std::string_view content_type = {}) {
  Record record;
  record.number = 1;
  record.bytes = message;
  record.source = "dir/saved page.html";
  record.content_type = content_type;
  if (!content_type.empty()) record.kind = RecordKind::kDocument;
  Files files;
  Extractor(analyze, options).files(record, files);
  return files;
}

std::string related(const std::string& page, const std::string& more = {}) {
  return "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n"
         "Content-Location: http://h.example/p.html\n\n" +
         page + "\n--b\nContent-Type: image/png\nContent-ID: <i@x>\n\nPNG\n" + more + "--b--\n";
}

// Returns the page without its policy, for documents where the policy comes first.
std::string page_of(const std::string& page, ExtractOptions options = {}) {
  options.online = !options.no_active;
  std::string made = files_of(related(page), options).files.at("index.html").bytes;
  if (made.starts_with("<meta http-equiv=\"Content-Security-Policy\"")) made.erase(0, made.find('>') + 1);
  return made;
}

TEST_CASE("files of a message are data") {
  const Files made = files_of(related("<img src='cid:i@x'>"));
  REQUIRE(made.files.size() == 2);
  const Files::File& page = made.files.at("index.html");
  CHECK(page.media_type == "text/html");
  CHECK(page.charset == "utf-8");
  CHECK(page.part == "1");
  CHECK(page.url == "http://h.example/p.html");
  const Files::File& image = made.files.at("files/i.png");
  CHECK(image.media_type == "image/png");
  CHECK(image.bytes == "PNG");
  CHECK(image.part == "2");
  CHECK(image.url == "cid:i@x");
  CHECK(made.problems.empty());
}

TEST_CASE("a document is a page without other files") {
  const std::string saved = "<!-- saved from url=(0015)http://a/d/p.ht -->\n";
  const std::string page = saved +
                           "<img src=x.png><img src=data:image/gif;base64,R0lG><a href=g>\xE9</a>"
                           "<iframe srcdoc='&lt;img src=y&gt;&lt;a href=h&gt;'></iframe>";
  const Files made = files_of(page, {}, {}, "text/html; charset=iso-8859-1");
  REQUIRE(made.files.size() == 1);
  const Files::File& index = made.files.at("index.html");
  CHECK(index.media_type == "text/html");
  CHECK(index.charset == "utf-8");
  CHECK(index.part == "1");
  CHECK(index.url == "http://a/d/p.ht");
  CHECK(index.bytes.find("<img src=about:invalid><img src=data:image/gif;base64,R0lG>"
                         "<a href=http://a/d/g>\u00E9</a>") != std::string::npos);
  CHECK(index.bytes.find("&lt;img src=about:invalid&gt;&lt;a href=http://a/d/h&gt;") != std::string::npos);
  CHECK(made.problems.empty());

  AnalyzeOptions analyze;
  analyze.retrieval_url = "http://r/d/#f";
  ExtractOptions archive;
  archive.for_archive = true;
  CHECK(files_of(page, archive, analyze, "text/html").files.at("index.html").url == "http://r/d/");
  CHECK(files_of("<p>", archive, {}, "text/html").files.at("index.html").url.starts_with("urn:uuid:"));

  const std::string xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><img src='x.png'/></html>";
  const Files framed = files_of(xhtml, {}, {}, "application/xhtml+xml");
  REQUIRE(framed.files.size() == 2);
  CHECK(framed.files.at("files/saved-page.xhtml").bytes.find("<img src='about:invalid'/>") !=
        std::string::npos);
}

TEST_CASE("for an archive, references are URLs") {
  ExtractOptions options;
  options.for_archive = true;
  const Files made = files_of(related("<img src='cid:i@x'><a href=q>"), options);
  CHECK(made.files.at("index.html").bytes == "<img src='cid:i@x'><a href=http://h.example/q>");
}

TEST_CASE("a limit is told, and what is beyond it is left out") {
  AnalyzeOptions analyze;
  analyze.limits.extract_bytes = 300;
  const Files made =
      files_of(related("<p>", "--b\nContent-Type: x/y\n\n" + std::string(400, 'x') + "\n"), {}, analyze);
  CHECK(made.files.size() == 2);
  CHECK(made.problems ==
        std::vector<std::string>{
            "3: the files of the message are longer than 300 bytes in total: the rest is skipped"});
}

TEST_CASE("references are written as their place needs it") {
  struct Case {
    std::string page, made;
    const char* why;
  };
  const Case cases[] = {
      {"<a href=x&amp;y>", "<a href=http://h.example/x&amp;y>", "bare"},
      {"<a href='it&#39;s'>", "<a href='http://h.example/it&#39;s'>", "a quote inside"},
      {"<p style=\"background:url(&quot;cid:i@x&quot;)\">",
       "<p style=\"background:url(&quot;files/i.png&quot;)\">", "CSS in an attribute"},
      {"<style>p{background:url(cid:i@x)}</style>", "<style>p{background:url(files/i.png)}</style>", "CSS"},
      {"<!-- <a href=x> -->", "<!-- <a href=http://h.example/x> -->", "in a comment"},
      {"<img srcset='cid:i@x 1x, y 2x'>", "<img srcset='files/i.png 1x, http://h.example/y 2x'>",
       "candidates"},
      {"<a href='#x'>", "<a href='#x'>", "the same document"},
      {"<a href='mailto:a@h.example'>", "<a href='mailto:a@h.example'>", "absolute"},
      {"<a href='cid:none@x'>", "<a href='cid:none@x'>", "a part that is not there"},
      {"go to www.h.example <p> http://h.example/y", "go to www.h.example <p> http://h.example/y", "text"},
      {"<link rel=x integrity=y href=z>", "<link rel=x  href=http://h.example/z>", "bare attributes go"},
      {"<img crossorigin>", "<img >", "one without a value"},
      {"<img crossorigin=\"anonymous\"alt=x>", "<img alt=x>", "one without white space behind it"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK(page_of(row.page) == row.made);
  }
}

TEST_CASE("what acts is found wherever it hides") {
  struct Case {
    std::string page, made;
    const char* why;
  };
  const Case cases[] = {
      {"<SCRIPT>x</SCRIPT >y", "y", "in capitals"},
      {"<script>x", "", "never closed"},
      {"<script><!--<script></script>--></script>y", "y", "escaped twice"},
      {"<svg><script/>y</svg>", "<svg>y</svg>", "empty, of SVG"},
      {"<svg><script><a>x</a></script>y</svg>", "<svg>y</svg>", "of SVG, with elements"},
      {"<textarea><script>x</script></textarea>", "<textarea>&lt;script>x&lt;/script></textarea>",
       "text, wherever that is"},
      {"<select><plaintext><script>x", "<select><plaintext>&lt;script>x",
       "text, where a browser ignores what makes it so"},
      {"<style><!-- p{content:'<script>'} --></style>", "<style> p{content:'\\3C script>'} --></style>",
       "a style sheet"},
      {"<svg><![CDATA[<script>x</script>]]>", "<svg>&#60;script&#62;x&#60;/script&#62;",
       "a section that only foreign content has"},
      {"<p><script src=x ", "<p>", "the end of the page"},
      {"<p ONCLICK=x>", "<p >", "a handler in capitals"},
      {"<p/onclick='x'/title>", "<p//title>", "slashes for white space"},
      {"<p on=x one=y>", "<p on=x >", "what begins so is taken for one"},
      {"<a href='JavaScript:x'>", "<a href='about:invalid'>", "a scheme in capitals"},
      {"<a href='java&#9;script:x'>", "<a href='about:invalid'>", "with a tab inside"},
      {"<a href='&#1;javascript:x'>", "<a href='about:invalid'>", "with a control before it"},
      {"<base href=http://h/><a href href='java&#10;script:x'>",
       "<base href=#><a href href='java&#10;script:x'>", "behind a name without a value"},
      {"<base href='http://h/}b{c:url(http://i/x)}/'><style>/*http://j/*/z{a:b <a href=y></style>",
       "<base href='#'><style>/*http://j/*/z{a:b \\3C a href=y></style>", "a base that would end a rule"},
      {"<iframe srcdoc='&lt;p onclick=x>'>", "<iframe srcdoc='&lt;p >'>", "in a document in an attribute"},
      {"<iframe srcdoc='&<script>x</script>lt;p onclick=x>'>", "<iframe srcdoc='&<!---->lt;p onclick=x>'>",
       "between the halves of a reference"},
      {"<iframe srcdoc=\"<iframe srcdoc='<script>x</script>y'>\">", "<iframe srcdoc=\"<iframe srcdoc='y'>\">",
       "in one in one"},
      {"<svg><animate attributeName=xlink:href values=javascript:x>", "<svg>", "an animation"},
      {"<object data=x><b>y</b></object>", "<b>y</b>", "what stands in for it stays"},
      {"<meta http-equiv='&#82;efresh' content=1>", "", "character references"},
      {"<meta http-equiv=Content-Type content=x>", "<meta http-equiv=Content-Type content=x>",
       "one that says"},
  };
  ExtractOptions options;
  options.no_active = true;
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK(page_of(row.page, options) == row.made);
  }
}

TEST_CASE("URNs depend on what they are made of alone") {
  CHECK(urn_of("a") == urn_of("a"));
  CHECK(urn_of("a") != urn_of("b"));
  // The SHA-256 of "a" begins with ca978112-ca1b-bdca-fac2-31b39a23dc4d.
  CHECK(urn_of("a") == "urn:uuid:ca978112-ca1b-8dca-bac2-31b39a23dc4d");
}

}  // namespace extract_test
}  // namespace mimebase::test
