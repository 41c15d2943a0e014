#include "write/database.h"

#include <utility>

#include "mimebase/model.h"
#include "write/existing_database.h"
#include "write/row_inserter.h"
#include "write/sqlite.h"
#include "write/sqlite_schema.h"
#include "write/utf8_text.h"

namespace mimebase::write {
namespace {

// Nobody reads the new file before it is whole, and after a crash it is thrown away: no journal, no syncs.
constexpr const char* kNewFile =
    "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384; PRAGMA foreign_keys = OFF; BEGIN";
constexpr const char* kExistingFile =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;"
    "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE";

// Sources are added together up to so many bytes of rows, for many are small.
constexpr std::size_t kTransactionBytes = std::size_t{4} << 20;

constexpr const char* kColumns[] = {"has_links", "has_tree", "has_check"};

}  // namespace

struct Database::State {
  Connection connection;
  RowInserter inserter;
  Statement insert_source, find_source, find_named, identify_source;
  // The source that was begun. It gets its marks once all of its rows are there: if the run is killed in the
  // midst, the next one begins it again.
  std::int64_t begun_source = 0;
  SourceIdentity begun_identity;
  std::string begun_digest;
  bool is_new = true;
  bool failed = false;
  std::int64_t last_old_source = 0;  // sources above it are of this run
  std::size_t bytes_in_transaction = 0;

