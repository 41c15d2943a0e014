// Folders, and what is in them.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "input/file.h"
#include "input/items.h"

namespace mimebase::input {
namespace {

// The names in one folder, in the byte order of paths.
class Listing {
 public:
  enum class Kind : std::uint8_t {
    kFile,
    kFolder,
    kLinkToFile,  // or to nothing
    kLinkToFolder,
    kOther,  // FIFO, socket, device
  };

  // Lists the folder that `descriptor` is open on, which is not taken; false on an error (errno), with what
  // was read until then.
  [[nodiscard]] bool read(int descriptor);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] Kind kind(std::size_t i) const { return entries_[i].kind; }
  // Ends in NUL, one behind.
  [[nodiscard]] std::string_view name(std::size_t i) const {
    return {names_.data() + entries_[i].start, entries_[i].size};
  }
  // True if a folder of this name is there.
  [[nodiscard]] bool has_folder(std::string_view name) const;

 private:
  struct Entry {
    std::size_t start;
    std::uint32_t size;
    Kind kind;
  };
  void sort();

  std::string names_;
  std::vector<Entry> entries_;
};

using Kind = Listing::Kind;

// Nothing if it has gone meanwhile, or cannot be asked: whoever opens it will say so.
std::optional<mode_t> mode_of(int folder, const char* name, int flags) {
  struct stat status = {};
  if (fstatat(folder, name, &status, flags) != 0) return std::nullopt;
  return status.st_mode;
}

Kind kind_of(int folder, const dirent& entry) {
  unsigned char type = entry.d_type;
  if (type == DT_UNKNOWN) {
    const std::optional<mode_t> mode = mode_of(folder, entry.d_name, AT_SYMLINK_NOFOLLOW);
    type = mode ? static_cast<unsigned char>(IFTODT(*mode)) : static_cast<unsigned char>(DT_REG);
  }
  if (type == DT_REG) return Kind::kFile;
  if (type == DT_DIR) return Kind::kFolder;
  if (type != DT_LNK) return Kind::kOther;
  const std::optional<mode_t> mode = mode_of(folder, entry.d_name, 0);
  return mode && S_ISDIR(*mode) ? Kind::kLinkToFolder : Kind::kLinkToFile;
}

bool is_folder(Kind kind) {
  return kind == Kind::kFolder || kind == Kind::kLinkToFolder;
}

bool Listing::read(int descriptor) {
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  DIR* const folder = own < 0 ? nullptr : fdopendir(own);
  if (folder == nullptr) {
    const int error = errno;
    if (own >= 0) close(own);
    errno = error;
    return false;
  }
  errno = 0;
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      entries_.push_back(
          {names_.size(), static_cast<std::uint32_t>(name.size()), kind_of(descriptor, *entry)});
      names_.append(name);
      names_ += '\0';
    }
    errno = 0;
  }
  const int error = errno;
  closedir(folder);
  sort();
  errno = error;
  return error == 0;
}

// By the bytes of whole paths: those of what is in a folder have a slash behind its name.
void Listing::sort() {
  const auto next = [](std::string_view name, Kind kind, std::size_t at) {
    return at < name.size() ? static_cast<unsigned char>(name[at]) : is_folder(kind) ? '/' : 0;
  };
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    const std::string_view left(names_.data() + a.start, a.size);
    const std::string_view right(names_.data() + b.start, b.size);
    const std::size_t both = std::min(left.size(), right.size());
    const int order = std::memcmp(left.data(), right.data(), both);
    return order != 0 ? order < 0 : next(left, a.kind, both) < next(right, b.kind, both);
  });
}

bool Listing::has_folder(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_folder(kind(i)) && this->name(i) == name) return true;
  }
  return false;
}

// What a path leads to: device and inode.
using Identity = std::pair<dev_t, ino_t>;

Identity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

// A folder that is being read. Its path is the beginning of the store's, so that deep trees cost no more than
// their names.
struct Level {
  std::size_t path_size;  // with the slash at its end
  Identity identity;
  bool is_link;
  Descriptor descriptor;  // not open while a folder in it is read, or a deep tree would use up all there are
  Listing listing = {};
  std::size_t next = 0;
  bool is_maildir = false;
};

class FolderStore final : public Items {
 public:
  explicit FolderStore(Context& context) : Items(context) {}

  // Enters the folder that the whole of `path` names. False if it cannot be listed, which is noted.
  bool enter_first(const std::string& path);

  std::uint64_t done() const override { return done_ + (inner() != nullptr ? inner()->done() : 0); }

