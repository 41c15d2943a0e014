// The strings of a PDF file as text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "documents/pdf/file.h"

namespace mimebase::documents {

// Many places may refer to one string, of any length: long ones are converted once.
class PdfStrings {
 public:
  explicit PdfStrings(PdfMeter& meter) : meter_(meter) {}

  // These return UTF-8, which is empty if the value is no string, and valid until the next call but one.
  // `container` is the indirect object that contains the value, or a reference to it. They throw
  // PdfLimitError.

  // A text string (ISO 32000-2 section 7.9.2.2).
  [[nodiscard]] std::string_view text(QPDFObjectHandle value, QPDFObjGen container);
  // A string that is ASCII according to the standard, such as a URI. Real ones are UTF-8, windows-1252 or
  // text strings.
  [[nodiscard]] std::string_view ascii(QPDFObjectHandle value, QPDFObjGen container);
  // The name or URL in a file specification (section 7.11): a string, or a dictionary.
  [[nodiscard]] std::string_view file_name(QPDFObjectHandle value, QPDFObjGen container);
  // The bytes of the string that was converted last, if the text has others.
  [[nodiscard]] std::string_view other_bytes() const { return last_->bytes; }

 private:
  using Convert = std::string (*)(QPDFObjectHandle);
  struct Text {
    std::string text, bytes;
  };
  std::string_view converted(QPDFObjectHandle value, QPDFObjGen container, Convert convert);

  PdfMeter& meter_;
  std::map<std::pair<PdfIdentity, Convert>, Text> long_;
  Text short_, before_;
  const Text* last_ = &short_;
};

}  // namespace mimebase::documents
