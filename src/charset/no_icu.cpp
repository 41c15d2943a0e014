// Replaces icu_converter.cpp in builds without ICU.
#include <glib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

#include "charset/converter.h"
#include "utf8.h"

namespace mimebase::charset {
namespace {

struct Closer {
  void operator()(GIConv converter) const { g_iconv_close(converter); }
};
using Owned = std::unique_ptr<std::remove_pointer_t<GIConv>, Closer>;

Owned open(const char* to, const char* from) {
  const GIConv converter = g_iconv_open(to, from);
  return Owned(converter != reinterpret_cast<GIConv>(-1) ? converter : nullptr);
}

// Charsets whose names differ between ICU and iconv.
struct Name {
  std::string_view icu;
  const char* iconv;
};
constexpr Name kNames[] = {
    {"ibm-1375_P100-2008", "BIG5-HKSCS"}, {"ibm-943_P15A-2003", "CP932"},
    {"euc-jp-2007", "EUC-JP-MS"},         {"euc-tw-2014", "EUC-TW"},
    {"windows-949-2000", "CP949"},        {"windows-874", "CP874"},
    {"windows-1252", "CP1252"},           {"x-mac-cyrillic", "MAC-UK"},
};

std::string iconv_name(const std::string& icu) {
  const auto* const found =
      std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& name) { return name.icu == icu; });
  return found != std::end(kNames) ? found->iconv : icu;
}

// Converts all of `bytes`; nullopt if they are not valid.
std::optional<std::string> convert(GIConv converter, std::string_view bytes) {
  if (converter == nullptr) return std::nullopt;
  g_iconv(converter, nullptr, nullptr, nullptr, nullptr);
  std::array<char, 64> buffer;
  auto* in = const_cast<char*>(bytes.data());
  gsize left = bytes.size();
  char* to = buffer.data();
  gsize room = buffer.size();
  if (g_iconv(converter, &in, &left, &to, &room) == static_cast<gsize>(-1)) return std::nullopt;
  g_iconv(converter, nullptr, nullptr, &to,
          &room);  // flushes output that was held back until the next character is known
  return std::string(buffer.data(), to);
}

}  // namespace

bool has_icu() {
  return false;
}

struct Converter::State {
  Owned to_utf8, from_utf8;
};

Converter::Converter(const std::string& icu) : state_(std::make_unique<State>()) {
  const std::string name = iconv_name(icu);
  state_->to_utf8 = open("UTF-8", name.c_str());
  state_->from_utf8 = open(name.c_str(), "UTF-8");
}

Converter::~Converter() = default;

char32_t Converter::character(std::string_view bytes) const {
  const std::optional<std::string> utf8 = convert(state_->to_utf8.get(), bytes);
  if (!utf8 || utf8->empty()) return 0;
  const utf8::Character first = utf8::first_character(*utf8);
  return first.valid && first.length == utf8->size() ? first.code_point : 0;
}

unsigned Converter::bytes(char32_t code_point) const {
  std::string utf8;
  utf8::append(code_point, utf8);
  const std::optional<std::string> bytes = convert(state_->from_utf8.get(), utf8);
  unsigned value = 0;
  if (bytes && bytes->size() <= sizeof value) {
    for (const char byte : *bytes) value = value << 8 | static_cast<unsigned char>(byte);
  }
  return value;
}

}  // namespace mimebase::charset
