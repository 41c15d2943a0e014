#include "documents/office/office_encryption.h"

#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/cbc.h>
#include <nettle/nettle-meta.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "binary/cursor.h"
#include "text/base64.h"
#include "text/numbers.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// "VelvetSweatshop" in UTF-16LE.
std::string password() {
  constexpr std::string_view kPassword = "VelvetSweatshop";
  std::string wide;
  for (const char c : kPassword) wide += {c, '\0'};
  return wide;
}

const std::uint8_t* octets(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}
std::uint8_t* octets(std::string& bytes) {
  return reinterpret_cast<std::uint8_t*>(bytes.data());
}

class Hash {
 public:
  explicit Hash(const nettle_hash& kind) : kind_(kind), context_(kind.context_size, '\0') {
    kind_.init(context_.data());
  }
  [[nodiscard]] std::string of(std::initializer_list<std::string_view> pieces) {
    for (const std::string_view piece : pieces) kind_.update(context_.data(), piece.size(), octets(piece));
    std::string digest(kind_.digest_size, '\0');
    kind_.digest(context_.data(), digest.size(), octets(digest));
    return digest;
  }

 private:
  const nettle_hash& kind_;
  std::string context_;
};

constexpr std::size_t kBlock = 16;  // of AES

// AES of 128, 192 or 256 bits.
class Aes {
 public:
  explicit Aes(std::string_view key) : bytes_(key.size()) {
    if (bytes_ == AES128_KEY_SIZE) aes128_set_decrypt_key(&key_.of_128, octets(key));
    if (bytes_ == AES192_KEY_SIZE) aes192_set_decrypt_key(&key_.of_192, octets(key));
    if (bytes_ == AES256_KEY_SIZE) aes256_set_decrypt_key(&key_.of_256, octets(key));
  }
  [[nodiscard]] static bool has_size(std::size_t bytes) {
    return bytes == AES128_KEY_SIZE || bytes == AES192_KEY_SIZE || bytes == AES256_KEY_SIZE;
  }

  // Whole blocks; what is left over is dropped. Without an initialization vector, each of them by itself.
  [[nodiscard]] std::string decrypt(std::string_view bytes, std::string vector = {}) {
    bytes = bytes.substr(0, bytes.size() / kBlock * kBlock);
    std::string out(bytes.size(), '\0');
    if (vector.size() != kBlock) {
      cipher()(&key_, bytes.size(), octets(out), octets(bytes));
    } else {
      cbc_decrypt(&key_, cipher(), kBlock, octets(vector), bytes.size(), octets(out), octets(bytes));
    }
    return out;
  }

 private:
  [[nodiscard]] nettle_cipher_func* cipher() const {
    const nettle_cipher& kind = bytes_ == AES128_KEY_SIZE   ? nettle_aes128
                                : bytes_ == AES192_KEY_SIZE ? nettle_aes192
                                                            : nettle_aes256;
    return kind.decrypt;
  }

  std::size_t bytes_;
  union {
    aes128_ctx of_128;
    aes192_ctx of_192;
    aes256_ctx of_256;
  } key_{};
};

// The size of the package, which precedes it, bounds what is decrypted.
std::string_view within_size(std::string_view package, const std::string& decrypted) {
  const auto size = binary::Cursor(package).u32();
  return std::string_view(decrypted).substr(0, size);
}

// Agile encryption: an XML document (section 2.3.4.10).
struct AgileKey {
  std::string salt;
  std::size_t block = 0, key = 0;  // in bytes
  const nettle_hash* hash = nullptr;
};

std::string attribute(std::string_view element, std::string_view name) {
  std::string start(" ");
  start.append(name).append("=\"");
  const std::size_t at = element.find(start);
  if (at == kNotFound) return {};
  const std::string_view value = element.substr(at + start.size());
  return std::string(value.substr(0, value.find('"')));
}

