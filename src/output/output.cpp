#include "mimebase/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "output/gzip.h"
#include "output/lock_file.h"
#include "output/output_file.h"
#include "output/place.h"
#include "process/descriptors.h"

namespace mimebase {
inline namespace v0_2 {
struct Output::State {
  std::string path;        // as the user named it, for messages
  int fd = -1;             // of an output that is written directly or appended to
  output::NewFile file;    // renamed to its target by commit()
  std::string target;      // OutputFile::target()
  output::LockFile lock;   // for an output that is appended to
  std::string unfinished;  // Output::unfinished(): the temporary path of `file`, or the path of the lock
  std::optional<output::Gzip> gzip;
  bool failed = false;
  bool append = false;
  bool may_replace = false;
  bool keep_other = false;  // there was nothing to append to; if another process creates the file meanwhile,
                            // it is not overwritten

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd > STDERR_FILENO) close(fd);
  }

  Error fail(int error) {
    failed = true;
    return {error == EPIPE ? Error::Code::kClosedPipe : Error::Code::kUnwritable,
            output::why_not_created(path, error)};
  }
  [[nodiscard]] int descriptor() const { return fd >= 0 ? fd : file.descriptor(); }
  Result<void> open_file(bool to_append);
  Result<void> add(std::string_view bytes, bool is_end);
  Result<void> open_to_append(const struct stat& status);
  void remove_left_lock() const;
  Result<void> write_all(std::string_view bytes);
};

// Devices and pipes are written to directly, because a file cannot replace them.
Result<void> Output::State::open_file(bool to_append) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return fail(errno);
  if (exists && S_ISDIR(status.st_mode)) return fail(EISDIR);
  const bool is_regular = exists && S_ISREG(status.st_mode);
  keep_other = to_append;
  append = to_append && exists;
  if (append && !is_regular) return Error{Error::Code::kUnwritable, path + ": is not a regular file"};
  if (append) return open_to_append(status);
  if (exists && !is_regular) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return fd >= 0 ? Result<void>() : Result<void>(fail(errno));
  }
  if (path.empty()) return fail(ENOENT);
  target = output::end_of_links(path);
  remove_left_lock();
  if (const int error = file.create(target); error != 0) return fail(error);
  unfinished = file.beside();
  if (exists && fchmod(file.descriptor(), status.st_mode & 07777) != 0) return fail(errno);
  return {};
}

// A run that was killed while it added to a database leaves its lock. The new file is not that database.
void Output::State::remove_left_lock() const {
  const std::string name = target + output::kLockEnding;
  output::LockFile left;  // removes the file, unless another run has locked it
  if (struct stat status{}; lstat(name.c_str(), &status) == 0)
    static_cast<void>(left.take(name, status.st_mode & 0777));
}

Result<void> Output::State::open_to_append(const struct stat& status) {
  target = output::end_of_links(path);
  fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(errno);
  // SQLite's locks protect single transactions. This lock covers the whole run.
  const int error = lock.take(target + output::kLockEnding, status.st_mode & 0777);
  if (error == EAGAIN) return Error{Error::Code::kUnwritable, path + ": another run is adding to it"};
  if (error != 0) return fail(error);
  unfinished = lock.path();
  return {};
}

Output::Output(std::unique_ptr<State> state) : state_(std::move(state)) {}
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

Result<Output> Output::open(const std::string& path, const OutputOptions& options) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->may_replace = options.may_replace;
  if (options.gzip) state->gzip.emplace();
  if (path == "-") {
    state->path = "standard output";
    state->fd = STDOUT_FILENO;
    return Output(std::move(state));
  }
  if (Result<void> opened = state->open_file(options.append); !opened) return opened.error();
  return Output(std::move(state));
}

const std::string& OutputFile::path(const Output& output) {
  return output.state_->append ? output.state_->path : output.state_->file.path();
}

const std::string& Output::unfinished() const& {
  return state_->unfinished;
}

bool Output::is_append() const {
  return state_->append;
}

bool Output::may_replace() const {
  return state_->may_replace;
}

const std::string& OutputFile::target(const Output& output) {
  return output.state_->target;
}

Result<void> OutputFile::overwrite(Output& output, std::uint64_t offset, std::string_view bytes) {
  Output::State& state = *output.state_;
  if (state.gzip || state.file.descriptor() < 0)
    return Error{Error::Code::kUnwritable, state.path + ": is not a regular file"};
  while (!bytes.empty()) {
    const ssize_t size =
        pwrite(state.file.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return state.fail(size < 0 ? errno : EIO);
    bytes.remove_prefix(static_cast<std::size_t>(size));
    offset += static_cast<std::uint64_t>(size);
  }
  return {};
}

output::Place OutputFile::place(const Output& output) {
  const Output::State& state = *output.state_;
  return state.target.empty() ? output::Place(state.fd) : output::Place(state.target);
}

Destination Output::destination() const {
  struct stat status {};
  if (isatty(state_->descriptor()) != 0) return Destination::kTerminal;
  if (fstat(state_->descriptor(), &status) != 0) return Destination::kFile;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? Destination::kPipe : Destination::kFile;
}

const std::string& Output::name() const& {
  return state_->path;
}

Result<void> Output::State::write_all(std::string_view bytes) {
  const int error = mimebase::write_all(descriptor(), bytes);
  return error == 0 ? Result<void>() : fail(error);
}

Result<void> Output::State::add(std::string_view bytes, bool is_end) {
  if (failed) return Error{Error::Code::kUnwritable, path + ": an earlier write failed"};
  if (!gzip) return write_all(bytes);
  const Result<std::string_view> compressed = gzip->add(bytes, is_end);
  failed = !compressed;
  return compressed ? write_all(*compressed) : Result<void>(compressed.error());
}

Result<void> Output::write(std::string_view bytes) {
  return state_->add(bytes, false);
}

Result<void> Output::commit() {
  State& state = *state_;
  if (Result<void> written = state.add({}, true); !written) return written;
  if (state.file.descriptor() < 0) return {};
  const int error = state.file.take_name(!state.keep_other);
  return error == 0 ? Result<void>() : Result<void>(state.fail(error));
}

}  // namespace v0_2
}  // namespace mimebase
