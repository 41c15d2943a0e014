// References in one header field: RFC 2369's List-* fields, Archived-At (RFC 5064), and `<URL:...>`,
// `<http://...>` in every other field.
#pragma once

#include <string>
#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// The body of a header field as one line: the line breaks of folds (RFC 822 section 3.1.1) removed, the white
// space behind them kept, white space around the whole dropped. The result views raw_value where there is
// no fold inside, else `scratch`.
[[nodiscard]] std::string_view unfold(std::string_view raw_value, std::string& scratch);

// Delivers the references in one field, with the context "header:" and its name in lower case. `raw_value` is
// what stands behind the name's ':', folds included; spans are bytes of unfold(raw_value).
//
// In List-Help, List-Subscribe, List-Unsubscribe, List-Post, List-Owner, List-Archive and Archived-At each
// `<x>` outside quotes and comments counts, be x relative or not, or the whole value where it is one absolute
// URL; in any other field `<URL:x>`, `<http://x>` and `<https://x>`. White space inside is no part of
// `reference`. Bytes that are not ASCII are read as UTF-8 if they are that, else as windows-1252. Base,
// Content-Base and Content-Location are passed over: they say what a base is, and are
// read where bases are.
void find_in_field(std::string_view name, std::string_view raw_value, Sink& sink, std::string& scratch);

}  // namespace mimebase::find