std::optional<AgileKey> read_key(std::string_view element) {
  constexpr std::pair<std::string_view, const nettle_hash*> kHashes[] = {
      {"SHA1", &nettle_sha1},     {"SHA-1", &nettle_sha1},    {"SHA256", &nettle_sha256},
      {"SHA384", &nettle_sha384}, {"SHA512", &nettle_sha512}, {"MD5", &nettle_md5}};
  AgileKey key;
  key.salt = base64_decoded(attribute(element, "saltValue")).value_or("");
  key.block = whole_number<std::uint32_t>(attribute(element, "blockSize")).value_or(0);
  key.key = whole_number<std::uint32_t>(attribute(element, "keyBits")).value_or(0) / 8;
  const std::string hash = attribute(element, "hashAlgorithm");
  for (const auto& [name, kind] : kHashes) {
    if (hash == name) key.hash = kind;
  }
  const bool is_aes = attribute(element, "cipherAlgorithm") == "AES";
  const bool is_chained = attribute(element, "cipherChaining") == "ChainingModeCBC";
  if (!is_aes || !is_chained || key.hash == nullptr || key.block != kBlock || !Aes::has_size(key.key))
    return std::nullopt;
  return key;
}

// Cut off, or filled up.
std::string fitted(std::string bytes, std::size_t size) {
  constexpr char kFill = 0x36;
  bytes.resize(size, kFill);
  return bytes;
}

std::string_view element_of(std::string_view xml, std::string_view name) {
  const std::size_t at = xml.find(name);
  return at == kNotFound ? std::string_view() : xml.substr(at, xml.find('>', at) - at);
}

std::optional<std::string> decrypt_agile(std::string_view xml, std::string_view package,
                                         const ChargeHashes& charge) {
  constexpr std::uint32_t kMostSpins = 10'000'000;  // of the format
  constexpr std::size_t kSegment = 4096;
  constexpr std::string_view kVerifier("\xFE\xA7\xD2\x76\x3B\x4B\x9E\x79", 8);
  constexpr std::string_view kVerifierHash("\xD7\xAA\x0F\x6D\x30\x61\x34\x4E", 8);
  constexpr std::string_view kKey("\x14\x6E\x0B\xE7\xAB\xAC\xD0\xD6", 8);
  const std::string_view element = element_of(xml, "encryptedKey ");
  const std::optional<AgileKey> data = read_key(element_of(xml, "<keyData ")), outer = read_key(element);
  const std::uint32_t spins = whole_number<std::uint32_t>(attribute(element, "spinCount")).value_or(0);
  if (!data || !outer || spins > kMostSpins || !charge(spins)) return std::nullopt;

  std::string hash = Hash(*outer->hash).of({outer->salt, password()});
  for (std::uint32_t i = 0; i < spins; ++i) hash = Hash(*outer->hash).of({binary::number(i, 4), hash});
  const auto decrypted = [&](std::string_view purpose, const char* name) {
    Aes aes(fitted(Hash(*outer->hash).of({hash, purpose}), outer->key));
    return aes.decrypt(base64_decoded(attribute(element, name)).value_or(""), fitted(outer->salt, kBlock));
  };
  const std::string verifier =
      decrypted(kVerifier, "encryptedVerifierHashInput").substr(0, outer->salt.size());
  const std::string verified = Hash(*outer->hash).of({verifier});
  const std::string key = decrypted(kKey, "encryptedKeyValue").substr(0, data->key);
  if (!decrypted(kVerifierHash, "encryptedVerifierHashValue").starts_with(verified) ||
      key.size() != data->key)
    return std::nullopt;

  std::string out;
  Aes aes(key);
  const std::string_view bytes = package.substr(std::min<std::size_t>(8, package.size()));
  for (std::uint32_t i = 0; i * kSegment < bytes.size(); ++i) {
    const std::string vector = fitted(Hash(*data->hash).of({data->salt, binary::number(i, 4)}), kBlock);
    out += aes.decrypt(bytes.substr(i * kSegment, kSegment), vector);
  }
  return std::string(within_size(package, out));
}

