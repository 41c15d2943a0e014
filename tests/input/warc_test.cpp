// WARC files: the header of ISO 28500, splitting, damage, ranges, and how bytes arrive.
#include "input/warc.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "input/recognize.h"
#include "make_container.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;

namespace {

using Strings = std::vector<std::string>;

// Returns a record with the fields that the standard requires.
std::string record(const std::string& type, const std::string& block, const std::string& version = "1.1") {
  return "WARC/" + version + "\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
         "WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

const std::string kPage =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=\"http://h.example/\">x</a>";

Strings contents_of(const Got& got) {
  Strings bytes;
  for (const Kept& kept : got.records) bytes.push_back(kept.bytes);
  return bytes;
}

std::string without_end(const std::string& record) {
  return record.substr(0, record.size() - 4);
}

}  // namespace

TEST_CASE("WARC: the line that begins a record") {
  struct Case {
    std::string_view bytes;
    std::size_t length;
  };
  for (const Case& c : {Case{"WARC/1.0\r\n", 10},
                        {"WARC/1.1\r\nWARC-Type: x", 10},
                        {"WARC/1.1\n", 9},
                        {"WARC/1.12\n", 10},
                        {"WARC/1.0", 0},
                        {"WARC/1.0\r", 0},
                        {"WARC/1.0 \r\n", 0},
                        {"WARC/1.\r\n", 0},
                        {"WARC/0.18\r\n", 11},
                        {"WARC/0.17\nWARC-Type: x", 10},
                        {"WARC/0.10 12 response http://a/", 0},
                        {"WARC/2.0\r\n", 0},
                        {"warc/1.0\r\n", 0},
                        {" WARC/1.0\r\n", 0},
                        {"", 0}}) {
    INFO(c.bytes);
    CHECK(warc_version_line(c.bytes) == c.length);
  }
}

TEST_CASE("WARC: header fields") {
  using State = WarcHeader::State;
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  struct Case {
    std::string fields;
    std::string_view type;
    std::uint64_t length;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"WARC-Type: response\r\nContent-Length: 12\r\n\r\n", "response", 12, "as in the standard"},
      {"content-length: 12\r\nWaRc-TyPe: response\r\n\r\n", "response", 12, "names in any case (section 4)"},
      {"WARC-Type: response\nContent-Length: 12\n\n", "response", 12, "LF alone"},
      {"Record-Type: response\r\nContent-Length: 12\r\n\r\n", "response", 12, "the name of an early draft"},
      {"WARC-Type:response\r\nContent-Length:12\r\n\r\n", "response", 12, "no blank after the colon"},
      {"WARC-Type :\t response \r\nContent-Length :12 \t\r\n\r\n", "response", 12, "blanks around"},
      {"WARC-Type:\r\n response\r\nContent-Length:\r\n\t12\r\n\r\n", "response", 12, "folded lines"},
      {"WARC-Target-URI: http://h/\r\n Content-Length: 5\r\nContent-Length: 12\r\n\r\n", "", 12,
       "a folded line is no field"},
      {"WARC-Type: response\r\nContent-Length: 0\r\n\r\n", "response", 0, "no content"},
      {"WARC-Type: response\r\nContent-Length: 12\r\nContent-Length: 12\r\n\r\n", "response", 12,
       "said twice"},
      {"WARC-Type: response\r\nContent-Length: 12\r\nContent-Length: 13\r\n\r\n", "response", kNone,
       "contradictory"},
      {"WARC-Type: response\r\n\r\n", "response", kNone, "none"},
      {"Content-Length:\r\n\r\n", "", kNone, "empty"},
      {"Content-Length: -1\r\n\r\n", "", kNone, "negative"},
      {"Content-Length: +1\r\n\r\n", "", kNone, "with a sign"},
      {"Content-Length: 1 2\r\n\r\n", "", kNone, "two numbers"},
      {"Content-Length: 0x10\r\n\r\n", "", kNone, "hexadecimal"},
      {"Content-Length: 12;\r\n\r\n", "", kNone, "with more"},
      {"Content-Length: 4611686018427387905\r\n\r\n", "", kNone, "more than 2^62"},
      {"Content-Length: 99999999999999999999999\r\n\r\n", "", kNone, "more than 64 bits"},
      {"no field\r\nContent-Length: 1\r\n\r\n", "", 1, "a line that is no field"},
      {"X-Content-Length: 9\r\nContent-Length: 1\r\n\r\n", "", 1, "another name"},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    const std::string head = "WARC/1.1\r\n" + c.fields;
    const std::string bytes = head + "block\r\n\r\n";  // `header` views it
    for (const bool at_end : {false, true}) {
      const WarcHeader header = read_warc_header(bytes, at_end);
      CHECK(header.state == State::kWhole);
      CHECK(header.size == head.size());
      CHECK(header.type == c.type);
      CHECK(header.content_length.value_or(kNone) == c.length);
    }
    for (std::size_t size = 0; size < head.size() - 1; ++size) {
      CHECK(read_warc_header(head.substr(0, size), false).state == State::kMissing);
      CHECK(read_warc_header(head.substr(0, size), true).state == State::kDamaged);
    }
  }
  CHECK(read_warc_header("WARC/1.1\r\nA: b\r\nWARC/1.1\r\n\r\n", false).state == State::kDamaged);
  const std::string longest = "WARC/1.1\r\nA: " + std::string(kMaxWarcHeader, 'x') + "\r\n\r\n";
  CHECK(read_warc_header(longest, false).state == State::kDamaged);
}

