// Sentences about references that are missing because of a limit: of a finder, of a URL's length, of their
// number.
#pragma once

#include <string>

#include "find/finder.h"
#include "mimebase/limits.h"

namespace mimebase::find {

[[nodiscard]] std::string what_is_beyond(FindLimit limit, const Limits& limits);
[[nodiscard]] std::string long_url_sentence(const Limits& limits);
[[nodiscard]] std::string too_many_sentence(const Limits& limits);

}  // namespace mimebase::find
