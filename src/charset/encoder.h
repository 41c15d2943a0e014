// Characters made bytes of a document's own encoding: the Encoding Standard's encoders. Each is the inverse
// of the decoder here, so that what was read as a character is written as its bytes again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {

class Encoder {
 public:
  virtual ~Encoder() = default;

  // What an encoder remembers from one character to the next (ISO-2022-JP's shifts). Begins as {}.
  enum class Shift : std::uint8_t { kAscii, kRoman, kJisX0208 };

  // Appends the bytes of a character above ASCII, or of an ASCII one in an encoding that shifts. False where
  // the encoding has none: then what was appended is a shift back, at most.
  virtual bool append(char32_t code_point, Shift& shift, std::string& out) const = 0;
  // Appends what brings the encoding back to ASCII.
  virtual void finish(Shift& shift, std::string& out) const;
  // True if ASCII has to go through append() too.
  [[nodiscard]] virtual bool shifts() const { return false; }
};

// The encoder of an encoding by the Standard's name, as output_encoding() gives it; null for UTF-8 and for
// what is no such name. Made when it is first asked for, and kept until the end of the process. May be called
// from any thread.
[[nodiscard]] const Encoder* encoder_for(std::string_view name);

}  // namespace mimebase::charset
