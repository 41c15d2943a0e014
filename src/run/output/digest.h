// Digests of sources, by which a database identifies what it already holds.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "mimebase/input.h"
#include "process/descriptor.h"

namespace mimebase::run {

// Incremental SHA-256.
class Digest {
 public:
  Digest() { sha256_init(&context_); }

  void add(std::string_view bytes);
  // Returns the digest of all bytes added, and resets it. hex() gives 64 lower-case hexadecimal digits.
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
// Computes the digest of a regular file in a thread, while the calling thread writes rows. The thread holds
// no lock, allocates nothing and takes no signal, so that fork() beside it is safe. The destructor ends it.
class FileHasher {
 public:
  // Returns null if the file cannot be opened or is not a regular file.
  [[nodiscard]] static std::unique_ptr<FileHasher> open(const std::string& path);
  // Waits for the digest. Returns nothing if the file cannot be read. Call at most once.
  [[nodiscard]] std::optional<FileDigest> finish();

 private:
  explicit FileHasher(process::Descriptor file);
  void run(const std::stop_token& stop);

  process::Descriptor file_;
  std::vector<char> buffer_;
  // Written by the thread, read after its end.
  Digest digest_;
  std::uint64_t size_bytes_ = 0;
  bool is_whole_ = false;
  std::jthread thread_;
};

// A source whose last record was read.
struct EndedSource {
  std::string name;
  std::uint64_t size_bytes = 0;
  std::string digest;  // Digest::hex()
  bool whole = true;   // all of it was read
};

// Sources that ended before a batch, and within it.
struct EndedSources {
  std::optional<EndedSource> before;
  std::vector<EndedSource> within;
};

// Computes digests of sources that are not separate files: those in folders and containers, and standard
// input. The digest covers the bytes of their records.
class SourceDigests {
 public:
  // Skips sources named `known`.
  explicit SourceDigests(std::string_view known) : known_(known) {}

  // Call for every batch of an input, in order, with the problems met since the previous one.
  [[nodiscard]] EndedSources pass(const Batch& batch, const std::vector<Error>& problems);
  // Call at the end of the input, with the last problems.
  [[nodiscard]] std::optional<EndedSource> finish(const std::vector<Error>& problems);

 private:
  // Records which sources were not read completely.
  void cut(const std::vector<Error>& problems);
  [[nodiscard]] std::optional<EndedSource> end();

  const std::string known_;
  std::optional<EndedSource> source_;  // the source that is being read; its digest is set at the end
  std::uint64_t number_ = 0;           // of its last record
  std::optional<Digest> digest_;
  std::set<std::string> cut_;  // names of incomplete sources
};

}  // namespace mimebase::run
