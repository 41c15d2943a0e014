// UTF-8 made bytes of a content's charset again, where something in the midst of the content is replaced: the
// way back from readable.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "charset/encoder.h"
#include "charset/label.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

class Writer {
 public:
  // By Readable::label, of `content`, which must outlive this. With `ascii_alone` no byte is written that is
  // none of ASCII.
  Writer(std::string_view label, std::string_view content, bool ascii_alone);

  // Whether the charset has the character, and would read it back. Of HZ and of ISO-2022 but for -JP, ASCII
  // alone.
  [[nodiscard]] bool can_say(char32_t code_point) const;
  // The bytes of `text`, all of which can be said, in the place of `replaced`: what it is written with begins
  // and ends as the content around it expects. `replaced` is widened by the shifts beside it. Nothing where
  // the charset cannot be written. To be called in the order of the content.
  [[nodiscard]] std::optional<std::string> write(std::string_view text, Span& replaced);

  // True where a byte below 0x80 is that character of ASCII, whatever stands before it.
  [[nodiscard]] bool keeps_ascii() const { return keeps_ascii_; }

 private:
  // What the shifts up to a place of ISO-2022 or HZ have chosen.
  struct Shifts {
    std::string set;  // the sequence that chose the set of characters; empty: ASCII
    bool is_out = false;
  };
  void read_shifts(std::size_t end);
  [[nodiscard]] std::size_t read_shift(std::size_t at);
  [[nodiscard]] std::size_t shift_length(std::size_t at) const;
  void take_shifts_beside(Span& replaced) const;
  [[nodiscard]] std::string write_shifting(std::string_view text, Span& replaced);
  [[nodiscard]] std::string write_characters(std::string_view text) const;

  Label label_;
  std::string_view content_;
  bool keeps_ascii_, ascii_alone_;
  const Encoder* encoder_ = nullptr;
  Shifts shifts_;
  std::size_t read_ = 0;  // up to here they are known
};

}  // namespace mimebase::charset
