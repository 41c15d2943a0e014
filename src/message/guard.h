// The one place where what goes wrong in a message is caught.
#pragma once

#include <exception>
#include <string>

#include "mimebase/analyze.h"

namespace mimebase::message {

// Tells the visitor of what `analysis` threw. Nothing that mail says should ever throw: this is for memory
// that runs out, and for what was overlooked.
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
