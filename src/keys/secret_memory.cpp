#include "keys/secret_memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace mimebase::keys {
namespace {

// Locks pages only when they are used, so that the limit on locked memory counts what is needed.
void lock(void* data, std::size_t size) {
#ifdef MLOCK_ONFAULT
  if (mlock2(data, size, MLOCK_ONFAULT) == 0) return;
#endif
  static_cast<void>(mlock(data, size));  // not every system allows it
}

}  // namespace

SecretMemory::SecretMemory(SecretMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_), owner_(other.owner_) {}

SecretMemory& SecretMemory::operator=(SecretMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(owner_, other.owner_);
  return *this;
}

// In a forked process there is nothing to erase.
SecretMemory::~SecretMemory() {
  if (data_ == nullptr || owner_ != getpid()) return;
  explicit_bzero(data_, size_);
  munmap(data_, size_);
}

Result<SecretMemory> SecretMemory::make(std::size_t bytes) {
  const Error error{Error::Code::kUnreadable, "the system has no protected memory for keys"};
  void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return error;
  SecretMemory memory;
  memory.data_ = static_cast<char*>(data);
  memory.size_ = bytes;
  memory.owner_ = getpid();
  if (madvise(data, bytes, MADV_DONTFORK) != 0 || madvise(data, bytes, MADV_DONTDUMP) != 0) return error;
  lock(data, bytes);
  return memory;
}

[[gnu::noinline]] void erase_stack() {
  std::array<char, std::size_t{16} << 10> stack;
  explicit_bzero(stack.data(), stack.size());
}

}  // namespace mimebase::keys
