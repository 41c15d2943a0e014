#include "charset/icu.h"

#include <unicode/utf16.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "charset/decoders.h"
#include "charset/deviations.h"
#include "utf8.h"

namespace mimebase::charset {
namespace {

struct Closer {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using OwnedConverter = std::unique_ptr<UConverter, Closer>;

OwnedConverter open(const std::string& name) {
  UErrorCode error = U_ZERO_ERROR;
  OwnedConverter converter(ucnv_open(name.c_str(), &error));
  if (U_FAILURE(error)) return nullptr;
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  return U_FAILURE(error) ? nullptr : std::move(converter);
}

constexpr unsigned char byte_of(char c) {
  return static_cast<unsigned char>(c);
}

// What a converter made of bytes, up to what is not valid.
class Step {
 public:
  // With `at_end` nothing follows `bytes`; else a character that they cut off is left.
  void convert(UConverter* converter, std::string_view bytes, bool at_end) {
    const char* source = bytes.data();
    UChar* target = units_.data();
    UErrorCode error = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &target, units_.data() + units_.size(), &source, source + bytes.size(),
                   offsets_.data(), at_end, &error);
    size_ = static_cast<std::size_t>(target - units_.data());
    end_ = static_cast<std::size_t>(source - bytes.data());
    invalid_ = 0;
    if (error == U_BUFFER_OVERFLOW_ERROR) {
      // The last character again, whole: it may be the first half of one.
      end_ = static_cast<std::size_t>(offsets_[size_ - 1]);
      while (size_ > 0 && static_cast<std::size_t>(offsets_[size_ - 1]) == end_) --size_;
    } else if (U_FAILURE(error)) {
      std::array<char, 16> rest;
      auto length = static_cast<std::int8_t>(rest.size());
      UErrorCode without_bytes = U_ZERO_ERROR;
      ucnv_getInvalidChars(converter, rest.data(), &length, &without_bytes);
      // A system may have ICU without this converter: then nothing is valid.
      invalid_ = U_FAILURE(without_bytes) ? 1 : std::max<std::size_t>(1, static_cast<std::size_t>(length));
      end_ -= std::min(end_, invalid_);
    } else if (!at_end) {
      UErrorCode ignored = U_ZERO_ERROR;
      end_ -= static_cast<std::size_t>(ucnv_toUCountPending(converter, &ignored));
    }
    ucnv_resetToUnicode(converter);
  }

  // Where the bytes end that were read, and how many behind them are not valid.
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] std::size_t invalid() const { return invalid_; }

  // Calls `put(start, length, units)` for each character.
  template <typename Put>
  void characters(Put put) const {
    for (std::size_t i = 0; i < size_;) {
      std::size_t next = i + 1;
      while (next < size_ && offsets_[next] == offsets_[i]) ++next;
      const auto start = static_cast<std::size_t>(offsets_[i]);
      const std::size_t end = next < size_ ? static_cast<std::size_t>(offsets_[next]) : end_;
      put(start, end - start, std::u16string_view(units_.data() + i, next - i));
      i = next;
    }
  }

 private:
  static constexpr std::size_t kMostUnits = 2048;

  std::array<UChar, kMostUnits> units_;
  std::array<std::int32_t, kMostUnits> offsets_;
  std::size_t size_ = 0, end_ = 0, invalid_ = 0;
};

char32_t code_point_of(std::u16string_view units) {
  return units.size() == 2 && U16_IS_LEAD(units[0]) ? U16_GET_SUPPLEMENTARY(units[0], units[1]) : units[0];
}

// The end of the ASCII bytes that begin at `at`.
std::size_t ascii_end(std::string_view bytes, std::size_t at) {
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  while (at < bytes.size() && byte_of(bytes[at]) < 0x80) ++at;
  return at;
}

// Where what begins at `at` may be left for a while: where eight ASCII bytes stand, the first of which may
// yet be of a character.
std::size_t chunk_end(std::string_view bytes, std::size_t at) {
  constexpr std::size_t kMostBytes = 1024;
  const std::size_t most = std::min(bytes.size(), at + kMostBytes);
  for (std::size_t i = at; i < most; ++i) {
    if (byte_of(bytes[i]) < 0x80 && ascii_end(bytes, i) >= i + 8) return std::min(bytes.size(), i + 4);
  }
  return most;
}

class MultiByteDecoder {
 public:
  MultiByteDecoder(std::string_view bytes, std::string_view name, UConverter* converter,
                   ConversionOutput& out)
      : bytes_(bytes), name_(name), converter_(converter), out_(out) {}

