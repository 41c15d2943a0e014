// Faults for the tests of worker processes, selected by a message's field "X-Planted". "crash" crashes the
// process that reads the message; "abort", "loop" (forever), "memory" (a gigabyte, and then all that is
// left), "open", "connect" and "execute" do what they say. "killed" is a process that the system ends,
// "stopped" one that is stopped, "silent" one that sleeps. "torn" dies at the second piece of the message.
// "errors" writes characters that drive a terminal to standard error. Values that begin with "send" simulate
// a worker that an attacker controls and that sends invalid messages to the main process.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <string_view>

#include "process/channel.h"
#include "run/batch_worker.h"
#include "run/processes/piece_bytes.h"
#include "run/processes/wire.h"

namespace {

using mimebase::Record;
namespace process = mimebase::process;
namespace run = mimebase::run;

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

void send(run::MessageKind kind, const std::string& bytes, std::string_view payload = {}) {
  process::Channel channel{process::Descriptor(dup(3))};  // the child's number for it
  static_cast<void>(channel.send(kind, bytes, {&payload, 1}));
}

void send_piece(bool is_open, std::string_view rows, const std::function<void(run::Piece&)>& change = {}) {
  run::Piece piece;
  piece.is_open = is_open;
  piece.done = is_open ? 0 : 1;
  if (change) change(piece);
  send(run::MessageKind::kPiece, run::bytes_but_rows(piece), rows);
}

void send_what(std::string_view what) {
  if (what == "split") send(run::MessageKind::kSplit, run::written(run::SplitReply()));
  if (what == "last") send(run::MessageKind::kLastPiece, run::bytes_but_rows(run::Piece()));
  if (what == "rubbish") send(run::MessageKind::kPiece, "rubbish", "rubbish");
  if (what == "reader") send(run::MessageKind::kWantsFiles, {});
  if (what == "rows") send_piece(false, "\x1b]0;title\x07</script><script>alert(1)</script>\n");
  if (what == "files") {
    send_piece(false, {}, [](run::Piece& piece) {
      auto& files = piece.as<run::ExtractResults>().files;
      files.emplace_back().path = "../../outside";
      files.back().number = 1'000'000;
    });
  }
  if (what == "huge") {
    const process::MessageHead head{run::MessageKind::kPiece, 0, 8, ~0ULL >> 2};
    if (write(3, &head, sizeof(head)) < 0) std::_Exit(78);
  }
  const std::string rows(1 << 20, '\n');
  while (what == "flood") send_piece(true, rows);
  raise(SIGSTOP);  // the fault is the message that was sent, and nothing else
}

// Pieces of the torn message; 0 for other messages.
int pieces_left = 0;

void tear(const run::Piece& /*piece*/) {
  if (pieces_left > 0 && --pieces_left == 0) std::raise(SIGKILL);
}

void write_errors() {
  const std::string text = "\x1b[2Jan \x1b]0;error\x07\n";
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) std::_Exit(78);
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
  if (fault.starts_with("stopped")) std::raise(SIGSTOP);
  while (fault.starts_with("silent")) sleep(100);
  if (fault.starts_with("torn")) pieces_left = 2;
  if (fault.starts_with("errors")) write_errors();
  if (fault.starts_with("send")) send_what(fault.substr(5, fault.find_first_of("\r\n") - 5));
  while (fault.starts_with("loop") && is_endless) continue;
}

void look_for_fault(const Record& record) {
  constexpr std::string_view kField = "X-Planted: ";
  const std::size_t at = record.bytes.substr(0, 4096).find(kField);
  if (at != std::string_view::npos) act(record.bytes.substr(at + kField.size()));
}

const bool kIsSet = [] {
  mimebase::run::BatchWorker::before_message = look_for_fault;
  mimebase::run::BatchWorker::before_piece = tear;
  return true;
}();

}  // namespace
