#include "write/sqlite_writer.h"

#include "write/columns.h"
#include "write/shown_text.h"

namespace mimebase::write {

void SqliteWriter::forget_context() {
  message_ = nullptr;
  has_part_ = false;
  base_.reset();
}

template <typename Columns, typename Row>
void SqliteWriter::record(PackedKind kind, const Columns& columns, const Row& row, Kept kept) {
  packer_.kind(kind);
  for_each(columns, [&](const auto& column) {
    if (is_in(column.info, kept)) put(packer_, column.of(row));
  });
}

void SqliteWriter::message(const MessageInfo& message) {
  if (message_ == &message) return;
  message_ = &message;
  has_part_ = false;
  packer_.kind(PackedKind::kMessage);
  packer_.plain(is_told_ ? 1 : 0);
  packer_.plain(message.number);
  is_told_ = true;
  for_each(kMessageColumns, [&](const auto& column) { put(packer_, column.of(message)); });
}

void SqliteWriter::base(const BaseInfo& base) {
  if (base_ && base_->url == base.url && base_->section == base.section && base_->by == base.by &&
      base_->part == base.part) {
    return;
  }
  base_url_ = base.url;
  base_ = base;
  base_->url = base_url_;
  record(PackedKind::kBase, kBaseColumns, base, Kept::kBase);
}

template <typename Columns, typename Row>
void SqliteWriter::row(const Columns& columns, const Row& row, const BaseInfo& row_base) {
  message(*row.message);
  if (!has_part_ || part_ != row.part) {
    has_part_ = true;
    part_ = row.part;
    record(PackedKind::kPart, columns, row, Kept::kPart);
  }
  base(row_base);
  record(PackedKind::kRow, columns, row, Kept::kHere);
}

void SqliteWriter::link(const Link& link) {
  Link stored = link;
  // The same text twice is stored once.
  if (link.status == LinkStatus::kAbsolute && link.resolved == link.reference) stored.resolved.reset();
  row(kLinkColumns, stored, *link.base);
}

std::string SqliteWriter::link_row(const Link& link) {
  const std::size_t start = packer_.bytes().size();
  forget_context();
  is_told_ = true;  // the rows of one message may come one by one
  this->link(link);
  forget_context();
  std::string row = packer_.bytes().substr(start);
  packer_.bytes().resize(start);
  return row;
}

void SqliteWriter::unique_link(std::string_view row, std::uint64_t count) {
  packer_.kind(PackedKind::kCount);
  packer_.plain(count);
  packer_.bytes() += row;
}

void SqliteWriter::entity(const Entity& entity) {
  row(kEntityColumns, entity, entity.base);
  for (const Candidate& candidate : entity.chain) {
    record(PackedKind::kCandidate, kCandidateColumns, candidate, Kept::kHere);
  }
}

void SqliteWriter::diagnostic(const Diagnostic& diagnostic) {
  message(*diagnostic.message);
  record(PackedKind::kRow, kDiagnosticColumns, diagnostic, Kept::kHere);
}

void SqliteWriter::end_message() {
  message_ = nullptr;
  is_told_ = false;
  has_part_ = false;
}

void SqliteWriter::clear() {
  packer_.bytes().clear();
  forget_context();
}

}  // namespace mimebase::write
