// Cryptographic Message Syntax: what is found is inside the bytes, or within the bound; a second reading
// gives the same.
#include "walk/cms.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  constexpr std::uint64_t kMost = 1000;
  const walk::OpenedCms opened = walk::open_cms(bytes, kMost), again = walk::open_cms(bytes, kMost);
  FUZZ_REQUIRE(opened.kind == again.kind && opened.content() == again.content(), "{} bytes, then {}",
               opened.content().size(), again.content().size());
  FUZZ_REQUIRE(opened.content().size() <= std::max<std::size_t>(bytes.size(), kMost), "{} bytes of {}",
               opened.content().size(), bytes.size());
  return 0;
}