TEST_CASE("WARC: which records are messages") {
  const std::string info = record("warcinfo", "software: x\r\n", "1.0");
  const std::string page = record("response", kPage), resource = record("resource", "x", "1.0");
  const std::string none = record("conversion", "");
  const std::string nested = record("resource", page + record("response", "y"));
  const std::string revisit = record("revisit", "HTTP/1.1 200 OK\r\n\r\n");
  const std::string all = info + record("request", "GET / HTTP/1.1\r\n\r\n") + page + revisit +
                          record("metadata", "via: x") + resource + record("continuation", "z") +
                          record("x-own", "") + none + nested + record("Revisit", "");
  Folder folder;
  const std::string path = folder.write("a.warc", all);
  Result<Reader> reader = Reader::open(path);
  REQUIRE(reader);
  std::vector<Record> records;
  const Batch batch = reader->next();
  REQUIRE(batch.records().size() == 4);
  const Strings expected = {page, resource, none, nested};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Record& record = batch.records()[i];
    INFO(i);
    CHECK(record.kind == RecordKind::kWarc);
    CHECK(record.source == path);
    CHECK(record.number == i + 1);
    CHECK(record.offset == all.find(expected[i]));
    CHECK(record.bytes_offset == record.offset);
    CHECK(record.before.empty());
    CHECK(record.bytes == without_end(expected[i]));
    CHECK(record.after == "\r\n\r\n");
    CHECK_FALSE((record.truncated || record.incomplete));
  }
  CHECK_FALSE(reader->next());
  CHECK(reader->problems().empty());
  CHECK(reader->skipped_revisits() == 2);
  CHECK(reader->skipped_files() == 0);

  // The same in every container, in a folder, with a mark or blank lines before it, and from a pipe.
  std::string members;
  for (const std::string& each : {info, page, resource, none, nested}) members += compressed(each, "gzip");
  const Strings plain = {without_end(page), without_end(resource), without_end(none), without_end(nested)};
  CHECK(contents_of(read_all(folder.write("members/a.warc.gz", members))) == plain);
  CHECK(contents_of(read_all(folder.path("members"))) == plain);
  CHECK(contents_of(read_all(folder.write("whole.warc.gz", compressed(all, "gzip")))) == plain);
  CHECK(contents_of(read_all(folder.write("noname", all), {.as_in_folder = true})) == plain);
  CHECK(contents_of(read_all(folder.write("mark", "\xEF\xBB\xBF\r\n\r\n" + all))) == plain);
  CHECK(contents_of(read_all(path, {.kind = InputKind::kWarc})) == plain);
  CHECK(contents_of(read_fifo(folder, all, 1)) == plain);
  const Got other = read_all(path, {.kind = InputKind::kMessage});
  REQUIRE(other.records.size() == 1);
  CHECK(other.records[0].bytes == all);
}

