// A message, or an mbox, rewritten in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "mimebase/rewrite.h"

namespace mimebase::python {

struct RewrittenBytes {
  std::string bytes;
  std::uint64_t edited = 0;  // references that were made absolute
  std::vector<std::string> notes, problems;
};

// What holds no message comes back as it is. Fails with kUsage where the bytes are a container, and with
// kUnreadable where it could give only a part of them.
[[nodiscard]] Result<RewrittenBytes> rewrite_bytes(const std::string& bytes, const ReadOptions& read,
                                                   const RewriteOptions& rewrite);

}  // namespace mimebase::python
