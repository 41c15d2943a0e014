// Receives the results of an analysis, one at a time.
//
//   struct Printer : mimebase::Visitor {
//     void link(const mimebase::Link& link) override { std::cout << link.reference << '\n'; }
//   };
#pragma once

#include <string_view>

#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase {
inline namespace v0_2 {

// Receives the results of an analysis. Each function does nothing by default. The arguments of a call are
// valid during that call only.
class MIMEBASE_API Visitor {
 public:
  virtual ~Visitor() = default;
  // The message itself. Analyzer::links() calls this first, also for a message without references.
  virtual void message(const MessageInfo&) {}
  // One occurrence of a reference.
  virtual void link(const Link&) {}
  // One reference for which mail readers open different URLs or parts.
  virtual void comparison(const Comparison&) {}
  // One entity, with its base and all candidates for this base.
  virtual void entity(const Entity&) {}
  // One entry of a ledger (run_ledger()).
  virtual void ledger_entry(const LedgerEntry&) {}
  // One finding of check().
  virtual void diagnostic(const Diagnostic&) {}
  // Analyzer::links() calls this after the last link of the message, once per part that was not searched
  // although its content may have references, such as a PDF or an encrypted part. Analyzer::check() reports
  // such parts as DiagnosticCode::kNotSearched instead.
  virtual void not_searched(const MessageInfo& /*message*/) {}
  // Content could not be read, or references may be missing because a limit was hit. `what` is one sentence.
  // `part` is empty if the problem does not concern one part.
  virtual void problem(const MessageInfo& /*message*/, std::string_view /*part*/, std::string_view /*what*/) {
  }
  // The analysis of the message stopped early: memory ran out, or something threw, possibly this visitor.
  // `what` is one sentence. Earlier results remain valid. Only the source, number and offset of `message` are
  // set.
  virtual void unreadable(const MessageInfo& message, std::string_view what) { problem(message, {}, what); }
};

}  // namespace v0_2
}  // namespace mimebase
