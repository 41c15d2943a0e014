// Messages between the processes of a run; see processes.h.
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
#include "run/driver/batch_worker.h"
#include "run/driver/bytes.h"
#include "run/output/digest.h"

namespace mimebase::run {

enum class MessageKind : std::uint32_t {
  // To a worker.
  // Assignment; sent with the file of an mbox, or with a batch as payload (batch_bytes.h). To the reader: a
  // part of an mbox that a worker has split, and that is to be split again.
  kJob,
  kSigned,  // SignReply; answers kSign
  // From a worker.
  kSplit,      // SplitReply: precedes the pieces if the job is a part of an mbox; also from the reader
  kPiece,      // piece_bytes.h; its rows are the payload
  kLastPiece,  // the last piece of the job, in the same form
  kSign,       // SignRequest; the worker waits for the answer
  // To the reader.
  kOpen,      // OpenRequest; sent with the file, unless it is a folder
  kNext,      // requests the next batch
  kFiles,     // std::vector<FolderEntry>, sent with the files; answers kWantsFiles
  kTempFile,  // an errno; sent with the file if that is 0; answers kWantsTempFile
  // From the reader.
  kOpened,         // OpenReply
  kBatch,          // BatchReply; sent with the batch as payload, except at the end
  kWantsFiles,     // requests the next files of the folder
  kWantsTempFile,  // requests a temporary file
};

// Copies trivially copyable data. Only used for messages from a parent to its child.
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

// A part of an mbox that workers split, or a batch from the reader.
struct Assignment {
  std::uint64_t source = 0;  // the number of the mbox; 0 for a batch
  std::string path;          // only for an mbox, as all members before `is_split`
  std::string status;        // raw struct stat
  std::uint64_t batch_bytes = 0;
  input::MboxPlace place;
  bool is_split = false;    // another worker has sent the SplitReply
  std::uint64_t start = 0;  // this and the next two are from BatchRange
  std::vector<BatchRange::Skipped> skipped;
  std::uint64_t before = 0;
  bool keeps_rows = true;  // false: BatchWorker::stop_keeping_rows()
};

// The end of a worker's part of an mbox.
struct SplitReply {
  input::MboxPlace next;
  std::uint64_t done = 0;      // Store::done()
  std::uint64_t messages = 0;  // 0: nothing was left, and no pieces follow
  std::vector<Error> problems;
};

// What a worker, which has no keys, asks of the process that has them: see Signer (mimebase/keys.h).
struct SignRequest {
  bool verifies = false;           // false: asks for a signature
  std::optional<std::string> kid;  // this and `h` are for verifying
  std::string text;
  std::string h;
};
struct SignReply {
  std::optional<std::string> h;  // the signature
  bool is_right = false;         // the result of verifying
};

// Asks the reader to open an input.
struct OpenRequest {
  std::string path;
  bool is_folder = false;
  std::string status;                // raw struct stat of a file
  std::optional<std::string> known;  // digests are wanted, except of the source with this name
  std::uint64_t skip = 0;            // number of batches that an earlier reader has sent
};

// The reader's answer to an OpenRequest.
struct OpenReply {
  std::optional<Error> error;  // why the input cannot be read
  std::optional<std::uint64_t> total;
  std::optional<std::string> mbox;  // set if workers may split the mbox; empty
};

// Describes the next batch of the reader.
struct BatchReply {
  std::uint64_t messages = 0, done = 0, skipped_files = 0, skipped_revisits = 0;
  std::uint64_t files_done = 0;      // files of a folder that are complete with this batch
  std::vector<std::string> sources;  // of the messages, in order
  bool at_end = false;               // there is no further batch
  std::vector<Error> problems;
  std::uint64_t problems_before = 0;  // how many of them were met before the first message of the batch
  EndedSources ended;
  std::optional<EndedSource> last;  // the last source, at the end
  // Size of those files, of the ones begun so far, that have bytes outside of messages: containers, files
  // that are not mail or only in part, and those with problems. A file without random access counts as 1.
  std::uint64_t other_bytes = 0;
};

// An entry of a folder. The file is sent with the message if `is_file`.
struct FolderEntry {
  bool is_file = false;
  std::uint64_t number = 0;  // of the file, counted from 1
  std::string source;
  std::uint64_t role = 0;
  std::string status;  // raw struct stat
  std::vector<Error> problems;
  bool at_end = false;
};

// Returns true if two processes have found the same messages in the same part.
[[nodiscard]] inline bool agree(const SplitReply& one, const SplitReply& other) {
  const input::MboxPlace &a = one.next, &b = other.next;
  return one.messages == other.messages && one.done == other.done && a.offset == b.offset &&
         a.number == b.number && a.line == b.line && a.begun == b.begun && a.finished == b.finished;
}

template <>
struct LastOf<Error::Code> {
  static constexpr Error::Code value = Error::Code::kNoMemory;
};

}  // namespace mimebase::run
