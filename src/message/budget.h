// What of one message is too much: its budgets, and what is to be told of those that were used up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/limits.h"

namespace mimebase::message {

class Budget {
 public:
  // Of a message of so many bytes. `limits` must outlive this.
  Budget(const Limits& limits, std::size_t message_bytes);

  // Counts the text of a row, of so many bytes. False once the rows of the message are too many: what comes
  // then is left out.
  [[nodiscard]] bool charge_row(std::size_t bytes);
  [[nodiscard]] bool has_rows_left() const { return !rows_used_up_; }
  // Counts the bytes of a URL that is kept; false where these are too many.
  [[nodiscard]] bool reserve(std::size_t bytes);
  [[nodiscard]] std::uint64_t held_left() const { return held_left_; }
  // Cuts off what every row repeats, and notes that; `name` is the field's.
  void cut_envelope(std::optional<std::string>& value, std::string_view name);
  // A base that the content of `entity` declares was passed over.
  void note_long_base(int entity);
  // Something that only describes the mail is not complete: no reference is missing. `entity` is -1 for the
  // message.
  void note_cut(int entity, std::string what) { cuts_.push_back({entity, std::move(what)}); }

  [[nodiscard]] const std::vector<int>& long_bases() const { return long_bases_; }
  [[nodiscard]] bool has_left_out_urls() const { return left_out_urls_; }
  struct Cut {
    int entity;
    std::string what;  // one sentence
  };
  [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
  // One sentence if rows were left out, else empty.
  [[nodiscard]] std::string left_out_rows() const;

 private:
  const Limits& limits_;
  std::uint64_t rows_left_;  // bytes
  std::uint64_t held_left_;  // bytes of URLs
  bool rows_used_up_ = false, left_out_urls_ = false;
  std::vector<Cut> cuts_;
  std::vector<int> long_bases_;  // entities whose content declares one
};

}  // namespace mimebase::message
