// Problems of a message: content that was not read or not fully reported, and exceptions.
#pragma once

#include <string>
#include <string_view>

#include "message/analysed_message.h"

namespace mimebase::message {

// Reports every limit that was hit and may have hidden references. Call this after all rows of the message,
// because rows use up its budgets.
void report_problems(AnalysedMessage& message, Visitor& visitor);

// "part 1.2: what"; `what` alone if `part` is empty.
[[nodiscard]] std::string problem_sentence(std::string_view part, std::string_view what);

// Reports invalid options as a problem of the message.
void report_usage(const Record& record, Visitor& visitor, const Workspace& workspace);

// Call in a handler that catches everything. Reports the current exception to the visitor. Mail must never
// cause an exception, so this handles a lack of memory, exceptions from visitors, and bugs.
void report_exception(const Record& record, Visitor& visitor);

}  // namespace mimebase::message
