#include "run/processes/piece_bytes.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "mimebase/diagnostics.h"
#include "mimebase/names.h"
#include "mimebase/rewrite.h"
#include "run/driver/bytes.h"
#include "run/processes/wire.h"

namespace mimebase::run {

namespace {

// Returns the static name; empty if `name` is unknown.
std::string_view known_reason(std::string_view name) {
  if (const auto reason = from_name<EditReason>(name)) return name_of(*reason);
  if (const auto code = from_name<EditNoteCode>(name)) return name_of(*code);
  return {};
}

}  // namespace

void exchange(auto& bytes, Is<EditedSpan> auto& it) {
  std::string reason(it.reason);
  static_assert(member_count<EditedSpan>() == 13);
  bytes(it.source, it.part, it.context, it.message_id, it.number, it.offset, reason, it.references, it.before,
        it.at, it.old_bytes, it.new_bytes, it.detail);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>) {
    it.reason = known_reason(reason);
    if (it.reason.empty()) bytes.fail();
  }
}
void exchange(auto& bytes, Is<RowResults> auto& it) {
  bytes(it.unique, it.summary.groups());
}
void exchange(auto& bytes, Is<ReportResults> auto& it) {
  bytes(it.tally, it.summary.groups(), it.messages);
}
void exchange(auto& bytes, Is<Piece> auto& it) {
  // Its rows are the payload.
  static_assert(member_count<Piece>() == 12 + 1);
  bytes(it.results, it.problems, it.notes, it.messages, it.errors, it.warnings, it.edited, it.updated_fields,
        it.selection, it.bytes, it.done, it.is_open);
}

