#include "write/row_inserter.h"

#include "url/registrable_domain.h"

namespace mimebase::write {
namespace {

constexpr std::size_t kMaxKeptRows = 1 << 16;
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 23;

}  // namespace

bool Dictionary::prepare(sqlite3* database, const char* select, const char* insert) {
  database_ = database;
  return select_.prepare(database, select) && insert_.prepare(database, insert);
}

void Dictionary::keep(std::string_view key, std::int64_t id) {
  if (kept_.size() >= kMaxKeptRows || kept_bytes_ + key.size() > kMaxKeptBytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_.emplace(key, id);
  kept_bytes_ += key.size();
}

template <typename Bind, typename Complete>
std::int64_t Dictionary::id(std::string_view key, Bind bind, Complete complete) {
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  bind(select_);
  std::int64_t id = select_.query().value_or(0);
  if (select_.failed()) return 0;
  if (id == 0) {
    bind(insert_);
    complete(insert_);
    if (!insert_.run()) return 0;
    id = sqlite3_last_insert_rowid(database_);
  }
  keep(key, id);
  return id;
}

bool RowInserter::prepare(sqlite3* database) {
  database_ = database;
  return insert_message_.prepare(database,
                                 "INSERT INTO message (source, number, \"offset\", message_id, date, "
                                 "\"from\", subject) VALUES (?, ?, ?, ?, ?, ?, ?)") &&
         find_message_.prepare(database, "SELECT id FROM message WHERE source = ? AND number = ?") &&
         insert_part_.prepare(
             database, "INSERT INTO part (message, name, content_type, in_message_id) VALUES (?, ?, ?, ?)") &&
         find_part_.prepare(database, "SELECT id FROM part WHERE message = ? AND name = ?") &&
         complete_part_.prepare(database,
                                "UPDATE part SET content_type = coalesce(content_type, ?2), "
                                "in_message_id = coalesce(in_message_id, ?3) WHERE id = ?1") &&
         insert_reference_.prepare(
             database,
             "INSERT INTO reference (part, context, hidden, \"start\", \"end\", text, reference, resolved, "
             "status, target_part, base, host, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") &&
         insert_entity_.prepare(
             database,
             "INSERT INTO entity (part, depth, charset, transfer_encoding, disposition, filename, size, "
             "heading_start, heading_end, body_start, body_end, content_id, content_location, searched, "
             "defect, base) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") &&
         insert_candidate_.prepare(database,
                                   "INSERT INTO candidate (entity, position, section, \"by\", part, raw, "
                                   "url, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)") &&
         insert_diagnostic_.prepare(
             database,
             "INSERT INTO diagnostic (source, message, part, code, severity, detail, \"start\", \"end\") "
             "VALUES (?, ?, ?, ?, ?, ?, ?, ?)") &&
         bases_.prepare(database,
                        "SELECT id FROM base WHERE url = ? AND section = ? AND \"by\" = ? AND part IS ?",
                        "INSERT INTO base (url, section, \"by\", part) VALUES (?, ?, ?, ?)") &&
         hosts_.prepare(database, "SELECT id FROM host WHERE name = ?",
                        "INSERT INTO host (name, domain) VALUES (?, ?)") &&
         contexts_.prepare(database, "SELECT id FROM context WHERE name = ?",
                           "INSERT INTO context (name) VALUES (?)");
}

void RowInserter::enter_source(std::int64_t id, std::string_view name, bool has_rows) {
  source_ = name;
  source_id_ = id;
  source_has_rows_ = has_rows;
  message_id_ = part_id_ = 0;
}

bool RowInserter::insert(std::string_view rows, const NameSource& name_source) {
  RowUnpacker row(rows);
  while (!row.at_end()) {
    if (!insert_one(row, name_source)) return false;
  }
  return true;
}

bool RowInserter::insert_one(RowUnpacker& row, const NameSource& name_source) {
  switch (row.kind()) {
    case PackedKind::kReference:
      return reference(row);
    case PackedKind::kMessage:
      return message(row, name_source);
    case PackedKind::kPart:
      return part(row);
    case PackedKind::kBase:
      return base(row);
    case PackedKind::kCount:
      count_ = row.number();
      return true;
    case PackedKind::kEntity:
      return entity(row);
    case PackedKind::kCandidate:
      return candidate(row);
    case PackedKind::kDiagnostic:
      return diagnostic(row);
  }
  return false;
}

bool RowInserter::message(RowUnpacker& row, const NameSource& name_source) {
  const bool may_be_again = row.number() == 1;
  const std::string_view source = row.text().value_or("");
  const std::uint64_t number = row.number();
  if (source_id_ == 0 || source != source_) {
    const std::int64_t id = name_source(source);
    if (id == 0) return false;
    enter_source(id, source, false);
  }
  // A name may stand twice in a container: then another message has the same source and number.
  if (!may_be_again || message_id_ == 0 || number != message_number_) {
    part_id_ = message_id_ = 0;
    message_number_ = number;
    if (source_has_rows_ && !find_message()) return false;
  }
  insert_message_.bind(1, source_id_);
  insert_message_.bind(2, number);
  insert_message_.bind(3, row.number());
  for (int index = 4; index <= 7; ++index) insert_message_.bind(index, row.text());
  // What is about the source itself has number 0, and no message.
  if (message_id_ != 0 || number == 0) return true;
  if (!insert_message_.run()) return false;
  message_id_ = sqlite3_last_insert_rowid(database_);
  return true;
}

bool RowInserter::find_message() {
  find_message_.bind(1, source_id_);
  find_message_.bind(2, message_number_);
  message_id_ = find_message_.query().value_or(0);
  return !find_message_.failed();
}

bool RowInserter::part(RowUnpacker& row) {
  const std::string_view name = row.text().value_or("");
  const auto content_type = row.text();
  const auto in_message_id = row.text();
  if (part_id_ != 0 && name == part_) return true;
  part_ = name;
  if (source_has_rows_) {
    find_part_.bind(1, message_id_);
    find_part_.bind(2, name);
    part_id_ = find_part_.query().value_or(0);
    if (find_part_.failed()) return false;
    if (part_id_ != 0) return complete_part(content_type, in_message_id);
  }
  insert_part_.bind(1, message_id_);
  insert_part_.bind(2, name);
  insert_part_.bind(3, content_type);
  insert_part_.bind(4, in_message_id);
  if (!insert_part_.run()) return false;
  part_id_ = sqlite3_last_insert_rowid(database_);
  return true;
}

// `tree` does not tell in which message a part stands; `links` does.
bool RowInserter::complete_part(std::optional<std::string_view> content_type,
                                std::optional<std::string_view> in_message_id) {
  if (!in_message_id) return true;
  complete_part_.bind(1, part_id_);
  complete_part_.bind(2, content_type);
  complete_part_.bind(3, in_message_id);
  return complete_part_.run();
}

bool RowInserter::base(RowUnpacker& row) {
  const char* start = row.position();
  const auto url = row.text();
  const auto section = row.text();
  const auto by = row.text();
  const auto part = row.text();
  const std::string_view key(start, static_cast<std::size_t>(row.position() - start));
  const auto bind = [&](Statement& statement) {
    statement.bind(1, url);
    statement.bind(2, section);
    statement.bind(3, by);
    statement.bind(4, part);
  };
  base_id_ = bases_.id(key, bind, [](Statement&) {});
  return base_id_ != 0;
}

std::int64_t RowInserter::context_id(std::string_view name) {
  return contexts_.id(
      name, [&](Statement& statement) { statement.bind(1, name); }, [](Statement&) {});
}

std::int64_t RowInserter::host_id(std::string_view name) {
  std::string domain;
  return hosts_.id(
      name, [&](Statement& statement) { statement.bind(1, name); },
      [&](Statement& statement) {
        domain = url::registrable_domain(name);
        statement.bind(2, std::string_view(domain));
      });
}

bool RowInserter::reference(RowUnpacker& row) {
  const std::int64_t context = context_id(row.text().value_or(""));
  if (context == 0) return false;
  insert_reference_.bind(1, part_id_);
  insert_reference_.bind(2, context);
  insert_reference_.bind(3, row.text());                               // hidden
  insert_reference_.bind(4, row.number());                             // start
  insert_reference_.bind(5, row.number());                             // end
  insert_reference_.bind(6, row.text());                               // text
  insert_reference_.bind(7, row.text());                               // reference
  insert_reference_.bind(8, row.text());                               // resolved
  insert_reference_.bind(9, static_cast<std::int64_t>(row.number()));  // status
  insert_reference_.bind(10, row.text());                              // target_part
  insert_reference_.bind(11, base_id_);
  const auto host = row.text();
  const std::int64_t host_row = host ? host_id(*host) : 0;
  if (host && host_row == 0) return false;
  insert_reference_.bind(12, host ? std::optional(host_row) : std::nullopt);
  insert_reference_.bind(13, count_);
  count_.reset();
  return insert_reference_.run();
}

void RowInserter::bind_range(Statement& statement, int index, RowUnpacker& row) {
  if (row.number() == 0) {
    statement.bind(index, std::nullopt);
    statement.bind(index + 1, std::nullopt);
    return;
  }
  statement.bind(index, row.number());
  statement.bind(index + 1, row.number());
}

bool RowInserter::entity(RowUnpacker& row) {
  candidate_position_ = 0;
  insert_entity_.bind(1, part_id_);
  insert_entity_.bind(2, row.number());                                               // depth
  for (int index = 3; index <= 6; ++index) insert_entity_.bind(index, row.text());    // charset to filename
  insert_entity_.bind(7, row.number());                                               // size
  bind_range(insert_entity_, 8, row);                                                 // heading
  bind_range(insert_entity_, 10, row);                                                // body
  for (int index = 12; index <= 15; ++index) insert_entity_.bind(index, row.text());  // content_id to defect
  insert_entity_.bind(16, base_id_);
  if (!insert_entity_.run()) return false;
  entity_id_ = sqlite3_last_insert_rowid(database_);
  return true;
}

bool RowInserter::candidate(RowUnpacker& row) {
  insert_candidate_.bind(1, entity_id_);
  insert_candidate_.bind(2, candidate_position_++);
  for (int index = 3; index <= 8; ++index) insert_candidate_.bind(index, row.text());
  return insert_candidate_.run();
}

bool RowInserter::diagnostic(RowUnpacker& row) {
  insert_diagnostic_.bind(1, source_id_);
  insert_diagnostic_.bind(2, message_id_ != 0 ? std::optional(message_id_) : std::nullopt);
  for (int index = 3; index <= 6; ++index) insert_diagnostic_.bind(index, row.text());
  bind_range(insert_diagnostic_, 7, row);
  return insert_diagnostic_.run();
}

}  // namespace mimebase::write
