// Charsets of content: which of them a finder may read as they are, and how their bytes become UTF-8.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "charset/label.h"

namespace mimebase::charset {

// How bytes become UTF-8. Any charset will do for that; to be read by a finder it must be one in which every
// byte below 0x80 is the ASCII character, and never a part of another character's encoding (UTF-8,
// ISO-8859-*, windows-125*, KOI8, EUC-JP). Content in the others is converted first: see conversion.h, and
// readable.h, which decides.
class Charset {
 public:
  // UTF-8, and windows-1252 for the bytes that are none: for short pieces of undeclared charset.
  Charset();
  // By a label as mail writes it ("utf-8", "ISO-8859-1", "x-sjis"), in any case. An unknown label gives
  // the same as Charset(); known() tells.
  explicit Charset(std::string_view label) : Charset(read_label(label)) {}
  explicit Charset(Label label);
  ~Charset();
  Charset(Charset&&) noexcept;
  Charset& operator=(Charset&&) noexcept;

  // As Charset(label), for the whole of a content: where the label says nothing, is unknown or US-ASCII, all
  // of it is UTF-8 if it is valid as that (but for a character that the end cuts off), else windows-1252.
  [[nodiscard]] static Charset for_content(Label label, std::string_view bytes);

  [[nodiscard]] bool known() const;

  // Appends `bytes` to `out` as UTF-8; what is not valid becomes U+FFFD.
  void append_utf8(std::string_view bytes, std::string& out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// True if the bytes are valid UTF-8, be it that the end cuts the last character off. Fast where they are
// ASCII.
[[nodiscard]] bool is_utf8(std::string_view bytes);

}  // namespace mimebase::charset
