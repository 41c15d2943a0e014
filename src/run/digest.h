// Digests of sources: by them an index knows what it holds already.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::run {

// SHA-256, fed piece by piece.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;

  void add(std::string_view bytes);
  // The digest of all that was added; afterwards it begins anew. In hexadecimal: 64 digits, lower case.
  using Bytes = std::array<std::uint8_t, 32>;
  [[nodiscard]] Bytes bytes();
  [[nodiscard]] std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct FileDigest {
  std::uint64_t size_bytes = 0;
  std::string digest;
};
// Reads a regular file through; nothing for anything else, and for what cannot be read.
[[nodiscard]] std::optional<FileDigest> digest_of_file(const std::string& path);

}  // namespace mimebase::run
