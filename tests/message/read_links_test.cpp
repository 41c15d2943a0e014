// Rows pulled from archives: the same rows that an Analyzer reports, with ownership, and problems on the way.
#include "mimebase/read_links.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "catch.h"
#include "support.h"

using namespace mimebase;

namespace {

std::string sample(const char* name) {
  return (test::source_root() / "samples" / name).string();
}

struct Lines : Visitor {
  void link(const Link& link) override { lines.push_back(line(LinkRow::of(link))); }
  static std::string line(const LinkRow& row) {
    return row.source + ' ' + std::to_string(row.message) + ' ' + row.part + ' ' + row.context + ' ' +
           row.reference + ' ' + row.resolved.value_or("-") + ' ' + row.base + ' ' +
           row.subject.value_or("-");
  }
  std::vector<std::string> lines;
};

}  // namespace

static_assert(std::input_iterator<LinkRows::Iterator>);
static_assert(std::sentinel_for<std::default_sentinel_t, LinkRows::Iterator>);

TEST_CASE("the rows of several inputs are those that an Analyzer reports, in their order") {
  const std::vector<std::string> inputs = {sample("phishing.mbox"), sample("nested.eml")};
  Lines expected;
  Analyzer analyzer({});
  for (const std::string& input : inputs) {
    Reader reader = Reader::open(input).value();
    while (const std::optional<Batch> batch = reader.next()) {
      for (const Record& record : batch->records()) analyzer.links(record, expected);
    }
  }
  REQUIRE(expected.lines.size() > 10);

  std::vector<LinkRow> kept;
  for (const LinkRow& row : read_links(inputs)) kept.push_back(row);
  std::vector<std::string> lines;
  std::transform(kept.begin(), kept.end(), std::back_inserter(lines), Lines::line);
  CHECK(lines == expected.lines);
}

TEST_CASE("a loop that was left goes on where it was, also where the rows have moved") {
  LinkRows rows = read_links({sample("nested.eml")});
  const std::string first = rows.begin()->reference;
  LinkRows moved = std::move(rows);
  std::size_t count = 0;
  for (const LinkRow& row : moved) {
    if (count++ == 0) CHECK(row.reference == first);
  }
  CHECK(count == 9);
  CHECK(moved.begin() == moved.end());
  CHECK(moved.problems().empty());
}

TEST_CASE("an input that cannot be read is a problem, and the next one is read") {
  LinkRows rows = read_links({"/nowhere/x.mbox", sample("nested.eml")});
  CHECK(std::ranges::distance(rows.begin(), rows.end()) == 9);
  REQUIRE(rows.problems().size() == 1);
  CHECK(rows.problems()[0].code == Error::Code::kUnreadable);
  CHECK(rows.problems()[0].message == "/nowhere/x.mbox: No such file or directory");
  CHECK(rows.problems()[0].source == "/nowhere/x.mbox");
}

TEST_CASE("a limit is a problem that names its message, and options that make no sense read nothing") {
  ReadOptions options;
  options.analyze.limits.references = 1;
  LinkRows rows = read_links({sample("nested.eml")}, options);
  CHECK(std::ranges::distance(rows.begin(), rows.end()) == 1);
  REQUIRE(!rows.problems().empty());
  CHECK(rows.problems()[0].code == Error::Code::kLimit);
  CHECK(rows.problems()[0].message.starts_with(sample("nested.eml") + ": message 1: part "));

  options.analyze.retrieval_url = "x";
  LinkRows none = read_links({sample("nested.eml")}, options);
  CHECK(none.begin() == none.end());
  REQUIRE(none.problems().size() == 1);
  CHECK(none.problems()[0].code == Error::Code::kUsage);
}
