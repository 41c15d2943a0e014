// Problems of a message: content that was not read or not fully reported, and exceptions.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "message/analysed_message.h"

namespace mimebase::message {

// Reports every limit that was hit and may have hidden references. Call this after all rows of the message,
// because rows use up its budgets.
void report_problems(AnalysedMessage& message, Visitor& visitor);

// "part 1.2: what"; `what` alone if `part` is empty.
[[nodiscard]] std::string problem_sentence(std::string_view part, std::string_view what);

// The only place that catches exceptions. Reports invalid options, runs `analysis`, and reports an exception
// from it to the visitor. Mail must never cause an exception, so this handles a lack of memory, exceptions
// from visitors, and bugs.
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
