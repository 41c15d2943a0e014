// The contexts of JSON-LD (JSON-LD 1.1 section 3.1), as far as they declare a base (section 4.1.3). A context
// may stand behind what it applies to, so a document is read for them first.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// One declaration of a base in the context of an object.
struct JsonBase {
  enum class Kind {
    kUrl,    // "@base": "x"
    kNull,   // "@base": null: nothing inside has a base
    kReset,  // "@context": null: the base is that of the document around
  };
  std::size_t object = 0;  // the "{" of the object that it applies to
  Kind kind = Kind::kUrl;
  Span value;  // of kUrl, between the quotes
};

// Returns the declarations, in the order of their objects and, for one object, of their places. A base in the
// definition of a term is that of the term's values, and is left out. Takes linear time.
[[nodiscard]] std::vector<JsonBase> json_bases(std::string_view text);

// The bytes that structure JSON, and the end of a string whose first byte is at `at`; kNotFound if it has
// none.
inline constexpr std::string_view kJsonStructure = "{}[],:\"";
[[nodiscard]] std::size_t json_string_end(std::string_view text, std::size_t at);

}  // namespace mimebase::find
