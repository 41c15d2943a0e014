// Inline images in content streams (ISO 32000-2 section 8.9.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "documents/pdf/lexer.h"

namespace mimebase::documents {

struct InlineImage {
  std::size_t size = 0;    // of the data and the operator EI behind them; 0 if there is no EI
  std::uint64_t work = 0;  // bytes that were searched or decompressed
};

// Finds the end of the data of an inline image. `parameters` are the tokens between BI and ID, and `rest` is
// what follows ID. The length is nowhere: it follows from the data, because these may contain "EI" as well.
// It stops after `most_work`.
[[nodiscard]] InlineImage find_image_end(std::span<const PdfToken> parameters, std::string_view rest,
                                         std::uint64_t most_work);

}  // namespace mimebase::documents
