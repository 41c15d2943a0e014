#include "url/whatwg_host.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ascii.h"
#include "url/whatwg_idna.h"
#include "url/whatwg_percent.h"

namespace mimebase::url {
namespace {

// What a byte means in a host; a table has the bits of each.
constexpr unsigned kForbiddenHost = 1, kForbiddenDomain = 2, kUpperCase = 4, kPercent = 8, kNotAscii = 16;

constexpr std::array<std::uint8_t, 256> build_table() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte < 0x20 || byte == 0x7F) table[byte] = kForbiddenDomain;
    if (byte >= 'A' && byte <= 'Z') table[byte] = kUpperCase;
    if (byte >= 0x80) table[byte] = kNotAscii;
  }
  for (const char c : std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17)) {
    table[static_cast<unsigned char>(c)] = kForbiddenHost | kForbiddenDomain;
  }
  table['%'] = kForbiddenDomain | kPercent;
  return table;
}
constexpr std::array<std::uint8_t, 256> kTable = build_table();

// The bits of all bytes of `text` together.
unsigned bits_of(std::string_view text) {
  unsigned bits = 0;
  for (const char c : text) bits |= kTable[static_cast<unsigned char>(c)];
  return bits;
}

Failure append_opaque_host(std::string_view input, std::string& out) {
  if ((bits_of(input) & kForbiddenHost) != 0) return "host-invalid-code-point";
  append_percent_encoded(input, PercentSet::kC0Control, out);
  return nullptr;
}

// The last steps of the domain parser and of the host parser. `domain` is ASCII, and `bits` are its bits.
Failure append_ascii_domain(std::string_view domain, unsigned bits, std::string& out) {
  if (domain.empty() || (bits & kForbiddenDomain) != 0) return "domain-to-ASCII";
  if (ends_in_number(domain)) return append_ipv4(domain, out);
  const std::size_t start = out.size();
  out += domain;
  if ((bits & kUpperCase) != 0)
    std::transform(out.begin() + start, out.end(), out.begin() + start, ascii::lower);
  return nullptr;
}

Failure append_domain(std::string_view input, std::string& out) {
  unsigned bits = bits_of(input);
  if ((bits & (kPercent | kNotAscii)) == 0) return append_ascii_domain(input, bits, out);
  std::string decoded;
  ascii::append_percent_decoded(input, decoded);
  bits = bits_of(decoded);
  if ((bits & kNotAscii) == 0) return append_ascii_domain(decoded, bits, out);
  std::string ascii;
  if (!domain_to_ascii(decoded, ascii)) return "domain-to-ASCII";
  return append_ascii_domain(ascii, bits_of(ascii), out);
}

}  // namespace

Failure append_host(std::string_view input, HostKind kind, std::string& out) {
  if (input.starts_with('[')) {
    if (!input.ends_with(']')) return "IPv6-unclosed";
    return append_ipv6(input.substr(1, input.size() - 2), out);
  }
  return kind == HostKind::kOpaque ? append_opaque_host(input, out) : append_domain(input, out);
}

}  // namespace mimebase::url
