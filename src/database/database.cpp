#include "database/database.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "database/existing_database.h"
#include "database/sqlite_schema.h"
#include "write/shown_text.h"

namespace mimebase::database {
namespace {

// Nobody reads the new file before it is complete, and it is discarded after a crash. So it needs no journal
// and no syncs.
constexpr const char* kNewFile =
    "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384; PRAGMA foreign_keys = OFF; BEGIN;";
constexpr const char* kExistingFile =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;"
    "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE";

// Consecutive sources share a transaction up to this many bytes of rows, because many sources are small.
constexpr std::size_t kTransactionBytes = std::size_t{4} << 20;

// Statistics of all rows, without which a join of two views reads a table for each row of another one. If
// rows are added, they come from samples, because a run that adds little must not read the whole database.
constexpr const char* kAnalyzeNew = "ANALYZE";
constexpr const char* kAnalyzeExisting = "PRAGMA analysis_limit = 10000; ANALYZE";
// The tables that the rows of a view share count as huge, so that a query without a condition begins with the
// rows themselves, in their order, and not with a source.
constexpr const char* kAdjustStatistics = R"(
DELETE FROM sqlite_stat1 WHERE tbl IN ('source', 'message', 'part');
INSERT INTO sqlite_stat1 VALUES
  ('source', 'source_name', '1000000000 1'),
  ('message', 'message_source', '1000000000 100 1'),
  ('message', 'message_message_id', '1000000000 1'),
  ('part', 'part_message', '1000000000 10 1');
)";

// Values of has_links, has_tree, has_check, has_compare and has_ledger.
constexpr std::int64_t kHeld = 1, kInPart = 2;

// How long abandon() waits for the writing thread.
constexpr std::chrono::seconds kLongestWait{10};

}  // namespace

Error Database::fail() {
  failed_ = true;
  return connection_.error();
}

bool Database::prepare() {
  sqlite3* const handle = connection_.handle();
  const auto prepare_for_rows = [&](Statement& statement, std::string_view sql) {
    return statement.prepare(
        handle, fmt::format(fmt::runtime(sql), fmt::arg("has", fmt::format("has_{}", rows_->name))).c_str());
  };
  return insert_source_.prepare(handle, "INSERT INTO source (name) VALUES (?)") &&
         find_named_.prepare(handle, "SELECT max(id) FROM source WHERE name = ? AND id > ?") &&
         prepare_for_rows(find_source_,
                          "SELECT id * 4 + {has} FROM source WHERE name = ? AND size IS ? AND digest = ? AND "
                          "id <= ? ORDER BY {has} = 1 DESC, id DESC LIMIT 1") &&
         prepare_for_rows(find_part_,
                          "SELECT id FROM source WHERE name = ? AND digest IS NULL AND {has} = 2 AND id <= ? "
                          "LIMIT 1") &&
         prepare_for_rows(identify_source_,
                          "UPDATE source SET size = coalesce(size, ?2), digest = coalesce(digest, ?3), "
                          "{has} = ?4 WHERE id = ?1") &&
         inserter_.prepare(handle, *rows_);
}

Result<void> Database::store_option(const StoredOption& option) {
  Statement insert;
  std::string buffer;
  const bool done = insert.prepare(connection_.handle(), "INSERT INTO option VALUES (?, ?)") &&
                    insert.run(option.name, write::source_text(option.value, buffer));
  return done ? Result<void>() : Result<void>(connection_.error());
}

// The first run of a command on this database stores that command's own options.
Result<void> Database::compare_options(const std::string& display_name,
                                       const std::vector<StoredOption>& options) {
  Statement select;
  if (!select.prepare(connection_.handle(), "SELECT value FROM option WHERE name = ?"))
    return connection_.error();
  std::string different, buffer;
  for (const StoredOption& option : options) {
    select.bind(1, option.name);
    const bool is_stored = select.step();
    const bool is_of_all = option.name.starts_with('-');
    const std::string stored(is_stored ? select.text(0) : std::string_view(option.preset));
    if (select.failed()) return connection_.error();
    select.reset();
    if (!is_stored && !is_of_all) {
      if (Result<void> done = store_option(option); !done) return done;
    } else if (stored != write::source_text(option.value, buffer)) {
      different +=
          (different.empty() ? "" : ", ") + option.name + " \"" + stored + "\", not \"" + option.value + '"';
    }
  }
  if (different.empty()) return {};
  return Error{Error::Code::kUsage, display_name + ": was created with " + different +
                                        ": use the same options, or write to another FILE"};
}

