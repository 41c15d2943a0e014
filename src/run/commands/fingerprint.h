// Fingerprints of URLs and other texts, by which runs count and join them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mimebase::run {

// Identifies a text by the first 16 bytes of a salted SHA-256. This distinguishes millions of texts, and no
// message can forge a fingerprint.
using Fingerprint = std::array<std::uint64_t, 2>;

// `kind` distinguishes equal texts of different kinds.
[[nodiscard]] Fingerprint fingerprint(char kind, std::string_view text);

// For hash tables.
struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const { return print[0]; }
};

}  // namespace mimebase::run
