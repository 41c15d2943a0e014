// Reads .msg files (MS-OXMSG): a compound file in which each message, recipient and attachment is a storage,
// and each property of variable length a stream.
#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "binary/compound_file.h"
#include "binary/cursor.h"
#include "outlook/formats.h"
#include "outlook/storage_copy.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::outlook {
namespace {

using binary::CompoundFile, binary::Cursor;

using namespace std::string_view_literals;

constexpr std::string_view kPropertiesStream = "__properties_version1.0";
constexpr std::string_view kValueStream = "__substg1.0_";
constexpr std::string_view kRecipientStorage = "__recip_version1.0_";
constexpr std::string_view kAttachmentStorage = "__attach_version1.0_";

// The bytes before the first property in a properties stream (MS-OXMSG 2.4.1).
enum HeaderBytes : std::size_t { kOfMessage = 32, kOfNestedMessage = 24, kOfOther = 8 };

// PidTagAttachMethod (MS-OXCMSG 2.2.2.9).
constexpr std::uint64_t kEmbeddedMessage = 5;

class MsgReader {
 public:
  MsgReader(std::string_view bytes, Reading& reading) : file_(bytes), reading_(reading) { read_names(); }

  [[nodiscard]] Item read() { return read_item(file_.root(), kOfMessage); }
  [[nodiscard]] bool is_damaged() const { return file_.is_damaged(); }

 private:
  [[nodiscard]] Item read_item(int storage, HeaderBytes header);
  // The entries of a storage by their purpose.
  struct Contents {
    Properties properties;
    std::vector<std::pair<std::string, int>> recipients, attachments;  // storages with their names
    std::vector<std::pair<std::uint16_t, Properties::Value>> named;    // strings whose names are known
    int object = -1;  // the storage that is the value of PidTagAttachDataObject
  };

  void read_names();
  [[nodiscard]] Contents contents_of(int storage, HeaderBytes header);
  void read_fixed(std::string_view stream, Properties& properties) const;
  [[nodiscard]] std::string_view value_of(int stream);
  [[nodiscard]] Attachment read_attachment(int storage);
  [[nodiscard]] std::string_view ole_data(int storage);

  CompoundFile file_;
  Reading& reading_;
  std::string charset_;  // the label of the code page of the outermost message
  // The names of PS_INTERNET_HEADERS in UTF-16, by property identifier. Many can share one.
  std::map<std::uint16_t, std::string_view> header_names_;
  std::map<CompoundFile::Place, std::string_view>
      copies_;  // whole values that are not in one piece in the file
};

// Streams that share a place are copied once, but charged for each use, because each is written.
std::string_view MsgReader::value_of(int stream) {
  const std::uint64_t most = reading_.bytes_left;
  const CompoundFile::Place place = file_.place(stream);
  if (const auto known = copies_.find(place); known != copies_.end()) return reading_.charge(known->second);
  std::string buffer;
  const std::string_view bytes = file_.read(stream, most, buffer);
  // A size that is wrong must not use up what later values need.
  static_cast<void>(reading_.charge(std::uint64_t{bytes.size()}));
  if (bytes.size() == most && place.size > most) reading_.is_cut = true;
  if (buffer.empty()) return bytes;
  const std::string_view copy = reading_.owned.emplace_back(std::move(buffer));
  if (copy.size() < most) copies_.emplace(place, copy);
  return copy;
}

// The names of properties, which all messages of the file share (MS-OXMSG 2.2.3).
void MsgReader::read_names() {
  constexpr std::string_view kInternetHeaders = "\x86\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;
  constexpr std::size_t kGuidBytes = 16;
  const int storage = file_.find(file_.root(), "__nameid_version1.0");
  if (storage < 0) return;
  const auto stream = [&](std::string_view name) {
    const int found = file_.find(storage, name);
    return found < 0 ? std::string_view() : value_of(found);
  };
  const std::string_view guids = stream("__substg1.0_00020102");
  const std::string_view names = stream("__substg1.0_00040102");
  for (Cursor entries(stream("__substg1.0_00030102")); !entries.at_end();) {
    const std::uint32_t offset = entries.u32();
    const std::uint32_t index_and_kind = entries.u16(), number = entries.u16();
    const bool has_name = (index_and_kind & 1) != 0;
    const std::size_t index = index_and_kind >> 1;  // 1 and 2 are GUIDs that are not in the stream
    if (!has_name || index < 3 || number >= 0x8000 || offset >= names.size()) continue;
    if (guids.substr(std::min(guids.size(), (index - 3) * kGuidBytes), kGuidBytes) != kInternetHeaders)
      continue;
    Cursor name(names.substr(offset));
    header_names_.emplace(static_cast<std::uint16_t>(0x8000 + number), name.take(name.u32()));
  }
}

void MsgReader::read_fixed(std::string_view stream, Properties& properties) const {
  for (Cursor entries(stream); !entries.at_end();) {
    Properties::Value value;
    value.type = entries.u16();
    value.id = entries.u16();
    (void)entries.u32();  // flags
    value.number = entries.u64();
    const std::size_t size = size_of_type(value.type);
    if (entries.is_cut() || size == 0 || size > 8 || !is_needed(value.id)) continue;
    if (size < 8) value.number &= (std::uint64_t{1} << (8 * size)) - 1;
    properties.add(value);
  }
}

MsgReader::Contents MsgReader::contents_of(int storage, HeaderBytes header) {
  Contents contents;
  for (int entry = file_.first_child(storage); entry >= 0; entry = file_.next(entry)) {
    const std::string name = file_.name(entry);
    const bool is_storage = file_.is_storage(entry);
    if (is_storage && ascii::starts_with_ignoring_case(name, kRecipientStorage)) {
      contents.recipients.emplace_back(name, entry);
    } else if (is_storage && ascii::starts_with_ignoring_case(name, kAttachmentStorage)) {
      contents.attachments.emplace_back(name, entry);
    } else if (!is_storage && ascii::equals_ignoring_case(name, kPropertiesStream)) {
      const std::string_view stream = value_of(entry);
      read_fixed(stream.substr(std::min<std::size_t>(stream.size(), header)), contents.properties);
    } else if (ascii::starts_with_ignoring_case(name, kValueStream)) {
      // The name has the identifier and the type, in hexadecimal.
      std::uint32_t tag = 0;
      const std::string_view digits = std::string_view(name).substr(kValueStream.size());
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), tag, 16);
      if (error != std::errc() || end - digits.data() != 8 || digits.size() != 8) continue;
      Properties::Value value;
      value.id = static_cast<std::uint16_t>(tag >> 16);
      value.type = static_cast<std::uint16_t>(tag);
      const bool is_string = value.type == kString || value.type == kString8;
      if (is_storage) {
        if (value.id == kAttachData && value.type == kObject) contents.object = entry;
      } else if (is_needed(value.id) && (is_string || value.type == kBinary)) {
        value.bytes = value_of(entry);
        contents.properties.add(value);
      } else if (is_string && header_names_.contains(value.id)) {
        value.bytes = value_of(entry);
        contents.named.emplace_back(value.id, value);
      }
    }
  }
  std::ranges::sort(contents.recipients);
  std::ranges::sort(contents.attachments);
  std::ranges::sort(contents.named, {}, [](const auto& named) { return named.first; });
  return contents;
}

