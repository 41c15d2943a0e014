// Whatever the threads' timing, rows come in the order of the batches; what fails or throws ends the run.
#include "run/pool.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "collected.h"

namespace mimebase::test {
namespace {

using run::Command;

RunOptions options_for(unsigned workers) {
  RunOptions options;
  options.format = Format::kJsonl;
  options.workers = workers;
  return options;
}

std::vector<std::uint64_t> numbers_up_to(std::size_t last) {
  std::vector<std::uint64_t> numbers(last);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  return numbers;
}

void submit(run::Pool& pool, std::uint64_t number) {
  pool.wait_for_room();
  static const std::string bytes(std::size_t{1} << 20, 'x');  // some of it may wait
  pool.submit({Batch(nullptr, {record(number, bytes)}), {}, {}});
}

// Messages that are done in an order of ours: each waits for another one.
class Order {
 public:
  void wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_.size() > number && done_[number]; });
  }
  void done(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (done_.size() <= number) done_.resize(number + 1);
    done_[number] = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;
};

}  // namespace

TEST_CASE("batches that are done in another order are written in theirs") {
  constexpr std::size_t kCount = 40;
  Order order;
  const RunOptions options = options_for(2);
  Written written;
  run::Collector collector(Command::kCheck, options, written.output());
  run::Pool pool(Command::kCheck, options, collector, [&order] {
    return [&order](const Record& record, Visitor& visitor) {
      // Of two threads one works on an odd message, and the other has the next one done before.
      if (record.number % 2 == 1) order.wait_for(record.number + 1);
      find_in(record, visitor, "");
      order.done(record.number);
    };
  });
  for (std::uint64_t number = 1; number <= kCount; ++number) submit(pool, number);
  REQUIRE(pool.drain());
  const Result<RunSummary> summary = collector.finish();
  REQUIRE(summary);
  CHECK(summary->messages == kCount);
  CHECK(messages_of(written.bytes()) == numbers_up_to(kCount));
}

TEST_CASE("any number of workers writes the same, also of messages with very many rows") {
  constexpr std::size_t kCount = 30;
  std::string wanted;
  for (const unsigned workers : {1U, 2U, 5U}) {
    INFO(workers << " workers");
    const RunOptions options = options_for(workers);
    Written written;
    run::Collector collector(Command::kCheck, options, written.output());
    {
      run::Pool pool(Command::kCheck, options, collector, [] {
        return [](const Record& record, Visitor& visitor) {
          std::this_thread::sleep_for(std::chrono::microseconds(record.number * 7919 % 1000));
          // Every tenth has several pieces; all of them together are more than may wait.
          const std::size_t rows = record.number % 10 == 0 ? 5000 : 1;
          for (std::size_t i = 0; i < rows; ++i) find_in(record, visitor, std::string(1000, 'x'));
        };
      });
      for (std::uint64_t number = 1; number <= kCount; ++number) submit(pool, number);
      REQUIRE(pool.drain());
    }
    REQUIRE(collector.finish());
    const std::string rows = written.bytes();
    CHECK(messages_of(rows) == numbers_up_to(kCount));
    if (wanted.empty()) wanted = rows;
    CHECK((rows == wanted));
  }
}

TEST_CASE("where memory runs out for another worker, the run goes on with those that are there") {
  const RunOptions options = options_for(5);
  for (const int most : {1, 2, 4}) {
    INFO(most << " analyses can be made");
    Written written;
    run::Collector collector(Command::kCheck, options, written.output());
    int made = 0;
    run::Pool pool(Command::kCheck, options, collector, [&] {
      if (made++ == most) throw std::bad_alloc();
      return [](const Record& record, Visitor& visitor) { find_in(record, visitor, ""); };
    });
    for (std::uint64_t number = 1; number <= 10; ++number) submit(pool, number);
    REQUIRE(pool.drain());
    REQUIRE(collector.finish());
    CHECK(messages_of(written.bytes()) == numbers_up_to(10));
  }
}

