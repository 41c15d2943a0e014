#include "python/rows.h"

#include <iterator>
#include <utility>

namespace mimebase::python {
namespace {

const write::Rows& table_of(RowKind kind) {
  switch (kind) {
    case RowKind::kLinks:
    case RowKind::kUniqueLinks:
      break;
    case RowKind::kEntities:
      return write::kEntityRows;
    case RowKind::kDiagnostics:
      return write::kDiagnosticRows;
    case RowKind::kComparisons:
      return write::kComparisonRows;
    case RowKind::kSummary:
      return write::kSummaryRows;
  }
  return write::kLinkRows;
}

Key key_of(const write::ColumnInfo& column) {
  if (column.key == "date") return {column.key, Kind::kDate};
  if (column.type == write::Type::kText) return {column.key, Kind::kText};
  const bool is_plain = column.type == write::Type::kNumber && !column.nullable;
  return {column.key, is_plain ? Kind::kNumber : Kind::kOther};
}

}  // namespace

Shape::Shape(RowKind rows, bool reader, bool fields) : kind(rows), with_reader(reader), with_fields(fields) {
  for (const write::ColumnInfo& column : table_of(kind).columns) {
    if (has(column)) keys.push_back(key_of(column));
  }
}

Shape::Shape(RowKind rows, const ReadOptions& options)
    : Shape(rows, options.analyze.reader != MailReader::kRfc1808, !options.analyze.fields.empty()) {}

bool Shape::has(const write::ColumnInfo& column) const {
  switch (column.when) {
    case write::When::kAlways:
      return true;
    case write::When::kUnique:
      return kind == RowKind::kUniqueLinks;
    case write::When::kReader:
      return with_reader;
    case write::When::kFields:
      return with_fields;
    case write::When::kDatabase:
    case write::When::kTable:
      break;
  }
  return false;
}

bool Shape::has_domain() const {
  return kind == RowKind::kLinks || kind == RowKind::kUniqueLinks;
}

std::vector<Key> Shape::column_keys() const {
  std::vector<Key> all = keys;
  if (has_domain()) all.push_back({"domain"});
  return all;
}

std::vector<Key> keys_of(std::string_view type, bool with_reader, bool with_fields) {
  constexpr std::pair<std::string_view, RowKind> kTypes[] = {
      {"Link", RowKind::kLinks},      {"UniqueLink", RowKind::kUniqueLinks},
      {"Entity", RowKind::kEntities}, {"Diagnostic", RowKind::kDiagnostics},
      {"Summary", RowKind::kSummary}, {"Comparison", RowKind::kComparisons}};
  for (const auto& [name, kind] : kTypes) {
    if (name == type) return Shape(kind, with_reader, with_fields).keys;
  }
  if (type == "Candidate") {
    std::vector<Key> keys;
    for (const write::ColumnInfo& column : write::kCandidateInfos) keys.push_back(key_of(column));
    return keys;
  }
  if (type == "Opens") return {std::begin(kOpensKeys), std::end(kOpensKeys)};
  return {};
}

}  // namespace mimebase::python
