// The interface of the writers that format results as rows, one per output format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "write/columns.h"

namespace mimebase::write {

// Appends rows to its own buffer, which the caller empties from time to time.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void link(const Link& link) = 0;
  // Appends a row of `links --unique`. `row` is the link_row() of the first of `count` links with one
  // resolved URL.
  virtual void unique_link(std::string_view row, std::uint64_t count) = 0;
  virtual void entity(const Entity& entity) = 0;
  virtual void diagnostic(const Diagnostic& diagnostic) = 0;
  virtual void comparison(const Comparison& comparison) = 0;
  virtual void ledger_entry(const LedgerEntry& entry) = 0;
  virtual void summary(const SummaryRow& row) = 0;
  virtual void top(const TopRow& row) = 0;
  // Counts a part of the message that `links` does not search, for people. Without `is_alone`, it is
  // mentioned only if the message has rows.
  virtual void not_searched(const MessageInfo& /*message*/, bool /*is_alone*/) {}
  // Ends a message. A writer that needs the whole message writes its rows now.
  virtual void end_message() = 0;
  // Formats one link without adding it to rows(), for a later unique_link().
  [[nodiscard]] std::string link_row(const Link& link) {
    const std::size_t start = rows().size();
    append_link_row(link);
    std::string row(rows().substr(start));
    cut(start);
    return row;
  }
  // Returns true if this writer could have written `rows`, which come from a process that an attacker may
  // control: nothing in them can break the format or drive a terminal. They may be empty.
  [[nodiscard]] virtual bool accepts(std::string_view rows, const Rows& table) const = 0;
  // The rows since clear(). The view is valid until the next call of any other member.
  [[nodiscard]] virtual std::string_view rows() const { return out_; }
  virtual void clear() { out_.clear(); }

 protected:
  virtual void append_link_row(const Link& link) = 0;
  // Drops everything after the first `size` bytes of rows().
  virtual void cut(std::size_t size) { out_.resize(size); }

  std::string out_;
};

}  // namespace mimebase::write
