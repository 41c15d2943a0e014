// RAII wrappers for SQLite connections and prepared statements.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace mimebase::database {

// False in a build without SQLite (no_sqlite.cpp), in which nothing can be opened.
[[nodiscard]] bool has_sqlite();

// An open database file. Use from one thread at a time.
class Connection {
 public:
  Connection() = default;
  enum class Access { kRead, kWrite };
  // Opens or creates `file`, to which no other process has access. The path is used literally and may be a
  // /proc path of an unnamed file. `display_name` names the file in errors.
  [[nodiscard]] Result<void> open_new(const std::string& file, std::string display_name);
  // Opens a file that may be hostile. Triggers and views are disabled, and the schema can call only functions
  // that SQLite marks as innocuous. A file opened for reading must not change meanwhile.
  [[nodiscard]] Result<void> open_existing(const std::string& file, std::string display_name, Access access);
  [[nodiscard]] Result<void> open_in_memory();
  // Closes the file and reports errors. The destructor also closes it, but ignores errors.
  [[nodiscard]] Result<void> close();

  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  // Runs statements that are separated by semicolons. Result rows are ignored.
  [[nodiscard]] Result<void> execute(const char* sql) const;
  // Returns the first column of the first row, for PRAGMAs and the like; 0 if there is no row.
  [[nodiscard]] Result<std::int64_t> number(const char* sql) const;
  // Makes a running statement fail soon. May be called from any thread.
  void interrupt() const;
  // Describes the failure of the last call, with code kUnwritable.
  [[nodiscard]] Error error() const;

 private:
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  [[nodiscard]] Result<void> open(const std::string& path, int flags, const char* vfs);

  std::string display_name_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

// A prepared statement. Texts are bound without a copy and must live until the statement has run. If binding
// fails, so does the next run; Connection::error() has the reason.
class Statement {
 public:
  [[nodiscard]] bool prepare(sqlite3* database, const char* sql);

  template <std::integral T>
  void bind(int index, T value) {
    bind_number(index, static_cast<std::int64_t>(value));
  }
  void bind(int index, std::string_view text);
  template <typename T>
  void bind(int index, const std::optional<T>& value) {
    if (value) {
      bind(index, *value);
    } else {
      bind_null(index);
    }
  }

  // The following functions bind `values` to the first parameters.
  // run() is for statements without result rows.
  template <typename... Values>
  [[nodiscard]] bool run(const Values&... values) {
    bind_first(values...);
    return run_bound();
  }
  // Runs an INSERT. Returns the id of the row, or 0 on failure.
  template <typename... Values>
  [[nodiscard]] std::int64_t insert(const Values&... values) {
    return run(values...) ? last_id() : 0;
  }
  // Returns the first column of a query's first row; nothing if there is no row, or on failure.
  template <typename... Values>
  [[nodiscard]] std::optional<std::int64_t> query(const Values&... values) {
    bind_first(values...);
    return query_bound();
  }
  // Steps to the next row of a query. Returns false at the end, and on failure.
  [[nodiscard]] bool step();
  // Resets the statement, so that it can run again.
  void reset();
  // Returns a column of the current row. The view is valid until the next step().
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::optional<std::string_view> text_or_null(int column) const {
    return is_null(column) ? std::nullopt : std::optional(text(column));
  }
  [[nodiscard]] std::uint64_t number(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  // True if the last query() or step() failed.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };
  template <typename... Values>
  void bind_first(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
  }
  void bind_number(int index, std::int64_t value);
  void bind_null(int index);
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] bool run_bound();
  [[nodiscard]] std::optional<std::int64_t> query_bound();

  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  bool failed_ = false;
};

// Returns the name of a VFS (sqlite3_vfs) for a new, possibly unnamed file that no other process uses. It
// opens paths literally, including /proc paths of open files. SQLite's default VFS would resolve their
// symbolic links as text. It takes no locks. Temporary files use the default VFS. Returns null if memory runs
// out.
[[nodiscard]] const char* vfs_of_new_files();

}  // namespace mimebase::database
