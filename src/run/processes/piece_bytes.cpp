#include "run/processes/piece_bytes.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "mimebase/rewrite.h"
#include "run/enumerations.h"

namespace mimebase::run {

namespace {

// Returns the static name; empty if `name` is unknown.
std::string_view known_reason(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(EditReason::kContentMd5); ++i) {
    if (name_of(static_cast<EditReason>(i)) == name) return name_of(static_cast<EditReason>(i));
  }
  for (int i = 0; i <= static_cast<int>(EditNoteCode::kLeftClassName); ++i) {
    if (name_of(static_cast<EditNoteCode>(i)) == name) return name_of(static_cast<EditNoteCode>(i));
  }
  return {};
}

}  // namespace

void exchange(auto& bytes, Is<UniqueRow> auto& it) {
  bytes(it.url, it.row);
}
void exchange(auto& bytes, Is<write::SummaryRow> auto& it) {
  bytes(it.code, it.severity, it.domain, it.other_domain, it.count, it.source, it.message, it.part,
        it.detail);
}
void exchange(auto& bytes, Is<SourceStart> auto& it) {
  bytes(it.at, it.source, it.cannot_write);
}
void exchange(auto& bytes, Is<EditedSpan> auto& it) {
  std::string reason(it.reason);
  bytes(it.source, it.part, it.context, it.message_id, it.number, it.offset, reason, it.references, it.before,
        it.at, it.old_bytes, it.new_bytes, it.detail);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>) {
    it.reason = known_reason(reason);
    if (it.reason.empty()) bytes.fail();
  }
}
void exchange(auto& bytes, Is<ReportedMessage> auto& it) {
  bytes(it.bytes, it.references, it.number, it.source);
}
void exchange(auto& bytes, Is<page::Example> auto& it) {
  bytes(it.source, it.message, it.part, it.reference);
}
void exchange(auto& bytes, Is<page::HiddenGroup> auto& it) {
  bytes(it.count, it.first);
}
void exchange(auto& bytes, Is<page::Tally> auto& it) {
  bytes(it.messages, it.parts, it.references, it.by_status, it.by_layer, it.by_scheme, it.by_domain,
        it.by_month, it.hidden);
}
void exchange(auto& bytes, Is<ExtractedPiece> auto& it) {
  bytes(it.number, it.path, it.media_type, it.charset, it.bytes, it.part, it.url, it.date, it.from,
        it.subject);
}
void exchange(auto& bytes, Is<Piece> auto& it) {
  bytes(it.unique, it.summary.groups(), it.problems, it.cut, it.messages, it.errors, it.warnings, it.sources,
        it.edits, it.notes, it.edited, it.mended, it.tally, it.reported, it.files, it.missed_idna, it.bytes,
        it.done, it.is_open);
}

namespace {

// Counts below this limit, which no mail approaches, cannot overflow when they are added.
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 48;

bool are_counts(const Piece& piece) {
  const auto is_count = [](std::uint64_t count) { return count < kMaxCount; };
  const auto are_all = [&](const auto& counts) {
    return std::all_of(counts.begin(), counts.end(), [&](const auto& each) { return is_count(each.second); });
  };
  const page::Tally& tally = piece.tally;
  for (const std::uint64_t count : {piece.messages, piece.errors, piece.warnings, piece.edited, piece.mended,
                                    piece.done, tally.messages, tally.parts, tally.references})
    if (!is_count(count)) return false;
  for (const page::Counts* counts : {&tally.by_scheme, &tally.by_domain, &tally.by_month})
    if (!are_all(*counts)) return false;
  const auto& groups = piece.summary.groups();
  return std::all_of(tally.by_status.begin(), tally.by_status.end(), is_count) &&
         std::all_of(tally.by_layer.begin(), tally.by_layer.end(), is_count) &&
         std::all_of(tally.hidden.begin(), tally.hidden.end(),
                     [&](const auto& each) { return is_count(each.second.count); }) &&
         std::all_of(groups.begin(), groups.end(),
                     [&](const auto& each) { return is_count(each.second.count); }) &&
         std::all_of(piece.reported.begin(), piece.reported.end(),
                     [&](const ReportedMessage& each) { return is_count(each.references); });
}

// Checks the offsets at which the collector will split the rows.
bool is_in_order(const Piece& piece) {
  std::size_t before = 0;
  for (const SourceStart& source : piece.sources) {
    if (source.at < before || source.at > piece.rows.size()) return false;
    before = source.at;
  }
  before = 0;
  for (const EditedSpan& edit : piece.edits) {
    if (!edit.before) continue;  // a note
    if (edit.at < before || edit.at > piece.rows.size() || edit.before->end < edit.before->start)
      return false;
    before = edit.at;
  }
  std::size_t lines = 0;
  for (const ReportedMessage& message : piece.reported) {
    if (message.bytes > piece.rows.size() - lines) return false;
    lines += message.bytes;
  }
  return true;
}

}  // namespace

std::string bytes_but_rows(const Piece& piece) {
  return written(piece);
}

std::optional<Piece> piece_of(std::string_view bytes, std::string rows) {
  std::optional<Piece> piece = read_back<Piece>(bytes);
  if (!piece) return std::nullopt;
  piece->rows = std::move(rows);
  return is_in_order(*piece) && are_counts(*piece) ? std::move(piece) : std::nullopt;
}

std::uint64_t lasting_bytes(const Piece& piece) {
  constexpr std::uint64_t kOfNode = 128;  // overhead per node of a container
  std::uint64_t bytes = 0;
  for (const std::vector<std::string>* texts : {&piece.problems, &piece.cut, &piece.notes})
    for (const std::string& text : *texts) bytes += text.size() + kOfNode;
  const page::Tally& tally = piece.tally;
  for (const page::Counts* counts : {&tally.by_scheme, &tally.by_domain, &tally.by_month})
    for (const auto& [name, count] : *counts) bytes += name.size() + kOfNode;
  for (const auto& [key, group] : tally.hidden)
    bytes += key.first.size() + key.second.size() + group.first.source.size() + group.first.part.size() +
             group.first.reference.size() + kOfNode;
  for (const auto& [key, row] : piece.summary.groups())
    bytes += 2 * (row.code.size() + row.domain.size() + row.other_domain.size()) + row.source.size() +
             row.part.size() + row.detail.size() + kOfNode;
  return bytes;
}

}  // namespace mimebase::run
