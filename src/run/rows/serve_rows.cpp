// The other end of RemoteRows: runs a request, and sends the rows to the process that started this one.
#include "run/serve_rows.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "mimebase/version.h"
#include "process/channel.h"
#include "process/start_thread.h"
#include "run/collector.h"
#include "run/commands/row_worker.h"
#include "run/rows/row_sender.h"
#include "run/rows/row_wire.h"
#include "run/run_reader.h"
#include "run/spawned/serve_run.h"

namespace mimebase::run {
namespace {

std::atomic<bool> is_unwanted = false;

// Does nothing; the signal makes a blocking system call return with EINTR.
void on_interrupt(int /*signal*/) {}

// Waits until the other end of the socket is closed or the parent process ends. Then it ends the run, and
// after five seconds this process, whose children are killed with it.
void watch(int socket, pid_t parent, pthread_t main_thread) {
  constexpr int kInterval = 1000, kInterruptInterval = 50;  // milliseconds
  pollfd descriptor = {socket, 0, 0};
  while (poll(&descriptor, 1, kInterval) <= 0 && getppid() == parent) continue;
  is_unwanted = true;
  for (int i = 0; i < 100; ++i) {
    pthread_kill(main_thread, SIGUSR1);
    poll(nullptr, 0, kInterruptInterval);
  }
  _exit(1);
}

void prepare_signals() {
  // Signals from the terminal are meant for the process that started this one.
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE, SIGXFSZ}) {
    struct sigaction action = {};
    action.sa_handler = SIG_IGN;
    sigaction(signal, &action, nullptr);
  }
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART
  sigaction(SIGUSR1, &action, nullptr);
}

class Server {
 public:
  Server(process::Channel& channel, const RowRequest& request)
      : channel_(channel),
        options_(options_of(request)),
        command_(row_command(request.kind, request.options)),
        sender_(command_, [this](Chunk chunk) { return send(std::move(chunk)); }),
        collector_(options_, sender_) {
    const auto make = [this] { return std::make_unique<RowWorker>(command_); };
    reader_.emplace(options_, collector_, make, "by one process");
  }

  // Returns false if the receiver is gone.
  [[nodiscard]] bool run() {
    while (std::optional<std::string> input = next_input()) {
      if (collector_.begin_input(*input)) reader_->read(*input);
      collector_.report_problems();
      if (is_unwanted || collector_.failed()) break;
    }
    sender_.set_skipped_files(reader_->skipped_files());
    // All processes end before kEnd is sent, so that the receiver can rely on it.
    reader_.reset();
    if (is_unwanted) return false;
    const Result<RunSummary> done = collector_.finish();
    const std::optional<Error> failed = done ? std::nullopt : std::optional(done.error());
    return channel_.send(RowMessageKind::kEnd, written(failed));
  }

 private:
  [[nodiscard]] RunOptions options_of(const RowRequest& request) {
    RunOptions options = run_options(request.options);
    options.on_note = [this](std::string_view sentence) { sender_.note(std::string(sentence)); };
    return options;
  }
  [[nodiscard]] bool send(Chunk chunk) const {
    const std::string rows = std::exchange(chunk.rows, {});
    const std::string_view payload = rows;
    return channel_.send(RowMessageKind::kRows, written(chunk), {&payload, 1});
  }
  // Asks for the next input. A file that is attached to it replaces standard input.
  [[nodiscard]] std::optional<std::string> next_input() {
    if (!channel_.send(RowMessageKind::kWantsInput)) return std::nullopt;
    const std::optional<process::Message> message = channel_.receive();
    if (!message) return std::nullopt;
    std::optional<InputReply> reply = read_back<InputReply>(message->bytes);
    if (!reply || !reply->path) return std::nullopt;
    const bool is_bytes = !message->files.empty();
    sender_.set_is_bytes(is_bytes);
    if (is_bytes) {
      if (own_input_.get() < 0) own_input_.reset(dup(STDIN_FILENO));
      dup2(message->files.front().get(), STDIN_FILENO);
    } else if (*reply->path == "-" && own_input_.get() >= 0) {
      dup2(own_input_.get(), STDIN_FILENO);
    }
    return reply->path;
  }

  process::Channel& channel_;
  const RunOptions options_;
  const RowCommand command_;
  RowSender sender_;
  Collector collector_;
  std::optional<RunReader> reader_;
  process::Descriptor own_input_;  // the original standard input, once bytes have replaced it
};

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

int internal::serve_rows(int socket) {
  run::prepare_signals();
  process::Channel channel{process::Descriptor(socket)};
  std::optional<process::Message> message = channel.receive();
  if (!message) return 1;
  if (message->kind == run::RowMessageKind::kRun) return run::serve_run(channel, std::move(*message));
  const auto request = run::read_back<run::RowRequest>(message->bytes);
  if (!request || request->version != version()) {
    const std::optional<Error> error =
        Error{Error::Code::kReadError, "the program that reads mail has another version"};
    return channel.send(run::RowMessageKind::kEnd, run::written(error)) ? 0 : 1;
  }
  try {
    const auto until_unwanted = [=, parent = getppid(), main = pthread_self()] {
      run::watch(socket, parent, main);
    };
    start_thread(until_unwanted);
  } catch (const std::system_error&) {
    // Without this thread, an unwanted run ends when it next sends rows.
  }
  return run::Server(channel, *request).run() ? 0 : 1;
}

}  // namespace v0_2
}  // namespace mimebase
