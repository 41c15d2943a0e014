// Codes of fields in documents of Word (ISO/IEC 29500-1 section 17.16), such as `HYPERLINK "http://a/" \o
// "tip"`.
#pragma once

#include <cstddef>
#include <cstdint>
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

// A file or URL that a field names, and what the field does with it.
struct FieldReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
};

// Returns what a field refers to outside its document, in all formats alike; usually nothing. A bookmark of
// the document itself is none, unless it is written like a URL ("#bookmark"). The command line of a DDE field
// can contain several URLs.
[[nodiscard]] std::vector<FieldReference> references_of(const FieldCode& code);

// What a link of a workbook by DDE refers to: a document, or the URLs in a command line. A command line
// without URLs is written with its program: "cmd|'/c calc'".
[[nodiscard]] std::vector<std::string> dde_references(std::string_view program, std::string_view topic);

// A field that is open: its beginning was read, and its end was not.
struct Field {
  enum class Part { kNone, kCode, kResult };
  std::string code, result;
  Part part = Part::kNone;  // the one that was begun last
  std::size_t level = 0;    // of the element or group that it is; 0 if marks delimit it
  std::uint64_t number = 0;
  std::uint64_t kept = 0;  // bytes that were charged for it, until it ends
  // In RTF: the target in the binary form of a hyperlink, which Word adds to the code.
  std::string linked = {};
  bool is_hyperlink = false;
};

// Reads the fields of a document, which consist of a code and a result. They nest: what a field in the code
// of another one shows is a part of that code.
class FieldReader {
 public:
  // Text is kept while fields are open, which is charged. Beyond the size of the document, each byte that is
  // passed on from field to field takes steps, because the code around it is read again.
  FieldReader(std::size_t document_bytes, Reading& reading, find::Sink& sink)
      : left_(document_bytes), reading_(reading), sink_(sink) {}
  ~FieldReader() {
    for (const Field& field : fields_) reading_.bytes_left += field.kept;
  }
  FieldReader(const FieldReader&) = delete;
  FieldReader& operator=(const FieldReader&) = delete;

  [[nodiscard]] bool is_empty() const { return fields_.empty(); }
  // The innermost field. There must be one.
  [[nodiscard]] Field& last() { return fields_.back(); }
  // True if an open field has a code without a result. Text is then a part of a code, or ignored.
  [[nodiscard]] bool is_in_code() const { return codes_ > 0; }

  // Begins a field. Returns false if a limit is hit.
  [[nodiscard]] bool begin(std::size_t level = 0);
  // These, and text, are for the innermost field.
  void begin_code();
  void begin_result();
  void add_to_code(std::string_view utf8) { keep(utf8, last().code); }
  void add_to_result(std::string_view utf8);
  // Ends the innermost field, and passes on what it shows to the one around it.
  struct Ended {
    Field field;
    FieldCode code;
  };
  [[nodiscard]] Ended end();

 private:
  [[nodiscard]] bool charge(std::uint64_t bytes, Field& field);
  void keep(std::string_view utf8, std::string& text);
  [[nodiscard]] bool pass(std::size_t bytes);

  std::size_t left_;
  Reading& reading_;
  find::Sink& sink_;
  std::vector<Field> fields_;
  std::uint64_t count_ = 0;
  std::size_t codes_ = 0;  // open fields whose code has no result yet
};

}  // namespace mimebase::documents