TEST_CASE("WARC: damage is reported with its offset, and reading goes on after it") {
  const std::string page = record("response", kPage), second = record("resource", "x");
  const std::string a = without_end(page), b = without_end(second);
  const auto at = [](std::size_t offset) { return std::to_string(offset); };
  const std::string lost = "WARC/1.1\r\nWARC-Type: response\r\n\r\nblock\r\n\r\n";
  struct Case {
    std::string bytes;
    Strings messages, problems;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {page + second, {a, b}, {}, "none"},
      {a + "\n\n" + second, {a, b}, {}, "LF between"},
      {a + "\r\n" + second, {a, b}, {}, "one line end"},
      {a + second, {a, b}, {}, "no line end"},
      {page + "\r\n\r\n\n" + second, {a, b}, {}, "more line ends"},
      {page + b, {a, b}, {}, "none at the end"},
      {page + "garbage\r\nmore WARC/1.1\r\n" + second,
       {a, b},
       {"has something other than WARC records from byte " + at(page.size()) + " to " + at(page.size() + 24) +
        ", which is skipped"},
       "garbage between"},
      {page + second + "tail",
       {a, b},
       {"has something other than WARC records from byte " + at(page.size() + second.size()) + " to " +
        at(page.size() + second.size() + 4) + ", which is skipped"},
       "garbage behind"},
      {page + lost + second,
       {a, b},
       {"has a WARC record at byte " + at(page.size()) + " without a valid Content-Length: it is skipped"},
       "no Content-Length"},
      {page + "WARC/1.1\r\nWARC-Type: response\r\n" + second,
       {a, b},
       {"has a WARC record at byte " + at(page.size()) + " whose header does not end: it is skipped"},
       "another record in a header"},
      {page + "WARC/1.1\r\nContent-Length: 5\r\n\r\nblock\r\n\r\n" + second,
       {a, b},
       {"has a WARC record at byte " + at(page.size()) + " without WARC-Type: it is skipped"},
       "no type"},
      {page + "WARC/1.1\r\nWARC-Ty",
       {a},
       {"has a WARC record at byte " + at(page.size()) + " whose header does not end: it is skipped"},
       "cut in a header"},
      {page + without_end(record("response", "longer")).substr(0, b.size()),
       {a, without_end(record("response", "longer")).substr(0, b.size())},
       {"is truncated: the WARC record at byte " + at(page.size()) + " has " + at(b.size()) + " of its " +
        at(without_end(record("response", "longer")).size()) + " bytes"},
       "cut in a block"},
      {page + without_end(record("request", "longer")).substr(0, b.size()),
       {a},
       {"is truncated: the WARC record at byte " + at(page.size()) + " has " + at(b.size()) + " of its " +
        at(without_end(record("request", "longer")).size()) + " bytes"},
       "cut in a block that is skipped"},
  };
  Folder folder;
  int number = 0;
  for (const Case& c : cases) {
    INFO(c.why);
    const std::string path = folder.write(std::to_string(++number) + ".warc", c.bytes);
    const Got got = read_all(path);
    CHECK(contents_of(got) == c.messages);
    Strings problems;
    for (const std::string& problem : c.problems) problems.push_back(path + ": " + problem);
    CHECK(got.problems == problems);
    const bool is_cut = c.why == "cut in a block";
    CHECK((!got.records.empty() && got.records.back().incomplete) == is_cut);
    Got piped = read_fifo(folder, c.bytes, static_cast<unsigned>(number));
    CHECK(contents_of(piped) == c.messages);
  }
  const std::string none = folder.write("none", "no record\r\n");
  const Got forced = read_all(none, {.kind = InputKind::kWarc});
  CHECK(forced.records.empty());
  CHECK(forced.problems == Strings{none + ": has no WARC record, so it is not a WARC file"});
  const std::string late = folder.write("late", "garbage\r\n" + page);
  const Got found = read_all(late, {.kind = InputKind::kWarc});
  CHECK(contents_of(found) == Strings{a});
  CHECK(found.problems ==
        Strings{late + ": has something other than WARC records from byte 0 to 9, which is skipped"});
  const std::string bad = folder.write("in/bad.warc", "no record");
  CHECK(read_all(folder.path("in")).problems ==
        Strings{bad + ": is neither mail nor a known document (--content-type TYPE reads it as a document of "
                      "that type, such as text/plain)"});
}

