// References to resources outside the folder: which ones a browser loads when it opens a page, and what to
// write instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "extract/plan.h"

namespace mimebase::extraction {

struct PageRules;

// Loads nothing and is recognizable. It needs no escapes in any quoting.
inline constexpr std::string_view kNothing = "about:invalid";
// For a base or the target of a refresh: the document itself.
inline constexpr std::string_view kItself = "#";

// How a browser uses a reference without a click.
enum class Load : std::uint8_t {
  kNone,     // not at all: only a click opens it, if anything
  kFrame,    // as a document of its own, or a plug-in
  kSheet,    // as a style sheet
  kLink,     // as a style sheet or an icon
  kContent,  // as an image, a font, a video or a script
};

[[nodiscard]] Load load_of(std::string_view context);

// True if a click on a link to the absolute `url` opens neither a file of the reader's nor another program,
// except for mail and calls.
[[nodiscard]] bool may_be_opened(std::string_view url);

// True if a browser takes the reference for an absolute URL, whatever the rules for resolving are.
[[nodiscard]] bool has_scheme(std::string_view reference);

// True if the reference is where a form is sent. Chromium connects to its host before anything is sent.
[[nodiscard]] bool is_submitted(std::string_view context);

// The nesting of documents in data: URLs that may still follow. A deeper one is replaced, and reported here.
struct DataLevels {
  std::uint64_t left;
  bool& is_too_deep;
};

// Returns the replacement for a reference that names no file of the folder; nothing to keep it. For links,
// the reference is the resolved one if there is one.
[[nodiscard]] std::optional<std::string> instead_of(std::string_view context, std::string_view reference,
                                                    PageKind kind, const PageRules& rules, DataLevels levels);

}  // namespace mimebase::extraction
