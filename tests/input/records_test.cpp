// The records of an mbox do not depend on how its bytes arrive: random sources in pieces of random size.
#include "input/records.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;

namespace {

// A stream that delivers bytes in pieces.
class Trickle final : public input::Stream {
 public:
  Trickle(input::Context& context, std::string_view all, unsigned seed, std::size_t most)
      : Stream(context, "x"), rest_(all), random_(seed), most_(most) {}

  std::size_t read(std::uint64_t /*offset*/, char* to, std::size_t size) override {
    const std::size_t got = rest_.copy(to, std::min<std::size_t>(size, 1 + random_() % most_));
    rest_.remove_prefix(got);
    return got;
  }

 private:
  std::string_view rest_;
  std::mt19937 random_;
  std::size_t most_;
};

// Chunks are small, so that memory is replaced often and views that are kept too long are detected.
Got read_trickle(std::string_view all, unsigned seed, std::size_t most, const input::Options& options) {
  Got got;
  input::Context context("x", options);
  input::Item item;
  item.source = "x";
  auto bytes = std::make_unique<input::ByteSource>(std::make_unique<Trickle>(context, all, seed, most),
                                                   1 + seed % most, std::nullopt, most);
  const std::size_t head = std::min(all.size(), input::kHead);
  while (bytes->held().size() < head) bytes->read_more();
  input::Mbox mbox(context, item, input::recognize(all.substr(0, input::kHead), "x"), std::move(bytes));
  while (const auto batch = mbox.next()) {
    CHECK_FALSE(batch->records().empty());
    for (const Record& record : batch->records()) got.records.push_back(keep(record));
  }
  for (const Error& problem : context.take_problems(true)) got.problems.push_back(problem.message);
  return got;
}

// Returns a random source of words that are significant in an mbox.
std::string random_records(unsigned seed) {
  const std::vector<std::string> words = {
      "\n",
      "\n",
      "\n\n",
      "\r\n",
      "\r\n\r\n",
      "\r",
      "From ",
      "\nFrom \n",
      "\r\nFrom \r\n",
      ">From ",
      "From a Thu Jan  1 00:00:00 2004\n",
      "From a Thu Jan  1 00:00:00 2004\r\n",
      "From a Thu Jan  1 00:00:00 2004",
      "\nFrom a Thu, 1 Jan 2004 00:00:00 +0100\n",
      "Subject: x\n",
      "Content-Length: 40\n",
      "Content-Length: 3\n\n",
      "some words\n",
      std::string(1, '\0'),
      std::string(1200, 'a'),
  };
  std::mt19937 random(seed);
  std::string source = random() % 4 == 0 ? "From \nSubject: x\n" : "From a Thu Jan  1 00:00:00 2004\n";
  if (random() % 2 == 0) source += "Content-Length: 2\n\nx\n\n";
  const std::size_t length = random() % 400;
  for (std::size_t i = 0; i < length; ++i) source += words[random() % words.size()];
  return source;
}

void check_tiles(const Got& got, std::string_view source) {
  std::size_t at = 0;
  std::uint64_t number = 0;
  for (const Kept& record : got.records) {
    CHECK(record.number == ++number);
    CHECK(record.offset == at);
    CHECK(record.bytes_offset == at + record.before.size());
    CHECK((source.substr(at, record.before.size()) == record.before));
    CHECK((source.substr(record.bytes_offset, record.bytes.size()) == record.bytes));
    at += record.before.size() + record.bytes.size() + record.after.size();
  }
  CHECK(at == source.size());
}

}  // namespace

TEST_CASE("random mboxes tile, however they arrive") {
  std::size_t records = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const std::string source = random_records(seed);
    INFO("seed " << seed);
    const Got whole = read_trickle(source, seed, source.size() + 1, {});
    check_tiles(whole, source);
    records += whole.records.size();
    for (const std::size_t most : {7U, 900U, 3000U}) {
      for (const std::size_t batch : {std::size_t{1}, std::size_t{2000}}) {
        const input::Options options{{.batch_bytes = batch},
                                     {.message_bytes = std::numeric_limits<std::uint64_t>::max()}};
        const Got got = read_trickle(source, seed, most, options);
        CHECK(got.records == whole.records);
      }
    }
  }
  CHECK(records > 1000);
}

TEST_CASE("random mboxes with a limit are cut alike, however they arrive") {
  std::ptrdiff_t cut = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const std::string source = random_records(seed);
    INFO("seed " << seed);
    const input::Options options{{}, {.message_bytes = 100}};
    const Got whole = read_trickle(source, seed, source.size() + 1, options);
    cut +=
        std::count_if(whole.records.begin(), whole.records.end(), [](const Kept& r) { return r.truncated; });
    const Got got = read_trickle(source, seed, 50, options);
    CHECK(got.records == whole.records);
    CHECK(got.problems == whole.problems);
  }
  CHECK(cut > 100);
}

TEST_CASE("random mboxes in ranges give each record once, however they arrive") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const std::string source = random_records(seed);
    INFO("seed " << seed);
    const Got whole = read_trickle(source, seed, source.size() + 1, {});
    std::mt19937 random(seed);
    for (int i = 0; i < 10; ++i) {
      // Either anywhere, or where a record starts.
      std::size_t cut = random() % source.size();
      if (i % 2 == 0) cut = source.find("From ", cut);
      cut = std::min(cut, source.size());
      INFO("cut at " << cut);
      std::vector<Kept> records;
      for (const Range range : {Range{0, cut}, Range{cut, source.size()}}) {
        const input::Options options{{.range = range, .first_message = records.size() + 1}, {}};
        for (Kept& record : read_trickle(source, seed, 100, options).records)
          records.push_back(std::move(record));
      }
      CHECK(records == whole.records);
    }
  }
}
