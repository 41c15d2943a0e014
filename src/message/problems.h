// What goes wrong in a message: what was not read, or not told in full, and what was thrown.
#pragma once

#include <exception>
#include <string>

#include "message/analysed_message.h"

namespace mimebase::message {

// Every limit that was hit and may have cost references. To be called after all rows of the message, for rows
// use up its budgets.
void report_problems(AnalysedMessage& message, Visitor& visitor);

// The one place where something is caught: tells the visitor of what `analysis` threw. Nothing that mail says
// should ever throw: this is for memory that runs out, and for what was overlooked.
template <typename Analysis>
void guard(const Record& record, Visitor& visitor, Analysis&& analysis) {
  std::string why;
  try {
    analysis();
    return;
  } catch (const std::exception& thrown) {
    why = thrown.what();
  } catch (...) {
    why = "something unknown was thrown";
  }
  MessageInfo message;
  message.source = record.source;
  message.number = record.number;
  message.offset = record.offset;
  visitor.unreadable(message, "cannot be read to its end: " + why);
}

}  // namespace mimebase::message
