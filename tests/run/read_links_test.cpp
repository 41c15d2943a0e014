// Rows pulled from archives: the same rows that an Analyzer reports, with ownership, and problems on the way.
#include "mimebase/read_links.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "mimebase/analyze.h"
#include "support.h"

using namespace mimebase;

namespace {

std::string sample(const char* name) {
  return (test::source_root() / "samples" / name).string();
}

struct Lines : Visitor {
  void link(const Link& link) override { lines.push_back(line(LinkRow::of(link))); }
  static std::string line(const LinkRow& row) {
    std::string line = std::to_string(row.message->number);
    for (const std::string_view text :
         {row.message->source, row.part, row.context, row.reference, row.resolved.value_or("-"), row.base.url,
          row.message->subject.value_or("-")})
      line.append(" ").append(text);
    return line;
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
    while (const Batch batch = reader.next()) {
      for (const Record& record : batch.records()) analyzer.links(record, expected);
    }
  }
  REQUIRE(expected.lines.size() > 10);

  for (const bool isolated : {true, false}) {
    ReadOptions options;
    options.isolation = isolated ? Isolation::kAuto : Isolation::kOff;
    std::vector<LinkRow> kept;
    for (const LinkRow& row : read_links(inputs, options)) kept.push_back(row);
    std::vector<std::string> lines;
    std::transform(kept.begin(), kept.end(), std::back_inserter(lines), Lines::line);
    CHECK(lines == expected.lines);
  }
}

TEST_CASE("rows have what a reader opens, and header fields") {
  ReadOptions options;
  options.isolation = GENERATE(Isolation::kAuto, Isolation::kOff);
  LinkRows without = read_links({sample("nested.eml")}, options);
  CHECK(without.begin()->reader == MailReader::kRfc1808);
  CHECK_FALSE(without.begin()->opens.url);
  CHECK(without.begin()->message->fields.empty());

  options.analyze.reader = MailReader::kThunderbird;
  options.analyze.fields = {"MIME-version", "x-none"};
  std::size_t opened = 0;
  for (const LinkRow& row : read_links({sample("nested.eml")}, options)) {
    CHECK(row.reader == MailReader::kThunderbird);
    if (!row.opens.is_nothing()) ++opened;
    CHECK((row.opens.by == OpensBy::kNone) == row.opens.is_nothing());
    const auto& fields = row.message->fields;
    REQUIRE(fields.size() == 2);
    CHECK(fields[0].name == "MIME-version");
    REQUIRE(fields[0].values.size() == 1);
    CHECK(fields[0].values[0] == "1.0");
    CHECK(fields[1].values.empty());
  }
  CHECK(opened > 0);

  options.analyze.fields = {"a:"};
  LinkRows none = read_links({sample("nested.eml")}, options);
  CHECK(none.begin() == none.end());
  CHECK(none.problems().size() == 1);
}

TEST_CASE("a row is valid without what it was made of") {
  LinkRow kept;
  {
    Analysis analysis = analyze(std::string("Subject: s\n\nhttp://a.example/\n"));
    kept = LinkRow::of(analysis.links()[0]);
  }
  CHECK(kept.reference == "http://a.example/");
  CHECK(kept.message->subject == "s");
  const LinkRow none = LinkRow::of(Link());
  CHECK(none.message->source.empty());
}

TEST_CASE("a loop that was left goes on where it was, also where the rows have moved") {
  LinkRows rows = read_links({sample("nested.eml")});
  const std::string first(rows.begin()->reference);
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
  ReadOptions options;
  options.isolation = GENERATE(Isolation::kAuto, Isolation::kOff);
  LinkRows rows = read_links({"/nowhere/x.mbox", sample("nested.eml")}, options);
  CHECK(std::ranges::distance(rows.begin(), rows.end()) == 9);
  REQUIRE(rows.problems().size() == 1);
  CHECK(rows.problems()[0].code == Error::Code::kUnreadable);
  CHECK(rows.problems()[0].message == "/nowhere/x.mbox: No such file or directory");
  CHECK(rows.problems()[0].source == "/nowhere/x.mbox");
}

TEST_CASE("a limit is a problem that names its message, and options that make no sense read nothing") {
  ReadOptions options;
  options.isolation = GENERATE(Isolation::kAuto, Isolation::kOff);
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

namespace {

// All rows of some inputs, as text.
std::vector<std::string> rows_of(RowKind kind, std::vector<RowInput> inputs, const ReadOptions& options) {
  std::vector<std::string> rows;
  RowReader reader(kind, std::move(inputs), options);
  while (true) {
    const Result<std::optional<RowBatch>> batch = reader.next();
    REQUIRE(batch.has_value());
    if (!*batch) return rows;
    for (const Link& link : (*batch)->links) rows.push_back(Lines::line(LinkRow::of(link)));
    for (const Entity& entity : (*batch)->entities) {
      std::string row = std::string(entity.message->source) + ' ' + std::string(entity.part) + ' ' +
                        std::to_string(entity.depth) + ' ' + std::string(entity.content_type) + ' ' +
                        std::to_string(entity.size_bytes) + ' ' + std::string(name_of(entity.searched));
      for (const Candidate& candidate : entity.chain)
        row += ' ' + std::string(name_of(candidate.by)) + '=' + std::string(candidate.raw);
      rows.push_back(row);
    }
    for (const Diagnostic& diagnostic : (*batch)->diagnostics)
      rows.push_back(std::string(diagnostic.message->source) + ' ' + std::string(name_of(diagnostic.code)) +
                     ' ' + std::string(name_of(diagnostic.severity)) + ' ' + std::string(diagnostic.detail));
    for (const std::uint64_t count : (*batch)->counts) rows.push_back(std::to_string(count));
    for (const Error& problem : (*batch)->problems) rows.push_back(problem.message);
  }
}

}  // namespace

TEST_CASE("every kind of rows is the same with and without isolation") {
  const auto inputs = [] {
    return std::vector<RowInput>{{(test::source_root() / "samples").string(), {}},
                                 {"", "Subject: x\n\nhttp://bytes.example/ www.example.org\n"},
                                 {"", "no mail"}};
  };
  for (const RowKind kind : {RowKind::kLinks, RowKind::kUniqueLinks, RowKind::kEntities,
                             RowKind::kDiagnostics, RowKind::kSummary}) {
    ReadOptions options;
    options.workers = 2;
    const std::vector<std::string> isolated = rows_of(kind, inputs(), options);
    options.isolation = Isolation::kOff;
    CHECK(isolated == rows_of(kind, inputs(), options));
    CHECK(isolated.size() > 10);
    CHECK(std::count(isolated.begin(), isolated.end(),
                     "-: is neither mail nor a known document (--content-type TYPE reads it as a document of "
                     "that type, such as text/plain)") == 1);
  }
}

TEST_CASE("the name of a source is as the system has it") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "mimebase-read-links-test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "a\xE9\\x41 \\x.eml").string();
  std::filesystem::copy_file(sample("nested.eml"), path, std::filesystem::copy_options::overwrite_existing);
  for (const bool isolated : {true, false}) {
    ReadOptions options;
    options.isolation = isolated ? Isolation::kAuto : Isolation::kOff;
    LinkRows rows = read_links({path}, options);
    REQUIRE(rows.begin() != rows.end());
    CHECK(rows.begin()->message->source == path);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a copy of the process reads nothing, and ends nothing") {
  RowReader reader(RowKind::kLinks, {{sample("phishing.mbox"), {}}, {sample("nested.eml"), {}}});
  const Result<std::optional<RowBatch>> first = reader.next();
  REQUIRE(first.has_value());
  const pid_t child = fork();
  if (child == 0) {
    const Result<std::optional<RowBatch>> next = reader.next();
    const bool is_refused = !next && next.error().code == Error::Code::kUsage;
    { const RowReader ended = std::move(reader); }
    _exit(is_refused ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  std::size_t links = (*first)->links.size();
  while (true) {
    const Result<std::optional<RowBatch>> next = reader.next();
    REQUIRE(next.has_value());
    if (!*next) break;
    links += (*next)->links.size();
  }
  CHECK(links > 9);
}

TEST_CASE("next() without a time to wait returns an empty batch, and loses nothing; nullopt is the end") {
  ReadOptions options;
  options.isolation = GENERATE(Isolation::kAuto, Isolation::kOff);
  RowReader reader(RowKind::kLinks, {{sample("nested.eml"), {}}}, options);
  std::size_t links = 0, empty = 0;
  while (true) {
    const Result<std::optional<RowBatch>> next = reader.next(std::chrono::milliseconds(0));
    REQUIRE(next.has_value());
    if (!*next) break;
    links += (*next)->links.size();
    if ((*next)->links.empty()) ++empty;
  }
  CHECK(links == 9);
  CHECK(empty > 0);
  const Result<std::optional<RowBatch>> again = reader.next();
  REQUIRE(again.has_value());
  CHECK_FALSE(again->has_value());
}
