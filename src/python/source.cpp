#include "python/source.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace mimebase::python {
namespace {

// Bytes as a file without a name, for what reads files reads them too, whatever they hold.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("mimebase", MFD_CLOEXEC)) {
    while (descriptor_ >= 0 && !bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) failed_ = std::exchange(errno, 0);
      if (written <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (descriptor_ < 0) failed_ = errno;
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) static_cast<void>(close(descriptor_));
  }
  MemoryFile(MemoryFile&&) = delete;

  // 0, or an errno.
  [[nodiscard]] int failed() const { return failed_; }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
  int failed_ = 0;
};

constexpr std::string_view kBytesName = "-";

}  // namespace

// The input that is being read.
struct Source::Open {
  std::unique_ptr<MemoryFile> file;  // of bytes
  std::optional<Reader> reader;
  std::string name;          // that is read: as the records have it
  std::size_t problems = 0;  // so many of the reader's are taken

  [[nodiscard]] std::string shown(std::string_view text) const {
    const bool is_bytes = file && text.starts_with(name);
    return is_bytes ? std::string(kBytesName).append(text.substr(name.size())) : std::string(text);
  }
  [[nodiscard]] Error shown(Error error) const {
    error.message = shown(error.message);
    error.source = shown(error.source);
    return error;
  }
  // With the names that its records are to have.
  [[nodiscard]] Batch shown(Batch batch) const {
    if (!file) return batch;
    auto names = std::make_shared<std::vector<std::string>>();
    std::vector<Record> records = batch.records();
    names->reserve(records.size());
    for (Record& record : records) {
      if (names->empty() || names->back() != shown(record.source)) names->push_back(shown(record.source));
      record.source = names->back();
    }
    Batch renamed(names, std::move(records));
    renamed.keep(std::make_shared<Batch>(std::move(batch)));
    return renamed;
  }
  [[nodiscard]] Step step(std::optional<Batch> batch) {
    Step step;
    step.source = shown(name);
    const std::span<const Error> all = reader->problems();
    for (; problems < all.size(); ++problems) step.problems.push_back(shown(all[problems]));
    if (batch) step.batch = shown(std::move(*batch));
    return step;
  }
};

Source::Source(std::vector<Input> inputs, const InputOptions& options)
    : inputs_(std::move(inputs)), options_(options) {}
Source::~Source() = default;

Result<Step> Source::open(Input& input) {
  open_ = std::make_unique<Open>();
  open_->name = input.path;
  if (input.bytes) {
    open_->file = std::make_unique<MemoryFile>(*std::exchange(input.bytes, std::nullopt));
    open_->name = open_->file->path();
    if (open_->file->failed() != 0) {
      return Error{Error::Code::kReadError,
                   std::string("a file in memory: ") + std::strerror(open_->file->failed())};
    }
  }
  Result<Reader> reader = Reader::open(open_->name, options_);
  if (!reader) {
    const Error error = open_->shown(reader.error());
    Step step{{}, {error}, open_->shown(open_->name)};
    open_.reset();
    if (error.code == Error::Code::kUsage) return error;
    return step;
  }
  open_->reader = std::move(*reader);
  return open_->step(std::nullopt);
}

Result<std::optional<Step>> Source::next() {
  if (!open_) {
    if (next_input_ == inputs_.size()) return std::optional<Step>();
    Result<Step> opened = open(inputs_[next_input_++]);
    if (!opened) return opened.error();
    return std::optional(std::move(*opened));
  }
  Step step = open_->step(open_->reader->next());
  if (!step.batch) open_.reset();
  return std::optional(std::move(step));
}

}  // namespace mimebase::python
