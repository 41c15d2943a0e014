// Messages between a RowReader and the program that it starts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "mimebase/limits.h"
#include "mimebase/read_links.h"
#include "run/bytes.h"
#include "run/processes/wire.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

enum class RowMessageKind : std::uint32_t {
  // Sent to the program:
  kRequest,  // RowRequest, the first message
  kInput,    // InputReply, the reply to kWantsInput; with a file if the input is bytes
  // Sent by the program:
  kWantsInput,  // asks for the next input
  kRows,        // Chunk; its rows are the payload
  kEnd,         // std::optional<Error>, set if the run failed
  // Sent to the program instead of kRequest: RunRequest (run/spawned/run_wire.h).
  kRun,
};

struct RowRequest {
  std::string version;  // of the library; must be equal at both ends
  RowKind kind = RowKind::kLinks;
  ReadOptions options;
};

struct InputReply {
  std::optional<std::string> path;  // empty after the last input; "-" if a file is attached
};

template <>
struct LastOf<RowKind> {
  static constexpr RowKind value = RowKind::kComparisons;
};

void exchange(auto& bytes, Is<Limits> auto& it) {
  for (const LimitKey& key : limit_keys()) bytes(it.*key.value);
}
void exchange(auto& bytes, Is<AnalyzeOptions> auto& it) {
  bytes(it.rules, it.retrieval_url, it.base_headers, it.full_data_urls, it.domains, it.limits, it.defanged,
        it.reader, it.compared, it.source_folder, it.fields);
}
void exchange(auto& bytes, Is<InputOptions> auto& it) {
  bytes(it.kind, it.as_in_folder, it.any_is_message, it.range, it.first_message, it.batch_bytes,
        it.read_ahead);
}
void exchange(auto& bytes, Is<LinkFilter> auto& it) {
  bytes(it.statuses, it.contexts, it.hosts, it.hidden, it.kinds, it.unwrapped);
}
void exchange(auto& bytes, Is<std::chrono::sys_seconds> auto& it) {
  auto seconds = static_cast<std::uint64_t>(it.time_since_epoch().count());
  bytes(seconds);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>)
    it = std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds)));
}
void exchange(auto& bytes, Is<MessageFilter> auto& it) {
  bytes(it.number, it.since, it.until, it.froms);
}
void exchange(auto& bytes, Is<DiagnosticFilter> auto& it) {
  bytes(it.codes, it.severities);
}
void exchange(auto& bytes, Is<ReadOptions> auto& it) {
  bytes(it.analyze, it.input, it.messages, it.workers, it.filter, it.diagnostics);
}
void exchange(auto& bytes, Is<RowRequest> auto& it) {
  bytes(it.version, it.kind, it.options);
}
void exchange(auto& bytes, Is<InputReply> auto& it) {
  bytes(it.path);
}
void exchange(auto& bytes, Is<Chunk> auto& it) {
  bytes(it.problems, it.notes, it.messages, it.skipped_files);
}

}  // namespace mimebase::run
