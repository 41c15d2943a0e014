// What the stations above add to the analysis of a message: readers change rows and are compared, checks
// report what is wrong. They are passed in, so that nothing here depends on them.
#pragma once

#include <memory>

#include "message/rows.h"

namespace mimebase::analysis {

// The rows of one message as the reader sees them that AnalyzeOptions::reader names.
class ReaderRows {
 public:
  virtual ~ReaderRows() = default;
  // The link with Link::reader and Link::opens. Valid until the next call, and as long as `link`.
  virtual const Link& link(const Link& link, const message::Reference& reference) = 0;
  // The row of the i-th entity with the reader's base. Valid until the next call, and as long as `entity`.
  virtual const Entity& entity(const Entity& entity, int i) = 0;
};

// The features of one Analyzer, which serve its messages one after another.
class Features {
 public:
  virtual ~Features() = default;
  // Null if AnalyzeOptions::reader is kRfc1808. `message` must outlive the rows.
  virtual std::unique_ptr<ReaderRows> reader(message::AnalysedMessage& message) = 0;
  // Reports the references that readers disagree about.
  virtual void compare(message::AnalysedMessage& message, Visitor& visitor) = 0;
  // Reports diagnostics; with `tells_links` also links and comparisons.
  virtual void check(message::AnalysedMessage& message, Visitor& visitor, bool tells_links) = 0;
};

}  // namespace mimebase::analysis