Result<Database> Database::create(const std::string& file, std::string display_name, const write::Rows& rows,
                                  const std::vector<StoredOption>& options) {
  Database database(rows, true);
  if (Result<void> opened = database.connection_.open_new(file, std::move(display_name)); !opened)
    return opened.error();
  if (Result<void> created = database.connection_.execute((kNewFile + create_tables_and_views()).c_str());
      !created)
    return created.error();
  for (const StoredOption& option : options) {
    if (Result<void> stored = database.store_option(option); !stored) return stored.error();
  }
  if (!database.prepare()) return database.fail();
  return database;
}

Result<Database> Database::append_to(const std::string& file, std::string display_name,
                                     const write::Rows& rows, const std::vector<StoredOption>& options) {
  Database database(rows, false);
  if (Result<void> opened = open_ours(database.connection_, file, display_name, Connection::Access::kWrite);
      !opened)
    return opened.error();
  if (Result<void> begun = database.connection_.execute(kExistingFile); !begun) return begun.error();
  if (Result<void> same = database.compare_options(display_name, options); !same) {
    static_cast<void>(database.connection_.execute("ROLLBACK; PRAGMA journal_mode = DELETE"));
    return same.error();
  }
  const Result<std::int64_t> last = database.connection_.number("SELECT max(id) FROM source");
  if (!last) return last.error();
  database.last_old_source_ = *last;
  if (!database.prepare()) return database.fail();
  return database;
}

// A source that was not read completely gets no digest. The next run finds it by name and reads it again.
bool Database::mark(std::int64_t id, const SourceIdentity& source, bool whole) {
  return identify_source_.run(id, whole ? source.size_bytes : std::nullopt,
                              whole && !source.digest.empty() ? std::optional(source.digest) : std::nullopt,
                              whole ? kHeld : kInPart);
}

Result<void> Database::end_begun(bool whole) {
  const std::int64_t id = std::exchange(begun_source_, 0);
  return id == 0 || mark(id, {{}, begun_size_, begun_digest_}, whole) ? Result<void>() : Result<void>(fail());
}

// Returns the source of this run with that name, adding it if necessary.
std::int64_t Database::source_named(std::string_view name) {
  const std::int64_t found = find_named_.query(name, last_old_source_).value_or(0);
  if (found != 0 || find_named_.failed()) return found;
  return insert_source_.insert(name);
}

std::optional<Database::Found> Database::find_earlier(const SourceIdentity& source) {
  if (is_new_ || source.digest.empty()) return Found{};
  const std::int64_t found =
      find_source_.query(source.name, source.size_bytes, source.digest, last_old_source_).value_or(0);
  if (find_source_.failed()) return std::nullopt;
  return Found{found / 4, found % 4 == kHeld, found % 4 == kInPart};
}

Result<void> Database::remove_contents(std::int64_t id) {
  if (inserter_.source() == id) inserter_.enter_source(0, {}, false);
  Result<void> removed = connection_.execute(removal(*rows_, id).c_str());
  failed_ = failed_ || !removed;
  return removed;
}

// Removes rows from incomplete readings of that source in earlier runs.
Result<void> Database::remove_parts(std::string_view name) {
  while (!is_new_) {
    const std::int64_t id = find_part_.query(name, last_old_source_).value_or(0);
    if (find_part_.failed()) return fail();
    if (id == 0) break;
    if (Result<void> removed = remove_contents(id); !removed) return removed;
  }
  return {};
}

Result<void> Database::next_transaction() {
  if (is_new_ || bytes_in_transaction_ < kTransactionBytes) return {};
  bytes_in_transaction_ = 0;
  Result<void> begun = connection_.execute("COMMIT; BEGIN IMMEDIATE");
  failed_ = failed_ || !begun;
  return begun;
}

