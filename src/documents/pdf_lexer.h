// Reads the tokens of content streams and of CMaps (ISO 32000-2 sections 7.2 and 7.8.2).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mimebase::documents {

struct PdfToken {
  enum class Kind { kNumber, kString, kName, kOpenArray, kCloseArray, kMark, kOperator };
  Kind kind = Kind::kOperator;
  double number = 0;
  std::string text;  // of a string, decoded; of a name, without "/"; of an operator
};

// Takes linear time on any input.
class PdfLexer {
 public:
  explicit PdfLexer(std::string_view bytes) : rest_(bytes) {}
  // Returns false at the end.
  [[nodiscard]] bool next(PdfToken& token);
  // Skips the data of an inline image, after the operator ID.
  void skip_image();

 private:
  void read_string(std::string& text);
  void read_hex(std::string& text);
  void read_name(std::string& text);

  std::string_view rest_;
};

}  // namespace mimebase::documents
