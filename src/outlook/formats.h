// The readers of the two formats, and the writer of what they read.
#pragma once

#include <string>
#include <string_view>

#include "outlook/properties.h"

namespace mimebase::outlook {

// True if a compound file contains a message.
[[nodiscard]] bool is_msg(std::string_view bytes);
[[nodiscard]] bool begins_tnef(std::string_view start);

// Values of the item are views of `bytes` and of Reading::owned.
[[nodiscard]] Item read_msg(std::string_view bytes, Reading& reading);
[[nodiscard]] Item read_tnef(std::string_view bytes, Reading& reading);

// Appends the message with its header.
void write_mime(const Item& item, Reading& reading, std::string& out);

}  // namespace mimebase::outlook