TEST_CASE("WARC: a caller that can only handle mail is refused") {
  Folder folder;
  const std::string path = folder.write("in/a", record("response", kPage));
  const std::string refused = path + ": is a WARC file, whose records cannot be ";
  for (const auto& [use, what] :
       {std::pair(InputUse::kRewriting, "rewritten"), {InputUse::kExtracting, "extracted"}}) {
    for (const InputKind kind : {InputKind::kAuto, InputKind::kWarc}) {
      for (const bool any : {false, true}) {
        const Result<Reader> reader = Reader::open(path, {.kind = kind, .any_is_message = any, .use = use});
        REQUIRE_FALSE(reader);
        CHECK(reader.error().message == refused + what);
        CHECK(reader.error().code == Error::Code::kUsage);
      }
    }
    const std::string mail = folder.write("in/b.eml", "Subject: x\n\nx\n");
    const Got got = read_all(folder.path("in"), {.use = use});
    REQUIRE(got.records.size() == 1);
    CHECK(got.records[0].source == mail);
    CHECK(got.problems == Strings{refused + what});
  }
}

TEST_CASE("WARC: a message beyond the limit is truncated, and its rest is not held") {
  const std::string large = record("response", std::string(20'000'000, 'x'));
  const std::string skipped = record("request", std::string(20'000'000, '\n'));
  const std::string small = record("resource", "x");
  Folder folder;
  const std::string path = folder.write("a.warc", skipped + large + small);
  Limits limits;
  limits.message_bytes = 1000;
  const Got got = read_all(path, {}, limits);
  REQUIRE(got.records.size() == 2);
  CHECK(got.records[0].truncated);
  CHECK(got.records[0].bytes == large.substr(0, 1000));
  CHECK(got.records[0].after.empty());
  CHECK(got.records[1].bytes == without_end(small));
  CHECK(got.records[1].offset == skipped.size() + large.size());
  CHECK(got.problems.empty());
}

