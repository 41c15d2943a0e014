// The reader process of a run: what it is asked, what it may answer, and how it is replaced.
#pragma once

#include <poll.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/context.h"
#include "input/open.h"
#include "mimebase/limits.h"
#include "mimebase/read_links.h"
#include "process/child.h"
#include "run/processes/folder_feed.h"
#include "run/processes/input_pipe.h"
#include "run/processes/supervision.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Opens one input after another, and lets the reader find the messages in it.
class Intake {
 public:
  // Callbacks about the current input.
  struct Listener {
    // The reader has opened the input, or refuses it. `mbox` is set only if no batch has been sent.
    std::function<void(const OpenReply& reply)> on_opened;
    std::function<void(BatchReply reply, std::string batch)> on_batch;
    // The reader has found these messages in a part of an mbox in which a worker has found `found`. Nothing
    // if readers die of it.
    std::function<void(const Assignment& part, const SplitReply& found, std::optional<SplitReply> again)>
        on_check;
    // The rest of the input is not read.
    std::function<void(const std::string& why)> on_loss;
    // Text that the reader wrote to standard error. It is untrusted.
    std::function<void(std::string_view text)> on_errors;
    // No reader can be started.
    std::function<void(Error error)> on_failure;
  };

  // The options must outlive the object.
  Intake(const input::Options& options, Listener listener)
      : options_(options), limits_(options.limits), listener_(std::move(listener)) {}

  // Starts the reader. Returns false if the system cannot create a process (errno).
  [[nodiscard]] bool start();
  // Opens the input's file or folder, or an unnamed file of its bytes, and asks the reader for its beginning.
  // `known` is OpenRequest::known.
  // Returns false if the input is passed over. Fails if it cannot be opened.
  [[nodiscard]] Result<bool> open(const RowInput& input, std::optional<std::string> known);
  // Asks for the next batch, unless the reader is busy.
  void ask();
  // The reader is not needed for the rest of the input: workers split it.
  void leave_to_workers() { is_left_ = true; }
  // Lets the reader split a part of the mbox as well.
  void check(Assignment part, SplitReply found);
  // Returns true until all these answers have come.
  [[nodiscard]] bool is_checking() const { return !checks_.empty(); }

  // Closes the input's file or folder.
  void close();

  // The file of the input, unless it is a folder.
  [[nodiscard]] const input::OpenFile& file() const { return file_; }
  // Returns true if the reader has not answered yet.
  [[nodiscard]] bool is_busy() const { return asked_ != Asked::kNothing; }
  // Adds the descriptors to poll.
  void add_descriptors(std::vector<pollfd>& descriptors) const;
  // Receives messages, sends pending ones, and replaces a reader that failed. Calls the listener.
  void listen();
  // Does not count the time since the last listen().
  void forgive() { static_cast<void>(watch_.tick()); }

 private:
  // The outstanding request.
  enum class Asked { kNothing, kToOpen, kForBatch, kToCheck };
  struct Check {
    Assignment part;
    SplitReply found;
    unsigned deaths = 0;  // of readers
  };

  void ask(Asked what, const std::string& bytes, std::vector<process::Descriptor> files = {});
  void ask_to_check();
  void end_check(std::optional<SplitReply> again);
  void send_open();
  [[nodiscard]] std::optional<process::Connection::Bounds> allows(process::Kind kind) const;
  [[nodiscard]] bool take(process::Message message);
  [[nodiscard]] bool take_batch(process::Message message);
  [[nodiscard]] bool accounts_for(const BatchReply& reply, std::uint64_t passed);
  [[nodiscard]] bool is_drained() const;
  void send_files();
  void send_temporary_file();
  [[nodiscard]] bool is_stuck();
  void on_death(std::string why);

  const input::Options& options_;
  const Limits& limits_;
  const Listener listener_;
  std::unique_ptr<process::Child> reader_;
  // The current input.
  OpenRequest request_;
  input::OpenFile file_;
  std::unique_ptr<FolderFeed> folder_;
  std::unique_ptr<InputPipe> pipe_;
  std::uint64_t file_bytes_ = 0;
  std::deque<Check> checks_;
  bool has_file_to_check_ = false;  // the reader has the file for these
  // Bytes that the reader has passed on or accounted for, beyond the files that it has finished.
  std::uint64_t credit_ = 0;
  std::uint64_t other_bytes_ = 0;  // BatchReply::other_bytes of the current reader
  Asked asked_ = Asked::kNothing;
  bool is_opened_ = false;  // the current reader has opened it
  bool is_left_ = false, has_ended_ = false;
  unsigned deaths_ = 0;  // of readers
  // State at the last check of the reader.
  Watch watch_;
  std::uint64_t state_ = 0;
  double idle_ = 0, silent_ = 0;  // seconds without progress, and without an answer
};

}  // namespace mimebase::run
