// Serializes a batch of messages for another process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"

namespace mimebase::run {

// The bytes of a batch.
class BatchBytes {
 public:
  // `batch` must outlive the object.
  explicit BatchBytes(const Batch& batch);

  // Views whose concatenation is the input of batch_from(). They are valid as long as this object and the
  // batch.
  [[nodiscard]] const std::vector<std::string_view>& parts() const { return parts_; }
  // The sources of the messages, in order; consecutive duplicates are removed.
  [[nodiscard]] const std::vector<std::string>& sources() const { return sources_; }

 private:
  std::string head_;
  std::vector<std::string> sources_;
  std::vector<std::string_view> parts_;
};

// Returns the size of the records in the bytes of a batch, without reading these.
[[nodiscard]] std::uint64_t record_bytes_in(std::string_view batch);

// Deserializes a batch, which owns its bytes. Returns nothing if the bytes are malformed, or if not all of
// them belong to a record.
[[nodiscard]] std::optional<Batch> batch_from(std::string bytes);

}  // namespace mimebase::run
