// Codes of fields in documents of Word (ISO/IEC 29500-1 section 17.16), such as `HYPERLINK "http://a/" \o
// "tip"`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::documents {

struct FieldCode {
  std::string name;                    // in capitals
  std::vector<std::string> arguments;  // those that belong to no switch; at most 16
  std::string location;                // of HYPERLINK \l: a place in the target
  std::string database;                // of DATABASE \d: the file
};

[[nodiscard]] FieldCode parse_field_code(std::string_view code);

// The text that a QUOTE field shows: its arguments, of which numbers are characters.
[[nodiscard]] std::string quoted_text(const FieldCode& code);

// What nested fields contribute to those around them, which contain what they show. Through many levels, a
// long text would cost time for each; so all together contribute no more bytes than the document has.
class PassedText {
 public:
  explicit PassedText(std::size_t document_bytes) : left_(document_bytes) {}
  // The text of a field inside the code or the result of another one; empty beyond the limit.
  [[nodiscard]] std::string take(const FieldCode& code, const std::string& result, bool is_in_code);

 private:
  std::size_t left_;
};

// A file or URL that a field names, and what the field does with it.
struct FieldReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
};

// Returns what a field refers to outside its document: at most two references, and usually none. A bookmark
// of the document itself is none.
[[nodiscard]] std::vector<FieldReference> references_of(const FieldCode& code);

// Returns true for a path or URL that leads to one file whatever the current folder is. Distinguishes the
// arguments of DDE, which can be words of any kind.
[[nodiscard]] bool names_file(std::string_view argument);

}  // namespace mimebase::documents