 private:
  bool step() override;
  bool enter(int base, const char* name, bool is_link);
  void enter_below(Level& level, std::string_view name, Kind kind);
  void leave();
  [[nodiscard]] Descriptor find_again(const Level& level, int child) const;
  [[nodiscard]] Descriptor walk_to(std::size_t depth) const;
  void read_file(Item item, const Level& level, std::string_view name, Kind kind);
  [[nodiscard]] Descriptor open_file(int folder, const std::string& path, const char* name, Kind kind,
                                     struct stat& status);
  [[nodiscard]] bool is_regular(const std::string& path, const struct stat& status);
  void read_small(Item item, char* to, int descriptor, const struct stat& status);
  [[nodiscard]] bool is_new_link(const std::string& path, const struct stat& status);
  // What is called `name` in the folder that is read.
  [[nodiscard]] std::string path_of(std::string_view name) const { return path_ + std::string(name); }

  std::string path_;  // of the folder that is read, with a slash at its end; of one that is entered without
  std::vector<Level> levels_;
  std::set<Identity> open_;   // of the levels
  std::set<Identity> links_;  // what symbolic links have led to
  std::uint64_t done_ = 0;
  std::uint64_t current_ = 0;  // bytes of the file that is being read
};

// A symbolic link is followed once to where it leads.
bool FolderStore::is_new_link(const std::string& path, const struct stat& status) {
  const bool is_new = links_.insert(identity_of(status)).second;
  if (!is_new) context_.note(path, "is a symbolic link to what was read by another link");
  return is_new;
}

bool FolderStore::enter_first(const std::string& path) {
  path_ = path;
  return enter(AT_FDCWD, path.c_str(), true);
}

// Enters the folder whose path path_ is, which has a slash behind it then.
bool FolderStore::enter(int base, const char* name, bool is_link) {
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | (is_link ? 0 : O_NOFOLLOW);
  Descriptor descriptor(openat(base, name, flags));
  struct stat status = {};
  if (descriptor.get() < 0 || fstat(descriptor.get(), &status) != 0) {
    context_.note(context_.system_error(path_, errno));
    return false;
  }
  const Identity identity = identity_of(status);
  if (open_.contains(identity)) {
    context_.note(path_, "leads back to a folder that it is in");
    return false;
  }
  if (is_link && !levels_.empty() && !is_new_link(path_, status)) return false;
  Level level{0, identity, is_link, std::move(descriptor)};
  const bool listed = level.listing.read(level.descriptor.get());
  if (!listed) context_.note(context_.system_error(path_, errno));
  level.is_maildir = level.listing.has_folder("cur") || level.listing.has_folder("new");
  if (path_.empty() || path_.back() != '/') path_ += '/';
  level.path_size = path_.size();
  if (!levels_.empty()) levels_.back().descriptor.reset();
  open_.insert(identity);
  levels_.push_back(std::move(level));
  return listed;
}

void FolderStore::enter_below(Level& level, std::string_view name, Kind kind) {
  if (level.is_maildir && name == "tmp") return;  // not delivered yet
  const std::string path = path_of(name);
  const std::uint64_t most = context_.options.limits.folders;
  if (levels_.size() >= most) {
    return context_.note(path, "is nested deeper than " + std::to_string(most) + " folders",
                         Error::Code::kLimit);
  }
  const std::size_t depth = levels_.size();
  const std::size_t path_size = path_.size();
  path_ = path;
  enter(level.descriptor.get(), name.data(), kind == Kind::kLinkToFolder);
  if (levels_.size() == depth) path_.resize(path_size);
}

// Goes back to the folder around this one.
void FolderStore::leave() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  open_.erase(level.identity);
  if (levels_.empty()) return;
  Level& around = levels_.back();
  path_.resize(around.path_size);
  around.descriptor = find_again(around, level.descriptor.get());
  if (around.descriptor.get() >= 0) return;
  context_.note(path_, "cannot be found again", Error::Code::kReadError);
  around.next = around.listing.size();
}

// The folder above is the one before; but for a link, or where folders were moved meanwhile.
Descriptor FolderStore::find_again(const Level& level, int child) const {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY;
  Descriptor above(openat(child, "..", kFlags));
  struct stat status = {};
  if (above.get() >= 0 && fstat(above.get(), &status) == 0 && identity_of(status) == level.identity) {
    return above;
  }
  Descriptor walked = walk_to(levels_.size());
  if (walked.get() >= 0 && fstat(walked.get(), &status) == 0 && identity_of(status) == level.identity) {
    return walked;
  }
  return Descriptor();
}

