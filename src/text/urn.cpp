#include "text/urn.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include <array>
#include <cstdint>

#include "text/ascii.h"

namespace mimebase {

std::string sha1(std::string_view bytes) {
  sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA1_DIGEST_SIZE> digest = {};
  sha1_digest(&context, digest.size(), digest.data());
  return {digest.begin(), digest.end()};
}

std::string sha256(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest = {};
  sha256_digest(&context, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) ascii::append_hex(byte, ascii::kLowerHexDigits, text);
  return text;
}

std::string urn_of(std::string_view text) {
  std::string digits = sha256(text);
  digits[12] = '8';  // the version (RFC 9562 section 4.2); the next line sets the variant
  digits[16] = "89ab"[ascii::hex_value(digits[16]) & 3];
  return "urn:uuid:" + digits.substr(0, 8) + '-' + digits.substr(8, 4) + '-' + digits.substr(12, 4) + '-' +
         digits.substr(16, 4) + '-' + digits.substr(20, 12);
}

}  // namespace mimebase
