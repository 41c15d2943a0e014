#include "charset/double_byte.h"

#include <glib.h>

#include <array>
#include <cerrno>
#include <mutex>

namespace mimebase::charset {
namespace {

// Where iconv has a set: a charset, and the bytes before a character that choose the set in it.
struct Source {
  const char* charset;
  std::string_view prefix;
  bool quarter;  // 0xA1 to 0xFE only
};

constexpr std::array<Source, kCharacterSets> kSources = {{
    {"GB18030", "", false},
    {"BIG5-HKSCS", "", false},
    {"CP932", "", false},
    {"CP949", "", false},
    {"JOHAB", "", false},
    {"EUC-JP-MS", "", true},
    {"EUC-JP-MS", "\x8F", true},
    {"EUC-JISX0213", "", true},
    {"EUC-JISX0213", "\x8F", true},
    {"EUC-TW", "", true},
    {"EUC-TW", "\x8E\xA2", true},
    {"EUC-TW", "\x8E\xA3", true},
    {"EUC-TW", "\x8E\xA4", true},
    {"EUC-TW", "\x8E\xA5", true},
    {"EUC-TW", "\x8E\xA6", true},
    {"EUC-TW", "\x8E\xA7", true},
}};

// The one code point that `utf8` is.
char32_t only_code_point(const std::string& utf8) {
  const gunichar code = g_utf8_get_char_validated(utf8.data(), static_cast<gssize>(utf8.size()));
  if (code > 0x10FFFF) return DoubleByteTable::kNone;
  const auto length = static_cast<std::size_t>(g_unichar_to_utf8(code, nullptr));
  return length == utf8.size() ? code : DoubleByteTable::kSeveral;
}

GIConv as_iconv(void* converter) {
  return static_cast<GIConv>(converter);
}

}  // namespace

IconvDecoder::IconvDecoder(const char* charset) : converter_(g_iconv_open("UTF-8", charset)) {}

IconvDecoder::~IconvDecoder() {
  if (usable()) g_iconv_close(as_iconv(converter_));
}

bool IconvDecoder::usable() const {
  return as_iconv(converter_) != reinterpret_cast<GIConv>(-1);
}

void IconvDecoder::reset() {
  g_iconv(as_iconv(converter_), nullptr, nullptr, nullptr, nullptr);
}

IconvDecoder::Status IconvDecoder::convert(std::string_view bytes, bool flush, std::string& out) {
  std::array<char, 64> buffer{};
  auto* in = const_cast<char*>(bytes.data());
  gsize in_left = bytes.size();
  while (in_left > 0) {
    char* to = buffer.data();
    gsize room = buffer.size();
    const gsize done = g_iconv(as_iconv(converter_), &in, &in_left, &to, &room);
    out.append(buffer.data(), to);
    if (done != static_cast<gsize>(-1)) break;
    if (errno == EINVAL) return Status::kIncomplete;
    if (errno != E2BIG) return Status::kInvalid;
  }
  if (flush) {
    char* to = buffer.data();
    gsize room = buffer.size();
    g_iconv(as_iconv(converter_), nullptr, nullptr, &to, &room);
    out.append(buffer.data(), to);
  }
  return Status::kDone;
}

DoubleByteTable::DoubleByteTable(CharacterSet set) : codes_(std::size_t{kRows} * kColumns, kNone) {
  const Source& source = kSources[static_cast<std::size_t>(set)];
  IconvDecoder decoder(source.charset);
  if (!decoder.usable()) return;
  std::string bytes(source.prefix), utf8;
  bytes += "  ";
  const unsigned first_trail = source.quarter ? 0xA1 : kFirstTrail;
  for (unsigned lead = source.quarter ? 0xA1 : kFirstLead; lead <= 0xFE; ++lead) {
    bytes[bytes.size() - 2] = static_cast<char>(lead);
    for (unsigned trail = first_trail; trail <= 0xFE; ++trail) {
      bytes.back() = static_cast<char>(trail);
      utf8.clear();
      if (decoder.convert(bytes, true, utf8) == IconvDecoder::Status::kDone) {
        codes_[(lead - kFirstLead) * kColumns + (trail - kFirstTrail)] = only_code_point(utf8);
      } else {
        decoder.reset();
      }
    }
  }
}

FourByteTable::FourByteTable() : codes_(39420, DoubleByteTable::kNone) {
  IconvDecoder decoder("GB18030");
  if (!decoder.usable()) return;
  std::string bytes(4, '\0'), utf8;
  for (std::size_t place = 0; place < codes_.size(); ++place) {
    bytes[0] = static_cast<char>(0x81 + place / 12600);
    bytes[1] = static_cast<char>(0x30 + place / 1260 % 10);
    bytes[2] = static_cast<char>(0x81 + place / 10 % 126);
    bytes[3] = static_cast<char>(0x30 + place % 10);
    utf8.clear();
    if (decoder.convert(bytes, true, utf8) == IconvDecoder::Status::kDone) {
      codes_[place] = only_code_point(utf8);
    } else {
      decoder.reset();
    }
  }
}

const FourByteTable& FourByteTable::get() {
  static const FourByteTable table;
  return table;
}

const DoubleByteTable& DoubleByteTable::of(CharacterSet set) {
  static std::array<std::once_flag, kCharacterSets> made;
  static std::array<std::unique_ptr<DoubleByteTable>, kCharacterSets> tables;
  const auto i = static_cast<std::size_t>(set);
  std::call_once(made[i], [&] { tables[i] = std::make_unique<DoubleByteTable>(set); });
  return *tables[i];
}

}  // namespace mimebase::charset
