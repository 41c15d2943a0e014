// A folder as a store of the files in it.
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "input/files.h"
#include "input/items.h"

namespace mimebase::input {
namespace {

// Reads the files that a Files finds.
class FilesStore final : public Items {
 public:
  FilesStore(Context& context, std::unique_ptr<Files> files) : Items(context), files_(std::move(files)) {}

  std::uint64_t done() const override { return done_ + (inner() != nullptr ? inner()->done() : 0); }

 private:
  bool step() override;
  void read(FoundFile found);
  void read_small(Item item, char* to, const OpenFile& file);

  const std::unique_ptr<Files> files_;
  std::uint64_t done_ = 0;
  std::uint64_t current_ = 0;  // size of the file being read
};

bool FilesStore::step() {
  done_ += std::exchange(current_, 0);
  std::optional<FoundFile> found;
  const bool goes_on = files_->step(found);
  if (found) read(std::move(*found));
  return goes_on;
}

void FilesStore::read(FoundFile found) {
  Item item;
  item.source = std::move(found.source);
  item.role = found.role;
  current_ = static_cast<std::uint64_t>(found.file.status.st_size);
  if (current_ >= kSmall) {
    auto bytes = bytes_of_file(context_, item.source, std::move(found.file), kHead);
    return take(std::move(item), std::move(bytes));
  }
  char* const to = room();
  if (to == nullptr)
    return context_.note(item.source, "does not fit into memory (see --limits memory)",
                         Error::Code::kReadError);
  read_small(std::move(item), to, found.file);
}

// Reads a file up to its size when it was opened, like bytes_of_file().
void FilesStore::read_small(Item item, char* to, const OpenFile& file) {
  const int descriptor = file.descriptor.get();
  const std::size_t problems = context_.problems().size();
  std::size_t at = 0;
  while (at < current_) {
    const ssize_t got = ::read(descriptor, to + at, current_ - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) context_.note(context_.system_error(item.source, errno));
    if (got <= 0) break;
    at += static_cast<std::size_t>(got);
  }
  if (context_.problems().size() == problems) {
    const std::string change = at < current_ ? kBecameShorter : change_since(file.status, descriptor);
    if (!change.empty()) context_.note(item.source, change, Error::Code::kReadError);
  }
  const bool is_whole = context_.problems().size() == problems;
  if (is_whole || at > 0) take(std::move(item), at, is_whole);
}

}  // namespace

std::unique_ptr<Store> files_store(Context& context, std::unique_ptr<Files> files) {
  return std::make_unique<FilesStore>(context, std::move(files));
}

Result<std::unique_ptr<Store>> open_folder(Context& context) {
  Result<std::unique_ptr<Files>> files = list_folder(context);
  if (!files) return files.error();
  return files_store(context, std::move(*files));
}

}  // namespace mimebase::input
