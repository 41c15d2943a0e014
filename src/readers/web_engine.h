// Common properties of mail programs that show HTML with the engine of a browser.
#pragma once

#include <string_view>

namespace mimebase::readers {

// The contexts whose references open by a click, and those whose references load; as in Profile.
inline constexpr std::string_view kEngineClicks[] = {
    "a@href", "text", "text:delimited", "area@href", "a@xlink:href", "form@action", "*@formaction"};
inline constexpr std::string_view kEngineLoads[] = {"img@src",          "css:*",
                                                    "img@srcset",       "link@href",
                                                    "body@background",  "table@background",
                                                    "tbody@background", "thead@background",
                                                    "tfoot@background", "tr@background",
                                                    "td@background",    "th@background",
                                                    "iframe@src",       "source@srcset",
                                                    "source@src",       "video@src",
                                                    "video@poster",     "audio@src",
                                                    "embed@src",        "object@data",
                                                    "input@src",        "image@href",
                                                    "image@src",        "image@xlink:href"};

// Schemes that no click opens.
inline constexpr std::string_view kEngineBlocked[] = {"javascript:", "vbscript:", "data:", "blob:"};

}  // namespace mimebase::readers
