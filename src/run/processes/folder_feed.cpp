#include "run/processes/folder_feed.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace mimebase::run {
namespace {

// Maximum number of files open for the reader at once. The system limits open files, and other files are open
// too.
std::size_t most_files() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
  return std::clamp<std::size_t>(limit.rlim_cur / 8, 1, process::kMaxFiles / 2);
}

}  // namespace

Result<void> FolderFeed::open() {
  Result<std::unique_ptr<input::Files>> files = input::list_folder(context_);
  if (!files) return files.error();
  files_ = std::move(*files);
  return {};
}

FolderFeed::Files FolderFeed::next() {
  // Other names are limited as well, because the reader idles meanwhile.
  constexpr std::size_t kMaxNames = 256;
  const std::size_t most = most_files();
  Files next;
  has_ended_ = false;
  if (!problems_.empty()) next.entries.emplace_back().problems = std::exchange(problems_, {});
  while (next.entries.size() < kMaxNames && next.files.size() < most && !has_ended_) {
    if (!give_again(next)) find(next);
  }
  return next;
}

void FolderFeed::find(Files& next) {
  std::optional<input::FoundFile> found;
  const bool goes_on = files_->step(found);
  std::vector<Error> problems = context_.take_all_problems();
  if (found) {
    given_.push_back(
        {++found_, found->source, found->role, static_cast<std::uint64_t>(found->file.status.st_size)});
    given_again_ = given_.size();
    give(found_, std::move(found->source), found->role, std::move(found->file), next);
    next.entries.back().problems = std::move(problems);
  } else if (!problems.empty()) {
    next.entries.emplace_back().problems = std::move(problems);
  }
  if (goes_on) return;
  next.entries.emplace_back().at_end = has_ended_ = true;
}

void FolderFeed::give(std::uint64_t number, std::string source, input::Role role, input::OpenFile file,
                      Files& next) {
  FolderEntry& entry = next.entries.emplace_back();
  entry.is_file = true;
  entry.number = number;
  entry.source = std::move(source);
  entry.role = static_cast<std::uint64_t>(role);
  entry.status = raw(file.status);
  next.files.push_back(std::move(file.descriptor));
}

// Returns false if no earlier file is left to give again.
bool FolderFeed::give_again(Files& next) {
  if (given_again_ >= given_.size()) return false;
  Given& given = given_[given_again_++];
  input::OpenFile file;
  file.descriptor.reset(::open(given.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  const bool is_there = file.descriptor.get() >= 0 && fstat(file.descriptor.get(), &file.status) == 0 &&
                        S_ISREG(file.status.st_mode);
  if (is_there) {
    given.bytes = static_cast<std::uint64_t>(file.status.st_size);
    give(given.number, given.source, given.role, std::move(file), next);
  } else {
    given.bytes = 0;
    next.entries.emplace_back().problems.push_back(
        context_.error(given.source, "disappeared after its folder was listed", Error::Code::kReadError));
  }
  return true;
}

std::uint64_t FolderFeed::bytes_of(std::uint64_t files) const {
  std::uint64_t bytes = 0;
  for (const Given& given : given_) bytes += given.number <= files ? given.bytes : 0;
  return bytes;
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
  has_ended_ = false;  // for the new reader
  return is_known;
}

}  // namespace mimebase::run
