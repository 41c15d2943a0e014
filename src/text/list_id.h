// The name of a mailing list, as templates of URLs have it.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/strings.h"

namespace mimebase {

// Returns the first label of an unfolded List-Id (RFC 2919 section 2), which is usually the name of the list:
// "dev" of "Developers <dev.example.org>".
[[nodiscard]] inline std::string_view name_in_list_id(std::string_view list_id) {
  list_id.remove_prefix(list_id.rfind('<') + 1);  // npos + 1 is 0
  return ascii::trimmed(list_id.substr(0, list_id.find_first_of(".>")));
}

}  // namespace mimebase
