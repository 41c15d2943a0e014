// Memory that rows are written to in many small pieces: std::string calls a function for each of them, and
// clears what it is about to hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace mimebase::write {

class RowBuffer {
 public:
  RowBuffer& operator+=(std::string_view bytes) {
    char* const to = room(bytes.size());
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    size_ += bytes.size();
    return *this;
  }
  RowBuffer& operator+=(char c) {
    *room(1) = c;
    ++size_;
    return *this;
  }

  // Returns memory behind the last byte for at least `bytes` more. Valid until the next call of a member that
  // is not const.
  [[nodiscard]] char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return bytes_.get() + size_;
  }
  // Makes `bytes` of room() part of the content.
  void add(std::size_t bytes) { size_ += bytes; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
  // Drops what stands behind the first `size` bytes.
  void cut(std::size_t size) { size_ = size; }

 private:
  [[gnu::noinline]] void grow(std::size_t bytes) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + bytes);
    std::unique_ptr<char[]> grown(new char[capacity]);
    view().copy(grown.get(), size_);
    bytes_ = std::move(grown);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace mimebase::write
