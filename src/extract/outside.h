// References that lead out of the folder: what a browser loads when it opens a page, and what is written
// instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "extract/plan.h"

namespace mimebase::extraction {

struct PageRules;

// Loads nothing, and looks like what it is. No quoting needs an escape for it.
inline constexpr std::string_view kNothing = "about:invalid";
// As a base, or as the target of a refresh: the document itself.
inline constexpr std::string_view kItself = "#";

// What a browser makes of a reference without a click.
enum class Load : std::uint8_t {
  kNone,     // nothing: a click opens it, or nothing does
  kFrame,    // a document of its own, or a plug-in
  kSheet,    // a style sheet
  kLink,     // a style sheet or an icon
  kContent,  // an image, a font, a video, a script
};

// `a@href` of "iframe@srcdoc/a@href".
[[nodiscard]] std::string_view innermost(std::string_view context);
[[nodiscard]] Load load_of(std::string_view context);

// What is written instead of a reference that names no file of the folder. Nothing: it stays. `levels_left`:
// of data: URLs in one another.
[[nodiscard]] std::optional<std::string> instead_of(std::string_view context, std::string_view reference,
                                                    PageKind kind, const PageRules& rules,
                                                    std::size_t levels_left);

}  // namespace mimebase::extraction
