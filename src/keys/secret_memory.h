// Memory for secrets.
#pragma once

#include <cstddef>

#include "mimebase/result.h"

namespace mimebase::keys {

// A mapping that is not inherited by forked processes, where touching it ends the process. It is in no core
// dump, is kept from swap devices if the system allows it, and is erased at the end.
class SecretMemory {
 public:
  SecretMemory() = default;
  SecretMemory(SecretMemory&& other) noexcept;
  SecretMemory& operator=(SecretMemory&& other) noexcept;
  ~SecretMemory();

  // Fails with kUnreadable if the system cannot protect memory in this way.
  [[nodiscard]] static Result<SecretMemory> make(std::size_t bytes);

  [[nodiscard]] char* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  int owner_ = 0;  // the process that has it
};

// Overwrites what the functions called before have left on the stack.
void erase_stack();

}  // namespace mimebase::keys
