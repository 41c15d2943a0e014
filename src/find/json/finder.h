// The finder of JSON-LD (W3C), as mail has it: schema.org's markup of orders and trips in `script` elements.
#pragma once

#include <string>
#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// Delivers, with the context "ld+json" and in document order, the string values that are absolute http: or
// https: URLs, and all values of keys that stand for URLs, which may be relative: "@id", "url", "image",
// "sameAs" and others, and the terms that a context in the document defines as an alias or of the type of @id
// (JSON-LD 1.1 sections 4.1.6 and 4.2.3), with the items of their lists and sets. In a context, only "@base"
// is such a key. A scope is opened for each `@base` of a context (section 4.1.3), also of one in the
// definition of a term, which applies to the values of that term; else it applies to the object with the
// context and to what is nested in it, wherever the context stands. Keys are never references. Escapes are
// decoded. Malformed JSON is read as far as its strings can be distinguished. Takes linear time and no
// recursion.
void find_in_json_ld(const Content& content, Sink& sink);

// Whether a `script` with this `type` is JSON-LD.
[[nodiscard]] bool is_json_ld_type(std::string_view type);

// Returns the text of a JSON string (RFC 8259 section 7) whose bytes between the quotes are `written`, as
// UTF-8. A surrogate without its pair becomes U+FFFD.
[[nodiscard]] std::string read_json_string(std::string_view written, const charset::Charset& charset);

}  // namespace mimebase::find
