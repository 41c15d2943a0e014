#include "mimebase/output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "write/gzip_writer.h"
#include "write/new_file.h"

namespace mimebase {
namespace {

// Where a chain of symbolic links ends, be something there or not.
std::string end_of_links(const std::string& path) {
  if (char* real = realpath(path.c_str(), nullptr)) {
    std::string found = real;
    std::free(real);
    return found;
  }
  std::filesystem::path end = path;
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(end, error); ++links) {
    const std::filesystem::path next = std::filesystem::read_symlink(end, error);
    if (error) break;
    end = end.parent_path() / next;
  }
  return end.string();
}

}  // namespace

struct Output::State {
  std::string path;        // as named, for messages
  int fd = -1;             // of what is written directly, or held by append_to()
  write::NewFile file;     // that takes the name in the end
  std::string file_path;   // Output::file()
  std::string unfinished;  // Output::unfinished()
  std::string target;      // Output::target()
  std::optional<write::GzipWriter> gzip;
  bool failed = false;
  bool append = false;
  bool keep_other = false;  // append_to() found nothing: who makes the file meanwhile is not overwritten

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd > STDERR_FILENO) close(fd);
  }

  Error fail(int error) {
    failed = true;
    return {error == EPIPE ? Error::Code::kClosedPipe : Error::Code::kUnwritable,
            path + ": " + std::strerror(error)};
  }
  [[nodiscard]] int descriptor() const { return fd >= 0 ? fd : file.descriptor(); }
  Result<void> open_file();
  Result<void> create_file();
  Result<void> write_all(std::string_view bytes);
};

// A device or a pipe under that name is written to; it cannot be replaced by a file.
Result<void> Output::State::open_file() {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return fail(errno);
  if (exists && S_ISDIR(status.st_mode)) return fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return fd >= 0 ? Result<void>() : Result<void>(fail(errno));
  }
  if (Result<void> created = create_file(); !created) return created;
  if (exists && fchmod(file.descriptor(), status.st_mode & 07777) != 0) return fail(errno);
  return {};
}

Result<void> Output::State::create_file() {
  if (path.empty()) return fail(ENOENT);
  target = end_of_links(path);
  if (const int error = file.create(target); error != 0) return fail(error);
  file_path = file.path();
  unfinished = file.beside();
  return {};
}

Output::Output(std::unique_ptr<State> state) : state_(std::move(state)) {}
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

Result<Output> Output::open(const std::string& path, const OutputOptions& options) {
  auto state = std::make_unique<State>();
  state->path = path;
  if (options.gzip) state->gzip.emplace();
  if (path == "-") {
    state->path = "standard output";
    state->fd = STDOUT_FILENO;
  } else if (Result<void> opened = state->open_file(); !opened) {
    return opened.error();
  }
  return Output(std::move(state));
}

Result<Output> Output::append_to(const std::string& path) {
  struct stat status {};
  if (path == "-" || stat(path.c_str(), &status) != 0) {
    Result<Output> output = open(path);
    if (output) output->state_->keep_other = true;
    return output;
  }
  auto state = std::make_unique<State>();
  state->path = state->file_path = path;
  state->append = true;
  if (S_ISDIR(status.st_mode)) return state->fail(EISDIR);
  if (!S_ISREG(status.st_mode)) return Error{Error::Code::kUnwritable, path + ": is no regular file"};
  state->target = end_of_links(path);
  // SQLite's locks keep transactions apart. This one is for the whole run.
  state->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (state->fd < 0) return state->fail(errno);
  if (flock(state->fd, LOCK_EX | LOCK_NB) != 0)
    return Error{Error::Code::kUnwritable, path + ": another run is adding to it"};
  return Output(std::move(state));
}

const std::string& Output::file() const {
  return state_->file_path;
}

const std::string& Output::unfinished() const {
  return state_->unfinished;
}

bool Output::is_append() const {
  return state_->append;
}

const std::string& Output::target() const {
  return state_->target;
}

Destination Output::destination() const {
  struct stat status {};
  if (isatty(state_->descriptor()) != 0) return Destination::kTerminal;
  if (fstat(state_->descriptor(), &status) != 0) return Destination::kFile;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? Destination::kPipe : Destination::kFile;
}

const std::string& Output::name() const {
  return state_->path;
}

Result<void> Output::State::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> Output::write(std::string_view bytes) {
  State& state = *state_;
  if (state.failed) return Error{Error::Code::kUnwritable, state.path + ": an earlier write failed"};
  if (!state.gzip) return state.write_all(bytes);
  const Result<std::string_view> compressed = state.gzip->add(bytes);
  state.failed = !compressed;
  return compressed ? state.write_all(*compressed) : Result<void>(compressed.error());
}

Result<void> Output::commit() {
  State& state = *state_;
  if (state.failed) return Error{Error::Code::kUnwritable, state.path + ": an earlier write failed"};
  if (state.gzip) {
    const Result<std::string_view> end = state.gzip->finish();
    if (!end) return end.error();
    if (Result<void> written = state.write_all(*end); !written) return written;
  }
  if (state.file.descriptor() < 0) return {};
  const int error = state.file.take_name(!state.keep_other);
  return error == 0 ? Result<void>() : Result<void>(state.fail(error));
}

}  // namespace mimebase
