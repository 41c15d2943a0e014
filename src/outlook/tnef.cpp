// Reads TNEF (MS-OXTNEF): a list of attributes of the message, followed by those of each attachment. Most of
// what matters is in two of them, which contain MAPI properties.
#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "binary/cursor.h"
#include "charset/code_page.h"
#include "outlook/formats.h"
#include "text/strings.h"

namespace mimebase::outlook {
namespace {

using binary::Cursor, binary::u16_at, binary::u32_at, binary::u64_at;

using namespace std::string_view_literals;

constexpr std::string_view kTnefMagic = "\x78\x9F\x3E\x22"sv;

// MS-OXTNEF 2.1.3.1, without the upper half, which is the type of the attribute. Some programs leave it out.
enum AttributeId : std::uint16_t {
  kAttFrom = 0x8000,
  kAttSubject = 0x8004,
  kAttDateSent = 0x8005,
  kAttDateReceived = 0x8006,
  kAttBody = 0x800C,
  kAttAttachData = 0x800F,
  kAttAttachTitle = 0x8010,
  kAttAttachRendData = 0x9002,
  kAttMsgProps = 0x9003,
  kAttRecipTable = 0x9004,
  kAttAttachment = 0x9005,
  kAttOemCodepage = 0x9007,
};

constexpr std::size_t kGuidSize = 16;

// The sum of all bytes, modulo 65,536.
std::uint16_t sum_of(std::string_view bytes) {
  std::uint32_t sum = 0;
  for (const char c : bytes) sum += static_cast<unsigned char>(c);
  return static_cast<std::uint16_t>(sum);
}

class TnefReader {
 public:
  explicit TnefReader(Reading& reading) : reading_(reading) {}

  [[nodiscard]] Item read(std::string_view bytes);

 private:
  // Where properties go.
  struct Target {
    Properties* properties;
    std::vector<NamedField>* named_fields = nullptr;
    std::string_view* object = nullptr;  // the value of PidTagAttachDataObject
  };

  void read_attribute(std::uint16_t id, std::string_view data, Item& item);
  void read_attachment_properties(std::string_view data, Attachment& attachment);
  void read_properties(Cursor& rest, const Target& target) const;
  void read_recipients(std::string_view data, Item& item);
  [[nodiscard]] Item read_nested(std::string_view bytes);
  [[nodiscard]] Attachment* last_attachment(Item& item);
  void set_data(std::string_view data, Attachment& attachment);

