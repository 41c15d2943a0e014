// Codes of fields in documents of Word (ISO/IEC 29500-1 section 17.16), such as `HYPERLINK "http://a/" \o
// "tip"`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "mimebase/model.h"

namespace mimebase::documents {

struct FieldCode {
  std::string name;                    // in capitals
  std::vector<std::string> arguments;  // the first 16 that belong to no switch
  std::string location;                // of HYPERLINK \l: a place in the target
  std::string tooltip;                 // of HYPERLINK \o
  std::string database;                // of DATABASE \d: the file
  // Of all arguments. QUOTE: what it shows, which can be written in the numbers of characters. DDE: one per
  // line, which a program gets.
  std::string text;
};

[[nodiscard]] FieldCode parse_field_code(std::string_view code);

// What a field contributes to the code of the field around it: what it shows.
[[nodiscard]] std::string text_in_code(const FieldCode& code, const std::string& result);

// The texts of nested fields, each of which becomes a part of the one around it. Through many levels, a long
// text would cost time for each: beyond the size of the document, each byte takes steps.
class PassedText {
 public:
  PassedText(std::size_t document_bytes, Reading& reading, find::Sink& sink)
      : left_(document_bytes), reading_(reading), sink_(sink) {}
  // Returns the text, or nothing if there are no steps left.
  [[nodiscard]] std::string take(std::string text);

 private:
  std::size_t left_;
  Reading& reading_;
  find::Sink& sink_;
};

// A file or URL that a field names, and what the field does with it.
struct FieldReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
};

// Returns what a field refers to outside its document, in all formats alike; usually nothing. A bookmark of
// the document itself is none, unless it is written like a URL ("#bookmark"). The command line of a DDE field
// can contain several URLs.
[[nodiscard]] std::vector<FieldReference> references_of(const FieldCode& code);

// Returns true for a path or URL that leads to one file whatever the current folder is. Distinguishes the
// arguments of DDE, which can be words of any kind.
[[nodiscard]] bool names_file(std::string_view argument);

}  // namespace mimebase::documents
