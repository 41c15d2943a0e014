#include "url/whatwg_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

#include "text/ascii.h"
#include "text/strings.h"
#include "url/idna.h"
#include "url/percent.h"

namespace mimebase::url {
namespace {

// Properties of bytes in a host: the bits of a table.
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

// The combined bits of all bytes of `text`.
unsigned bits_of(std::string_view text) {
  unsigned bits = 0;
  for (const char c : text) bits |= kTable[static_cast<unsigned char>(c)];
  return bits;
}

// The IPv4 number parser. Numbers that are too large for an address become 2^32.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    radix = 16;
  } else if (text.size() >= 2 && text[0] == '0') {
    text.remove_prefix(1);
    radix = 8;
  }
  constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 32;
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = ascii::hex_value(c);
    if (digit < 0 || digit >= radix) return std::nullopt;
    value = std::min(value * static_cast<unsigned>(radix) + static_cast<unsigned>(digit), kTooLarge);
  }
  return value;
}

std::string_view without_last_dot(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host;
}

// The IPv6 parser, with one function per step. `at_` is the Standard's pointer.
class Ipv6Parser {
 public:
  explicit Ipv6Parser(std::string_view input) : input_(input) {}

  Failure parse();
  const std::array<std::uint16_t, 8>& pieces() const { return pieces_; }

 private:
  bool at_end() const { return at_ == input_.size(); }
  bool at(char c) const { return at_ < input_.size() && input_[at_] == c; }
  bool at_digit() const { return at_ < input_.size() && ascii::is_digit(input_[at_]); }
  Failure parse_piece();
  Failure parse_ipv4_part();
  Failure parse_ipv4_number_of_part(unsigned& value);
  Failure decompress();

  std::string_view input_;
  std::size_t at_ = 0;
  std::array<std::uint16_t, 8> pieces_{};
  std::size_t piece_ = 0;
  std::optional<std::size_t> compress_;
};

Failure Ipv6Parser::parse() {
  if (at(':')) {
    if (!input_.starts_with("::")) return "IPv6-invalid-compression";
    at_ = 2;
    compress_ = ++piece_;
  }
  while (!at_end()) {
    if (piece_ == 8) return "IPv6-too-many-pieces";
    if (at(':')) {
      if (compress_) return "IPv6-multiple-compression";
      ++at_;
      compress_ = ++piece_;
      continue;
    }
    if (const Failure failure = parse_piece()) return failure;
  }
  return decompress();
}

Failure Ipv6Parser::parse_piece() {
  unsigned value = 0;
  std::size_t length = 0;
  for (; length < 4 && !at_end() && ascii::hex_value(input_[at_]) >= 0; ++length) {
    value = value * 16 + static_cast<unsigned>(ascii::hex_value(input_[at_++]));
  }
  if (at('.')) {
    if (length == 0) return "IPv4-in-IPv6-invalid-code-point";
    at_ -= length;
    return parse_ipv4_part();
  }
  if (at(':')) {
    ++at_;
    if (at_end()) return "IPv6-invalid-code-point";
  } else if (!at_end()) {
    return "IPv6-invalid-code-point";
  }
  pieces_[piece_++] = static_cast<std::uint16_t>(value);
  return nullptr;
}

// Parses four decimal numbers, which end the input.
Failure Ipv6Parser::parse_ipv4_part() {
  if (piece_ > 6) return "IPv4-in-IPv6-too-many-pieces";
  int seen = 0;
  while (!at_end()) {
    if (seen > 0) {
      if (!at('.') || seen >= 4) return "IPv4-in-IPv6-invalid-code-point";
      ++at_;
    }
    unsigned value = 0;
    if (const Failure failure = parse_ipv4_number_of_part(value)) return failure;
    pieces_[piece_] = static_cast<std::uint16_t>(pieces_[piece_] * 256 + value);
    ++seen;
    if (seen == 2 || seen == 4) ++piece_;
  }
  return seen == 4 ? nullptr : "IPv4-in-IPv6-too-few-parts";
}

Failure Ipv6Parser::parse_ipv4_number_of_part(unsigned& value) {
  if (!at_digit()) return "IPv4-in-IPv6-invalid-code-point";
  for (bool first = true; at_digit(); first = false) {
    if (!first && value == 0) return "IPv4-in-IPv6-invalid-code-point";
    value = value * 10 + static_cast<unsigned>(input_[at_++] - '0');
    if (value > 255) return "IPv4-in-IPv6-out-of-range-part";
  }
  return nullptr;
}

// Moves the pieces after "::" to the end.
Failure Ipv6Parser::decompress() {
  if (!compress_) return piece_ == 8 ? nullptr : "IPv6-too-few-pieces";
  std::rotate(pieces_.begin() + *compress_, pieces_.begin() + piece_, pieces_.end());
  return nullptr;
}

struct Run {
  std::size_t start = 8;
  std::size_t length = 1;  // a single zero is not compressed
};

// The first of the longest runs of zeros.
Run longest_zeros(const std::array<std::uint16_t, 8>& pieces) {
  Run best;
  for (std::size_t start = 0; start < 8; ++start) {
    std::size_t end = start;
    while (end < 8 && pieces[end] == 0) ++end;
    if (end - start > best.length) best = {start, end - start};
  }
  return best;
}