  void run() {
    std::size_t at = 0;
    while (at < bytes_.size()) {
      const std::size_t end = ascii_end(bytes_, at);
      if (end > at) out_.ascii(bytes_.substr(at, end - at));
      at = end;
      while (at < bytes_.size() && byte_of(bytes_[at]) >= 0x80) at = chunk(at);
    }
  }

 private:
  // Reads what begins at `at` and gives the end of it.
  std::size_t chunk(std::size_t at) {
    if (at >= chunk_end_) chunk_end_ = chunk_end(bytes_, at);
    step_.convert(converter_, bytes_.substr(at, chunk_end_ - at), chunk_end_ == bytes_.size());
    step_.characters([&](std::size_t start, std::size_t length, std::u16string_view units) {
      character(at + start, length, units);
    });
    at += step_.end();
    if (step_.invalid() > 0) return at + invalid(at, step_.invalid());
    if (at < chunk_end_) chunk_end_ = at;  // a character is cut off
    return step_.end() == 0 ? at + replace(at, 1) : at;
  }

  void character(std::size_t at, std::size_t length, std::u16string_view units) {
    // ICU has three controls for each other in Shift_JIS (0x1A, 0x1C, 0x7F), as IBM had.
    if (length == 1 && byte_of(bytes_[at]) < 0x80) return out_.ascii(bytes_.substr(at, 1));
    const char32_t code = code_point_of(units);
    const bool is_private = code >= 0xE000 && code <= 0xF8FF;
    const bool is_low = code < 0x100 && byte_of(bytes_[at]) >= 0x80;
    if ((is_private || is_low) && deviation(at, length) != 0) return;
    // The Standard has no C1 controls of one byte, and no characters of users' own in these two.
    const bool is_control = is_low && code < 0xA0 && length == 1;
    if (is_control || (is_private && (name_ == "big5" || name_ == "euc-kr"))) {
      const std::size_t taken = replace(at, length);
      if (taken < length) out_.ascii(bytes_.substr(at + taken, length - taken));
      return;
    }
    out_.character(length, code);
  }

  // What is not valid: gives how many bytes it takes.
  std::size_t invalid(std::size_t at, std::size_t length) {
    const std::size_t left = bytes_.size() - at;
    if (const std::size_t read = deviation(at, std::min<std::size_t>(2, left))) return read;
    if (const std::size_t read = deviation(at, 1)) return read;
    return replace(at, is_lead(bytes_[at]) ? std::min(std::max<std::size_t>(2, length), left) : 1);
  }

  // U+FFFD for the bytes before the first ASCII one.
  std::size_t replace(std::size_t at, std::size_t length) {
    std::size_t taken = 1;
    while (taken < length && byte_of(bytes_[at + taken]) >= 0x80) ++taken;
    out_.character(taken, kReplacementCharacter);
    return taken;
  }

  bool is_lead(char c) const {
    const unsigned char byte = byte_of(c);
    if (name_ == "shift_jis") return (byte > 0x80 && byte < 0xA0) || (byte >= 0xE0 && byte <= 0xFC);
    return byte > 0x80 && byte < 0xFF;
  }

  // Reads what ICU reads otherwise than the Standard; 0 where there is nothing of it.
  std::size_t deviation(std::size_t at, std::size_t length) {
    unsigned value = 0;
    for (const char c : bytes_.substr(at, length)) value = value << 8 | byte_of(c);
    const std::optional<char32_t> code = standard_character(name_, value);
    if (code) out_.character(length, *code != 0 ? *code : kReplacementCharacter);
    if (code || name_ != "big5") return code ? length : 0;
    // The four pairs that are two characters each.
    const std::string_view combined = value == 0x8862   ? "\xC3\x8A\xCC\x84"
                                      : value == 0x8864 ? "\xC3\x8A\xCC\x8C"
                                      : value == 0x88A3 ? "\xC3\xAA\xCC\x84"
                                      : value == 0x88A5 ? "\xC3\xAA\xCC\x8C"
                                                        : "";
    if (combined.empty()) return 0;
    out_.text(length, combined);
    return length;
  }

