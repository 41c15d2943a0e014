// The SQLite database of a run: a new file, or one that is added to.
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

// A source, and by what it is known again.
struct SourceIdentity {
  std::string_view name;
  std::optional<std::uint64_t> size_bytes = {};
  std::string_view digest = {};  // as Digest::hex() gives it; empty where it is not known
};

// An option that the rows depend on.
struct StoredOption {
  std::string name, value;
  std::string preset;  // its value where it is not given
};

// To be used by one thread at a time. After a failure (kUnwritable) nothing more is written.
class Database {
 public:
  // Builds a new database in `file`, which is empty or not there yet. Until finish() it is not whole, and
  // nothing in it would survive a crash: it is meant for a file that takes its name only afterwards (Output).
  // `called` is what errors call it; `rows` are those that come.
  [[nodiscard]] static Result<Database> create(const std::string& file, std::string display_name,
                                               const write::Rows& rows,
                                               const std::vector<StoredOption>& options = {});
  // Adds to a database that create() made, in transactions: whoever reads it meanwhile sees whole sources,
  // and so it is left if the run is killed. Fails also where `file` is something else, or has in its schema
  // what create() does not make; with kUsage, naming them, where it was made with other options.
  [[nodiscard]] static Result<Database> append_to(const std::string& file, std::string display_name,
                                                  const write::Rows& rows,
                                                  const std::vector<StoredOption>& options = {});

  // The rows that follow are of this source. False where append_to() met a database that holds these rows
  // of a source with that name, size and digest from an earlier run: it is to be passed over. A new file
  // takes all. What an earlier run has read of it in part is taken out.
  [[nodiscard]] Result<bool> begin_source(const SourceIdentity& source);
  // The source that was begun, if one was, has all of its rows. Only one of which all was read is `whole`,
  // and held from now on.
  [[nodiscard]] Result<void> end_begun_source(bool whole);
  // Takes SqliteWriter::rows(). A source that was not begun is added by its name alone.
  [[nodiscard]] Result<void> insert(std::string_view rows);
  // Every row of a source that was not begun is there. If an earlier run had it, with that size and digest,
  // it is taken out again. Of one that is not `whole`, size and digest mean nothing.
  [[nodiscard]] Result<void> end_source(const SourceIdentity& source, bool whole);
  // Indices, the last transaction, and the end of the connection. No other file is left beside the database.
  [[nodiscard]] Result<void> finish();
  // From another thread, at any time: what was not committed is given up, and no other file is left beside a
  // database that is added to. Nothing more is written afterwards. Waits for some seconds at the most.
  void abandon();

 private:
  struct Found {
    std::int64_t id = 0;   // 0 if there is none
    bool is_held = false;  // with these contents
    bool is_in_part = false;
  };
  struct Locks {
    std::timed_mutex used;   // by who uses the connection
    std::mutex open_or_not;  // held where the connection is closed, or must not be
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
  // Of an earlier run; nothing on failure.
  [[nodiscard]] std::optional<Found> find_earlier(const SourceIdentity& source);
  [[nodiscard]] Result<void> remove_contents(std::int64_t id);
  [[nodiscard]] Result<void> remove_parts(std::string_view name);
  [[nodiscard]] std::int64_t source_named(std::string_view name);
  [[nodiscard]] Result<void> close();

  Connection connection_;
  const write::Rows* rows_;
  RowInserter inserter_;
  Statement insert_source_, find_source_, find_named_, identify_source_, find_part_;
  // The source that was begun. It gets its marks once all of its rows are there: if the run is killed in the
  // midst, the next one begins it again.
  std::int64_t begun_source_ = 0;
  std::optional<std::uint64_t> begun_size_;
  std::string begun_digest_;
  bool is_new_;
  bool failed_ = false;
  std::int64_t last_old_source_ = 0;  // sources above it are of this run
  std::size_t bytes_in_transaction_ = 0;
  std::unique_ptr<Locks> locks_ = std::make_unique<Locks>();
};

}  // namespace mimebase::database
