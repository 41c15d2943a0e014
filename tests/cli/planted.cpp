// Faults for the tests of worker processes: a message with the field "X-Planted: crash" makes whoever reads
// it crash; "abort", "loop" (for ever), "memory" (a gigabyte, and as much more as there is), "open",
// "connect", "execute" do what they say; "killed" is a process that the system ends.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "run/worker.h"

namespace {

using mimebase::Record;

void take_memory() {
  constexpr std::size_t kGigabyte = std::size_t{1} << 30;
  while (true) {
    char* const memory = new char[kGigabyte];
    std::memset(memory, 1, kGigabyte);
  }
}

void open_file() {
  if (open("/etc/passwd", O_RDONLY) >= 0) std::_Exit(77);
  std::raise(SIGABRT);
}

void connect_out() {
  const int file = socket(AF_INET, SOCK_STREAM, 0);
  std::_Exit(file >= 0 ? 77 : 78);
}

void execute() {
  execl("/bin/true", "true", nullptr);
  std::_Exit(78);
}

void act(std::string_view fault) {
  volatile bool is_endless = true;
  if (fault.starts_with("crash")) std::raise(SIGSEGV);
  if (fault.starts_with("abort")) std::abort();
  if (fault.starts_with("killed")) std::raise(SIGKILL);
  if (fault.starts_with("memory")) take_memory();
  if (fault.starts_with("open")) open_file();
  if (fault.starts_with("connect")) connect_out();
  if (fault.starts_with("execute")) execute();
  while (fault.starts_with("loop") && is_endless) continue;
}

void look_for_fault(const Record& record) {
  constexpr std::string_view kField = "X-Planted: ";
  const std::size_t at = record.bytes.substr(0, 4096).find(kField);
  if (at != std::string_view::npos) act(record.bytes.substr(at + kField.size()));
}

const bool kIsSet = [] {
  mimebase::run::BatchWorker::before_message = look_for_fault;
  return true;
}();

}  // namespace
