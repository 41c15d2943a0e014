// The charset that a document names in its own first bytes.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::charset {

// What the content of this media type (lower case, no parameters) says of its encoding, where its heading
// says nothing: HTML by the prescan of the HTML Standard (13.2.3.2: `<meta charset>`, `<meta http-equiv>`,
// the XML declaration), XML by its declaration (XML 1.0 section 4.3.3), CSS by `@charset "x";` (CSS Syntax
// section 3.2); for all of them, UTF-16 without a byte order mark by the zeros of its first characters. Looks
// at the first 1024 bytes. Gives a label that is known, else "". A document that could be read thus far as
// ASCII is in no UTF-16: that label means UTF-8 here.
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::string_view media_type);

}  // namespace mimebase::charset