// Parses `host` as an IPv4 address, and appends its serialisation.
Failure append_ipv4(std::string_view host, std::string& out) {
  host = without_last_dot(host);
  if (std::count(host.begin(), host.end(), '.') > 3) return "IPv4-too-many-parts";
  std::uint64_t address = 0;
  std::uint64_t range = std::uint64_t{1} << 32;  // the number of addresses that the numbers so far leave open
  bool out_of_range = false;
  for (std::size_t at = 0; at <= host.size();) {
    const std::size_t dot = std::min(host.find('.', at), host.size());
    const std::optional<std::uint64_t> number = parse_ipv4_number(host.substr(at, dot - at));
    if (!number) return "IPv4-non-numeric-part";
    const bool last = dot == host.size();
    out_of_range = out_of_range || (last ? *number >= range : *number > 255);
    range /= last ? range : 256;
    address += *number * range;
    at = dot + 1;
  }
  if (out_of_range) return "IPv4-out-of-range-part";
  fmt::format_to(std::back_inserter(out), "{}.{}.{}.{}", address >> 24, address >> 16 & 255,
                 address >> 8 & 255, address & 255);
  return nullptr;
}

// Parses `host` (without brackets) as an IPv6 address, and appends its serialisation in brackets.
Failure append_ipv6(std::string_view host, std::string& out) {
  Ipv6Parser parser(host);
  if (const Failure failure = parser.parse()) return failure;
  const Run zeros = longest_zeros(parser.pieces());
  out += '[';
  for (std::size_t i = 0; i < 8;) {
    if (i == zeros.start) {
      out += i == 0 ? "::" : ":";
      i += zeros.length;
      continue;
    }
    fmt::format_to(std::back_inserter(out), "{:x}", parser.pieces()[i]);
    if (++i < 8) out += ':';
  }
  out += ']';
  return nullptr;
}

Failure append_opaque_host(std::string_view input, std::string& out) {
  if ((bits_of(input) & kForbiddenHost) != 0) return "host-invalid-code-point";
  append_percent_encoded(input, PercentSet::kC0Control, out);
  return nullptr;
}

// The last steps of the domain parser and the host parser. `domain` is ASCII, and `bits` are the bits of its
// bytes.
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
  if (const Failure failure = domain_to_ascii(decoded, ascii)) return failure;
  return append_ascii_domain(ascii, bits_of(ascii), out);
}

// True if the host may be an internationalized domain name that is not in its ASCII form: in Unicode, or
// percent-encoded.
bool is_written_otherwise(std::string_view host) {
  return !ascii::is_ascii(host) || contains(host, '%');
}

}  // namespace

std::string_view shown_host(std::string_view host, std::string& buffer) {
  buffer.clear();
  if (is_written_otherwise(host) && append_host(host, HostKind::kDomain, buffer) == nullptr) return buffer;
  if (std::none_of(host.begin(), host.end(), ascii::is_capital)) return host;
  buffer.clear();
  ascii::append_lower(host, buffer);
  return buffer;
}

bool ends_in_number(std::string_view host) {
  host = without_last_dot(host);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.empty() || !ascii::is_digit(last[0])) return false;
  return std::all_of(last.begin(), last.end(), ascii::is_digit) || parse_ipv4_number(last).has_value();
}

std::string sentence_of(Failure failure) {
  // The first row that the name begins with applies.
  constexpr std::pair<std::string_view, std::string_view> kSentences[] = {
      {"domain-to-ASCII", "the host has a character or a label that no domain may have"},
      {"host-missing", "the host is missing"},
      {"host-invalid-code-point", "the host has a character that no host may have"},
      {"port-invalid", "the port is not a number"},
      {"port-out-of-range", "the port is above 65535"},
      {"missing-scheme", "there is no scheme, and no base to be relative to"},
      {"IPv4-in-IPv6", "the IPv4 address in the IPv6 address is malformed"},
      {"IPv4-too-many-parts", "the host ends in a number, but has more parts than an IPv4 address"},
      {"IPv4-non-numeric-part", "the host ends in a number, but is no IPv4 address: a part is not a number"},
      {"IPv4-out-of-range-part", "the host ends in a number, but is no IPv4 address: a part is too large"},
      {"IPv6-unclosed", "the IPv6 address has no closing bracket"},
      {"IPv6", "the IPv6 address is malformed"},
  };
  const std::string_view name = failure;
  for (const auto& [beginning, sentence] : kSentences) {
    if (name.starts_with(beginning)) return std::string(sentence) + " (" + failure + ')';
  }
  return failure;
}

Failure append_host(std::string_view input, HostKind kind, std::string& out) {
  if (input.starts_with('[')) {
    if (!input.ends_with(']')) return "IPv6-unclosed";
    return append_ipv6(input.substr(1, input.size() - 2), out);
  }
  return kind == HostKind::kOpaque ? append_opaque_host(input, out) : append_domain(input, out);
}

}  // namespace mimebase::url
