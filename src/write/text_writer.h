// Output for people: links grouped under their part, and the tree with the base of each entity.
#pragma once

#include <string>
#include <vector>

#include "row_arena.h"
#include "write/row_writer.h"

namespace mimebase::write {

// Writes the text format. An entity is kept until end_message(), which draws the tree.
class TextWriter : public RowWriter {
 public:
  TextWriter(bool color, bool verbose) : color_(color), verbose_(verbose) {}

  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void summary(const SummaryRow& row) override;
  void top(const TopRow& row) override;
  void end_message() override;

 private:
  void append_link_row(const Link& link) override;

  enum class Style { kPlain, kTitle, kPart, kUrl, kDim, kBad };

  void put(std::string_view text, Style style = Style::kPlain);
  // Appends spaces up to `column`, at least one.
  void pad(std::size_t line_start, std::size_t column);
  [[nodiscard]] std::size_t width(std::size_t line_start) const;
  void anchor_text(std::size_t line_start, const Link& link);
  void title(const MessageInfo& message);
  void part_line(const Link& link);
  void tree();
  void draw(const Entity& entity, const std::string& lead);
  void draw_chain(const Entity& entity, const std::string& lead);
  void base(const BaseInfo& base);

  bool color_;
  bool verbose_;
  // The heading lines of the previous link.
  bool has_title_ = false;
  std::string part_, base_url_;
  // The entities of the current message, which end_message() draws.
  std::vector<Entity> entities_;
  RowArena kept_;
};

}  // namespace mimebase::write
