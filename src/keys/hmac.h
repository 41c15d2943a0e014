// HMAC-SHA-256 (RFC 2104, FIPS 180-4).
#pragma once

#include <nettle/hmac.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace mimebase::keys {

using Hmac = hmac_sha256_ctx;
using HmacDigest = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

// Prepares `hmac`, which is in SecretMemory, and leaves nothing of the key elsewhere.
void set_key(Hmac& hmac, std::string_view key);
// `hmac` is ready for the next text afterwards, and nothing of it is left elsewhere: with its state, anyone
// can sign.
[[nodiscard]] HmacDigest hmac_of(Hmac& hmac, std::string_view text);
// Takes the same time for all digests.
[[nodiscard]] bool is_same(const HmacDigest& one, const HmacDigest& other);

}  // namespace mimebase::keys
