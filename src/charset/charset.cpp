#include "charset/charset.h"

#include <glib.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "ascii.h"
#include "charset/conversion.h"
#include "charset/converter.h"
#include "charset/icu.h"
#include "charset/label.h"
#include "utf8.h"

namespace mimebase::charset {
namespace {

// 0xFFFD for what is no character.
void append_bytes(std::string_view bytes, const HighHalf& half, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const char32_t code = byte < 0x80 ? byte : half[byte - 0x80U];
    utf8::append(code != 0 || byte == 0 ? code : kReplacementCharacter, out);
  }
}

void append_windows_1252(std::string_view bytes, std::string& out) {
  static const HighHalf& half = high_half("windows-1252", "windows-1252");
  append_bytes(bytes, half, out);
}

// Each byte that is no part of a UTF-8 character is windows-1252.
void append_utf8_or_windows_1252(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const char* end = nullptr;
    const bool valid = g_utf8_validate_len(bytes.data(), bytes.size(), &end);
    const auto good = valid ? bytes.size() : static_cast<std::size_t>(end - bytes.data());
    out.append(bytes.substr(0, good));
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    // NUL, which GLib takes for the end, is the same in both.
    append_windows_1252(bytes.substr(0, 1), out);
    bytes.remove_prefix(1);
  }
}

void append_valid_utf8(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const char* end = nullptr;
    if (g_utf8_validate_len(bytes.data(), bytes.size(), &end)) {
      out.append(bytes);
      return;
    }
    const auto valid = static_cast<std::size_t>(end - bytes.data());
    out.append(bytes.substr(0, valid));
    // NUL is a character like another here; GLib takes it for the end.
    const bool is_nul = bytes[valid] == '\0';
    utf8::append(is_nul ? 0 : 0xFFFD, out);
    bytes.remove_prefix(valid + 1);
    if (is_nul) continue;
    // One replacement for one broken sequence: its continuation bytes go with it.
    while (!bytes.empty() && (static_cast<unsigned char>(bytes.front()) & 0xC0) == 0x80)
      bytes.remove_prefix(1);
  }
}

}  // namespace

struct Charset::State {
  Label label;
  const HighHalf* half = nullptr;  // where each byte is a character

  void append_ascii_based(std::string_view bytes, std::string& out) const;
  void append_by_iconv(std::string_view bytes, std::string& out) const;
};

void Charset::State::append_ascii_based(std::string_view bytes, std::string& out) const {
  if (label.icu.empty()) return append_by_iconv(bytes, out);
  if (half == nullptr) {
    ConversionOutput converted(bytes.size());
    decode_multi_byte(bytes, label.name, label.icu, converted);
    out += converted.utf8();
    return;
  }
  append_bytes(bytes, *half, out);
}

void Charset::State::append_by_iconv(std::string_view bytes, std::string& out) const {
  const GIConv converter = converter_to_utf8(label.name);
  if (converter == nullptr) return;  // the constructor had one
  auto* in = const_cast<char*>(bytes.data());
  gsize in_left = bytes.size();
  while (in_left > 0) {
    char buffer[512];
    char* to = buffer;
    gsize room = sizeof buffer;
    const gsize done = g_iconv(converter, &in, &in_left, &to, &room);
    out.append(buffer, to);
    if (done == static_cast<gsize>(-1) && errno != E2BIG && in_left > 0) {
      utf8::append(0xFFFD, out);
      ++in;
      --in_left;
    }
  }
  // What iconv held back to see whether a mark that combines with it follows (Vietnamese, Hebrew).
  char buffer[32];
  char* to = buffer;
  gsize room = sizeof buffer;
  g_iconv(converter, nullptr, nullptr, &to, &room);
  out.append(buffer, to);
}

Charset::Charset() : state_(std::make_unique<State>()) {}

Charset::Charset(Label label) : Charset() {
  state_->label = std::move(label);
  if (state_->label.encoding != Encoding::kAsciiBased) return;
  const Label& known = state_->label;
  if (!known.icu.empty() && known.name != "euc-jp") {
    state_->half = &high_half(known.name, known.icu);
  } else if (known.icu.empty() && converter_to_utf8(known.name) == nullptr) {
    state_->label = {Encoding::kUndeclared, false, {}, {}};
  }
}

Charset Charset::for_content(Label label, std::string_view bytes) {
  Charset charset(std::move(label));
  Encoding& encoding = charset.state_->label.encoding;
  if (encoding == Encoding::kUndeclared) encoding = is_utf8(bytes) ? Encoding::kUtf8 : Encoding::kWindows1252;
  return charset;
}

Charset::~Charset() = default;
Charset::Charset(Charset&&) noexcept = default;
Charset& Charset::operator=(Charset&&) noexcept = default;

bool Charset::known() const {
  return state_->label.known;
}

void Charset::append_utf8(std::string_view bytes, std::string& out) const {
  const Label& label = state_->label;
  if (is_converted(label.encoding)) {
    out.append(convert(label, bytes).utf8);
    return;
  }
  if (ascii::is_ascii(bytes)) {
    out.append(bytes);
    return;
  }
  switch (label.encoding) {
    case Encoding::kUtf8:
      append_valid_utf8(bytes, out);
      break;
    case Encoding::kWindows1252:
      append_windows_1252(bytes, out);
      break;
    case Encoding::kAsciiBased:
      state_->append_ascii_based(bytes, out);
      break;
    default:
      append_utf8_or_windows_1252(bytes, out);
  }
}

bool is_utf8(std::string_view bytes) {
  std::size_t at = 0;
  bool cut_off_counts = false;
  while (at < bytes.size()) {
    std::uint64_t word = 0;
    if (at + 8 <= bytes.size()) {
      std::memcpy(&word, bytes.data() + at, 8);
      if ((word & 0x8080808080808080U) == 0) {
        at += 8;
        continue;
      }
    }
    // One character at a time until the next word of ASCII.
    if (static_cast<unsigned char>(bytes[at]) < 0x80) {
      ++at;
      continue;
    }
    const std::string_view rest = bytes.substr(at, 4);
    const gunichar code = g_utf8_get_char_validated(rest.data(), static_cast<gssize>(rest.size()));
    // GLib calls a character incomplete that a NUL breaks, too.
    const bool is_cut_off = rest.size() < 4 && rest.find('\0') == std::string_view::npos;
    if (code == static_cast<gunichar>(-2) && is_cut_off) return cut_off_counts;
    if (code > 0x10FFFF) return false;
    cut_off_counts = true;
    at += static_cast<std::size_t>(g_unichar_to_utf8(code, nullptr));
  }
  return true;
}

}  // namespace mimebase::charset
