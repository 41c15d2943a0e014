#include "run/spawned/serve_run.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "mimebase/version.h"
#include "process/signals_held.h"
#include "process/start_thread.h"
#include "run/spawned/run_wire.h"

namespace mimebase::run {
namespace {

// The output to remove if the run ends early; empty if there is none. Changed only while the signals are
// held.
std::string unfinished;

// The main thread ends at these, so that it writes nothing more while the output is removed. SIGUSR1 comes
// from end_with_parent().
constexpr std::array kEndingSignals = {SIGTERM, SIGUSR1};

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kEndingSignals) sigaddset(&signals, signal);
  return signals;
}

// Calls only async-signal-safe functions. The children of this process are killed with it.
void end(int /*signal*/) {
  if (!unfinished.empty()) remove_unfinished(unfinished.c_str());
  _exit(1);
}

// Waits until the other end of the socket is closed or the parent process ends. Then it ends this process.
void end_with_parent(int socket, pid_t parent, pthread_t main_thread) {
  constexpr int kInterval = 1000;  // milliseconds
  pollfd descriptor = {socket, 0, 0};
  while (poll(&descriptor, 1, kInterval) <= 0 && getppid() == parent) continue;
  pthread_kill(main_thread, SIGUSR1);
  while (true) pause();
}

// Starts end_with_parent() in a thread that receives none of the signals.
void start_watching(int socket) {
  for (const int signal : kEndingSignals) {
    struct sigaction action = {};
    action.sa_handler = end;
    sigaction(signal, &action, nullptr);
  }
  const SignalsHeld held(ending_signals());
  try {
    const auto until_unwanted = [=, parent = getppid(), main = pthread_self()] {
      end_with_parent(socket, parent, main);
    };
    start_thread(until_unwanted);
  } catch (const std::system_error&) {
    // Without this thread, an unwanted run ends when it has written its output.
  }
}

// Opens an output, which is then removed at an early end.
template <typename Open>
auto opened(Open open) -> decltype(open()) {
  const SignalsHeld held(ending_signals());
  auto output = open();
  if (output) unfinished = output->unfinished();
  return output;
}

// Commits the output of a run that succeeded.
template <typename Output>
Result<RunSummary> committed(Output& output, Result<RunSummary> summary) {
  if (!summary) return summary;
  const SignalsHeld held(ending_signals());
  if (Result<void> done = output.commit(); !done) return done.error();
  unfinished.clear();
  return summary;
}

Result<RunSummary> report(const RunRequest& request, const RunOptions& options) {
  const Result<PathFormat> format = report_format_from_path(request.output);
  if (!format) return format.error();
  Result<Output> output = opened([&] { return Output::open(request.output, {format->gzip, false}); });
  if (!output) return output.error();
  return committed(*output, run_report(request.inputs, options, request.report, *output));
}

Result<RunSummary> extract(const RunRequest& request, const RunOptions& options) {
  Result<ExtractOutput> output =
      opened([&] { return ExtractOutput::open(request.output, request.extract, request.may_replace); });
  if (!output) return output.error();
  Result<RunSummary> summary =
      run_extract(request.inputs.front(), options, request.extract, request.wanted, output->target());
  return summary && summary->messages == 0 ? summary : committed(*output, std::move(summary));
}

Result<RunSummary> perform(process::Channel& channel, const RunRequest& request) {
  RunOptions options = request.options;
  const auto send = [&channel](RunMessageKind kind, std::string_view sentence) {
    // If the other end is gone, the thread ends this process.
    static_cast<void>(channel.send(kind, sentence));
  };
  options.on_problem = [send](std::string_view sentence) { send(RunMessageKind::kProblem, sentence); };
  options.on_note = [send](std::string_view sentence) { send(RunMessageKind::kNote, sentence); };
  if (request.inputs.empty() && request.kind == RunKind::kExtract)
    return Error{Error::Code::kUsage, "extract: give one input"};
  return request.kind == RunKind::kReport ? report(request, options) : extract(request, options);
}

}  // namespace

int serve_run(process::Channel& channel, process::Message message) {
  const auto request = read_back<RunRequest>(message.bytes);
  RunEnd end;
  if (!request || request->version != version()) {
    end.failed = Error{Error::Code::kReadError, "the program that reads mail has another version"};
  } else {
    if (!message.files.empty()) dup2(message.files.front().get(), STDIN_FILENO);
    start_watching(channel.descriptor());
    Result<RunSummary> summary = perform(channel, *request);
    if (summary) end.summary = *summary;
    if (!summary) end.failed = summary.error();
  }
  return channel.send(RunMessageKind::kRunEnd, written(end)) ? 0 : 1;
}

}  // namespace mimebase::run
