// The page of `extract` that lists messages, each of which is in a folder of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mimebase/model.h"

namespace mimebase::page {

// Returns the row of a message, with a link to `folder`/index.html.
[[nodiscard]] std::string index_row(const MessageInfo& message, std::string_view folder);

// Returns the page: it loads nothing. `input` names the archive, `rows` are those of its messages.
[[nodiscard]] std::string index_page(std::string_view input, std::uint64_t messages, std::string_view rows);

}  // namespace mimebase::page
