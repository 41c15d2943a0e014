// Finds the messages in a part of an mbox, in a child process.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "input/context.h"
#include "mimebase/input.h"
#include "process/channel.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Bytes to read beyond the assigned part of an mbox, for the end of its last message.
inline constexpr std::size_t kPartSlack = std::size_t{128} << 10;

// Holds the mbox whose parts a process was given last. Two processes that are given the same part find the
// same messages.
class MboxParts {
 public:
  // Both must outlive the object. `progress` counts reads.
  MboxParts(const input::Options& options, std::atomic<std::uint64_t>& progress);
  ~MboxParts();

  // `message` has the file of the mbox if it is not that of the previous part. Returns the messages, and sets
  // `reply`. Returns nothing if nothing was left.
  [[nodiscard]] std::optional<Batch> find(const Assignment& part, process::Message& message,
                                          SplitReply& reply);

 private:
  struct Source;

  const input::Options& options_;
  std::atomic<std::uint64_t>& progress_;
  std::unique_ptr<Source> source_;
};

}  // namespace mimebase::run
