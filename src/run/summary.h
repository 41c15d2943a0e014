// What is made of diagnostics before they are written: some are left out, or all summed up.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "mimebase/run.h"
#include "write/columns.h"

namespace mimebase::run {

[[nodiscard]] bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic);

// Groups by code, severity and pair of domains. What mail says is a key here: a tree, for no keys collide in
// it.
class Summary {
 public:
  void add(const Diagnostic& diagnostic);
  // Those of `later` come behind these in the input.
  void add(Summary&& later);
  // The severest first, then the most frequent, then by code and domains.
  [[nodiscard]] std::vector<write::SummaryRow> take();

 private:
  using Key = std::tuple<std::string, Severity, std::string, std::string>;
  std::map<Key, write::SummaryRow> groups_;
};

}  // namespace mimebase::run
