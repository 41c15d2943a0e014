// Decoders of the charsets that are converted. Each decodes all of `bytes` to `out`. Invalid bytes become
// U+FFFD, and decoding continues after them. Time is linear for any input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "charset/charset.h"
#include "text/utf8.h"

namespace mimebase::charset {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

// Collects UTF-8 and the map back to the original bytes. Input must be added in order and without gaps.
class ConversionOutput {
 public:
  // `expected_bytes` is the expected size of the output, to reserve memory.
  explicit ConversionOutput(std::size_t expected_bytes) { made_.utf8.reserve(expected_bytes); }
  // Appends to `utf8`, and makes no map, which would take several times as much memory.
  explicit ConversionOutput(std::string&& utf8) : has_map_(false) { made_.utf8 = std::move(utf8); }

  // Adds a character for the next `in_bytes` bytes, of which there are fewer than 256.
  void character(std::size_t in_bytes, char32_t code_point) {
    const std::size_t start = made_.utf8.size();
    utf8::append(code_point, made_.utf8);
    keep_character(in_bytes, start);
  }
  // The same for text that is UTF-8 already: one or more characters.
  void text(std::size_t in_bytes, std::string_view utf8) {
    if (utf8.empty()) return whole(in_bytes, utf8);
    const std::size_t start = made_.utf8.size();
    made_.utf8.append(utf8);
    keep_character(in_bytes, start);
  }
  // Copies the next `bytes`, which are ASCII.
  void ascii(std::string_view bytes) {
    made_.utf8.append(bytes);
    in_ += bytes.size();
  }
  // Adds `utf8`, which may be empty, for the next `in_bytes` bytes as a whole.
  void whole(std::size_t in_bytes, std::string_view utf8) {
    const std::size_t start = made_.utf8.size();
    made_.utf8.append(utf8);
    if (has_map_) made_.map.replace({in_, in_ + in_bytes}, {start, made_.utf8.size()});
    in_ += in_bytes;
  }
  // Skips the next `in_bytes` bytes.
  void drop(std::size_t in_bytes) { whole(in_bytes, {}); }

  // Returns the result. No other function may be called after it.
  [[nodiscard]] Converted take() { return std::move(made_); }

 private:
  void keep_character(std::size_t in_bytes, std::size_t start) {
    const std::size_t end = made_.utf8.size();
    if (has_map_ && (in_bytes != 1 || end - start != 1)) {
      made_.map.replace_each({in_, in_ + in_bytes}, static_cast<std::uint8_t>(in_bytes), {start, end},
                             static_cast<std::uint8_t>(end - start));
    }
    in_ += in_bytes;
  }

  Converted made_;
  std::size_t in_ = 0;
  bool has_map_ = true;
};

// UTF-16 (`width` 2) or UTF-32 (4), without byte order mark.
void decode_units(std::string_view bytes, std::size_t width, bool is_little_endian, ConversionOutput& out);

// RFC 2152. Base64 has no byte boundaries, so each run of it is mapped as a whole.
void decode_utf7(std::string_view bytes, ConversionOutput& out);

// ISO-2022-JP and its successors (RFC 1468, 1554), -KR (RFC 1557) and -CN (RFC 1922). `name` selects one
// where the text does not. Escape sequences and shifts yield no output.
void decode_iso2022(std::string_view bytes, std::string_view name, ConversionOutput& out);

// HZ (RFC 1843).
void decode_hz(std::string_view bytes, ConversionOutput& out);

// An encoding of the Encoding Standard, by its name and ICU's, whose multi-byte characters start with a byte
// above ASCII. An ASCII byte that does not complete a character is kept, so that markup after a broken
// character is not lost.
void decode_multi_byte(std::string_view bytes, std::string_view name, const std::string& icu,
                       ConversionOutput& out);

// Pairs of seven-bit bytes of a 94-row set. ICU's converter encodes such a pair with the eighth bits set,
// after `prefix`. The second function uses iconv's converter.
void decode_pairs(std::string_view pairs, const std::string& icu, std::string_view prefix,
                  ConversionOutput& out);
void decode_pairs_by_iconv(std::string_view pairs, const std::string& name, std::string_view prefix,
                           ConversionOutput& out);

// A charset that iconv knows by this name, character by character.
void decode_by_iconv(std::string_view bytes, const std::string& name, ConversionOutput& out);

}  // namespace mimebase::charset
