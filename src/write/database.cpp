#include "write/database.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "write/existing_database.h"
#include "write/row_inserter.h"
#include "write/shown_text.h"
#include "write/sqlite.h"
#include "write/sqlite_schema.h"

namespace mimebase::write {
namespace {

// Nobody reads the new file before it is whole, and after a crash it is thrown away: no journal, no syncs.
constexpr const char* kNewFile =
    "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384; PRAGMA foreign_keys = OFF; BEGIN;";
constexpr const char* kExistingFile =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;"
    "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE";

// Sources are added together up to so many bytes of rows, for many are small.
constexpr std::size_t kTransactionBytes = std::size_t{4} << 20;

// Values of has_links and its like.
constexpr std::int64_t kHeld = 1, kInPart = 2;

// How long a thread that ends the run waits for the one that writes.
constexpr std::chrono::seconds kLongestWait{10};

}  // namespace

struct Database::State {
  Connection connection;
  const Rows* rows = nullptr;
  RowInserter inserter;
  Statement insert_source, find_source, find_named, identify_source, find_part;
  // The source that was begun. It gets its marks once all of its rows are there: if the run is killed in the
  // midst, the next one begins it again.
  std::int64_t begun_source = 0;
  SourceIdentity begun_identity;
  std::string begun_digest;
  bool is_new = true;
  bool failed = false;
  std::int64_t last_old_source = 0;  // sources above it are of this run
  std::size_t bytes_in_transaction = 0;
  std::timed_mutex used;   // by who uses the connection
  std::mutex open_or_not;  // held where the connection is closed, or must not be
  bool is_closed = false;

