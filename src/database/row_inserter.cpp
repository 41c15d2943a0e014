#include "database/row_inserter.h"

#include <fmt/format.h>

#include <utility>

#include "url/defang.h"
#include "url/registrable_domain.h"

namespace mimebase::database {
namespace {

constexpr std::size_t kMaxKeptRows = 1 << 16;
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 23;

// Binds values to the parameters from `index` on.
void bind_values(Statement& statement, int index, const std::vector<RowUnpacker::Value>& values) {
  for (const RowUnpacker::Value& value : values) {
    if (value.number) {
      statement.bind(index++, *value.number);
    } else {
      statement.bind(index++, value.text);
    }
  }
}

}  // namespace

std::string domain_of(std::string_view host) {
  if (host.find("[.]") == std::string_view::npos) return url::registrable_domain(host);
  return url::defang_host(url::registrable_domain(url::refang_host(host)));
}

bool Dictionary::prepare(sqlite3* database, const std::string& select, const std::string& insert) {
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

template <typename Bind>
std::int64_t Dictionary::id(std::string_view key, Bind bind) {
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  bind(select_, false);
  std::int64_t id = select_.query().value_or(0);
  if (select_.failed()) return 0;
  if (id == 0) {
    bind(insert_, true);
    id = insert_.insert();
  }
  if (id != 0) keep(key, id);
  return id;
}

bool RowInserter::prepare(sqlite3* database, const write::Rows& rows) {
  rows_ = &rows;
  const auto inserts = [database](Insertion& made, std::string_view table, std::string_view before,
                                  const write::Rows& of, write::Kept kept) {
    made.columns = columns_kept(of, kept);
    return made.statement.prepare(database, insertion(table, std::string(before), made.columns).c_str());
  };
  base_columns_ = columns_kept(write::kLinkRows, write::Kept::kBase);
  // IS compares NULL like any other value.
  std::string same_base;
  for (const SqlColumn& column : base_columns_)
    same_base += (same_base.empty() ? "" : " AND ") + column.name + " IS ?";
  return inserts(messages_, "message", "source", write::kLinkRows, write::Kept::kMessage) &&
         inserts(parts_, "part", "message", write::kLinkRows, write::Kept::kPart) &&
         inserts(own_, rows.table, write::has_no_part(rows) ? "source, message" : "part, base", rows,
                 write::Kept::kHere) &&
         inserts(candidates_, "candidate", "entity, position", write::kCandidateRows, write::Kept::kHere) &&
         prepare_names(database) &&
         bases_.prepare(database, "SELECT id FROM base WHERE " + same_base,
                        insertion("base", {}, base_columns_)) &&
         find_message_.prepare(database, "SELECT id FROM message WHERE source = ? AND number = ?") &&
         find_part_.prepare(database, "SELECT id FROM part WHERE message = ? AND name = ?") &&
         prepare_completion(database);
}

bool RowInserter::prepare_names(sqlite3* database) {
  for (const write::ColumnInfo& column : rows_->columns) {
    if (column.kept != write::Kept::kAsName) continue;
    const std::string table(column.key);
    const char* const what = table == "host" ? " (name, domain) VALUES (?, ?)" : " (name) VALUES (?)";
    if (!names_[&column].prepare(database, "SELECT id FROM " + table + " WHERE name = ?",
                                 "INSERT INTO " + table + what))
      return false;
  }
  return true;
}

bool RowInserter::prepare_completion(sqlite3* database) {
  std::string values;
  for (const SqlColumn& column : parts_.columns)
    values += fmt::format("{0}{1} = coalesce({1}, ?)", values.empty() ? "" : ", ", column.name);
  return complete_part_.prepare(database, ("UPDATE part SET " + values + " WHERE id = ?").c_str());
}

void RowInserter::enter_source(std::int64_t id, std::string_view name, bool has_rows) {
  source_ = name;
  source_id_ = id;
  source_has_rows_ = has_rows;
  message_id_ = part_id_ = 0;
}

bool RowInserter::insert(std::string_view rows, const NameSource& name_source) {
  RowUnpacker row(rows);
  bool done = true;
  while (done && !row.at_end()) {
    switch (row.kind()) {
      case PackedKind::kLink:
      case PackedKind::kEntity:
      case PackedKind::kDiagnostic:
      case PackedKind::kComparison:
        done = own(row);
        break;
      case PackedKind::kMessage:
        done = message(row, name_source);
        break;
      case PackedKind::kPart:
        done = part(row);
        break;
      case PackedKind::kBase:
        done = base(row);
        break;
      case PackedKind::kCount:
        count_ = row.plain();
        break;
      case PackedKind::kCandidate:
        done = candidate(row);
    }
  }
  return done;
}

// Reads the next record's values, one per column.
bool RowInserter::read(const std::vector<SqlColumn>& columns, RowUnpacker& row) {
  values_.clear();
  for (const SqlColumn& column : columns) {
    if (column.info->when == write::When::kUnique) {
      values_.push_back({.number = std::exchange(count_, std::nullopt)});
      continue;
    }
    RowUnpacker::Value value = row.value();
    if (column.info->kept == write::Kept::kAsName && value.text) {
      const std::int64_t id = name_id(*column.info, *value.text);
      if (id == 0) return false;
      value = {.number = static_cast<std::uint64_t>(id)};
    }
    values_.push_back(value);
  }
  return true;
}

// Inserts the values that were read. Returns the row's id, or 0.
template <typename... Before>
std::int64_t RowInserter::run(Insertion& insertion, const Before&... before) {
  bind_values(insertion.statement, 1 + static_cast<int>(sizeof...(before)), values_);
  return insertion.statement.insert(before...);
}

bool RowInserter::message(RowUnpacker& row, const NameSource& name_source) {
  const bool may_be_again = row.plain() == 1;
  const std::string_view source = row.value().text.value_or("");
  if (!read(messages_.columns, row)) return false;
  const std::uint64_t number = values_.front().number.value_or(0);
  if (source_id_ == 0 || source != source_) {
    const std::int64_t id = name_source(source);
    if (id == 0) return false;
    enter_source(id, source, false);
  }
  // A container may have two members of the same name, so two messages may have the same source and number.
  if (!may_be_again || message_id_ == 0 || number != message_number_) {
    part_id_ = message_id_ = 0;
    message_number_ = number;
    if (source_has_rows_) message_id_ = find_message_.query(source_id_, number).value_or(0);
    if (find_message_.failed()) return false;
  }
  // A row about the source itself has number 0 and no message.
  if (message_id_ == 0 && number != 0) message_id_ = run(messages_, source_id_);
  return message_id_ != 0 || number == 0;
}

bool RowInserter::part(RowUnpacker& row) {
  if (!read(parts_.columns, row)) return false;
  const std::string_view name = values_.front().text.value_or("");
  if (part_id_ != 0 && name == part_) return true;
  part_ = name;
  part_id_ = source_has_rows_ ? find_part_.query(message_id_, name).value_or(0) : 0;
  if (find_part_.failed()) return false;
  if (part_id_ == 0) {
    part_id_ = run(parts_, message_id_);
    return part_id_ != 0;
  }
  // `tree` stores only some columns of a part; `links` completes them.
  if (rows_ != &write::kLinkRows) return true;
  bind_values(complete_part_, 1, values_);
  complete_part_.bind(static_cast<int>(values_.size()) + 1, part_id_);
  return complete_part_.run();
}

bool RowInserter::base(RowUnpacker& row) {
  const char* const start = row.position();
  if (!read(base_columns_, row)) return false;
  const std::string_view key(start, static_cast<std::size_t>(row.position() - start));
  base_id_ = bases_.id(key, [this](Statement& statement, bool) { bind_values(statement, 1, values_); });
  return base_id_ != 0;
}

std::int64_t RowInserter::name_id(const write::ColumnInfo& column, std::string_view name) {
  std::string domain;
  return names_[&column].id(name, [&](Statement& statement, bool is_insertion) {
    statement.bind(1, name);
    if (!is_insertion || column.key != "host") return;
    domain = domain_of(name);
    statement.bind(2, domain);
  });
}

bool RowInserter::own(RowUnpacker& row) {
  if (!read(own_.columns, row)) return false;
  candidate_position_ = 0;
  if (write::has_no_part(*rows_)) {
    own_id_ = run(own_, source_id_, message_id_ != 0 ? std::optional(message_id_) : std::nullopt);
  } else {
    own_id_ = run(own_, part_id_, base_id_);
  }
  return own_id_ != 0;
}

bool RowInserter::candidate(RowUnpacker& row) {
  if (!read(candidates_.columns, row)) return false;
  bind_values(candidates_.statement, 3, values_);
  return candidates_.statement.run(own_id_, candidate_position_++);
}

}  // namespace mimebase::database
