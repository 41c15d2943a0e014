// A run as a whole: which threads call which callbacks.
#include "mimebase/run.h"
#include "mimebase/extract.h"
#include "mimebase/report.h"

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
    options.isolation = Isolation::kOff;
    options.workers = workers;
    options.analyze.limits.message_bytes = 10000;
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

TEST_CASE("runs refuse outputs that are missing, inputs, or each other") {
  const Folder folder;
  const std::string mail = folder.write("box/1.eml", "Subject: x\n\nx\n"), box = folder.path("box");
  const std::string manifest = folder.write("m.jsonl", "");
  const auto is_usage = [](const auto& result) {
    return !result && result.error().code == Error::Code::kUsage;
  };
  RunOptions options;
  options.isolation = Isolation::kOff;
  auto stream = Output::open(folder.path("new"));
  auto same = Output::open(box + "/../new");
  auto on_mail = Output::open(box + "/../box/1.eml");
  auto on_manifest = Output::open(manifest);
  auto inside = OutputFolder::open(box + "/new");
  auto around = OutputFolder::open(box, true);
  auto in_around = Output::open(box + "/e.jsonl");
  REQUIRE((stream && same && on_mail && on_manifest && inside && around && in_around));
  const RewriteTarget kWrong[] = {{},
                                  {&*stream, &*inside, nullptr},
                                  {&*on_mail, nullptr, nullptr},
                                  {&*stream, nullptr, &*same},
                                  {&*stream, nullptr, &*on_mail},
                                  {nullptr, &*inside, nullptr},
                                  {nullptr, &*around, nullptr},
                                  {nullptr, &*around, &*in_around}};
  for (const RewriteTarget& target : kWrong) {
    for (const std::string& input : {mail, box}) {
      if (target.folder == &*inside && target.output == nullptr && input == mail) continue;  // side by side
      CHECK(is_usage(run_rewrite({input}, options, {}, target)));
      CHECK(is_usage(undo_rewrite(manifest, input, target)));
    }
  }
  CHECK(is_usage(undo_rewrite(manifest, mail, {&*on_manifest, nullptr, nullptr})));
  CHECK(is_usage(run_extract(mail, options, {}, "", {})));
  CHECK(is_usage(run_extract(mail, options, {}, "", {nullptr, &*on_mail, false, nullptr})));
  CHECK(is_usage(run_extract(mail, options, {}, "", {&*around, nullptr, false, nullptr})));
  CHECK(is_usage(run_extract(box, options, {}, "", {&*inside, nullptr, false, nullptr})));
  CHECK(is_usage(run_report({box}, options, {}, *on_mail)));
  CHECK(is_usage(run_links({mail}, options, {}, *on_mail)));
  CHECK(check_are_separate({mail, manifest, "", folder.path("x"), folder.path("x2")}));
  CHECK(is_usage(check_are_separate({mail, manifest, box})));
  CHECK(is_usage(check_are_separate({folder.path("x"), manifest, box + "/../x"})));
  CHECK(is_usage(check_are_separate({folder.path("x/y"), folder.path("x")})));
}

TEST_CASE("options that make no sense end each run before it reads") {
  AnalyzeOptions relative, no_header;
  relative.retrieval_url = "x/y";
  no_header.base_headers = {BaseBy::kHtmlBase};
  for (const AnalyzeOptions& options : {relative, no_header}) {
    const std::string sentence = check_options(options).error().message;
    INFO(sentence);
    RunOptions run;
    run.isolation = Isolation::kOff;
    run.analyze = options;
    Result<Output> output = Output::open("/dev/null");
    REQUIRE(output);
    for (const Result<RunSummary>& summary :
         {run_links({"/dev/null"}, run, {}, *output), run_tree({"/dev/null"}, run, {}, *output),
          run_check({"/dev/null"}, run, {}, *output)}) {
      REQUIRE(!summary);
      CHECK(summary.error().code == Error::Code::kUsage);
      CHECK(summary.error().message == sentence);
    }
    CHECK(!run_rewrite({"/dev/null"}, run, {}, {&*output, nullptr, nullptr}));
    CHECK(!run_report({"/dev/null"}, run, {}, *output));
    CHECK(!run_extract("/dev/null", run, {}, "", {nullptr, &*output, false, nullptr}));
  }
}

}  // namespace mimebase::test
