// Encodes UTF-8 in a content's charset to replace text inside the content: the inverse of readable.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "charset/encoder.h"
#include "charset/label.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

// Writes replacements into one content, in order.
class Writer {
 public:
  // `label` is Readable::label of `content`, which must outlive the Writer. If `ascii_alone` is set, only
  // ASCII bytes are written.
  Writer(std::string_view label, std::string_view content, bool ascii_alone);

  // Returns true if the charset has the character and would read it back. For HZ and ISO-2022 other than -JP,
  // only ASCII qualifies.
  [[nodiscard]] bool can_encode(char32_t code_point) const;
  // Encodes `text` to replace the bytes `replaced`. All its characters must satisfy can_encode(). The result
  // starts and ends in the shift state that the surrounding content expects, and `replaced` is extended over
  // adjacent shifts. Returns nullopt if the charset cannot be written. Call this in content order.
  [[nodiscard]] std::optional<std::string> write(std::string_view text, Span& replaced);

  // Returns true if every byte below 0x80 is the ASCII character, whatever precedes it.
  [[nodiscard]] bool keeps_ascii() const { return keeps_ascii_; }

 private:
  // The shift state at some position of ISO-2022 or HZ.
  struct Shifts {
    std::string set;  // the sequence that designated the character set; empty for ASCII
    bool is_out = false;
  };
  void read_shifts(std::size_t end);
  [[nodiscard]] std::size_t read_shift(std::size_t at);
  [[nodiscard]] std::size_t shift_length(std::size_t at) const;
  void include_adjacent_shifts(Span& replaced) const;
  [[nodiscard]] std::string write_shifting(std::string_view text, Span& replaced);
  [[nodiscard]] std::string write_characters(std::string_view text) const;

  Label label_;
  std::string_view content_;
  bool keeps_ascii_, ascii_alone_;
  const Encoder* encoder_ = nullptr;
  Shifts shifts_;
  std::size_t read_ = 0;  // position up to which shifts_ is known
};

}  // namespace mimebase::charset
