#include "input/byte_source.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "input/chunk_bytes.h"

namespace mimebase::input {
namespace {

// Smaller files are read: faster than mapping them, and safe whatever other programs do to them meanwhile.
constexpr std::size_t kSmallestMapped = std::size_t{1} << 20;

class File {
 public:
  File(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  ~File() {
    if (owned_) close(descriptor_);
  }
  File(File&& other) noexcept : descriptor_(other.descriptor_), owned_(std::exchange(other.owned_, false)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  bool owned_;
};

// A file in the address space, until nobody shares it any more.
struct Mapping {
  Mapping(void* start_in, std::size_t size_in) : start(static_cast<char*>(start_in)), size(size_in) {}
  ~Mapping() { munmap(start, size); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  char* start;
  std::size_t size;
};

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// A share in a mapping that gives the pages back to the kernel when it ends: what stays in memory is what is
// being worked on, never the archive. Pages at the edges, which neighbours read too, stay or are read anew.
class MappedRange {
 public:
  MappedRange(std::shared_ptr<Mapping> mapping, std::size_t start, std::size_t end)
      : mapping_(std::move(mapping)),
        start_(start / page_size() * page_size()),
        end_(end / page_size() * page_size()) {}
  ~MappedRange() {
    if (end_ > start_) madvise(mapping_->start + start_, end_ - start_, MADV_DONTNEED);
  }
  MappedRange(const MappedRange&) = delete;
  MappedRange& operator=(const MappedRange&) = delete;

 private:
  std::shared_ptr<Mapping> mapping_;
  std::size_t start_;
  std::size_t end_;
};

// A regular file, mapped from where it stood. If another program cuts the file short, touching the pages that
// are gone raises SIGBUS, which nothing short of a signal handler for the whole process could catch. check()
// sees a file that became shorter before its lost part is read; only a cut in the instant between that and
// the reading of a batch is fatal. Mail programs replace or append to mailboxes, they do not cut them.
class MappedFile final : public ByteSource {
 public:
  MappedFile(File file, std::string name, std::shared_ptr<Mapping> mapping, std::size_t start)
      : file_(std::move(file)),
        name_(std::move(name)),
        mapping_(std::move(mapping)),
        origin_(start),
        position_(start),
        end_(mapping_->size) {}

  // The file's bytes from `start`, which need not be a page's; null where the file cannot be mapped.
  static std::unique_ptr<ByteSource> map(File& file, const std::string& name, std::size_t start,
                                         std::size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (memory == MAP_FAILED) return nullptr;
    auto mapping = std::make_shared<Mapping>(memory, size);
    madvise(memory, size, MADV_SEQUENTIAL);
    return std::make_unique<MappedFile>(std::move(file), name, std::move(mapping), start);
  }

  std::string_view held() const override { return {mapping_->start + position_, end_ - position_}; }
  bool at_end() const override { return true; }
  void read_more(std::vector<Error>& /*problems*/) override {}
  void drop(std::size_t size) override {
    position_ += size;
    offset_ += size;
  }
  std::shared_ptr<const void> share(std::size_t size) override {
    return std::make_shared<MappedRange>(mapping_, position_, position_ + size);
  }
  std::optional<std::uint64_t> total() const override { return mapping_->size - origin_; }

  void check(std::vector<Error>& problems) override {
    struct stat status = {};
    if (fstat(file_.descriptor(), &status) != 0 || static_cast<std::uint64_t>(status.st_size) >= end_) return;
    end_ = std::max(position_, static_cast<std::size_t>(status.st_size));
    problems.push_back(unreadable(name_, "became shorter while it was read"));
  }

 private:
  File file_;
  std::string name_;
  std::shared_ptr<Mapping> mapping_;
  std::size_t origin_;    // of the source in the file
  std::size_t position_;  // of the first byte held
  std::size_t end_;
};

// Reads a file or a pipe. A wait for a pipe ends when a stop is asked for.
class FileStream final : public Stream {
 public:
  FileStream(File file, std::string name, const Stop* stop)
      : file_(std::move(file)), name_(std::move(name)), stop_(stop) {}

  std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) override {
    while (true) {
      if (stop_ != nullptr && !stop_->wait_for(file_.descriptor())) return 0;
      const ssize_t got = ::read(file_.descriptor(), to, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno == EINTR || (errno == EAGAIN && stop_ != nullptr)) continue;
      problems.push_back(system_error(name_, errno));
      return 0;
    }
  }

 private:
  File file_;
  std::string name_;
  const Stop* stop_;  // null where a read never waits for long
};

}  // namespace

Error system_error(const std::string& name, int number) {
  return unreadable(name, std::generic_category().message(number));
}

std::string refusal(unsigned mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISSOCK(mode)) return "is a socket";
  if (S_ISBLK(mode) || S_ISCHR(mode)) return "is a device";
  return {};
}

namespace {

std::unique_ptr<ByteSource> bytes_of(File file, const Opening& opening, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) {
    auto stream = std::make_unique<FileStream>(std::move(file), opening.name, opening.stop);
    return std::make_unique<ChunkBytes>(std::move(stream), opening.name, kChunk, std::nullopt);
  }
  const off_t position = lseek(file.descriptor(), 0, SEEK_CUR);
  const auto start = position > 0 ? static_cast<std::size_t>(position) : 0;
  const auto size = static_cast<std::size_t>(status.st_size);
  const std::size_t left = size > start ? size - start : 0;
  if (left >= kSmallestMapped) {
    if (auto mapped = MappedFile::map(file, opening.name, start, size)) return mapped;
  }
  // One byte more than there should be shows the end, or that the file has grown.
  const std::size_t first_chunk = std::min({left + 1, kChunk, opening.first_chunk});
  auto stream = std::make_unique<FileStream>(std::move(file), opening.name, nullptr);
  return std::make_unique<ChunkBytes>(std::move(stream), opening.name, first_chunk, left);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path, const Opening& opening) {
  struct stat status = {};
  const bool standard = path == "-";
  if ((standard ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status)) != 0) {
    return system_error(opening.name, errno);
  }
  std::string reason = standard && !S_ISDIR(status.st_mode) ? "" : refusal(status.st_mode);
  if (standard && !reason.empty()) reason += ", which is read where it is named";
  if (!reason.empty()) return unreadable(opening.name, reason);
  const int descriptor = standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(opening.name, errno);
  return bytes_of(File(descriptor, !standard), opening, status);
}

std::unique_ptr<ByteSource> adopt_bytes(int descriptor, const struct stat& status, const Opening& opening) {
  return bytes_of(File(descriptor, true), opening, status);
}

void use_up(ByteSource& bytes, std::size_t size) {
  const std::shared_ptr<const void> used = bytes.share(size);  // a share that ends gives mapped pages back
  bytes.drop(size);
}

}  // namespace mimebase::input
