#include "run/folder_feed.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace mimebase::run {
namespace {

// Files that are open for the reader: as many as the system lets it have, with others beside them.
std::size_t most_files() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
  return std::clamp<std::size_t>(limit.rlim_cur / 8, 1, process::kMostFiles / 2);
}

}  // namespace

Result<void> FolderFeed::open() {
  Result<std::unique_ptr<input::Files>> files = input::list_folder(context_);
  if (!files) return files.error();
  files_ = std::move(*files);
  return {};
}

bool FolderFeed::feed(const process::Channel& channel) {
  // Steps that give no file are bounded too: nobody reads meanwhile.
  constexpr std::size_t kMostNames = 256;
  const std::size_t most = most_files();
  std::vector<Found> names;
  std::vector<input::Descriptor> files;
  if (!problems_.empty()) names.emplace_back().problems = std::exchange(problems_, {});
  while (names.size() < kMostNames && files.size() < most && (names.empty() || !names.back().at_end)) {
    if (!give_again(names, files)) find(names, files);
  }
  std::vector<int> numbers;
  for (const input::Descriptor& file : files) numbers.push_back(file.get());
  return channel.send(static_cast<std::uint32_t>(Say::kFiles), written(names), numbers);
}

void FolderFeed::find(std::vector<Found>& names, std::vector<input::Descriptor>& files) {
  std::optional<input::FoundFile> found;
  const bool goes_on = files_->step(found);
  std::vector<Error> problems = context_.take_all_problems();
  if (found) {
    given_.push_back({++found_, found->source, found->role});
    given_again_ = given_.size();
    give(found_, std::move(found->source), found->role, std::move(found->file), names, files);
    names.back().problems = std::move(problems);
  } else if (!problems.empty()) {
    names.emplace_back().problems = std::move(problems);
  }
  if (goes_on) return;
  names.emplace_back().at_end = true;
}

void FolderFeed::give(std::uint64_t number, std::string source, input::Role role, input::OpenFile file,
                      std::vector<Found>& names, std::vector<input::Descriptor>& files) {
  Found& name = names.emplace_back();
  name.is_file = true;
  name.number = number;
  name.source = std::move(source);
  name.role = static_cast<std::uint64_t>(role);
  name.status = raw(file.status);
  files.push_back(std::move(file.descriptor));
}

// False where all that were given once are.
bool FolderFeed::give_again(std::vector<Found>& names, std::vector<input::Descriptor>& files) {
  if (given_again_ >= given_.size()) return false;
  const Given& next = given_[given_again_++];
  input::OpenFile file;
  file.descriptor.reset(::open(next.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  const bool is_there = file.descriptor.get() >= 0 && fstat(file.descriptor.get(), &file.status) == 0 &&
                        S_ISREG(file.status.st_mode);
  if (is_there) {
    give(next.number, next.source, next.role, std::move(file), names, files);
  } else {
    names.emplace_back().problems.push_back(
        context_.error(next.source, "has gone since its folder was listed", Error::Code::kReadError));
  }
  return true;
}

void FolderFeed::done(std::uint64_t files) {
  while (!given_.empty() && given_.front().number <= files) {
    given_.pop_front();
    if (given_again_ > 0) --given_again_;
  }
}

bool FolderFeed::again(std::uint64_t number, const std::string& why) {
  const auto found =
      std::find_if(given_.begin(), given_.end(), [&](const Given& each) { return each.number == number; });
  const bool is_known = found != given_.end();
  if (is_known) {
    problems_.push_back(context_.error(found->source, why, Error::Code::kReadError));
    given_.erase(found);
  }
  given_again_ = 0;
  return is_known;
}

}  // namespace mimebase::run