Result<bool> Database::begin_source(const SourceIdentity& given) {
  const std::lock_guard lock(locks_->used);
  if (failed_) return connection_.error();
  std::string buffer;
  const SourceIdentity source{write::source_text(given.name, buffer), given.size_bytes, given.digest};
  if (Result<void> begun = next_transaction(); !begun) return begun.error();
  const std::optional<Found> found = find_earlier(source);
  if (!found) return fail();
  if (Result<void> removed = remove_parts(source.name); !removed) return removed.error();
  if (found->is_held) return false;
  if (found->is_in_part) {
    if (Result<void> removed = remove_contents(found->id); !removed) return removed.error();
  }
  const std::optional<Found> left = find_earlier(source);
  if (!left) return fail();
  const std::int64_t id = left->id != 0 ? left->id : insert_source_.insert(source.name);
  if (id == 0) return fail();
  begun_source_ = id;
  begun_digest_ = source.digest;
  begun_size_ = source.size_bytes;
  inserter_.enter_source(id, source.name, left->id != 0);
  return true;
}

Result<void> Database::end_begun_source(bool whole) {
  const std::lock_guard lock(locks_->used);
  if (failed_) return connection_.error();
  return end_begun(whole);
}

Result<void> Database::end_source(const SourceIdentity& given, bool whole) {
  const std::lock_guard lock(locks_->used);
  if (failed_) return connection_.error();
  std::string buffer;
  const SourceIdentity source{write::source_text(given.name, buffer), given.size_bytes, given.digest};
  const std::optional<Found> found = whole ? find_earlier(source) : Found{};
  const std::int64_t id = found ? source_named(source.name) : 0;
  if (id == 0) return fail();
  // If so, the transaction has no rows of another, unfinished source.
  const bool is_last = inserter_.source() == id;
  if (Result<void> removed = remove_parts(source.name); !removed) return removed;
  if (found->is_in_part) {
    if (Result<void> removed = remove_contents(found->id); !removed) return removed;
  }
  if (found->is_held) {
    if (Result<void> removed = remove_contents(id); !removed) return removed;
  } else if (!mark(id, source, whole)) {
    return fail();
  }
  return is_last ? next_transaction() : Result<void>();
}

Result<void> Database::insert(std::string_view rows) {
  const std::lock_guard lock(locks_->used);
  if (failed_) return connection_.error();
  bytes_in_transaction_ += rows.size();
  const auto name_source = [this](std::string_view name) { return source_named(name); };
  if (!inserter_.insert(rows, name_source)) return fail();
  return {};
}

Result<void> Database::finish() {
  const std::lock_guard lock(locks_->used);
  if (failed_) return connection_.error();
  Result<void> done = end_begun(true);
  if (done && is_new_) done = connection_.execute(kCreateIndices);
  if (done) done = connection_.execute(is_new_ ? kAnalyzeNew : kAnalyzeExisting);
  if (done) done = connection_.execute(kAdjustStatistics);
  if (done) done = connection_.execute("COMMIT");
  // Removing the log allows readers without write access to the folder. The log stays if another process has
  // the database open, which is not a failure.
  if (done && !is_new_) static_cast<void>(connection_.execute("PRAGMA journal_mode = DELETE"));
  failed_ = !done;
  return done ? close() : done;
}

// A connection cannot be closed while it has statements.
Result<void> Database::close() {
  for (Statement* statement :
       {&insert_source_, &find_source_, &find_named_, &identify_source_, &find_part_}) {
    *statement = {};
  }
  inserter_ = {};
  const std::lock_guard lock(locks_->open_or_not);
  locks_->is_closed = true;
  return connection_.close();
}

void Database::abandon() {
  {
    const std::lock_guard lock(locks_->open_or_not);
    if (locks_->is_closed) return;
    connection_.interrupt();
  }
  const std::unique_lock lock(locks_->used, kLongestWait);
  if (!lock.owns_lock() || locks_->is_closed) return;
  failed_ = true;
  // Fails harmlessly if no transaction is open.
  static_cast<void>(connection_.execute("ROLLBACK"));
  if (!is_new_) static_cast<void>(connection_.execute("PRAGMA journal_mode = DELETE"));
}

}  // namespace mimebase::database
