#include "url/idna.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <cstdint>

#include "text/utf8.h"

namespace mimebase::url {
namespace {

constexpr Failure kFailure = "domain-to-ASCII";

// DNS limits domains to 253 bytes (RFC 1035 section 2.3.4), which characters of four bytes may stand for,
// with marks. ICU's time grows with the square of the length.
constexpr std::size_t kMaxDomainBytes = 4096;

// CheckHyphens and VerifyDnsLength are false in the Standard. ICU cannot switch them off, so their errors are
// ignored.
constexpr std::uint32_t kIgnoredErrors = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                         UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL |
                                         UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

// ICU's processor, created once and thread-safe. Null if ICU's data is missing.
const UIDNA* processor() {
  static const UIDNA* const kProcessor = [] {
    UErrorCode error = U_ZERO_ERROR;
    const UIDNA* made =
        uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
    return U_SUCCESS(error) ? made : nullptr;
  }();
  return kProcessor;
}

using Conversion = decltype(&uidna_nameToASCII_UTF8);

// What UTS 46 section 5 maps to nothing ("ignored"), such as soft hyphens. A short domain may have any number
// of them.
struct Range {
  char32_t first, last;
};
constexpr Range kIgnored[] = {{0xAD, 0xAD},       {0x34F, 0x34F},     {0x115F, 0x1160},  {0x17B4, 0x17B5},
                              {0x180B, 0x180F},   {0x200B, 0x200B},   {0x2060, 0x2064},  {0x206A, 0x206F},
                              {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0},
                              {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0100, 0xE01EF}};

// What UTS 46 maps to another character since Unicode 15.1 or 16, as browsers do: ICU may be older, and
// refuse it, or map a capital sharp s to two letters. `target` is that of `first`.
struct Mapping {
  char32_t first, last, target;
};
constexpr Mapping kMapped[] = {{0x4C0, 0x4C0, 0x4CF},      {0x10A0, 0x10C5, 0x2D00},
                               {0x1E9E, 0x1E9E, 0xDF},     {0x2132, 0x2132, 0x214E},
                               {0x2183, 0x2183, 0x2184},   {0x2F868, 0x2F868, 0x36FC},
                               {0x2F874, 0x2F874, 0x5F53}, {0x2F91F, 0x2F91F, 0x243AB},
                               {0x2F95F, 0x2F95F, 0x7AEE}, {0x2F9BF, 0x2F9BF, 0x45D7}};

template <typename Rows>
const auto* row_of(char32_t code_point, const Rows& rows) {
  const auto row = std::ranges::find_if(
      rows, [&](const auto& one) { return one.first <= code_point && code_point <= one.last; });
  return row == std::end(rows) ? nullptr : &*row;
}

// The domain after these two tables.
std::string mapped(std::string_view domain) {
  std::string out;
  while (!domain.empty()) {
    const utf8::Character character = utf8::first_character(domain);
    const Mapping* mapping = character.valid ? row_of(character.code_point, kMapped) : nullptr;
    if (mapping != nullptr)
      utf8::append(mapping->target + (character.code_point - mapping->first), out);
    else if (!character.valid || row_of(character.code_point, kIgnored) == nullptr)
      out += domain.substr(0, character.length);
    domain.remove_prefix(character.length);
  }
  return out;
}

Failure convert(Conversion conversion, std::string_view domain, std::string& out) {
  out.clear();
  if (domain.size() > kMaxDomainBytes || processor() == nullptr) return kFailure;
  out.resize(256);
  for (;;) {
    UErrorCode error = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    const std::int32_t length =
        conversion(processor(), domain.data(), static_cast<std::int32_t>(domain.size()), out.data(),
                   static_cast<std::int32_t>(out.size()), &info, &error);
    const bool too_small = error == U_BUFFER_OVERFLOW_ERROR && static_cast<std::size_t>(length) > out.size();
    out.resize(static_cast<std::size_t>(length < 0 ? 0 : length));
    if (too_small) continue;
    return U_SUCCESS(error) && (info.errors & ~kIgnoredErrors) == 0 ? nullptr : kFailure;
  }
}

}  // namespace

Failure domain_to_ascii(std::string_view domain, std::string& out) {
  return convert(uidna_nameToASCII_UTF8, mapped(domain), out);
}

Failure domain_to_unicode(std::string_view domain, std::string& out) {
  return convert(uidna_nameToUnicodeUTF8, domain, out) == nullptr ? nullptr : "domain-to-Unicode";
}

}  // namespace mimebase::url
