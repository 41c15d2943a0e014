// What mail is packed in: each of these shows what is inside, of which it is not known yet what it holds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "input/byte_source.h"
#include "input/store.h"

namespace mimebase::input {

// Decompression bombs: counts what one decoder gives, against the bytes that the outermost container has used
// for it.
class Expansion {
 public:
  // Of an item without a meter, which is the outermost container then and gets one.
  Expansion(Context& context, Item& item);

  // This decoder has used so many bytes from its beginning on.
  void use(std::uint64_t used) {
    if (outermost_ && used > meter_->used) meter_->used = used;
  }
  // Counts bytes that came out; false if they are too many, which is noted.
  [[nodiscard]] bool add(std::uint64_t output);

 private:
  Context& context_;
  const std::string name_;
  const bool outermost_;
  const std::shared_ptr<Meter> meter_;
  const std::uint64_t begin_;
  std::uint64_t output_ = 0;
};

// gzip (RFC 1952), all members of it. Behind the last, NULs are passed over (tapes pad with them), and
// anything else is a problem. By zlib itself: what stands before a damage is given to the last byte, which
// libarchive's filters do not do. The item becomes the one that is inside.
[[nodiscard]] std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item,
                                                    std::unique_ptr<ByteSource> bytes);

// By libarchive: tar and zip, and the ways of compression other than gzip, as a store of their entries, in
// their order there. Of a compressed stream that is no tar, the content is the one entry, and has the
// container's own name. `item.depth` counts this container already.
[[nodiscard]] std::unique_ptr<Store> open_archive(Context& context, Item item,
                                                  std::unique_ptr<ByteSource> bytes);

}  // namespace mimebase::input
