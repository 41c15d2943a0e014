// Reads packed rows (sqlite_writer.h), which may come from a process that hostile mail controls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/sqlite_writer.h"
#include "database/stored_row.h"
#include "mimebase/visitor.h"
#include "write/columns.h"

namespace mimebase::database {

// Reads the rows of a piece. Safe for any bytes. The rows are valid as long as the bytes and the reader. They
// take many times the memory of their bytes, so rows that no piece has so many of are invalid.
class PackedReader {
 public:
  // All rows must be of `table`, unless it is null.
  PackedReader(std::string_view packed, const write::Rows* table)
      : row_(packed), table_(table), memory_left_(kMostMemory + kMemoryPerByte * packed.size()) {}
  PackedReader(const PackedReader&) = delete;
  PackedReader& operator=(const PackedReader&) = delete;

  // Passes all rows to `visitor`, up to the first one that SqliteWriter cannot have written. Returns false if
  // there is such a row: if it does not follow the records that it depends on, lacks a required value, or has
  // an unknown name.
  [[nodiscard]] bool read(Visitor& visitor);

  // The messages of the rows so far. Each has a new address.
  [[nodiscard]] const std::deque<MessageInfo>& messages() const { return messages_; }
  // Properties of the row that is being visited: how many it stands for, if known, and whether its message
  // may be the last one of the rows before.
  [[nodiscard]] std::optional<std::uint64_t> count() const { return count_; }
  [[nodiscard]] bool may_repeat() const { return may_repeat_; }

  // For read_members().
  [[nodiscard]] Value next(const write::ColumnInfo& column);
  void unknown_name() { is_valid_ = false; }
  void list(std::span<const NamedField>& fields);
  void list(std::span<const Candidate>& chain);
  void list(std::span<const ReaderOpens>& readers);
  void list(std::span<const ReaderReason>& reasons);

 private:
  // The memory of rows, messages and lists. Only a long text makes a piece much longer than a megabyte.
  static constexpr std::uint64_t kMostMemory = std::uint64_t{16} << 20, kMemoryPerByte = 4;

  void charge(std::uint64_t bytes) {
    is_valid_ = is_valid_ && bytes <= memory_left_;
    memory_left_ -= std::min(bytes, memory_left_);
  }
  void read_message();
  // Calls read(element) for each element of a list.
  template <typename T, typename Read>
  [[nodiscard]] std::span<const T> list_of(Read read);
  [[nodiscard]] std::optional<std::string_view> valid_text();
  template <typename Enumeration>
  [[nodiscard]] std::optional<Enumeration> named() {
    return from_name<Enumeration>(row_.value().text.value_or(std::string_view()));
  }
  // Returns false if no row of `table` may be here.
  [[nodiscard]] bool allows(const write::Rows& table) const;
  template <typename Columns, typename Row>
  [[nodiscard]] bool read_row(const write::Rows& table, const Columns& columns, Row& row);

  RowUnpacker row_;
  const write::Rows* const table_;
  std::uint64_t memory_left_;
  bool is_valid_ = true;
  std::deque<MessageInfo> messages_;
  std::deque<std::string> sources_;  // unescaped copies of names that are packed in escaped form
  std::pmr::monotonic_buffer_resource lists_;
  std::string repaired_;
  // The context of the next row: its message, its part and base as far as known, and its count.
  bool may_repeat_ = false, has_part_ = false, has_base_ = false;
  Link context_;
  std::optional<std::uint64_t> count_;
};

// Returns true for packed rows that a PackedReader can read.
[[nodiscard]] bool are_packed(std::string_view rows, const write::Rows* table);

}  // namespace mimebase::database
