// Files and pipes, opened and read.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "input/byte_source.h"
#include "mimebase/result.h"
#include "process/descriptor.h"

namespace mimebase::input {

using process::Descriptor;

// A file, and what it was when it was opened: who opens it need not be the process that reads it.
struct OpenFile {
  Descriptor descriptor;
  struct stat status = {};
};

// Opens the input, a path or standard input ("-"): a regular file or a FIFO, and on standard input whatever
// reads. No byte of it is read.
[[nodiscard]] Result<OpenFile> open_file(const Context& context);

// The bytes of an open file, of a regular one from where it stands, up to the size that it had when it was
// opened. If it is shorter when that is reached, or was written to meanwhile, that is noted. No more than
// `first_chunk` is read at once before it is known what the file holds, and `chunk` from then on.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_of_file(Context& context, std::string name, OpenFile file,
                                                        std::size_t first_chunk, std::size_t chunk = kChunk);

// All of `bytes` as a source with random access: what is not yet held is read into a file without a name in
// the folder for temporary files. Null if that cannot be or they are more than Limits::spool_bytes, which is
// noted of `name`.
[[nodiscard]] std::unique_ptr<ByteSource> spool(Context& context, ByteSource& bytes, const std::string& name);

// Why a thing of this mode (st_mode) is not read; empty for what is. Asked before opening: opening a device
// can do things.
[[nodiscard]] std::string refusal(unsigned mode);

// What has happened to an open file of which everything was read, since it was like `before`; empty if
// nothing.
[[nodiscard]] std::string change_since(const struct stat& before, int descriptor);
// What is said of a file that ends before its size.
inline constexpr const char* kBecameShorter = "became shorter while it was read";

}  // namespace mimebase::input
