// HTML and plain text that Outlook and Exchange write as RTF (MS-OXRTFEX).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase::rtf {

// Returns the HTML (UTF-8) that the RTF document encapsulates (\fromhtml1), or nothing if it encapsulates
// none. A charset that the HTML declares is no longer that of the result.
[[nodiscard]] std::optional<std::string> html_in_rtf(std::string_view rtf);

// Returns the text (UTF-8) of the RTF document that is no part of that HTML, or all of it if there is none:
// codes of fields and what is not shown too, but neither fonts, colours and styles nor the name of the
// program. Ends of paragraphs are line breaks, and the data of an object is the word "\\objdata".
[[nodiscard]] std::string text_beside_html(std::string_view rtf);

// Returns true if the RTF document is plain text (\fromtext).
[[nodiscard]] bool is_from_text(std::string_view rtf);

}  // namespace mimebase::rtf
