// The collector: rows in a stream or a database, with counts and problems.
#include "run/driver/collector.h"
#include "run/commands/row_destination.h"

#include <string>
#include <vector>

#include "collected.h"

namespace mimebase::test {
namespace {

using run::Piece;

Error unreadable(const std::string& sentence, Error::Code code = Error::Code::kUnreadable) {
  return {code, sentence, "box"};
}

Piece piece_of(std::string rows, std::vector<std::string> problems = {}) {
  Piece piece;
  piece.rows = std::move(rows);
  piece.messages = 1;
  for (std::string& sentence : problems)
    piece.problems.push_back({Error::Code::kLimit, std::move(sentence), "box"});
  return piece;
}

}  // namespace

TEST_CASE("pieces are written as they come, and all is counted") {
  RunOptions options;
  options.isolation = Isolation::kOff;
  std::vector<std::string> told;
  options.on_problem = [&told](std::string_view sentence) { told.emplace_back(sentence); };
  const run::RowCommand command(options, LinksOptions());
  Written written;
  const auto destination = run::make_row_destination(command, written.output());
  REQUIRE(destination);
  run::Collector collector(options, **destination);
  REQUIRE(collector.begin_input("a"));
  collector.take(piece_of("1\n", {"first"}));
  Piece second = piece_of("2\n", {"second", "third"});
  second.errors = 2;
  second.warnings = 5;
  collector.take(std::move(second));
  collector.end_batch({}, {unreadable("fourth")});
  collector.end_input({}, {unreadable("last")});
  CHECK(told.empty());
  collector.report_problems();
  CHECK(told == std::vector<std::string>{"first", "second", "third", "fourth", "last"});
  collector.report_problems();
  CHECK(told.size() == 5);
  const Result<RunSummary> summary = collector.finish();
  REQUIRE(summary);
  CHECK(summary->messages == 2);
  CHECK(summary->errors == 2);
  CHECK(summary->warnings == 5);
  CHECK(summary->problems == 5);
  CHECK(written.bytes() == "1\n2\n");
}

TEST_CASE("what could not be read is a row of check, if the filter lets it pass") {
  struct Case {
    const char* why;
    std::vector<DiagnosticCode> codes;
    Error::Code code;
    std::string row;  // the beginning of the row
    std::uint64_t errors;
  };
  const Case cases[] = {
      {"no filter", {}, Error::Code::kUnreadable, "unreadable", 1},
      {"a limit has another code", {}, Error::Code::kLimit, "limit-hit", 1},
      {"the filter lets it pass", {DiagnosticCode::kUnreadable}, Error::Code::kReadError, "unreadable", 1},
      {"the filter leaves it out", {DiagnosticCode::kLimitHit}, Error::Code::kUnreadable, "", 0},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    RunOptions options;
    options.isolation = Isolation::kOff;
    CheckOptions check;
    check.rows.format = Format::kJsonl;
    check.filter.codes = c.codes;
    const run::RowCommand command(options, check);
    Written written;
    const auto destination = run::make_row_destination(command, written.output());
    REQUIRE(destination);
    run::Collector collector(options, **destination);
    collector.end_input({}, {unreadable("box: a reason", c.code)});
    const Result<RunSummary> summary = collector.finish();
    REQUIRE(summary);
    CHECK(summary->errors == c.errors);
    CHECK(summary->problems == 1);
    const std::string rows = written.bytes();
    CHECK(rows.empty() == c.row.empty());
    CHECK(rows.find(c.row) != std::string::npos);
  }
}

TEST_CASE("the header of CSV is there once, also where it stands alone") {
  for (const int pieces : {0, 1, 3}) {
    INFO(pieces << " pieces");
    RunOptions options;
    options.isolation = Isolation::kOff;
    TreeOptions tree;
    tree.rows.format = Format::kCsv;
    const run::RowCommand command(options, tree);
    Written written;
    const auto destination = run::make_row_destination(command, written.output());
    REQUIRE(destination);
    run::Collector collector(options, **destination);
    for (int i = 0; i < pieces; ++i) collector.take(piece_of("row\r\n"));
    REQUIRE(collector.finish());
    const std::string rows = written.bytes();
    std::string wanted = rows.substr(0, rows.find('\n') + 1);
    CHECK(wanted.find("source,message") == 0);
    for (int i = 0; i < pieces; ++i) wanted += "row\r\n";
    CHECK(rows == wanted);
  }
}

TEST_CASE("URLs that are there often are one row, the first, with a count") {
  RunOptions options;
  options.isolation = Isolation::kOff;
  LinksOptions links;
  links.unique = true;
  links.rows.format = Format::kCsv;
  const run::RowCommand command(options, links);
  Written written;
  const auto destination = run::make_row_destination(command, written.output());
  REQUIRE(destination);
  run::Collector collector(options, **destination);
  MessageInfo info;
  Link link;
  const BaseInfo base;
  link.message = &info;
  link.base = base;
  const auto writer = run::make_row_writer(command);
  for (const std::uint64_t url : {1, 2, 1, 3, 1, 2}) {
    Piece piece;
    const std::string text = "http://h/" + std::to_string(url);
    link.resolved = text;
    link.reference = text;
    piece.as<run::RowResults>().unique.push_back({{url, 0}, writer->link_row(link)});
    collector.take(std::move(piece));
  }
  REQUIRE(collector.finish());
  std::string rows = written.bytes();
  std::vector<std::string> lines;
  for (std::size_t end; (end = rows.find('\n')) != std::string::npos; rows.erase(0, end + 1))
    lines.push_back(rows.substr(0, end));
  REQUIRE(lines.size() == 4);
  const std::vector<std::string> counts = {"3", "2", "1"};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(lines[i + 1].find("http://h/" + std::to_string(i + 1)) != std::string::npos);
    CHECK(lines[i + 1].find(counts[i]) != std::string::npos);
  }
}

