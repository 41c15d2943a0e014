// The budgets of one message, and what to report if they are exceeded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/limits.h"

namespace mimebase::find {

// Counts what one message uses up, and remembers what was skipped or cut off.
class Budget {
 public:
  // For a message of `message_bytes` bytes. `limits` must outlive this object.
  Budget(const Limits& limits, std::size_t message_bytes);

  // The state of both budgets. Another pass over the same message returns to the state before the first one.
  struct Mark {
    std::uint64_t rows_left = 0;  // in bytes
    std::uint64_t held_left = 0;  // in bytes of URLs
    bool rows_used_up = false, omitted_urls = false;
  };
  [[nodiscard]] Mark mark() const { return state_; }
  void return_to(const Mark& mark) { state_ = mark; }

  // Charges the text of a row. Returns false if the budget for rows is used up; this row and all later ones
  // are then skipped.
  [[nodiscard]] bool charge_row(std::size_t bytes);
  [[nodiscard]] bool has_rows_left() const { return !state_.rows_used_up; }
  // Charges a URL that is kept. Returns false if the budget for URLs is used up.
  [[nodiscard]] bool reserve(std::size_t bytes);
  // Bytes of URLs that may still be kept.
  [[nodiscard]] std::uint64_t held_left() const { return state_.held_left; }
  // Cuts off a value that every row repeats, and notes that. `name` is the field's name.
  void cut_envelope(std::optional<std::string>& value, std::string_view name);
  // Notes that a base declared by the content of `entity` was skipped because of its length.
  void note_long_base(int entity);
  // Notes that descriptive text is incomplete, while no reference is missing. `entity` is -1 for the message.
  void note_cut(int entity, std::string what) { cuts_.push_back({entity, std::move(what)}); }

  [[nodiscard]] const std::vector<int>& long_bases() const { return long_bases_; }
  [[nodiscard]] bool has_omitted_urls() const { return state_.omitted_urls; }
  struct Cut {
    int entity;
    std::string what;  // one sentence
  };
  [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
  // One sentence if rows were skipped, otherwise empty.
  [[nodiscard]] std::string omitted_rows() const;

 private:
  const Limits& limits_;
  Mark state_;
  std::vector<Cut> cuts_;
  std::vector<int> long_bases_;  // entities whose content declares a base that is too long
};

}  // namespace mimebase::find
