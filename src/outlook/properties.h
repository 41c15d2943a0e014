// Properties of messages, recipients and attachments in MAPI (MS-OXPROPS, MS-OXCDATA 2.11), by which both of
// Outlook's formats describe a message.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::outlook {

// Identifiers of the properties that are read. Each comment has the name in MS-OXPROPS.
enum PropertyId : std::uint16_t {
  kSubject = 0x0037,                  // PidTagSubject
  kClientSubmitTime = 0x0039,         // PidTagClientSubmitTime
  kSentRepresentingName = 0x0042,     // PidTagSentRepresentingName
  kSentRepresentingAddress = 0x0065,  // PidTagSentRepresentingEmailAddress
  kTransportHeaders = 0x007D,         // PidTagTransportMessageHeaders
  kRecipientType = 0x0C15,            // PidTagRecipientType
  kSenderName = 0x0C1A,               // PidTagSenderName
  kSenderAddress = 0x0C1F,            // PidTagSenderEmailAddress
  kDisplayBcc = 0x0E02,               // PidTagDisplayBcc
  kDisplayCc = 0x0E03,                // PidTagDisplayCc
  kDisplayTo = 0x0E04,                // PidTagDisplayTo
  kDeliveryTime = 0x0E06,             // PidTagMessageDeliveryTime
  kBody = 0x1000,                     // PidTagBody
  kRtfCompressed = 0x1009,            // PidTagRtfCompressed
  kHtml = 0x1013,                     // PidTagHtml, PidTagBodyHtml
  kBodyContentLocation = 0x1014,      // PidTagBodyContentLocation
  kBodyContentId = 0x1015,            // PidTagBodyContentId
  kMessageId = 0x1035,                // PidTagInternetMessageId
  kListHelp = 0x1043,                 // PidTagListHelp
  kListSubscribe = 0x1044,            // PidTagListSubscribe
  kListUnsubscribe = 0x1045,          // PidTagListUnsubscribe
  kDisplayName = 0x3001,              // PidTagDisplayName
  kEmailAddress = 0x3003,             // PidTagEmailAddress
  kAttachData = 0x3701,               // PidTagAttachDataBinary, PidTagAttachDataObject
  kAttachFilename = 0x3704,           // PidTagAttachFilename
  kAttachMethod = 0x3705,             // PidTagAttachMethod
  kAttachLongFilename = 0x3707,       // PidTagAttachLongFilename
  kAttachPathname = 0x3708,           // PidTagAttachPathname
  kAttachLongPathname = 0x370D,       // PidTagAttachLongPathname
  kAttachMimeTag = 0x370E,            // PidTagAttachMimeTag
  kAttachContentBase = 0x3711,        // PidTagAttachContentBase
  kAttachContentId = 0x3712,          // PidTagAttachContentId
  kAttachContentLocation = 0x3713,    // PidTagAttachContentLocation
  kSmtpAddress = 0x39FE,              // PidTagSmtpAddress
  kInternetCodepage = 0x3FDE,         // PidTagInternetCodepage
  kMessageCodepage = 0x3FFD,          // PidTagMessageCodepage
  kSenderSmtpAddress = 0x5D01,        // PidTagSenderSmtpAddress
  kSentRepresentingSmtp = 0x5D02,     // PidTagSentRepresentingSmtpAddress
};
// True for these. All others are skipped.
[[nodiscard]] bool is_needed(std::uint16_t id);

// Types of values (MS-OXCDATA 2.11.1).
enum PropertyType : std::uint16_t {
  kInteger16 = 0x0002,
  kInteger32 = 0x0003,
  kFloating32 = 0x0004,
  kFloating64 = 0x0005,
  kCurrency = 0x0006,
  kFloatingTime = 0x0007,
  kErrorCode = 0x000A,
  kBoolean = 0x000B,
  kObject = 0x000D,
  kInteger64 = 0x0014,
  kString8 = 0x001E,  // in the code page of the message
  kString = 0x001F,   // UTF-16LE
  kTime = 0x0040,     // 100 nanoseconds since 1601
  kGuid = 0x0048,
  kBinary = 0x0102,
  kMultiple = 0x1000,  // added to the type of the values
};
// The bytes of a value of fixed length; 0 for other types.
[[nodiscard]] std::size_t size_of_type(std::uint16_t type);

// A set of properties. The bytes of the values must outlive it.
class Properties {
 public:
  struct Value {
    std::uint16_t id = 0, type = 0;
    std::string_view bytes;    // of a string or binary value
    std::uint64_t number = 0;  // of any other
  };

  // Adds a value unless there is one with the same identifier. A string in UTF-16 replaces one in a code
  // page.
  void add(const Value& value);
  // True if a property that matters for references was added twice, with values that are not the same.
  // `charset` is the label for strings in a code page.
  [[nodiscard]] bool has_contradiction(std::string_view charset) const;

  [[nodiscard]] const Value* find(std::uint16_t id) const;
  [[nodiscard]] std::optional<std::uint64_t> number(std::uint16_t id) const;
  // A string value in UTF-8; empty if there is none. `charset` is the label for strings in a code page.
  [[nodiscard]] std::string text(std::uint16_t id, std::string_view charset) const;
  // The label of the code page of the strings. Empty if it is unknown.
  [[nodiscard]] std::string charset() const;

 private:
  struct Known {
    Value value;
    std::optional<Value> other;  // the first one that was added too, and is not the same
  };
  [[nodiscard]] const Known* known(std::uint16_t id) const;

  std::vector<Known> values_;
  bool has_third_ = false;  // a property has three values
};

// A string value of `type` in UTF-8, without the NULs at its end.
[[nodiscard]] std::string text_of_value(std::string_view bytes, std::uint16_t type, std::string_view charset);

// A field of a header that a message has as a named property (MS-OXPROPS, PS_INTERNET_HEADERS).
struct NamedField {
  std::string name, value;  // UTF-8
};

struct Item;

struct Attachment {
  Properties properties;
  std::string_view data;
  std::string file_name;          // UTF-8, if no property has it
  std::unique_ptr<Item> message;  // null unless it is a message
  bool is_beyond_depth = false;   // it is a message that was not read
};

// A message, as both formats describe it.
struct Item {
  Properties properties;
  std::vector<Properties> recipients;
  std::vector<Attachment> attachments;
  std::vector<NamedField> named_fields;
  std::string charset;  // the label of the code page of its strings
};

// What reading a message may still use, and what came of it.
struct Reading {
  std::uint64_t bytes_left = 0;
  std::uint64_t depth_left = 0;
  std::uint64_t parts_left = 0;  // attachments and recipients
  bool is_cut = false, too_deep = false;
  std::string_view damage;        // the first
  std::deque<std::string> owned;  // values that are not in one piece in the file

  // Charges bytes. Returns as many as are left, and is then cut.
  [[nodiscard]] std::uint64_t charge(std::uint64_t bytes);
  // Charges an attachment or a recipient. Returns false if there are too many.
  [[nodiscard]] bool charge_part();
  // The same for a value: returns its beginning if it is too long.
  [[nodiscard]] std::string_view charge(std::string_view value) {
    return value.substr(0, static_cast<std::size_t>(charge(std::uint64_t{value.size()})));
  }
  void damaged(std::string_view phrase) {
    if (damage.empty()) damage = phrase;
  }
};

}  // namespace mimebase::outlook
