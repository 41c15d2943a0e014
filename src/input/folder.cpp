// Folders, and what is in them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "input/items.h"
#include "input/listing.h"
#include "input/recognize.h"

namespace mimebase::input {
namespace {

using Kind = Listing::Kind;
// What a path leads to: device and inode.
using Identity = std::pair<dev_t, ino_t>;

Identity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    const int number = other.release();
    reset();
    number_ = number;
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// A folder that is being read.
struct Level {
  std::string path;  // ends in a slash
  std::string name;
  Identity identity;
  Descriptor descriptor;  // not open while a folder in it is read, or a deep tree would use up all there are
  Listing listing = {};
  std::size_t next = 0;
  bool is_maildir = false;
};

class FolderStore final : public Items {
 public:
  explicit FolderStore(Context& context) : Items(context) {}

  // Enters a folder. False if it cannot be listed, which is noted.
  bool enter(const std::string& path, int base, const char* name, bool is_link);

  std::uint64_t done() const override { return done_ + (inner() != nullptr ? inner()->done() : 0); }

 private:
  bool step() override;
  void read_file(Level& level, std::string_view name, Kind kind, Role role);
  [[nodiscard]] Descriptor open_file(int folder, const std::string& path, const char* name, Kind kind,
                                     struct stat& status);
  [[nodiscard]] bool is_regular(const std::string& path, const struct stat& status);
  void read_small(Item item, char* to, int descriptor);
  [[nodiscard]] bool is_new_link(const std::string& path, const struct stat& status);
  [[nodiscard]] int descriptor_of(Level& level);
  void note_errno(const std::string& path, int number);

