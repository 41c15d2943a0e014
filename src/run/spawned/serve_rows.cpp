// The program in helper/: runs one request of a HelperRun, and sends what it finds to the process that
// started this one.
#include "run/spawned/serve_rows.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/version.h"
#include "process/channel.h"
#include "process/signals_held.h"
#include "process/start_thread.h"
#include "run/rows/row_run.h"
#include "run/spawned/helper_wire.h"

namespace mimebase::run {
namespace {

std::atomic<bool> is_unwanted = false;
// The output to remove if the run ends early; empty if there is none. Changed only while SIGTERM is held.
std::string unfinished;

sigset_t ending_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// Calls only async-signal-safe functions. The children of this process are killed with it.
void end(int /*signal*/) {
  if (!unfinished.empty()) remove_unfinished(unfinished.c_str());
  _exit(1);
}

void prepare_signals() {
  const auto handle = [](int signal, void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;  // without SA_RESTART
    sigaction(signal, &action, nullptr);
  };
  // Signals from the terminal are meant for the process that started this one.
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE, SIGXFSZ}) handle(signal, SIG_IGN);
  // Does nothing, but makes a blocking system call return with EINTR.
  handle(SIGUSR1, [](int) {});
  // The main thread ends at this one, so that it writes nothing more while the output is removed.
  handle(SIGTERM, end);
}

// Starts a thread that waits until the other end of the socket is closed or the parent process ends. Then it
// ends this process: a run for rows is given five seconds to end its processes, and an output is removed.
void start_watching(int socket, bool has_output) {
  const auto until_unwanted = [=, parent = getppid(), main = pthread_self()] {
    constexpr int kInterval = 1000, kInterruptInterval = 50;  // milliseconds
    pollfd descriptor = {socket, 0, 0};
    while (poll(&descriptor, 1, kInterval) <= 0 && getppid() == parent) continue;
    is_unwanted = true;
    for (int i = 0; i < 100 && !has_output; ++i) {
      pthread_kill(main, SIGUSR1);
      poll(nullptr, 0, kInterruptInterval);
    }
    kill(getpid(), SIGTERM);  // the main thread gets it, because this one holds it
    while (true) pause();
  };
  const SignalsHeld held(ending_signal());  // by the thread, for good
  try {
    start_thread(until_unwanted);
  } catch (const std::system_error&) {
    // Without this thread, an unwanted run ends when it next sends rows, or has written its output.
  }
}

bool send(process::Channel& channel, Chunk chunk) {
  const std::string rows = std::exchange(chunk.rows, {});
  const std::string_view payload = rows;
  return channel.send(HelperMessageKind::kChunk, written(chunk), {&payload, 1});
}

// Asks for the next input that is bytes. Returns nothing if the other end is gone.
std::optional<std::string> ask_for_bytes(process::Channel& channel) {
  if (!channel.send(HelperMessageKind::kWantsBytes)) return std::nullopt;
  std::optional<process::Message> reply = channel.receive();
  return reply ? std::optional(std::move(reply->payload)) : std::nullopt;
}

Result<RunSummary> send_rows(process::Channel& channel, const HelperRequest& request) {
  auto next = request.inputs.begin();
  const auto next_input = [&]() -> std::optional<RowInput> {
    if (next == request.inputs.end()) return std::nullopt;
    const HelperInput& input = *next++;
    if (!input.is_bytes) return RowInput{input.path, {}};
    std::optional<std::string> bytes = ask_for_bytes(channel);
    return bytes ? std::optional(RowInput{{}, std::move(bytes)}) : std::nullopt;
  };
  RowRun run(request.rows, next_input, [&](Chunk chunk) { return send(channel, std::move(chunk)); });
  while (!is_unwanted && run.step()) continue;
  if (is_unwanted) return Error{Error::Code::kClosedPipe, "nobody takes the rows"};
  return run.result();
}

// Opens an output, which is then removed at an early end.
template <typename Open>
auto opened(Open open) -> decltype(open()) {
  const SignalsHeld held(ending_signal());
  auto output = open();
  if (output) unfinished = output->unfinished();
  return output;
}

// Commits the output of a run that succeeded.
template <typename Output>
Result<RunSummary> committed(Output& output, Result<RunSummary> summary) {
  if (!summary) return summary;
  const SignalsHeld held(ending_signal());
  if (Result<void> done = output.commit(); !done) return done.error();
  unfinished.clear();
  return summary;
}

// Makes a report or extracts messages.
Result<RunSummary> write_output(process::Channel& channel, const HelperRequest& request) {
  std::vector<std::string> inputs;
  for (const HelperInput& input : request.inputs) inputs.push_back(input.is_bytes ? "-" : input.path);
  const auto bytes = std::count_if(request.inputs.begin(), request.inputs.end(),
                                   [](const HelperInput& input) { return input.is_bytes; });
  if (bytes > 1) return Error{Error::Code::kUsage, "only one input can be bytes"};
  if (bytes == 1) {  // they become standard input
    const std::optional<std::string> given = ask_for_bytes(channel);
    if (!given) return Error{Error::Code::kClosedPipe, "nobody waits for the run"};
    const process::Descriptor file = process::memory_file(*given);
    if (file.get() < 0 || dup2(file.get(), STDIN_FILENO) < 0)
      return Error{Error::Code::kReadError, "a file in memory: " + std::generic_category().message(errno)};
  }
  // If the other end is gone, the thread of start_watching() ends this process.
  RunOptions options = request.rows.options;
  options.on_problem = [&](std::string_view sentence) {
    Chunk chunk;
    chunk.problems = {{Error::Code::kReadError, shown_sentence(sentence, bytes > 0)}};
    static_cast<void>(send(channel, std::move(chunk)));
  };
  options.on_note = [&](std::string_view sentence) {
    Chunk chunk;
    chunk.notes = {std::string(sentence)};
    static_cast<void>(send(channel, std::move(chunk)));
  };
  if (request.task == HelperTask::kReport) {
    const Result<PathFormat> format = report_format_from_path(request.output);
    if (!format) return format.error();
    Result<Output> output = opened([&] { return Output::open(request.output, {format->gzip, false}); });
    if (!output) return output.error();
    return committed(*output, run_report(inputs, options, request.report, *output));
  }
  if (inputs.empty()) return Error{Error::Code::kUsage, "extract: give one input"};
  Result<ExtractOutput> output =
      opened([&] { return ExtractOutput::open(request.output, request.extract, request.may_replace); });
  if (!output) return output.error();
  Result<RunSummary> summary =
      run_extract(inputs.front(), options, request.extract, request.wanted, output->target());
  return summary && summary->messages == 0 ? summary : committed(*output, std::move(summary));
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

int internal::serve_rows(int socket) {
  run::prepare_signals();
  process::Channel channel{process::Descriptor(socket)};
  const std::optional<process::Message> message = channel.receive();
  if (!message) return 1;
  const auto request = run::read_back<run::HelperRequest>(message->bytes);
  Result<RunSummary> done = Error{Error::Code::kReadError, "the program that reads mail has another version"};
  if (request && request->version == version()) {
    const bool is_for_rows = request->task == run::HelperTask::kRows;
    run::start_watching(socket, !is_for_rows);
    done = is_for_rows ? run::send_rows(channel, *request) : run::write_output(channel, *request);
  }
  run::HelperEnd end;
  if (done) end.summary = *done;
  if (!done) end.failed = done.error();
  return channel.send(run::HelperMessageKind::kEnd, run::written(end)) ? 0 : 1;
}

}  // namespace v0_2
}  // namespace mimebase
