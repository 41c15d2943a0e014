#include "outlook/properties.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "charset/charset.h"
#include "outlook/numbers.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::outlook {
namespace {

constexpr std::uint16_t kNeeded[] = {kSubject,
                                     kClientSubmitTime,
                                     kSentRepresentingName,
                                     kSentRepresentingAddress,
                                     kTransportHeaders,
                                     kRecipientType,
                                     kSenderName,
                                     kSenderAddress,
                                     kDisplayBcc,
                                     kDisplayCc,
                                     kDisplayTo,
                                     kDeliveryTime,
                                     kBody,
                                     kRtfCompressed,
                                     kHtml,
                                     kBodyContentLocation,
                                     kBodyContentId,
                                     kMessageId,
                                     kListHelp,
                                     kListSubscribe,
                                     kListUnsubscribe,
                                     kDisplayName,
                                     kEmailAddress,
                                     kAttachData,
                                     kAttachFilename,
                                     kAttachMethod,
                                     kAttachLongFilename,
                                     kAttachPathname,
                                     kAttachLongPathname,
                                     kAttachMimeTag,
                                     kAttachContentBase,
                                     kAttachContentId,
                                     kAttachContentLocation,
                                     kSmtpAddress,
                                     kInternetCodepage,
                                     kMessageCodepage,
                                     kSenderSmtpAddress,
                                     kSentRepresentingSmtp};
static_assert(std::ranges::is_sorted(kNeeded));

// UTF-16LE, in which a surrogate without its other half becomes U+FFFD.
std::string from_utf16(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t unit = u16_at(bytes, at);
    if (unit >= 0xD800 && unit < 0xE000) {
      const char32_t low = unit < 0xDC00 && at + 3 < bytes.size() ? u16_at(bytes, at + 2) : 0;
      const bool is_pair = low >= 0xDC00 && low < 0xE000;
      unit = is_pair ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
      if (is_pair) at += 2;
    }
    utf8::append(unit, out);
  }
  return out;
}

// Some programs write UTF-8 whatever the code page is.
bool is_whole_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const utf8::Character character = utf8::first_character(bytes);
    if (!character.valid) return false;
    bytes.remove_prefix(character.length);
  }
  return true;
}

}  // namespace

bool is_needed(std::uint16_t id) {
  return std::ranges::binary_search(kNeeded, id);
}

std::size_t size_of_type(std::uint16_t type) {
  switch (type) {
    case kInteger16:
    case kBoolean:
      return 2;
    case kInteger32:
    case kFloating32:
    case kErrorCode:
      return 4;
    case kFloating64:
    case kCurrency:
    case kFloatingTime:
    case kInteger64:
    case kTime:
      return 8;
    case kGuid:
      return 16;
    default:
      return 0;
  }
}

std::string label_of_codepage(std::uint64_t codepage) {
  struct Row {
    std::uint64_t codepage;
    const char* label;
  };
  constexpr Row kRows[] = {{874, "windows-874"},   {932, "shift_jis"},     {936, "gbk"},
                           {949, "windows-949"},   {950, "big5"},          {1200, "utf-16le"},
                           {1201, "utf-16be"},     {1361, "johab"},        {10000, "macintosh"},
                           {20127, "us-ascii"},    {20866, "koi8-r"},      {20932, "euc-jp"},
                           {20936, "gb2312"},      {21866, "koi8-u"},      {38598, "iso-8859-8-i"},
                           {50220, "iso-2022-jp"}, {50221, "iso-2022-jp"}, {50222, "iso-2022-jp"},
                           {50225, "iso-2022-kr"}, {51932, "euc-jp"},      {51936, "gb2312"},
                           {51949, "euc-kr"},      {52936, "hz-gb-2312"},  {54936, "gb18030"},
                           {65000, "utf-7"},       {65001, "utf-8"}};
  for (const Row& row : kRows) {
    if (row.codepage == codepage) return row.label;
  }
  if (codepage >= 1250 && codepage <= 1258) return "windows-" + std::to_string(codepage);
  if (codepage > 28590 && codepage < 28606) return "iso-8859-" + std::to_string(codepage - 28590);
  // Code pages of IBM, such as 437 of DOS.
  return codepage >= 37 && codepage < 1200 ? "cp" + std::to_string(codepage) : "";
}

void Properties::add(const Value& value) {
  for (Value& known : values_) {
    if (known.id != value.id) continue;
    if (known.type == kString8 && value.type == kString) known = value;
    return;
  }
  values_.push_back(value);
}

const Properties::Value* Properties::find(std::uint16_t id) const {
  const auto found = std::ranges::find(values_, id, &Value::id);
  return found != values_.end() ? &*found : nullptr;
}

std::optional<std::uint64_t> Properties::number(std::uint16_t id) const {
  const Value* value = find(id);
  return value != nullptr && size_of_type(value->type) > 0 ? std::optional(value->number) : std::nullopt;
}

std::string Properties::text(std::uint16_t id, std::string_view charset) const {
  const Value* value = find(id);
  return value != nullptr ? text_of_value(value->bytes, value->type, charset) : std::string();
}

std::string Properties::charset() const {
  for (const PropertyId id : {kMessageCodepage, kInternetCodepage}) {
    if (std::string label = label_of_codepage(number(id).value_or(0)); !label.empty()) return label;
  }
  return {};
}

std::string text_of_value(std::string_view bytes, std::uint16_t type, std::string_view charset) {
  std::string text;
  if (type == kString) {
    text = from_utf16(bytes);
  } else if (type == kString8) {
    bytes = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
    const bool is_utf8 = !ascii::is_ascii(bytes) && is_whole_utf8(bytes);
    (is_utf8 ? charset::Charset() : charset::Charset(charset)).append_utf8(bytes, text);
  }
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

std::uint64_t Reading::charge(std::uint64_t bytes) {
  const std::uint64_t given = std::min(bytes, bytes_left);
  is_cut = is_cut || given < bytes;
  bytes_left -= given;
  return given;
}

bool Reading::charge_part() {
  is_cut = is_cut || parts_left == 0;
  if (parts_left > 0) --parts_left;
  return !is_cut;
}

}  // namespace mimebase::outlook
