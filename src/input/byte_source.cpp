#include "input/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "input/chunk_bytes.h"
#include "input/file_stream.h"

namespace mimebase::input {

Error system_error(const std::string& name, int number) {
  const std::string reason = std::generic_category().message(number);
  const auto will_stay = {ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG};
  const bool is_of_path = std::find(will_stay.begin(), will_stay.end(), number) != will_stay.end();
  return is_of_path ? unreadable(name, reason) : read_error(name, reason);
}

std::string refusal(unsigned mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISSOCK(mode)) return "is a socket";
  if (S_ISBLK(mode) || S_ISCHR(mode)) return "is a device";
  return {};
}

namespace {

// Files that the kernel makes up while they are read have the size 0.
bool has_size(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_size > 0;
}

std::unique_ptr<ByteSource> bytes_of(File file, const Opening& opening, const struct stat& status) {
  if (!has_size(status)) {
    const Stop* const stop = S_ISREG(status.st_mode) ? nullptr : opening.stop;
    auto stream = std::make_unique<PipeStream>(std::move(file), opening.name, stop);
    return std::make_unique<ChunkBytes>(std::move(stream), opening.name, kChunk, std::nullopt);
  }
  const off_t position = lseek(file.descriptor(), 0, SEEK_CUR);
  const auto start = position > 0 ? static_cast<std::uint64_t>(position) : 0;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto stream = std::make_unique<FileStream>(std::move(file), opening.name, status, start);
  return std::make_unique<ChunkBytes>(std::move(stream), opening.name, std::min(kChunk, opening.first_chunk),
                                      size - std::min(start, size));
}

// A file that nobody else sees, or -1.
int open_unnamed() {
  const char* const given = std::getenv("TMPDIR");
  const std::string folder = given != nullptr && *given != '\0' ? given : "/tmp";
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
  std::string name = folder + "/mimebase-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
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
  File file(standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC), !standard);
  // What the file is now counts: it may have been replaced since it was looked at.
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) {
    return system_error(opening.name, errno);
  }
  return bytes_of(std::move(file), opening, status);
}

std::unique_ptr<ByteSource> adopt_bytes(int descriptor, const struct stat& status, const Opening& opening) {
  return bytes_of(File(descriptor, true), opening, status);
}

std::unique_ptr<ByteSource> spool(ByteSource& bytes, std::uint64_t most, const std::string& called,
                                  std::vector<Error>& problems) {
  File file(open_unnamed(), true);
  const auto fail = [&](const std::string& reason, Error::Code code = Error::Code::kUnreadable) {
    problems.push_back(code == Error::Code::kLimit ? unreadable(called, reason, code)
                                                   : read_error(called, reason));
    return nullptr;
  };
  const std::string in_file = "does not fit into a temporary file: ";
  if (file.descriptor() < 0) return fail(in_file + std::generic_category().message(errno));
  std::uint64_t size = 0;
  while (true) {
    const std::string_view held = bytes.held();
    size += held.size();
    if (size > most) {
      return fail(
          "is a zip that cannot be read from its end, and longer than " + std::to_string(most) + " bytes",
          Error::Code::kLimit);
    }
    if (!write_all(file.descriptor(), held)) {
      return fail(in_file + std::generic_category().message(errno));
    }
    bytes.drop(held.size());
    if (bytes.at_end()) break;
    bytes.read_more(problems);
  }
  struct stat status = {};
  if (fstat(file.descriptor(), &status) != 0 || lseek(file.descriptor(), 0, SEEK_SET) != 0) {
    return fail(in_file + std::generic_category().message(errno));
  }
  return bytes_of(std::move(file), {called}, status);
}

}  // namespace mimebase::input
