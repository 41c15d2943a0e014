#include "documents/shortcut/shell_link.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "binary/cursor.h"
#include "binary/strings.h"
#include "documents/reporting.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;
// LinkFlags, section 2.1.1.
enum LinkFlag : std::uint32_t {
  kHasLinkTargetIdList = 1 << 0,
  kHasLinkInfo = 1 << 1,
  kHasName = 1 << 2,
  kHasRelativePath = 1 << 3,
  kHasWorkingDir = 1 << 4,
  kHasArguments = 1 << 5,
  kHasIconLocation = 1 << 6,
  kIsUnicode = 1 << 7,
};

bool is_network_path(std::string_view text) {
  return text.starts_with("\\\\") && text.size() > 2 && !starts_with_one_of(text, {"\\\\?\\", "\\\\.\\"});
}

// Reports a path that is a URL or on the network. All others are on the computer of the reader.
void report_path(std::string_view where, std::string_view path, find::Sink& sink) {
  path = ascii::trimmed(path);
  const std::string_view behind_scheme = path.substr(std::min(path.find(':'), path.size()));
  if (is_network_path(path) || (is_url_or_path(path) && behind_scheme.starts_with("://")))
    report({kShortcutContext, where, path}, sink);
}

// Reports the URLs and network paths among the arguments of a program.
void report_arguments(std::string_view where, std::string_view text, find::Sink& sink) {
  report_urls_in(text, kShortcutContext, where, sink);
  for (std::size_t at = text.find("\\\\"); at != kNotFound; at = text.find("\\\\", at)) {
    const bool begins = at == 0 || contains(" \t\"'=,;(@", text[at - 1]);
    const std::size_t end = std::min(text.find_first_of(" \t\"'<>|,;)", at), text.size());
    const std::string_view path = text.substr(at, end - at);
    if (begins && is_network_path(path) && path.find('\\', 2) != kNotFound)
      report({kShortcutContext, where, path}, sink);
    at = std::max(end, at + 2);
  }
}

// Items of the shell that are URLs (class 0x61).
void find_in_id_list(std::string_view list, std::string_view where, find::Sink& sink) {
  constexpr unsigned char kUri = 0x61, kIsUtf16 = 0x80;
  binary::Cursor items(list);
  for (;;) {
    const std::uint32_t size = items.u16();
    if (size < 2) return;
    const std::string_view item = items.take(size - 2);
    if (item.size() < 4 || static_cast<unsigned char>(item[0]) != kUri) continue;
    binary::Cursor fields(item.substr(2));
    fields.take(fields.u16());
    const bool is_utf16 = (static_cast<unsigned char>(item[1]) & kIsUtf16) != 0;
    report_path(where, is_utf16 ? binary::from_utf16(fields.rest()) : binary::from_ansi(fields.rest()), sink);
  }
}

// Section 2.3. Offsets that are outside the structure give empty strings.
void find_in_link_info(std::string_view info, find::Sink& sink) {
  constexpr std::uint32_t kIsOnNetwork = 2, kHeaderWithUnicode = 0x24, kNetworkHeader = 0x14;
  const auto string_at = [](std::string_view structure, std::uint32_t offset, bool is_utf16) {
    if (offset == 0 || offset >= structure.size()) return std::string();
    return is_utf16 ? binary::from_utf16(structure.substr(offset))
                    : binary::from_ansi(structure.substr(offset));
  };
  binary::Cursor fields(info);
  fields.u32();
  const std::uint32_t header_size = fields.u32();
  const std::uint32_t flags = fields.u32();
  fields.take(8);  // the places of the volume and of the local path
  const std::uint32_t network_at = fields.u32();
  const std::uint32_t suffix_at = fields.u32();
  fields.u32();
  const std::uint32_t utf16_suffix_at = header_size >= kHeaderWithUnicode ? fields.u32() : 0;
  if ((flags & kIsOnNetwork) == 0 || network_at >= info.size()) return;
  const std::string_view network = info.substr(network_at);
  binary::Cursor link(network);
  link.take(8);
  const std::uint32_t name_at = link.u32();
  link.take(8);
  const std::uint32_t utf16_name_at = name_at > kNetworkHeader ? link.u32() : 0;
  std::string path = string_at(network, utf16_name_at, true);
  if (path.empty()) path = string_at(network, name_at, false);
  std::string suffix = string_at(info, utf16_suffix_at, true);
  if (suffix.empty()) suffix = string_at(info, suffix_at, false);
  if (!suffix.empty()) path += "\\" + suffix;
  report_path("LinkInfo", path, sink);
}

// Section 2.5: blocks with a size and a signature.
void find_in_extra_data(std::string_view data, find::Sink& sink) {
  constexpr std::uint32_t kEnvironment = 0xA0000001, kIconEnvironment = 0xA0000007, kIdList = 0xA000000C;
  constexpr std::size_t kAnsiTarget = 260, kHeader = 8;
  binary::Cursor blocks(data);
  for (;;) {
    const std::uint32_t size = blocks.u32();
    if (size < kHeader) return;
    const std::uint32_t signature = blocks.u32();
    const std::string_view block = blocks.take(size - kHeader);
    if (signature == kIdList) find_in_id_list(block, "VistaAndAboveIDListDataBlock", sink);
    if (signature != kEnvironment && signature != kIconEnvironment) continue;
    const std::string ansi = binary::from_ansi(block.substr(0, kAnsiTarget));
    const std::string utf16 = binary::from_utf16(block.substr(std::min(kAnsiTarget, block.size())));
    report_path(signature == kEnvironment ? "EnvironmentVariableDataBlock" : "IconEnvironmentDataBlock",
                utf16.empty() ? ansi : utf16, sink);
  }
}

}  // namespace

bool is_shell_link(std::string_view start) {
  return start.starts_with("\x4C\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv);
}

void find_in_shell_link(std::string_view bytes, find::Sink& sink) {
  constexpr std::size_t kHeader = 0x4C, kFlagsAt = 20;
  if (bytes.size() < kHeader) return;
  const std::uint32_t flags = binary::Cursor(bytes.substr(kFlagsAt)).u32();
  binary::Cursor fields(bytes.substr(kHeader));
  if ((flags & kHasLinkTargetIdList) != 0)
    find_in_id_list(fields.take(fields.u16()), "LinkTargetIDList", sink);
  if ((flags & kHasLinkInfo) != 0) {
    const std::string_view info = fields.rest().substr(0, binary::Cursor(fields.rest()).u32());
    fields.take(info.size());
    find_in_link_info(info, sink);
  }
  struct StringField {
    LinkFlag flag;
    std::string_view where;
  };
  constexpr StringField kStrings[] = {{kHasName, {}},
                                      {kHasRelativePath, "RELATIVE_PATH"},
                                      {kHasWorkingDir, "WORKING_DIR"},
                                      {kHasArguments, "COMMAND_LINE_ARGUMENTS"},
                                      {kHasIconLocation, "ICON_LOCATION"}};
  const bool is_utf16 = (flags & kIsUnicode) != 0;
  for (const StringField& string : kStrings) {
    if ((flags & string.flag) == 0) continue;
    const std::size_t size = fields.u16();
    const std::string_view value = fields.take(is_utf16 ? 2 * size : size);
    if (string.where.empty()) continue;
    const std::string text = is_utf16 ? binary::from_utf16(value) : binary::from_ansi(value);
    if (string.flag == kHasArguments) {
      report_arguments(string.where, text, sink);
    } else {
      report_path(string.where, text, sink);
    }
  }
  find_in_extra_data(fields.rest(), sink);
}

}  // namespace mimebase::documents
