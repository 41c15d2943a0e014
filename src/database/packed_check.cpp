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
  explicit Records(const write::Rows& table)
      : messages(columns_kept(write::kLinkRows, write::Kept::kMessage)),
        parts(columns_kept(table, write::Kept::kPart)),
        bases(columns_kept(write::kLinkRows, write::Kept::kBase)),
        own(columns_kept(table, write::Kept::kHere)),
        candidates(columns_kept(write::kCandidateRows, write::Kept::kHere)) {}
  const std::vector<SqlColumn> messages, parts, bases, own, candidates;
};

const Records& records_of(const write::Rows& table) {
  static const Records kOfLinks(write::kLinkRows), kOfEntities(write::kEntityRows),
      kOfDiagnostics(write::kDiagnosticRows), kOfComparisons(write::kComparisonRows);
  if (&table == &write::kLinkRows) return kOfLinks;
  if (&table == &write::kComparisonRows) return kOfComparisons;
  return &table == &write::kEntityRows ? kOfEntities : kOfDiagnostics;
}

}  // namespace

bool are_packed(std::string_view rows, const write::Rows& table) {
  const auto& [messages, parts, bases, own, candidates] = records_of(table);
  const bool has_parts = !write::has_no_part(table);
  bool in_message = false, in_part = false, has_base = false, has_row = false;
  RowUnpacker row(rows);
  while (!row.at_end()) {
    bool is_valid = false;
    switch (row.kind()) {
      case PackedKind::kMessage:
        static_cast<void>(row.plain());
        is_valid = row.value().text.has_value() && is_record(messages, row);
        in_message = true;
        in_part = has_row = false;
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
      case PackedKind::kRow:
        is_valid = in_message && (!has_parts || (in_part && has_base)) && is_record(own, row);
        has_row = true;
        break;
      case PackedKind::kCandidate:
        is_valid = has_row && is_record(candidates, row);
        break;
    }
    if (!is_valid) return false;
  }
  return true;
}

}  // namespace mimebase::database
