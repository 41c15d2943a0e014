// References in one header field: the List-* fields of RFC 2369, Archived-At (RFC 5064), and `<URL:...>`
// or `<http://...>` in any other field.
#pragma once

#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// Returns false if find_in_field() would certainly find nothing. Called for every field of every message,
// with the value still folded.
[[nodiscard]] bool may_hold_reference(std::string_view name, std::string_view raw_value);

// Delivers the references in one field. Their context is "header:" and the field name in lower case.
// `value` is unfolded; spans are byte offsets in it.
//
// Subject, Comments, Keywords, Organization, X-* and the display names of address fields: URLs in their text
// as in find_in_text(), also in encoded words (RFC 2047). "www.x" is guessed in Subject and Comments only.
// Fields that note the way of a message, or hold identifiers of messages, have none, in brackets or not.
// List-Help, List-Subscribe, List-Unsubscribe, List-Post, List-Owner, List-Archive and Archived-At: every
// `<x>` outside quotes and comments, where x may be relative. Without brackets, the whole value if it is
// one absolute URL. Any other field: `<URL:x>`, `<http://x>` and `<https://x>`. White space inside the
// brackets is removed from `reference`. Bytes above ASCII are read as UTF-8 if they are valid UTF-8, else
// as windows-1252. Base, Content-Base and Content-Location are read elsewhere, as bases.
void find_in_field(std::string_view name, std::string_view value, Sink& sink);

// True if encoded words (RFC 2047) must not occur in the field: in List-Help and the other fields that are
// lists of URLs. They are decoded nevertheless.
[[nodiscard]] bool is_url_list(std::string_view name);

// The same for a field of an HTTP message that holds references of its own: Location (RFC 9110 section
// 10.2.2), Refresh (as in HTML), and Link (RFC 8288), of which the targets and the anchors are references.
// Returns false for any other field.
bool find_in_http_field(std::string_view name, std::string_view value, Sink& sink);

}  // namespace mimebase::find
