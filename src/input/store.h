// Stores: sources of records. A store is a file with a message or an mbox, a folder, or a container, and
// stores nest.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_source.h"
#include "input/context.h"
#include "input/recognize.h"
#include "mimebase/input.h"
#include "mimebase/result.h"

namespace mimebase::input {

// A source of records, read batch by batch.
class Store {
 public:
  explicit Store(Context& context) : context_(context) {}
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Returns the next records in order, at least one. Returns nothing at the end or after a request to
  // stop. Problems are noted in the context.
  [[nodiscard]] virtual std::optional<Batch> next() = 0;

  // The number of bytes of the store on disk that have been processed, for a progress bar. For a range,
  // the number of bytes of the range.
  [[nodiscard]] virtual std::uint64_t done() const = 0;

  // True if the last batch may be followed by more records of the same file.
  [[nodiscard]] virtual bool is_amid_file() const { return false; }

  // True if reading is so expensive (decompressing, opening files) that it should be done ahead.
  [[nodiscard]] virtual bool is_slow() const { return true; }

  // Returns the beginning of the store if it is an uncompressed mbox in a regular file, else null.
  // Several readers can then share the work: each has an Mbox of its own and continues at the position of
  // the previous one.
  [[nodiscard]] virtual const Beginning* plain_mbox() const { return nullptr; }

 protected:
  Context& context_;
};

// The number of bytes read from the outermost container. Shared by all containers inside it.
struct Meter {
  std::uint64_t used = 0;
  std::uint64_t entries = 0;  // in all containers
  std::string reported = {};  // the last source that decompresses to too much, maybe in several layers
};

// A potential store.
struct Item {
  std::string source;  // Record::source
  Role role = Role::kNamed;
  std::uint64_t depth = 0;  // number of enclosing containers
  bool is_stream = false;   // the content of a compressed stream; a tar in it is not another container
  std::shared_ptr<Meter> meter = nullptr;  // null outside containers
};

// Detects decompression bombs: compares the output of one decoder with the bytes read from the outermost
// container for it.
class Expansion {
 public:
  // An item without a meter is the outermost container, and gets one.
  Expansion(Context& context, Item& item);

  // Records the number of bytes that this decoder has read since its start.
  void use(std::uint64_t used) {
    if (outermost_ && used > meter_->used) meter_->used = used;
  }
  // Counts decompressed bytes. Returns false if there are too many, which is noted.
  [[nodiscard]] bool add(std::uint64_t output);

 private:
  Context& context_;
  const std::string name_;
  const bool outermost_;
  const std::shared_ptr<Meter> meter_;
  const std::uint64_t begin_;
  std::uint64_t output_ = 0;
};

// Classifies the start of an item according to the options. `head` has kHead bytes, or all of the item.
// Returns nothing if it is not mail and need not be; fails if it should be.
[[nodiscard]] Result<std::optional<Beginning>> judge(std::string_view head, const Item& item,
                                                     const Context& context);

// Counts an item for which judge() returns nothing, unless it is an empty mbox, of which nothing is missing.
void skip(std::string_view head, const Item& item, Context& context);

// Returns the store in `bytes`. Null if they are not mail and the role does not require it. Fails if it
// does, with kUsage if the options do not apply to the content.
[[nodiscard]] Result<std::unique_ptr<Store>> open_store(Context& context, Item item,
                                                        std::unique_ptr<ByteSource> bytes);

// Returns the input folder as a store: Maildir, MH or any other. Fails if it cannot be listed.
[[nodiscard]] Result<std::unique_ptr<Store>> open_folder(Context& context);

// The following functions open containers; the type of their content is not known yet.
//
// Decompresses all members of a gzip file (RFC 1952). NULs after the last member are skipped (tapes pad
// with them); other trailing bytes are a problem. Damaged files are decoded by zlib itself, because it
// returns every byte before the damage, unlike libarchive's filters. `item` becomes the content.
[[nodiscard]] std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item,
                                                    std::unique_ptr<ByteSource> bytes);

// Decompresses all frames of a Zstandard file (RFC 8878), and skips skippable frames. If the first one holds
// a dictionary, as in .warc.zst files, the frames after it are decoded with it. `item` becomes the content.
[[nodiscard]] std::unique_ptr<ByteSource> open_zstd(Context& context, Item& item,
                                                    std::unique_ptr<ByteSource> bytes);

// False if built without libzstd (no_zstd.cpp). open_archive() then reads Zstandard, without dictionaries.
[[nodiscard]] bool reads_zstd_frames();

// False if built without libarchive (no_archive.cpp). open_archive() then only notes this and returns
// null.
[[nodiscard]] bool has_archives();

// Loads everything needed to read archives, for a process that may not open files later. Sets the
// environment variable TZ.
void load_for_archives();

// Opens tar, zip and compression formats other than gzip and Zstandard, by libarchive. The store consists of
// the entries in their order. A compressed stream without a tar has a single entry with the container's own
// name. `item.depth` already includes this container.
[[nodiscard]] std::unique_ptr<Store> open_archive(Context& context, Item item,
                                                  std::unique_ptr<ByteSource> bytes);

}  // namespace mimebase::input
