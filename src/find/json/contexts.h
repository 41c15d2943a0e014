// The contexts of JSON-LD (JSON-LD 1.1 section 3.1), as far as they say what a reference is, or what it is
// relative to. A context may stand behind what it applies to, so a document is read for them first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// One declaration of a base (section 4.1.3) in the context of an object.
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

// The definition of a term in the context of an object, if it matters for references.
struct JsonTerm {
  std::size_t object = 0;            // the "{" of the object that it applies to
  std::string_view name;             // as written; empty for "@context": null, which ends all definitions
  bool is_url = false;               // an alias of @id, or of the type @id (sections 4.1.6 and 4.2.3)
  std::vector<JsonBase> bases = {};  // of its values (section 4.1.8)
};

// Of one document, each in the order of the objects and, for one object, of the places.
struct JsonContexts {
  std::vector<JsonBase> bases;
  // Those that mean URLs or have bases, and those that hide one of them.
  std::vector<JsonTerm> terms;
  bool is_cut = false;  // there are more terms, or more bases of terms, than wanted
};

// Reads the contexts that are written in a document, in linear time. Contexts that have a URL are not loaded.
// Of a context in the definition of a term, only the bases are read. `max_terms` bounds the terms and their
// bases.
[[nodiscard]] JsonContexts json_contexts(std::string_view text, std::uint64_t max_terms);

// The bytes that structure JSON, and the end of a string whose first byte is at `at`; kNotFound if it has
// none.
inline constexpr std::string_view kJsonStructure = "{}[],:\"";
[[nodiscard]] std::size_t json_string_end(std::string_view text, std::size_t at);

}  // namespace mimebase::find
