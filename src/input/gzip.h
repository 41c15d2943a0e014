// gzip (RFC 1952). By zlib itself: what stands before a damage is given to the last byte, which libarchive's
// filters do not do.
#pragma once

#include <memory>
#include <string>

#include "input/byte_source.h"
#include "input/expansion.h"
#include "input/stream.h"

namespace mimebase::input {

// The content of `bytes`, of all members. Behind the last, NULs are passed over (tapes pad with them), and
// anything else is a problem. `called` is what messages call it.
[[nodiscard]] std::unique_ptr<Stream> make_gzip_stream(std::unique_ptr<ByteSource> bytes, std::string called,
                                                       Expansion expansion, std::uint64_t max_ratio);

}  // namespace mimebase::input
