// CSV (RFC 4180): the columns are the keys of the JSON Lines, in their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "write/json_writer.h"
#include "write/row_writer.h"

namespace mimebase::write {

// Lines end in CRLF; cells are quoted where they must be. What is null in JSON is empty, what is an array or
// object its JSON text. With `safe`, a cell that a spreadsheet would run (it begins with = + - @ TAB or CR)
// has an apostrophe put before it. With `visible`, nothing in a cell can drive a terminal.
class CsvWriter : public RowWriter {
 public:
  explicit CsvWriter(bool safe, bool visible = false) : safe_(safe), visible_(visible) {}

  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  [[nodiscard]] std::string link_row(const Link& link) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void summary(const SummaryRow& row) override;
  void end_message() override { prefixed_ = nullptr; }
  [[nodiscard]] std::string_view rows() const override { return out_; }
  void clear() override { out_.clear(); }

  // Each appends one value: see put().
  void text(std::string_view text);
  void name(std::string_view name) { out_ += name; }
  void number(std::uint64_t value);
  void null() {}
  void range(const std::optional<Range>& range);
  void chain(const std::vector<Candidate>& chain);

 private:
  void cell(std::string_view text);
  template <typename Columns, typename Row>
  void cells(const Columns& columns, const Row& row);
  void link_cells(const Link& link);

  bool safe_, visible_;
  std::string out_;
  // The cells that all links of a message share, written once.
  const MessageInfo* prefixed_ = nullptr;
  std::string prefix_;
  std::string repaired_, shown_, defused_;
  JsonWriter json_;
};

// The first line of a CSV output: the names of the columns, also of those that --unique adds.
[[nodiscard]] std::string csv_header(const Rows& rows, bool unique = false);

}  // namespace mimebase::write
