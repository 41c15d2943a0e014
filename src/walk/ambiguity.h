// Finds places where readers of mail may see different parts, or different content, in the same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "walk/message.h"

namespace mimebase::walk {

// Returns one sentence per kind of ambiguity of an entity: in the fields that decide its structure (RFC
// 2045), its boundary (RFC 2046 section 5.1), its header, or its transfer encoding. Each sentence says what
// is ambiguous and how it was read here. `text` is the entity's content without transfer encoding if it is
// text in a charset whose bytes include ASCII, else empty. Reads the header and the raw content, in linear
// time.
[[nodiscard]] std::vector<std::string> ambiguities(const Message& message, int entity, std::string_view text);

// Returns the first field with the name of `first` whose value means something else; null if there is none.
[[nodiscard]] const Field* contradiction(std::span<const Field> fields, const Field& first);

// Damage in encoded content: one sentence, or empty if there is none. Line ends and white space do not count
// as damage.
[[nodiscard]] std::string_view base64_damage(std::string_view raw);
[[nodiscard]] std::string_view quoted_printable_damage(std::string_view raw);

}  // namespace mimebase::walk
