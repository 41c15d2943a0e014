#include "documents/office/property_set.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "binary/cursor.h"
#include "binary/strings.h"
#include "text/ascii.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUserDefinedSet =
    "\x05\xD5\xCD\xD5\x9C\x2E\x1B\x10\x93\x97\x08\x00\x2B\x2C\xF9\xAE"sv;
constexpr std::uint32_t kDictionaryId = 0, kCodePageId = 1;
constexpr std::uint32_t kUtf16CodePage = 1200;
constexpr std::uint32_t kWideStringType = 0x1F, kBlobType = 0x41;  // VT_LPWSTR, VT_BLOB

std::string_view from_offset(std::string_view bytes, std::uint32_t offset) {
  return bytes.substr(std::min<std::size_t>(offset, bytes.size()));
}

// A property of a set, from its type on (MS-OLEPS section 2.20).
std::optional<std::string_view> property_of(std::string_view set, std::uint32_t id) {
  binary::Cursor fields(from_offset(set, 4));
  const std::uint32_t count = fields.u32();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t found = fields.u32(), offset = fields.u32();
    if (fields.is_cut()) break;
    if (found == id) return from_offset(set, offset);
  }
  return std::nullopt;
}

// The identifier that the dictionary of a set (section 2.16) gives to a name.
std::optional<std::uint32_t> id_of(std::string_view set, std::string_view name) {
  binary::Cursor code_page(property_of(set, kCodePageId).value_or(std::string_view()));
  code_page.u32();
  const bool is_wide = code_page.u16() == kUtf16CodePage;
  binary::Cursor fields(property_of(set, kDictionaryId).value_or(std::string_view()));
  const std::uint32_t count = fields.u32();
  for (std::uint32_t i = 0; i < count && !fields.is_cut(); ++i) {
    const std::uint32_t id = fields.u32();
    const std::size_t size = std::size_t{fields.u32()} * (is_wide ? 2 : 1);
    const std::string_view bytes = fields.take(size);
    const bool may_be_same = bytes.size() <= 2 * name.size() + 2;
    if (may_be_same &&
        ascii::equals_ignoring_case(is_wide ? binary::from_utf16(bytes) : binary::from_ansi(bytes), name))
      return id;
    if (is_wide) fields.take((4 - size % 4) % 4);
  }
  return std::nullopt;
}

// The text of a typed value; empty for a number, which is skipped.
std::string take_text(binary::Cursor& fields) {
  const std::uint32_t type = fields.u32(), value = fields.u32();
  if (type != kWideStringType) return {};
  const std::size_t size = std::size_t{value} * 2;
  std::string text = binary::from_utf16(fields.take(size));
  fields.take((4 - size % 4) % 4);
  return text;
}

// Takes a value that is a number.
std::uint32_t take_number(binary::Cursor& fields) {
  fields.u32();  // VT_I4
  return fields.u32();
}

}  // namespace

std::string_view user_defined_blob(std::string_view stream, std::string_view name) {
  binary::Cursor header(from_offset(stream, 24));
  const std::uint32_t count = header.u32();
  for (std::uint32_t i = 0; i < count && !header.is_cut(); ++i) {
    const std::string_view format = header.take(16);
    const std::string_view set = from_offset(stream, header.u32());
    if (format != kUserDefinedSet) continue;
    const std::optional<std::uint32_t> id = id_of(set, name);
    binary::Cursor value(id ? property_of(set, *id).value_or(std::string_view()) : std::string_view());
    if (value.u32() != kBlobType) return {};
    return value.take(value.u32());
  }
  return {};
}

void for_each_listed_hyperlink(std::string_view blob,
                               const std::function<void(const ListedHyperlink& hyperlink)>& use) {
  constexpr std::uint32_t kValuesPerHyperlink = 6;
  constexpr std::uint32_t kLastPicture =
      3;  // before it the background, the picture and the filling of a shape
  binary::Cursor fields(blob);
  const std::uint32_t count = fields.u32() / kValuesPerHyperlink;
  for (std::uint32_t i = 0; i < count && !fields.is_cut(); ++i) {
    const std::uint32_t hash = take_number(fields);
    for (int number = 0; number < 2; ++number) take_text(fields);
    const std::uint32_t kind = take_number(fields) & 0xFFFF;
    ListedHyperlink hyperlink;
    hyperlink.target = take_text(fields);
    hyperlink.location = take_text(fields);
    // A program that writes no hash does not write the kind either.
    hyperlink.is_picture = kind <= kLastPicture && (kind != 0 || hash != 0);
    use(hyperlink);
  }
}

}  // namespace mimebase::documents
