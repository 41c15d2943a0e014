// Generates pages: for mail without an HTML page, and for attachments.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/document.h"
#include "extract/plan.h"
#include "mimebase/visitor.h"

namespace mimebase::extraction {

// Returns the URL of a part relative to the page; nothing if it has none.
using PathTo = std::function<std::optional<std::string>(int entity)>;

// Returns the message as HTML: its main header fields, its texts with links, and its images.
[[nodiscard]] std::string mail_body(message::AnalysedMessage& message, const Plan& plan,
                                    const PathTo& path_to, const PathTo& image_at, Visitor& visitor);

// Returns a list of the attachments; empty if there are none. `is_saved`: a click saves an attachment instead
// of opening it.
[[nodiscard]] std::string attachment_list(const Plan& plan, bool is_saved, const PathTo& path_to);

}  // namespace mimebase::extraction
