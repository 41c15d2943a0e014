// Objects that every program reads alike, and libqpdf without a warning. Most are. It takes libqpdf much more
// time to read one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "documents/pdf/qpdf.h"

namespace mimebase::documents {

struct PdfPlainValue {
  std::size_t start = 0, end = 0;
  // Whether an action, a script or the specification of a file may be in it.
  bool may_refer = false;
  // Whether its strings and spaces are those that build_plain() knows.
  bool can_be_built = true;
  // That libqpdf keeps: numbers, names, strings, arrays, dictionaries and references.
  std::uint64_t values = 0;
};

// Returns the value that begins at an offset, or after white space there, if it is plain, and where the
// reading ended.
[[nodiscard]] std::pair<std::optional<PdfPlainValue>, std::size_t> read_plain_value(std::string_view bytes,
                                                                                    std::size_t at);

// The dictionary or array that is this text, as libqpdf would read it, but for offsets. Strings are not
// decrypted.
[[nodiscard]] QPDFObjectHandle build_plain(QPDF& qpdf, std::string_view text);

[[nodiscard]] bool is_pdf_integer(std::string_view word);

}  // namespace mimebase::documents
