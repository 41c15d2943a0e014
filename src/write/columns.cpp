#include "write/columns.h"

#include <array>

namespace mimebase::write {
namespace {

template <typename... Columns, typename... More>
constexpr auto infos_of(const std::tuple<Columns...>& columns, More... more) {
  return std::apply([&](const auto&... column) { return std::array{column.info..., more...}; }, columns);
}

constexpr auto kLinks = infos_of(kLinkColumns, kCountColumn);
constexpr auto kEntities = infos_of(kEntityColumns);
constexpr auto kDiagnostics = infos_of(kDiagnosticColumns);
constexpr auto kSummaries = infos_of(kSummaryColumns);
constexpr auto kCandidates = infos_of(kCandidateColumns);

}  // namespace

const Rows kLinkRows = {"links", "one occurrence of a reference", "reference", "links", kLinks};
const Rows kEntityRows = {"tree", "one entity of a message", "entity", "entities", kEntities};
const Rows kDiagnosticRows = {"check", "one diagnostic", "diagnostic", "diagnostics", kDiagnostics};
const Rows kSummaryRows = {"check --summary", "diagnostics of one kind, counted", {}, {}, kSummaries};
const Rows kCandidateRows = {{}, "one candidate for a base", "candidate", {}, kCandidates};

}  // namespace mimebase::write
