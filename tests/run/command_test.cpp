// The options that a database stores with its rows.
#include "run/commands/command.h"

#include <chrono>
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

TEST_CASE("dates are in UTC") {
  struct Case {
    std::string date, utc;
  };
  const Case cases[] = {
      {"2004-01-01T01:30:00+02:00", "2003-12-31T23:30:00Z"},
      {"2004-02-28T23:30:00-01:00", "2004-02-29T00:30:00Z"},
      {"2004-01-01T00:00:00-00:00", "2004-01-01T00:00:00Z"},
      {"2004-01-01T00:00:00Z", "2004-01-01T00:00:00Z"},
      {"", ""},
      {"2004-02-30T00:00:00Z", ""},
      {"yesterday, I think", ""},
  };
  for (const Case& row : cases) {
    INFO(row.date);
    const Result<std::chrono::sys_seconds> time = first_second_of(row.date);
    CHECK((time ? run::utc_date(*time) : "") == row.utc);
  }
}

}  // namespace mimebase::test
