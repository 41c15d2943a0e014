// SQLite's C interface, wrapped: connections and prepared statements that free themselves.
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

// False where this was built without SQLite (no_sqlite.cpp): then nothing can be opened.
[[nodiscard]] bool has_sqlite();

// An open database file. To be used by one thread at a time.
class Connection {
 public:
  Connection() = default;
  enum class Access { kRead, kWrite };
  // Opens `file`, which is ours alone, or creates it: its path is taken as it is, and may be one that /proc
  // has for a file without a name. `called` is what errors call it.
  [[nodiscard]] Result<void> open_new(const std::string& file, std::string display_name);
  // Opens a file that may be hostile: no trigger or view of it works, and no function is called that its
  // schema asks for, unless SQLite says that it does no harm. For reading alone the file must not change.
  [[nodiscard]] Result<void> open_existing(const std::string& file, std::string display_name, Access access);
  [[nodiscard]] Result<void> open_in_memory();
  // Also without it the file is closed in the end; but only this says whether all went well.
  [[nodiscard]] Result<void> close();

  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  // Runs statements that are separated by semicolons; rows that they give are passed over.
  [[nodiscard]] Result<void> execute(const char* sql) const;
  // The first column of the first row, as PRAGMAs give it; 0 where there is none.
  [[nodiscard]] Result<std::int64_t> number(const char* sql) const;
  // From any thread: what runs is to fail soon.
  void interrupt() const;
  // Why the last call failed: kUnwritable.
  [[nodiscard]] Error error() const;

 private:
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  [[nodiscard]] Result<void> open(const std::string& path, int flags, const char* vfs);

  std::string display_name_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

// A prepared statement. Texts are bound as they lie, and must live until the statement has run. Where
// anything fails, so does the run that follows; Connection::error() says why.
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

  // These bind what they are given to the first parameters.
  // For a statement that gives no rows.
  template <typename... Values>
  [[nodiscard]] bool run(const Values&... values) {
    bind_first(values...);
    return run_bound();
  }
  // For an INSERT: the id of the row; 0 where it fails.
  template <typename... Values>
  [[nodiscard]] std::int64_t insert(const Values&... values) {
    return run(values...) ? last_id() : 0;
  }
  // The first column of the first row of a query; nothing where there is no row, or where it fails.
  template <typename... Values>
  [[nodiscard]] std::optional<std::int64_t> query(const Values&... values) {
    bind_first(values...);
    return query_bound();
  }
  // Goes on to the next row of a query; false at the end, and where it fails.
  [[nodiscard]] bool step();
  // So that it can run anew.
  void reset();
  // A column of the row; the view lives until the next step().
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::optional<std::string_view> text_or_null(int column) const {
    return is_null(column) ? std::nullopt : std::optional(text(column));
  }
  [[nodiscard]] std::uint64_t number(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  // After query() or step(): whether it failed.
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

// The name of a VFS (sqlite3_vfs) for a new file that is ours alone and need not have a name. It opens a path
// as it is, be it one that /proc has for an open file, where SQLite's own follows symbolic links by their
// text. It locks nothing: nobody else knows of the file. Temporary files are as SQLite has them. Null without
// memory.
[[nodiscard]] const char* vfs_of_new_files();

}  // namespace mimebase::database
