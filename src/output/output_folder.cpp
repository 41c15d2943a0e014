#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mimebase/output.h"
#include "output/new_folder.h"
#include "output/output_file.h"

namespace mimebase {
inline namespace v0_2 {

namespace {

// True for the current working directory and its ancestors.
bool is_around_us(const std::string& path) {
  std::error_code failed;
  for (auto one = std::filesystem::current_path(failed); !failed; one = one.parent_path()) {
    if (std::filesystem::equivalent(path, one, failed)) return true;
    if (one == one.parent_path()) break;
  }
  return false;
}

}  // namespace

struct OutputFolder::State {
  std::string path;
  bool may_replace = false;
  output::NewFolder folder;
};

OutputFolder::OutputFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFolder::OutputFolder(OutputFolder&&) noexcept = default;
OutputFolder& OutputFolder::operator=(OutputFolder&&) noexcept = default;
OutputFolder::~OutputFolder() = default;

Result<OutputFolder> OutputFolder::open(const std::string& path, bool may_replace) {
  std::error_code ignored;  // the file may not exist
  const bool is_free = !std::filesystem::exists(path, ignored) || std::filesystem::is_empty(path, ignored);
  if (!is_free && !std::filesystem::is_directory(path, ignored))
    return Error{Error::Code::kUsage, path + ": exists and is not a folder"};
  if (!is_free && !may_replace)
    return Error{Error::Code::kUsage,
                 path + ": exists and is not empty: use --force to replace it with all its contents"};
  // The new folder would take over the name, and a shell that works in the old folder would be left in a
  // deleted one.
  if (is_around_us(path))
    return Error{Error::Code::kUsage,
                 path +
                     ": is the current folder, or contains it, and cannot be replaced: name a new "
                     "folder in it (./page)"};
  auto state = std::make_unique<State>();
  state->path = path;
  state->may_replace = may_replace;
  const int error = state->folder.create(path);
  if (error != 0) return Error{Error::Code::kUnwritable, output::why_not_created(path, error)};
  return OutputFolder(std::move(state));
}

Result<void> OutputFolder::commit() {
  const int error = state_->folder.take_name(state_->may_replace);
  if (error == 0) return {};
  return Error{Error::Code::kUnwritable, state_->path + ": " + std::strerror(error)};
}

const std::string& OutputFolder::unfinished() const& {
  return state_->folder.beside();
}
const std::string& OutputFolder::name() const& {
  return state_->path;
}

const output::NewFolder& OutputFile::folder(const OutputFolder& output) {
  return output.state_->folder;
}

}  // namespace v0_2
}  // namespace mimebase
