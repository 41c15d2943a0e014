// Rows for an SQLite database, packed into bytes: what those who analyse hand to the one that writes. They
// may come from a process that mail has got hold of: whatever they are, they are read to their end and no
// further. Numbers are in base 128, least digit first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "write/row_writer.h"

namespace mimebase::database {

// A record tells its kind first. Each stands in the context of those before it: a row is in the last part,
// that in the last message, and its base is the last one. What a record holds are values, one for each column
// that the table of columns keeps at that place.
enum class PackedKind : char {
  kMessage = 'm',  // before them: 1 if it may be the last one again, and its source
  kPart = 'p',
  kBase = 'b',
  kCount = 'n',  // one number: how many links the next one stands for
  kRow = 'r',
  kCandidate = 'c',  // one of the last entity's chain
};

// rows() make sense on their own: what clear() leaves is an empty context.
class SqliteWriter : public write::RowWriter {
 public:
  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  // A query says as much as these; Collector refuses them.
  void summary(const write::SummaryRow&) override {}
  void top(const write::TopRow&) override {}
  void end_message() override;
  void clear() override;

  // Begins a record.
  void kind(PackedKind kind) { out_ += static_cast<char>(kind); }
  // A number that is no value.
  void plain(std::uint64_t number);
  // Each packs a value: see put(). Text that is no UTF-8 becomes such.
  void text(std::string_view text);
  void name(std::string_view name) { text(name); }
  void number(std::uint64_t value);
  void null() { out_ += '\0'; }
  void range(const std::optional<Range>& range);  // two values
  void chain(std::span<const Candidate>) {}       // its candidates are records of their own

 private:
  void append_link_row(const Link& link) override;
  void forget_context();
  void message(const MessageInfo& message);
  // Appends what the columns keep in one place.
  template <typename Columns, typename Row>
  void record(PackedKind kind, const Columns& columns, const Row& row, write::Kept kept);
  template <typename Columns, typename Row>
  void context(PackedKind kind, const Columns& columns, const Row& row, write::Kept kept, std::string& last);
  // Of something in a part: with its context.
  template <typename Columns, typename Row>
  void row(const Columns& columns, const Row& row);

  // The context of the next record.
  const MessageInfo* message_ = nullptr;
  bool is_told_ = false;     // of the message that has not ended: its record was packed, be it before clear()
  std::string part_, base_;  // the last records of these kinds
  std::string repaired_;
};

class RowUnpacker {
 public:
  explicit RowUnpacker(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  PackedKind kind();
  std::uint64_t plain();
  // Neither for null. The text is a view into the packed bytes.
  struct Value {
    std::optional<std::uint64_t> number = {};
    std::optional<std::string_view> text = {};
  };
  Value value();
  // Where the reader stands, to cut out the bytes of a record.
  [[nodiscard]] const char* position() const { return rest_.data(); }

 private:
  std::string_view rest_;
};

}  // namespace mimebase::database
