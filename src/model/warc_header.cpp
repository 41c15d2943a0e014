#include "model/warc_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase {
namespace {

// Sizes of records can be added without overflow.
constexpr std::uint64_t kMaxContentLength = std::uint64_t{1} << 62;

std::optional<std::uint64_t> to_length(std::string_view value) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_whole = error == std::errc() && end == value.data() + value.size();
  return is_whole && number <= kMaxContentLength ? std::optional(number) : std::nullopt;
}

// A field has the name of ISO 28500, or that of a draft before it.
struct FieldName {
  std::string_view name, former;
  std::string_view WarcHeader::*value;
};
constexpr FieldName kFields[] = {
    {"WARC-Type", "Record-Type", &WarcHeader::type},
    {"WARC-Target-URI", "WARC-Subject-URI", &WarcHeader::target_uri},
    {"WARC-Record-ID", "Record-ID", &WarcHeader::record_id},
    {"WARC-Date", "Creation-Date", &WarcHeader::date},
    {"Content-Type", "Content-Type", &WarcHeader::content_type},
};

class Fields {
 public:
  explicit Fields(WarcHeader& header) : header_(header) {}

  // `field` is a field with its folded lines.
  void add(std::string_view field) {
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = ascii::trimmed(field.substr(0, colon));
    const std::string_view value = ascii::trimmed(field.substr(colon + 1));
    for (const FieldName& known : kFields) {
      std::string_view& first = header_.*known.value;
      const bool is_named =
          ascii::equals_ignoring_case(name, known.name) || ascii::equals_ignoring_case(name, known.former);
      if (is_named && first.empty()) first = value;
    }
    if (ascii::equals_ignoring_case(name, "Content-Length")) {
      const std::optional<std::uint64_t> length = to_length(value);
      contradicts_ = contradicts_ || !length || (header_.content_length && header_.content_length != length);
      header_.content_length = contradicts_ ? std::nullopt : length;
    }
  }

 private:
  WarcHeader& header_;
  bool contradicts_ = false;
};

}  // namespace

std::size_t warc_version_line(std::string_view bytes) {
  constexpr auto kVersions = std::to_array<std::string_view>({"WARC/1.", "WARC/0."});
  constexpr std::size_t kMaxDigits = 3;
  const auto* const version =
      std::find_if(kVersions.begin(), kVersions.end(),
                   [bytes](std::string_view known) { return bytes.starts_with(known); });
  if (version == kVersions.end()) return 0;
  std::size_t at = version->size();
  while (at < bytes.size() && at < version->size() + kMaxDigits && ascii::is_digit(bytes[at])) ++at;
  if (at == version->size()) return 0;
  if (at < bytes.size() && bytes[at] == '\r') ++at;
  return at < bytes.size() && bytes[at] == '\n' ? at + 1 : 0;
}

WarcHeader read_warc_header(std::string_view bytes, bool at_end) {
  WarcHeader header;
  Fields fields(header);
  const std::string_view head = bytes.substr(0, kMaxWarcHeader);
  std::size_t line = warc_version_line(head);
  std::size_t field = line;
  while (true) {
    const std::size_t newline = head.find('\n', line);
    if (newline == std::string_view::npos) break;
    const std::string_view text = head.substr(line, newline - line);
    if (text.empty() || !ascii::is_blank(text[0])) {
      fields.add(head.substr(field, line - field));
      field = line;
    }
    if (text.empty() || text == "\r") {
      header.state = WarcHeader::State::kWhole;
      header.size = newline + 1;
      return header;
    }
    if (warc_version_line(head.substr(line)) > 0) {
      header.state = WarcHeader::State::kDamaged;
      return header;
    }
    line = newline + 1;
  }
  if (at_end) fields.add(head.substr(field));
  const bool is_damaged = at_end || bytes.size() >= kMaxWarcHeader;
  header.state = is_damaged ? WarcHeader::State::kDamaged : WarcHeader::State::kMissing;
  return header;
}

bool is_message_type(std::string_view type) {
  constexpr auto kTypes = std::to_array<std::string_view>({"response", "resource", "conversion"});
  return std::any_of(kTypes.begin(), kTypes.end(),
                     [type](std::string_view known) { return ascii::equals_ignoring_case(type, known); });
}

bool is_revisit_type(std::string_view type) {
  return ascii::equals_ignoring_case(type, "revisit");
}

}  // namespace mimebase