namespace {

// A stream that delivers bytes in pieces.
class WarcTrickle final : public input::Stream {
 public:
  WarcTrickle(input::Context& context, std::string_view all, unsigned seed, std::size_t most)
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
Got read_trickle(std::string_view all, unsigned seed, const input::Options& options) {
  const std::size_t most = 1 + seed % 97;
  Got got;
  input::Context context("x", options);
  input::Item item;
  item.source = "x";
  auto bytes = std::make_unique<input::ByteSource>(std::make_unique<WarcTrickle>(context, all, seed, most),
                                                   1 + seed % most, std::nullopt, most);
  bytes->read_more();
  input::Beginning beginning;
  beginning.content = input::ContentKind::kWarc;
  input::Warc warc(context, item, beginning, std::move(bytes));
  while (const auto batch = warc.next()) {
    CHECK_FALSE(batch->records().empty());
    for (const Record& record : batch->records()) got.records.push_back(keep(record));
  }
  for (const Error& problem : context.take_problems(true)) got.problems.push_back(problem.message);
  return got;
}

std::string random_source(unsigned seed, bool is_sound) {
  const Strings types = {"response", "resource", "conversion", "request", "revisit", "metadata", "warcinfo"};
  const Strings damage = {"WARC/1.0\r\n",
                          "WARC/1.",
                          "garbage",
                          "\r\n",
                          "\n",
                          "WARC/1.0\r\nContent-Length: 9",
                          "\nWARC/1.1\r\nWARC-Type: response\r\n\r\n",
                          "Content-Length: 3\r\n"};
  std::mt19937 random(seed);
  std::string all;
  for (int i = static_cast<int>(random() % 12); i >= 0; --i) {
    std::string block(random() % 300, 'x');
    for (char& c : block) c = "ab\r\n: W"[random() % 7];
    all += record(types[random() % types.size()], block, random() % 2 == 0 ? "1.0" : "1.1");
    if (!is_sound && random() % 3 == 0) all.insert(random() % all.size(), damage[random() % damage.size()]);
    if (!is_sound && random() % 5 == 0) all.resize(all.size() - random() % all.size());
  }
  return all;
}

}  // namespace

TEST_CASE("WARC: records do not depend on how their bytes arrive") {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const std::string all = random_source(seed, seed % 2 == 0);
    INFO("seed " << seed);
    input::Options options;
    options.batch_bytes = 1 + seed * 7 % 500;
    if (seed % 3 == 0) options.limits.message_bytes = 100 + seed % 300;
    input::Context context("x", options);
    input::Item item;
    item.source = "x";
    input::Warc warc(context, item, {.content = input::ContentKind::kWarc},
                     std::make_unique<input::ByteSource>(all, nullptr, true));
    Got whole;
    while (const auto batch = warc.next()) {
      for (const Record& record : batch->records()) whole.records.push_back(keep(record));
    }
    for (const Error& problem : context.take_problems(true)) whole.problems.push_back(problem.message);
    const Got got = read_trickle(all, seed, options);
    CHECK(got.records == whole.records);
    CHECK(got.problems == whole.problems);
    std::uint64_t end = 0, number = 0;
    for (const Kept& kept : whole.records) {
      CHECK(kept.offset >= end);
      CHECK(kept.number == ++number);
      CHECK(all.substr(kept.offset, kept.bytes.size() + kept.after.size()) == kept.bytes + kept.after);
      end = kept.offset + kept.bytes.size() + kept.after.size();
    }
    CHECK(end <= all.size());
  }
}

TEST_CASE("WARC: any partition into ranges gives each record once") {
  Folder folder;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const std::string all = random_source(seed, true);
    const std::string path = folder.write("a.warc", all);
    const Got whole = read_all(path);
    std::mt19937 random(seed);
    std::vector<std::uint64_t> cuts = {0};
    for (auto n = random() % 6; n > 0; --n) cuts.push_back(random() % (all.size() + 1));
    std::sort(cuts.begin(), cuts.end());
    cuts.push_back(std::numeric_limits<std::uint64_t>::max());
    std::vector<Kept> joined, piped;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      InputOptions options;
      options.range = Range{cuts[i], cuts[i + 1]};
      options.first_message = joined.size() + 1;
      const Got part = read_all(path, options);
      CHECK(part.error.empty());
      CHECK(part.problems.empty());
      for (const Kept& kept : part.records) joined.push_back(kept);
      if (seed % 10 == 0) {
        const Got same = read_fifo(folder, all, 1000 * seed + static_cast<unsigned>(i), options);
        CHECK(contents_of(same) == contents_of(part));
      }
    }
    INFO("seed " << seed);
    CHECK(joined == whole.records);
  }
}

