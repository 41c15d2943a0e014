#include "database/sqlite_writer.h"

#include <type_traits>

#include "database/packed_reader.h"
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

void SqliteWriter::chain(std::span<const Candidate> chain) {
  plain(chain.size());
  for (const Candidate& candidate : chain)
    for_each(write::kCandidateColumns, [&](const auto& column) { put(*this, column.value(candidate)); });
}

void SqliteWriter::fields(std::span<const NamedField> fields) {
  plain(fields.size());
  for (const NamedField& field : fields) {
    text(field.name);
    plain(field.values.size());
    for (const std::string_view value : field.values) text(value);
  }
}

void SqliteWriter::opens(const Opens& opens) {
  put(*this, opens.url);
  put(*this, opens.part);
}

void SqliteWriter::readers(std::span<const ReaderOpens> readers) {
  plain(readers.size());
  for (const ReaderOpens& row : readers) {
    name(name_of(row.reader));
    opens(row.opens);
  }
}

void SqliteWriter::reasons(std::span<const ReaderReason> reasons) {
  plain(reasons.size());
  for (const ReaderReason& row : reasons) {
    name(name_of(row.reader));
    name(name_of(row.reason));
  }
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
  row(PackedKind::kLink, write::kLinkColumns, without_equal_texts(link));
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
  chain(entity.chain);
}

void SqliteWriter::diagnostic(const Diagnostic& diagnostic) {
  message(*diagnostic.message);
  record(PackedKind::kDiagnostic, write::kDiagnosticColumns, diagnostic, write::Kept::kHere);
}

void SqliteWriter::comparison(const Comparison& comparison) {
  message(*comparison.message);
  record(PackedKind::kComparison, write::kComparisonColumns, comparison, write::Kept::kHere);
}

void SqliteWriter::ledger_entry(const LedgerEntry& entry) {
  message(*entry.message);
  record(PackedKind::kLedgerEntry, write::kLedgerColumns, entry, write::Kept::kHere);
}

void SqliteWriter::summary(const write::SummaryRow& row) {
  const MessageInfo message = message_of(row);
  unique_link({}, row.count);
  diagnostic(counted(row, message).first);
  end_message();
}

void SqliteWriter::end_message() {
  message_ = nullptr;
  is_told_ = false;
  part_.clear();
}

bool SqliteWriter::accepts(std::string_view rows, const write::Rows& table) const {
  return are_packed(rows, &table);
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

Value RowUnpacker::value() {
  const std::uint64_t head = plain();
  if (head == kNull) return {};
  if (head == kNumber) return {.number = plain()};
  const std::string_view text = rest_.substr(0, head - kText);
  rest_.remove_prefix(text.size());
  return {.text = text};
}

}  // namespace mimebase::database