  std::string_view bytes_, name_;
  UConverter* converter_;
  ConversionOutput& out_;
  std::size_t chunk_end_ = 0;
  Step step_;
};

// 0 where there is none.
char32_t character_of(char byte, std::string_view name, const std::string& icu) {
  if (icu.empty()) {
    ConversionOutput out(4);
    decode_by_iconv({&byte, 1}, std::string(name), out);
    const char32_t code = utf8::first_character(out.utf8()).code_point;
    return code == kReplacementCharacter ? 0 : code;
  }
  UConverter* converter = icu_converter(icu);
  const char* source = &byte;
  UErrorCode error = U_ZERO_ERROR;
  const UChar32 code = converter == nullptr ? 0 : ucnv_getNextUChar(converter, &source, &byte + 1, &error);
  return U_SUCCESS(error) ? static_cast<char32_t>(code) : 0;
}

}  // namespace

UConverter* icu_converter(const std::string& name) {
  // No more than the encodings of the table of labels.
  thread_local std::map<std::string, OwnedConverter> converters;
  const auto found = converters.find(name);
  const auto& converter =
      found != converters.end() ? found->second : converters.emplace(name, open(name)).first->second;
  if (converter != nullptr) ucnv_reset(converter.get());
  return converter.get();
}

const HighHalf& high_half(std::string_view name, const std::string& icu) {
  static std::mutex mutex;
  static std::map<std::string, HighHalf, std::less<>> made;
  const std::lock_guard lock(mutex);
  if (const auto found = made.find(name); found != made.end()) return found->second;
  HighHalf& half = made[std::string(name)];
  for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
    const std::optional<char32_t> standard = standard_character(name, byte);
    half[byte - 0x80] = standard ? *standard : character_of(static_cast<char>(byte), name, icu);
  }
  return half;
}

void decode_multi_byte(std::string_view bytes, std::string_view name, const std::string& icu,
                       ConversionOutput& out) {
  MultiByteDecoder(bytes, name, icu_converter(icu), out).run();
}

void decode_pairs(std::string_view pairs, const std::string& icu, std::string_view prefix,
                  ConversionOutput& out) {
  UConverter* converter = icu_converter(icu);
  Step step;
  std::string bytes;
  while (!pairs.empty()) {
    const std::string_view some = pairs.substr(0, 512);
    bytes.clear();
    for (std::size_t i = 0; i < some.size(); i += 2) {
      bytes.append(prefix);
      bytes += static_cast<char>(some[i] | 0x80);
      bytes += static_cast<char>(some[i + 1] | 0x80);
    }
    for (std::string_view rest = bytes; !rest.empty();) {
      step.convert(converter, rest, true);
      step.characters([&](std::size_t, std::size_t, std::u16string_view units) {
        const char32_t code = code_point_of(units);
        out.character(2, code >= 0xE000 && code <= 0xF8FF ? kReplacementCharacter : code);
      });
      rest.remove_prefix(step.end());
      if (step.invalid() == 0) continue;
      out.character(2, kReplacementCharacter);
      rest.remove_prefix(prefix.size() + 2);
    }
    pairs.remove_prefix(some.size());
  }
}

void decode_units(std::string_view bytes, const std::string& icu, ConversionOutput& out) {
  UConverter* converter = icu_converter(icu);
  Step step;
  while (!bytes.empty()) {
    step.convert(converter, bytes, true);
    step.characters([&](std::size_t, std::size_t length, std::u16string_view units) {
      out.character(length, code_point_of(units));
    });
    bytes.remove_prefix(step.end());
    if (step.invalid() > 0) out.character(step.invalid(), kReplacementCharacter);
    bytes.remove_prefix(step.invalid());
  }
}

}  // namespace mimebase::charset
