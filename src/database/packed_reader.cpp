#include "database/packed_reader.h"

#include <algorithm>
#include <memory>

namespace mimebase::database {

// Checks that the value fits its column.
Value PackedReader::next(const write::ColumnInfo& column) {
  const Value value = row_.value();
  const bool is_missing = !value.number && !value.text;
  const bool is_right = is_missing ? column.nullable || column.when != write::When::kAlways
                                   : is_text_stored(column) == value.text.has_value();
  is_valid_ = is_valid_ && is_right;
  return value;
}

template <typename T, typename Read>
std::span<const T> PackedReader::list_of(Read read) {
  std::vector<T> list;
  is_valid_ = is_valid_ && !row_.at_end();
  // Each element takes a byte or more, or is invalid.
  for (std::uint64_t left = row_.plain(); left > 0 && is_valid_; --left) {
    charge(2 * sizeof(T));  // and a copy
    read(list.emplace_back());
  }
  T* const kept = static_cast<T*>(lists_.allocate(list.size() * sizeof(T), alignof(T)));
  std::uninitialized_copy(list.begin(), list.end(), kept);
  return {kept, list.size()};
}

// Returns the next value if it is null or valid UTF-8.
std::optional<std::string_view> PackedReader::valid_text() {
  const Value value = row_.value();
  if (value.number || (value.text && write::utf8_text(*value.text, repaired_).data() != value.text->data()))
    is_valid_ = false;
  return value.text;
}

void PackedReader::list(std::span<const NamedField>& fields) {
  const auto read_text = [this](std::string_view& to) {
    const std::optional<std::string_view> text = valid_text();
    is_valid_ = is_valid_ && text;
    to = text.value_or(std::string_view());
  };
  fields = list_of<NamedField>([&](NamedField& field) {
    read_text(field.name);
    field.values = list_of<std::string_view>(read_text);
  });
}

void PackedReader::list(std::span<const Candidate>& chain) {
  chain = list_of<Candidate>([this](Candidate& candidate) {
    read_members(*this, write::kCandidateColumns, write::Kept::kHere, candidate);
  });
}

void PackedReader::list(std::span<const ReaderOpens>& readers) {
  readers = list_of<ReaderOpens>([this](ReaderOpens& row) {
    const std::optional<MailReader> reader = named<MailReader>();
    row = {reader.value_or(MailReader()), {valid_text(), valid_text()}};
    is_valid_ = is_valid_ && reader && !(row.opens.url && row.opens.part);
  });
}

void PackedReader::list(std::span<const ReaderReason>& reasons) {
  reasons = list_of<ReaderReason>([this](ReaderReason& row) {
    const std::optional<MailReader> reader = named<MailReader>();
    const std::optional<Unopened> reason = named<Unopened>();
    row = {reader.value_or(MailReader()), reason.value_or(Unopened())};
    is_valid_ = is_valid_ && reader && reason;
  });
}

void PackedReader::read_message() {
  charge(sizeof(MessageInfo));
  may_repeat_ = row_.plain() == 1;
  MessageInfo& message = messages_.emplace_back();
  read_members(*this, write::kMessageColumns, write::Kept::kSource, message);
  read_members(*this, write::kMessageColumns, write::Kept::kMessage, message);
  read_value(*this, write::kFieldsColumn.info, message.fields);
  if (message.source.find('\\') != std::string_view::npos)
    message.source = sources_.emplace_back(write::source_bytes(message.source));
  context_.message = &message;
  has_part_ = false;
}

bool PackedReader::allows(const write::Rows& table) const {
  return (table_ == nullptr || table_ == &table) && context_.message != nullptr &&
         (write::has_no_part(table) || (has_part_ && has_base_));
}

template <typename Columns, typename Row>
bool PackedReader::read_row(const write::Rows& table, const Columns& columns, Row& row) {
  if (!allows(table)) return is_valid_ = false;
  charge(sizeof(Row));
  row.message = context_.message;
  read_members(*this, columns, write::Kept::kHere, row);
  return is_valid_;
}

bool PackedReader::read(Visitor& visitor) {
  while (is_valid_ && !row_.at_end()) {
    bool is_row = true;
    switch (row_.kind()) {
      case PackedKind::kMessage:
        read_message();
        is_row = false;
        break;
      case PackedKind::kPart:
        is_valid_ = context_.message != nullptr;
        read_members(*this, write::kLinkColumns, write::Kept::kPart, context_);
        has_part_ = true;
        is_row = false;
        break;
      case PackedKind::kBase:
        read_members(*this, write::kLinkColumns, write::Kept::kBase, context_);
        has_base_ = true;
        is_row = false;
        break;
      case PackedKind::kCount:
        is_valid_ = !count_;
        count_ = row_.plain();
        is_row = false;
        break;
      case PackedKind::kLink: {
        Link link = context_;
        if (!read_row(write::kLinkRows, write::kLinkColumns, link)) break;
        add_equal_texts(link);
        visitor.link(link);
        break;
      }
      case PackedKind::kEntity: {
        Entity entity;
        entity.part = context_.part;
        entity.content_type = context_.content_type.value_or(std::string_view());
        entity.base = context_.base;
        if (!read_row(write::kEntityRows, write::kEntityColumns, entity)) break;
        list(entity.chain);
        if (is_valid_) visitor.entity(entity);
        break;
      }
      case PackedKind::kDiagnostic: {
        Diagnostic diagnostic;
        if (read_row(write::kDiagnosticRows, write::kDiagnosticColumns, diagnostic))
          visitor.diagnostic(diagnostic);
        break;
      }
      case PackedKind::kComparison: {
        Comparison comparison;
        if (read_row(write::kComparisonRows, write::kComparisonColumns, comparison))
          visitor.comparison(comparison);
        break;
      }
      case PackedKind::kLedgerEntry: {
        LedgerEntry entry;
        if (read_row(write::kLedgerRows, write::kLedgerColumns, entry)) visitor.ledger_entry(entry);
        break;
      }
      default:
        is_valid_ = false;
    }
    if (is_row) count_.reset();
  }
  return is_valid_ && !count_;
}

bool are_packed(std::string_view rows, const write::Rows* table) {
  Visitor checks_only;
  return PackedReader(rows, table).read(checks_only);
}

}  // namespace mimebase::database
