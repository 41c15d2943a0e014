// Content codings of HTTP (RFC 9110 section 8.4.1): gzip, deflate, br and zstd.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::walk {

// The outcome of decoding.
enum class Coded {
  kWhole,
  kDamaged,   // decoded up to damage, or up to an early end
  kCut,       // decoded up to the given number of bytes
  kNotCoded,  // the bytes are not in this coding
  kUnknown,   // an unknown coding, or one whose library this build lacks
};

// Decodes `bytes` to `out`, at most `most` bytes of it. `coding` is a name in any case ("gzip", "x-gzip",
// "deflate", "br", "zstd").
[[nodiscard]] Coded decode_content_coding(std::string_view coding, std::string_view bytes, std::size_t most,
                                          std::string& out);

// Decoders of optional libraries. Without the library they return kUnknown.
[[nodiscard]] Coded decode_brotli(std::string_view bytes, std::size_t most, std::string& out);
[[nodiscard]] Coded decode_zstd(std::string_view bytes, std::size_t most, std::string& out);
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool has_brotli();
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool has_zstd();

// Returns the size of the next piece of output, so that a small input cannot ask for much memory: at most as
// many bytes as there are already, and no more than `most` in total.
[[nodiscard]] std::size_t next_piece(std::size_t so_far, std::size_t most);

}  // namespace mimebase::walk
