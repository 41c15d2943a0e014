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

const Rows kLinkRows = {"links", "reference", "links", kLinks};
const Rows kEntityRows = {"tree", "entity", "entities", kEntities};
const Rows kDiagnosticRows = {"check", "diagnostic", "diagnostics", kDiagnostics};
const Rows kSummaryRows = {"check --summary", {}, {}, kSummaries};
const Rows kCandidateRows = {{}, "candidate", {}, kCandidates};

}  // namespace mimebase::write