  std::vector<Level> levels_;
  std::set<Identity> links_;  // what symbolic links have led to
  std::uint64_t done_ = 0;
  std::uint64_t current_ = 0;  // bytes of the file that is being read
};

void FolderStore::note_errno(const std::string& path, int number) {
  context_.problems.push_back(system_error(context_.called(path), number));
}

// A symbolic link is followed once to where it leads.
bool FolderStore::is_new_link(const std::string& path, const struct stat& status) {
  const bool is_new = links_.insert(identity_of(status)).second;
  if (!is_new) note(path, "is a symbolic link to what was read by another link");
  return is_new;
}

bool FolderStore::enter(const std::string& path, int base, const char* name, bool is_link) {
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | (is_link ? 0 : O_NOFOLLOW);
  Descriptor descriptor(openat(base, name, flags));
  struct stat status = {};
  if (descriptor.get() < 0 || fstat(descriptor.get(), &status) != 0) {
    note_errno(path, errno);
    return false;
  }
  const Identity identity = identity_of(status);
  const auto is_same = [identity](const Level& level) { return level.identity == identity; };
  if (std::any_of(levels_.begin(), levels_.end(), is_same)) {
    note(path, "leads back to a folder that it is in");
    return false;
  }
  if (is_link && !levels_.empty() && !is_new_link(path, status)) return false;
  Level level{path, std::string(last_name(path)), identity, std::move(descriptor)};
  if (level.path.empty() || level.path.back() != '/') level.path += '/';
  const bool listed = level.listing.read(level.descriptor.get());
  if (!listed) note_errno(path, errno);
  level.is_maildir = level.listing.has_folder("cur") || level.listing.has_folder("new");
  if (!levels_.empty()) levels_.back().descriptor.reset();
  levels_.push_back(std::move(level));
  return listed;
}

int FolderStore::descriptor_of(Level& level) {
  if (level.descriptor.get() < 0) {
    level.descriptor = Descriptor(open(level.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  return level.descriptor.get();
}

bool FolderStore::step() {
  done_ += std::exchange(current_, 0);
  if (levels_.empty()) return false;
  Level& level = levels_.back();
  if (level.next == level.listing.size()) {
    levels_.pop_back();
    return true;
  }
  const std::size_t i = level.next++;
  const Kind kind = level.listing.kind(i);
  const std::string_view name = level.listing.name(i);
  if (kind == Kind::kFolder || kind == Kind::kLinkToFolder) {
    if (level.is_maildir && name == "tmp") return true;  // not delivered yet
    const int descriptor = descriptor_of(level);
    if (descriptor < 0) {
      note_errno(level.path + std::string(name), errno);
    } else {
      static_cast<void>(
          enter(level.path + std::string(name), descriptor, name.data(), kind == Kind::kLinkToFolder));
    }
    return true;
  }
  const Role role = role_of(level.name, name, context_.options.kind);
  if (role != Role::kPassed) read_file(level, name, kind, role);
  return true;
}

// Opens what is a regular file, and nothing else: opening a FIFO waits, opening a device can do things.
Descriptor FolderStore::open_file(int folder, const std::string& path, const char* name, Kind kind,
                                  struct stat& status) {
  if (kind != Kind::kFile) {
    const bool found = fstatat(folder, name, &status, kind == Kind::kOther ? AT_SYMLINK_NOFOLLOW : 0) == 0;
    if (!found && errno == ENOENT && kind == Kind::kLinkToFile) {
      note(path, "is a symbolic link that leads nowhere");
      return Descriptor();
    }
    if (found && !is_regular(path, status)) return Descriptor();
  }
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor file(openat(folder, name, flags | (kind == Kind::kLinkToFile ? 0 : O_NOFOLLOW)));
  if (file.get() < 0 && errno == ENOENT) {
    note(path, "has gone since its folder was listed");
  } else if (file.get() < 0 || fstat(file.get(), &status) != 0) {
    note_errno(path, errno);
  } else if (is_regular(path, status) && (kind != Kind::kLinkToFile || is_new_link(path, status))) {
    return file;
  }
  return Descriptor();
}

bool FolderStore::is_regular(const std::string& path, const struct stat& status) {
  if (S_ISREG(status.st_mode)) return true;
  const std::string reason = refusal(status.st_mode);
  note(path, reason.empty() ? "is a FIFO" : reason);
  return false;
}

void FolderStore::read_file(Level& level, std::string_view name, Kind kind, Role role) {
  Item item;
  item.source = level.path + std::string(name);
  item.role = role;
  const int folder = descriptor_of(level);
  if (folder < 0) return note_errno(item.source, errno);
  struct stat status = {};
  Descriptor file = open_file(folder, item.source, name.data(), kind, status);
  if (file.get() < 0) return;
  current_ = static_cast<std::uint64_t>(status.st_size);
  if (current_ >= kSmall) {
    const std::string called = context_.called(item.source);
    return take(std::move(item), adopt_bytes(file.release(), status, {called, nullptr, kHead}));
  }
  char* const to = room();
  if (to == nullptr) return note(item.source, "does not fit into memory");
  read_small(std::move(item), to, file.get());
}

// Reads a file as it is now, which may be more than it was.
void FolderStore::read_small(Item item, char* to, int descriptor) {
  std::size_t at = 0;
  while (at < kSmall) {
    const ssize_t got = read(descriptor, to + at, kSmall - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      note_errno(item.source, errno);
      if (at == 0) return;
    }
    if (got <= 0) break;
    at += static_cast<std::size_t>(got);
    if (at == current_) break;  // saves the call that would find the end
  }
  take(std::move(item), at);
}

}  // namespace

Result<std::unique_ptr<Store>> open_folder(Context& context, const std::string& path) {
  if (context.options.range || context.options.first_message != 1) {
    return Error{Error::Code::kUsage,
                 path + ": is a folder; byte ranges and numbers are for one uncompressed mbox"};
  }
  auto store = std::make_unique<FolderStore>(context);
  if (!store->enter(path, AT_FDCWD, path.c_str(), true)) {
    Error error = std::move(context.problems.back());
    context.problems.pop_back();
    return error;
  }
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace mimebase::input
