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
//     processes that it has waited for too long, whatever they send meanwhile.
//   - It stops reading from a worker that is far ahead of the others.
//   - It believes neither the reader nor a worker that an input has ended: it counts the bytes in the
//     reader's batches, and lets the reader split again what is more than a worker was given (Intake).
//   - It writes the results of a message only when they are complete. A worker reports its current message in
//     shared memory. If the worker dies, that message is reported, and another worker continues after it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "input/context.h"
#include "mimebase/run.h"
#include "run/driver/collector.h"
#include "run/driver/run_reader.h"
#include "run/processes/crew.h"
#include "run/processes/intake.h"

namespace mimebase::run {

// Assigns what the reader finds to the workers, and passes their results to the collector. An Intake manages
// the reader, and a Crew the workers.
class Processes : public RunReader {
 public:
  // All arguments but `make` must outlive the object.
  Processes(const RunOptions& options, Collector& collector, MakeWorker make);

  // Starts the first processes. Returns false if the system cannot create them (errno).
  [[nodiscard]] bool start() { return intake_.start() && crew_.begin(); }

  void open(const RowInput& input) override;
  // Does what is possible, and waits for the processes.
  [[nodiscard]] bool step() override;

 private:
  // The input that is being read.
  struct InputInHand {
    std::string path;
    std::optional<Error> refused;  // why it is not read
    // For an mbox that workers split: an Assignment without `place` and `before`, and where the next worker
    // begins. `place` is not set while a worker looks for it.
    Assignment part;
    std::optional<input::MboxPlace> place;
    bool has_ended = false;  // all of its messages were found
    std::uint64_t skipped_files = 0, skipped_revisits = 0;
    std::vector<Error> problems = {};  // to be reported
    std::set<std::string> noted = {};  // problems of an mbox that workers split
    std::optional<EndedSource> last = {};
  };

  void on_opened(const OpenReply& reply);
  void on_batch(BatchReply reply, std::string batch);
  void on_split(Task& task, SplitReply split);
  void on_check(const Assignment& part, const SplitReply& found, std::optional<SplitReply> again);
  void on_death(Task& task, const std::string& why);
  void on_errors(std::string_view text);

  [[nodiscard]] bool goes_on() const;
  void hand_out();
  void collect();
  void wait();
  void end_input();
  void add_task(std::unique_ptr<Task> task);
  void note(std::vector<Error>&& problems);
  void note_loss(const std::string& why);
  // What rows call the current input.
  [[nodiscard]] const std::string& name() const { return input::name_in_rows(input_.path, options_.input); }
  void end_source();
  [[nodiscard]] const Task* front() const { return tasks_.empty() ? nullptr : tasks_.front().get(); }

  const input::Options input_options_;
  Intake intake_;
  Crew crew_;
  InputInHand input_;
  std::uint64_t mboxes_ = 0;                 // that workers have split
  std::deque<std::unique_ptr<Task>> tasks_;  // in order, until they are collected
  std::deque<Task*> waiting_;                // waiting for a worker
  std::uint64_t waiting_bytes_ = 0;
  std::size_t error_lines_left_ = 200;  // how many more lines from processes are shown
};

}  // namespace mimebase::run
