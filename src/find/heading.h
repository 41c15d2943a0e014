// References in one header field: RFC 2369's List-* fields, Archived-At (RFC 5064), and `<URL:...>`,
// `<http://...>` in every other field.
#pragma once

#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// False where find_in_field() would certainly find nothing: asked of every field of every message, folded as
// it is.
[[nodiscard]] bool may_hold_reference(std::string_view name, std::string_view raw_value);

// Delivers the references in one field, with the context "header:" and its name in lower case. `value` is the
// field's, unfolded; spans are bytes of it.
//
// In List-Help, List-Subscribe, List-Unsubscribe, List-Post, List-Owner, List-Archive and Archived-At each
// `<x>` outside quotes and comments counts, be x relative or not, or the whole value where it is one absolute
// URL; in any other field `<URL:x>`, `<http://x>` and `<https://x>`. White space inside is no part of
// `reference`. Bytes that are not ASCII are read as UTF-8 if they are that, else as windows-1252. Base,
// Content-Base and Content-Location are read where bases are.
void find_in_field(std::string_view name, std::string_view value, Sink& sink);

}  // namespace mimebase::find
