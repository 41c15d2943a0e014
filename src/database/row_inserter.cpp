#include "database/row_inserter.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <tuple>
#include <type_traits>
#include <utility>

#include "database/sqlite_schema.h"
#include "url/defang.h"
#include "url/registrable_domain.h"

namespace mimebase::database {
namespace {

constexpr std::size_t kMaxKeptRows = 1 << 16;
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 23;

}  // namespace

std::string domain_of(std::string_view host) {
  if (host.find("[.]") == std::string_view::npos) return url::registrable_domain(host);
  return url::defang_host(url::registrable_domain(url::refang_host(host)));
}

bool Dictionary::prepare(sqlite3* database, const std::string& select, const std::string& insert) {
  return select_.prepare(database, select.c_str()) && insert_.prepare(database, insert.c_str());
}

void Dictionary::keep(std::string_view key, std::int64_t id) {
  if (kept_.size() >= kMaxKeptRows || kept_bytes_ + key.size() > kMaxKeptBytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_.emplace(key, id);
  kept_bytes_ += key.size();
}

template <typename Bind>
std::int64_t Dictionary::id(std::string_view key, Bind bind) {
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  bind(select_, false);
  std::int64_t id = select_.query().value_or(0);
  if (select_.failed()) return 0;
  if (id == 0) {
    bind(insert_, true);
    id = insert_.insert();
  }
  if (id != 0) keep(key, id);
  return id;
}

namespace {

// Binds the values of rows to the parameters of a statement, one after another; see write::put(). It must
// live until the statement has run.
class Binder {
 public:
  Binder(Statement& statement, int index) : statement_(statement), index_(index) {}

  // Binds the columns that are stored in one place. Instead of a name, its id in `names` is bound, which are
  // in the order of the columns.
  template <typename Columns, typename Row>
  void columns(const Columns& columns, write::Kept kept, const Row& row, std::vector<Dictionary>* names) {
    std::size_t i = 0;
    write::for_each(columns, [&](const auto& column) {
      const bool is_name = column.info.kept == write::Kept::kAsName;
      names_ = is_name && names != nullptr ? &(*names)[i] : nullptr;
      is_host_ = column.info.key == "host";
      ++i;
      if (is_in(column.info, kept)) write::put(*this, column.value(row));
    });
  }
  // Returns false if a name has no id.
  [[nodiscard]] bool is_done() const { return is_done_; }
  // The parameter of the next value.
  [[nodiscard]] int index() const { return index_; }

  void text(std::string_view text) {
    if (names_ == nullptr) return statement_.bind(index_++, text);
    const std::int64_t id = name_id(text);
    is_done_ = is_done_ && id != 0;
    statement_.bind(index_++, id);
  }
  void name(std::string_view name) { text(name); }
  void number(std::uint64_t number) { statement_.bind(index_++, number); }
  void null() { statement_.bind(index_++, std::optional<std::string_view>()); }
  void range(const std::optional<Range>& range) {
    write::put(*this, range ? std::optional(range->start) : std::nullopt);
    write::put(*this, range ? std::optional(range->end) : std::nullopt);
  }
  void names(const WrapperNames& names) { text(texts_.emplace_back(write::names_text(names))); }
  void opens(const Opens& opens) {
    write::put(*this, opens.url);
    write::put(*this, opens.part);
  }
  void fields(std::span<const NamedField> fields) { fields.empty() ? null() : json(fields); }
  void readers(std::span<const ReaderOpens> readers) { json(readers); }
  void reasons(std::span<const ReaderReason> reasons) { json(reasons); }
  void chain(std::span<const Candidate> /*chain*/) {}  // has a table of its own

 private:
  template <typename List>
  void json(const List& list) {
    write::JsonWriter writer;
    text(texts_.emplace_back(writer.alone(list)));
  }
  [[nodiscard]] std::int64_t name_id(std::string_view name) {
    std::string domain;
    return names_->id(name, [&](Statement& statement, bool is_insertion) {
      statement.bind(1, name);
      if (!is_insertion || !is_host_) return;
      domain = domain_of(name);
      statement.bind(2, domain);
    });
  }

  Statement& statement_;
  int index_;
  bool is_done_ = true;
  Dictionary* names_ = nullptr;  // of the current column
  bool is_host_ = false;
  std::list<std::string> texts_;
};

}  // namespace

bool RowInserter::prepare(sqlite3* database, const write::Rows& rows) {
  rows_ = &rows;
  const auto inserts = [database](Statement& statement, std::string_view table, std::string_view before,
                                  const write::Rows& of, write::Kept kept) {
    return statement.prepare(database, insertion(table, std::string(before), columns_kept(of, kept)).c_str());
  };
  const std::vector<SqlColumn> base_columns = columns_kept(write::kLinkRows, write::Kept::kBase);
  // IS compares NULL like any other value.
  std::string same_base;
  for (const SqlColumn& column : base_columns)
    same_base += (same_base.empty() ? "" : " AND ") + column.name + " IS ?";
  return inserts(insert_message_, "message", "source", write::kLinkRows, write::Kept::kMessage) &&
         inserts(insert_part_, "part", "message", write::kLinkRows, write::Kept::kPart) &&
         inserts(insert_own_, rows.table, write::has_no_part(rows) ? "source, message" : "part, base", rows,
                 write::Kept::kHere) &&
         inserts(insert_candidate_, "candidate", "entity, position", write::kCandidateRows,
                 write::Kept::kHere) &&
         prepare_names(database) &&
         bases_.prepare(database, "SELECT id FROM base WHERE " + same_base,
                        insertion("base", {}, base_columns)) &&
         find_message_.prepare(database, "SELECT id FROM message WHERE source = ? AND number = ?") &&
         find_part_.prepare(database, "SELECT id FROM part WHERE message = ? AND name = ?") &&
         prepare_completion(database);
}

bool RowInserter::prepare_names(sqlite3* database) {
  names_.resize(rows_->columns.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const write::ColumnInfo& column = rows_->columns[i];
    if (column.kept != write::Kept::kAsName) continue;
    const std::string table(column.key);
    const char* const what = table == "host" ? " (name, domain) VALUES (?, ?)" : " (name) VALUES (?)";
    if (!names_[i].prepare(database, "SELECT id FROM " + table + " WHERE name = ?",
                           "INSERT INTO " + table + what))
      return false;
  }
  return true;
}

bool RowInserter::prepare_completion(sqlite3* database) {
  std::string values;
  for (const SqlColumn& column : columns_kept(write::kLinkRows, write::Kept::kPart))
    values += fmt::format("{0}{1} = coalesce({1}, ?)", values.empty() ? "" : ", ", column.name);
  return complete_part_.prepare(database, ("UPDATE part SET " + values + " WHERE id = ?").c_str());
}

void RowInserter::enter_source(std::int64_t id, std::string_view name, bool has_rows) {
  source_ = name;
  source_id_ = id;
  source_has_rows_ = has_rows;
  message_id_ = part_id_ = 0;
}

// Inserts the rows of a piece, each after what it refers to.
struct RowInserter::Inserting : Visitor {
  Inserting(RowInserter& into, std::string_view packed, const NameSource& name)
      : to(into), rows(packed, into.rows_), name_source(name) {}

  void link(const Link& link) override { row(write::kLinkColumns, without_equal_texts(link)); }
  void entity(const Entity& entity) override {
    row(write::kEntityColumns, entity);
    is_done = is_done && to.chain(entity.chain);
  }
  void diagnostic(const Diagnostic& diagnostic) override { row(write::kDiagnosticColumns, diagnostic); }
  void comparison(const Comparison& comparison) override { row(write::kComparisonColumns, comparison); }

  void ledger_entry(const LedgerEntry& entry) override { row(write::kLedgerColumns, entry); }

  template <typename Columns, typename Row>
  void row(const Columns& columns, const Row& row) {
    if (is_done && std::exchange(message, row.message) != row.message)
      is_done = to.message(*row.message, rows.may_repeat(), name_source);
    if constexpr (requires { row.base; }) {
      is_done = is_done && to.part(columns, row);
      if (is_done && base != row.base) is_done = to.base(row.base);
      base = row.base;
    }
    is_done = is_done && to.own(columns, row, rows.count());
  }

  RowInserter& to;
  PackedReader rows;
  const NameSource& name_source;
  const MessageInfo* message = nullptr;  // of the last row
  std::optional<BaseInfo> base;          // likewise
  bool is_done = true;
};

bool RowInserter::insert(std::string_view rows, const NameSource& name_source) {
  Inserting inserting(*this, rows, name_source);
  return inserting.rows.read(inserting) && inserting.is_done;
}

bool RowInserter::message(const MessageInfo& message, bool may_be_again, const NameSource& name_source) {
  std::string buffer;
  const std::string_view source = write::source_text(message.source, buffer);
  if (source_id_ == 0 || source != source_) {
    const std::int64_t id = name_source(source);
    if (id == 0) return false;
    enter_source(id, source, false);
  }
  // A container may have two members of the same name, so two messages may have the same source and number.
  if (!may_be_again || message_id_ == 0 || message.number != message_number_) {
    part_id_ = message_id_ = 0;
    message_number_ = message.number;
    if (source_has_rows_) message_id_ = find_message_.query(source_id_, message.number).value_or(0);
    if (find_message_.failed()) return false;
  }
  // A row about the source itself has number 0 and no message.
  if (message_id_ == 0 && message.number != 0) {
    Binder values(insert_message_, 2);
    values.columns(write::kMessageColumns, write::Kept::kMessage, message, nullptr);
    values.columns(std::tuple(write::kFieldsColumn), write::Kept::kMessage, message, nullptr);
    message_id_ = insert_message_.insert(source_id_);
  }
  return message_id_ != 0 || message.number == 0;
}

template <typename Columns, typename Row>
bool RowInserter::part(const Columns& columns, const Row& row) {
  if (part_id_ != 0 && row.part == part_) return true;
  part_ = row.part;
  part_id_ = source_has_rows_ ? find_part_.query(message_id_, row.part).value_or(0) : 0;
  if (find_part_.failed()) return false;
  if (part_id_ == 0) {
    Binder values(insert_part_, 2);
    values.columns(columns, write::Kept::kPart, row, nullptr);
    if (rows_ != &write::kLinkRows) values.null();  // links have one more column
    part_id_ = insert_part_.insert(message_id_);
    return part_id_ != 0;
  }
  // `tree` stores only some columns of a part; `links` completes them.
  if (rows_ != &write::kLinkRows) return true;
  Binder values(complete_part_, 1);
  values.columns(columns, write::Kept::kPart, row, nullptr);
  complete_part_.bind(values.index(), part_id_);
  return complete_part_.run();
}

bool RowInserter::base(const BaseInfo& base) {
  const std::string_view part = base.part.value_or(std::string_view());
  // Unambiguous for any texts.
  const std::string key = fmt::format("{} {} {} {} {}{}", name_of(base.section), name_of(base.by),
                                      base.part.has_value(), part.size(), part, base.url);
  base_id_ = bases_.id(key, [&](Statement& statement, bool) {
    Binder(statement, 1).columns(write::kBaseColumns, write::Kept::kBase, base, nullptr);
  });
  return base_id_ != 0;
}

// Inserts the row itself.
template <typename Columns, typename Row>
bool RowInserter::own(const Columns& columns, const Row& row, std::optional<std::uint64_t> count) {
  Binder values(insert_own_, 3);
  values.columns(columns, write::Kept::kHere, row, &names_);
  if (!values.is_done()) return false;
  if constexpr (std::is_same_v<Row, Link>) insert_own_.bind(values.index(), count);
  if (write::has_no_part(*rows_)) {
    own_id_ = insert_own_.insert(source_id_, message_id_ != 0 ? std::optional(message_id_) : std::nullopt);
  } else {
    own_id_ = insert_own_.insert(part_id_, base_id_);
  }
  return own_id_ != 0;
}

bool RowInserter::chain(std::span<const Candidate> chain) {
  std::int64_t position = 0;
  return std::all_of(chain.begin(), chain.end(), [&](const Candidate& candidate) {
    Binder values(insert_candidate_, 3);
    values.columns(write::kCandidateColumns, write::Kept::kHere, candidate, nullptr);
    return insert_candidate_.run(own_id_, position++);
  });
}

}  // namespace mimebase::database
