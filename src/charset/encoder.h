// Characters made bytes of a document's own encoding: the Encoding Standard's encoders.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {

class Encoder {
 public:
  // What an encoder remembers from one character to the next (ISO-2022-JP's shifts). Begins as {}.
  enum class Shift : std::uint8_t { kAscii, kRoman, kJisX0208 };

  // By the Standard's name and ICU's.
  Encoder(std::string_view name, std::string_view icu);

  // Appends the bytes of a character above ASCII, or of an ASCII one in an encoding that shifts. False where
  // the encoding has none: then what was appended is a shift back, at most. May be called from any thread.
  bool append(char32_t code_point, Shift& shift, std::string& out) const;
  // Appends what brings the encoding back to ASCII.
  void finish(Shift& shift, std::string& out) const;
  // True if ASCII has to go through append() too.
  [[nodiscard]] bool shifts() const { return shifts_; }

 private:
  // The bytes as one number; 0 where there are none.
  [[nodiscard]] unsigned bytes_of(char32_t code_point) const;
  // Whether the Standard writes what ICU does.
  [[nodiscard]] bool is_written(char32_t code_point, unsigned bytes) const;
  bool append_shifting(char32_t code_point, Shift& shift, std::string& out) const;

  std::string name_, icu_;
  bool shifts_, is_japanese_;
  const std::array<char32_t, 128>* high_half_ = nullptr;  // where each byte is a character
};

// The encoder of an encoding by the Standard's name, as output_encoding() gives it; null for UTF-8 and for
// what is no such name. Made when it is first asked for, and kept until the end of the process. May be called
// from any thread.
[[nodiscard]] const Encoder* encoder_for(std::string_view name);

}  // namespace mimebase::charset
