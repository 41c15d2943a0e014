// Rows for an SQLite database, packed; Database puts them into its tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "write/columns.h"
#include "write/packed_rows.h"
#include "write/row_writer.h"

namespace mimebase::write {

// rows() are packed (packed_rows.h), and make sense on their own: what clear() leaves is an empty context.
class SqliteWriter : public RowWriter {
 public:
  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  [[nodiscard]] std::string link_row(const Link& link) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void summary(const SummaryRow&) override {}  // a query says as much; Collector refuses it
  void end_message() override;
  [[nodiscard]] std::string_view rows() const override { return packer_.bytes(); }
  void clear() override;

 private:
  void forget_context();
  void message(const MessageInfo& message);
  void base(const BaseInfo& base);
  // Appends what the columns keep in one place.
  template <typename Columns, typename Row>
  void record(PackedKind kind, const Columns& columns, const Row& row, Kept kept);
  // Of something in a part: with its context.
  template <typename Columns, typename Row>
  void row(const Columns& columns, const Row& row, const BaseInfo& base);

  RowPacker packer_;
  // The context of the next record.
  const MessageInfo* message_ = nullptr;
  bool is_told_ = false;  // of the message that has not ended: its record was packed, be it before clear()
  bool has_part_ = false;
  std::string part_;
  std::optional<BaseInfo> base_;
  std::string base_url_;  // what base_->url is a view into
};

}  // namespace mimebase::write
