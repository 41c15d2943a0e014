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
struct LastOf<HelperTask> {
  static constexpr HelperTask value = HelperTask::kExtract;
};

void exchange(auto& bytes, Is<Limits> auto& it) {
  for (const LimitKey& key : limit_keys()) bytes(it.*key.value);
}
void exchange(auto& bytes, Is<AnalyzeOptions> auto& it) {
  bytes.members(it, it.rules, it.retrieval_url, it.base_headers, it.base_headers_in_http, it.full_data_urls,
                it.domains, it.limits, it.defanged, it.reader, it.compared, it.source_folder, it.fields,
                it.parts, it.attachments);
}
void exchange(auto& bytes, Is<InputOptions> auto& it) {
  bytes.members(it, it.kind, it.as_in_folder, it.any_is_message, it.only_mail, it.range, it.first_message,
                it.batch_bytes, it.read_ahead);
}
void exchange(auto& bytes, Is<LinkFilter> auto& it) {
  bytes.members(it, it.statuses, it.contexts, it.hosts, it.hidden, it.kinds, it.unwrapped);
}
void exchange(auto& bytes, Is<std::chrono::sys_seconds> auto& it) {
  auto seconds = static_cast<std::uint64_t>(it.time_since_epoch().count());
  bytes(seconds);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>)
    it = std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds)));
}
void exchange(auto& bytes, Is<MessageFilter> auto& it) {
  bytes.members(it, it.number, it.since, it.until, it.froms);
}
void exchange(auto& bytes, Is<DiagnosticFilter> auto& it) {
  bytes.members(it, it.codes, it.severities);
}
void exchange(auto& bytes, Is<RunOptions> auto& it) {
  // What is called back stays where it is.
  static_assert(member_count<RunOptions>() == 5 + 3);
  bytes(it.analyze, it.input, it.messages, it.workers, it.isolation);
}
void exchange(auto& bytes, Is<ReportOptions> auto& it) {
  bytes.members(it, it.rows, it.made_on);
}
void exchange(auto& bytes, Is<ExtractOptions> auto& it) {
  bytes.members(it, it.single_file, it.no_active, it.online, it.one_file, it.for_archive);
}
void exchange(auto& bytes, Is<RowRequest> auto& it) {
  bytes.members(it, it.kind, it.options, it.filter, it.diagnostics);
}
void exchange(auto& bytes, Is<HelperInput> auto& it) {
  bytes.members(it, it.path, it.is_bytes);
}
void exchange(auto& bytes, Is<HelperRequest> auto& it) {
  bytes.members(it, it.version, it.task, it.inputs, it.rows, it.output, it.report, it.extract, it.wanted,
                it.may_replace);
}
void exchange(auto& bytes, Is<Chunk> auto& it) {
  // Its rows are the payload.
  static_assert(member_count<Chunk>() == 5 + 1);
  bytes(it.problems, it.notes, it.messages, it.skipped_files, it.skipped_revisits);
}
void exchange(auto& bytes, Is<RunSummary> auto& it) {
  bytes.members(it, it.messages, it.errors, it.warnings, it.problems, it.skipped_files, it.skipped_revisits,
                it.nothing_found, it.edited, it.updated_fields);
}
void exchange(auto& bytes, Is<HelperEnd> auto& it) {
  bytes.members(it, it.failed, it.summary);
}

}  // namespace mimebase::run
