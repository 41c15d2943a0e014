#include "input/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "process/descriptors.h"

namespace mimebase::input {
namespace {

// A pipe, or another file without random access. Waiting for it ends when a stop is requested.
class PipeStream final : public Stream {
 public:
  // `waits` is false for files that the kernel generates when they are read (regular files of size 0, as
  // in /proc), which are always ready.
  PipeStream(Context& context, std::string name, Descriptor file, bool waits)
      : Stream(context, std::move(name)), file_(std::move(file)), waits_(waits) {}

  std::size_t read(std::uint64_t /*offset*/, char* to, std::size_t size) override {
    while (true) {
      if (waits_ && !context().stop.wait_for(file_.get())) return 0;
      const ssize_t got = ::read(file_.get(), to, size);
      context().count_progress();
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno == EINTR || (errno == EAGAIN && waits_)) continue;
      context().note(context().system_error(name(), errno));
      return 0;
    }
  }

 private:
  const Descriptor file_;
  const bool waits_;
};

// A regular file from byte `start` up to the size it had when it was opened. A change since then is noted
// at the end. Does not move the file's offset.
class FileStream final : public Stream {
 public:
  FileStream(Context& context, std::string name, OpenFile file, std::uint64_t start)
      : Stream(context, std::move(name)),
        file_(std::move(file)),
        size_(static_cast<std::uint64_t>(file_.status.st_size)),
        start_(start) {}

  bool has_random_access() const override { return true; }
  std::size_t read(std::uint64_t offset, char* to, std::size_t size) override {
    if (const std::size_t got = peek(offset, to, size); got > 0) return got;
    if (start_ + offset < size_) {
      has_ended_ = true;
      context().note(errno != 0 ? context().system_error(name(), errno)
                                : context().error(name(), kBecameShorter, Error::Code::kReadError));
      return 0;
    }
    if (std::exchange(has_ended_, true)) return 0;
    const std::string change = change_since(file_.status, file_.descriptor.get());
    if (!change.empty()) context().note(name(), change, Error::Code::kReadError);
    return 0;
  }
  std::size_t peek(std::uint64_t offset, char* to, std::size_t size) override {
    const std::uint64_t position = start_ + offset;
    const std::size_t wanted = position < size_ ? std::min<std::uint64_t>(size, size_ - position) : 0;
    while (wanted > 0) {
      errno = 0;
      const ssize_t got = pread(file_.descriptor.get(), to, wanted, static_cast<off_t>(position));
      context().count_progress();
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) break;
    }
    return 0;
  }

 private:
  const OpenFile file_;
  const std::uint64_t size_;   // of the file, when it was opened
  const std::uint64_t start_;  // offset of the source in the file
  bool has_ended_ = false;     // the end has been reported
};

}  // namespace

std::string refusal(unsigned mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISSOCK(mode)) return "is a socket";
  if (S_ISBLK(mode) || S_ISCHR(mode)) return "is a device";
  return {};
}

std::string change_since(const struct stat& before, int descriptor) {
  struct stat now = {};
  if (status_of_open(descriptor, now) != 0) return {};
  if (now.st_size < before.st_size) return kBecameShorter;
  if (now.st_size > before.st_size) {
    return "grew while it was read, beyond byte " + std::to_string(before.st_size);
  }
  const bool same =
      now.st_mtim.tv_sec == before.st_mtim.tv_sec && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
  return same ? "" : "was written to while it was read";
}

std::uint64_t bytes_to_read(const OpenFile& file) {
  if (!S_ISREG(file.status.st_mode)) return 0;
  const off_t start = lseek(file.descriptor.get(), 0, SEEK_CUR);
  return static_cast<std::uint64_t>(std::max<off_t>(file.status.st_size - std::max<off_t>(start, 0), 0));
}

Result<OpenFile> open_file(const Context& context) {
  const std::string& path = context.path();
  const std::string& name = context.name();
  const bool standard = path == "-";
  struct stat status = {};
  if ((standard ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status)) != 0) {
    return context.system_error(name, errno);
  }
  std::string reason = standard && !S_ISDIR(status.st_mode) ? "" : refusal(status.st_mode);
  if (standard && !reason.empty()) reason += ", which can only be read by its name";
  if (!reason.empty()) return context.error(name, reason);
  Descriptor file(standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                           : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  // The file may have been replaced since it was checked, so its current status is used.
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return context.system_error(name, errno);
  return OpenFile{std::move(file), status};
}

std::unique_ptr<ByteSource> bytes_of_file(Context& context, std::string name, OpenFile file,
                                          std::size_t first_chunk, std::size_t chunk) {
  auto& [descriptor, status] = file;
  const bool is_regular = S_ISREG(status.st_mode);
  if (!is_regular || status.st_size == 0) {
    auto stream = std::make_unique<PipeStream>(context, std::move(name), std::move(descriptor), !is_regular);
    return std::make_unique<ByteSource>(std::move(stream), chunk, std::nullopt, chunk);
  }
  const auto start = static_cast<std::uint64_t>(std::max(lseek(descriptor.get(), 0, SEEK_CUR), off_t{0}));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto stream = std::make_unique<FileStream>(context, std::move(name), std::move(file), start);
  return std::make_unique<ByteSource>(std::move(stream), first_chunk, size - std::min(start, size), chunk);
}

std::unique_ptr<ByteSource> spool(Context& context, ByteSource& bytes, const std::string& name) {
  const auto fail = [&] {
    context.note(name, "does not fit into a temporary file: " + std::generic_category().message(errno),
                 Error::Code::kReadError);
    return nullptr;
  };
  OpenFile file{Descriptor(context.open_temporary_file())};
  const int descriptor = file.descriptor.get();
  if (descriptor < 0) return fail();
  const std::uint64_t most = context.options.limits.spool_bytes;
  std::uint64_t size = 0;
  while (true) {
    const std::string_view held = bytes.held();
    size += held.size();
    if (size > most) {
      context.note(name,
                   "is a zip file that must be stored to be read, and is longer than " +
                       std::to_string(most) + " bytes",
                   Error::Code::kLimit);
      return nullptr;
    }
    if (write_all(descriptor, held) != 0) return fail();
    bytes.drop(held.size());
    if (bytes.at_end()) break;
    bytes.read_more();
  }
  if (status_of_open(descriptor, file.status) != 0 || lseek(descriptor, 0, SEEK_SET) != 0) return fail();
  return bytes_of_file(context, name, std::move(file), kChunk);
}

}  // namespace mimebase::input
