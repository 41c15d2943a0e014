#include "database/database_reader.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string_view>

#include "database/existing_database.h"
#include "database/sqlite_schema.h"
#include "database/stored_row.h"

namespace mimebase::database {
namespace {

using write::Kept;

// Rows of a table that belong to parts, in their order. The id of a row precedes its columns.
std::string rows_of_message(const write::Rows& rows) {
  return fmt::format(
      "SELECT r.id, {} FROM part AS p JOIN {} AS r ON r.part = p.id JOIN base AS b ON b.id = r.base{} "
      "WHERE p.message = ? ORDER BY r.id",
      selected(rows, {Kept::kPart, Kept::kBase, Kept::kHere}), rows.table, joins_of_names(rows));
}

std::string diagnostics_where(std::string_view condition) {
  return fmt::format(
      "SELECT {} FROM diagnostic AS r JOIN source AS s ON s.id = r.source WHERE {} ORDER BY r.id",
      selected(write::kDiagnosticRows, {Kept::kSource, Kept::kHere}), condition);
}

// Reads the columns of a statement's row. Others may edit the database, so an unknown name leaves the member
// as it is.
class RowColumns {
 public:
  RowColumns(const Statement& row, int first) : row_(row), at_(first) {}

  // See read_value().
  Value next(const write::ColumnInfo& column) {
    const int at = at_++;
    if (row_.is_null(at)) return {};
    return is_text_stored(column) ? Value{.text = row_.text(at)} : Value{.number = row_.number(at)};
  }
  void unknown_name() { has_unknown_name_ = true; }
  template <typename T>
  void list(std::span<const T>& /*list*/) {}  // has a table of its own, or is not needed

  template <typename Columns, typename Row>
  void read(const Columns& columns, std::initializer_list<Kept> places, Row& row) {
    for (const Kept kept : places) read_members(*this, columns, kept, row);
  }
  [[nodiscard]] bool has_unknown_name() const { return has_unknown_name_; }
  // The number in the column after those that were read, or 1.
  [[nodiscard]] std::uint64_t count() const { return row_.is_null(at_) ? 1 : row_.number(at_); }

 private:
  const Statement& row_;
  int at_;
  bool has_unknown_name_ = false;
};

}  // namespace

Result<DatabaseReader> DatabaseReader::open(const std::string& file) {
  DatabaseReader reader;
  if (Result<void> opened = open_ours(reader.connection_, file, file, Connection::Access::kRead); !opened)
    return opened.error();
  if (!reader.prepare()) return reader.connection_.error();
  return reader;
}

bool DatabaseReader::prepare() {
  const auto prepare = [this](Statement& statement, const std::string& sql) {
    return statement.prepare(connection_.handle(), sql.c_str());
  };
  return prepare(messages_,
                 fmt::format("SELECT m.id, {} FROM message AS m JOIN source AS s ON s.id = m.source "
                             "ORDER BY m.source, m.number, m.id",
                             selected(write::kLinkRows, {Kept::kSource, Kept::kMessage}))) &&
         prepare(entities_, rows_of_message(write::kEntityRows)) &&
         prepare(candidates_, fmt::format("SELECT {} FROM candidate AS r WHERE entity = ? ORDER BY position",
                                          selected(write::kCandidateRows, {Kept::kHere}))) &&
         prepare(links_, rows_of_message(write::kLinkRows)) &&
         prepare(diagnostics_, diagnostics_where("r.message = ?")) &&
         prepare(of_sources_, diagnostics_where("r.message IS NULL"));
}

bool DatabaseReader::failed() const {
  return messages_.failed() || entities_.failed() || candidates_.failed() || links_.failed() ||
         diagnostics_.failed() || of_sources_.failed();
}

Result<bool> DatabaseReader::next() {
  const bool is_there = messages_.step();
  if (failed()) return connection_.error();
  if (!is_there) return false;
  message_ = {};
  RowColumns(messages_, 1).read(write::kMessageColumns, {Kept::kSource, Kept::kMessage}, message_);
  return true;
}

Result<void> DatabaseReader::visit(Visitor& visitor) {
  const auto id = static_cast<std::int64_t>(messages_.number(0));
  visit_entities(visitor, id);
  diagnostics_.bind(1, id);
  visit_diagnostics(visitor, diagnostics_);
  visit_links(visitor, id);
  if (failed()) return connection_.error();
  return {};
}

Result<void> DatabaseReader::visit_sources(Visitor& visitor) {
  message_ = {};
  visit_diagnostics(visitor, of_sources_);
  if (failed()) return connection_.error();
  return {};
}

void DatabaseReader::visit_entities(Visitor& visitor, std::int64_t message) {
  Statement& row = entities_;
  row.bind(1, message);
  while (row.step()) {
    Entity entity;
    entity.message = &message_;
    RowColumns(row, 1).read(write::kEntityColumns, {Kept::kPart, Kept::kBase, Kept::kHere}, entity);
    read_chain(row.number(0));
    entity.chain = chain_;
    visitor.entity(entity);
  }
  row.reset();
}

// Copies the texts, because a statement's row is valid only until the next one.
void DatabaseReader::read_chain(std::uint64_t entity) {
  Statement& row = candidates_;
  chain_.clear();
  chain_texts_->clear();
  row.bind(1, entity);
  while (row.step()) {
    Candidate candidate;
    RowColumns(row, 0).read(write::kCandidateColumns, {Kept::kHere}, candidate);
    chain_.push_back(chain_texts_->keep(candidate));
  }
  row.reset();
}

void DatabaseReader::visit_links(Visitor& visitor, std::int64_t message) {
  Statement& row = links_;
  row.bind(1, message);
  while (row.step()) {
    Link link;
    link.message = &message_;
    RowColumns columns(row, 1);
    columns.read(write::kLinkColumns, {Kept::kPart, Kept::kBase, Kept::kHere}, link);
    count_ = columns.count();
    add_equal_texts(link);
    // Reports from a database do not show what a reader opens.
    link.reader = MailReader::kRfc1808;
    link.opens = {};
    visitor.link(link);
  }
  row.reset();
}

void DatabaseReader::visit_diagnostics(Visitor& visitor, Statement& row) {
  while (row.step()) {
    if (message_.number == 0) RowColumns(row, 0).read(write::kMessageColumns, {Kept::kSource}, message_);
    Diagnostic diagnostic;
    diagnostic.message = &message_;
    RowColumns columns(row, 1);
    columns.read(write::kDiagnosticColumns, {Kept::kHere}, diagnostic);
    if (!columns.has_unknown_name()) visitor.diagnostic(diagnostic);
  }
  row.reset();
}

}  // namespace mimebase::database
