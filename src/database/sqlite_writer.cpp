#include "database/sqlite_writer.h"

#include <type_traits>

#include "mimebase/names.h"
#include "write/shown_text.h"

namespace mimebase::database {
namespace {

// Prefix of a value. A text's prefix is its size plus kText.
constexpr std::uint64_t kNull = 0, kNumber = 1, kText = 2;

}  // namespace

void SqliteWriter::plain(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out_ += static_cast<char>(number | 0x80);
  out_ += static_cast<char>(number);
}

void SqliteWriter::text(std::string_view text) {
  text = write::utf8_text(text, repaired_);
  plain(text.size() + kText);
  out_ += text;
}

void SqliteWriter::number(std::uint64_t value) {
  plain(kNumber);
  plain(value);
}

void SqliteWriter::range(const std::optional<Range>& range) {
  put(*this, range ? std::optional(range->start) : std::nullopt);
  put(*this, range ? std::optional(range->end) : std::nullopt);
}

void SqliteWriter::fields(std::span<const NamedField> fields) {
  if (fields.empty()) return null();
  text(json_.alone(fields));
}

void SqliteWriter::opens(const Opens& opens) {
  put(*this, opens.url);
  put(*this, opens.part);
}

void SqliteWriter::readers(std::span<const ReaderOpens> readers) {
  text(json_.alone(readers));
}

void SqliteWriter::forget_context() {
  message_ = nullptr;
  part_.clear();
  base_.clear();
}

template <typename Columns, typename Row>
void SqliteWriter::record(PackedKind record, const Columns& columns, const Row& row, write::Kept kept) {
  kind(record);
  for_each(columns, [&](const auto& column) {
    if (is_in(column.info, kept)) put(*this, column.value(row));
  });
  if (std::is_same_v<Row, Entity> && kept == write::Kept::kPart) null();  // links have one more column
}

// Appends a context record unless it equals `last`.
template <typename Columns, typename Row>
void SqliteWriter::context(PackedKind kind, const Columns& columns, const Row& row, write::Kept kept,
                           std::string& last) {
  const std::size_t start = out_.size();
  record(kind, columns, row, kept);
  if (std::string_view(out_).substr(start) == last) {
    out_.resize(start);
  } else {
    last.assign(out_, start);
  }
}

void SqliteWriter::message(const MessageInfo& message) {
  if (message_ == &message) return;
  message_ = &message;
  part_.clear();
  kind(PackedKind::kMessage);
  plain(is_told_ ? 1 : 0);
  is_told_ = true;
  for_each(write::kMessageColumns, [&](const auto& column) { put(*this, column.value(message)); });
  put(*this, write::kFieldsColumn.value(message));
}

template <typename Columns, typename Row>
void SqliteWriter::row(PackedKind kind, const Columns& columns, const Row& row) {
  message(*row.message);
  context(PackedKind::kPart, columns, row, write::Kept::kPart, part_);
  context(PackedKind::kBase, columns, row, write::Kept::kBase, base_);
  record(kind, columns, row, write::Kept::kHere);
}

void SqliteWriter::link(const Link& link) {
  Link stored = link;
  // Equal texts are stored once.
  if (link.status == LinkStatus::kAbsolute && link.resolved == link.reference) stored.resolved.reset();
  row(PackedKind::kLink, write::kLinkColumns, stored);
}

void SqliteWriter::append_link_row(const Link& link) {
  forget_context();
  is_told_ = true;  // the rows of one message may be packed one by one
  this->link(link);
  forget_context();
}

void SqliteWriter::unique_link(std::string_view row, std::uint64_t count) {
  kind(PackedKind::kCount);
  plain(count);
  out_ += row;
}

void SqliteWriter::entity(const Entity& entity) {
  row(PackedKind::kEntity, write::kEntityColumns, entity);
  for (const Candidate& candidate : entity.chain)
    record(PackedKind::kCandidate, write::kCandidateColumns, candidate, write::Kept::kHere);
}

void SqliteWriter::diagnostic(const Diagnostic& diagnostic) {
  message(*diagnostic.message);
  record(PackedKind::kDiagnostic, write::kDiagnosticColumns, diagnostic, write::Kept::kHere);
}

void SqliteWriter::comparison(const Comparison& comparison) {
  message(*comparison.message);
  record(PackedKind::kComparison, write::kComparisonColumns, comparison, write::Kept::kHere);
}

void SqliteWriter::summary(const write::SummaryRow& row) {
  MessageInfo message;
  message.source = row.source;
  message.number = row.message;
  Diagnostic first;
  first.message = &message;
  first.part = row.part;
  first.code = from_name<DiagnosticCode>(row.code).value_or(first.code);
  first.severity = row.severity;
  first.detail = row.detail;
  first.domain = row.domain;
  first.other_domain = row.other_domain;
  unique_link({}, row.count);
  diagnostic(first);
  end_message();
}

void SqliteWriter::end_message() {
  message_ = nullptr;
  is_told_ = false;
  part_.clear();
}

void SqliteWriter::clear() {
  RowWriter::clear();
  forget_context();
}

PackedKind RowUnpacker::kind() {
  const char kind = rest_.front();
  rest_.remove_prefix(1);
  return static_cast<PackedKind>(kind);
}

std::uint64_t RowUnpacker::plain() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  return value;
}

RowUnpacker::Value RowUnpacker::value() {
  const std::uint64_t head = plain();
  if (head == kNull) return {};
  if (head == kNumber) return {.number = plain()};
  const std::string_view text = rest_.substr(0, head - kText);
  rest_.remove_prefix(text.size());
  return {.text = text};
}

}  // namespace mimebase::database
