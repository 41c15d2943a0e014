// What goes wrong in a message: what was not read, or not told in full, and what was thrown.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "message/analysed_message.h"

namespace mimebase::message {

// Every limit that was hit and may have cost references. To be called after all rows of the message, for rows
// use up its budgets.
void report_problems(AnalysedMessage& message, Visitor& visitor);

// "part 1.2: what"; `what` alone if `part` is empty.
[[nodiscard]] std::string problem_sentence(std::string_view part, std::string_view what);

// The one place where something is caught: tells the visitor of what `analysis` threw, and before that of
// options that make no sense. Nothing that mail says should ever throw: this is for memory that runs out, and
// for what was overlooked.
template <typename Analysis>
void guard(const Record& record, Visitor& visitor, const Workspace& workspace, Analysis&& analysis) {
  MessageInfo message;
  message.source = record.source;
  message.number = record.number;
  message.offset = record.offset;
  std::string why;
  try {
    if (workspace.usage) visitor.problem(message, {}, workspace.usage->message);
    analysis();
    return;
  } catch (const std::exception& thrown) {
    why = thrown.what();
  } catch (...) {
    why = "something unknown was thrown";
  }
  visitor.unreadable(message, "cannot be read to its end: " + why);
}

}  // namespace mimebase::message
