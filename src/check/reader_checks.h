// Checks that compare readers: references that lead them to different places, and bases that only some of
// them honour.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "check/link_checks.h"
#include "readers/comparison.h"

namespace mimebase::check {

// Checks the references of one message, in order. It compares AnalyzeOptions::compared, or with
// AnalyzeOptions::reader that reader and RFC 1808.
class ReaderChecks {
 public:
  // `message` must outlive this object.
  explicit ReaderChecks(message::AnalysedMessage& message);

  // Reads the next reference. Call this for each reference before the functions below.
  void read(const Link& link, const message::Reference& reference);
  // The answers of the readers for that reference; null if they agree. Valid until the next call of read().
  [[nodiscard]] const Comparison* comparison() const { return row_; }
  // Reports a reference that leads readers to different places. Different registrable domains are reported
  // for every reference, a lesser difference once per part and group of readers. Reports nothing if RFC 1808
  // cannot resolve the reference, because other codes report that, or if the base is a retrieval URL, because
  // readers do not know it.
  [[nodiscard]] std::optional<Finding> check_disagreement(const Link& link);
  // Reports a base in a header that some readers ignore, once per part and base.
  [[nodiscard]] std::optional<Finding> check_hidden_base(const Link& link);

 private:
  [[nodiscard]] bool is_new(const Link& link, std::string key);

  readers::ReaderComparison readers_;
  const Comparison* row_ = nullptr;
  std::string part_;             // of the last finding
  std::set<std::string> known_;  // what was reported in that part
};

}  // namespace mimebase::check