// Opens the innermost of so many levels from the outermost on: paths as a whole may be too long to be opened.
Descriptor FolderStore::walk_to(std::size_t depth) const {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY;
  Descriptor folder(open(path_.substr(0, levels_.front().path_size).c_str(), kFlags));
  for (std::size_t i = 1; i < depth && folder.get() >= 0; ++i) {
    const Level& level = levels_[i];
    const std::size_t above = levels_[i - 1].path_size;
    const std::string name = path_.substr(above, level.path_size - above - 1);
    folder = Descriptor(openat(folder.get(), name.c_str(), kFlags | (level.is_link ? 0 : O_NOFOLLOW)));
  }
  return folder;
}

bool FolderStore::step() {
  done_ += std::exchange(current_, 0);
  if (levels_.empty()) return false;
  Level& level = levels_.back();
  if (level.next == level.listing.size()) {
    leave();
    return true;
  }
  const std::size_t i = level.next++;
  const Kind kind = level.listing.kind(i);
  const std::string_view name = level.listing.name(i);
  if (kind == Kind::kFolder || kind == Kind::kLinkToFolder) {
    enter_below(level, name, kind);
    return true;
  }
  Item item;
  item.source = path_of(name);
  item.role = role_of(item.source, context_.options.kind);
  if (item.role != Role::kPassed) read_file(std::move(item), level, name, kind);
  return true;
}

// Opens what is a regular file, and nothing else: opening a FIFO waits, opening a device can do things.
Descriptor FolderStore::open_file(int folder, const std::string& path, const char* name, Kind kind,
                                  struct stat& status) {
  if (kind != Kind::kFile) {
    const bool found = fstatat(folder, name, &status, kind == Kind::kOther ? AT_SYMLINK_NOFOLLOW : 0) == 0;
    if (!found && errno == ENOENT && kind == Kind::kLinkToFile) {
      context_.note(path, "is a symbolic link that leads nowhere");
      return Descriptor();
    }
    if (found && !is_regular(path, status)) return Descriptor();
  }
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor file(openat(folder, name, flags | (kind == Kind::kLinkToFile ? 0 : O_NOFOLLOW)));
  if (file.get() < 0 && errno == ENOENT) {
    context_.note(path, "has gone since its folder was listed", Error::Code::kReadError);
  } else if (file.get() < 0 || fstat(file.get(), &status) != 0) {
    context_.note(context_.system_error(path, errno));
  } else if (is_regular(path, status) && (kind != Kind::kLinkToFile || is_new_link(path, status))) {
    return file;
  }
  return Descriptor();
}

bool FolderStore::is_regular(const std::string& path, const struct stat& status) {
  if (S_ISREG(status.st_mode)) return true;
  const std::string reason = refusal(status.st_mode);
  context_.note(path, reason.empty() ? "is a FIFO" : reason);
  return false;
}

void FolderStore::read_file(Item item, const Level& level, std::string_view name, Kind kind) {
  struct stat status = {};
  Descriptor file = open_file(level.descriptor.get(), item.source, name.data(), kind, status);
  if (file.get() < 0) return;
  current_ = static_cast<std::uint64_t>(status.st_size);
  if (current_ >= kSmall) {
    auto bytes = bytes_of_file(context_, item.source, std::move(file), status, kHead);
    return take(std::move(item), std::move(bytes));
  }
  char* const to = room();
  if (to == nullptr) return context_.note(item.source, "does not fit into memory", Error::Code::kReadError);
  read_small(std::move(item), to, file.get(), status);
}

// Reads a file up to the size that it had, as bytes_of_file() would.
void FolderStore::read_small(Item item, char* to, int descriptor, const struct stat& status) {
  const std::size_t problems = context_.problems().size();
  std::size_t at = 0;
  while (at < current_) {
    const ssize_t got = read(descriptor, to + at, current_ - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) context_.note(context_.system_error(item.source, errno));
    if (got <= 0) break;
    at += static_cast<std::size_t>(got);
  }
  if (context_.problems().size() == problems) {
    const std::string change = at < current_ ? kBecameShorter : change_since(status, descriptor);
    if (!change.empty()) context_.note(item.source, change, Error::Code::kReadError);
  }
  const bool is_whole = context_.problems().size() == problems;
  if (is_whole || at > 0) take(std::move(item), at, is_whole);
}

}  // namespace

Result<std::unique_ptr<Store>> open_folder(Context& context) {
  if (context.options.range || context.options.first_message != 1) {
    return context.error(context.path(), "is a folder; byte ranges and numbers are for one uncompressed mbox",
                         Error::Code::kUsage);
  }
  auto store = std::make_unique<FolderStore>(context);
  if (!store->enter_first(context.path())) return context.pop_problem();
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace mimebase::input
