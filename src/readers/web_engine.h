// Common properties of programs that show HTML with the engine of a browser.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "readers/reader.h"

namespace mimebase::readers {

// Schemes that no click opens.
inline constexpr std::string_view kEngineBlocked[] = {"javascript:", "vbscript:", "data:", "blob:"};
// Schemes of pages that no frame loads.
inline constexpr std::string_view kNeverFramed[] = {"mailto:", "about:"};

// True for what is found in text, by a reader that shows style sheets as text.
[[nodiscard]] bool is_in_shown_text(const View& view, const Seen& seen);
// False for a reference that the engines of mail programs do not use: a link in a `select`, one of XLink
// outside SVG, a `link` whose `rel` has none of the words, and an image that is not chosen.
[[nodiscard]] bool is_used_by_engine(View& view, const Seen& seen,
                                     std::initializer_list<std::string_view> rels);

// False for a `src` of media that a page does not load by itself: one with `preload=none`, and a `source`
// that has no effect. True for every other reference.
[[nodiscard]] bool is_used_medium(View& view, const Seen& seen);
// True for the `src` of a frame that shows its `srcdoc`.
[[nodiscard]] bool is_beside_srcdoc(View& view, const Seen& seen);
// True if a list such as `rel` contains a word, which is in lower case.
[[nodiscard]] bool has_word(std::string_view list, std::string_view word);
// False for a `link` to a style sheet that is disabled, or of another type.
[[nodiscard]] bool is_applied_sheet(std::string_view tag);

// What an engine makes of a declared base, which is resolved against `document`: `otherwise` if it is no
// absolute URL, and `document` if its scheme is data: or javascript:. Other bases that are no URL kill all
// relative references.
[[nodiscard]] std::string base_of_engine(Reader& reader, std::string_view declared, std::string_view document,
                                         std::string_view otherwise);
// The base that a srcdoc declares itself; nullopt for a reference elsewhere. A document in a data: URL has no
// other base, so that it may be empty.
[[nodiscard]] std::optional<std::string_view> srcdoc_base(const Seen& seen);
// Escapes "|" in paths, as Chromium does, unlike the URL Standard.
void escape_bars(std::string& url);

}  // namespace mimebase::readers
