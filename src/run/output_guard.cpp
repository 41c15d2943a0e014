#include "run/output_guard.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "database/existing_database.h"
#include "output/output_file.h"

namespace mimebase::run {
namespace {

namespace fs = std::filesystem;

// Identifies a file independently of its names.
using Identity = std::pair<dev_t, ino_t>;

bool is(const struct stat& status, const Identity& file) {
  return Identity(status.st_dev, status.st_ino) == file;
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// Returns a path of the file inside `folder`, or nothing if the folder does not contain it. Skips folders
// that cannot be listed, because the reader reports them.
std::optional<std::string> find_in(const std::string& folder, const Identity& file) {
  std::vector<std::string> waiting = {folder};
  std::set<Identity> listed;  // each folder is listed once, even if several links lead to it
  while (!waiting.empty()) {
    const std::string path = std::exchange(waiting.back(), {});
    waiting.pop_back();
    const std::unique_ptr<DIR, CloseFolder> listing(opendir(path.c_str()));
    struct stat status = {};
    if (!listing || fstat(dirfd(listing.get()), &status) != 0) continue;
    if (!listed.insert({status.st_dev, status.st_ino}).second) continue;
    while (const dirent* entry = readdir(listing.get())) {
      // The listing provides the inode number of a regular file, so most entries need no stat().
      if (entry->d_type == DT_REG && entry->d_ino != file.second) continue;
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string entry_path = path + '/' + entry->d_name;
      if (stat(entry_path.c_str(), &status) != 0) continue;
      if (is(status, file)) return entry_path;
      if (S_ISDIR(status.st_mode)) waiting.push_back(std::move(entry_path));
    }
  }
  return std::nullopt;
}

// Returns true if the file would be read as mail when its folder is read, or if it cannot be read.
bool may_be_mail(const std::string& path, InputOptions options) {
  options.as_in_folder = true;
  options.read_ahead = false;
  options.range.reset();
  Result<Reader> reader = Reader::open(path, options);
  return !reader || reader->next() || !reader->problems().empty();
}

Error usage(const std::string& sentence) {
  return {Error::Code::kUsage, sentence};
}

}  // namespace

Result<void> check_output(const Output& output, const std::vector<std::string>& inputs,
                          const InputOptions& options, bool force) {
  if (OutputFile::target(output).empty()) return {};
  Result<void> checked = check_is_no_input(output.name(), inputs, options);
  if (checked && !output.is_append() && !force && database::may_hold_rows(OutputFile::target(output)))
    return usage(output.name() +
                 ": is a database that has rows: use --append to add to it, or --force to replace it");
  return checked;
}

Result<void> make_room(const Output& output, const RowOptions& options) {
  if (OutputFile::target(output).empty() || output.is_append()) return {};
  if (!options.force && database::may_hold_rows(OutputFile::target(output)))
    return Error{Error::Code::kUnwritable, output.name() + ": has become a database that has rows"};
  if (options.format == Format::kSqlite) database::remove_files_beside(OutputFile::target(output));
  return {};
}

Result<void> check_folder_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code ignored;  // the reader reports paths that cannot be examined
  const auto real = [&](const std::string& name) {
    std::string found = fs::weakly_canonical(name, ignored).lexically_normal().string();
    if (!found.ends_with('/')) found += '/';
    return found;
  };
  const std::string folder = real(path);
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    const std::string other = real(input);
    if (folder.starts_with(other) || other.starts_with(folder))
      return usage(path + ": the output must not be inside the INPUT " + input + ", or contain it");
  }
  return {};
}

}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<void> check_is_no_input(const std::string& path, const std::vector<std::string>& inputs,
                               const InputOptions& options) {
  struct stat status = {};
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const run::Identity file(status.st_dev, status.st_ino);
  for (const std::string& input : inputs) {
    if ((input == "-" ? fstat(STDIN_FILENO, &status) : stat(input.c_str(), &status)) != 0) continue;
    if (S_ISDIR(status.st_mode) && input != "-") {
      const std::optional<std::string> found = run::find_in(input, file);
      if (found && run::may_be_mail(*found, options))
        return run::usage(*found + ": is mail in the INPUT " + input + ", and also the output FILE");
    } else if (S_ISREG(status.st_mode) && run::is(status, file)) {
      return run::usage(input == "-" ? path + ": is read as standard input, and is also the output FILE"
                                     : input + ": is both INPUT and the output FILE");
    }
  }
  return {};
}

}  // namespace v0_2
}  // namespace mimebase
