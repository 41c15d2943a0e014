// An mbox shared by several readers, each of which continues where the previous one stopped, is read as by a
// single reader.
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "input/file.h"
#include "input/records.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;
using input::MboxPlace;

namespace {

struct Source {
  std::string bytes;
  std::size_t broken = std::string::npos;
  std::size_t chunk = input::kChunk;
  std::size_t* bytes_read = nullptr;  // counted there
};

// Bytes in memory that cannot be read from offset `broken` on.
class Lying final : public input::Stream {
 public:
  Lying(input::Context& context, const Source& source)
      : Stream(context, "x"), all_(source.bytes), broken_(source.broken), bytes_read_(source.bytes_read) {}

  bool has_random_access() const override { return true; }
  std::size_t read(std::uint64_t offset, char* to, std::size_t size) override {
    const std::size_t got = peek(offset, to, size);
    if (got == 0 && offset < all_.size()) context().note(name(), "is broken", Error::Code::kReadError);
    return got;
  }
  std::size_t peek(std::uint64_t offset, char* to, std::size_t size) override {
    const std::size_t end = std::min(all_.size(), broken_);
    const std::size_t got = offset < end ? all_.substr(0, end).copy(to, size, offset) : 0;
    if (bytes_read_ != nullptr) *bytes_read_ += got;
    return got;
  }

 private:
  const std::string_view all_;
  const std::size_t broken_;
  std::size_t* const bytes_read_;
};

std::unique_ptr<input::Mbox> make_mbox(input::Context& context, const Source& source) {
  input::Item item;
  item.source = "x";
  auto stream = std::make_unique<Lying>(context, source);
  auto bytes =
      std::make_unique<input::ByteSource>(std::move(stream), source.chunk, source.bytes.size(), source.chunk);
  const auto beginning = input::recognize(std::string_view(source.bytes).substr(0, input::kHead), "x");
  return std::make_unique<input::Mbox>(context, item, beginning, std::move(bytes));
}

// Reads with `readers` readers in turn. 0: each batch by a new reader, which knows nothing but the place.
Got read_in_turn(const Source& source, const input::Options& options, std::size_t readers) {
  Got got;
  input::Context context("x", options);
  std::vector<std::unique_ptr<input::Mbox>> mboxes;
  for (std::size_t i = 0; i < std::max<std::size_t>(readers, 1); ++i) {
    mboxes.push_back(make_mbox(context, source));
  }
  MboxPlace place = mboxes[0]->place();
  for (std::size_t turn = 0;; ++turn) {
    std::unique_ptr<input::Mbox>& mbox = mboxes[turn % mboxes.size()];
    if (readers == 0) mbox = make_mbox(context, source);
    if (readers != 1) mbox->go_to(place);
    const auto batch = mbox->next();
    place = mbox->place();
    if (!batch) break;
    ++got.batches;
    CHECK_FALSE(batch->records().empty());
    for (const Record& record : batch->records()) got.records.push_back(keep(record));
  }
  for (const Error& problem : context.take_problems(true)) got.problems.push_back(problem.message);
  return got;
}

// Statistics of the compared records.
struct Seen {
  std::size_t sources = 0, records = 0, truncated = 0, incomplete = 0, handed_on = 0;
};

void compare(const Source& source, const InputOptions& given, Seen& seen, const Limits& limits = {}) {
  input::Options options{given, limits};
  for (const std::size_t batch :
       {std::size_t{1}, std::size_t{300}, std::size_t{5000}, std::size_t{1} << 20}) {
    options.batch_bytes = batch;
    const Got one = read_in_turn(source, options, 1);
    for (const std::size_t readers : {0U, 2U, 3U}) {
      INFO("batches of " << batch << " bytes, " << readers << " readers");
      const Got shared = read_in_turn(source, options, readers);
      CHECK(shared.records == one.records);
      CHECK(shared.problems == one.problems);
      seen.handed_on += shared.batches;
    }
    ++seen.sources;
    seen.records += one.records.size();
    for (const Kept& record : one.records) {
      seen.truncated += record.truncated ? 1 : 0;
      seen.incomplete += record.incomplete ? 1 : 0;
    }
  }
}

// Returns a random mbox of significant pieces, with LF, CRLF or both, with and without Content-Length.
std::string random_source(unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> words = {
      "\n",
      "\n\n",
      "\r",
      "From ",
      "\nFrom \n",
      ">From ",
      "From a Thu Jan  1 00:00:00 2004\n",
      "From a Thu Jan  1 00:00:00 2004",
      "\nFrom a Thu Jan  1 00:00:00 2004\nSubject: y\n\nText\n",
      "\nFrom a Thu, 1 Jan 2004 00:00:00 +0100\n",
      "Content-Length: 40\n",
      "Content-Length: 3\n\n",
      "some words\n",
      std::string(1200, 'a'),
      std::string(random() % 9000, 'b'),
      std::string(40, '\n'),
  };
  std::string source;
  if (random() % 5 == 0) source += "\xEF\xBB\xBF\n\r\n";
  if (random() % 5 != 0) source += "From a Thu Jan  1 00:00:00 2004\n";
  const std::size_t messages = 1 + random() % 12;
  for (std::size_t i = 0; i < messages; ++i) {
    std::string body;
    for (std::size_t n = random() % 30; n > 0; --n) body += words[random() % words.size()];
    if (random() % 3 == 0) {
      // Either correct or off by one.
      const std::size_t length = body.size() + (random() % 4 == 0 ? 1 : 0);
      body = "Subject: x\nContent-Length: " + std::to_string(length) + "\n\n" + body;
    }
    source += body + "\nFrom b Thu Jan  1 00:00:0" + std::to_string(i % 10) + " 2004\n";
  }
  if (random() % 3 != 0) return source;
  std::string crlf;
  for (const char c : source) {
    if (c == '\n' && random() % 8 != 0) crlf += '\r';
    crlf += c;
  }
  return crlf;
}

}  // namespace

