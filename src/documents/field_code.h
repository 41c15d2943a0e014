// Field codes of Word (ISO/IEC 29500-1, 17.16): the instruction of a field, such as `HYPERLINK "http://a/" \o
// "A"`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::documents {

// A file or URL that a field names, and what the field does with it.
struct FieldReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
};

// Returns what the instruction of a field refers to outside its document: at most two references, and usually
// none. A bookmark of the document itself is none.
[[nodiscard]] std::vector<FieldReference> read_field_code(std::string_view instruction);

// Returns true for a path or URL that leads to one file whatever the current folder is. Distinguishes the
// arguments of DDE, which can be words of any kind.
[[nodiscard]] bool names_file(std::string_view argument);

}  // namespace mimebase::documents
