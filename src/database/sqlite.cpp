#include "database/sqlite.h"

#include <glib.h>
#include <sqlite3.h>

#include <cstring>
#include <utility>

namespace mimebase::database {

namespace {

// SQLite treats empty names, and names that begin with ":", specially.
std::string plain_path(const std::string& file) {
  return file.starts_with('/') ? file : "./" + file;
}

// Returns a URI that makes SQLite read the file without locks and without creating a log next to it.
std::string uri_of_unchanging(const std::string& path) {
  const std::unique_ptr<char, decltype(&g_free)> escaped(g_uri_escape_string(path.c_str(), "/", FALSE),
                                                         g_free);
  return std::string("file:") + escaped.get() + "?immutable=1";
}

}  // namespace

bool has_sqlite() {
  return true;
}

void Connection::Closer::operator()(sqlite3* handle) const {
  sqlite3_close(handle);
}

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Result<void> Connection::open_new(const std::string& file, std::string display_name) {
  display_name_ = std::move(display_name);
  return open(plain_path(file), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs_of_new_files());
}

Result<void> Connection::open_in_memory() {
  display_name_ = "a database in memory";
  return open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
}

Result<void> Connection::open_existing(const std::string& file, std::string display_name, Access access) {
  display_name_ = std::move(display_name);
  const Result<void> opened =
      access == Access::kWrite
          ? open(plain_path(file), SQLITE_OPEN_READWRITE, nullptr)
          : open(uri_of_unchanging(plain_path(file)), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  if (!opened) return opened;
  struct Setting {
    int name, value;
  };
  constexpr Setting kSettings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},  {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (const Setting& setting : kSettings) {
    if (sqlite3_db_config(handle_.get(), setting.name, setting.value, nullptr) != SQLITE_OK) return error();
  }
  return execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
}

Result<void> Connection::open(const std::string& path, int flags, const char* vfs) {
  sqlite3* handle = nullptr;
  // No mutex per call is needed, since callers use one thread at a time.
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, vfs);
  handle_.reset(handle);
  if (handle == nullptr) return Error{Error::Code::kUnwritable, display_name_ + ": out of memory"};
  sqlite3_extended_result_codes(handle, 1);
  if (code != SQLITE_OK) return error();
  sqlite3_busy_timeout(handle, 5000);
  return {};
}

Result<void> Connection::close() {
  if (handle_ == nullptr) return {};
  if (sqlite3_close(handle_.get()) != SQLITE_OK) return error();
  static_cast<void>(handle_.release());
  return {};
}

Result<void> Connection::execute(const char* sql) const {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

Result<std::int64_t> Connection::number(const char* sql) const {
  Statement statement;
  if (!statement.prepare(handle_.get(), sql)) return error();
  const std::optional<std::int64_t> value = statement.query();
  if (statement.failed()) return error();
  return value.value_or(0);
}

void Connection::interrupt() const {
  sqlite3_interrupt(handle_.get());
}

Error Connection::error() const {
  const int code = sqlite3_extended_errcode(handle_.get());
  int system = sqlite3_system_errno(handle_.get());
  // This value lacks failures to write during a transaction.
  if (system == 0) sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_LAST_ERRNO, &system);
  const bool by_system = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
  std::string reason = by_system && system != 0 ? std::strerror(system) : sqlite3_errmsg(handle_.get());
  return {Error::Code::kUnwritable, display_name_ + ": " + reason};
}

bool Statement::prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  statement_.reset(statement);
  return code == SQLITE_OK;
}

void Statement::bind_number(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
}

void Statement::bind_null(int index) {
  sqlite3_bind_null(statement_.get(), index);
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

std::int64_t Statement::last_id() const {
  return sqlite3_last_insert_rowid(sqlite3_db_handle(statement_.get()));
}

void Statement::bind(int index, std::string_view text) {
  // A view with a null pointer would be bound as NULL.
  const char* begin = text.data() != nullptr ? text.data() : "";
  const int code =
      sqlite3_bind_text64(statement_.get(), index, begin, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  failed_ = failed_ || code != SQLITE_OK;
}

std::uint64_t Statement::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool Statement::run_bound() {
  const bool done = !std::exchange(failed_, false) && sqlite3_step(statement_.get()) == SQLITE_DONE;
  return sqlite3_reset(statement_.get()) == SQLITE_OK && done;
}

bool Statement::step() {
  const int code = failed_ ? SQLITE_ERROR : sqlite3_step(statement_.get());
  failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
  return code == SQLITE_ROW;
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return text != nullptr ? std::string_view(text, size) : std::string_view();
}

std::optional<std::int64_t> Statement::query_bound() {
  std::optional<std::int64_t> value;
  if (!failed_ && sqlite3_step(statement_.get()) == SQLITE_ROW)
    value = sqlite3_column_int64(statement_.get(), 0);
  const bool was_reset = sqlite3_reset(statement_.get()) == SQLITE_OK;
  failed_ = failed_ || !was_reset;
  return failed_ ? std::nullopt : value;
}

}  // namespace mimebase::database
