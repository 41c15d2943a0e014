// Faults for the tests of worker processes, selected by a message's field "X-Planted". "crash" crashes the
// process that reads the message; "abort", "loop" (forever), "memory" (a gigabyte, and then all that is
// left), "open", "connect" and "execute" do what they say. "killed" is a process that the system ends,
// "stopped" one that is stopped, "silent" one that sleeps, and "slow" one that sleeps for 0.1 seconds. "torn"
// dies at the second piece of the message. "errors" writes characters that drive a terminal to standard
// error. Values that begin with "send" simulate a worker that an attacker controls and that sends invalid
// messages to the main process; "send-drip" sends one byte by byte, "send-pieces" one without rows after
// another, "send-signs" and "send-asks" requests for signatures, the latter waiting for each answer. Values
// that begin with "takeover" are those of a worker that finishes a message, the only one of its input, and
// then lies about parts of an mbox. An input whose name contains "reader-drip", "reader-end" or "reader-skip"
// has a reader that an attacker controls. If PLANTED_READER is set in the environment, that of standard input
// ends early. The field also counts in a document, where it is looked for when the document is opened.
// PLANTED_SPEED is Watch::speed_for_test.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/channel.h"
#include "run/driver/batch_worker.h"
#include "run/processes/piece_bytes.h"
#include "run/processes/reader_process.h"
#include "run/processes/supervision.h"
#include "run/processes/wire.h"
#include "walk/watch.h"

namespace {

using mimebase::Record;
namespace process = mimebase::process;
namespace run = mimebase::run;

void take_memory() {
  constexpr std::size_t kGigabyte = std::size_t{1} << 30;
  std::vector<std::unique_ptr<char[]>> taken;  // given back when there is no more, like what a document needs
  while (true) {
    char* const memory = taken.emplace_back(new char[kGigabyte]).get();
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

[[noreturn]] void drip(run::MessageKind kind) {
  const process::MessageHead head{kind, 0, 1 << 20, 0};
  if (write(3, &head, sizeof(head)) < 0) std::_Exit(78);
  while (true) {
    usleep(200'000);
    if (write(3, "x", 1) < 0) std::_Exit(78);
  }
}

// Ends the current job, which has one message, and answers further ones: "one" says that all the rest of an
// mbox is one message, anything else that no messages are left.
[[noreturn]] void take_over(std::string_view how) {
  process::Channel channel{process::Descriptor(dup(3))};
  run::Piece piece;
  piece.done = piece.messages = 1;
  send(run::MessageKind::kLastPiece, run::bytes_but_rows(piece));
  while (const std::optional<process::Message> message = channel.receive()) {
    const auto job = run::read_back<run::Assignment>(message->bytes);
    const std::uint64_t count = how.starts_with("one") ? 1 : 0;
    run::SplitReply reply;
    reply.done = static_cast<std::uint64_t>(run::from_raw<struct stat>(job->status).st_size);
    reply.messages = count;
    reply.next = job->place;
    reply.next.offset = reply.done;
    reply.next.number += count;
    reply.next.begun = reply.next.finished = true;
    send(run::MessageKind::kSplit, run::written(reply));
    if (count == 1) send(run::MessageKind::kLastPiece, run::bytes_but_rows(piece));
  }
  std::_Exit(0);
}

void ask(const std::string& text) {
  run::SignRequest request;
  request.text = text;
  send(run::MessageKind::kSign, run::written(request));
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
  if (what == "sign") ask("text");
  while (what == "signs") ask("text");
  process::Channel channel{process::Descriptor(dup(3))};
  for (const std::string text(1 << 20, 'a'); what == "asks" && (ask(text), channel.receive());) continue;
  const std::string rows(1 << 20, '\n');
  while (what == "flood") send_piece(true, rows);
  if (what == "drip") drip(run::MessageKind::kPiece);
  while (what == "pieces") {
    send_piece(true, {});
    usleep(200'000);
  }
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
  if (fault.starts_with("slow")) usleep(100'000);
  if (fault.starts_with("takeover")) take_over(fault.substr(9, 3));
  if (fault.starts_with("send")) send_what(fault.substr(5, fault.find_first_of("\r\n") - 5));
  while (fault.starts_with("loop") && is_endless) continue;
}

void look_for_fault_in(std::string_view bytes) {
  constexpr std::string_view kField = "X-Planted: ";
  const std::size_t at = bytes.substr(0, 4096).find(kField);
  if (at != std::string_view::npos) act(bytes.substr(at + kField.size()));
}

void look_for_fault(const Record& record) {
  look_for_fault_in(record.bytes);
}

void control_reader(const std::string& path) {
  const bool is_planted = path == "-" && std::getenv("PLANTED_READER") != nullptr;
  const std::string name = is_planted ? "reader-end" : path;
  const auto is = [&name](std::string_view what) { return name.find(what) != std::string::npos; };
  if (is("reader-drip")) drip(run::MessageKind::kBatch);
  run::BatchReply reply;
  reply.at_end = true;
  reply.files_done = is("reader-skip") ? ~0ULL : 0;
  if (is("reader-end") || is("reader-skip")) send(run::MessageKind::kBatch, run::written(reply));
}

const bool kIsSet = [] {
  mimebase::run::ReaderProcess::before_batch = control_reader;
  if (const char* const speed = std::getenv("PLANTED_SPEED"); speed != nullptr)
    mimebase::run::Watch::speed_for_test = std::atof(speed);
  mimebase::run::BatchWorker::before_message = look_for_fault;
  mimebase::run::BatchWorker::before_piece = tear;
  mimebase::walk::before_document = look_for_fault_in;
  return true;
}();

}  // namespace
