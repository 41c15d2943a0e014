// A byte buffer for rows, which are written in many small pieces. Unlike std::string it appends inline and
// does not clear memory first.
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

  // Returns memory after the last byte with room for `bytes`. Valid until the next call of a non-const
  // member.
  [[nodiscard]] char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return bytes_.get() + size_;
  }
  // Adds the first `bytes` of room() to the content.
  void add(std::size_t bytes) { size_ += bytes; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
  // Keeps only the first `size` bytes.
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
