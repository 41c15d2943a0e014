// Inserts packed rows into the tables of a database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/packed_reader.h"
#include "database/sqlite.h"
#include "mimebase/model.h"
#include "write/column_writers.h"

namespace mimebase::database {

// The registrable domain of a host, which is defanged if the host is.
[[nodiscard]] std::string domain_of(std::string_view host);

// A table whose rows are unique texts (or tuples of texts) with ids. Caches recent ids in memory, up to a
// fixed size.
class Dictionary {
 public:
  // `select` returns the id of a row; `insert` adds one.
  [[nodiscard]] bool prepare(sqlite3* database, const std::string& select, const std::string& insert);
  // Returns the id of the row for `key`, adding the row if necessary; 0 on failure. `bind(statement,
  // is_insertion)` binds the values that the key stands for.
  template <typename Bind>
  [[nodiscard]] std::int64_t id(std::string_view key, Bind bind);

 private:
  void keep(std::string_view key, std::int64_t id);

  Statement select_, insert_;
  // Ordered, because mail could choose texts that collide in a hash table.
  std::map<std::string, std::int64_t, std::less<>> kept_;
  std::size_t kept_bytes_ = 0;
};

// Inserts the rows that commands have packed. Functions that return bool return false on failure; the
// connection then has the error.
class RowInserter {
 public:
  // Prepares for the rows of one command. `rows` must outlive the inserter.
  [[nodiscard]] bool prepare(sqlite3* database, const write::Rows& rows);

  // Begins a source, to which the following rows belong. If `has_rows` is set, another command may have
  // stored its messages and parts already; these rows are reused and completed.
  void enter_source(std::int64_t id, std::string_view name, bool has_rows);
  // The id of the current source; 0 if there is none.
  [[nodiscard]] std::int64_t source() const { return source_id_; }
  // Called for a source that was not entered, with its name. Returns its id, or 0 on failure.
  using NameSource = std::function<std::int64_t(std::string_view name)>;
  [[nodiscard]] bool insert(std::string_view rows, const NameSource& name_source);

 private:
  struct Inserting;

  [[nodiscard]] bool prepare_names(sqlite3* database);
  [[nodiscard]] bool prepare_completion(sqlite3* database);
  [[nodiscard]] bool message(const MessageInfo& message, bool may_be_again, const NameSource& name_source);
  template <typename Columns, typename Row>
  [[nodiscard]] bool part(const Columns& columns, const Row& row);
  [[nodiscard]] bool base(const BaseInfo& base);
  template <typename Columns, typename Row>
  [[nodiscard]] bool own(const Columns& columns, const Row& row, std::optional<std::uint64_t> count);
  [[nodiscard]] bool chain(std::span<const Candidate> chain);

  const write::Rows* rows_ = nullptr;
  Statement insert_message_, insert_part_, insert_own_, insert_candidate_;
  Statement find_message_, find_part_, complete_part_;
  Dictionary bases_;
  std::vector<Dictionary> names_;  // by the index of their column

  std::string source_, part_;
  std::int64_t source_id_ = 0;
  bool source_has_rows_ = false;
  std::uint64_t message_number_ = 0;
  std::int64_t message_id_ = 0, part_id_ = 0, base_id_ = 0, own_id_ = 0;
};

}  // namespace mimebase::database