TEST_CASE("random mboxes are the same, however many readers share them") {
  Seen seen;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Source source{.bytes = random_source(seed)};
    for (const std::size_t chunk : {std::size_t{7}, std::size_t{2000}, input::kChunk}) {
      source.chunk = chunk;
      INFO("chunks of " << chunk);
      compare(source, {}, seen);
      compare(source, {}, seen, {.message_bytes = 100});
    }
  }
  CHECK(seen.records > 10000);
  CHECK(seen.truncated > 3000);
  CHECK(seen.handed_on > 10000);
}

TEST_CASE("ranges are the same, however many readers share them") {
  Seen seen;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    const Source source{.bytes = random_source(seed), .chunk = 3000};
    std::mt19937 random(seed);
    for (int i = 0; i < 4; ++i) {
      std::size_t start = random() % source.bytes.size();
      if (i % 2 == 0) start = std::min(source.bytes.find("From ", start), source.bytes.size());
      const Range range{start, start + random() % 20000};
      INFO("range " << range.start << "-" << range.end);
      compare(source, {.range = range, .first_message = 17}, seen);
      compare(source, {.range = range}, seen, {.message_bytes = 300});
    }
  }
  CHECK(seen.records > 2000);
  CHECK(seen.truncated > 500);
}

TEST_CASE("what cannot be read on ends at one place, and is said once, however many readers share it") {
  Seen seen;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    Source source{.bytes = random_source(seed), .chunk = 1000};
    std::mt19937 random(seed);
    source.broken = source.bytes.size() / 2 + random() % (source.bytes.size() / 2);
    compare(source, {}, seen);
  }
  CHECK(seen.incomplete > 200);
}

TEST_CASE("a source that holds no From_ line is said once, however many readers share it") {
  Seen seen;
  compare({.bytes = "Subject: x\n\nText\n"}, {.kind = InputKind::kMbox}, seen);
  compare({.bytes = "Text\n\nFrom a Thu Jan  1 00:00:00 2004\nSubject: x\n\nText\n"},
          {.kind = InputKind::kMbox}, seen);
  CHECK(seen.records == 4);
}

TEST_CASE("an mbox that has become shorter than the place ends there") {
  Source source{.bytes = "From a Thu Jan  1 00:00:00 2004\nSubject: x\n\n"};
  for (int i = 0; i < 3; ++i) source.bytes += source.bytes;
  input::Context context("x", {{.batch_bytes = 1}});
  const auto mbox = make_mbox(context, source);
  REQUIRE(mbox->next());
  const MboxPlace place = mbox->place();
  for (std::size_t size = 0; size < place.offset + place.line; ++size) {
    const Source rest{.bytes = source.bytes.substr(0, size)};
    const auto shorter = make_mbox(context, rest);
    shorter->go_to(place);
    CHECK_FALSE(shorter->next());
    CHECK(shorter->place().finished);
  }
  CHECK(context.take_problems(true).empty());
}

TEST_CASE("the mboxes of the samples are the same, however many readers share them") {
  Seen seen;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / "samples")) {
    if (!entry.is_regular_file()) continue;
    INFO(entry.path());
    Source source{.bytes = read_file(entry.path())};
    if (input::recognize(std::string_view(source.bytes).substr(0, input::kHead), "x").content !=
        input::ContentKind::kMbox) {
      continue;
    }
    for (const std::size_t chunk : {std::size_t{500}, input::kChunk}) {
      source.chunk = chunk;
      compare(source, {}, seen);
      compare(source, {}, seen, {.message_bytes = 200});
    }
  }
  CHECK(seen.records > 50);
}

TEST_CASE("a Content-Length that is far too large does not make every reader read far ahead") {
  std::size_t bytes_read = 0;
  Source source{.bytes = {}, .chunk = std::size_t{64} << 10, .bytes_read = &bytes_read};
  const std::string record =
      "From a Thu Jan  1 00:00:00 2004\nContent-Length: 2000000\n\n" + std::string(3000, 'x') + "\n\n";
  for (int i = 0; i < 1000; ++i) source.bytes += record;
  for (const std::size_t readers : {0U, 1U, 2U}) {
    INFO(readers << " readers");
    bytes_read = 0;
    const Got got = read_in_turn(source, {{.batch_bytes = std::size_t{64} << 10}}, readers);
    CHECK(got.records.size() == 1000);
    CHECK(bytes_read < 4 * source.bytes.size());
  }
}
