// Digests of sources: by them a database knows what it holds already.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"

namespace mimebase::run {

// SHA-256, fed piece by piece.
class Digest {
 public:
  Digest() { sha256_init(&context_); }

  void add(std::string_view bytes);
  // The digest of all that was added; afterwards it begins anew. In hexadecimal: 64 digits, lower case.
  using Bytes = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;
  [[nodiscard]] Bytes bytes();
  [[nodiscard]] std::string hex();

 private:
  sha256_ctx context_;
};

struct FileDigest {
  std::uint64_t size_bytes = 0;
  std::string digest;
};
// Reads a regular file through; nothing for anything else, and for what cannot be read.
[[nodiscard]] std::optional<FileDigest> digest_of_file(const std::string& path);

// A source all of whose records were read.
struct EndedSource {
  std::string name;
  std::uint64_t size_bytes = 0;
  std::string digest;  // Digest::hex()
  bool whole = true;   // false: not all of it was read
};

// Sources that ended before a batch, and in it.
struct EndedSources {
  std::optional<EndedSource> before;
  std::vector<EndedSource> within;
};

// Sources that no file of their own stands for (in folders, in containers, on standard input), known again by
// the bytes of their records.
class SourceDigests {
 public:
  // Sources of the name `known` are passed over.
  explicit SourceDigests(std::string_view known) : known_(known) {}

  // To be called with every batch of an input, in order, and the problems that were met on the way to it.
  [[nodiscard]] EndedSources pass(const Batch& batch, const std::vector<Error>& problems);
  // At the end of the input, with the last problems.
  [[nodiscard]] std::optional<EndedSource> finish(const std::vector<Error>& problems);

 private:
  [[nodiscard]] bool is_next(const Record& record) const;
  void cut(const std::vector<Error>& problems);
  void pass(const Record& record);
  [[nodiscard]] std::optional<EndedSource> end();

  const std::string known_;
  std::optional<EndedSource> source_;  // whose records are being read; its digest comes in the end
  std::uint64_t number_ = 0;           // of its last record
  std::optional<Digest> digest_;
  std::set<std::string> cut_;
};

}  // namespace mimebase::run
