// A run in processes of its own: whatever mail makes of the libraries that read it, it can do no more than
// end one of them.
//
//     reader   gets the open file of the input, or the files of a folder one by one; unpacks containers,
//     finds
//              messages, and sends them in batches
//     workers  get a batch each, or the place in an mbox at which the batch before ended: then they find the
//              messages themselves, report where theirs end, and the next worker goes on from there
//     this     opens files and lists folders, but reads no byte of them; gives workers their tasks, and their
//              results to the collector in the order of the input
//
// Reader and workers enter a sandbox before they read anything (process/sandbox.h). This process is outside
// of it, and so treats them as if an attacker controlled them:
//   - A message that may not come now, is too long, or does not hold together ends its sender (task.h).
//   - This process waits for nobody: it sends what the system takes (process/connection.h), and ends whoever
//     makes no progress for a time.
//   - It reads no further from a worker that is far ahead of the others.
//   - The results of a message are written once all of them are there. A worker reports in shared memory
//   which
//     message it is at: if it dies, that message is named, and another worker goes on after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mimebase/run.h"
#include "process/child.h"
#include "run/collector.h"
#include "run/processes/crew.h"
#include "run/processes/folder_feed.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// An input that is being read.
struct InputInHand {
  std::string path;
  input::OpenFile file;                  // of no folder
  std::unique_ptr<FolderFeed> folder;    // of one
  std::optional<input::MboxPlace> next;  // where the next worker is to begin, of an mbox that workers split
  std::string beginning;                 // raw input::Beginning, then
  std::uint64_t batch_bytes = 0;
  bool is_mbox = false;
  bool has_ended = false;
  std::uint64_t batches = 0;  // that the reader sent
  std::uint64_t skipped_files = 0;
  std::uint64_t messages = 0;              // that were found
  unsigned deaths = 0;                     // of readers
  std::vector<Error> problems = {};        // not reported yet
  std::set<std::string> read_errors = {};  // reported
  std::optional<EndedSource> last = {};
};

class Processes {
 public:
  using MakeWorker = std::function<std::unique_ptr<BatchWorker>()>;
  // All must outlive this. `is_full`: of `report`, its page is.
  Processes(const RunOptions& options, Collector& collector, MakeWorker make,
            std::function<bool()> is_full = {});
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  // Starts the first of them. Returns false if the system has no process left (errno).
  [[nodiscard]] bool start();

  // Reads an input that the collector has begun, and ends it there.
  void read(const std::string& input);

  // Reader::passed_over() of all inputs.
  [[nodiscard]] std::uint64_t passed_over() const { return skipped_files_; }

 private:
  // What the reader was asked for.
  enum class Asked { kNothing, kToOpen, kForBatch };

  [[nodiscard]] bool start_reader();
  [[nodiscard]] std::optional<Error> open(const std::string& input);
  void send_open();
  void on_opened(const OpenReply& reply);
  void split_by_workers(const OpenReply& reply);

  void go_on();
  void ask_reader();
  void hand_out();
  void hand_out_place();
  void collect();
  void collect(Task& task);
  void wait();
  [[nodiscard]] const Task* front() const { return tasks_.empty() ? nullptr : tasks_.front().get(); }

  void listen_to_reader();
  [[nodiscard]] std::optional<process::Connection::Bounds> reader_may_send(std::uint32_t kind) const;
  [[nodiscard]] bool on_reader(process::Message message);
  void on_batch(BatchReply reply, std::string batch);
  void send_files();
  void send_temporary_file();
  [[nodiscard]] bool is_reader_stuck();
  void on_reader_death(std::string why);
  void on_split(Task& task, SplitReply split);
  void on_death(Task& task, const std::string& why);
  void on_errors(std::string_view text);
  void note(std::vector<Error>&& problems);
  void progress(std::uint64_t done, std::uint64_t messages);

  const RunOptions& options_;
  Collector& collector_;
  const std::function<bool()> is_full_;
  Crew crew_;
  std::unique_ptr<process::Child> reader_;
  Asked asked_ = Asked::kNothing;
  bool is_opened_ = false;  // the reader has replied to kOpen
  // When the reader was last looked at.
  Watch reader_watch_;
  std::uint64_t reader_state_ = 0;
  double reader_idle_ = 0, reader_silent_ = 0;  // seconds without progress, and without an answer
  std::optional<InputInHand> source_;
  std::optional<Error> refused_;  // why the input is not read
  std::uint64_t sources_ = 0;
  std::deque<std::unique_ptr<Task>> tasks_;  // in order, until they are collected
  std::deque<Task*> waiting_;                // for a worker
  std::uint64_t waiting_bytes_ = 0;
  RunProgress progress_;
  std::uint64_t bytes_before_ = 0;  // of the inputs before this one
  std::uint64_t skipped_files_ = 0;
  std::size_t error_lines_left_ = 200;  // that processes write
};

}  // namespace mimebase::run
