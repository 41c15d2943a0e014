#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "input/file.h"
#include "input/items.h"

namespace mimebase::input {
namespace {

constexpr std::size_t kArchiveStep = std::size_t{64} << 10;
constexpr int kMaxTries = 1000;             // to find the next header after damage
constexpr std::size_t kLongestName = 4096;  // PATH_MAX of most systems

// Makes libarchive read names as UTF-8 in any locale. In "C", it returns no names that are not ASCII.
class Utf8Locale {
 public:
  Utf8Locale() : before_(utf8() != nullptr ? uselocale(utf8()) : nullptr) {}
  static void load() { static_cast<void>(utf8()); }
  ~Utf8Locale() {
    if (before_ != nullptr) uselocale(before_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  static locale_t utf8() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
  }
  locale_t before_;
};

struct Entry {
  std::string name;
  std::string link;  // the target of a hard link
  std::optional<std::uint64_t> size;
  unsigned type = 0;       // AE_IFREG and so on
  bool is_stream = false;  // not an entry, but the content of compressed data
};

// One open archive. Reads from a source and counts the decompressed bytes.
class Archive {
 public:
  Archive(Context& context, Item& item, std::unique_ptr<ByteSource> bytes);
  ~Archive() { archive_read_free(archive_); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  // Returns the next entry. Returns nothing at the end, or after an error, which is noted.
  std::optional<Entry> next();
  // Reads the entry's content like Stream::read(). Errors are noted for `source`.
  std::size_t read(char* to, std::size_t size, const std::string& source);
  // Skips the rest of the entry's content. This may decompress it, so the bytes are counted.
  void skip();

  [[nodiscard]] bool has_failed() const { return failed_; }

 private:
  static la_ssize_t give(archive* archive, void* self, const void** block);
  static la_int64_t seek(archive* archive, void* self, la_int64_t offset, int whence);
  [[nodiscard]] std::string_view give_at_position();
  [[nodiscard]] std::string_view give_next();

  // Gets the next block of the content. Returns false at its end.
  bool next_block(const std::string& source);
  void fail(const std::string& source);
  void count_used();

  Context& context_;
  const std::string name_;
  std::unique_ptr<ByteSource> bytes_;
  Expansion expansion_;
  archive* archive_;
  const bool can_seek_;         // the source has random access
  std::uint64_t position_ = 0;  // in the source, if can_seek_
  std::vector<char> read_;      // libarchive's buffer, if can_seek_
  std::size_t given_ = 0;       // held bytes that libarchive is reading, otherwise
  std::uint64_t used_ = 0;
  bool ended_ = false;     // no more entries
  bool failed_ = false;    // after any error
  bool skipping_ = false;  // reading content that is not wanted

  // The current entry: unread content at offset block_at_, and the position at_. A hole between them
  // reads as NULs.
  std::string_view block_;
  std::uint64_t block_at_ = 0;
  std::uint64_t at_ = 0;
  bool entry_ended_ = true;
};

Archive::Archive(Context& context, Item& item, std::unique_ptr<ByteSource> bytes)
    : context_(context),
      name_(item.source),
      bytes_(std::move(bytes)),
      expansion_(context, item),
      archive_(archive_read_new()),
      can_seek_(bytes_->has_random_access()) {
  const Utf8Locale locale;
  // Excludes formats that mistake text for an archive (mtree, uu), and everything that runs another
  // program.
  archive_read_support_filter_bzip2(archive_);
  archive_read_support_filter_compress(archive_);
  archive_read_support_filter_lz4(archive_);
  archive_read_support_filter_lzip(archive_);
  archive_read_support_filter_xz(archive_);
  archive_read_support_filter_zstd(archive_);
  archive_read_support_format_tar(archive_);
  archive_read_support_format_zip(archive_);
  archive_read_support_format_raw(archive_);
  archive_read_support_format_empty(archive_);
  archive_read_set_read_callback(archive_, give);
  if (can_seek_) archive_read_set_seek_callback(archive_, seek);
  archive_read_set_callback_data(archive_, this);
  ended_ = archive_read_open1(archive_) < ARCHIVE_WARN;
  if (ended_) fail(name_);
}

la_ssize_t Archive::give(archive* /*archive*/, void* self, const void** block) {
  Archive& archive = *static_cast<Archive*>(self);
  const std::string_view bytes = archive.can_seek_ ? archive.give_at_position() : archive.give_next();
  *block = bytes.data();
  return static_cast<la_ssize_t>(bytes.size());
}

std::string_view Archive::give_at_position() {
  if (context_.stop.asked()) return {};
  read_.resize(kArchiveStep);
  const std::size_t got = bytes_->read_at(position_, read_.data(), read_.size());
  position_ += got;
  return {read_.data(), got};
}

std::string_view Archive::give_next() {
  bytes_->drop(given_);
  if (bytes_->held().empty()) bytes_->read_more();
  const std::string_view bytes = bytes_->held().substr(0, kArchiveStep);
  given_ = bytes.size();
  return context_.stop.asked() ? std::string_view() : bytes;
}

la_int64_t Archive::seek(archive* /*archive*/, void* self, la_int64_t offset, int whence) {
  Archive& archive = *static_cast<Archive*>(self);
  const auto size = static_cast<la_int64_t>(archive.bytes_->total().value_or(0));
  if (whence == SEEK_CUR) offset += static_cast<la_int64_t>(archive.position_);
  if (whence == SEEK_END) offset += size;
  offset = std::clamp(offset, la_int64_t{0}, size);
  archive.position_ = static_cast<std::uint64_t>(offset);
  return offset;
}

void Archive::count_used() {
  used_ = std::max(used_,
                   static_cast<std::uint64_t>(std::max(archive_filter_bytes(archive_, -1), la_int64_t{0})));
  expansion_.use(used_);
}

// Notes an error of libarchive. After a fatal one, libarchive returns nothing more.
void Archive::fail(const std::string& source) {
  failed_ = true;
  if (context_.stop.asked()) return;
  count_used();
  if (skipping_ && !ended_) return;
  const char* const reason = archive_error_string(archive_);
  context_.note(source, "cannot be read completely: at byte " + std::to_string(used_) +
                            (source == name_ ? "" : " of " + context_.display_name(name_)) + ": " +
                            (reason != nullptr ? reason : "unknown error"));
}

std::optional<Entry> Archive::next() {
  if (ended_) return std::nullopt;
  const Utf8Locale locale;
  archive_entry* header = nullptr;
  int result = archive_read_next_header(archive_, &header);
  for (int tries = 0; result == ARCHIVE_RETRY && tries < kMaxTries; ++tries) {
    if (tries == 0) fail(name_);
    result = archive_read_next_header(archive_, &header);
  }
  ended_ = result == ARCHIVE_RETRY || result == ARCHIVE_EOF || result < ARCHIVE_WARN;
  if (result < ARCHIVE_WARN) fail(name_);
  if (ended_) return std::nullopt;
  count_used();
  Entry entry;
  const char* const name = archive_entry_pathname(header);
  if (name != nullptr) entry.name = name;
  const char* const link = archive_entry_hardlink(header);
  if (link != nullptr) entry.link = link;
  if (archive_entry_size_is_set(header) != 0) {
    entry.size = static_cast<std::uint64_t>(std::max(archive_entry_size(header), la_int64_t{0}));
  }
  entry.type = archive_entry_filetype(header);
  const int format = archive_format(archive_) & ARCHIVE_FORMAT_BASE_MASK;
  entry.is_stream = format == ARCHIVE_FORMAT_RAW || format == ARCHIVE_FORMAT_EMPTY;
  if (entry.is_stream && archive_filter_code(archive_, 0) == ARCHIVE_FILTER_NONE) {
    // The source starts like a container, but libarchive could only read it as raw data.
    context_.note(name_, "starts like a container, but is not one");
    failed_ = ended_ = true;
    return std::nullopt;
  }
  block_ = {};
  block_at_ = at_ = 0;
  entry_ended_ = false;
  return entry;
}

bool Archive::next_block(const std::string& source) {
  if (entry_ended_) return false;
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int result = archive_read_data_block(archive_, &block, &size, &offset);
  entry_ended_ = result == ARCHIVE_EOF || result < ARCHIVE_OK;
  ended_ = ended_ || result == ARCHIVE_FATAL;
  if (result < ARCHIVE_OK) fail(source);
  if (result == ARCHIVE_EOF || result < ARCHIVE_WARN) return false;
  count_used();
  block_ = {static_cast<const char*>(block), size};
  block_at_ = std::max(at_, static_cast<std::uint64_t>(std::max(offset, la_int64_t{0})));
  if (expansion_.add(size + (block_at_ - at_))) return true;
  entry_ended_ = ended_ = failed_ = true;
  return false;
}

std::size_t Archive::read(char* to, std::size_t size, const std::string& source) {
  while (block_.empty()) {
    if (!next_block(source)) return 0;
  }
  if (at_ < block_at_) {
    const std::size_t hole = static_cast<std::size_t>(std::min<std::uint64_t>(size, block_at_ - at_));
    std::memset(to, 0, hole);
    at_ += hole;
    return hole;
  }
  const std::size_t got = std::min(size, block_.size());
  std::memcpy(to, block_.data(), got);
  block_.remove_prefix(got);
  at_ += got;
  block_at_ = at_;
  return got;
}

void Archive::skip() {
  block_ = {};
  // The directory at the end of a zip gives the position of every entry. In other formats, skipping means
  // decompressing.
  if (can_seek_ && (archive_format(archive_) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP) return;
  skipping_ = true;
  while (!context_.stop.asked() && next_block(name_)) at_ = block_at_ + block_.size();
  skipping_ = false;
  block_ = {};
}

// The content of a large entry.
class EntryStream final : public Stream {
 public:
  EntryStream(Context& context, std::string name, std::shared_ptr<Archive> archive)
      : Stream(context, std::move(name)), archive_(std::move(archive)) {}
  std::size_t read(std::uint64_t /*offset*/, char* to, std::size_t size) override {
    return archive_->read(to, size, name());
  }

 private:
  const std::shared_ptr<Archive> archive_;
};

// The entries of an archive as a store.
class ArchiveStore final : public Items {
 public:
  ArchiveStore(Context& context, Item item, std::unique_ptr<ByteSource> bytes)
      : Items(context),
        item_(std::move(item)),
        archive_(std::make_shared<Archive>(context, item_, std::move(bytes))) {}

  std::uint64_t done() const override { return item_.meter->used; }

 private:
  bool step() override;
  [[nodiscard]] Item item_of(const Entry& entry) const;
  [[nodiscard]] bool is_passed(const Entry& entry, const Item& item);
  void read_entry(Item item, std::optional<std::uint64_t> size);
  [[nodiscard]] bool leave_rest();

  Item item_;
  const std::shared_ptr<Archive> archive_;
  std::uint64_t entries_ = 0;
  bool is_in_entry_ = false;
};

// Stops after the last entry that the limit allows. Returns false.
bool ArchiveStore::leave_rest() {
  const std::uint64_t most = context_.options.limits.entries;
  if (item_.meter->entries == most + 1) {  // enclosing containers do not report it again
    context_.note(item_.source, "has more than " + std::to_string(most) + " entries: the rest is skipped",
                  Error::Code::kLimit);
  }
  return false;
}

bool ArchiveStore::step() {
  if (is_in_entry_) archive_->skip();
  const std::optional<Entry> entry = archive_->next();
  is_in_entry_ = entry.has_value();
  if (!entry) {
    if (!took_any() && item_.role != Role::kAny && !archive_->has_failed()) {
      context_.note(item_.source, entries_ == 0 ? "is empty" : "contains no message");
    }
    return false;
  }
  ++entries_;
  if (++item_.meter->entries > context_.options.limits.entries) return leave_rest();
  Item item = item_of(*entry);
  if (!is_passed(*entry, item)) read_entry(std::move(item), entry->is_stream ? std::nullopt : entry->size);
  return true;
}

Item ArchiveStore::item_of(const Entry& entry) const {
  Item item = item_;
  item.is_stream = entry.is_stream;
  if (entry.is_stream) return item;
  // A name that cannot be read, or is so long that repeating it in every row would be costly, is replaced
  // by the number of the entry.
  const std::string& name = entry.name;
  const bool is_usable = !name.empty() && name.size() <= kLongestName;
  item.source += '!' + (is_usable ? name : "#" + std::to_string(entries_));
  item.role = is_undelivered(name) ? Role::kPassed : role_of(name, context_.options.kind);
  return item;
}

bool ArchiveStore::is_passed(const Entry& entry, const Item& item) {
  if (item.role == Role::kPassed || entry.type == AE_IFDIR) return true;
  if (!entry.link.empty()) {
    context_.note(item.source,
                  "is a hard link to " + entry.link.substr(0, kLongestName) + ", and is read only there");
  } else if (entry.type == AE_IFLNK) {
    context_.note(item.source, "is a symbolic link, which is not followed inside a container");
  } else if (entry.type == AE_IFIFO) {
    context_.note(item.source, "is a FIFO");
  } else if (const std::string reason = refusal(entry.type); !reason.empty()) {
    context_.note(item.source, reason);
  } else {
    return false;
  }
  return true;
}

// Reads a small entry at once, and a larger one when its records are requested.
void ArchiveStore::read_entry(Item item, std::optional<std::uint64_t> size) {
  char* const to = size && *size < kSmall ? room() : nullptr;
  if (to == nullptr) {
    auto stream = std::make_unique<EntryStream>(context_, item.source, archive_);
    return take(std::move(item), std::make_unique<ByteSource>(std::move(stream), kHead, size));
  }
  // Reads to the end, where the checksum is verified. The size may differ from that in the header.
  const std::size_t problems = context_.problems().size();
  std::size_t at = 0;
  while (at < kSmall) {
    const std::size_t got = archive_->read(to + at, kSmall - at, item.source);
    if (got == 0) break;
    at += got;
  }
  if (at == kSmall) context_.note(item.source, "is longer than its header says: the rest is skipped");
  // If nothing at all could be read, the error has already been noted.
  const bool is_whole = context_.problems().size() == problems;
  if (at > 0 || is_whole) take(std::move(item), at, is_whole);
}

}  // namespace

void load_for_archives() {
  Utf8Locale::load();
  // zip entries have local times. Without TZ, the time zone would be looked up again for each of them.
  setenv("TZ", ":/etc/localtime", 0);
  tzset();
}

bool has_archives() {
  return true;
}

std::unique_ptr<Store> open_archive(Context& context, Item item, std::unique_ptr<ByteSource> bytes) {
  return std::make_unique<ArchiveStore>(context, std::move(item), std::move(bytes));
}

}  // namespace mimebase::input
