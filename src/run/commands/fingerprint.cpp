#include "run/commands/fingerprint.h"

#include <unistd.h>

#include <cstring>

#include "run/output/digest.h"

namespace mimebase::run {
namespace {

// A random prefix of all hashed texts, so that nobody can write mail whose fingerprints collide in a hash
// table. Workers inherit it from their parent.
struct Salt {
  // Without entropy, fingerprints are still correct.
  Salt() noexcept {
    if (getentropy(bytes.data(), bytes.size()) != 0) bytes.fill(0);
  }
  std::array<char, 16> bytes{};
};
const Salt kSalt;

}  // namespace

Fingerprint fingerprint(char kind, std::string_view text) {
  Digest sha256;
  sha256.add({kSalt.bytes.data(), kSalt.bytes.size()});
  sha256.add({&kind, 1});
  sha256.add(text);
  const Digest::Bytes digest = sha256.bytes();
  Fingerprint print;
  std::memcpy(print.data(), digest.data(), sizeof(print));
  return print;
}

}  // namespace mimebase::run
