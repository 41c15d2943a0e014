// Which contents of a message a reader shows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/view.h"

namespace mimebase::readers {

// Returned for a composite of which all children, or none, are processed.
inline constexpr int kAllChildren = -1, kNoChild = -2;
// By entity: true if the reader processes it. It processes the child of each composite that `child_of`
// returns, and those children for which `also` returns true.
[[nodiscard]] std::vector<bool> processed(View& view, int (*child_of)(View& view, int composite),
                                          bool (*also)(const View& view, int child) = nullptr);
// By entity: true for a leaf of the type text, and a file that is HTML by its name, as scanners read them.
[[nodiscard]] std::vector<bool> scanned(const View& view);
// By entity: true for what Thunderbird displays inline. Of a multipart/alternative that is the last part that
// it likes best, of a multipart/related the root and the parts without a Content-ID and a Content-Location,
// to which nothing can refer, and otherwise every text that is no attachment. Text of a type that has no
// finder of its own is displayed as plain text. A calendar is always displayed.
[[nodiscard]] std::vector<bool> displayed(View& view);

// Whether `start` of a multipart/related names its root. An empty one names the first part, or, if kStrict,
// none.
enum class Start { kObeyed, kStrict };
// The root of a multipart/related: the part that `start` names, or the first one. -1 if `start` names none,
// or if it has no parts.
[[nodiscard]] int root_of(const View& view, int related, Start start);

// Returns true if the entity's content is UTF-16 or UTF-32, which some readers do not convert.
[[nodiscard]] bool is_wide(View& view, int entity);
// Returns true if the current content is UTF-16 and its header names another charset, or none, so that a
// reader that believes the header shows no text.
[[nodiscard]] bool is_misread(View& view);
// The same for a reader that recognises UTF-16 unless its header names another charset that exists.
[[nodiscard]] bool is_contradicted(View& view);

// Returns true for a Content-Type such as "html", which is no media type.
[[nodiscard]] bool has_odd_type(const View& view, int entity);
// Returns true for a leaf of plain text or HTML.
[[nodiscard]] bool is_plain_or_html(const View& view, int entity);
// Returns true for HTML and XHTML, also by the name of a file.
[[nodiscard]] bool is_html(const View& view, int entity);
// Returns true for a file without a type of its own that is HTML by its name.
[[nodiscard]] bool is_html_file(const View& view, int entity);
// Returns true for text of a type that has no finder of its own, which is searched as plain text.
[[nodiscard]] bool is_other_text(const View& view, int entity);
// Returns true if the entity's header names a file.
[[nodiscard]] bool has_file_name(const View& view, int entity);
// The main value of Content-Disposition, in lower case; empty if there is none.
[[nodiscard]] std::string disposition_of(const View& view, int entity);

// Returns true for a multipart without parts, because no delimiter opens one. It is searched as plain text.
[[nodiscard]] bool is_unsplit(const View& view, int entity);
// The same if its closing delimiter does not appear either.
[[nodiscard]] bool is_undelimited(View& view, int entity);

// What a reader that goes by the last of several types makes of an entity that is searched by its first one.
enum class ByLastType : std::uint8_t {
  kSame,
  kText,     // its content is plain text
  kMarkup,   // its content, searched as text, is HTML, or a multipart
  kUnsplit,  // a multipart whose delimiter never appears
  kNothing,  // it is not read
};
// By entity; what is inside of a multipart shares its fate, apart from base64, which nobody decodes then.
[[nodiscard]] std::vector<ByLastType> by_last_type(View& view);

// Returns the line before the header of a part, which is its delimiter.
[[nodiscard]] std::string_view delimiter_before(const View& view, int part);
// Returns true if that line ends with white space, so that some readers take it for no delimiter.
[[nodiscard]] bool is_behind_odd_delimiter(const View& view, int part);
// By entity: true if it, or an entity around it, stands behind such a delimiter.
[[nodiscard]] std::vector<bool> behind_odd_delimiters(const View& view);

}  // namespace mimebase::readers
