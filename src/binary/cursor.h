// Numbers in little-endian order, and a reader of records that may be cut off.
//
//   Cursor record(bytes);
//   const std::uint16_t type = record.u16();
//   const std::string_view name = record.take(record.u32());
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::binary {

// Returns the number of Size bytes at `at`. Bytes beyond the end are 0.
template <std::size_t Size>
[[nodiscard]] constexpr std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < Size && at < bytes.size() && i < bytes.size() - at; ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}
[[nodiscard]] constexpr std::uint16_t u16_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number_at<2>(bytes, at));
}
[[nodiscard]] constexpr std::uint32_t u32_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(number_at<4>(bytes, at));
}
[[nodiscard]] constexpr std::uint64_t u64_at(std::string_view bytes, std::size_t at) {
  return number_at<8>(bytes, at);
}

// The bytes of a number.
[[nodiscard]] inline std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

// Takes values from the front of a record. After its end, everything is 0 and empty.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(number_at<1>(take(1), 0)); }
  std::uint16_t u16() { return u16_at(take(2), 0); }
  std::uint32_t u32() { return u32_at(take(4), 0); }
  std::uint64_t u64() { return u64_at(take(8), 0); }
  // Returns fewer bytes at the end, and is then cut.
  std::string_view take(std::size_t size) {
    is_cut_ = is_cut_ || size > rest_.size();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  // The same, without the padding to a multiple of four bytes that follows. The last padding may be missing.
  std::string_view take_padded(std::size_t size) {
    const std::string_view taken = take(size);
    rest_.remove_prefix(std::min(rest_.size(), (4 - size % 4) % 4));
    return taken;
  }
  // A string with its length, which includes its NUL.
  std::string_view counted_string() {
    const std::string_view bytes = take(u32());
    return bytes.substr(0, bytes.find('\0'));
  }
  std::string_view nul_terminated() {
    const std::string_view bytes = rest_.substr(0, rest_.find('\0'));
    take(bytes.size() + 1);
    return bytes;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  std::string_view rest_;
  bool is_cut_ = false;
};

}  // namespace mimebase::binary
