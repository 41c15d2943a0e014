// Applies a MessageFilter to records, by their heading alone.
#pragma once

#include "mimebase/input.h"
#include "mimebase/limits.h"
#include "mimebase/run.h"
#include "walk/parser.h"

namespace mimebase::run {

// For one worker.
class MessageSelector {
 public:
  // `filter` must outlive this object.
  MessageSelector(const MessageFilter& filter, const Limits& limits) : filter_(filter), limits_(limits) {}

  // Whether the number of the message passes.
  [[nodiscard]] bool accepts_number(const Record& record) const {
    return !filter_.number || record.number == *filter_.number;
  }
  // Whether all of the filter passes. Parses the heading only if a field of it is needed.
  [[nodiscard]] bool accepts(const Record& record);

 private:
  const MessageFilter& filter_;
  const Limits limits_;
  walk::Parser parser_;
};

}  // namespace mimebase::run
