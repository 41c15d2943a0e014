// A batch of messages in memory that processes share.
#pragma once

#include <optional>

#include "mimebase/input.h"
#include "process/descriptor.h"

namespace mimebase::run {

// -1 where there is no memory (errno).
[[nodiscard]] process::Descriptor memory_of(const Batch& batch);
// The batch that memory_of() has put there. Nothing where there is none, or no room to map it.
[[nodiscard]] std::optional<Batch> batch_in(process::Descriptor memory);

}  // namespace mimebase::run
