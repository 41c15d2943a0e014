// References in documents without mail: what is found, under which base, and what the result owns.
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/base.h"
#include "mimebase/find.h"
#include "text/ascii.h"

using namespace mimebase;

TEST_CASE("references of a document are found with spans, text and bases") {
  std::string html =
      "<base href='d&#47;'><a href='g?a&amp;b'> some\n text </a>"
      "<object codebase=c data=x></object><!-- <img src=y> -->www.h.example";
  const std::string copy = html;
  FoundReferences found = find_references(html, "Text/HTML; charset=utf-8").value();
  html.assign(html.size(), 'x');  // the content is no longer needed
  const FoundReferences moved = std::move(found);

  REQUIRE(moved.bases().size() == 2);
  CHECK(moved.bases()[0].by == BaseBy::kHtmlBase);
  CHECK(moved.bases()[0].reference == "d/");
  CHECK(moved.bases()[0].parent == -1);
  CHECK(moved.bases()[1].by == BaseBy::kHtmlCodebase);
  CHECK(moved.bases()[1].parent == 0);

  std::vector<std::string> lines;
  for (const FoundReference& one : moved.references()) {
    lines.push_back(std::string(one.context) + ' ' + std::string(one.reference) + ' ' +
                    copy.substr(one.span.start, one.span.end - one.span.start) + ' ' +
                    std::to_string(one.base) + ' ' + std::string(one.text.value_or("-")) + ' ' +
                    std::string(one.hidden.value_or("-")) + (one.guessed ? " guessed" : ""));
  }
  CHECK(lines == std::vector<std::string>{"base@href d/ d&#47; -1 - -",
                                          "a@href g?a&b g?a&amp;b 0 some text -", "object@codebase c c 0 - -",
                                          "object@data x x 1 - -", "img@src y y 0 - comment",
                                          "html:text www.h.example www.h.example 0 - - guessed"});
  CHECK(moved.problems().empty());
}

TEST_CASE("what a document declares makes a chain") {
  const std::string atom =
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/feeds/'>"
      "<entry xml:base='7/'><link href='a.html'/></entry><link href='b.html'/></feed>";
  const FoundReferences found = find_references(atom, "application/atom+xml").value();
  std::vector<std::string> urls;
  for (const FoundReference& one : found.references()) {
    AnalyzeOptions options;
    options.retrieval_url = "http://example.org/atom.xml";
    BaseChain chain = BaseChain::create(options).value();
    std::vector<FoundBase> bases;
    for (int i = one.base; i >= 0; i = found.bases()[static_cast<std::size_t>(i)].parent)
      bases.push_back(found.bases()[static_cast<std::size_t>(i)]);
    for (auto base = bases.rbegin(); base != bases.rend(); ++base)
      REQUIRE(chain.add_document_base(base->by, base->reference));
    if (one.context == "link@href") urls.push_back(chain.resolve(one.reference).value());
  }
  CHECK(urls ==
        std::vector<std::string>{"http://example.org/feeds/7/a.html", "http://example.org/feeds/b.html"});
}

TEST_CASE("spans are bytes of the content, whatever its charset is") {
  const std::string text = "+AOk- http://h/x";
  const FoundReferences found = find_references(text, "text/plain", "utf-7").value();
  CHECK(found.charset() == "utf-7");
  REQUIRE(found.references().size() == 1);
  const Range span = found.references()[0].span;
  CHECK(text.substr(span.start, span.end - span.start) == "http://h/x");

  CHECK(find_references("a{b:url(\xE9)}", "text/css", "iso-8859-1").has_value());
}

TEST_CASE("the charset is what the call says, else what the type says, else what the document says") {
  const struct {
    const char* type;
    const char* charset;
    const char* used;
  } rows[] = {
      {"text/plain; charset=utf-7", "", "utf-7"},
      {"text/plain; format=flowed; Charset=\"UTF-7\" (plain)", "", "utf-7"},
      {"text/plain; charset=koi8-r", "utf-7", "utf-7"},
      {"text/plain (a; charset=koi8-r) ; charset*=us-ascii''utf-7", "", "utf-7"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.type);
    const FoundReferences found = find_references("+AGgAdAB0AHA-://h/x", row.type, row.charset).value();
    CHECK(ascii::lowered(found.charset()) == row.used);
    REQUIRE(found.references().size() == 1);
    CHECK(found.references()[0].reference == "http://h/x");
  }
}

TEST_CASE("media types that nothing searches are refused, and text of any kind is text") {
  CHECK(find_references("http://h/", "image/png").error().code == Error::Code::kUsage);
  CHECK(find_references("http://h/", "").error().code == Error::Code::kUsage);
  const FoundReferences found = find_references("see http://h/ there", "text/x-anything").value();
  CHECK(found.references().size() == 1);
}

TEST_CASE("what is beyond a limit is a problem") {
  Limits limits;
  limits.references = 1;
  limits.url_bytes = 12;
  const FoundReferences found =
      find_references("http://a/ http://b/ http://h/1234567890 ", "text/plain", {}, limits).value();
  CHECK(found.references().size() == 1);
  REQUIRE(found.problems().size() == 2);
  CHECK(found.problems()[0].message == "more than 1 references: the rest is skipped");
  CHECK(found.problems()[1].message == "a URL is longer than 12 bytes: it is skipped");
  CHECK(found.problems()[0].code == Error::Code::kLimit);
}
