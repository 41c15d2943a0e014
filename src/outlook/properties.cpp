#include "outlook/properties.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "charset/charset.h"
#include "charset/code_page.h"
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

// Whether a reference can be missing because one value of the property is read and another is not.
bool carries_references(std::uint16_t id) {
  constexpr std::uint16_t kCarriers[] = {
      kTransportHeaders,     kBody,           kRtfCompressed,      kHtml,
      kBodyContentLocation,  kListHelp,       kListSubscribe,      kListUnsubscribe,
      kAttachData,           kAttachPathname, kAttachLongPathname, kAttachContentBase,
      kAttachContentLocation};
  return std::ranges::binary_search(kCarriers, id);
}

bool is_string(std::uint16_t type) {
  return type == kString || type == kString8;
}

// Values are the same whether a NUL ends them or not: attributes of TNEF are read without it.
bool are_same(const Properties::Value& a, const Properties::Value& b) {
  const bool is_longer = a.bytes.size() > b.bytes.size();
  const std::string_view longer = is_longer ? a.bytes : b.bytes, shorter = is_longer ? b.bytes : a.bytes;
  const std::string_view rest = longer.substr(shorter.size());
  return a.type == b.type && a.number == b.number && rest.size() <= 2 &&
         rest.find_first_not_of('\0') == rest.npos && longer.starts_with(shorter);
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

void Properties::add(const Value& value) {
  for (Known& known : values_) {
    if (known.value.id != value.id) continue;
    const bool is_new = !are_same(known.value, value) && !(known.other && are_same(*known.other, value));
    if (!is_new) return;
    has_third_ = has_third_ || (known.other && carries_references(value.id));
    known.other = value;
    if (known.value.type == kString8 && value.type == kString) std::swap(known.value, *known.other);
    return;
  }
  values_.push_back({value, std::nullopt});
}

bool Properties::has_contradiction(std::string_view charset) const {
  const auto text = [&](const Value& value) { return text_of_value(value.bytes, value.type, charset); };
  return has_third_ || std::ranges::any_of(values_, [&](const Known& known) {
           if (!known.other || !carries_references(known.value.id)) return false;
           const bool are_strings = is_string(known.value.type) && is_string(known.other->type);
           return !are_strings || text(known.value) != text(*known.other);
         });
}

const Properties::Known* Properties::known(std::uint16_t id) const {
  const auto found = std::ranges::find(values_, id, [](const Known& known) { return known.value.id; });
  return found != values_.end() ? &*found : nullptr;
}

const Properties::Value* Properties::find(std::uint16_t id) const {
  const Known* found = known(id);
  return found != nullptr ? &found->value : nullptr;
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
    if (std::string label = charset::label_of_code_page(number(id).value_or(0)); !label.empty()) return label;
  }
  return {};
}

std::string text_of_value(std::string_view bytes, std::uint16_t type, std::string_view charset) {
  std::string text;
  if (type == kString) {
    static const charset::Charset utf16("utf-16le");
    utf16.append_utf8(bytes.substr(0, bytes.size() / 2 * 2), text);
  } else if (type == kString8) {
    bytes = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
    // Some programs write UTF-8 whatever the code page is.
    const bool is_utf8 = !ascii::is_ascii(bytes) && utf8::is_valid(bytes);
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
  if (parts_left == 0) {
    is_cut = true;
    return false;
  }
  --parts_left;
  return true;
}

}  // namespace mimebase::outlook
