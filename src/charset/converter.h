// Converts one character at a time with ICU's converters.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mimebase::charset {

// A converter for one thread at a time.
class Converter {
 public:
  // `icu` is ICU's name. If the system has no such converter, this one knows no character.
  explicit Converter(const std::string& icu);
  ~Converter();
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // The character that `bytes` encode; 0 if they are not exactly one character.
  [[nodiscard]] char32_t character(std::string_view bytes) const;
  // The bytes of a character as one number; 0 if the charset lacks it.
  [[nodiscard]] unsigned bytes(char32_t code_point) const;

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

// This thread's converter of that name, kept until the thread ends. The table of labels limits their number.
[[nodiscard]] const Converter& converter_of(const std::string& icu);

}  // namespace mimebase::charset
