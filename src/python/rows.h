// Rows on their way from C++ to Python: which keys they have, and many of them in one piece without any
// object of Python's, which the threads that analyse must not touch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase::python {

enum class Kind {
  kText,
  kSource,  // the name of a source: bytes
  kNumber,
  kNumberOrNone,
  kRange,
  kChain,
};

// A key of the JSON Lines. Their order is that of the rows, and of what a RowMaker puts.
struct Key {
  std::string_view name;
  Kind kind = Kind::kText;
};

enum class Shape { kLink, kUniqueLink, kEntity, kDiagnostic, kSummary, kCandidate };
[[nodiscard]] std::span<const Key> keys_of(Shape shape);
// "Link", "UniqueLink", "Entity", "Diagnostic", "Summary", "Candidate".
[[nodiscard]] std::string_view name_of(Shape shape);

// What a row has for a key: the number of a text, a range or a chain in its piece, or a number itself.
using Cell = std::uint64_t;
inline constexpr Cell kNone = ~Cell{0};

// Some rows, one behind another, and what their cells name.
struct Piece {
  struct Chain {
    std::size_t first = 0, count = 0;  // where it begins in `candidates`, and how many there are
  };
  std::size_t width = 1;  // cells of a row
  std::vector<Cell> cells;
  std::string bytes;              // of all texts
  std::vector<std::size_t> ends;  // of each text there
  std::vector<Range> ranges;
  std::vector<Chain> chains;
  std::vector<Cell> candidates;  // cells of rows of Shape::kCandidate
  std::vector<std::string> problems;
  std::uint64_t messages = 0;

  [[nodiscard]] std::size_t rows() const { return cells.size() / width; }
  [[nodiscard]] std::span<const Cell> row(std::size_t index) const {
    return std::span(cells).subspan(index * width, width);
  }
  [[nodiscard]] std::string_view text(Cell number) const {
    const std::size_t start = number == 0 ? 0 : ends[number - 1];
    return std::string_view(bytes).substr(start, ends[number] - start);
  }
  [[nodiscard]] std::size_t size_bytes() const { return cells.size() * sizeof(Cell) + bytes.size(); }
};

// Puts rows of one shape into a piece.
class RowMaker {
 public:
  explicit RowMaker(Shape shape);

  void link(const Link& link);
  void entity(const Entity& entity);
  void diagnostic(const Diagnostic& diagnostic);
  // A row of another piece of the same shape, with texts and numbers alone.
  void copy(const Piece& from, std::size_t row);
  void problem(std::string sentence) { piece_.problems.push_back(std::move(sentence)); }
  // What is said of messages is their own: a later one may stand where this one stood.
  void end_message();
  // What was begun of a row goes.
  void drop_unfinished();

  [[nodiscard]] Piece& piece() { return piece_; }
  [[nodiscard]] Piece take();

 private:
  void put(Cell cell) { piece_.cells.push_back(cell); }
  void put_text(std::string_view text) { put(text_cell(text)); }
  void put_text(const std::optional<std::string_view>& text) { put(text ? text_cell(*text) : kNone); }
  void put_text_or_none(std::string_view text) { put(text.empty() ? kNone : text_cell(text)); }
  void put_range(const std::optional<Range>& range);
  void put_message(const MessageInfo& message, bool with_envelope);
  void put_base(const BaseInfo& base);
  void put_chain(std::span<const Candidate> chain);
  void put_sum(const Diagnostic& diagnostic);
  [[nodiscard]] Cell text_cell(std::string_view text);

  const Shape shape_;
  Piece piece_;
  std::size_t whole_cells_ = 0;
  // The same text twice has one number, mostly: what mail makes collide here is there twice, and costs no
  // more.
  static constexpr std::size_t kSlots = 4096;
  std::array<Cell, kSlots> slots_ = {};
  const MessageInfo* message_ = nullptr;  // whose cells those are
  std::vector<Cell> message_cells_;
};

}  // namespace mimebase::python