TEST_CASE("sources and problems of a batch are told in its turn") {
  for (const unsigned workers : {1U, 3U}) {
    INFO(workers << " workers");
    std::vector<std::string> told;
    RunOptions options = options_for(workers);
    options.on_problem = [&told](std::string_view sentence) { told.emplace_back(sentence); };
    Written written;
    run::Collector collector(Command::kCheck, options, written.output());
    {
      run::Pool pool(Command::kCheck, options, collector, [] {
        return [](const Record& record, Visitor& visitor) {
          std::this_thread::sleep_for(std::chrono::milliseconds(record.number % 3));
          MessageInfo info;
          info.source = record.source;
          info.number = record.number;
          visitor.problem(info, "", "is odd");
        };
      });
      for (std::uint64_t number = 1; number <= 9; ++number) {
        pool.submit({Batch(nullptr, {record(number)}),
                     {},
                     {Error{Error::Code::kReadError, "behind " + std::to_string(number), "box"}}});
      }
      REQUIRE(pool.drain());
    }
    CHECK(told.empty());  // nobody has asked
    collector.tell_problems();
    REQUIRE(told.size() == 18);
    for (std::size_t number = 1; number <= 9; ++number) {
      CHECK(told[2 * number - 2] == "box: message " + std::to_string(number) + ": is odd");
      CHECK(told[2 * number - 1] == "behind " + std::to_string(number));
    }
    const Result<RunSummary> summary = collector.finish();
    REQUIRE(summary);
    CHECK(summary->problems == 18);
    // The row of each error.
    const std::string rows = written.bytes();
    CHECK(std::count(rows.begin(), rows.end(), '\n') == 9);
    CHECK(rows.find("behind 1") < rows.find("behind 9"));
  }
}

TEST_CASE("an output that fails ends the work") {
  for (const unsigned workers : {1U, 3U}) {
    INFO(workers << " workers");
    const RunOptions options = options_for(workers);
    Result<Output> full = Output::open("/dev/full");
    REQUIRE(full);
    run::Collector collector(Command::kCheck, options, *full);
    run::Pool pool(Command::kCheck, options, collector, [] {
      return [](const Record& record, Visitor& visitor) {
        for (int i = 0; i < 3000; ++i) find_in(record, visitor, std::string(1000, 'x'));
      };
    });
    std::uint64_t number = 0;
    while (!pool.failed() && number < 1000) submit(pool, ++number);
    CHECK(pool.failed());
    CHECK(number < 1000);
    CHECK(pool.drain());  // the threads are well
    const Result<RunSummary> summary = collector.finish();
    REQUIRE_FALSE(summary);
    CHECK(summary.error().code == Error::Code::kUnwritable);
  }
}

TEST_CASE("what is thrown in a thread ends the run, and what was written before is in order") {
  struct Case {
    std::function<void()> raise;
    const char* says;
  };
  const Case cases[] = {
      {[] { throw std::bad_alloc(); }, "out of memory"},
      {[] { throw std::runtime_error("a reason"); }, "a reason"},
  };
  for (const Case& c : cases) {
    INFO(c.says);
    const RunOptions options = options_for(3);
    Written written;
    run::Collector collector(Command::kCheck, options, written.output());
    run::Pool pool(Command::kCheck, options, collector, [&c] {
      return [&c](const Record& record, Visitor& visitor) {
        if (record.number == 8) c.raise();
        find_in(record, visitor, "");
      };
    });
    std::uint64_t number = 0;
    while (!pool.failed() && number < 100000) submit(pool, ++number);
    const Result<void> drained = pool.drain();
    REQUIRE_FALSE(drained);
    CHECK(drained.error().code == Error::Code::kUnwritable);
    CHECK(drained.error().message == c.says);
    const std::vector<std::uint64_t> rows = messages_of(written.bytes());
    CHECK(rows.size() <= 7);
    CHECK(rows == numbers_up_to(rows.size()));
  }
}

}  // namespace mimebase::test
