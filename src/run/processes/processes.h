// A run in separate processes. If hostile mail exploits a library, it can at most make one of them crash.
//
//     reader   gets the open file of the input, or the files of a folder one by one; unpacks containers,
//              finds messages, and sends them in batches
//     workers  get one batch each, or the offset in an mbox where the previous batch ended. They then find
//              the messages themselves and report where theirs end, and the next worker starts there
//     parent   (this process) opens files and lists folders, but never reads their bytes; assigns tasks to
//              workers, and passes their results to the collector in the order of the input
//
// The reader and the workers enter a sandbox before they read anything (process/sandbox.h). The parent runs
// outside of it, so it treats them as if an attacker controlled them:
//   - A message that comes at the wrong time, is too long or is inconsistent ends its sender (task.h).
//   - The parent never blocks: it sends as much as the system accepts (process/connection.h), and ends
//     processes that make no progress for some time.
//   - It stops reading from a worker that is far ahead of the others.
//   - It writes the results of a message only when they are complete. A worker reports its current message in
//     shared memory. If the worker dies, that message is reported, and another worker continues after it.
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

// The input that is being read.
struct InputInHand {
  std::string path;
  input::OpenFile file;                  // unless it is a folder
  std::unique_ptr<FolderFeed> folder;    // if it is one
  std::optional<input::MboxPlace> next;  // where the next worker begins, for an mbox that workers split
  std::string beginning;                 // raw input::Beginning of that mbox
  std::uint64_t batch_bytes = 0;
  bool is_mbox = false;
  bool has_ended = false;
  std::uint64_t batches = 0;  // sent by the reader
  std::uint64_t skipped_files = 0;
  std::uint64_t messages = 0;              // found so far
  unsigned deaths = 0;                     // of readers
  std::vector<Error> problems = {};        // to be reported
  std::set<std::string> read_errors = {};  // reported already
  std::optional<EndedSource> last = {};
};

// Runs the reader and the workers, and passes their results to the collector.
class Processes {
 public:
  using MakeWorker = std::function<std::unique_ptr<BatchWorker>()>;
  // All arguments must outlive the object. `is_full` returns true when a report's page takes no more rows.
  Processes(const RunOptions& options, Collector& collector, MakeWorker make,
            std::function<bool()> is_full = {});
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  // Starts the first processes. Returns false if the system cannot create them (errno).
  [[nodiscard]] bool start();

  // Reads an input that the collector has begun, and ends it in the collector.
  void read(const std::string& input);

  // The sum of Reader::skipped_files() of all inputs.
  [[nodiscard]] std::uint64_t skipped_files() const { return skipped_files_; }

 private:
  // The reader's outstanding request.
  enum class Asked { kNothing, kToOpen, kForBatch };

  [[nodiscard]] bool start_reader();
  [[nodiscard]] std::optional<Error> open(const std::string& input);
  void send_open();
  void on_opened(const OpenReply& reply);
  void split_by_workers(const OpenReply& reply);

  [[nodiscard]] bool is_parallel() const { return options_.workers > 1; }
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
  // State at the last check of the reader.
  Watch reader_watch_;
  std::uint64_t reader_state_ = 0;
  double reader_idle_ = 0, reader_silent_ = 0;  // seconds without progress, and without an answer
  std::optional<InputInHand> source_;
  std::optional<Error> refused_;  // why the input is not read
  std::uint64_t sources_ = 0;
  std::deque<std::unique_ptr<Task>> tasks_;  // in order, until they are collected
  std::deque<Task*> waiting_;                // waiting for a worker
  std::uint64_t waiting_bytes_ = 0;
  RunProgress progress_;
  std::uint64_t bytes_before_ = 0;  // of the previous inputs
  std::uint64_t skipped_files_ = 0;
  std::size_t error_lines_left_ = 200;  // how many more lines from processes are shown
};

}  // namespace mimebase::run
