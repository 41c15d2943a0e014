// What the processes of a run say to each other: see processes.h.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "input/records.h"
#include "mimebase/result.h"
#include "run/bytes.h"
#include "run/digest.h"
#include "run/worker.h"

namespace mimebase::run {

enum class Say : std::uint32_t {
  // To a worker.
  kJob,    // Assignment; with it the source's file, or a batch's memory
  kTaken,  // std::uint64_t: so many bytes of its pieces are taken
  // From a worker.
  kSplit,      // Split: of a job that is a part of an mbox, before its pieces
  kPiece,      // piece_bytes.h
  kLastPiece,  // the same: of this job nothing follows
  // To the reader.
  kOpen,      // Open; with it the file, if it is none of a folder
  kNext,      // the next batch is wanted
  kFiles,     // std::vector<Found>: what was wanted, with the files
  kTempFile,  // what was wanted: one, or none
  // From the reader.
  kOpened,         // Opened
  kBatch,          // Read; with it the batch's memory, but at the end
  kWantsFiles,     // the next files of the folder
  kWantsTempFile,  // a temporary file
};

// Plain data that one process tells another of which it is the parent.
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

// A part of a source, which is an mbox, or a batch that was read: what of it a worker is to do.
struct Assignment {
  std::uint64_t source = 0;  // counted; 0: a batch
  std::string path;          // of an mbox; as all that follows
  std::string beginning;     // raw input::Beginning
  std::string status;        // raw struct stat
  std::uint64_t batch_bytes = 0;
  input::MboxPlace place;
  bool is_split = false;    // Split was told before
  std::uint64_t start = 0;  // Course
  std::vector<Course::PassedOver> passed_over;
  std::uint64_t before = 0;  // Course
  bool is_full = false;      // BatchWorker::be_full()
};

struct Split {
  input::MboxPlace next;
  std::uint64_t done = 0;      // Store::done()
  std::uint64_t messages = 0;  // 0: nothing was left, and no piece follows
  std::vector<Error> problems;
};

struct Open {
  std::string path;
  bool is_folder = false;
  std::string status;                // raw struct stat, of a file
  std::optional<std::string> known;  // the digests of sources are wanted, but of this one
  std::uint64_t skip = 0;            // batches that another reader gave
};

struct Opened {
  std::optional<Error> error;  // there is nothing to be read
  std::optional<std::uint64_t> total;
  std::optional<std::string> mbox;  // raw input::Beginning, if workers may split it
};

struct Read {
  std::uint64_t messages = 0, done = 0, passed_over = 0;
  std::uint64_t files_done = 0;  // of a folder: so many are in this batch and those before as a whole
  bool at_end = false;           // no batch comes with it
  std::vector<Error> problems;
  EndedSources ended;
  std::optional<EndedSource> last;  // at the end
};

// A name in a folder: the file comes with the message, if there is one.
struct Found {
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
void exchange(auto& bytes, Is<Course::PassedOver> auto& it) {
  bytes(it.index, it.why);
}
void exchange(auto& bytes, Is<Assignment> auto& it) {
  bytes(it.source, it.path, it.beginning, it.status, it.batch_bytes, it.place, it.is_split, it.start,
        it.passed_over, it.before, it.is_full);
}
void exchange(auto& bytes, Is<Split> auto& it) {
  bytes(it.next, it.done, it.messages, it.problems);
}
void exchange(auto& bytes, Is<Open> auto& it) {
  bytes(it.path, it.is_folder, it.status, it.known, it.skip);
}
void exchange(auto& bytes, Is<Opened> auto& it) {
  bytes(it.error, it.total, it.mbox);
}
void exchange(auto& bytes, Is<Read> auto& it) {
  bytes(it.messages, it.done, it.passed_over, it.files_done, it.at_end, it.problems, it.ended, it.last);
}
void exchange(auto& bytes, Is<Found> auto& it) {
  bytes(it.is_file, it.number, it.source, it.role, it.status, it.problems, it.at_end);
}

}  // namespace mimebase::run