Item MsgReader::read_item(int storage, HeaderBytes header) {
  Item item;
  Contents contents = contents_of(storage, header);
  item.properties = std::move(contents.properties);
  // Messages inside may leave the code page to the outermost one.
  item.charset = item.properties.charset();
  if (item.charset.empty()) item.charset = charset_;
  if (header == kOfMessage) charset_ = item.charset;
  for (const auto& [id, value] : contents.named) {
    const std::string_view name = reading_.charge(header_names_[id]);
    item.named_fields.push_back(
        {text_of_value(name, kString, {}), text_of_value(value.bytes, value.type, item.charset)});
  }
  for (const auto& [name, entry] : contents.recipients) {
    if (!reading_.charge_part()) break;
    item.recipients.push_back(std::move(contents_of(entry, kOfOther).properties));
  }
  for (const auto& [name, entry] : contents.attachments) {
    if (!reading_.charge_part()) break;
    item.attachments.push_back(read_attachment(entry));
  }
  return item;
}

Attachment MsgReader::read_attachment(int storage) {
  Attachment attachment;
  Contents contents = contents_of(storage, kOfOther);
  attachment.properties = std::move(contents.properties);
  if (contents.object < 0) {
    const Properties::Value* data = attachment.properties.find(kAttachData);
    if (data != nullptr) attachment.data = data->bytes;
    return attachment;
  }
  const bool is_message = attachment.properties.number(kAttachMethod) == kEmbeddedMessage ||
                          file_.find(contents.object, kPropertiesStream) >= 0;
  if (!is_message) {
    attachment.data = ole_data(contents.object);
  } else if (reading_.depth_left == 0) {
    attachment.is_beyond_depth = reading_.too_deep = true;
  } else {
    --reading_.depth_left;
    attachment.message = std::make_unique<Item>(read_item(contents.object, kOfNestedMessage));
    ++reading_.depth_left;
  }
  return attachment;
}

// The file that an OLE object contains, or the object itself if it is a document of Office.
std::string_view MsgReader::ole_data(int storage) {
  for (std::string_view name : {"WordDocument"sv, "Workbook"sv, "Book"sv, "PowerPoint Document"sv}) {
    if (file_.find(storage, name) >= 0)
      return reading_.owned.emplace_back(copy_storage(file_, storage, reading_));
  }
  for (std::string_view name : {"Package"sv, "CONTENTS"sv, "\1Ole10Native"sv}) {
    const int stream = file_.find(storage, name);
    if (stream >= 0 && !file_.is_storage(stream)) return value_of(stream);
  }
  return {};
}

}  // namespace

bool is_msg(std::string_view bytes) {
  const CompoundFile file(bytes);
  const int properties = file.find(file.root(), kPropertiesStream);
  return properties >= 0 && !file.is_storage(properties);
}

Item read_msg(std::string_view bytes, Reading& reading) {
  if (!is_msg(bytes)) reading.damaged("it is a compound file without a message");
  MsgReader reader(bytes, reading);
  Item item = reader.read();
  if (reader.is_damaged()) reading.damaged("its compound file is damaged or truncated");
  return item;
}

}  // namespace mimebase::outlook
