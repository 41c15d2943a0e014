// A batch of messages as bytes, on its way from one process to another.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"

namespace mimebase::run {

class BatchBytes {
 public:
  // `batch` must outlive this.
  explicit BatchBytes(const Batch& batch);

  // Views whose concatenation batch_from() takes; they live as long as this and the batch.
  [[nodiscard]] const std::vector<std::string_view>& parts() const { return parts_; }
  // The sources of the messages, in their order, without repetition of neighbours.
  [[nodiscard]] const std::vector<std::string>& sources() const { return sources_; }

 private:
  std::string head_;
  std::vector<std::string> sources_;
  std::vector<std::string_view> parts_;
};

// The batch that these bytes are; it owns them. Returns nothing if they are none.
[[nodiscard]] std::optional<Batch> batch_from(std::string bytes);

}  // namespace mimebase::run
