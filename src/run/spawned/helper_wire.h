// Messages between a RowReader or a SpawnedRun and the program in helper/ that it starts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/limits.h"
#include "mimebase/read_links.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "run/driver/bytes.h"
#include "run/processes/wire.h"
#include "run/rows/chunk.h"
#include "run/rows/row_run.h"

namespace mimebase::run {

enum class HelperMessageKind : std::uint32_t {
  // Sent to the program.
  kRequest,  // HelperRequest, the first message
  kBytes,    // the reply to kWantsBytes; the bytes are the payload
  // Sent by the program.
  kWantsBytes,  // asks for the next input that is bytes
  kChunk,       // Chunk; its rows are the payload
  kEnd,         // HelperEnd
};

// An input of a request. Bytes follow when the program asks for them, one input after another.
struct HelperInput {
  std::string path;
  bool is_bytes = false;
};

enum class HelperTask { kRows, kReport, kExtract };

struct HelperRequest {
  std::string version = {};  // of the library; must be equal at both ends
  HelperTask task = HelperTask::kRows;
  std::vector<HelperInput> inputs = {};
  RowRequest rows = {};  // its options are those of every task
  // For a report and for extract:
  std::string output = {};
  ReportOptions report = {};
  ExtractOptions extract = {};
  std::string wanted = {};
  bool may_replace = false;
};

// How the run ended.
struct HelperEnd {
  std::optional<Error> failed = {};
  RunSummary summary = {};
};

template <>
struct LastOf<RowKind> {
  static constexpr RowKind value = RowKind::kComparisons;
};
template <>
struct LastOf<InputUse> {
  static constexpr InputUse value = InputUse::kExtracting;
};
template <>
struct LastOf<HelperTask> {
  static constexpr HelperTask value = HelperTask::kExtract;
};

void exchange(auto& bytes, Is<Limits> auto& it) {
  for (const LimitKey& key : limit_keys()) bytes(it.*key.value);
}
void exchange(auto& bytes, Is<std::chrono::sys_seconds> auto& it) {
  auto seconds = static_cast<std::uint64_t>(it.time_since_epoch().count());
  bytes(seconds);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>)
    it = std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds)));
}
void exchange(auto& bytes, Is<Chunk> auto& it) {
  // Its rows are the payload.
  static_assert(member_count<Chunk>() == 5 + 1);
  bytes(it.problems, it.notes, it.messages, it.skipped_files, it.skipped_revisits);
}

}  // namespace mimebase::run
