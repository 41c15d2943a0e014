// Messages between a SpawnedRun and the program that it starts. The first is RowMessageKind::kRun.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "run/bytes.h"
#include "run/rows/row_wire.h"

namespace mimebase::run {

// Sent by the program.
enum class RunMessageKind : std::uint32_t {
  kProblem,  // a sentence for RunOptions::on_problem
  kNote,     // one for RunOptions::on_note
  kRunEnd,   // RunEnd
};

enum class RunKind { kReport, kExtract };

template <>
struct LastOf<RunKind> {
  static constexpr RunKind value = RunKind::kExtract;
};

// Sent with a file if an input is bytes. The file becomes standard input, and the input "-".
struct RunRequest {
  std::string version;  // of the library; must be equal at both ends
  RunKind kind = RunKind::kReport;
  std::vector<std::string> inputs;
  std::string output;
  RunOptions options;
  ReportOptions report;
  ExtractOptions extract;
  std::string wanted;
  bool may_replace = false;
};

// How the run ended.
struct RunEnd {
  std::optional<Error> failed;
  RunSummary summary;
};

void exchange(auto& bytes, Is<RunOptions> auto& it) {
  bytes(it.analyze, it.input, it.messages, it.workers, it.isolation);
}
void exchange(auto& bytes, Is<ReportOptions> auto& it) {
  bytes(it.rows, it.made_on);
}
void exchange(auto& bytes, Is<ExtractOptions> auto& it) {
  bytes(it.single_file, it.no_active, it.online);
}
void exchange(auto& bytes, Is<RunRequest> auto& it) {
  bytes(it.version, it.kind, it.inputs, it.output, it.options, it.report, it.extract, it.wanted,
        it.may_replace);
}
void exchange(auto& bytes, Is<RunSummary> auto& it) {
  bytes(it.messages, it.errors, it.warnings, it.problems, it.skipped_files, it.edited, it.updated_fields);
}
void exchange(auto& bytes, Is<RunEnd> auto& it) {
  bytes(it.failed, it.summary);
}

}  // namespace mimebase::run
