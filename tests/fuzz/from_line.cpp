// From_ lines: the records of an mbox cover it, and ranges that tile it return each record once.
#include "input/from_line.h"

#include <algorithm>
#include <vector>

#include "check.h"
#include "input/recognize.h"
#include "source_file.h"

namespace mimebase::fuzz {
namespace {

// Checks that before + bytes + after of all records, in order, equal the source.
void check_cover(std::string_view source, const std::vector<KeptRecord>& records) {
  std::uint64_t at = 0;
  std::uint64_t number = 1;
  for (const KeptRecord& record : records) {
    FUZZ_REQUIRE(record.number == number++ && !record.truncated, "record {} at {}", record.number,
                 record.offset);
    FUZZ_REQUIRE(record.bytes_offset == at + record.before.size() && record.offset <= record.bytes_offset,
                 "record {} at {}, its bytes at {}, the last ended at {}", record.number, record.offset,
                 record.bytes_offset, at);
    const std::string whole = record.before + record.bytes + record.after;
    FUZZ_REQUIRE(source.substr(at, whole.size()) == whole, "record {} at {}", record.number, record.offset);
    at += whole.size();
  }
  FUZZ_REQUIRE(at == source.size(), "the records end at {} of {}", at, source.size());
}

// Returns up to four cuts that depend on the bytes.
std::vector<std::uint64_t> cuts_of(std::string_view source) {
  std::vector<std::uint64_t> cuts = {0};
  std::uint64_t random = mixed(source);
  for (std::uint64_t n = random % 4 + 1; n > 0; --n) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    cuts.push_back((random >> 33U) % (source.size() + 1));
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.push_back(~std::uint64_t{0});
  return cuts;
}

void check_ranges(std::string_view source, const SourceFile& file, const InputOptions& options,
                  const std::vector<KeptRecord>& whole) {
  std::vector<KeptRecord> joined;
  const std::vector<std::uint64_t> cuts = cuts_of(source);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    InputOptions part = options;
    part.range = Range{cuts[i], cuts[i + 1]};
    part.first_message = joined.size() + 1;
    const ReadSource read = read_source(file.path(), part);
    for (const KeptRecord& record : read.records) joined.push_back(record);
  }
  FUZZ_REQUIRE(joined.size() == whole.size(), "{} records, in ranges {} ({})", whole.size(), joined.size(),
               fmt::join(cuts, " "));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    // Bytes before the first From_ line belong to no range.
    KeptRecord expected = whole[i];
    KeptRecord got = joined[i];
    if (i == 0) expected.before = got.before = {};
    FUZZ_REQUIRE(got == expected, "record {} at {} is at {} in ranges", expected.number, expected.offset,
                 got.offset);
  }
}

// The same From_ lines are found, whatever part of the source is in memory.
void check_search(std::string_view bytes) {
  std::vector<std::size_t> whole, pieces;
  for (std::size_t from = 1; from < bytes.size();) {
    const input::FromSearch found = input::find_from_line(bytes, from, input::kNoBody, true);
    if (found.state != input::FromSearch::State::kFound) break;
    FUZZ_REQUIRE(found.start >= from && found.end > found.start && found.end <= bytes.size(), "{}..{}",
                 found.start, found.end);
    FUZZ_REQUIRE(input::from_line_at(bytes, found.start) == found.end - found.start, "at {}", found.start);
    whole.push_back(found.start);
    from = found.end;
  }
  std::size_t held = std::min<std::size_t>(bytes.size(), mixed(bytes) % 97 + 2);
  for (std::size_t from = 1; from < bytes.size();) {
    const input::FromSearch found =
        input::find_from_line(bytes.substr(0, held), from, input::kNoBody, held == bytes.size());
    if (found.state == input::FromSearch::State::kNone) break;
    if (found.state == input::FromSearch::State::kMissing) {
      FUZZ_REQUIRE(held < bytes.size() && found.start >= from, "at {} of {}", found.start, held);
      from = found.start;
      held = std::min<std::size_t>(bytes.size(), held + mixed(bytes) % 1013 + 1);
      continue;
    }
    pieces.push_back(found.start);
    from = found.end;
  }
  FUZZ_REQUIRE(whole == pieces, "{} and, piece by piece, {}", fmt::join(whole, " "), fmt::join(pieces, " "));
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view source = fuzz::view(data, size);
  (void)input::shape_of_from_line(source.substr(0, source.find('\n')));
  fuzz::check_search(source);
  if (input::container_kind(source.substr(0, 512)) != input::ContainerKind::kNone) return 0;
  const fuzz::SourceFile file(source);
  for (const InputKind kind : {InputKind::kAuto, InputKind::kMbox}) {
    InputOptions options{.kind = kind, .batch_bytes = 64, .read_ahead = false};
    const fuzz::ReadSource whole = fuzz::read_source(file.path(), options);
    if (!whole.opened || whole.records.empty()) continue;
    // A forced mbox skips bytes before the first From_ line.
    if (kind == InputKind::kAuto) fuzz::check_cover(source, whole.records);
    options.range = Range{0, ~std::uint64_t{0}};
    if (!Reader::open(file.path(), options)) continue;  // a single message has no ranges
    fuzz::check_ranges(source, file, options, whole.records);
  }
  return 0;
}
