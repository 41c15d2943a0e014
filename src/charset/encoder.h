// Encodes characters in a document's own encoding, like the Encoding Standard's encoders.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {

// The encoder of one encoding. It is immutable and thread-safe; callers keep the shift state.
class Encoder {
 public:
  // State between characters, used by ISO-2022-JP. Starts as {}.
  enum class Shift : std::uint8_t { kAscii, kRoman, kJisX0208 };

  // Takes the Standard's name and ICU's.
  Encoder(std::string_view name, std::string_view icu);

  // Appends the bytes of a character above ASCII or, in an encoding that shifts, of any character. Returns
  // false if the encoding lacks it; then at most a shift back is appended. Thread-safe.
  bool append(char32_t code_point, Shift& shift, std::string& out) const;
  // Appends the shift back to ASCII, if one is needed.
  void finish(Shift& shift, std::string& out) const;
  // Returns true if ASCII must go through append() too.
  [[nodiscard]] bool shifts() const { return shifts_; }

 private:
  // The bytes as one number; 0 if the encoding lacks the character.
  [[nodiscard]] unsigned bytes_of(char32_t code_point) const;
  // Returns true if the Standard's encoder writes the bytes that ICU does.
  [[nodiscard]] bool is_written(char32_t code_point, unsigned bytes) const;
  bool append_shifting(char32_t code_point, Shift& shift, std::string& out) const;

  std::string name_, icu_;
  bool shifts_, is_japanese_;
  const std::array<char32_t, 128>* high_half_ = nullptr;  // for single-byte encodings
};

// The encoder of an encoding by the Standard's name, as returned by output_encoding(). Null for UTF-8 and for
// any other name. Encoders are created on first use and kept until the process ends. Thread-safe.
[[nodiscard]] const Encoder* encoder_for(std::string_view name);

}  // namespace mimebase::charset
