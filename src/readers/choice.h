// Which contents of a message a reader shows.
#pragma once

#include <string>
#include <vector>

#include "readers/view.h"

namespace mimebase::readers {

// Whether `start` of a multipart/related names its root. An empty one names the first part, or, if kStrict,
// none.
enum class Start { kObeyed, kStrict };

// Marks all leaves with plain text or HTML, as archives read them.
void show_all(View& view);
// Marks all leaves of the type text, and files that are HTML by their name, as scanners read them.
void show_scanned(View& view);
// Returns true if the current content is UTF-16 or UTF-32, which some readers do not convert.
[[nodiscard]] bool is_wide(View& view);
// Returns true for a Content-Type such as "html", which is no media type.
[[nodiscard]] bool has_odd_type(const View& view, int entity);
// Returns true for HTML and XHTML, also by the name of a file.
[[nodiscard]] bool is_html(const View& view, int entity);
// Returns true for a file without a type of its own that is HTML by its name.
[[nodiscard]] bool is_html_file(const View& view, int entity);
// Marks what Thunderbird displays inline: of a multipart/alternative the last part that it likes best, of a
// multipart/related the root and the parts without a Content-ID and a Content-Location, to which nothing can
// refer, and otherwise every text that is no attachment. Text of a type that has no finder of its own is
// displayed as plain text.
void show_displayed(View& view);

// Returned for an alternative of which all children are displayed.
inline constexpr int kAllChildren = -1;
// By entity: true if the reader processes it. It processes the child of each multipart/alternative that
// `child_of` returns, and all children of other composites.
[[nodiscard]] std::vector<bool> processed(View& view, int (*child_of)(View& view, int alternative));

// Returns true if the current content is UTF-16 and its heading names another charset, or none, so that a
// reader that believes the heading shows no text.
[[nodiscard]] bool is_misread(View& view);
// The same for a reader that recognises UTF-16 unless its heading names another charset that exists.
[[nodiscard]] bool is_contradicted(View& view);
// Returns true for text of a type that has no finder of its own, which is searched as plain text.
[[nodiscard]] bool is_other_text(const View& view, int entity);
// Returns the line before the heading of a part, which is its delimiter.
[[nodiscard]] std::string_view delimiter_before(const View& view, int part);
// Returns true if that line ends with white space, so that some readers take it for no delimiter.
[[nodiscard]] bool is_behind_odd_delimiter(const View& view, int part);
// By entity: true if it, or an entity around it, stands behind such a delimiter.
[[nodiscard]] std::vector<bool> behind_odd_delimiters(const View& view);
// Returns true if the entity's heading names a file.
[[nodiscard]] bool has_file_name(const View& view, int entity);
// The main value of Content-Disposition, in lower case; empty if there is none.
[[nodiscard]] std::string disposition_of(const View& view, int entity);
// Returns true if the entity is to be shown as an attachment.
[[nodiscard]] bool is_attachment(const View& view, int entity);
// The root of a multipart/related: the part that `start` names, or the first one. -1 if `start` names none,
// or if it has no parts.
[[nodiscard]] int root_of(View& view, int related, Start start);

}  // namespace mimebase::readers