  Reading& reading_;
  bool is_beyond_parts_ = false;  // the attributes are those of an attachment that is not kept
};

std::string_view without_nuls(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

// DTR (MS-OXTNEF 2.1.3.3.4): year, month, day, hour, minute and second. Returns the time as
// PidTagClientSubmitTime has it. The zone is not known.
std::uint64_t time_of(std::string_view data) {
  Cursor numbers(data);
  const int year = numbers.u16(), month = numbers.u16(), day = numbers.u16();
  const int hour = numbers.u16(), minute = numbers.u16(), second = numbers.u16();
  if (year < 1601 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 ||
      minute > 59 || second > 60)
    return 0;
  using namespace std::chrono;
  const auto first = sys_days(1601y / January / 1), today = sys_days(std::chrono::year(year) / month / 1);
  const seconds since = today - first + days(day - 1) + hours(hour) + minutes(minute) + seconds(second);
  return static_cast<std::uint64_t>(since.count()) * 10'000'000;
}

Attachment* TnefReader::last_attachment(Item& item) {
  if (is_beyond_parts_) return nullptr;
  if (item.attachments.empty() && reading_.charge_part()) item.attachments.emplace_back();
  return item.attachments.empty() ? nullptr : &item.attachments.back();
}

// Programs read the first content of an attachment, or the last.
void TnefReader::set_data(std::string_view data, Attachment& attachment) {
  const bool is_second = !attachment.data.empty() || attachment.message != nullptr;
  if (is_second && !data.empty() && data != attachment.data)
    reading_.damaged("an attachment of its TNEF has two contents");
  if (!is_second) attachment.data = data;
}

Item TnefReader::read(std::string_view bytes) {
  Item item;
  std::uint64_t sent = 0, received = 0;
  constexpr std::size_t kHead = 6, kBeforeData = 9, kChecksum = 2;
  bytes.remove_prefix(std::min(bytes.size(), kHead));
  while (bytes.size() >= kBeforeData) {
    const auto level = static_cast<unsigned char>(bytes[0]);
    const std::uint16_t id = u16_at(bytes, 1);
    const std::uint32_t size = u32_at(bytes, 5);
    if (level != 1 && level != 2) {
      reading_.damaged("its TNEF is damaged");
      break;
    }
    bytes.remove_prefix(kBeforeData);
    const std::string_view data = bytes.substr(0, size);
    if (id == kAttDateSent) sent = time_of(data);
    if (id == kAttDateReceived) received = time_of(data);
    read_attribute(id, data, item);
    if (bytes.size() < size) reading_.damaged("its TNEF is truncated");
    bytes.remove_prefix(std::min<std::size_t>(bytes.size(), size));
    if (bytes.size() >= kChecksum && u16_at(bytes, 0) != sum_of(data))
      reading_.damaged("a checksum of its TNEF is wrong");
    bytes.remove_prefix(std::min(bytes.size(), kChecksum));
  }
  // Gateways append line ends.
  if (bytes.find_first_not_of("\r\n\0"sv) != bytes.npos) reading_.damaged("its TNEF is truncated");
  // Properties have the same times more exactly.
  if (sent > 0) item.properties.add({kClientSubmitTime, kTime, {}, sent});
  if (received > 0) item.properties.add({kDeliveryTime, kTime, {}, received});
  const std::string charset = item.properties.charset();
  if (!charset.empty()) item.charset = charset;
  return item;
}

void TnefReader::read_attribute(std::uint16_t id, std::string_view data, Item& item) {
  const auto add_text = [&](std::uint16_t property) {
    item.properties.add({property, kString8, reading_.charge(without_nuls(data)), 0});
  };
  switch (id) {
    case kAttOemCodepage:
      item.charset = charset::label_of_code_page(u32_at(data, 0));
      return;
    case kAttSubject:
      return add_text(kSubject);
    case kAttBody:
      return add_text(kBody);
    case kAttFrom: {
      // TRP (MS-OXTNEF 2.1.3.3.2): the lengths of a name and an address, which follow them.
      Cursor triple(data);
      (void)triple.u32();
      const std::uint16_t name = triple.u16(), address = triple.u16();
      item.properties.add({kSenderName, kString8, reading_.charge(without_nuls(triple.take(name))), 0});
      std::string_view typed = reading_.charge(without_nuls(triple.take(address)));
      if (typed.starts_with("SMTP:") || typed.starts_with("smtp:"))
        item.properties.add({kSenderAddress, kString8, typed.substr(5), 0});
      return;
    }
    case kAttMsgProps: {
      Cursor rest(reading_.charge(data));
      return read_properties(rest, {&item.properties, &item.named_fields});
    }
    case kAttRecipTable:
      return read_recipients(reading_.charge(data), item);
    case kAttAttachRendData:
      is_beyond_parts_ = !reading_.charge_part();
      if (!is_beyond_parts_) item.attachments.emplace_back();
      return;
    default:
      break;
  }
  if (id != kAttAttachData && id != kAttAttachTitle && id != kAttAttachment) return;
  Attachment* const attachment = last_attachment(item);
  if (attachment == nullptr) return;
  if (id == kAttAttachData) {
    set_data(reading_.charge(data), *attachment);
  } else if (id == kAttAttachTitle) {
    attachment->file_name = text_of_value(without_nuls(data), kString8, item.charset);
  } else {
    read_attachment_properties(reading_.charge(data), *attachment);
  }
}

void TnefReader::read_attachment_properties(std::string_view data, Attachment& attachment) {
  std::string_view object;
  Cursor rest(data);
  read_properties(rest, {&attachment.properties, nullptr, &object});
  // An object begins with the identifier of its interface (MS-OXTNEF 2.1.3.4.1).
  constexpr std::string_view kMessageInterface = "\x07\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;
  if (object.starts_with(kMessageInterface)) {
    object.remove_prefix(kGuidSize);
    attachment.message = std::make_unique<Item>();
    if (reading_.depth_left == 0) {
      attachment.is_beyond_depth = reading_.too_deep = true;
      attachment.message.reset();
      return;
    }
    --reading_.depth_left;
    *attachment.message = read_nested(object);
    is_beyond_parts_ = false;
    ++reading_.depth_left;
  } else {
    set_data(object.substr(std::min(object.size(), kGuidSize)), attachment);
  }
  const Properties::Value* binary = attachment.properties.find(kAttachData);
  if (binary != nullptr) set_data(binary->bytes, attachment);
}

Item TnefReader::read_nested(std::string_view bytes) {
  if (!begins_tnef(bytes)) {
    reading_.damaged("a message inside its TNEF is damaged");
    return {};
  }
  return read(bytes);
}

// A table of rows, each a list of properties.
void TnefReader::read_recipients(std::string_view data, Item& item) {
  Cursor rest(data);
  for (std::uint32_t rows = rest.u32(); rows > 0 && !rest.at_end() && reading_.charge_part(); --rows) {
    read_properties(rest, {&item.recipients.emplace_back()});
  }
}

// MS-OXTNEF 2.1.3.4. All values are padded to a multiple of four bytes.
void TnefReader::read_properties(Cursor& rest, const Target& target) const {
  constexpr std::string_view kInternetHeaders = "\x86\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;
  for (std::uint32_t count = rest.u32(); count > 0 && !rest.at_end(); --count) {
    Properties::Value value;
    const std::uint16_t type = rest.u16();
    value.id = rest.u16();
    std::string header_name;
    if (value.id >= 0x8000) {
      const std::string_view guid = rest.take(kGuidSize);
      if (rest.u32() == 0) {
        (void)rest.u32();  // a number instead of a name
      } else {
        const std::string_view name = rest.take_padded(rest.u32());
        if (guid == kInternetHeaders) header_name = text_of_value(name, kString, {});
      }
    }
    const bool is_multiple = (type & kMultiple) != 0;
    value.type = type & static_cast<std::uint16_t>(~kMultiple);
    const std::size_t size = size_of_type(value.type);
    const bool is_variable =
        value.type == kString || value.type == kString8 || value.type == kBinary || value.type == kObject;
    if (size == 0 && !is_variable) return reading_.damaged("its TNEF has a property of an unknown type");
    std::uint32_t values = is_multiple || is_variable ? rest.u32() : 1;
    for (bool is_first = true; values > 0 && !rest.at_end(); --values, is_first = false) {
      value.bytes = rest.take_padded(is_variable ? rest.u32() : size);
      if (!is_first || is_multiple) continue;
      if (!is_variable) value.number = u64_at(value.bytes.substr(0, std::min<std::size_t>(size, 8)), 0);
      if (value.id == kAttachData && value.type == kObject && target.object != nullptr) {
        *target.object = value.bytes;
      } else if (is_needed(value.id)) {
        target.properties->add(value);
      } else if (!header_name.empty() && target.named_fields != nullptr && is_variable) {
        target.named_fields->push_back({header_name, text_of_value(value.bytes, value.type, {})});
      }
    }
  }
  if (rest.is_cut()) reading_.damaged("the properties of its TNEF are truncated");
}

}  // namespace

bool begins_tnef(std::string_view start) {
  return start.starts_with(kTnefMagic);
}

Item read_tnef(std::string_view bytes, Reading& reading) {
  return TnefReader(reading).read(bytes);
}

}  // namespace mimebase::outlook
