// Queries in a document's own encoding: the URL Standard's "percent-encode after encoding" for the legacy
// encodings of the Encoding Standard.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::charset {
class Encoder;
}

namespace mimebase::url {

// The output encoding of a document, found once by its label.
class QueryEncoding {
 public:
  // `label` is one of the Encoding Standard or of mail (charset/label.h), in any case, with white space
  // around it or not. Empty or unknown labels, and those without an encoder (UTF-16, "replacement"), give
  // UTF-8.
  explicit QueryEncoding(std::string_view label);

  [[nodiscard]] bool is_utf8() const { return encoder_ == nullptr; }

  // Appends `query` (UTF-8) percent-encoded with the special-query set; what the encoding does not have
  // becomes "%26%23NNN%3B".
  void append(std::string_view query, std::string& out) const;

 private:
  const charset::Encoder* encoder_ = nullptr;  // null is UTF-8
};

}  // namespace mimebase::url
