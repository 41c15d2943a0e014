// The character sets of two bytes a character that the CJK charsets are made of, as tables: asked once of
// iconv, for iconv itself is slow where it is asked for one character at a time, and tells nothing of where
// each begins otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::charset {

enum class CharacterSet : std::uint8_t {
  kGbk,         // with GB 2312 in its upper right quarter
  kBig5,        // with HKSCS
  kWindows31J,  // Shift_JIS
  kWindows949,  // with KS X 1001 in its upper right quarter
  kJohab,
  kJisX0208,  // from here on: 94 rows of 94, bytes 0xA1 to 0xFE
  kJisX0212,
  kJisX0213a,  // plane 1 and 2
  kJisX0213b,
  kCns1,  // CNS 11643, planes 1 to 7
  kCns2,
  kCns3,
  kCns4,
  kCns5,
  kCns6,
  kCns7,
};
inline constexpr std::size_t kCharacterSets = 16;

class DoubleByteTable {
 public:
  static constexpr char32_t kNone = 0;
  static constexpr char32_t kSeveral = 0xFFFFFFFF;  // a pair that stands for more than one code point

  // The table of a set, made when it is first asked for (a few milliseconds) and kept until the end of the
  // process. May be called from any thread.
  [[nodiscard]] static const DoubleByteTable& of(CharacterSet set);

  // The code point, kNone or kSeveral.
  [[nodiscard]] char32_t at(unsigned char lead, unsigned char trail) const {
    const unsigned row = lead - kFirstLead;
    const unsigned column = trail - kFirstTrail;
    return row < kRows && column < kColumns ? codes_[row * kColumns + column] : kNone;
  }

  explicit DoubleByteTable(CharacterSet set);

 private:
  static constexpr unsigned kFirstLead = 0x81, kRows = 0xFE - kFirstLead + 1;
  static constexpr unsigned kFirstTrail = 0x30, kColumns = 0xFE - kFirstTrail + 1;

  std::vector<char32_t> codes_;
};

// The characters of four bytes of GB18030 that are in the Basic Multilingual Plane.
class FourByteTable {
 public:
  // As DoubleByteTable::of().
  [[nodiscard]] static const FourByteTable& get();

  // By the place in the order of their bytes: 0x81308130 is 0. DoubleByteTable::kNone where there is none.
  [[nodiscard]] char32_t at(std::size_t place) const {
    return place < codes_.size() ? codes_[place] : DoubleByteTable::kNone;
  }

  FourByteTable();

 private:
  std::vector<char32_t> codes_;
};

// iconv for what has no table.
class IconvDecoder {
 public:
  explicit IconvDecoder(const char* charset);
  ~IconvDecoder();
  IconvDecoder(const IconvDecoder&) = delete;
  IconvDecoder& operator=(const IconvDecoder&) = delete;

  [[nodiscard]] bool usable() const;

  enum class Status { kDone, kIncomplete, kInvalid };
  // Converts `bytes`, if they are whole characters, appending to `out`; with `flush`, also what iconv held
  // back to see what follows. States (of shifts) are kept between the calls until reset().
  Status convert(std::string_view bytes, bool flush, std::string& out);
  void reset();

 private:
  void* converter_;
};

}  // namespace mimebase::charset
