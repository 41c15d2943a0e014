// Where the decoders of single charsets put their characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "charset/offset_map.h"
#include "utf8.h"

namespace mimebase::charset {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

// Collects UTF-8 and the map back to the bytes it was made of. Input is given in order, without gaps.
class ConversionOutput {
 public:
  explicit ConversionOutput(std::size_t expected_bytes) { utf8_.reserve(expected_bytes); }

  // The next `in_bytes` bytes stand for this character.
  void character(std::size_t in_bytes, char32_t code_point) {
    const std::size_t start = utf8_.size();
    utf8::append(code_point, utf8_);
    extend(in_bytes, utf8_.size() - start);
  }
  // The same for a character that is UTF-8 already, or several; none: the bytes make nothing.
  void text(std::size_t in_bytes, std::string_view utf8) {
    if (utf8.empty() || utf8.size() > 0xFF) return whole(in_bytes, utf8);
    utf8_.append(utf8);
    extend(in_bytes, utf8.size());
  }
  // The next `bytes` are ASCII and stay as they are.
  void ascii(std::string_view bytes) {
    end_run();
    utf8_.append(bytes);
    in_ += bytes.size();
    begin_run();
  }
  // The next `in_bytes` bytes as a whole stand for `utf8`, which may be empty.
  void whole(std::size_t in_bytes, std::string_view utf8) {
    end_run();
    const std::size_t start = utf8_.size();
    utf8_.append(utf8);
    map_.replace({in_, in_ + in_bytes}, {start, utf8_.size()});
    in_ += in_bytes;
    begin_run();
  }
  void drop(std::size_t in_bytes) { whole(in_bytes, {}); }

  [[nodiscard]] const std::string& utf8() const { return utf8_; }

  // Ends the collection.
  void take(std::string& utf8, OffsetMap& map) {
    end_run();
    map = std::move(map_);
    utf8 = std::move(utf8_);
  }

 private:
  void extend(std::size_t in_bytes, std::size_t out_bytes) {
    if (in_bytes != in_unit_ || out_bytes != out_unit_) {
      const std::size_t end = utf8_.size();
      end_run(end - out_bytes);
      begin_run(end - out_bytes);
      in_unit_ = in_bytes;
      out_unit_ = out_bytes;
    }
    in_ += in_bytes;
  }
  void begin_run() { begin_run(utf8_.size()); }
  void begin_run(std::size_t out) {
    run_in_ = in_;
    run_out_ = out;
    in_unit_ = out_unit_ = 1;
  }
  void end_run() { end_run(utf8_.size()); }
  void end_run(std::size_t out) {
    if (out == run_out_ || (in_unit_ == 1 && out_unit_ == 1)) return;
    map_.replace_each({run_in_, in_}, static_cast<std::uint8_t>(in_unit_), {run_out_, out},
                      static_cast<std::uint8_t>(out_unit_));
  }

  std::string utf8_;
  OffsetMap map_;
  std::size_t in_ = 0;
  // The characters since the last change of ratio.
  std::size_t run_in_ = 0, run_out_ = 0;
  std::size_t in_unit_ = 1, out_unit_ = 1;
};

}  // namespace mimebase::charset
