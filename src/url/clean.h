// White space in references as documents write them: around a reference it is no part of it, and line
// breaks and TABs inside come from folding.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// `text` without the space, TAB, CR, LF and FF around it, and without TAB, CR and LF inside. The answer is a
// view into `text`, or into `buffer` where something inside had to go.
[[nodiscard]] std::string_view clean(std::string_view text, std::string& buffer);

// As clean(), but drops all C0 controls and spaces around the text, as the URL Standard's basic URL parser
// does.
[[nodiscard]] std::string_view clean_whatwg(std::string_view text, std::string& buffer);

}  // namespace mimebase::url
