// What a message is told to have that was not read, or not told in full.
#pragma once

#include "message/analysed_message.h"

namespace mimebase::message {

// Behind all rows of the message, for rows use up its budgets.
void report_problems(AnalysedMessage& message, Visitor& visitor);

}  // namespace mimebase::message
