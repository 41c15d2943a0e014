#include "database/database_reader.h"

#include <optional>
#include <string_view>
#include <utility>

#include "database/existing_database.h"
#include "mimebase/names.h"
#include "write/shown_text.h"

namespace mimebase::database {
namespace {

constexpr const char* kMessages =
    "SELECT m.id, s.name, m.number, m.offset, m.message_id, m.date, m.from_field, m.subject "
    "FROM message AS m JOIN source AS s ON s.id = m.source ORDER BY m.source, m.number, m.id";
constexpr const char* kEntities =
    "SELECT p.name, e.depth, p.content_type, e.charset, e.transfer_encoding, e.disposition, e.filename, "
    "e.size, "
    "e.content_id, e.content_location, e.searched, b.url, b.section, b.by, b.part, e.id "
    "FROM part AS p JOIN entity AS e ON e.part = p.id JOIN base AS b ON b.id = e.base "
    "WHERE p.message = ? ORDER BY e.id";
constexpr const char* kCandidates =
    "SELECT section, by, part, raw, url, state FROM candidate WHERE entity = ? ORDER BY position";
constexpr const char* kLinks =
    "SELECT p.name, p.content_type, p.in_message_id, c.name, r.hidden, r.start, r.end, r.text, r.reference, "
    "r.resolved, t.name, r.target_part, b.url, b.section, b.by, b.part, h.name, r.count, "
    "k.name, w.name, r.unwrapped "
    "FROM part AS p JOIN reference AS r ON r.part = p.id JOIN context AS c ON c.id = r.context "
    "JOIN status AS t ON t.id = r.status JOIN base AS b ON b.id = r.base LEFT JOIN host AS h ON h.id = "
    "r.host "
    "JOIN kind AS k ON k.id = r.kind JOIN wrappers AS w ON w.id = r.wrappers "
    "WHERE p.message = ? ORDER BY r.id";
constexpr const char* kDiagnostics =
    "SELECT part, code, severity, detail, start, end, domain, other_domain FROM diagnostic WHERE message = ? "
    "ORDER BY id";
constexpr const char* kOfSources =
    "SELECT d.part, d.code, d.severity, d.detail, d.start, d.end, d.domain, d.other_domain, s.name "
    "FROM diagnostic AS d JOIN source AS s ON s.id = d.source WHERE d.message IS NULL ORDER BY d.id";

// Returns the enumerator with that name; the first one if the name is unknown, since others may edit the
// database.
template <typename Enum>
Enum value_of(std::string_view name) {
  return from_name<Enum>(name).value_or(Enum());
}

BaseInfo base_at(const Statement& row, int column) {
  return {row.text(column), value_of<BaseSection>(row.text(column + 1)),
          value_of<BaseBy>(row.text(column + 2)), row.text_or_null(column + 3)};
}

}  // namespace

Result<DatabaseReader> DatabaseReader::open(const std::string& file) {
  DatabaseReader reader;
  if (Result<void> opened = open_ours(reader.connection_, file, file, Connection::Access::kRead); !opened)
    return opened.error();
  if (!reader.prepare()) return reader.connection_.error();
  return reader;
}

bool DatabaseReader::prepare() {
  sqlite3* database = connection_.handle();
  return messages_.prepare(database, kMessages) && entities_.prepare(database, kEntities) &&
         candidates_.prepare(database, kCandidates) && links_.prepare(database, kLinks) &&
         diagnostics_.prepare(database, kDiagnostics) && of_sources_.prepare(database, kOfSources);
}

bool DatabaseReader::failed() const {
  return messages_.failed() || entities_.failed() || candidates_.failed() || links_.failed() ||
         diagnostics_.failed() || of_sources_.failed();
}

Result<bool> DatabaseReader::next() {
  const bool is_there = messages_.step();
  if (failed()) return connection_.error();
  if (!is_there) return false;
  const Statement& row = messages_;
  message_ = {row.text(1),         row.number(2),       row.number(3),      row.text_or_null(4),
              row.text_or_null(5), row.text_or_null(6), row.text_or_null(7)};
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
    entity.part = row.text(0);
    entity.depth = static_cast<int>(row.number(1));
    entity.content_type = row.text(2);
    std::optional<std::string_view>* const texts[] = {&entity.charset, &entity.transfer_encoding,
                                                      &entity.disposition, &entity.filename};
    for (int i = 0; i < 4; ++i) *texts[i] = row.text_or_null(3 + i);
    entity.size_bytes = row.number(7);
    entity.content_id = row.text_or_null(8);
    entity.content_location = row.text_or_null(9);
    entity.searched = value_of<Searched>(row.text(10));
    entity.base = base_at(row, 11);
    read_chain(row.number(15));
    entity.chain = chain_;
    visitor.entity(entity);
  }
  row.reset();
}

// Copies the texts, because a statement's row is valid only until the next one.
void DatabaseReader::read_chain(std::uint64_t entity) {
  Statement& row = candidates_;
  chain_.clear();
  chain_texts_.clear();
  const auto kept = [&](int column) -> std::optional<std::string_view> {
    if (row.is_null(column)) return std::nullopt;
    return chain_texts_.emplace_back(row.text(column));
  };
  row.bind(1, entity);
  while (row.step()) {
    chain_.push_back({value_of<BaseSection>(row.text(0)), value_of<BaseBy>(row.text(1)), kept(2),
                      kept(3).value_or(std::string_view()), kept(4), value_of<CandidateState>(row.text(5))});
  }
  row.reset();
}

void DatabaseReader::visit_links(Visitor& visitor, std::int64_t message) {
  Statement& row = links_;
  row.bind(1, message);
  while (row.step()) {
    const BaseInfo base = base_at(row, 12);
    Link link;
    link.message = &message_;
    link.part = row.text(0);
    link.content_type = row.text_or_null(1);
    link.in_message_id = row.text_or_null(2);
    link.context = row.text(3);
    link.hidden = row.text_or_null(4);
    link.span = {row.number(5), row.number(6)};
    link.text = row.text_or_null(7);
    link.reference = row.text(8);
    link.resolved = row.text_or_null(9);
    link.status = value_of<LinkStatus>(row.text(10));
    // The writer stores NULL if both texts are equal; see SqliteWriter::link().
    if (!link.resolved && link.status == LinkStatus::kAbsolute) link.resolved = link.reference;
    link.target_part = row.text_or_null(11);
    link.base = base;
    link.host = row.text_or_null(16);
    count_ = row.is_null(17) ? 1 : row.number(17);
    link.kind = from_name<LinkKind>(row.text(18)).value_or(LinkKind::kOther);
    link.wrappers = write::names_in(row.text(19));
    link.unwrapped = row.text_or_null(20);
    visitor.link(link);
  }
  row.reset();
}

void DatabaseReader::visit_diagnostics(Visitor& visitor, Statement& row) {
  const bool is_of_sources = &row == &of_sources_;
  while (row.step()) {
    if (is_of_sources) message_.source = row.text(8);
    Diagnostic diagnostic;
    diagnostic.message = &message_;
    diagnostic.part = row.text(0);
    const std::optional<DiagnosticCode> code = from_name<DiagnosticCode>(row.text(1));
    if (!code) continue;
    diagnostic.code = *code;
    diagnostic.severity = value_of<Severity>(row.text(2));
    diagnostic.detail = row.text(3);
    if (!row.is_null(4)) diagnostic.span = Range{row.number(4), row.number(5)};
    diagnostic.domain = row.text(6);
    diagnostic.other_domain = row.text(7);
    visitor.diagnostic(diagnostic);
  }
  row.reset();
}

}  // namespace mimebase::database
