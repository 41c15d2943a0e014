// The rules of style sheets around a reference.
#pragma once

#include <string_view>

#include "readers/view.h"

namespace mimebase::readers {

// True if the reference is in an attribute, such as a style.
[[nodiscard]] bool is_in_attribute(const Seen& seen);
// The innermost at-rule whose block contains the reference, such as "media print"; empty if there is none, as
// far as the text before it shows.
[[nodiscard]] std::string_view at_rule_around(View& view, const Seen& seen);

}  // namespace mimebase::readers
