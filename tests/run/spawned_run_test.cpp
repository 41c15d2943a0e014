// Runs in a program of their own: what they write, what they report, and their end.
#include "mimebase/spawned_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "catch.h"
#include "support.h"

using namespace mimebase;

namespace {

std::string sample_path(const char* name) {
  return (test::source_root() / "samples" / name).string();
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a report is that of run_report()") {
  const test::Folder folder;
  const std::string wanted = folder.path("wanted.html"), given = folder.path("given.html");
  Output output = Output::open(wanted).value();
  REQUIRE(run_report({sample_path("phishing.mbox")}, {}, {}, output));
  REQUIRE(output.commit());
  for (const Isolation isolation : {Isolation::kAuto, Isolation::kOff}) {
    RunOptions options;
    options.isolation = isolation;
    SpawnedRun run = SpawnedRun::report({{sample_path("phishing.mbox"), {}}}, given, options);
    for (int i = 0; i < 2; ++i) {
      const Result<std::optional<RunSummary>> done = run.wait();
      REQUIRE(done);
      REQUIRE(*done);
      CHECK((*done)->messages > 1);
    }
    CHECK(content_of(given) == content_of(wanted));
  }
}

TEST_CASE("problems are passed on, and bytes are named as in rows") {
  const test::Folder folder;
  std::vector<std::string> problems;
  RunOptions options;
  options.on_problem = [&](std::string_view sentence) { problems.emplace_back(sentence); };
  SpawnedRun run = SpawnedRun::extract({"", "hello\n"}, folder.path("none"), options);
  const Result<std::optional<RunSummary>> done = run.wait();
  REQUIRE(done);
  REQUIRE(*done);
  CHECK((*done)->messages == 0);
  CHECK(problems == std::vector<std::string>{"-: is neither mail nor a known document (--content-type TYPE "
                                             "reads it as a document of that type, such as text/plain)"});
  CHECK(folder.names().empty());
}

TEST_CASE("errors are those of the run, and permanent") {
  const test::Folder folder;
  const auto code = [](SpawnedRun run) {
    const Result<std::optional<RunSummary>> first = run.wait(), second = run.wait();
    REQUIRE_FALSE(first);
    REQUIRE_FALSE(second);
    CHECK(first.error().message == second.error().message);
    return first.error().code;
  };
  const RowInput input = {sample_path("nested.eml"), {}};
  CHECK(code(SpawnedRun::report({input}, folder.path("x.csv"))) == Error::Code::kUsage);
  CHECK(code(SpawnedRun::report({input}, folder.path("no/x.html"))) == Error::Code::kUnwritable);
  CHECK(code(SpawnedRun::report({{"", "A: b"}, {"", "A: b"}}, folder.path("x.html"))) == Error::Code::kUsage);
  CHECK(code(SpawnedRun::extract(input, folder.path("x.html"))) == Error::Code::kUsage);
  CHECK(folder.names().empty());
}

TEST_CASE("a run that is destroyed, also in a copy of the process, ends as it should") {
  const test::Folder folder;
  const std::string path = folder.path("report.html");
  SpawnedRun run = SpawnedRun::report({{sample_path("phishing.mbox"), {}}}, path);
  Result<std::optional<RunSummary>> done = run.wait(std::chrono::milliseconds(0));
  REQUIRE(done);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_refused = !run.wait();
    { const SpawnedRun destroyed = std::move(run); }
    _exit(is_refused ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  done = run.wait();
  REQUIRE(done);
  CHECK(std::filesystem::file_size(path) > 1000);
  std::filesystem::remove(path);
  {
    SpawnedRun unwanted = SpawnedRun::report({{sample_path("phishing.mbox"), {}}}, path);
    REQUIRE(unwanted.wait(std::chrono::milliseconds(0)));
  }
  const std::vector<std::string> left = folder.names();
  CHECK((left.empty() || left == std::vector<std::string>{"report.html"}));
}
