// Output for people: links grouped under their part, and the tree with the base of each entity.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/for_archive.h"
#include "write/row_arena.h"
#include "write/row_check.h"
#include "write/row_writer.h"

namespace mimebase::write {

// How the text format looks.
struct TextLook {
  bool color = false;
  bool ascii = false;       // draw lines, arrows and ellipses in ASCII
  std::size_t columns = 0;  // cut off longer lines; 0 writes them whole
  // The layer retrieval-url is an option, and not the Snapshot-Content-Location of the message.
  bool has_retrieval_url = false;
};

// Writes the text format. An entity is kept until end_message(), which draws the tree.
class MIMEBASE_FOR_ARCHIVE TextWriter : public RowWriter {
 public:
  explicit TextWriter(const TextLook& look = {}, bool verbose = false) : look_(look), verbose_(verbose) {}

  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void comparison(const Comparison& comparison) override;
  void ledger_entry(const LedgerEntry& entry) override;
  void summary(const SummaryRow& row) override;
  void top(const TopRow& row) override;
  void not_searched(const MessageInfo& message, bool is_alone) override;
  void end_message() override;
  [[nodiscard]] bool accepts(std::string_view rows, const Rows&) const override {
    return are_lines(rows, look_.color);
  }

 private:
  void append_link_row(const Link& link) override;

  enum class Style { kPlain, kTitle, kPart, kUrl, kDim, kBad };
  // A piece of a line. If the terminal is too narrow, `text` is shortened, but never the host of a URL.
  struct Piece {
    std::string before;  // shown whole, as is `after`
    std::string_view text = {}, after = {};
    Style style = Style::kPlain, style_around = Style::kPlain;
  };

  void put(std::string_view text, Style style = Style::kPlain);
  // Appends spaces up to `column`, at least one.
  void pad(std::size_t line_start, std::size_t column);
  [[nodiscard]] std::size_t width(std::size_t line_start) const;
  void end_line(std::size_t line_start);
  void end_line(std::size_t line_start, std::string_view sentence);
  [[nodiscard]] std::vector<Piece> urls(const Link& link) const;
  [[nodiscard]] static Piece reader_piece(const Link& link);
  [[nodiscard]] static Piece mark(std::string text, Style style) {
    return {.before = std::move(text), .style = style, .style_around = style};
  }
  [[nodiscard]] std::size_t width_of(const Piece& piece) const;
  [[nodiscard]] std::size_t least_width(const Piece& piece) const;
  [[nodiscard]] bool has_room(std::size_t line_start, const std::vector<Piece>& pieces) const;
  void put(const Piece& piece);
  void put_shortened(std::vector<Piece> pieces, std::size_t room);
  void flow(std::vector<Piece> pieces, std::size_t& line_start, std::string_view lead_below);
  void break_line(std::size_t& line_start, std::string_view lead_below);
  [[nodiscard]] std::size_t second_column() const;
  [[nodiscard]] std::string_view arrow() const { return look_.ascii ? " -> " : " → "; }
  [[nodiscard]] std::string_view ellipsis() const { return look_.ascii ? "..." : "…"; }
  void anchor_text(std::size_t& line_start, const Link& link);
  void title(const MessageInfo& message);
  void fields(const MessageInfo& message);
  void part_line(const Link& link);
  void tree();
  void draw(const Entity& entity, const std::string& lead, const std::string& lead_below);
  void draw_chain(const Entity& entity, const std::string& lead);
  [[nodiscard]] std::vector<Piece> base_pieces(const BaseInfo& base) const;
  [[nodiscard]] std::string layer_of(BaseSection section, BaseBy by,
                                     std::optional<std::string_view> part) const;

  TextLook look_;
  bool verbose_;
  std::size_t kept_to_ = 0;  // the end of what end_line() must not cut off
  // The header lines of the previous link.
  bool has_title_ = false;
  std::uint64_t not_searched_ = 0;  // parts of the current message
  std::string part_, base_url_;
  // The comparisons of the current message, which end_message() writes, the worst first.
  std::vector<std::pair<Disagreement, std::string>> comparisons_;
  // The entities of the current message, which end_message() draws.
  std::vector<Entity> entities_;
  RowArena kept_;
};

}  // namespace mimebase::write
