// The work that the checks of one message may do in addition to what its size bounds (Limits::check_steps).
#pragma once

#include <cstdint>

namespace mimebase::check {

class Steps {
 public:
  explicit Steps(std::uint64_t most) : left_(most) {}

  // Returns false if fewer steps are left. The work must then be skipped; nothing is left for other work
  // either.
  [[nodiscard]] bool charge(std::uint64_t steps) {
    is_used_up_ = is_used_up_ || steps > left_;
    if (!is_used_up_) left_ -= steps;
    return !is_used_up_;
  }
  [[nodiscard]] bool is_used_up() const { return is_used_up_; }

 private:
  std::uint64_t left_;
  bool is_used_up_ = false;
};

}  // namespace mimebase::check
