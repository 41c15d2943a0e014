// What the processes of a run send to each other: see processes.h.
#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "input/records.h"
#include "mimebase/result.h"
#include "run/batch_worker.h"
#include "run/bytes.h"
#include "run/digest.h"

namespace mimebase::run {

enum class MessageKind : std::uint32_t {
  // To a worker.
  kJob,  // Assignment; with it the file of an mbox, or a batch as payload (batch_bytes.h)
  // From a worker.
  kSplit,      // SplitReply: to a job that is a part of an mbox, before its pieces
  kPiece,      // piece_bytes.h; its rows are the payload
  kLastPiece,  // the same, and the end of the job
  // To the reader.
  kOpen,      // OpenRequest; with it the file, unless it is a folder
  kNext,      // asks for the next batch
  kFiles,     // std::vector<FolderEntry>, with the files: the reply to kWantsFiles
  kTempFile,  // an errno, and the file if that is 0: the reply to kWantsTempFile
  // From the reader.
  kOpened,         // OpenReply
  kBatch,          // BatchReply; with it the batch as payload, except at the end
  kWantsFiles,     // asks for the next files of the folder
  kWantsTempFile,  // asks for a temporary file
};

// Plain data that a parent sends to its child.
template <typename T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::string raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}
template <typename T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] T from_raw(const std::string& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(value)));
  return value;
}

// A part of an mbox that workers split, or a batch that the reader sent.
struct Assignment {
  std::uint64_t source = 0;  // the number of the mbox; 0: a batch
  std::string path;          // of an mbox, as are all members down to `is_split`
  std::string beginning;     // raw input::Beginning
  std::string status;        // raw struct stat
  std::uint64_t batch_bytes = 0;
  input::MboxPlace place;
  bool is_split = false;    // another worker has sent the SplitReply
  std::uint64_t start = 0;  // BatchRange, as the next two
  std::vector<BatchRange::Skipped> skipped;
  std::uint64_t before = 0;
  bool keeps_rows = true;  // false: BatchWorker::stop_keeping_rows()
};

struct SplitReply {
  input::MboxPlace next;
  std::uint64_t done = 0;      // Store::done()
  std::uint64_t messages = 0;  // 0: nothing was left, and no piece follows
  std::vector<Error> problems;
};

struct OpenRequest {
  std::string path;
  bool is_folder = false;
  std::string status;                // raw struct stat of a file
  std::optional<std::string> known;  // digests of sources are wanted, except of this one
  std::uint64_t skip = 0;            // batches that an earlier reader has sent
};

struct OpenReply {
  std::optional<Error> error;  // why nothing can be read
  std::optional<std::uint64_t> total;
  std::optional<std::string> mbox;  // raw input::Beginning, if workers may split it
};

struct BatchReply {
  std::uint64_t messages = 0, done = 0, skipped_files = 0;
  std::uint64_t files_done = 0;      // files of a folder that this batch and those before it complete
  std::vector<std::string> sources;  // of the messages, in their order
  bool at_end = false;               // no batch comes with it
  std::vector<Error> problems;
  EndedSources ended;
  std::optional<EndedSource> last;  // at the end
};

// A name in a folder. The file comes with the message, if `is_file`.
struct FolderEntry {
  bool is_file = false;
  std::uint64_t number = 0;  // of the file, from 1
  std::string source;
  std::uint64_t role = 0;
  std::string status;  // raw struct stat
  std::vector<Error> problems;
  bool at_end = false;
};

template <>
struct LastOf<Error::Code> {
  static constexpr Error::Code value = Error::Code::kInvalidUrl;
};

void exchange(auto& bytes, Is<Error> auto& it) {
  bytes(it.code, it.message, it.source);
}
void exchange(auto& bytes, Is<EndedSource> auto& it) {
  bytes(it.name, it.size_bytes, it.digest, it.whole);
}
void exchange(auto& bytes, Is<EndedSources> auto& it) {
  bytes(it.before, it.within);
}
void exchange(auto& bytes, Is<input::MboxPlace> auto& it) {
  std::uint64_t line = it.line;
  bytes(it.offset, it.number, it.failed_at, line, it.begun, it.finished);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>)
    it.line = static_cast<std::uint32_t>(line);
}
void exchange(auto& bytes, Is<BatchRange::Skipped> auto& it) {
  bytes(it.index, it.why);
}
void exchange(auto& bytes, Is<Assignment> auto& it) {
  bytes(it.source, it.path, it.beginning, it.status, it.batch_bytes, it.place, it.is_split, it.start,
        it.skipped, it.before, it.keeps_rows);
}
void exchange(auto& bytes, Is<SplitReply> auto& it) {
  bytes(it.next, it.done, it.messages, it.problems);
}
void exchange(auto& bytes, Is<OpenRequest> auto& it) {
  bytes(it.path, it.is_folder, it.status, it.known, it.skip);
}
void exchange(auto& bytes, Is<OpenReply> auto& it) {
  bytes(it.error, it.total, it.mbox);
}
void exchange(auto& bytes, Is<BatchReply> auto& it) {
  bytes(it.messages, it.done, it.skipped_files, it.files_done, it.sources, it.at_end, it.problems, it.ended,
        it.last);
}
void exchange(auto& bytes, Is<FolderEntry> auto& it) {
  bytes(it.is_file, it.number, it.source, it.role, it.status, it.problems, it.at_end);
}

}  // namespace mimebase::run
