// Packed rows into the tables of a database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/sqlite.h"
#include "database/sqlite_schema.h"
#include "database/sqlite_writer.h"

namespace mimebase::database {

// Rows of a table that each stand for a text (or several) and are there once. The ids of those met lately are
// kept in memory, of which it takes a bounded amount.
class Dictionary {
 public:
  // `select` gives the id of a row, `insert` makes one.
  [[nodiscard]] bool prepare(sqlite3* database, const std::string& select, const std::string& insert);
  // The id of the row for `key`, made if need be; 0 on failure. `bind(statement, is_insertion)` binds what
  // the key stands for.
  template <typename Bind>
  [[nodiscard]] std::int64_t id(std::string_view key, Bind bind);

 private:
  void keep(std::string_view key, std::int64_t id);

  Statement select_, insert_;
  // By order: whoever writes mail could have its texts collide in a hash.
  std::map<std::string, std::int64_t, std::less<>> kept_;
  std::size_t kept_bytes_ = 0;
};

// Each function that returns bool says false on failure; the connection then knows why.
class RowInserter {
 public:
  // For rows of one command, which must outlive the inserter.
  [[nodiscard]] bool prepare(sqlite3* database, const write::Rows& rows);

  // The rows that follow are of this source. With `has_rows` the database may hold its messages and parts
  // already, from another command: those rows are taken, and completed.
  void enter_source(std::int64_t id, std::string_view name, bool has_rows);
  // The source that rows are of, 0 if none was entered.
  [[nodiscard]] std::int64_t source() const { return source_id_; }
  // Called with the name of a source that was not entered; gives its id, 0 on failure.
  using NameSource = std::function<std::int64_t(std::string_view name)>;
  [[nodiscard]] bool insert(std::string_view rows, const NameSource& name_source);

 private:
  // What the rows keep in one place, and the statement that puts it there.
  struct Insertion {
    std::vector<SqlColumn> columns;
    Statement statement;
  };

  [[nodiscard]] bool prepare_names(sqlite3* database);
  [[nodiscard]] bool prepare_completion(sqlite3* database);
  [[nodiscard]] bool message(RowUnpacker& row, const NameSource& name_source);
  [[nodiscard]] bool part(RowUnpacker& row);
  [[nodiscard]] bool base(RowUnpacker& row);
  [[nodiscard]] bool own(RowUnpacker& row);
  [[nodiscard]] bool candidate(RowUnpacker& row);
  [[nodiscard]] bool read(const std::vector<SqlColumn>& columns, RowUnpacker& row);
  template <typename... Before>
  [[nodiscard]] std::int64_t run(Insertion& insertion, const Before&... before);
  [[nodiscard]] std::int64_t name_id(const write::ColumnInfo& column, std::string_view name);

  const write::Rows* rows_ = nullptr;
  Insertion messages_, parts_, completed_parts_, own_, candidates_;
  Statement find_message_, find_part_;
  std::vector<SqlColumn> base_columns_;
  Dictionary bases_;
  std::map<const write::ColumnInfo*, Dictionary> names_;

  std::vector<RowUnpacker::Value> values_;  // of the record that is read, names as their ids
  std::optional<std::uint64_t> count_;      // of the next row
  std::string source_, part_;
  std::int64_t source_id_ = 0;
  bool source_has_rows_ = false;
  std::uint64_t message_number_ = 0;
  std::int64_t message_id_ = 0, part_id_ = 0, base_id_ = 0, own_id_ = 0, candidate_position_ = 0;
};

}  // namespace mimebase::database
