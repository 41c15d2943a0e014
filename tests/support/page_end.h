// Text that ends at the end of a page, as the last bytes of a mapped file may. Reading a byte after it, or
// before it, crashes. Sanitizers do not detect such reads in memory that was not allocated.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>

namespace mimebase::test {

class PageEnd {
 public:
  // For texts of up to `most` bytes.
  explicit PageEnd(std::size_t most = std::size_t{64} << 10)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), size_((most / page_ + 1) * page_) {
    void* const memory =
        mmap(nullptr, size_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    start_ = static_cast<char*>(memory) + page_;
    mprotect(memory, page_, PROT_NONE);
    mprotect(start_ + size_, page_, PROT_NONE);
  }
  ~PageEnd() { munmap(start_ - page_, size_ + 2 * page_); }
  PageEnd(const PageEnd&) = delete;
  PageEnd& operator=(const PageEnd&) = delete;

  // The text at the end of the page. Views are valid until the next call.
  [[nodiscard]] std::string_view at_end(std::string_view text) const {
    return put(text, start_ + size_ - text.size());
  }
  // The text at the start of the page.
  [[nodiscard]] std::string_view at_start(std::string_view text) const { return put(text, start_); }

 private:
  [[nodiscard]] std::string_view put(std::string_view text, char* where) const {
    if (text.size() > size_) throw std::bad_alloc();
    std::memcpy(where, text.data(), text.size());
    return {where, text.size()};
  }

  std::size_t page_;
  std::size_t size_;
  char* start_;
};

}  // namespace mimebase::test
