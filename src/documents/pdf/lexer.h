// Reads the tokens of content streams and of CMaps (ISO 32000-2 sections 7.2 and 7.8.2).
//
//   PdfLexer lexer(bytes);
//   for (PdfToken token; lexer.next(token);) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mimebase::documents {

struct PdfToken {
  enum class Kind : std::uint8_t {
    kNumber,
    kString,
    kName,
    kOpenArray,
    kCloseArray,
    kOpenDictionary,
    kCloseDictionary,
    kMark,  // a bracket without its mate, or a brace
    kOperator
  };
  Kind kind = Kind::kOperator;
  double number = 0;      // 0 if it is none
  std::string_view text;  // of a string, decoded; of a name, without "/"; of an operator
};

// Takes linear time on any input. Strings and names are decoded where they are: the bytes change, and the
// texts of tokens are views of them.
class PdfLexer {
 public:
  // `joints` are the offsets, in ascending order, of separators that were put between two streams. Strings
  // and comments continue behind them. Both arguments must outlive the lexer.
  explicit PdfLexer(std::string& bytes, std::span<const std::size_t> joints = {})
      : start_(bytes.data()), at_(start_), end_(start_ + bytes.size()), joints_(joints) {}

  // Returns false at the end.
  [[nodiscard]] bool next(PdfToken& token);
  // What is not read yet.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
  void skip(std::size_t bytes) { at_ += bytes; }

 private:
  void skip_space();
  [[nodiscard]] std::string_view read_string();
  [[nodiscard]] std::string_view read_hex();
  [[nodiscard]] std::string_view read_name();
  [[nodiscard]] double read_number();
  void read_escape(char*& to);
  void skip_joint();
  [[nodiscard]] bool is_joint(const char* at) const;

  char* start_;
  char* at_;
  char* end_;
  std::span<const std::size_t> joints_;
};

}  // namespace mimebase::documents
