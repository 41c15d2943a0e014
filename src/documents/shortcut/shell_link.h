// Shortcuts of Windows (MS-SHLLINK).
#pragma once

#include <string_view>

#include "find/finder.h"

namespace mimebase::documents {

// Of the references in all shortcuts.
inline constexpr std::string_view kShortcutContext = "shortcut:url";

[[nodiscard]] bool is_shell_link(std::string_view start);

// Reports the URLs and network paths that opening or showing the shortcut loads, as shortcut:url.
void find_in_shell_link(std::string_view bytes, find::Sink& sink);

}  // namespace mimebase::documents
