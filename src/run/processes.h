// A run in processes of its own: nothing that mail makes of the libraries that read it can do more than to
// end one of them.
//
//     reader   gets the input's open file, or the files of a folder one by one; unpacks containers, finds
//              messages, and gives batches of them, each in memory that is shared
//     workers  get a batch each, or the place in an mbox where the batch before ended: then they find the
//              messages themselves, say where theirs end, and the next worker goes on there
//     this     opens files and lists folders, but reads no byte of them; gives workers their tasks, and their
//              results to the collector in the order of the input
//
// Reader and workers are in a sandbox before they read anything (process/sandbox.h). A worker tells in shared
// memory which message it is at: if it dies, that message is named, and another worker goes on behind it.
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
#include "run/crew.h"
#include "run/folder_feed.h"
#include "run/wire.h"

namespace mimebase::run {

// An input that is being read.
struct InputInHand {
  std::string path;
  input::OpenFile file;                  // of no folder
  std::unique_ptr<FolderFeed> folder;    // of one
  std::optional<input::MboxPlace> next;  // workers split it; where the next one is to begin
  std::string beginning;                 // raw input::Beginning, then
  std::uint64_t batch_bytes = 0;
  bool is_mbox = false;
  bool is_asked = false;  // the reader is to give a batch
  bool has_ended = false;
  std::uint64_t batches = 0;  // that the reader gave
  std::uint64_t passed_over = 0;
  std::uint64_t messages = 0;              // that were found
  unsigned deaths = 0;                     // of readers
  std::vector<Error> problems = {};        // that were met and not told
  std::set<std::string> read_errors = {};  // told
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

  // Starts the first of them. False where the system has none to give (errno): then there is nothing to be
  // read with.
  [[nodiscard]] bool start();

  // Reads an input that the collector has begun, and ends it there.
  void read(const std::string& input);

  // Reader::passed_over() of all inputs.
  [[nodiscard]] std::uint64_t passed_over() const { return passed_over_; }

 private:
  [[nodiscard]] bool start_reader();
  [[nodiscard]] std::optional<Error> open(const std::string& input);
  [[nodiscard]] bool send_open();
  void on_opened(const Opened& opened);
  void split_by_workers(const Opened& opened);

  void go_on();
  void ask_reader();
  void hand_out();
  void hand_out_place();
  void collect();
  void collect(Task& task);
  void wait();

  void listen_to_reader();
  void on_reader(process::Message& message);
  void on_batch(Read read, process::Message& message);
  void on_reader_death();
  void on_split(Task& task, Split split);
  void on_death(Task& task, const std::string& why);
  void note(std::vector<Error>&& problems);
  void progress(std::uint64_t done, std::uint64_t messages);

  const RunOptions& options_;
  Collector& collector_;
  const std::function<bool()> is_full_;
  Crew crew_;
  std::unique_ptr<process::Child> reader_;
  std::optional<InputInHand> source_;
  std::optional<Error> refused_;  // why the input is not read
  bool is_opened_ = false;        // the reader has said what the input is
  std::uint64_t sources_ = 0;
  std::deque<std::unique_ptr<Task>> tasks_;  // in order, until they are collected
  std::deque<Task*> waiting_;                // for a worker
  std::size_t waiting_bytes_ = 0;
  RunProgress progress_;
  std::uint64_t bytes_before_ = 0;  // of the inputs before this one
  std::uint64_t passed_over_ = 0;
};

}  // namespace mimebase::run
