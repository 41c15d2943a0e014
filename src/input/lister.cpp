// Finds and opens the files of a folder and its subfolders, without reading them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <utility>
#include <vector>

#include "input/files.h"
#include "input/listing.h"

namespace mimebase::input {
namespace {

using Kind = Listing::Kind;

// Identifies the target of a path: device and inode.
using Identity = std::pair<dev_t, ino_t>;

Identity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

// A folder being read. Its path is a prefix of the lister's path, so that deep trees need memory only for
// their names.
struct Level {
  std::size_t path_size;  // including the trailing slash
  Identity identity;
  bool is_link;
  Descriptor
      descriptor;  // closed while a subfolder is read, because a deep tree would exhaust the descriptors
  Listing listing = {};
  std::size_t next = 0;
  bool is_maildir = false;
};

// Walks a folder and its subfolders in the order of paths.
class Lister final : public Files {
 public:
  explicit Lister(Context& context) : context_(context) {}

  // Enters the folder named by `path`. Returns false if it cannot be listed, which is noted.
  bool enter_first(const std::string& path);

  bool step(std::optional<FoundFile>& found) override;

 private:
  bool enter(int base, const char* name, bool is_link);
  void enter_below(Level& level, std::string_view name, Kind kind);
  void leave();
  [[nodiscard]] Descriptor find_again(const Level& level, int child) const;
  [[nodiscard]] Descriptor walk_to(std::size_t depth) const;
  [[nodiscard]] std::optional<OpenFile> open_regular(int folder, const std::string& path, const char* name,
                                                     Kind kind);
  [[nodiscard]] bool is_regular(const std::string& path, const struct stat& status);
  [[nodiscard]] bool is_new_link(const std::string& path, const struct stat& status);
  // The path of `name` in the current folder.
  [[nodiscard]] std::string path_of(std::string_view name) const { return path_ + std::string(name); }

  Context& context_;
  std::string path_;  // of the current folder, with a trailing slash; without one while it is being entered
  std::vector<Level> levels_;
  std::set<Identity> open_;   // the folders in levels_
  std::set<Identity> links_;  // targets of symbolic links followed so far
};

// Symbolic links to the same target are followed only once.
bool Lister::is_new_link(const std::string& path, const struct stat& status) {
  const bool is_new = links_.insert(identity_of(status)).second;
  if (!is_new) context_.note(path, "is a symbolic link to something that another link has already read");
  return is_new;
}

bool Lister::enter_first(const std::string& path) {
  path_ = path;
  return enter(AT_FDCWD, path.c_str(), true);
}

// Enters the folder named by path_, and appends a slash to path_.
bool Lister::enter(int base, const char* name, bool is_link) {
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | (is_link ? 0 : O_NOFOLLOW);
  Descriptor descriptor(openat(base, name, flags));
  struct stat status = {};
  if (descriptor.get() < 0 || fstat(descriptor.get(), &status) != 0) {
    context_.note(context_.system_error(path_, errno));
    return false;
  }
  const Identity identity = identity_of(status);
  if (open_.contains(identity)) {
    context_.note(path_, "leads back to a folder that contains it");
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

void Lister::enter_below(Level& level, std::string_view name, Kind kind) {
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

// Returns to the parent folder.
void Lister::leave() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  open_.erase(level.identity);
  if (levels_.empty()) return;
  Level& parent = levels_.back();
  path_.resize(parent.path_size);
  parent.descriptor = find_again(parent, level.descriptor.get());
  if (parent.descriptor.get() >= 0) return;
  context_.note(path_, "cannot be found again", Error::Code::kReadError);
  parent.next = parent.listing.size();
}

// ".." leads back to the parent, except from a symbolic link or if folders were moved. In these cases,
// walks down from the outermost folder.
Descriptor Lister::find_again(const Level& level, int child) const {
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

// Opens the folder at `depth` from the outermost one down, because its complete path may be too long to
// open.
Descriptor Lister::walk_to(std::size_t depth) const {
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

bool Lister::step(std::optional<FoundFile>& found) {
  found.reset();
  if (levels_.empty()) return false;
  Level& level = levels_.back();
  if (level.next == level.listing.size()) {
    leave();
    return true;
  }
  const std::size_t i = level.next++;
  const Kind kind = level.listing.kind(i);
  const std::string_view name = level.listing.name(i);
  if (Listing::is_folder(kind)) {
    enter_below(level, name, kind);
    return true;
  }
  std::string path = path_of(name);
  const Role role = role_of(path, context_.options.kind);
  if (role == Role::kPassed) return true;
  std::optional<OpenFile> file = open_regular(level.descriptor.get(), path, name.data(), kind);
  if (file) found.emplace(FoundFile{std::move(path), role, std::move(*file)});
  return true;
}

// Opens regular files only: opening a FIFO blocks, and opening a device can have side effects.
std::optional<OpenFile> Lister::open_regular(int folder, const std::string& path, const char* name,
                                             Kind kind) {
  OpenFile file;
  if (kind != Kind::kFile) {
    const int flags = kind == Kind::kOther ? AT_SYMLINK_NOFOLLOW : 0;
    const bool found = fstatat(folder, name, &file.status, flags) == 0;
    if (!found && errno == ENOENT && kind == Kind::kLinkToFile) {
      context_.note(path, "is a dangling symbolic link");
      return std::nullopt;
    }
    if (found && !is_regular(path, file.status)) return std::nullopt;
  }
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  file.descriptor = Descriptor(openat(folder, name, flags | (kind == Kind::kLinkToFile ? 0 : O_NOFOLLOW)));
  if (file.descriptor.get() < 0 && errno == ENOENT) {
    context_.note(path, "disappeared after its folder was listed", Error::Code::kReadError);
  } else if (file.descriptor.get() < 0 || fstat(file.descriptor.get(), &file.status) != 0) {
    context_.note(context_.system_error(path, errno));
  } else if (is_regular(path, file.status) && (kind != Kind::kLinkToFile || is_new_link(path, file.status))) {
    return file;
  }
  return std::nullopt;
}

bool Lister::is_regular(const std::string& path, const struct stat& status) {
  if (S_ISREG(status.st_mode)) return true;
  const std::string reason = refusal(status.st_mode);
  context_.note(path, reason.empty() ? "is a FIFO" : reason);
  return false;
}

}  // namespace

Files::~Files() = default;

Result<std::unique_ptr<Files>> list_folder(Context& context) {
  if (context.options.range || context.options.first_message != 1) {
    return context.error(
        context.path(),
        "is a folder; byte ranges and message numbers need one uncompressed mbox or WARC file",
        Error::Code::kUsage);
  }
  auto lister = std::make_unique<Lister>(context);
  if (!lister->enter_first(context.path())) return context.pop_problem();
  return std::unique_ptr<Files>(std::move(lister));
}

}  // namespace mimebase::input
