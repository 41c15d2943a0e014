// Rewrites a message or an mbox in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mimebase/result.h"
#include "mimebase/rewrite.h"
#include "mimebase/run.h"

namespace mimebase::python {

struct RewrittenBytes {
  std::string bytes;
  std::uint64_t edited = 0;  // references that were made absolute
  std::vector<std::string> notes, problems;
};

// Rewrites all messages in `bytes`. Input that cannot be read as mail is returned unchanged, with a problem.
// Fails with kUsage if the bytes are a container, and with kUnreadable if a message exceeds the limit
// "message", as it would be cut off.
[[nodiscard]] Result<RewrittenBytes> rewrite_bytes(const std::string& bytes, const RunOptions& run,
                                                   const RewriteOptions& rewrite);

}  // namespace mimebase::python
