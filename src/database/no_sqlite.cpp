// Replaces sqlite.cpp and sqlite_file.cpp in a build without SQLite. Nothing can be opened, so the other
// functions are never called with an open database.
#include <string>

#include "database/sqlite.h"
#include "model/built_without.h"

namespace mimebase::database {
namespace {

Error unavailable(const std::string& display_name) {
  return {Error::Code::kUsage, display_name + ": is a database, and " + built_without("SQLite")};
}

}  // namespace

bool has_sqlite() {
  return false;
}

void Connection::Closer::operator()(sqlite3* /*handle*/) const {}

Result<void> Connection::open_new(const std::string& /*file*/, std::string display_name) {
  return unavailable(display_name);
}

Result<void> Connection::open_existing(const std::string& /*file*/, std::string display_name,
                                       Access /*access*/) {
  return unavailable(display_name);
}

Result<void> Connection::open_in_memory() {
  return unavailable("a database in memory");
}

Result<void> Connection::close() {
  return {};
}

Result<void> Connection::execute(const char* /*sql*/) const {
  return error();
}

Result<std::int64_t> Connection::number(const char* /*sql*/) const {
  return error();
}

void Connection::interrupt() const {}

Error Connection::error() const {
  return unavailable(display_name_);
}

void Statement::Finalizer::operator()(sqlite3_stmt* /*statement*/) const {}

bool Statement::prepare(sqlite3* /*database*/, const char* /*sql*/) {
  return false;
}

void Statement::bind(int /*index*/, std::string_view /*text*/) {}
void Statement::bind_number(int /*index*/, std::int64_t /*value*/) {}
void Statement::bind_null(int /*index*/) {}
void Statement::reset() {}

std::int64_t Statement::last_id() const {
  return 0;
}

bool Statement::step() {
  failed_ = true;
  return false;
}

std::string_view Statement::text(int /*column*/) const {
  return {};
}

std::uint64_t Statement::number(int /*column*/) const {
  return 0;
}

bool Statement::is_null(int /*column*/) const {
  return true;
}

bool Statement::run_bound() {
  return false;
}

std::optional<std::int64_t> Statement::query_bound() {
  failed_ = true;
  return std::nullopt;
}

}  // namespace mimebase::database