namespace {

// Counts below this limit, which no mail approaches, cannot overflow when they are added.
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 48;

bool is_count(std::uint64_t count) {
  return count < kMaxCount;
}

bool are_counts(const page::Counts& counts) {
  return std::all_of(counts.begin(), counts.end(), [](const auto& each) { return is_count(each.second); });
}

bool are_counts(const Summary& summary) {
  const auto& groups = summary.groups();
  return std::all_of(groups.begin(), groups.end(),
                     [](const auto& each) { return is_count(each.second.count); });
}

bool are_counts(const page::Tally& tally) {
  return is_count(tally.messages) && is_count(tally.parts) && is_count(tally.references) &&
         are_counts(tally.by_scheme) && are_counts(tally.by_domain) && are_counts(tally.by_month) &&
         std::all_of(tally.by_status.begin(), tally.by_status.end(), is_count) &&
         std::all_of(tally.by_layer.begin(), tally.by_layer.end(), is_count) &&
         std::all_of(tally.hidden.begin(), tally.hidden.end(),
                     [](const auto& each) { return is_count(each.second.count); }) &&
         std::all_of(tally.compared.begin(), tally.compared.end(),
                     [](const auto& each) { return is_count(each.second.count); });
}

// Returns false if a count is too large, or if the offsets at which the destination will split `rows` are out
// of order.
bool is_possible(std::monostate /*none*/, std::string_view /*rows*/) {
  return true;
}

bool is_possible(const RowResults& results, std::string_view /*rows*/) {
  return are_counts(results.summary);
}

bool is_possible(const RewriteResults& results, std::string_view rows) {
  std::size_t before = 0;
  for (const SourceStart& source : results.sources) {
    if (source.at < before || source.at > rows.size()) return false;
    before = source.at;
  }
  before = 0;
  for (const EditedSpan& edit : results.edits) {
    if (!edit.before) continue;  // a note
    if (edit.at < before || edit.at > rows.size() || edit.before->end < edit.before->start) return false;
    before = edit.at;
  }
  return true;
}

bool is_possible(const ReportResults& results, std::string_view rows) {
  std::size_t lines = 0;
  for (const ReportedMessage& message : results.messages) {
    if (!is_count(message.references)) return false;
    for (const std::size_t chunk : message.chunks) {
      if (chunk > rows.size() - lines) return false;
      lines += chunk;
    }
  }
  return are_counts(results.tally) && are_counts(results.summary);
}

bool is_possible(const ExtractResults& /*results*/, std::string_view /*rows*/) {
  return true;
}

bool is_possible(const LedgerResults& results, std::string_view rows) {
  return rows.empty() &&
         std::all_of(results.messages.begin(), results.messages.end(),
                     [](const auto& message) { return is_count(message.number) && message.number > 0; });
}

bool is_possible(const PlaceResults& /*results*/, std::string_view /*rows*/) {
  return true;
}

bool are_counts(const Selection& selection) {
  for (const std::uint64_t count :
       {selection.messages, selection.numbered, selection.selected, selection.candidates, selection.passed,
        selection.rows, selection.not_searched, selection.largest_number})
    if (!is_count(count)) return false;
  return std::all_of(selection.filters.begin(), selection.filters.end(), [](const auto& filter) {
    const FilterCount& count = filter.second;
    return is_count(count.accepted) && is_count(count.wider) && is_count(count.without) &&
           std::all_of(count.values.begin(), count.values.end(),
                       [](const auto& value) { return is_count(value.second); });
  });
}

bool is_possible(const Piece& piece) {
  if (!are_counts(piece.selection) || !is_possible(piece.selection)) return false;
  for (const std::uint64_t count :
       {piece.messages, piece.errors, piece.warnings, piece.edited, piece.updated_fields, piece.done})
    if (!is_count(count)) return false;
  return std::visit([&](const auto& results) { return is_possible(results, piece.rows); }, piece.results);
}

constexpr std::uint64_t kOfNode = 128;  // overhead in bytes per node of a container

std::uint64_t lasting_bytes(const Summary& summary) {
  std::uint64_t bytes = 0;
  for (const auto& [key, row] : summary.groups())
    bytes += 2 * (row.code.size() + row.domain.size() + row.other_domain.size()) + row.source.size() +
             row.part.size() + row.detail.size() + row.subject.size() + kOfNode;
  return bytes;
}

std::uint64_t lasting_bytes(const page::Tally& tally) {
  std::uint64_t bytes = 0;
  for (const page::Counts* counts : {&tally.by_scheme, &tally.by_domain, &tally.by_month})
    for (const auto& [name, count] : *counts) bytes += name.size() + kOfNode;
  for (const auto& [key, group] : tally.hidden)
    bytes += key.first.size() + key.second.size() + group.first.source.size() + group.first.part.size() +
             group.first.reference.size() + group.first.subject.size() + kOfNode;
  for (const auto& [key, group] : tally.compared) {
    bytes += key.first.size() + key.second.size() + group.first.source.size() + group.first.part.size() +
             group.first.reference.size() + group.first.subject.size() + kOfNode;
    for (const auto& [reader, target] : group.outcomes) bytes += target.size() + kOfNode;
  }
  return bytes;
}

// What the destination keeps of each message; its references are in a temporary file.
std::uint64_t lasting_bytes(const LedgerResults& ledger) {
  std::uint64_t bytes = 0;
  for (const LedgerMessage& message : ledger.messages) {
    bytes += kOfNode * (1 + message.references.size());  // a hash in each URL
    for (const auto* urls : {&message.archived_at, &message.archives}) {
      for (const std::string& url : *urls) bytes += 2 * (url.size() + 2 * kOfNode);
    }
    for (const std::string& name : message.lists) bytes += name.size() + kOfNode;
  }
  return bytes;
}

}  // namespace

std::string bytes_but_rows(const Piece& piece) {
  return written(piece);
}

std::optional<Piece> piece_of(std::string_view bytes, std::string rows, std::uint64_t most_memory) {
  std::optional<Piece> piece = read_back<Piece>(bytes, most_memory);
  if (!piece) return std::nullopt;
  piece->rows = std::move(rows);
  return is_possible(*piece) ? std::move(piece) : std::nullopt;
}

std::uint64_t lasting_bytes(const Piece& piece) {
  std::uint64_t bytes = 0;
  for (const Error& error : piece.problems) bytes += error.message.size() + error.source.size() + 2 * kOfNode;
  for (const std::string& note : piece.notes) bytes += note.size() + kOfNode;
  if (const auto* const rows = piece.get<RowResults>()) bytes += lasting_bytes(rows->summary);
  if (const auto* const ledger = piece.get<LedgerResults>()) bytes += lasting_bytes(*ledger);
  if (const auto* const report = piece.get<ReportResults>())
    bytes += lasting_bytes(report->tally) + lasting_bytes(report->summary);
  return bytes;
}

}  // namespace mimebase::run
