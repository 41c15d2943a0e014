// The SQLite database of a run: a new file, or an existing one that the run adds to.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/row_inserter.h"
#include "database/sqlite.h"
#include "mimebase/result.h"
#include "write/columns.h"

namespace mimebase::database {

// A source, and what identifies its contents in later runs.
struct SourceIdentity {
  std::string_view name;
  std::optional<std::uint64_t> size_bytes = {};
  std::string_view digest = {};  // from Digest::hex(); empty if unknown
};

// An option that affects the rows.
struct StoredOption {
  std::string name, value;
  std::string preset;  // the option's default value
};

// Writes rows to a database file. Use from one thread at a time, except abandon(). After a failure
// (kUnwritable) nothing more is written.
class Database {
 public:
  // Builds a new database in `file`, which is empty or does not exist. Until finish() the file is incomplete
  // and would not survive a crash, so it should get its final name only afterwards (Output). `display_name`
  // names the file in errors. `rows` describes the rows that insert() will get.
  [[nodiscard]] static Result<Database> create(const std::string& file, std::string display_name,
                                               const write::Rows& rows,
                                               const std::vector<StoredOption>& options = {});
  // Adds to a database that create() made. Transactions end between sources: concurrent readers, and readers
  // after a crash, see whole sources only. Fails if `file` is anything else, or if its schema has anything
  // that create() does not make. Fails with kUsage, naming the options, if the database was made with other
  // options.
  [[nodiscard]] static Result<Database> append_to(const std::string& file, std::string display_name,
                                                  const write::Rows& rows,
                                                  const std::vector<StoredOption>& options = {});

  // Begins a source, to which the following rows belong. Returns false if the database already holds the rows
  // of a source with the same name, size and digest from an earlier run; the caller must then skip the
  // source. A new database takes all sources. Rows from an earlier, incomplete reading of the source are
  // removed.
  [[nodiscard]] Result<bool> begin_source(const SourceIdentity& source);
  // Sets the size and digest of the source that was begun. A new database needs them only now.
  void identify_begun_source(std::uint64_t size_bytes, std::string_view digest) {
    begun_size_ = size_bytes;
    begun_digest_ = digest;
  }
  // Ends the source that was begun, if any. Only a source that was read completely is `whole`; later runs
  // skip it.
  [[nodiscard]] Result<void> end_begun_source(bool whole);
  // Inserts packed rows (SqliteWriter::rows()). A source that was not begun is added by name only.
  [[nodiscard]] Result<void> insert(std::string_view rows);
  // Ends a source that was not begun, after its last row. If an earlier run held the same name, size and
  // digest, the new rows are removed again. Size and digest are ignored unless the source is `whole`.
  [[nodiscard]] Result<void> end_source(const SourceIdentity& source, bool whole);
  // Creates the indices, commits and closes the database. Leaves no other files next to it.
  [[nodiscard]] Result<void> finish();
  // Rolls back uncommitted rows and stops further writes. May be called from any thread at any time. Leaves
  // no other files next to a database that is added to. Waits for the writing thread, at most some seconds.
  void abandon();

  // Returns true if create() made it.
  [[nodiscard]] bool is_new() const { return is_new_; }

 private:
  struct Found {
    std::int64_t id = 0;   // 0 if not found
    bool is_held = false;  // all rows are in the database
    bool is_in_part = false;
  };
  struct Locks {
    std::timed_mutex used;   // held by the thread that uses the connection
    std::mutex open_or_not;  // held while the connection is closed, or must not be closed
    bool is_closed = false;
  };

  Database(const write::Rows& rows, bool is_new) : rows_(&rows), is_new_(is_new) {}

  Error fail();
  [[nodiscard]] bool prepare();
  [[nodiscard]] Result<void> store_option(const StoredOption& option);
  [[nodiscard]] Result<void> compare_options(const std::string& display_name,
                                             const std::vector<StoredOption>& options);
  [[nodiscard]] Result<void> next_transaction();
  [[nodiscard]] bool mark(std::int64_t id, const SourceIdentity& source, bool whole);
  [[nodiscard]] Result<void> end_begun(bool whole);
  // Finds the source among those of earlier runs. Returns nothing on failure.
  [[nodiscard]] std::optional<Found> find_earlier(const SourceIdentity& source);
  [[nodiscard]] Result<void> remove_contents(std::int64_t id);
  [[nodiscard]] Result<void> remove_parts(std::string_view name);
  [[nodiscard]] std::int64_t source_named(std::string_view name);
  [[nodiscard]] Result<void> close();

  Connection connection_;
  const write::Rows* rows_;
  RowInserter inserter_;
  Statement insert_source_, find_source_, find_named_, identify_source_, find_part_;
  // The source that was begun. Its size and digest are stored only after its last row. If the run is killed
  // before that, the next run reads the source again.
  std::int64_t begun_source_ = 0;
  std::optional<std::uint64_t> begun_size_;
  std::string begun_digest_;
  bool is_new_;
  bool failed_ = false;
  std::int64_t last_old_source_ = 0;  // ids above it belong to this run
  std::size_t bytes_in_transaction_ = 0;
  std::unique_ptr<Locks> locks_ = std::make_unique<Locks>();
};

}  // namespace mimebase::database
