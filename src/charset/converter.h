// Converts one character at a time with ICU's converters.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mimebase::charset {

// To be used by one thread at a time.
class Converter {
 public:
  // By ICU's name. A system may have no such converter: then it knows no character.
  explicit Converter(const std::string& icu);
  ~Converter();
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // The one character that all of the bytes are; 0 where they are none.
  [[nodiscard]] char32_t character(std::string_view bytes) const;
  // The bytes of a character as one number; 0 where it has none.
  [[nodiscard]] unsigned bytes(char32_t code_point) const;

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

// This thread's converter of that name, kept until the thread ends: there are no more of them than the
// table of labels has encodings.
[[nodiscard]] const Converter& converter_of(const std::string& icu);

}  // namespace mimebase::charset
