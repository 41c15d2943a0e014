// Decompression bombs: how much comes out of how little.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "input/store.h"

namespace mimebase::input {

// Counts what one decoder gives, against the bytes that the outermost container has used for it.
class Expansion {
 public:
  // Without a meter, this is the outermost container.
  Expansion(std::shared_ptr<Meter> meter, std::uint64_t max_ratio)
      : outermost_(meter == nullptr),
        meter_(outermost_ ? std::make_shared<Meter>() : std::move(meter)),
        begin_(meter_->used),
        max_ratio_(max_ratio) {}

  [[nodiscard]] const std::shared_ptr<Meter>& meter() const { return meter_; }

  // This decoder has used so many bytes from its beginning on.
  void use(std::uint64_t used) {
    if (outermost_ && used > meter_->used) meter_->used = used;
  }

  // Counts bytes that came out; false if they are too many.
  [[nodiscard]] bool add(std::uint64_t output) {
    constexpr std::uint64_t kFree = std::uint64_t{64} << 20;
    constexpr std::uint64_t kSlack = std::uint64_t{64} << 10;  // decoders read so much ahead
    output_ += output;
    return output_ <= kFree || output_ / max_ratio_ <= meter_->used - begin_ + kSlack;
  }

 private:
  bool outermost_;
  std::shared_ptr<Meter> meter_;
  std::uint64_t begin_;
  std::uint64_t max_ratio_;
  std::uint64_t output_ = 0;
};

// What is said of `called` then.
[[nodiscard]] inline Error too_large(const std::string& called, std::uint64_t max_ratio) {
  return unreadable(called,
                    "holds more than " + std::to_string(max_ratio) +
                        " times what it is as a file, and the rest of it is left out",
                    Error::Code::kLimit);
}

}  // namespace mimebase::input
