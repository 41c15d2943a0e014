#include "run/digest.h"

#include <fcntl.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "ascii.h"

namespace mimebase::run {

struct Digest::State {
  sha256_ctx context;
};

Digest::Digest() : state_(std::make_unique<State>()) {
  sha256_init(&state_->context);
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::add(std::string_view bytes) {
  sha256_update(&state_->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

Digest::Bytes Digest::bytes() {
  Bytes digest = {};
  sha256_digest(&state_->context, digest.size(), digest.data());
  return digest;
}

std::string Digest::hex() {
  std::string text;
  for (const std::uint8_t byte : bytes()) ascii::append_hex(byte, ascii::kLowerHexDigits, text);
  return text;
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

}  // namespace mimebase::run
