#include "run/piece_bytes.h"

#include <type_traits>
#include <utility>

#include "mimebase/rewrite.h"
#include "run/bytes.h"

namespace mimebase::run {

template <>
struct LastOf<Severity> {
  static constexpr Severity value = Severity::kError;
};

namespace {

// The name that lives for ever; empty for what is none.
std::string_view known_reason(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(EditReason::kContentMd5); ++i) {
    if (name_of(static_cast<EditReason>(i)) == name) return name_of(static_cast<EditReason>(i));
  }
  for (int i = 0; i <= static_cast<int>(EditNoteCode::kSignatureBroken); ++i) {
    if (name_of(static_cast<EditNoteCode>(i)) == name) return name_of(static_cast<EditNoteCode>(i));
  }
  return {};
}

}  // namespace

void exchange(auto& bytes, Is<Range> auto& it) {
  bytes(it.start, it.end);
}
void exchange(auto& bytes, Is<UniqueRow> auto& it) {
  bytes(it.url, it.row);
}
void exchange(auto& bytes, Is<write::SummaryRow> auto& it) {
  bytes(it.code, it.severity, it.domain, it.other_domain, it.count, it.source, it.message, it.part,
        it.detail);
}
void exchange(auto& bytes, Is<SourceStart> auto& it) {
  bytes(it.at, it.source);
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
  bytes(it.bytes, it.held, it.references, it.number, it.source);
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
  bytes(it.number, it.path, it.media_type, it.charset, it.bytes, it.part, it.url, it.date, it.index_line);
}
void exchange(auto& bytes, Is<Piece> auto& it) {
  bytes(it.unique, it.summary.groups(), it.problems, it.cut, it.messages, it.errors, it.warnings, it.sources,
        it.edits, it.notes, it.edited, it.mended, it.cannot_write, it.tally, it.reported, it.files,
        it.missed_idna, it.bytes, it.done);
}

namespace {

// Places in the rows, which whoever takes the piece cuts there.
bool is_in_order(const Piece& piece) {
  std::size_t before = 0;
  for (const SourceStart& source : piece.sources) {
    if (source.at < before || source.at > piece.rows.size()) return false;
    before = source.at;
  }
  for (const EditedSpan& edit : piece.edits) {
    if (edit.at > piece.rows.size() || (edit.before && edit.before->end < edit.before->start)) return false;
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

std::optional<Piece> piece_of(std::string_view bytes) {
  BytesReader reader(bytes);
  Piece piece;
  reader(piece);
  if (reader.has_failed()) return std::nullopt;
  piece.rows = reader.rest();
  return is_in_order(piece) ? std::optional<Piece>(std::move(piece)) : std::nullopt;
}

}  // namespace mimebase::run
