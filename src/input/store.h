// Stores: everything that gives records. A file that is a message or an mbox, a folder, a container; one
// inside another.
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

class Store {
 public:
  explicit Store(Context& context) : context_(context) {}
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // The next records in order, at least one; nothing at the end, or when a stop was asked for. What goes
  // wrong is noted in the context.
  [[nodiscard]] virtual std::optional<Batch> next() = 0;

  // For a progress bar: how many bytes of the store as it lies on the disk are behind us; of a range of it,
  // how many of the range.
  [[nodiscard]] virtual std::uint64_t done() const = 0;

  // True where what next() gave may have more of its file behind it.
  [[nodiscard]] virtual bool is_amid_file() const { return false; }

  // True if reading it costs so much (decompressing, opening files) that it should be done ahead.
  [[nodiscard]] virtual bool is_slow() const { return true; }

  // How it begins, if it is nothing but an mbox whose bytes lie in a file as they are: several may share the
  // work of reading it then, each an Mbox of its own that goes to the place of the one before. Null else.
  [[nodiscard]] virtual const Beginning* plain_mbox() const { return nullptr; }

 protected:
  Context& context_;
};

// How many bytes of the outermost container have been used. Shared by all containers inside it.
struct Meter {
  std::uint64_t used = 0;
  std::uint64_t entries = 0;  // of all of them
};

// Something that may be a store.
struct Item {
  std::string source;  // Record::source
  Role role = Role::kNamed;
  int depth = 0;                           // how many containers it is in
  bool is_stream = false;                  // what a compressed stream holds: a tar of it is no new container
  std::shared_ptr<Meter> meter = nullptr;  // null outside of all containers
};

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

// What stands at an item's beginning, read as the options want it: `head` has kHead bytes, or all there are.
// Nothing where it is no mail and need not be; fails where it should be.
[[nodiscard]] Result<std::optional<Beginning>> judge(std::string_view head, const Item& item,
                                                     const Context& context);

// The store that `bytes` hold. Null where that is no mail, and the role says that it need not be. Fails where
// it should be, with kUsage where the options ask for what it has not.
[[nodiscard]] Result<std::unique_ptr<Store>> open_store(Context& context, Item item,
                                                        std::unique_ptr<ByteSource> bytes);

// The folder that the input names as a store: Maildir, MH, or any other. Fails if it cannot be listed.
[[nodiscard]] Result<std::unique_ptr<Store>> open_folder(Context& context);

// What mail is packed in: each of these shows what is inside, of which it is not known yet what it holds.
//
// gzip (RFC 1952), all members of it. Behind the last, NULs are passed over (tapes pad with them), and
// anything else is a problem. By zlib itself: what stands before a damage is given to the last byte, which
// libarchive's filters do not do. The item becomes the one that is inside.
[[nodiscard]] std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item,
                                                    std::unique_ptr<ByteSource> bytes);

// False where this was built without libarchive (no_archive.cpp): then open_archive() notes just that, and
// gives null.
[[nodiscard]] bool has_archives();

// Loads what reading archives takes, in a process of its own that may open nothing later: sets the variable
// TZ.
void load_for_archives();

// By libarchive: tar and zip, and the ways of compression other than gzip, as a store of their entries, in
// their order there. Of a compressed stream that is no tar, the content is the one entry, and has the
// container's own name. `item.depth` counts this container already.
[[nodiscard]] std::unique_ptr<Store> open_archive(Context& context, Item item,
                                                  std::unique_ptr<ByteSource> bytes);

}  // namespace mimebase::input
