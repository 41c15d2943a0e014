#include "charset/writer.h"

#include <glib.h>

#include <algorithm>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/utf8.h"

namespace mimebase::charset {
namespace {

constexpr char kEscape = '\x1B', kShiftOut = '\x0E', kShiftIn = '\x0F';
constexpr std::string_view kToAscii = "\x1B(B";

bool is_unicode(Encoding encoding) {
  return encoding == Encoding::kUtf8 || (encoding >= Encoding::kUtf16 && encoding <= Encoding::kUtf7);
}

void append_unit(char32_t unit, std::size_t width, bool is_little_endian, std::string& out) {
  for (std::size_t i = 0; i < width; ++i) {
    const std::size_t place = is_little_endian ? i : width - 1 - i;
    out += static_cast<char>(unit >> (8 * place) & 0xFF);
  }
}

std::string write_units(std::string_view text, std::size_t width, bool is_little_endian) {
  std::string out;
  while (!text.empty()) {
    const utf8::Character character = utf8::first_character(text);
    text.remove_prefix(character.length);
    const char32_t code_point = character.valid ? character.code_point : U'\uFFFD';
    if (width == 2 && code_point >= 0x10000) {
      append_unit(0xD800 + ((code_point - 0x10000) >> 10), width, is_little_endian, out);
      append_unit(0xDC00 + ((code_point - 0x10000) & 0x3FF), width, is_little_endian, out);
    } else {
      append_unit(code_point, width, is_little_endian, out);
    }
  }
  return out;
}

// RFC 2152. ASCII is written directly as far as allowed; iconv would write markup as base64.
std::string write_utf7(std::string_view text) {
  const auto is_direct = [](char c) { return ascii::is_ascii(c) && c != '+' && c != '\\' && c != '~'; };
  std::string out;
  while (!text.empty()) {
    const auto* const direct = std::find_if(text.begin(), text.end(), is_direct);
    const auto length = static_cast<std::size_t>(direct - text.begin());
    if (length > 0) {
      const std::string run = base64(write_units(text.substr(0, length), 2, false));
      out.append("+").append(run, 0, run.find('=')).append("-");
      text.remove_prefix(length);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

std::optional<std::string> write_by_iconv(std::string_view text, const std::string& name) {
  gsize written = 0;
  gchar* bytes = g_convert(text.data(), static_cast<gssize>(text.size()), name.c_str(), "UTF-8", nullptr,
                           &written, nullptr);
  if (bytes == nullptr) return std::nullopt;
  std::string out(bytes, written);
  g_free(bytes);
  return out;
}

}  // namespace

Writer::Writer(std::string_view label, std::string_view content, bool ascii_alone)
    : label_(read_label(label)),
      content_(content),
      keeps_ascii_(!is_converted(label_.encoding)),
      ascii_alone_(ascii_alone && keeps_ascii_) {
  switch (label_.encoding) {
    case Encoding::kWindows1252:
    case Encoding::kAsciiBased:
    case Encoding::kGb18030:
    case Encoding::kBig5:
    case Encoding::kShiftJis:
    case Encoding::kKorean:
    case Encoding::kIso2022:
      encoder_ = encoder_for(label_.name);
      break;
    default:
      break;
  }
}

bool Writer::can_encode(char32_t code_point) const {
  if (code_point < 0x80) return true;
  if (ascii_alone_) return false;
  if (is_unicode(label_.encoding)) return true;
  if (encoder_ == nullptr) return false;
  Encoder::Shift shift{};
  std::string bytes, read, expected;
  if (!encoder_->append(code_point, shift, bytes)) return false;
  encoder_->finish(shift, bytes);
  utf8::append(code_point, expected);
  Charset(label_).append_utf8(bytes, read);
  return read == expected;
}

std::optional<std::string> Writer::write(std::string_view text, Span& replaced) {
  switch (label_.encoding) {
    case Encoding::kUtf16:
    case Encoding::kUtf16Be:
      return write_units(text, 2, false);
    case Encoding::kUtf16Le:
      return write_units(text, 2, true);
    case Encoding::kUtf32:
    case Encoding::kUtf32Be:
      return write_units(text, 4, false);
    case Encoding::kUtf32Le:
      return write_units(text, 4, true);
    case Encoding::kUtf7:
      return write_utf7(text);
    case Encoding::kJohab:
    case Encoding::kOther:
      return write_by_iconv(text, label_.name);
    case Encoding::kIso2022:
    case Encoding::kHz:
      return write_shifting(text, replaced);
    default:
      return write_characters(text);
  }
}

std::string Writer::write_characters(std::string_view text) const {
  if (encoder_ == nullptr) return std::string(text);
  std::string out;
  Encoder::Shift shift{};
  while (!text.empty()) {
    const utf8::Character character = utf8::first_character(text);
    if (character.valid && (character.code_point >= 0x80 || encoder_->shifts())) {
      encoder_->append(character.code_point, shift, out);
    } else {
      out += text.substr(0, character.length);
    }
    text.remove_prefix(character.length);
  }
  encoder_->finish(shift, out);
  return out;
}

// The length of the shift that starts there; 0 if there is none.
std::size_t Writer::shift_length(std::size_t at) const {
  const std::string_view rest = content_.substr(at);
  if (label_.encoding == Encoding::kHz) return rest.starts_with("~{") || rest.starts_with("~}") ? 2 : 0;
  if (rest.starts_with(kShiftOut) || rest.starts_with(kShiftIn)) return 1;
  if (!rest.starts_with(kEscape)) return 0;
  std::size_t end = 1;  // intermediate bytes, then the final one (ISO/IEC 2022 section 13)
  while (end < rest.size() && rest[end] >= 0x20 && rest[end] <= 0x2F) ++end;
  return std::min(end + 1, rest.size());
}

// Reads a possible shift at `at`, and returns the position after it.
std::size_t Writer::read_shift(std::size_t at) {
  const std::size_t length = shift_length(at);
  const std::string_view sequence = content_.substr(at, length);
  if (label_.encoding == Encoding::kHz) {
    if (length > 0) shifts_.set = sequence == "~{" ? sequence : "";
    return at + 2;  // "~~" is not a shift
  }
  if (length == 1 && sequence.front() != kEscape) shifts_.is_out = sequence.front() == kShiftOut;
  // Sequences that designate G0: "$" and one byte, or "$(" or "(" and one byte.
  const bool is_g0 = sequence.size() > 2 && (sequence[1] == '(' || sequence.starts_with("\x1B$(") ||
                                             (sequence[1] == '$' && sequence.size() == 3));
  if (is_g0) shifts_.set = sequence == kToAscii ? std::string_view() : sequence;
  return at + length;
}

// Some readers treat two consecutive shifts as an error.
void Writer::include_adjacent_shifts(Span& replaced) const {
  constexpr std::size_t kMaxLength = 4;
  for (std::size_t length = 1; length <= std::min(kMaxLength, replaced.start); ++length) {
    if (replaced.start - length < read_ || shift_length(replaced.start - length) != length) continue;
    replaced.start -= length;
    break;
  }
  if (replaced.end < content_.size()) replaced.end += shift_length(replaced.end);
}

void Writer::read_shifts(std::size_t end) {
  constexpr std::string_view kIso2022 = "\x1B\x0E\x0F", kHz = "~";
  const std::string_view marks = label_.encoding == Encoding::kHz ? kHz : kIso2022;
  while (read_ < end) {
    const std::size_t next = std::min(content_.find_first_of(marks, read_), content_.size());
    read_ = next < end ? read_shift(next) : end;
  }
}

std::string Writer::write_shifting(std::string_view text, Span& replaced) {
  const bool is_hz = label_.encoding == Encoding::kHz;
  include_adjacent_shifts(replaced);
  read_shifts(replaced.start);
  std::string out;
  if (shifts_.is_out) out += kShiftIn;
  if (!shifts_.set.empty()) out += is_hz ? "~}" : kToAscii;
  if (encoder_ != nullptr) {
    out += write_characters(text);
  } else {
    for (const char c : text) out.append(is_hz && c == '~' ? 2 : 1, c);
  }
  read_shifts(replaced.end);
  out += shifts_.set;
  if (shifts_.is_out) out += kShiftOut;
  return out;
}

}  // namespace mimebase::charset
