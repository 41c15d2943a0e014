#include "keys/hmac.h"

#include <nettle/memops.h>

#include "keys/secret_memory.h"

namespace mimebase::keys {

void set_key(Hmac& hmac, std::string_view key) {
  hmac_sha256_set_key(&hmac, key.size(), reinterpret_cast<const std::uint8_t*>(key.data()));
  erase_stack();
}

HmacDigest hmac_of(Hmac& hmac, std::string_view text) {
  HmacDigest digest;
  hmac_sha256_update(&hmac, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  hmac_sha256_digest(&hmac, digest.size(), digest.data());
  erase_stack();
  return digest;
}

bool is_same(const HmacDigest& one, const HmacDigest& other) {
  return memeql_sec(one.data(), other.data(), one.size()) != 0;
}

}  // namespace mimebase::keys
