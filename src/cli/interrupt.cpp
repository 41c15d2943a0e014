#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "mimebase/output.h"
#include "process/start_thread.h"

namespace mimebase::cli {
namespace {

// Read by signal handlers, so it is set before they are installed.
std::vector<std::string> unfinished_outputs;

void remove_all_unfinished() {
  for (const std::string& output : unfinished_outputs) {
    if (!output.empty()) remove_unfinished(output.c_str());
  }
}

// Calls only async-signal-safe functions. It does not wait for other threads.
void end(int signal) {
  remove_all_unfinished();
  _exit(128 + signal);
}

// Ends the program by the signal's default action. Within a handler that happens when the handler returns.
void end_by_default(int signal) {
  remove_all_unfinished();
  static_cast<void>(std::signal(signal, SIG_DFL));
  static_cast<void>(std::raise(signal));
}

// For a limit of the system, or a library that aborts.
void end_without_output(int signal) {
  remove_all_unfinished();
  constexpr std::string_view kCpuTime = "mimebase: the CPU time limit of the system was reached\n";
  constexpr std::string_view kAborted = "mimebase: ended before the output was written\n";
  const std::string_view sentence = signal == SIGXCPU ? kCpuTime : kAborted;
  const bool said = write(STDERR_FILENO, sentence.data(), sentence.size()) > 0;
  static_cast<void>(said);  // the exit status reports the failure as well
  _exit(kNotWritten);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction before = {};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU}) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  return signals;
}

bool stop_on_signals(std::stop_source stop) {
  const auto wait = [stop]() mutable {
    const sigset_t signals = ending_signals();
    int signal = 0;
    sigwait(&signals, &signal);
    stop.request_stop();
    remove_all_unfinished();
    if (signal == SIGXCPU) end_without_output(signal);
    _exit(128 + signal);
  };
  try {
    start_thread(wait);
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void end_on_signals(std::vector<std::string> unfinished) {
  unfinished_outputs = std::move(unfinished);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) handle(signal, end);
  for (const int signal : {SIGXCPU, SIGABRT, SIGTRAP, SIGBUS}) handle(signal, end_without_output);
  for (const int signal : {SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGUSR1, SIGUSR2})
    handle(signal, end_by_default);
}

void end_on_closed_pipe() {
  end_by_default(SIGPIPE);
}

}  // namespace mimebase::cli
