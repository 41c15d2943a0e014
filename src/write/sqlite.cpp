#include "write/sqlite.h"

#include <cstring>
#include <utility>

namespace mimebase::write {

Result<void> Connection::open(const std::string& file, std::string called) {
  called_ = std::move(called);
  // SQLite gives names that begin with ":" and empty ones a meaning of its own.
  const std::string path = file.starts_with('/') ? file : "./" + file;
  sqlite3* handle = nullptr;
  // Without a mutex a call: one thread at a time is what is promised.
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (handle == nullptr) return Error{Error::Code::kUnwritable, called_ + ": out of memory"};
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

Error Connection::error() const {
  const int code = sqlite3_extended_errcode(handle_.get());
  int system = sqlite3_system_errno(handle_.get());
  // It does not know about failures to write while a transaction goes on.
  if (system == 0) sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_LAST_ERRNO, &system);
  const bool by_system = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
  std::string reason = by_system && system != 0 ? std::strerror(system) : sqlite3_errmsg(handle_.get());
  return {Error::Code::kUnwritable, called_ + ": " + reason};
}

bool Statement::prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  statement_.reset(statement);
  return code == SQLITE_OK;
}

void Statement::bind(int index, std::string_view text) {
  // A view without an address would be bound as NULL.
  const char* begin = text.data() != nullptr ? text.data() : "";
  const int code =
      sqlite3_bind_text64(statement_.get(), index, begin, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  failed_ = failed_ || code != SQLITE_OK;
}

bool Statement::run() {
  const bool done = !std::exchange(failed_, false) && sqlite3_step(statement_.get()) == SQLITE_DONE;
  return sqlite3_reset(statement_.get()) == SQLITE_OK && done;
}

std::optional<std::int64_t> Statement::query() {
  std::optional<std::int64_t> value;
  if (!failed_ && sqlite3_step(statement_.get()) == SQLITE_ROW)
    value = sqlite3_column_int64(statement_.get(), 0);
  const bool was_reset = sqlite3_reset(statement_.get()) == SQLITE_OK;
  failed_ = failed_ || !was_reset;
  return failed_ ? std::nullopt : value;
}

}  // namespace mimebase::write
