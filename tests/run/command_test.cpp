// The options that a database stores with its rows.
#include "run/commands/command.h"

#include <map>
#include <set>
#include <string>

#include "collected.h"

namespace mimebase::test {

TEST_CASE("each command stores its own options, which are preset where nothing was said") {
  const run::RowCommand commands[] = {
      {RunOptions(), LinksOptions()}, {RunOptions(), TreeOptions()}, {RunOptions(), CheckOptions()}};
  for (const run::RowCommand& command : commands) {
    std::set<std::string> names;
    for (const database::StoredOption& option : run::stored_options(command)) {
      INFO(option.name);
      CHECK(option.value == option.preset);
      CHECK(names.insert(option.name).second);
    }
    CHECK(names.contains("--rules"));
    CHECK(names.contains("--limits depth"));
    CHECK(names.contains("links --host") == (&command.table == &write::kLinkRows));
    CHECK(names.contains("check --code") == (&command.table == &write::kDiagnosticRows));
  }
}

TEST_CASE("what says which rows there are is stored as it was said") {
  RunOptions options;
  options.analyze.rules = RuleSet::kWhatwg;
  options.analyze.retrieval_url = "http://h/";
  options.analyze.base_headers = {BaseBy::kBaseHeader, BaseBy::kContentLocation};
  options.input.kind = InputKind::kMbox;
  options.analyze.limits.depth = 7;
  LinksOptions links;
  links.filter.hosts = {"a.org", "*.b.org"};
  links.filter.statuses = {LinkStatus::kUnresolved};
  links.unique = true;
  std::map<std::string, std::string> stored;
  for (const database::StoredOption& option : run::stored_options(run::RowCommand(options, links))) {
    if (option.value != option.preset) stored[option.name] = option.value;
  }
  CHECK(stored == std::map<std::string, std::string>{{"--rules", "whatwg"},
                                                     {"--retrieval-url", "http://h/"},
                                                     {"--base-headers", "base,content-location"},
                                                     {"--input", "mbox"},
                                                     {"--limits depth", "7"},
                                                     {"links --host", "a.org,*.b.org"},
                                                     {"links --status", "unresolved"},
                                                     {"links --unique", "yes"}});
}

TEST_CASE("each format has its writer, and each command its rows") {
  for (const Format format : {Format::kText, Format::kJsonl, Format::kCsv, Format::kSqlite}) {
    LinksOptions links;
    links.rows.format = format;
    const auto writer = run::make_row_writer({RunOptions(), links});
    REQUIRE(writer);
    CHECK(writer->rows().empty());
  }
  CHECK(&run::RowCommand(RunOptions(), LinksOptions()).table == &write::kLinkRows);
  CHECK(&run::RowCommand(RunOptions(), TreeOptions()).table == &write::kEntityRows);
  CHECK(&run::RowCommand(RunOptions(), CheckOptions()).table == &write::kDiagnosticRows);
  CHECK(&run::RowCommand(RunOptions(), CompareOptions()).table == &write::kComparisonRows);
}

}  // namespace mimebase::test