// The header of the encryption with a provider of cryptography (sections 2.3.2 and 2.3.3).
struct ProviderKey {
  std::size_t key = 0;  // in bytes
  std::string_view salt, verifier, verifier_hash;
  bool is_aes = false, is_rc4 = false;

  explicit ProviderKey(std::string_view info) {
    constexpr std::uint32_t kRc4 = 0x6801, kAes128 = 0x660E, kAes256 = 0x6610, kLeastBits = 40;
    constexpr std::size_t kSalt = 16;
    binary::Cursor fields(info);
    fields.take(4);  // flags
    binary::Cursor header(fields.take(fields.u32()));
    header.take(8);
    const std::uint32_t cipher = header.u32();
    header.take(4);
    key = std::max(header.u32(), kLeastBits) / 8;
    is_aes = cipher >= kAes128 && cipher <= kAes256 && Aes::has_size(key);
    is_rc4 = cipher == kRc4 && key <= kSalt;
    fields.take(4);
    salt = fields.take(kSalt);
    verifier = fields.take(kSalt);
    fields.take(4);
    verifier_hash = fields.rest();
  }
};

// Section 2.3.4.5.
std::optional<std::string> decrypt_standard(std::string_view info, std::string_view package,
                                            const ChargeHashes& charge) {
  constexpr std::uint32_t kSpins = 50'000;
  constexpr std::size_t kPad = 64;
  const ProviderKey header(info);
  if (!header.is_aes || !charge(kSpins)) return std::nullopt;
  std::string hash = Hash(nettle_sha1).of({header.salt, password()});
  for (std::uint32_t i = 0; i < kSpins; ++i) hash = Hash(nettle_sha1).of({binary::number(i, 4), hash});
  hash = Hash(nettle_sha1).of({hash, binary::number(0, 4)});
  std::string key;
  for (const char fill : {'\x36', '\x5C'}) {
    std::string pad(kPad, fill);
    for (std::size_t i = 0; i < hash.size(); ++i) pad[i] = static_cast<char>(pad[i] ^ hash[i]);
    key += Hash(nettle_sha1).of({pad});
  }
  Aes aes(std::string_view(key).substr(0, header.key));
  const std::string verified = Hash(nettle_sha1).of({aes.decrypt(header.verifier)});
  if (!aes.decrypt(header.verifier_hash).starts_with(verified)) return std::nullopt;
  return std::string(
      within_size(package, aes.decrypt(package.substr(std::min<std::size_t>(8, package.size())))));
}

// A stream that is encrypted in blocks, each with a key of its own.
class Rc4Stream {
 public:
  using KeyOf = std::function<std::string(std::uint32_t block)>;
  Rc4Stream(KeyOf key_of, std::size_t block) : key_of_(std::move(key_of)), block_(block) { begin_block(0); }

  // The next bytes, which may be as they are.
  void pass(std::string& bytes, std::size_t from, std::size_t size, bool is_plain) {
    while (size > 0) {
      if (used_ == block_) begin_block(number_ + 1);
      const std::size_t piece = std::min(size, block_ - used_);
      std::string skipped(is_plain ? piece : 0, '\0');
      std::uint8_t* const at = is_plain ? octets(skipped) : octets(bytes) + from;
      arcfour_crypt(&cipher_, piece, at, at);
      used_ += piece;
      from += piece;
      size -= piece;
    }
  }

 private:
  void begin_block(std::uint32_t number) {
    const std::string key = key_of_(number);
    arcfour_set_key(&cipher_, key.size(), octets(key));
    number_ = number;
    used_ = 0;
  }

  KeyOf key_of_;
  std::size_t block_, used_ = 0;
  std::uint32_t number_ = 0;
  arcfour_ctx cipher_{};
};

