// A run as a whole: which threads call which callbacks.
#include "mimebase/run.h"

#include <set>
#include <string>
#include <thread>

#include "collected.h"

namespace mimebase::test {

TEST_CASE("problems and progress are told by the thread that started the run, and no other") {
  const Folder folder;
  std::string mbox;
  for (int i = 0; i < 300; ++i) {
    mbox += "From a Thu Jan  1 00:00:00 2004\nSubject: x\n\n" + std::string(20000, 'x') + "\n\n";
  }
  const std::string path = folder.write("long.mbox", mbox);
  for (const unsigned workers : {1U, 4U}) {
    INFO(workers << " workers");
    std::set<std::thread::id> threads;
    std::vector<std::string> told;
    std::size_t shown = 0;
    RunOptions options;
    options.workers = workers;
    options.input.limits.message_bytes = 10000;
    options.input.batch_bytes = 50000;
    options.on_problem = [&](std::string_view sentence) {
      threads.insert(std::this_thread::get_id());
      told.emplace_back(sentence);
    };
    options.on_progress = [&](const RunProgress& progress) {
      threads.insert(std::this_thread::get_id());
      ++shown;
      CHECK(progress.bytes_done <= mbox.size());
    };
    Written written;
    const Result<RunSummary> summary =
        run_links({folder.path("none"), path, folder.path("none")}, options, {}, written.output());
    REQUIRE(summary);
    CHECK(summary->messages == 300);
    CHECK(summary->problems == told.size());
    CHECK(shown > 10);
    CHECK(threads == std::set<std::thread::id>{std::this_thread::get_id()});
    // In input order.
    REQUIRE(told.size() == 302);
    CHECK(told.front().find("none: No such file") != std::string::npos);
    CHECK(told.back() == told.front());
    for (std::size_t i = 1; i <= 300; ++i)
      CHECK(told[i].find("message " + std::to_string(i) + ":") != std::string::npos);
  }
}

}  // namespace mimebase::test
