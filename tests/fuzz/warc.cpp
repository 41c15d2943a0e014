// WARC files: records and what is skipped cover the source, and records do not depend on how bytes arrive.
#include "input/warc.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "check.h"
#include "model/warc_header.h"
#include "source_file.h"

namespace mimebase::fuzz {
namespace {

// Delivers bytes in pieces of different sizes.
class Pieces final : public input::Stream {
 public:
  Pieces(input::Context& context, std::string_view all, std::uint64_t seed)
      : Stream(context, "x"), rest_(all), random_(seed) {}
  std::size_t read(std::uint64_t /*offset*/, char* to, std::size_t size) override {
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    const std::size_t got = rest_.copy(to, std::min<std::size_t>(size, 1 + (random_ >> 33U) % 61));
    rest_.remove_prefix(got);
    return got;
  }

 private:
  std::string_view rest_;
  std::uint64_t random_;
};

struct Split {
  std::vector<KeptRecord> records;
  std::vector<Error> problems;
  std::uint64_t revisits = 0, other_bytes = 0;
};

Split split(input::Context& context, std::unique_ptr<input::ByteSource> bytes) {
  Split split;
  input::Item item;
  item.source = "x";
  context.begin_file(1);
  input::Warc warc(context, item, {.content = input::ContentKind::kWarc}, std::move(bytes));
  while (const std::optional<Batch> batch = warc.next()) {
    FUZZ_REQUIRE(!batch->records().empty(), "an empty batch");
    for (const Record& r : batch->records()) {
      FUZZ_REQUIRE(r.kind == RecordKind::kWarc, "record {} is mail", r.number);
      split.records.push_back({std::string(r.source), r.number, r.offset, r.bytes_offset,
                               std::string(r.before), std::string(r.bytes), std::string(r.after),
                               r.truncated});
    }
  }
  split.problems = context.take_problems(true);
  split.revisits = context.skipped_revisits();
  split.other_bytes = context.other_bytes();
  return split;
}

// Checks that before + bytes + after of all records, and what was dropped between them, make up the source.
void check_cover(std::string_view source, const Split& split, std::uint64_t most) {
  std::uint64_t at = 0, number = 0, dropped = 0;
  for (const KeptRecord& record : split.records) {
    FUZZ_REQUIRE(record.number == ++number, "record {}", record.number);
    FUZZ_REQUIRE(record.offset >= at && record.bytes_offset == record.offset && record.before.empty(),
                 "record {} at {}, after {}", record.number, record.offset, at);
    FUZZ_REQUIRE(record.bytes.size() <= most && (!record.truncated || record.bytes.size() == most),
                 "record {} of {} bytes", record.number, record.bytes.size());
    dropped += record.offset - at;
    const std::string whole = record.bytes + record.after;
    FUZZ_REQUIRE(source.substr(record.offset, whole.size()) == whole, "record {} at {}", record.number,
                 record.offset);
    FUZZ_REQUIRE(warc_version_line(record.bytes) > 0 || record.truncated, "record {} at {}", record.number,
                 record.offset);
    at = record.offset + whole.size();
  }
  FUZZ_REQUIRE(at <= source.size(), "the records end at {} of {}", at, source.size());
  dropped += source.size() - at;
  // What is dropped is admitted, because a process that reads could hide mail in this way.
  FUZZ_REQUIRE(dropped == 0 || split.other_bytes > 0, "{} bytes are missing", dropped);
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view source = fuzz::view(data, size);
  const std::uint64_t seed = fuzz::mixed(source);
  for (const bool is_limited : {false, true}) {
    input::Options options;
    options.batch_bytes = 1 + seed % 300;
    if (is_limited) options.limits.message_bytes = seed % 200;
    const std::uint64_t most = options.limits.message_bytes;
    input::Context context("x", options);
    const fuzz::Split whole =
        fuzz::split(context, std::make_unique<input::ByteSource>(source, nullptr, true));
    fuzz::check_cover(source, whole, most);
    input::Context again("x", options);
    const std::size_t chunk = 1 + seed % 89;
    const fuzz::Split pieces = fuzz::split(
        again, std::make_unique<input::ByteSource>(std::make_unique<fuzz::Pieces>(again, source, seed), chunk,
                                                   std::nullopt, chunk));
    FUZZ_REQUIRE(pieces.records == whole.records && pieces.revisits == whole.revisits &&
                     pieces.problems.size() == whole.problems.size(),
                 "{} records and {} problems, in pieces {} and {}", whole.records.size(),
                 whole.problems.size(), pieces.records.size(), pieces.problems.size());
  }
  // Each record of a range starts in it, and two adjacent ranges have no record in common.
  const fuzz::SourceFile file(source);
  const std::uint64_t cut = (seed >> 7U) % (size + 1);
  std::uint64_t last = 0;
  for (const Range range : {Range{0, cut}, Range{cut, ~std::uint64_t{0}}}) {
    const InputOptions options{.kind = InputKind::kWarc, .range = range, .read_ahead = false};
    for (const fuzz::KeptRecord& record : fuzz::read_source(file.path(), options).records) {
      FUZZ_REQUIRE(record.offset >= range.start && record.offset < range.end, "{} is outside of {}..{}",
                   record.offset, range.start, range.end);
      FUZZ_REQUIRE(last <= record.offset, "{} after {}", record.offset, last);
      last = record.offset + 1;
    }
  }
  return 0;
}
