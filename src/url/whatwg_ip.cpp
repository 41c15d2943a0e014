#include "url/whatwg_ip.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "ascii.h"

namespace mimebase::url {
namespace {

void append_number(unsigned value, int radix, std::string& out) {
  char digits[16];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value, radix);
  out.append(digits, end.ptr);
}

// The IPv4 number parser. What is too large for an address comes out as 2^32.
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

// The IPv6 parser, one function a step; `at_` is the Standard's pointer.
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

// Four decimal numbers, which are the rest of the input.
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

// Moves what stands behind "::" to the end.
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

}  // namespace

bool ends_in_number(std::string_view host) {
  host = without_last_dot(host);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.empty() || !ascii::is_digit(last[0])) return false;
  return std::all_of(last.begin(), last.end(), ascii::is_digit) || parse_ipv4_number(last).has_value();
}

Failure append_ipv4(std::string_view host, std::string& out) {
  host = without_last_dot(host);
  if (std::count(host.begin(), host.end(), '.') > 3) return "IPv4-too-many-parts";
  std::uint64_t address = 0;
  std::uint64_t range = std::uint64_t{1} << 32;  // how many addresses the numbers so far leave
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
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_number(static_cast<unsigned>(address >> shift) & 255, 10, out);
    if (shift > 0) out += '.';
  }
  return nullptr;
}

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
    append_number(parser.pieces()[i], 16, out);
    if (++i < 8) out += ':';
  }
  out += ']';
  return nullptr;
}

}  // namespace mimebase::url
