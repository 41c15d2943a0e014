// Rows packed into bytes: what threads that analyse hand to the one that writes a database. Numbers are in
// base 128, least digit first. The bytes never leave the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::write {

// A record tells its kind first. Each stands in the context of those before it: a row is in the last part,
// that in the last message, and its base is the last one. What a record holds are values, one for each column
// that the table of columns keeps at that place.
enum class PackedKind : char {
  kMessage = 'm',  // before them: 1 if it may be the last one again, number (0: the source itself), source
  kPart = 'p',
  kBase = 'b',
  kCount = 'n',  // one number: how many links the next one stands for
  kRow = 'r',
  kCandidate = 'c',  // one of the last entity's chain
};

class RowPacker {
 public:
  void kind(PackedKind kind) { out_ += static_cast<char>(kind); }
  // A number that is no value.
  void plain(std::uint64_t number);

  // Each packs a value: see put(). Text that is no UTF-8 becomes such.
  void text(std::string_view text);
  void name(std::string_view name) { text(name); }
  void number(std::uint64_t value);
  void null() { out_ += '\0'; }
  // Two values.
  void range(const std::optional<Range>& range);
  // Its candidates are records of their own.
  void chain(const std::vector<Candidate>&) {}

  [[nodiscard]] const std::string& bytes() const { return out_; }
  [[nodiscard]] std::string& bytes() { return out_; }

 private:
  std::string out_;
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

}  // namespace mimebase::write
