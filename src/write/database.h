// The SQLite database of a run: a new file, or one that is added to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/result.h"
#include "write/columns.h"

namespace mimebase::write {

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
  [[nodiscard]] static Result<Database> create(const std::string& file, std::string called, const Rows& rows,
                                               const std::vector<StoredOption>& options = {});
  // Adds to a database that create() made, in transactions: whoever reads it meanwhile sees whole sources,
  // and so it is left if the run is killed. Fails also where `file` is something else, or has in its schema
  // what create() does not make; with kUsage, naming them, where it was made with other options.
  [[nodiscard]] static Result<Database> append_to(const std::string& file, std::string called,
                                                  const Rows& rows,
                                                  const std::vector<StoredOption>& options = {});
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

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
  struct State;
  explicit Database(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::write
