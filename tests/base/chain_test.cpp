// Bases without mail: layers are given as strings; checks the base, the chain and resolved references.
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/base.h"

using namespace mimebase;

namespace base_chain_test {

BaseChain make_chain(const char* retrieval_url, RuleSet rules = RuleSet::kRfc1808) {
  AnalyzeOptions options;
  options.retrieval_url = retrieval_url;
  options.rules = rules;
  return BaseChain::create(options).value();
}

std::vector<std::string> described(const BaseChain& chain) {
  std::vector<std::string> lines;
  for (const Candidate& candidate : chain.chain()) {
    lines.push_back(std::string(name_of(candidate.section)) + ' ' + std::string(name_of(candidate.by)) + ' ' +
                    std::string(candidate.part.value_or("-")) + ' ' +
                    std::string(candidate.url.value_or("-")) + ' ' + std::string(name_of(candidate.state)));
  }
  return lines;
}

TEST_CASE("a chain without layers has no base") {
  BaseChain chain = make_chain("");
  CHECK(chain.base().by == BaseBy::kNone);
  CHECK(chain.base().section == BaseSection::kDefault);
  CHECK(chain.chain().empty());
  CHECK(chain.resolve("http://h/x").value() == "http://h/x");
  CHECK(chain.resolve("x").error().code == Error::Code::kNoBase);
}

TEST_CASE("the innermost usable layer wins, and all are candidates") {
  BaseChain chain = make_chain("http://example.org/feed/atom.xml");
  CHECK(chain.resolve("x").value() == "http://example.org/feed/x");
  const HeaderField outer[] = {{"Content-Type", "multipart/related"},
                               {"content-base", " <http://outer.example/>"}};
  CHECK(chain.add_heading(outer, "response"));
  const HeaderField inner[] = {{"Content-Location", "=?utf-8?q?d/caf=C3=A9?="},
                               {"Base", "http://no-wrapper/"}};
  CHECK(chain.add_heading(inner, "part 1"));
  CHECK(chain.base().section == BaseSection::kWithinContent);
  CHECK(chain.base().by == BaseBy::kContentLocation);
  CHECK(chain.base().part == "part 1");
  CHECK(chain.add_document_base(BaseBy::kXmlBase, "entries/", "feed"));
  CHECK(chain.add_document_base(BaseBy::kXmlBase, "7/"));
  CHECK(chain.resolve("a.html").value() == "http://outer.example/d/entries/7/a.html");
  CHECK(described(chain) ==
        std::vector<std::string>{"3.1 xml-base - http://outer.example/d/entries/7/ effective",
                                 "3.1 xml-base feed http://outer.example/d/entries/ overridden",
                                 "3.1 base-header part 1 - malformed",
                                 "3.1 content-location part 1 http://outer.example/d/caf\u00E9 overridden",
                                 "3.2 content-base response http://outer.example/ overridden",
                                 "3.3 retrieval-url - http://example.org/feed/atom.xml overridden"});
  CHECK(chain.remove_document_base());
  CHECK(chain.base().part == "feed");
  CHECK(chain.resolve("a.html").value() == "http://outer.example/d/entries/a.html");
  CHECK(chain.remove_document_base());
  CHECK_FALSE(chain.remove_document_base());
  CHECK(chain.base().url == "http://outer.example/d/caf\u00E9");
  CHECK(chain.problems().empty());
}

TEST_CASE("an unusable document base is a candidate, and the next layer out counts") {
  for (const char* unusable : {"mailto:a@b", "http://h/ x", ""}) {
    BaseChain chain = make_chain("http://h/d/");
    CHECK(chain.add_document_base(BaseBy::kHtmlBase, unusable, "page"));
    CHECK(chain.chain().size() == 2);
    CHECK(chain.base().by == BaseBy::kRetrievalUrl);
    CHECK(chain.base().section == BaseSection::kRetrievalUrl);
    CHECK(!chain.base().part);
    CHECK(chain.resolve("x").value() == "http://h/d/x");
  }
}

TEST_CASE("a chain resolves by the rules, and by the encoding of the document") {
  BaseChain chain = make_chain("http://h/", RuleSet::kWhatwg);
  CHECK(chain.resolve("\\x?\u00E9", "iso-8859-1").value() == "http://h/x?%E9");
  CHECK(chain.resolve("\\x?\u00E9").value() == "http://h/x?%C3%A9");
}

TEST_CASE("what makes no sense fails, and what is too much is a problem") {
  AnalyzeOptions options;
  options.retrieval_url = "relative/x";
  CHECK(BaseChain::create(options).error().code == Error::Code::kUsage);
  options.retrieval_url.clear();
  options.base_headers = {BaseBy::kXmlBase};
  CHECK(BaseChain::create(options).error().code == Error::Code::kUsage);

  options.base_headers = default_base_headers();
  options.limits.bases = 2;
  options.limits.base_bytes = 20;
  BaseChain chain = BaseChain::create(options).value();
  CHECK(chain.add_document_base(BaseBy::kContentBase, "http://h/").error().code == Error::Code::kUsage);
  const std::string url = "http://h/" + std::string(20, 'x');
  const HeaderField fields[] = {
      {"Content-Base", url}, {"Content-Base", "http://a/"}, {"Content-Base", "http://b/"}};
  CHECK(chain.add_heading(fields));
  CHECK(chain.base().url == "http://a/");
  REQUIRE(chain.problems().size() == 2);
  CHECK(chain.problems()[0].message == "content-base is longer than 20 bytes: skipped");
  CHECK(chain.problems()[1].message == "more than 2 fields declare a base: the rest is skipped");
  CHECK(chain.add_document_base(BaseBy::kHtmlBase, "x/"));
  CHECK(chain.add_heading({}).error().code == Error::Code::kUsage);
  CHECK(chain.add_document_base(BaseBy::kHtmlBase, "y/"));
  CHECK(chain.add_document_base(BaseBy::kHtmlBase, "z/").error().code == Error::Code::kLimit);
}

}  // namespace base_chain_test
