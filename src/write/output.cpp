#include "mimebase/output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "write/terminal_text.h"

namespace mimebase {

struct Output::State {
  std::string path;       // as named, for messages
  std::string target;     // the file that takes the name in the end
  std::string temporary;  // the file beside it; empty where the output is written directly
  int fd = -1;
  bool failed = false;
  bool append = false;
  bool keep_other = false;  // append_to() found nothing: who makes the file meanwhile is not overwritten

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd > STDERR_FILENO) close(fd);
    if (!temporary.empty()) unlink(temporary.c_str());
  }

  Error fail(int error) {
    failed = true;
    return {error == EPIPE ? Error::Code::kClosedPipe : Error::Code::kUnwritable,
            path + ": " + std::strerror(error)};
  }
  Result<void> open_file();
  Result<void> open_beside(mode_t mode);
};

// A device or a pipe under that name is written to; it cannot be replaced by a file.
Result<void> Output::State::open_file() {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return fd >= 0 ? Result<void>() : Result<void>(fail(errno));
  }
  const mode_t mask = umask(0);
  umask(mask);
  return open_beside(exists ? status.st_mode & 07777 : 0666 & ~mask);
}

Result<void> Output::State::open_beside(mode_t mode) {
  // Through a symbolic link the file that it names is written, not the link.
  if (char* real = realpath(path.c_str(), nullptr)) {
    target = real;
    std::free(real);
  }
  std::string name = target + ".XXXXXX";
  fd = mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0) return fail(errno);
  temporary = name;
  if (fchmod(fd, mode) != 0) return fail(errno);
  return {};
}

Output::Output(std::unique_ptr<State> state) : state_(std::move(state)) {}
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

Result<Output> Output::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = state->target = path;
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
  state->path = state->target = path;
  state->append = true;
  if (S_ISDIR(status.st_mode)) return state->fail(EISDIR);
  if (!S_ISREG(status.st_mode)) return Error{Error::Code::kUnwritable, path + ": is no regular file"};
  // SQLite's locks keep transactions apart. This one is for the whole run.
  state->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (state->fd < 0) return state->fail(errno);
  if (flock(state->fd, LOCK_EX | LOCK_NB) != 0)
    return Error{Error::Code::kUnwritable, path + ": another run is adding to it"};
  return Output(std::move(state));
}

const std::string& Output::file() const {
  return state_->append ? state_->target : state_->temporary;
}

bool Output::is_append() const {
  return state_->append;
}

const std::string& Output::name() const {
  return state_->path;
}

Result<void> Output::write(std::string_view bytes) {
  if (state_->failed) return Error{Error::Code::kUnwritable, state_->path + ": an earlier write failed"};
  while (!bytes.empty()) {
    const ssize_t written = ::write(state_->fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return state_->fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> Output::commit() {
  if (state_->failed) return Error{Error::Code::kUnwritable, state_->path + ": an earlier write failed"};
  if (state_->temporary.empty()) return {};
  // A disk that is full may say so only now.
  if (fsync(state_->fd) != 0 || close(state_->fd) != 0) return state_->fail(errno);
  state_->fd = -1;
  const unsigned flags = state_->keep_other ? RENAME_NOREPLACE : 0;
  if (renameat2(AT_FDCWD, state_->temporary.c_str(), AT_FDCWD, state_->target.c_str(), flags) != 0)
    return state_->fail(errno);
  state_->temporary.clear();
  return {};
}

std::string visible(std::string_view text) {
  std::string out;
  write::append_visible(text, out);
  return out;
}

std::optional<Format> format_from_name(std::string_view name) {
  if (name == "text") return Format::kText;
  if (name == "jsonl") return Format::kJsonl;
  if (name == "csv") return Format::kCsv;
  if (name == "sqlite") return Format::kSqlite;
  return std::nullopt;
}

Format format_from_path(std::string_view path) {
  if (path.ends_with(".jsonl") || path.ends_with(".ndjson")) return Format::kJsonl;
  if (path.ends_with(".csv")) return Format::kCsv;
  for (const std::string_view ending : {".sqlite", ".sqlite3", ".db"}) {
    if (path.ends_with(ending)) return Format::kSqlite;
  }
  return Format::kText;
}

}  // namespace mimebase
