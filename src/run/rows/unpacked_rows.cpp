#include "run/rows/unpacked_rows.h"

#include <utility>

#include "mimebase/visitor.h"

namespace mimebase::run {
namespace {

// Adds rows to lists.
struct Collecting : Visitor {
  explicit Collecting(UnpackedRows& rows) : to(rows) {}
  void link(const Link& link) override { add(to.links, link); }
  void entity(const Entity& entity) override { add(to.entities, entity); }
  void diagnostic(const Diagnostic& diagnostic) override { add(to.diagnostics, diagnostic); }
  void comparison(const Comparison& comparison) override {
    add(to.comparisons, comparison);
    to.links_compared.push_back(to.links.size());
  }

  template <typename Row>
  void add(std::vector<Row>& rows, const Row& row) {
    rows.push_back(row);
    if (const std::optional<std::uint64_t> count = to.reader.count()) to.counts.push_back(*count);
  }

  UnpackedRows& to;
};

}  // namespace

std::shared_ptr<const UnpackedRows> unpacked(std::string packed, const write::Rows* table) {
  auto rows = std::make_shared<UnpackedRows>(std::move(packed), table);
  constexpr std::size_t kBytesOfLink = 80;  // packed size; many links are longer
  if (table == &write::kLinkRows) rows->links.reserve(rows->packed.size() / kBytesOfLink);
  Collecting collecting(*rows);
  if (!rows->reader.read(collecting)) return nullptr;
  return rows;
}

std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk) {
  const auto rows = unpacked(std::move(chunk.rows), &table_of(kind));
  const bool has_counts = kind == RowKind::kUniqueLinks || kind == RowKind::kSummary;
  if (!rows || rows->counts.size() != (has_counts ? rows->links.size() + rows->diagnostics.size() : 0))
    return std::nullopt;
  RowBatch batch;
  batch.links = rows->links;
  batch.entities = rows->entities;
  batch.diagnostics = rows->diagnostics;
  batch.comparisons = rows->comparisons;
  batch.counts = rows->counts;
  batch.problems = std::move(chunk.problems);
  batch.notes = std::move(chunk.notes);
  batch.messages = chunk.messages;
  batch.skipped_files = chunk.skipped_files;
  batch.skipped_revisits = chunk.skipped_revisits;
  batch.memory = rows;
  return batch;
}

}  // namespace mimebase::run