TEST_CASE("outputs that cannot take a database say so before anything is read") {
  LinksOptions links;
  links.rows.format = Format::kSqlite;
  Result<Output> device = Output::open("/dev/null");
  REQUIRE(device);
  const run::RowCommand command(RunOptions(), links);
  const auto refused = run::make_row_destination(command, *device);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Error::Code::kUnwritable);
  CheckOptions check;
  check.rows.format = Format::kSqlite;
  check.summary = true;
  const run::RowCommand summary(RunOptions(), check);
  Written written;
  const auto summed = run::make_row_destination(summary, written.output());
  REQUIRE_FALSE(summed);
  CHECK(summed.error().code == Error::Code::kUsage);
}

TEST_CASE("a database passes over the files that it holds, and no other output does") {
  const Folder folder;
  const std::string mail = folder.write("a.eml", "Subject: x\n\nhttp://a/\n");
  const std::string database = folder.path("rows.sqlite");
  for (const bool is_known : {false, true}) {
    RunOptions options;
    options.isolation = Isolation::kOff;
    LinksOptions links;
    links.rows.format = Format::kSqlite;
    const run::RowCommand command(options, links);
    Result<Output> output = Output::open(database, {.append = true});
    REQUIRE(output);
    {
      const auto destination = run::make_row_destination(command, *output);
      REQUIRE(destination);
      run::Collector collector(options, **destination);
      CHECK(collector.begin_input(mail) == !is_known);
      CHECK(collector.destination().known_source() == mail);
      collector.end_input({}, {});
      CHECK(collector.begin_input("-"));
      CHECK(collector.wants_sources());
      CHECK(collector.destination().known_source().empty());
      REQUIRE(collector.finish());
    }
    REQUIRE(output->commit());
  }
  RunOptions options;
  options.isolation = Isolation::kOff;
  const run::RowCommand command(options, LinksOptions());
  Written written;
  const auto destination = run::make_row_destination(command, written.output());
  REQUIRE(destination);
  run::Collector collector(options, **destination);
  CHECK(collector.begin_input(mail));
  CHECK(collector.begin_input(mail));
  CHECK_FALSE(collector.wants_sources());
}

}  // namespace mimebase::test
