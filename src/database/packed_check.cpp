#include "database/packed_check.h"

#include <vector>

#include "database/sqlite_schema.h"
#include "database/sqlite_writer.h"

namespace mimebase::database {
namespace {

// Reads one record and checks that its values fit `columns`.
bool is_record(const std::vector<SqlColumn>& columns, RowUnpacker& row) {
  bool is_valid = true;
  for (const SqlColumn& column : columns) {
    const write::ColumnInfo& info = *column.info;
    if (info.when == write::When::kUnique) continue;
    const RowUnpacker::Value value = row.value();
    const bool is_missing = !value.number && !value.text;
    const bool wants_text = info.kept == write::Kept::kAsName || info.type == write::Type::kText ||
                            info.type == write::Type::kFields || info.type == write::Type::kOpens ||
                            info.type == write::Type::kReaders;
    const bool is_right = is_missing ? info.nullable || info.when != write::When::kAlways
                                     : wants_text == value.text.has_value();
    is_valid = is_valid && is_right;
  }
  return is_valid;
}

// The columns of each kind of record.
struct Records {
  const std::vector<SqlColumn> messages = columns_kept(write::kLinkRows, write::Kept::kMessage),
                               parts = columns_kept(write::kLinkRows, write::Kept::kPart),
                               bases = columns_kept(write::kLinkRows, write::Kept::kBase),
                               candidates = columns_kept(write::kCandidateRows, write::Kept::kHere),
                               links = columns_kept(write::kLinkRows, write::Kept::kHere),
                               entities = columns_kept(write::kEntityRows, write::Kept::kHere),
                               diagnostics = columns_kept(write::kDiagnosticRows, write::Kept::kHere),
                               comparisons = columns_kept(write::kComparisonRows, write::Kept::kHere);
};

}  // namespace

bool are_packed(std::string_view rows, const write::Rows* table) {
  static const Records kRecords;
  const auto& [messages, parts, bases, candidates, links, entities, diagnostics, comparisons] = kRecords;
  bool in_message = false, in_part = false, has_base = false, in_entity = false;
  RowUnpacker row(rows);
  const auto is_row = [&](const write::Rows& of, const std::vector<SqlColumn>& columns) {
    const bool is_placed = in_message && (write::has_no_part(of) || (in_part && has_base));
    return (table == nullptr || table == &of) && is_placed && is_record(columns, row);
  };
  while (!row.at_end()) {
    bool is_valid = false;
    const PackedKind kind = row.kind();
    switch (kind) {
      case PackedKind::kMessage:
        static_cast<void>(row.plain());
        is_valid = row.value().text.has_value() && is_record(messages, row);
        in_message = true;
        in_part = false;
        break;
      case PackedKind::kPart:
        is_valid = in_message && is_record(parts, row);
        in_part = true;
        break;
      case PackedKind::kBase:
        is_valid = is_record(bases, row);
        has_base = true;
        break;
      case PackedKind::kCount:
        static_cast<void>(row.plain());
        is_valid = true;
        break;
      case PackedKind::kLink:
        is_valid = is_row(write::kLinkRows, links);
        break;
      case PackedKind::kEntity:
        is_valid = is_row(write::kEntityRows, entities);
        break;
      case PackedKind::kDiagnostic:
        is_valid = is_row(write::kDiagnosticRows, diagnostics);
        break;
      case PackedKind::kComparison:
        is_valid = is_row(write::kComparisonRows, comparisons);
        break;
      case PackedKind::kCandidate:
        is_valid = in_entity && is_record(candidates, row);
        break;
    }
    if (!is_valid) return false;
    in_entity = kind == PackedKind::kEntity || kind == PackedKind::kCandidate;
  }
  return true;
}

}  // namespace mimebase::database
