// Reads the fields of binary formats of Windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::documents {

// The text (UTF-8) of UTF-16LE, and of bytes in an unknown code page, which end before the first NUL.
[[nodiscard]] std::string from_utf16(std::string_view bytes);
[[nodiscard]] std::string from_ansi(std::string_view bytes);

// Reads little-endian numbers and strings. After the end of the bytes, everything is 0 and empty.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t number(std::size_t size) {
    const std::string_view bytes = take(size);
    if (bytes.size() < size) is_cut_off_ = true;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
  }
  std::string_view take(std::size_t size) {
    const std::string_view bytes = rest_.substr(0, size);
    if (bytes.size() < size) is_cut_off_ = true;
    rest_.remove_prefix(bytes.size());
    return bytes;
  }
  // A string with its length, which includes its NUL.
  std::string_view counted_string() {
    const std::string_view bytes = take(number(4));
    return bytes.substr(0, bytes.find('\0'));
  }
  std::string_view nul_terminated() {
    const std::string_view bytes = rest_.substr(0, rest_.find('\0'));
    take(bytes.size() + 1);
    return bytes;
  }
  [[nodiscard]] bool is_cut_off() const { return is_cut_off_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool is_cut_off_ = false;
};

}  // namespace mimebase::documents
