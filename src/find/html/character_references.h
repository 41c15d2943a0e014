// Character references of HTML (`&amp;`, `&#x20;`): the HTML Standard, sections 13.2.5.72 to 13.2.5.80.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mimebase::find {

// Where a reference stands decides whether one without a semicolon counts: in an attribute `&copy=` and
// `&copyx` stay as they are, so that query strings survive.
enum class ReferencePlace { kText, kAttribute };

struct CharacterReference {
  std::size_t length = 0;  // bytes of the reference, "&" and ";" included; 0: there is none
  char32_t first = 0;
  char32_t second = 0;  // 0, but for the few names that stand for two code points
};

// The reference that `bytes` begin with; `bytes.front()` is the "&", and the end of `bytes` is the end of the
// attribute value or text. Names match as long as they can.
[[nodiscard]] CharacterReference character_reference(std::string_view bytes, ReferencePlace place);

// Appends the reference's one or two code points as UTF-8.
void append_character_reference(const CharacterReference& reference, std::string& out);

}  // namespace mimebase::find
