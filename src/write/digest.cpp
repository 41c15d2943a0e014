#include "write/digest.h"

#include <fcntl.h>
#include <glib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace mimebase::write {

struct Digest::State {
  GChecksum* checksum = g_checksum_new(G_CHECKSUM_SHA256);

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { g_checksum_free(checksum); }
};

Digest::Digest() : state_(std::make_unique<State>()) {}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::add(std::string_view bytes) {
  // GLib's hash counts each piece in 32 bits.
  constexpr std::size_t kPiece = std::size_t{1} << 24;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece))) {
    const std::string_view piece = bytes.substr(0, kPiece);
    g_checksum_update(state_->checksum, reinterpret_cast<const guchar*>(piece.data()),
                      static_cast<gssize>(piece.size()));
  }
}

std::string Digest::hex() {
  return g_checksum_get_string(state_->checksum);
}

std::string digest_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.hex();
}

std::optional<FileDigest> digest_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  Digest digest;
  FileDigest file;
  std::vector<char> buffer(std::size_t{1} << 18);
  ssize_t got = 0;
  while ((got = read(fd, buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got < 0) continue;
    digest.add({buffer.data(), static_cast<std::size_t>(got)});
    file.size_bytes += static_cast<std::uint64_t>(got);
  }
  close(fd);
  if (got < 0) return std::nullopt;
  file.digest = digest.hex();
  return file;
}

}  // namespace mimebase::write
