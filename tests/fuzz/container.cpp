// Containers: reading arbitrary bytes ends, respects the limits, and is deterministic.
#include "check.h"
#include "source_file.h"

namespace mimebase::fuzz {
namespace {

constexpr std::uint64_t kMessageBytes = 1 << 16;

void check_records(const ReadSource& read, const std::string& path) {
  std::uint64_t number = 0;
  std::string source;
  for (const KeptRecord& record : read.records) {
    FUZZ_REQUIRE(record.source.starts_with(path), "{}", escape_for_terminal(record.source));
    FUZZ_REQUIRE(record.bytes.size() <= kMessageBytes, "{} bytes in {}", record.bytes.size(),
                 escape_for_terminal(record.source));
    FUZZ_REQUIRE(!record.truncated || record.bytes.size() == kMessageBytes, "cut after {} bytes",
                 record.bytes.size());
    FUZZ_REQUIRE(record.offset <= record.bytes_offset, "{} and {}", record.offset, record.bytes_offset);
    if (record.number == 1) source = record.source;
    FUZZ_REQUIRE(record.number == 1 || (record.source == source && record.number == number + 1),
                 "{} of {} behind {}", record.number, escape_for_terminal(record.source), number);
    number = record.number;
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const fuzz::SourceFile file(fuzz::view(data, size));
  for (const bool as_in_folder : {false, true}) {
    const InputOptions options{.as_in_folder = as_in_folder, .batch_bytes = 4096, .read_ahead = false};
    const Limits limits{.message_bytes = fuzz::kMessageBytes, .ratio = 10};
    const fuzz::ReadSource once = fuzz::read_source(file.path(), options, limits);
    fuzz::check_records(once, file.path());
    const fuzz::ReadSource twice = fuzz::read_source(file.path(), options, limits);
    FUZZ_REQUIRE(once.records == twice.records && once.problems.size() == twice.problems.size(),
                 "{} and {} records", once.records.size(), twice.records.size());
  }
  return 0;
}