TEST_CASE("WARC: where a range starts") {
  const std::string inner = record("response", "inner");
  const std::string page = record("resource", inner), second = record("response", kPage);
  Folder folder;
  const std::string path = folder.write("a.warc", page + second);
  const auto from = [&](std::uint64_t start) {
    return read_all(path, {.range = Range{start, std::numeric_limits<std::uint64_t>::max()}});
  };
  CHECK(contents_of(from(0)) == Strings{without_end(page), without_end(second)});
  CHECK(contents_of(from(page.size())) == Strings{without_end(second)});
  CHECK(contents_of(from(page.size() + 1)).empty());
  CHECK(contents_of(from(page.size() + second.size())).empty());
  CHECK(contents_of(from(std::uint64_t{1} << 40)).empty());
  // As documented: within a record that contains another one, the other one is mistaken for a record.
  CHECK(contents_of(from(1)) == Strings{without_end(inner), without_end(second)});
  // A line that begins a record without the fields that a record needs is not.
  const std::string text = record("resource", "x\r\nWARC/1.0\r\nWARC-Type: x\r\n\r\nWARC/1.0\r\n");
  CHECK(contents_of(read_all(folder.write("b.warc", text + second), {.range = Range{1, 1'000'000}})) ==
        Strings{without_end(second)});
}

TEST_CASE("WARC: after a damaged gzip member, the next one is read") {
  const std::string first = record("response", kPage), last = record("resource", "x");
  std::string lines;
  for (int i = 0; i < 30'000; ++i) lines += std::to_string(i * 7919) + "\n";
  const std::string middle = record("response", lines);
  const std::string a = compressed(first, "gzip"), b = compressed(middle, "gzip"),
                    c = compressed(last, "gzip");
  Folder folder;
  for (const std::size_t at : {std::size_t{12}, b.size() / 2, b.size() - 6}) {
    for (const int before : {1, 5000}) {
      INFO("damage at " << at << " after " << before);
      std::string all;
      for (int i = 0; i < before; ++i) all += a;
      std::string damaged = b;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      const std::string path = folder.write("a.warc.gz", all + damaged + c);
      for (const Got& got :
           {read_all(path), read_fifo(folder, all + damaged + c,
                                      static_cast<unsigned>(at) + static_cast<unsigned>(before))}) {
        const auto count = static_cast<std::size_t>(before);
        REQUIRE(got.records.size() >= count + 1);
        CHECK(got.records[count - 1].bytes == without_end(first));
        CHECK(got.records.back().bytes == without_end(last));
        if (at == b.size() - 6) {  // only the checksum
          REQUIRE(got.records.size() == count + 2);
          CHECK(got.records[count].bytes == without_end(middle));
        }
        REQUIRE_FALSE(got.problems.empty());
        CHECK(got.problems[0].find("is damaged at byte ") != std::string::npos);
      }
    }
  }
  // The end of a member is missing, so that the next one seems to belong to it.
  const Got cut = read_all(folder.write("a.warc.gz", a + b.substr(0, b.size() / 2) + c));
  REQUIRE(cut.records.size() == 3);
  CHECK(cut.records[1].incomplete);
  CHECK(cut.records[1].bytes.size() < middle.size());
  CHECK(cut.records[1].bytes.substr(0, 1000) == middle.substr(0, 1000));
  CHECK(cut.records[2].bytes == without_end(last));
  REQUIRE(cut.problems.size() == 2);
  CHECK(cut.problems[0].find("; reading goes on at byte " + std::to_string(a.size() + b.size() / 2)) !=
        std::string::npos);
  CHECK(cut.problems[1] == folder.path("a.warc.gz") + ": message 2 may be incomplete");

  const std::string path = folder.write("b.warc.gz", a + "other data" + c);
  const Got got = read_all(path);
  CHECK(contents_of(got) == Strings{without_end(first), without_end(last)});
  CHECK(got.problems.size() == 1);
}
