// Applies a MessageFilter to records, by their header alone.
#pragma once

#include "mimebase/input.h"
#include "mimebase/limits.h"
#include "mimebase/run.h"
#include "run/filters/selection.h"
#include "walk/parser.h"

namespace mimebase::run {

// For one worker.
class MessageSelector {
 public:
  // `filter` must outlive this object.
  MessageSelector(const MessageFilter& filter, const Limits& limits)
      : filter_(filter), rejections_(filter), limits_(limits) {}

  // Returns true if the filter accepts the number of the message. Counts the message in `selection`. Call it
  // once per message.
  [[nodiscard]] bool accepts_number(const Record& record, Selection& selection);
  // Returns true if the rest of the filter accepts the message, and counts that. Parses the header only if a
  // field of it is needed.
  [[nodiscard]] bool accepts(const Record& record, Selection& selection);

 private:
  const MessageFilter& filter_;
  const RejectionCounter rejections_;
  const Limits limits_;
  walk::Parser parser_;
};

}  // namespace mimebase::run
