// The sentence about an output without rows.
#pragma once

#include <string>

#include "mimebase/run.h"
#include "run/commands/command.h"
#include "run/driver/destination.h"
#include "run/filters/selection.h"

namespace mimebase::run {

// Says why a command has no rows.
[[nodiscard]] Destination::WhyEmpty why_empty(const Selection& selection, const RowCommand& command);
// The sentence if the MessageFilter accepts no message. Empty if it accepts one.
[[nodiscard]] std::string why_no_message(const Selection& selection, const MessageFilter& filter);

}  // namespace mimebase::run
