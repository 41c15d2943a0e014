#include "write/row_inserter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "url/registrable_domain.h"

namespace mimebase::write {
namespace {

constexpr std::size_t kMaxKeptRows = 1 << 16;
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 23;

void bind_value(Statement& statement, int index, const RowUnpacker::Value& value) {
  if (value.number) {
    statement.bind(index, *value.number);
  } else {
    statement.bind(index, value.text);
  }
}

// "a IS ? AND b IS ?": NULL is a value as others are.
std::string equal(const std::vector<SqlColumn>& columns) {
  std::string condition;
  for (const SqlColumn& column : columns)
    condition += (condition.empty() ? "" : " AND ") + column.name + " IS ?";
  return condition;
}

}  // namespace

bool Dictionary::prepare(sqlite3* database, const std::string& select, const std::string& insert) {
  database_ = database;
  return select_.prepare(database, select.c_str()) && insert_.prepare(database, insert.c_str());
}

void Dictionary::keep(std::string_view key, std::int64_t id) {
  if (kept_.size() >= kMaxKeptRows || kept_bytes_ + key.size() > kMaxKeptBytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_.emplace(key, id);
  kept_bytes_ += key.size();
}

template <typename Bind, typename Complete>
std::int64_t Dictionary::id(std::string_view key, Bind bind, Complete complete) {
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  bind(select_);
  std::int64_t id = select_.query().value_or(0);
  if (select_.failed()) return 0;
  if (id == 0) {
    bind(insert_);
    complete(insert_);
    if (!insert_.run()) return 0;
    id = sqlite3_last_insert_rowid(database_);
  }
  keep(key, id);
  return id;
}

bool RowInserter::prepare(Insertion& insertion, std::string_view table, std::string_view before,
                          const Rows& rows, Kept kept) {
  insertion.columns = columns_kept(rows, kept);
  insertion.columns_at = static_cast<int>(std::count(before.begin(), before.end(), ',')) + 2;
  return insertion.statement.prepare(database_,
                                     write::insertion(table, std::string(before), insertion.columns).c_str());
}

bool RowInserter::prepare_names(const Rows& rows) {
  for (const ColumnInfo& column : rows.columns) {
    if (column.kept != Kept::kAsName) continue;
    const std::string table(column.key);
    const std::string insert = table == "host" ? "INSERT INTO host (name, domain) VALUES (?, ?)"
                                               : "INSERT INTO " + table + " (name) VALUES (?)";
    if (!names_[&column].prepare(database_, "SELECT id FROM " + table + " WHERE name = ?", insert))
      return false;
  }
  return true;
}

bool RowInserter::prepare(sqlite3* database, const Rows& rows) {
  database_ = database;
  rows_ = &rows;
  const std::vector<SqlColumn> base = columns_kept(kLinkRows, Kept::kBase);
  return prepare(messages_, "message", "source", kLinkRows, Kept::kMessage) &&
         prepare(parts_, "part", "message", rows, Kept::kPart) &&
         prepare(own_, rows.table, &rows == &kDiagnosticRows ? "source, message" : "part, base", rows,
                 Kept::kHere) &&
         prepare(candidates_, "candidate", "entity, position", kCandidateRows, Kept::kHere) &&
         prepare_names(rows) &&
         bases_.prepare(database, "SELECT id FROM base WHERE " + equal(base), insertion("base", {}, base)) &&
         find_message_.prepare(database, "SELECT id FROM message WHERE source = ? AND number = ?") &&
         find_part_.prepare(database, "SELECT id FROM part WHERE message = ? AND name = ?") &&
         prepare_completion();
}

bool RowInserter::prepare_completion() {
  completed_parts_.columns = columns_kept(kLinkRows, Kept::kPart);
  completed_parts_.columns_at = 2;
  std::string values;
  int index = completed_parts_.columns_at;
  for (const SqlColumn& column : completed_parts_.columns) {
    values += fmt::format("{0}{1} = coalesce({1}, ?{2})", values.empty() ? "" : ", ", column.name, index++);
  }
  return completed_parts_.statement.prepare(database_,
                                            ("UPDATE part SET " + values + " WHERE id = ?1").c_str());
}

void RowInserter::enter_source(std::int64_t id, std::string_view name, bool has_rows) {
  source_ = name;
  source_id_ = id;
  source_has_rows_ = has_rows;
  message_id_ = part_id_ = 0;
}

bool RowInserter::insert(std::string_view rows, const NameSource& name_source) {
  RowUnpacker row(rows);
  while (!row.at_end()) {
    if (!insert_one(row, name_source)) return false;
  }
  return true;
}

bool RowInserter::insert_one(RowUnpacker& row, const NameSource& name_source) {
  switch (row.kind()) {
    case PackedKind::kRow:
      return own(row);
    case PackedKind::kMessage:
      return message(row, name_source);
    case PackedKind::kPart:
      return part(row);
    case PackedKind::kBase:
      return base(row);
    case PackedKind::kCount:
      count_ = row.plain();
      return true;
    case PackedKind::kCandidate:
      return candidate(row);
  }
  return false;
}

// Binds the columns to what the record holds.
bool RowInserter::bind(Insertion& insertion, RowUnpacker& row) {
  int index = insertion.columns_at;
  for (const SqlColumn& column : insertion.columns) {
    if (column.info->when == When::kUnique) {
      insertion.statement.bind(index++, std::exchange(count_, std::nullopt));
      continue;
    }
    RowUnpacker::Value value = row.value();
    if (column.info->kept == Kept::kAsName && value.text) {
      const std::int64_t id = name_id(*column.info, *value.text);
      if (id == 0) return false;
      value = {.number = static_cast<std::uint64_t>(id)};
    }
    bind_value(insertion.statement, index++, value);
  }
  return true;
}

bool RowInserter::message(RowUnpacker& row, const NameSource& name_source) {
  const bool may_be_again = row.plain() == 1;
  const std::uint64_t number = row.plain();
  const std::string_view source = row.value().text.value_or("");
  if (source_id_ == 0 || source != source_) {
    const std::int64_t id = name_source(source);
    if (id == 0) return false;
    enter_source(id, source, false);
  }
  // A name may stand twice in a container: then another message has the same source and number.
  if (!may_be_again || message_id_ == 0 || number != message_number_) {
    part_id_ = message_id_ = 0;
    message_number_ = number;
    if (source_has_rows_ && !find_message()) return false;
  }
  messages_.statement.bind(1, source_id_);
  if (!bind(messages_, row)) return false;
  // What is about the source itself has number 0, and no message.
  if (message_id_ != 0 || number == 0) return true;
  if (!messages_.statement.run()) return false;
  message_id_ = sqlite3_last_insert_rowid(database_);
  return true;
}

bool RowInserter::find_message() {
  find_message_.bind(1, source_id_);
  find_message_.bind(2, message_number_);
  message_id_ = find_message_.query().value_or(0);
  return !find_message_.failed();
}

bool RowInserter::part(RowUnpacker& row) {
  RowUnpacker again = row;
  const std::string_view name = RowUnpacker(row).value().text.value_or("");
  parts_.statement.bind(1, message_id_);
  if (!bind(parts_, row)) return false;
  if (part_id_ != 0 && name == part_) return true;
  part_ = name;
  if (source_has_rows_) {
    find_part_.bind(1, message_id_);
    find_part_.bind(2, name);
    part_id_ = find_part_.query().value_or(0);
    if (find_part_.failed()) return false;
    if (part_id_ != 0) return complete_part(again);
  }
  if (!parts_.statement.run()) return false;
  part_id_ = sqlite3_last_insert_rowid(database_);
  return true;
}

// `tree` does not tell all of a part; `links` does.
bool RowInserter::complete_part(RowUnpacker& row) {
  if (rows_ != &kLinkRows) return true;
  completed_parts_.statement.bind(1, part_id_);
  return bind(completed_parts_, row) && completed_parts_.statement.run();
}

bool RowInserter::base(RowUnpacker& row) {
  const char* start = row.position();
  std::array<RowUnpacker::Value, std::tuple_size_v<decltype(kBaseColumns)>> values;
  for (RowUnpacker::Value& value : values) value = row.value();
  const std::string_view key(start, static_cast<std::size_t>(row.position() - start));
  const auto bind = [&](Statement& statement) {
    int index = 1;
    for (const RowUnpacker::Value& value : values) bind_value(statement, index++, value);
  };
  base_id_ = bases_.id(key, bind, [](Statement&) {});
  return base_id_ != 0;
}

std::int64_t RowInserter::name_id(const ColumnInfo& column, std::string_view name) {
  std::string domain;
  return names_[&column].id(
      name, [&](Statement& statement) { statement.bind(1, name); },
      [&](Statement& statement) {
        if (column.key != "host") return;
        domain = url::registrable_domain(name);
        statement.bind(2, std::string_view(domain));
      });
}

bool RowInserter::own(RowUnpacker& row) {
  Statement& insert = own_.statement;
  if (rows_ == &kDiagnosticRows) {
    insert.bind(1, source_id_);
    insert.bind(2, message_id_ != 0 ? std::optional(message_id_) : std::nullopt);
  } else {
    insert.bind(1, part_id_);
    insert.bind(2, base_id_);
  }
  if (!bind(own_, row) || !insert.run()) return false;
  own_id_ = sqlite3_last_insert_rowid(database_);
  candidate_position_ = 0;
  return true;
}

bool RowInserter::candidate(RowUnpacker& row) {
  candidates_.statement.bind(1, own_id_);
  candidates_.statement.bind(2, candidate_position_++);
  return bind(candidates_, row) && candidates_.statement.run();
}

}  // namespace mimebase::write
