// Rows packed into bytes, which workers pass to the process that writes the SQLite database, and to programs
// that read rows. They may come from a process that hostile mail controls: read them with PackedReader
// (packed_reader.h). Numbers are in base 128, least significant digit first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "database/stored_row.h"
#include "write/row_writer.h"

namespace mimebase::database {

// The first byte of a record is its kind. Records depend on earlier ones: a row belongs to the last part and
// the last base, and a part to the last message. A record holds one value for each column that the table of
// columns stores in that place. A list is its size and its elements.
enum class PackedKind : char {
  kMessage = 'm',  // begins with 1 if it may repeat the last message, else 0; ends with the list of fields
  kPart = 'p',     // has the columns of links; those that its row lacks are null
  kBase = 'b',
  kCount = 'n',  // one number: how many links the next row stands for
  // Rows of the tables.
  kLink = 'l',
  kEntity = 'e',  // ends with its chain
  kDiagnostic = 'd',
  kComparison = 'o',
  kLedgerEntry = 'g',
};

// Packs rows. Each rows() is self-contained, because clear() also clears the context.
class SqliteWriter : public write::RowWriter {
 public:
  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void comparison(const Comparison& comparison) override;
  void ledger_entry(const LedgerEntry& entry) override;
  // A diagnostic with a count, for a RowReader. A database gets none, because an SQL query gives the same.
  void summary(const write::SummaryRow& row) override;
  void top(const write::TopRow&) override {}  // never called: no command packs these rows
  void end_message() override;
  [[nodiscard]] bool accepts(std::string_view rows, const write::Rows& table) const override;
  void clear() override;

  // Begins a record.
  void kind(PackedKind kind) { out_ += static_cast<char>(kind); }
  // Appends a number without a value's prefix.
  void plain(std::uint64_t number);
  // Each function packs one value; see put(). Text is converted to valid UTF-8.
  void text(std::string_view text);
  void name(std::string_view name) { text(name); }
  void number(std::uint64_t value);
  void null() { out_ += '\0'; }
  void range(const std::optional<Range>& range);  // packed as two values
  void names(const WrapperNames& names) { text(write::names_text(names)); }
  void chain(std::span<const Candidate> chain);
  void fields(std::span<const NamedField> fields);
  void opens(const Opens& opens);  // packed as two values
  void readers(std::span<const ReaderOpens> readers);
  void reasons(std::span<const ReaderReason> reasons);

 private:
  void append_link_row(const Link& link) override;
  void forget_context();
  void message(const MessageInfo& message);
  // Appends a record of the columns stored in one place.
  template <typename Columns, typename Row>
  void record(PackedKind kind, const Columns& columns, const Row& row, write::Kept kept);
  template <typename Columns, typename Row>
  void context(PackedKind kind, const Columns& columns, const Row& row, write::Kept kept, std::string& last);
  // Appends a row about something in a part, after its context.
  template <typename Columns, typename Row>
  void row(PackedKind kind, const Columns& columns, const Row& row);

  // The context of the next record.
  const MessageInfo* message_ = nullptr;
  bool is_told_ = false;     // the current message's record was packed, possibly before clear()
  std::string part_, base_;  // the last records of these kinds
  std::string repaired_;
};

// Unpacks the values of SqliteWriter. Safe for any bytes.
class RowUnpacker {
 public:
  explicit RowUnpacker(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  PackedKind kind();
  std::uint64_t plain();
  // A text points into the packed bytes.
  Value value();

 private:
  std::string_view rest_;
};

}  // namespace mimebase::database