  Error fail() {
    failed = true;
    return connection.error();
  }
  [[nodiscard]] bool prepare();
  [[nodiscard]] Result<void> store_option(const StoredOption& option);
  [[nodiscard]] Result<void> compare_options(const std::string& called,
                                             const std::vector<StoredOption>& options);
  [[nodiscard]] Result<void> next_transaction();
  [[nodiscard]] bool mark(std::int64_t id, const SourceIdentity& source, bool whole);
  [[nodiscard]] Result<void> end_begun(bool whole);
  struct Found {
    std::int64_t id = 0;   // 0 if there is none
    bool is_held = false;  // with these contents
    bool is_in_part = false;
  };
  // Of an earlier run; nothing on failure.
  [[nodiscard]] std::optional<Found> find_earlier(const SourceIdentity& source);
  [[nodiscard]] Result<void> remove_contents(std::int64_t id);
  [[nodiscard]] Result<void> remove_parts(std::string_view name);
  [[nodiscard]] std::int64_t source_named(std::string_view name);
  [[nodiscard]] Result<void> close();
};

bool Database::State::prepare() {
  sqlite3* const handle = connection.handle();
  const auto prepare_for_rows = [&](Statement& statement, std::string_view sql) {
    return statement.prepare(
        handle, fmt::format(fmt::runtime(sql), fmt::arg("has", fmt::format("has_{}", rows->name))).c_str());
  };
  return insert_source.prepare(handle, "INSERT INTO source (name) VALUES (?)") &&
         find_named.prepare(handle, "SELECT max(id) FROM source WHERE name = ? AND id > ?") &&
         prepare_for_rows(find_source,
                          "SELECT id * 4 + {has} FROM source WHERE name = ? AND size IS ? AND digest = ? AND "
                          "id <= ? ORDER BY {has} = 1 DESC, id DESC LIMIT 1") &&
         prepare_for_rows(find_part,
                          "SELECT id FROM source WHERE name = ? AND digest IS NULL AND {has} = 2 AND id <= ? "
                          "LIMIT 1") &&
         prepare_for_rows(identify_source,
                          "UPDATE source SET size = coalesce(size, ?2), digest = coalesce(digest, ?3), "
                          "{has} = ?4 WHERE id = ?1") &&
         inserter.prepare(handle, *rows);
}

Result<void> Database::State::store_option(const StoredOption& option) {
  Statement insert;
  std::string buffer;
  const bool done = insert.prepare(connection.handle(), "INSERT INTO option VALUES (?, ?)") &&
                    insert.run(option.name, source_text(option.value, buffer));
  return done ? Result<void>() : Result<void>(connection.error());
}

// A command that adds for the first time brings its own options with it.
Result<void> Database::State::compare_options(const std::string& called,
                                              const std::vector<StoredOption>& options) {
  Statement select;
  if (!select.prepare(connection.handle(), "SELECT value FROM option WHERE name = ?"))
    return connection.error();
  std::string different, buffer;
  for (const StoredOption& option : options) {
    select.bind(1, option.name);
    const bool is_stored = select.step();
    const bool is_of_all = option.name.starts_with('-');
    const std::string stored(is_stored ? select.text(0) : std::string_view(option.preset));
    if (select.failed()) return connection.error();
    select.reset();
    if (!is_stored && !is_of_all) {
      if (Result<void> done = store_option(option); !done) return done;
    } else if (stored != source_text(option.value, buffer)) {
      different +=
          (different.empty() ? "" : ", ") + option.name + " \"" + stored + "\", not \"" + option.value + '"';
    }
  }
  if (different.empty()) return {};
  return Error{Error::Code::kUsage, called + ": was made with " + different +
                                        ": add to it with the same options, or write another FILE"};
}

Database::Database(std::unique_ptr<State> state) : state_(std::move(state)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::create(const std::string& file, std::string called, const Rows& rows,
                                  const std::vector<StoredOption>& options) {
  auto state = std::make_unique<State>();
  state->rows = &rows;
  if (Result<void> opened = state->connection.open_new(file, std::move(called)); !opened)
    return opened.error();
  if (Result<void> created = state->connection.execute((kNewFile + create_tables_and_views()).c_str());
      !created)
    return created.error();
  for (const StoredOption& option : options) {
    if (Result<void> stored = state->store_option(option); !stored) return stored.error();
  }
  if (!state->prepare()) return state->fail();
  return Database(std::move(state));
}

Result<Database> Database::append_to(const std::string& file, std::string called, const Rows& rows,
                                     const std::vector<StoredOption>& options) {
  auto state = std::make_unique<State>();
  state->rows = &rows;
  state->is_new = false;
  if (Result<void> opened = open_ours(state->connection, file, called); !opened) return opened.error();
  if (Result<void> begun = state->connection.execute(kExistingFile); !begun) return begun.error();
  if (Result<void> same = state->compare_options(called, options); !same) {
    static_cast<void>(state->connection.execute("ROLLBACK; PRAGMA journal_mode = DELETE"));
    return same.error();
  }
  const Result<std::int64_t> last = state->connection.number("SELECT max(id) FROM source");
  if (!last) return last.error();
  state->last_old_source = *last;
  if (!state->prepare()) return state->fail();
  return Database(std::move(state));
}

// What was not read to its end has no digest: it is known again by its name, and read anew.
bool Database::State::mark(std::int64_t id, const SourceIdentity& source, bool whole) {
  return identify_source.run(id, whole ? source.size_bytes : std::nullopt,
                             whole && !source.digest.empty() ? std::optional(source.digest) : std::nullopt,
                             whole ? kHeld : kInPart);
}

Result<void> Database::State::end_begun(bool whole) {
  const std::int64_t id = std::exchange(begun_source, 0);
  return id == 0 || mark(id, begun_identity, whole) ? Result<void>() : Result<void>(fail());
}

// The source of this run that has the name, added if there is none.
std::int64_t Database::State::source_named(std::string_view name) {
  const std::int64_t found = find_named.query(name, last_old_source).value_or(0);
  if (found != 0 || find_named.failed()) return found;
  return insert_source.insert(name);
}

std::optional<Database::State::Found> Database::State::find_earlier(const SourceIdentity& source) {
  if (is_new || source.digest.empty()) return Found{};
  const std::int64_t found =
      find_source.query(source.name, source.size_bytes, source.digest, last_old_source).value_or(0);
  if (find_source.failed()) return std::nullopt;
  return Found{found / 4, found % 4 == kHeld, found % 4 == kInPart};
}

Result<void> Database::State::remove_contents(std::int64_t id) {
  if (inserter.source() == id) inserter.enter_source(0, {}, false);
  Result<void> removed = connection.execute(removal(*rows, id).c_str());
  failed = failed || !removed;
  return removed;
}

// What earlier runs have read in part of the sources with that name.
Result<void> Database::State::remove_parts(std::string_view name) {
  while (!is_new) {
    const std::int64_t id = find_part.query(name, last_old_source).value_or(0);
    if (find_part.failed()) return fail();
    if (id == 0) break;
    if (Result<void> removed = remove_contents(id); !removed) return removed;
  }
  return {};
}

Result<void> Database::State::next_transaction() {
  if (is_new || bytes_in_transaction < kTransactionBytes) return {};
  bytes_in_transaction = 0;
  Result<void> begun = connection.execute("COMMIT; BEGIN IMMEDIATE");
  failed = failed || !begun;
  return begun;
}

Result<bool> Database::begin_source(const SourceIdentity& given) {
  State& state = *state_;
  const std::lock_guard lock(state.used);
  if (state.failed) return state.connection.error();
  std::string buffer;
  const SourceIdentity source{source_text(given.name, buffer), given.size_bytes, given.digest};
  if (Result<void> begun = state.next_transaction(); !begun) return begun.error();
  const std::optional<State::Found> found = state.find_earlier(source);
  if (!found) return state.fail();
  if (Result<void> removed = state.remove_parts(source.name); !removed) return removed.error();
  if (found->is_held) return false;
  if (found->is_in_part) {
    if (Result<void> removed = state.remove_contents(found->id); !removed) return removed.error();
  }
  const std::optional<State::Found> left = state.find_earlier(source);
  if (!left) return state.fail();
  const std::int64_t id = left->id != 0 ? left->id : state.insert_source.insert(source.name);
  if (id == 0) return state.fail();
  state.begun_source = id;
  state.begun_digest = source.digest;
  state.begun_identity = {{}, source.size_bytes, state.begun_digest};
  state.inserter.enter_source(id, source.name, left->id != 0);
  return true;
}

Result<void> Database::end_begun_source(bool whole) {
  const std::lock_guard lock(state_->used);
  if (state_->failed) return state_->connection.error();
  return state_->end_begun(whole);
}

Result<void> Database::end_source(const SourceIdentity& given, bool whole) {
  State& state = *state_;
  const std::lock_guard lock(state.used);
  if (state.failed) return state.connection.error();
  std::string buffer;
  const SourceIdentity source{source_text(given.name, buffer), given.size_bytes, given.digest};
  const std::optional<State::Found> found = whole ? state.find_earlier(source) : State::Found{};
  const std::int64_t id = found ? state.source_named(source.name) : 0;
  if (id == 0) return state.fail();
  // No row of another source is in the transaction then that has not ended.
  const bool is_last = state.inserter.source() == id;
  if (Result<void> removed = state.remove_parts(source.name); !removed) return removed;
  if (found->is_in_part) {
    if (Result<void> removed = state.remove_contents(found->id); !removed) return removed;
  }
  if (found->is_held) {
    if (Result<void> removed = state.remove_contents(id); !removed) return removed;
  } else {
    if (!state.mark(id, source, whole)) return state.fail();
  }
  return is_last ? state.next_transaction() : Result<void>();
}

Result<void> Database::insert(std::string_view rows) {
  State& state = *state_;
  const std::lock_guard lock(state.used);
  if (state.failed) return state.connection.error();
  state.bytes_in_transaction += rows.size();
  const auto name_source = [&state](std::string_view name) { return state.source_named(name); };
  if (!state.inserter.insert(rows, name_source)) return state.fail();
  return {};
}

Result<void> Database::finish() {
  State& state = *state_;
  const std::lock_guard lock(state.used);
  if (state.failed) return state.connection.error();
  Result<void> done = state.end_begun(true);
  if (done && state.is_new) done = state.connection.execute(kCreateIndices);
  if (done) done = state.connection.execute("COMMIT");
  // Without a log beside it the database can be read from places that cannot be written. It stays on where
  // somebody else has the database open, which is no failure.
  if (done && !state.is_new) static_cast<void>(state.connection.execute("PRAGMA journal_mode = DELETE"));
  state.failed = !done;
  return done ? state.close() : done;
}

// A connection with statements cannot be closed.
Result<void> Database::State::close() {
  for (Statement* statement : {&insert_source, &find_source, &find_named, &identify_source, &find_part}) {
    *statement = {};
  }
  inserter = {};
  const std::lock_guard lock(open_or_not);
  is_closed = true;
  return connection.close();
}

void Database::abandon() {
  State& state = *state_;
  {
    const std::lock_guard lock(state.open_or_not);
    if (state.is_closed) return;
    sqlite3_interrupt(state.connection.handle());
  }
  const std::unique_lock lock(state.used, kLongestWait);
  if (!lock.owns_lock() || state.is_closed) return;
  state.failed = true;
  // Where the transaction has ended there is nothing to roll back.
  static_cast<void>(state.connection.execute("ROLLBACK"));
  if (!state.is_new) static_cast<void>(state.connection.execute("PRAGMA journal_mode = DELETE"));
}

}  // namespace mimebase::write
