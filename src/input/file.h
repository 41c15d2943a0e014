// Opening and reading files and pipes.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "input/byte_source.h"
#include "mimebase/result.h"
#include "process/descriptor.h"

namespace mimebase::input {

using process::Descriptor;

// An open file and its status at that time. One process may open it and another read it.
struct OpenFile {
  Descriptor descriptor;
  struct stat status = {};
};

// Returns the remaining bytes of a regular file after its current position; 0 for other files.
[[nodiscard]] std::uint64_t bytes_to_read(const OpenFile& file);

// Opens the input, a path or standard input ("-"): a regular file or a FIFO, and for standard input
// anything readable. Reads nothing.
[[nodiscard]] Result<OpenFile> open_file(const Context& context);

// The bytes of an open file. A regular file is read from its current offset up to the size it had when it
// was opened; if it turns out shorter or was modified meanwhile, that is noted. At most `first_chunk`
// bytes are read at once until the content is recognised, then `chunk`.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_of_file(Context& context, std::string name, OpenFile file,
                                                        std::size_t first_chunk, std::size_t chunk = kChunk);

// Converts `bytes` to a source with random access by copying them to an unnamed file in the folder for
// temporary files. Returns null if that fails or if they exceed Limits::spool_bytes, and notes the reason
// for `name`.
[[nodiscard]] std::unique_ptr<ByteSource> spool(Context& context, ByteSource& bytes, const std::string& name);

// Returns why an object of this mode (st_mode) is not read; empty if it is read. Called before opening,
// because opening a device can have side effects.
[[nodiscard]] std::string refusal(unsigned mode);

// Returns how an open file has changed since `before`, after all of it was read; empty if it has not.
[[nodiscard]] std::string change_since(const struct stat& before, int descriptor);
// The problem of a file that ends before its size.
inline constexpr const char* kBecameShorter = "became shorter while it was read";

}  // namespace mimebase::input