// The keys of a workbook, by the contents of its record FilePass. Nothing if the password is another one.
std::optional<Rc4Stream::KeyOf> workbook_keys(std::string_view record) {
  constexpr std::size_t kSalt = 16, kShort = 5;
  binary::Cursor fields(record);
  const std::uint32_t type = fields.u16(), major = fields.u16(), minor = fields.u16();
  if (type != 1) return std::nullopt;
  Rc4Stream::KeyOf keys;
  std::string verifier, hash;
  const nettle_hash* kind = nullptr;
  if (major == 1 && minor == 1) {
    const std::string_view salt = fields.take(kSalt);
    verifier = fields.take(kSalt);
    hash = fields.take(kSalt);
    kind = &nettle_md5;
    const std::string start = Hash(*kind).of({password()}).substr(0, kShort);
    std::string many;
    for (int i = 0; i < 16; ++i) many.append(start).append(salt);
    const std::string base = Hash(*kind).of({many}).substr(0, kShort);
    keys = [base](std::uint32_t block) { return Hash(nettle_md5).of({base, binary::number(block, 4)}); };
  } else if (major >= 2 && major <= 4 && minor == 2) {
    const ProviderKey header(fields.rest());
    if (!header.is_rc4) return std::nullopt;
    verifier = header.verifier;
    kind = &nettle_sha1;
    hash = header.verifier_hash.substr(0, kind->digest_size);
    const std::string base = Hash(*kind).of({header.salt, password()});
    keys = [base, size = header.key](std::uint32_t block) {
      std::string key = Hash(nettle_sha1).of({base, binary::number(block, 4)}).substr(0, size);
      if (size == kShort) key.resize(kSalt, '\0');
      return key;
    };
  } else {
    return std::nullopt;
  }
  Rc4Stream check(keys, verifier.size() + hash.size());
  check.pass(verifier, 0, verifier.size(), false);
  check.pass(hash, 0, hash.size(), false);
  if (hash.size() != kind->digest_size || Hash(*kind).of({verifier}) != hash) return std::nullopt;
  return keys;
}

}  // namespace

std::optional<std::string> decrypted_package(std::string_view info, std::string_view package,
                                             const ChargeHashes& charge) {
  binary::Cursor fields(info);
  const std::uint32_t major = fields.u16(), minor = fields.u16();
  if (major == 4 && minor == 4) return decrypt_agile(fields.rest(), package, charge);
  if (major >= 2 && major <= 4 && minor == 2) return decrypt_standard(fields.rest(), package, charge);
  return std::nullopt;
}

std::optional<std::string> decrypted_workbook(std::string_view stream) {
  constexpr std::size_t kXlsBlock = 1024, kHeader = 4, kPlainOffset = 4;
  constexpr std::uint32_t kFilePass = 0x2F, kSheet = 0x85;
  // Records that say how to read the others (MS-XLS section 2.2.10).
  constexpr std::array<std::uint32_t, 7> kPlain = {0x809, kFilePass, 0xE1, 0x194, 0x195, 0x138, 0x196};
  std::optional<Rc4Stream::KeyOf> keys;
  for (binary::Cursor records(stream); !keys && !records.is_cut() && !records.rest().empty();) {
    const std::uint32_t type = records.u16();
    const std::string_view record = records.take(records.u16());
    if (type != kFilePass) continue;
    keys = workbook_keys(record);
    if (!keys) return std::nullopt;
  }
  if (!keys) return std::nullopt;
  std::string out(stream);
  Rc4Stream cipher(*keys, kXlsBlock);
  for (std::size_t at = 0; stream.size() - at >= kHeader;) {
    binary::Cursor header(stream.substr(at, kHeader));
    const std::uint32_t type = header.u16();
    const std::size_t size = std::min<std::size_t>(header.u16(), stream.size() - at - kHeader);
    const bool is_plain = std::ranges::find(kPlain, type) != kPlain.end();
    const std::size_t plain = std::min(size, is_plain ? size : type == kSheet ? kPlainOffset : 0);
    cipher.pass(out, at, kHeader + plain, true);
    cipher.pass(out, at + kHeader + plain, size - plain, false);
    at += kHeader + size;
  }
  return out;
}

}  // namespace mimebase::documents
