#include "run/output/digest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "process/signals_held.h"
#include "text/ascii.h"

namespace mimebase::run {

void Digest::add(std::string_view bytes) {
  sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

Digest::Bytes Digest::bytes() {
  Bytes digest = {};
  sha256_digest(&context_, digest.size(), digest.data());
  return digest;
}

std::string Digest::hex() {
  std::string text;
  for (const std::uint8_t byte : bytes()) ascii::append_hex(byte, ascii::kLowerHexDigits, text);
  return text;
}

std::unique_ptr<FileHasher> FileHasher::open(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
  process::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return nullptr;
  return std::unique_ptr<FileHasher>(new FileHasher(std::move(file)));
}

FileHasher::FileHasher(process::Descriptor file) : file_(std::move(file)), buffer_(std::size_t{1} << 18) {
  const SignalsHeld held;  // by the thread, for good
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  } catch (const std::system_error&) {
    // Without a thread, finish() computes the digest.
  }
}

void FileHasher::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const ssize_t got = read(file_.get(), buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    is_whole_ = got == 0;
    if (got <= 0) return;
    digest_.add({buffer_.data(), static_cast<std::size_t>(got)});
    size_bytes_ += static_cast<std::uint64_t>(got);
  }
}

std::optional<FileDigest> FileHasher::finish() {
  if (thread_.joinable()) {
    thread_.join();
  } else {
    run({});
  }
  return is_whole_ ? std::optional(FileDigest{size_bytes_, digest_.hex()}) : std::nullopt;
}

// The problems may concern sources before the batch or in it, so cut() is called before and after the loop.
EndedSources SourceDigests::pass(const Batch& batch, const std::vector<Error>& problems) {
  EndedSources ended;
  const Record* const first = &batch.records().front();
  cut(problems);
  for (const Record& record : batch.records()) {
    if (!source_ || record.source != source_->name || record.number <= number_) {
      std::optional<EndedSource> source = end();
      if (&record == first) {
        ended.before = std::move(source);
      } else if (source) {
        ended.within.push_back(std::move(*source));
      }
      if (record.source == known_) continue;
      source_.emplace().name = record.source;
      digest_.emplace();
    }
    for (const std::string_view bytes : {record.before, record.bytes, record.after}) {
      source_->size_bytes += bytes.size();
      digest_->add(bytes);
    }
    number_ = record.number;
  }
  cut(problems);
  return ended;
}

// A problem with a container cuts off the entry that is being read: a problem with "box.tar" concerns
// "box.tar!1.eml".
void SourceDigests::cut(const std::vector<Error>& problems) {
  for (const Error& problem : problems) {
    cut_.insert(problem.source);
    if (source_ && source_->name.starts_with(problem.source + '!')) source_->whole = false;
  }
}

std::optional<EndedSource> SourceDigests::end() {
  if (source_) {
    source_->digest = digest_->hex();
    source_->whole = source_->whole && !cut_.contains(source_->name);
  }
  digest_.reset();
  return std::exchange(source_, std::nullopt);
}

std::optional<EndedSource> SourceDigests::finish(const std::vector<Error>& problems) {
  cut(problems);
  return end();
}

}  // namespace mimebase::run