  Error fail() {
    failed = true;
    return connection.error();
  }
  [[nodiscard]] bool prepare(Contents contents);
  [[nodiscard]] Result<void> create_tables();
  [[nodiscard]] Result<void> next_transaction();
  [[nodiscard]] std::int64_t add_source(std::string_view name);
  [[nodiscard]] bool identify(std::int64_t id, const SourceIdentity& source);
  [[nodiscard]] bool end_begun_source();
  // Of an earlier run, twice its id, plus one if it has these contents; 0 if there is none. -1 on failure.
  [[nodiscard]] std::int64_t find_earlier(const SourceIdentity& source);
  [[nodiscard]] Result<void> remove_source(std::int64_t id);
  [[nodiscard]] std::int64_t source_named(std::string_view name);
};

bool Database::State::prepare(Contents contents) {
  const std::string column = kColumns[static_cast<int>(contents)];
  sqlite3* handle = connection.handle();
  return insert_source.prepare(handle, "INSERT INTO source (name) VALUES (?)") &&
         find_source.prepare(handle, ("SELECT id * 2 + " + column +
                                      " FROM source WHERE name = ? AND size IS ? AND digest = ? AND id <= ? "
                                      "ORDER BY " +
                                      column + " DESC, id DESC LIMIT 1")
                                         .c_str()) &&
         find_named.prepare(handle, "SELECT max(id) FROM source WHERE name = ? AND id > ?") &&
         identify_source.prepare(
             handle,
             ("UPDATE source SET size = ?2, digest = ?3, " + column + " = 1 WHERE id = ?1").c_str()) &&
         inserter.prepare(handle);
}

Result<void> Database::State::create_tables() {
  for (const char* sql : {kNewFile, kSetMarks, kCreateTables, kCreateViews, kSetStatistics}) {
    if (Result<void> done = connection.execute(sql); !done) return done;
  }
  Statement insert;
  if (!insert.prepare(connection.handle(), "INSERT INTO status VALUES (?, ?)")) return connection.error();
  for (int i = 0; i < kLinkStatusCount; ++i) {
    insert.bind(1, std::int64_t{i});
    insert.bind(2, name_of(static_cast<LinkStatus>(i)));
    if (!insert.run()) return connection.error();
  }
  return {};
}

Database::Database(std::unique_ptr<State> state) : state_(std::move(state)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::create(const std::string& file, std::string called, Contents contents) {
  auto state = std::make_unique<State>();
  if (Result<void> opened = state->connection.open_new(file, std::move(called)); !opened)
    return opened.error();
  if (Result<void> created = state->create_tables(); !created) return created.error();
  if (!state->prepare(contents)) return state->fail();
  return Database(std::move(state));
}

Result<Database> Database::append_to(const std::string& file, std::string called, Contents contents) {
  auto state = std::make_unique<State>();
  state->is_new = false;
  if (Result<void> checked = check_marks(file, called); !checked) return checked.error();
  if (Result<void> opened = state->connection.open_existing(file, called, Connection::Access::kWrite);
      !opened)
    return opened.error();
  if (Result<void> checked = check_schema(state->connection, called); !checked) return checked.error();
  if (Result<void> begun = state->connection.execute(kExistingFile); !begun) return begun.error();
  const Result<std::int64_t> last = state->connection.number("SELECT max(id) FROM source");
  if (!last) return last.error();
  state->last_old_source = *last;
  if (!state->prepare(contents)) return state->fail();
  return Database(std::move(state));
}

std::int64_t Database::State::add_source(std::string_view name) {
  insert_source.bind(1, name);
  return insert_source.run() ? sqlite3_last_insert_rowid(connection.handle()) : 0;
}

bool Database::State::identify(std::int64_t id, const SourceIdentity& source) {
  identify_source.bind(1, id);
  identify_source.bind(2, source.size_bytes);
  identify_source.bind(3, source.digest.empty() ? std::nullopt : std::optional(source.digest));
  return identify_source.run();
}

bool Database::State::end_begun_source() {
  const std::int64_t id = std::exchange(begun_source, 0);
  return id == 0 || identify(id, begun_identity);
}

// The source of this run that has the name, added if there is none.
std::int64_t Database::State::source_named(std::string_view name) {
  find_named.bind(1, name);
  find_named.bind(2, last_old_source);
  const std::optional<std::int64_t> found = find_named.query();
  if (find_named.failed()) return 0;
  return found.value_or(0) != 0 ? *found : add_source(name);
}

std::int64_t Database::State::find_earlier(const SourceIdentity& source) {
  if (is_new || source.digest.empty()) return 0;
  find_source.bind(1, source.name);
  find_source.bind(2, source.size_bytes);
  find_source.bind(3, source.digest);
  find_source.bind(4, last_old_source);
  const std::int64_t found = find_source.query().value_or(0);
  return find_source.failed() ? -1 : found;
}

Result<void> Database::State::remove_source(std::int64_t id) {
  if (inserter.source() == id) inserter.enter_source(0, {}, false);
  const std::string number = std::to_string(id);
  const std::string parts =
      "SELECT part.id FROM message JOIN part ON part.message = message.id WHERE message.source = " + number;
  const std::string entities = "SELECT entity.id FROM entity WHERE entity.part IN (" + parts + ")";
  Result<void> removed = connection.execute(
      ("DELETE FROM reference WHERE part IN (" + parts + ");" +       //
       "DELETE FROM candidate WHERE entity IN (" + entities + ");" +  //
       "DELETE FROM entity WHERE part IN (" + parts + ");" +          //
       "DELETE FROM diagnostic WHERE source = " + number + ";" +      //
       "DELETE FROM part WHERE message IN (SELECT id FROM message WHERE source = " + number + ");" +
       "DELETE FROM message WHERE source = " + number + ";" +  //
       "DELETE FROM source WHERE id = " + number)
          .c_str());
  failed = failed || !removed;
  return removed;
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
  std::string buffer;
  const SourceIdentity source{utf8_text(given.name, buffer), given.size_bytes, given.digest};
  if (!state.end_begun_source()) return state.fail();
  if (Result<void> begun = state.next_transaction(); !begun) return begun.error();
  const std::int64_t known = state.find_earlier(source);
  if (known < 0) return state.fail();
  if (known % 2 == 1) return false;
  std::int64_t id = known / 2;
  if (id == 0) id = state.add_source(source.name);
  if (id == 0) return state.fail();
  state.begun_source = id;
  state.begun_digest = source.digest;
  state.begun_identity = {{}, source.size_bytes, state.begun_digest};
  state.inserter.enter_source(id, source.name, known != 0);
  return true;
}

Result<void> Database::end_source(const SourceIdentity& given) {
  State& state = *state_;
  std::string buffer;  // names in the rows are UTF-8, too
  const SourceIdentity source{utf8_text(given.name, buffer), given.size_bytes, given.digest};
  if (state.failed) return state.connection.error();
  const std::int64_t known = state.find_earlier(source);
  const std::int64_t id = known < 0 ? 0 : state.source_named(source.name);
  if (id == 0) return state.fail();
  // No row of another source is in the transaction then that has not ended.
  const bool is_last = state.inserter.source() == id;
  if (known % 2 == 1) {
    if (Result<void> removed = state.remove_source(id); !removed) return removed;
  } else {
    if (!state.identify(id, source)) return state.fail();
  }
  return is_last ? state.next_transaction() : Result<void>();
}

Result<void> Database::insert(std::string_view rows) {
  State& state = *state_;
  if (state.failed) return state.connection.error();
  state.bytes_in_transaction += rows.size();
  const auto name_source = [&state](std::string_view name) { return state.source_named(name); };
  if (!state.inserter.insert(rows, name_source)) return state.fail();
  return {};
}

Result<void> Database::finish() {
  State& state = *state_;
  if (state.failed) return state.connection.error();
  if (!state.end_begun_source()) return state.fail();
  Result<void> done;
  if (state.is_new) done = state.connection.execute(kCreateIndices);
  if (done) done = state.connection.execute("COMMIT");
  // Without a log beside it the database can be read from places that cannot be written. It stays on where
  // somebody else has the database open, which is no failure.
  if (done && !state.is_new) static_cast<void>(state.connection.execute("PRAGMA journal_mode = DELETE"));
  if (!done) {
    state.failed = true;
    return done;
  }
  // A connection with statements cannot be closed.
  for (Statement* statement :
       {&state.insert_source, &state.find_source, &state.find_named, &state.identify_source}) {
    *statement = {};
  }
  state.inserter = {};
  return state.connection.close();
}

}  // namespace mimebase::write
