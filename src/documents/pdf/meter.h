// What the reading of one PDF file may cost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "documents/document.h"

namespace mimebase::documents {

// The classes of characters (ISO 32000-2 section 7.2.3), with VT, which libqpdf takes for white space.
enum class PdfClass : std::uint8_t { kRegular, kDigit, kSpace, kDelimiter };
inline constexpr std::array<PdfClass, 256> kPdfClasses = [] {
  std::array<PdfClass, 256> classes{};
  for (unsigned char c = '0'; c <= '9'; ++c) classes[c] = PdfClass::kDigit;
  for (const char c : std::string_view("\0\t\n\v\f\r ", 7))
    classes[static_cast<unsigned char>(c)] = PdfClass::kSpace;
  for (const char c : std::string_view("()<>[]{}/%"))
    classes[static_cast<unsigned char>(c)] = PdfClass::kDelimiter;
  return classes;
}();
[[nodiscard]] inline PdfClass pdf_class(char c) {
  return kPdfClasses[static_cast<unsigned char>(c)];
}
[[nodiscard]] inline bool is_pdf_space(char c) {
  return pdf_class(c) == PdfClass::kSpace;
}
// Whether a word or name ends before it.
[[nodiscard]] inline bool ends_pdf_word(char c) {
  return pdf_class(c) >= PdfClass::kSpace;
}
// The offset of the first character from `at` on that is no white space, or that ends a word.
[[nodiscard]] inline std::size_t skip_pdf_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_pdf_space(text[at])) ++at;
  return at;
}
[[nodiscard]] inline std::size_t skip_pdf_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !ends_pdf_word(text[at])) ++at;
  return at;
}

// A limit was hit. If it is thrown from a callback, libqpdf makes a warning of it.
struct PdfLimitError : std::runtime_error {
  static constexpr const char* kWhat = "a limit of the reading was hit";
  PdfLimitError() : std::runtime_error(kWhat) {}
};

// Bytes of a long string that count as a value: libqpdf makes several copies.
inline constexpr unsigned kBytesPerValue = 48;

// Counts what is read, decompressed and kept of a file. What was hit stays known, because libqpdf catches
// exceptions, and because nothing can be reported while a file is opened.
class PdfMeter {
 public:
  // A file of so many bytes.
  PdfMeter(Reading& reading, std::uint64_t size);
  // The values of the file are not in memory any more.
  ~PdfMeter();
  PdfMeter(const PdfMeter&) = delete;
  PdfMeter& operator=(const PdfMeter&) = delete;

  // These throw PdfLimitError.

  // Bytes after decompression.
  void charge_bytes(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t bytes_left() const { return reading_.bytes_left; }
  // The values that libqpdf makes of a text, which comes in pieces. It keeps all of them until the file is
  // closed: numbers, names, strings, arrays, dictionaries and new references, for 240 to 330 bytes each.
  void charge_text(std::string_view text);
  void charge_kept(std::uint64_t values);
  // The warnings that libqpdf keeps, which are so many now.
  void charge_warnings(std::size_t count);
  // Bytes of objects that are read. Objects that share their bytes are read again and again: what is read
  // more often than usual takes steps.
  void charge_reading(std::uint64_t bytes);
  // So many objects were found, and bytes of objects in a stream.
  void allow_reading(std::uint64_t objects, std::uint64_t bytes);
  // Bytes of streams that are copied to their filters. What is copied more than once takes steps.
  void charge_copying(std::uint64_t bytes);
  void charge_steps(std::uint64_t steps);
  // A library ran out of memory.
  void memory_ran_out() { memory_hit_ = true; }

  // Reports the limits that were hit.
  void report(find::Sink& sink) const;
  [[nodiscard]] bool has_hit_limit() const { return bytes_hit_ || values_hit_ || steps_hit_ || memory_hit_; }

 private:
  [[nodiscard]] int charge_delimiter(char c);
  [[nodiscard]] int charge_word(std::string_view word, bool is_integer);
  void give_back(std::uint64_t values);

  Reading& reading_;
  std::uint64_t free_bytes_, free_copies_, kept_values_ = 0;
  // Of the last piece of text.
  enum class Word { kNone, kInteger, kReference, kOther } word_ = Word::kNone;
  unsigned integers_ = 0;       // before the word
  unsigned run_ = 0;            // bytes since the last value began
  bool is_first_mark_ = false;  // "<", perhaps of "<<"
  std::size_t warnings_ = 0;
  bool bytes_hit_ = false, values_hit_ = false, steps_hit_ = false, memory_hit_ = false;
};

}  // namespace mimebase::documents
