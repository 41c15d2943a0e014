#include "process/shared_buffer.h"

namespace mimebase::process {

bool SharedBufferWriter::put(std::span<const std::string_view> parts, std::size_t size) {
  if (buffer_ == nullptr || size < SharedBuffer::kLeastBytes || size > SharedBuffer::kBytes ||
      buffer_->taken.load(std::memory_order_acquire) != put_)
    return false;
  std::size_t at = 0;
  for (const std::string_view part : parts) at += part.copy(buffer_->bytes.data() + at, size - at);
  ++put_;
  return true;
}

std::string SharedBufferReader::take(std::size_t size) {
  std::string payload(buffer_->bytes.data(), size);
  buffer_->taken.store(++taken_, std::memory_order_release);
  return payload;
}

}  // namespace mimebase::process
