// Fuzz target: the main process of a run with a reader and workers that an attacker controls. The input is a
// program. Each child that the run starts gets the next part of it, sends what it says in each turn, valid or
// not, at once or byte by byte, and ends. The run must always end, stay within its memory limit, and produce
// complete output. If it names no problem, it must have found all messages of the input.
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "check.h"
#include "database/sqlite_writer.h"
#include "mimebase/extract.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "process/child.h"
#include "run/processes/batch_bytes.h"
#include "run/processes/piece_bytes.h"
#include "run/processes/supervision.h"
#include "run/processes/wire.h"
#include "run/rows/row_run.h"
#include "run/rows/unpacked_rows.h"

namespace {

namespace fs = std::filesystem;
using namespace mimebase;
using run::MessageKind;

// Reads the program byte by byte; returns zeros after its end.
class Program {
 public:
  explicit Program(std::string_view bytes) : left_(bytes) {}

  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  // Usually small, sometimes the maximum.
  std::uint64_t number() {
    const std::uint8_t value = byte();
    return value < 0xF0 ? value : ~0ULL >> (value & 0xF) * 4;
  }
  std::string text(std::size_t size) {
    std::string taken(left_.substr(0, size));
    left_.remove_prefix(taken.size());
    return taken;
  }
  // Returns the part up to the byte 0xFF.
  Program part() {
    const std::size_t end = std::min(left_.find('\xFF'), left_.size());
    const Program taken(left_.substr(0, end));
    left_.remove_prefix(std::min(end + 1, left_.size()));
    return taken;
  }
  [[nodiscard]] bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

const std::string kMessage = "Subject: 1\nBase: <URL:http://example.org/>\n\nhttp://example.org/x\n";

std::string batch_of(std::uint64_t count, const std::string& source) {
  std::vector<Record> records;
  for (std::uint64_t i = 0; i < count; ++i) {
    Record record;
    record.source = source;
    record.number = i + 1;
    record.bytes = kMessage;
    records.push_back(record);
  }
  const Batch batch(nullptr, records);
  const run::BatchBytes bytes(batch);
  std::string all;
  for (const std::string_view part : bytes.parts()) all += part;
  return all;
}

std::string report_of(Program& program) {
  MessageInfo message;
  message.source = "a";
  message.number = program.byte();
  database::SqliteWriter writer;
  Link link;
  link.message = &message;
  const std::string text = program.text(8);
  link.reference = link.context = link.part = text;
  for (int i = program.byte() % 4; i > 0; --i) writer.link(link);
  return std::string(writer.rows());
}

void fill(run::ExtractedPiece& file, Program& program) {
  file.path = program.byte() % 2 != 0 ? "index.html" : program.text(6);
  file.number = program.number();
  file.bytes = program.text(8);
  file.url = program.text(4);
}

void fill(page::Tally& tally, Program& program) {
  tally.references = program.number();
  tally.by_domain[program.text(4)] = program.number();
  tally.by_month[program.text(7)] = program.number();
}

void fill(run::EditedSpan& edit, Program& program) {
  edit.reason = name_of(EditReason::kContentLength);
  edit.before = Range{program.number(), program.number()};
  edit.at = program.number();
  edit.source = "a";
}

// A list of empty elements, whose memory is up to 64 MiB, many times that of their bytes.
template <typename Element>
void fill_with_nothing(std::vector<Element>& list, std::uint8_t size) {
  list.resize((std::size_t{size} << 18U) / sizeof(Element));
}

void fill_with_nothing(run::Piece& piece, Program& program) {
  const std::uint8_t size = program.byte();
  switch (program.byte() % 5) {
    case 0:
      return fill_with_nothing(piece.notes, size);
    case 1:
      return fill_with_nothing(piece.results.emplace<run::RowResults>().unique, size);
    case 2:
      return fill_with_nothing(piece.results.emplace<run::ReportResults>().messages, size);
    case 3:
      return fill_with_nothing(piece.results.emplace<run::LedgerResults>().messages, size);
    default:
      return fill_with_nothing(piece.results.emplace<run::ExtractResults>().files, size);
  }
}

void fill(run::LedgerMessage& message, Program& program) {
  message.source = program.byte() % 2 != 0 ? "a" : program.text(4);
  message.number = program.number();
  message.continues = program.byte() % 4 == 0;
  message.message_id = program.text(2);
  message.archived_at = {program.text(8)};
  message.references = {
      {"1", "text", program.text(8), program.text(8), Range{program.number(), program.number()}}};
}

void fill(run::Piece& piece, Program& program) {
  switch (program.byte() % 10) {
    case 0:
      piece.rows = "{}\n";
      break;
    case 1:
      piece.rows = program.text(16) + "\n";
      piece.results.emplace<run::RewriteResults>().sources = {
          {program.number() % 4, program.byte() % 2 != 0 ? "a" : program.text(4)}};
      break;
    case 2:
      piece.rows = report_of(program);
      piece.results.emplace<run::ReportResults>().messages = {
          {{piece.rows.size()}, program.number(), 1, "a"}};
      break;
    case 3:
      fill(piece.results.emplace<run::ExtractResults>().files.emplace_back(), program);
      break;
    case 4:
      piece.results.emplace<run::RowResults>().unique = {
          {{program.number(), program.number()}, program.text(4)}};
      break;
    case 5:
      piece.problems = {{program.byte() % 2 != 0 ? Error::Code::kLimit : Error::Code::kUsage, program.text(8),
                         program.text(2)}};
      piece.notes = {program.text(3)};
      break;
    case 6:
      fill(piece.results.emplace<run::ReportResults>().tally, program);
      break;
    case 7:
      fill_with_nothing(piece, program);
      break;
    case 8:
      fill(piece.results.emplace<run::LedgerResults>().messages.emplace_back(), program);
      break;
    default:
      fill(piece.results.emplace<run::RewriteResults>().edits.emplace_back(), program);
  }
}

struct Frame {
  process::Kind kind;
  std::string bytes, payload;
};

Frame frame_of(MessageKind kind, std::string bytes, std::string payload = {}) {
  return {kind, std::move(bytes), std::move(payload)};
}

Frame piece_of(Program& program, bool is_last) {
  run::Piece piece;
  piece.done = program.number();
  piece.messages = program.number();
  piece.is_open = program.byte() % 2 != 0;
  fill(piece, program);
  std::string rows = std::exchange(piece.rows, {});
  return frame_of(is_last ? MessageKind::kLastPiece : MessageKind::kPiece, run::bytes_but_rows(piece),
                  std::move(rows));
}

Frame next_frame(Program& program, std::uint8_t code) {
  switch (code % 13) {
    case 0:
      return frame_of(MessageKind::kOpened, run::written(run::OpenReply()));
    case 1: {
      run::OpenReply reply;
      reply.total = program.number();
      reply.mbox = std::string(sizeof(input::Beginning), '\0');
      return frame_of(MessageKind::kOpened, run::written(reply));
    }
    case 2: {
      run::BatchReply reply;
      reply.messages = program.byte() % 8;
      reply.sources = {"a"};
      reply.files_done = program.number();
      return frame_of(MessageKind::kBatch, run::written(reply), batch_of(reply.messages, "a"));
    }
    case 3: {
      run::BatchReply reply;
      reply.at_end = true;
      reply.problems = {{Error::Code::kReadError, program.text(8), program.text(2)}};
      return frame_of(MessageKind::kBatch, run::written(reply));
    }
    case 4:
      return frame_of(MessageKind::kWantsFiles, {});
    case 5:
      return frame_of(MessageKind::kWantsTempFile, {});
    case 6: {
      run::SplitReply reply;
      reply.messages = program.number();
      reply.next = {program.number() * 1000, reply.messages + 1, program.number(), 5, true,
                    program.byte() % 2 != 0};
      reply.done = reply.next.finished ? program.number() * 10'000 : reply.next.offset;
      return frame_of(MessageKind::kSplit, run::written(reply));
    }
    case 7:
    case 8:
      return piece_of(program, false);
    case 9:
      return piece_of(program, true);
    case 10:
      return {program.byte() % 16U, program.text(program.byte()), program.text(program.byte())};
    case 11: {
      run::SignRequest request;
      request.verifies = program.byte() % 2 != 0;
      request.text = program.text(program.byte());
      request.h = program.text(64);
      return frame_of(MessageKind::kSign, run::written(request));
    }
    default:
      return frame_of(MessageKind::kLastPiece, program.text(program.byte()));
  }
}

// What the children have said that the main process must believe.
struct Claims {
  std::atomic<bool> other_bytes = false;  // the reader: files are not mail, or only in part
  std::atomic<int> splits = 0;            // how often one of them says what is in a part of an mbox
  void note(const Frame& frame) {
    const auto reply = frame.kind == MessageKind::kBatch ? run::read_back<run::BatchReply>(frame.bytes)
                                                         : std::optional<run::BatchReply>();
    if (reply && reply->other_bytes > 0) other_bytes = true;
    if (frame.kind == MessageKind::kSplit) ++splits;
  }
};

// What a child sends in one turn: bytes on its socket.
struct Turn {
  std::string bytes;
  bool drips = false;  // byte by byte
};

Turn turn_of(Program& program, Claims& claims) {
  Turn turn;
  std::string& bytes = turn.bytes;
  while (!program.at_end()) {
    const std::uint8_t code = program.byte();
    if (code >= 0xFC) turn.drips = true;
    if (code >= 0xF8) break;  // the parent's turn
    Frame frame = next_frame(program, code);
    // Flips a bit of the structure or of its length.
    if (code >= 0xC0 && !frame.bytes.empty())
      frame.bytes[program.byte() % frame.bytes.size()] ^= static_cast<char>(1 << (code & 7));
    process::MessageHead head{frame.kind, 0, frame.bytes.size(), frame.payload.size()};
    if (code >= 0xE0) head.bytes += program.number();
    if (code % 32 == 31) head.shared = std::exchange(head.payload, 0) + program.byte();
    claims.note(frame);
    bytes.append(reinterpret_cast<const char*>(&head), sizeof(head));
    bytes += head.shared > 0 ? frame.bytes : frame.bytes + frame.payload;
  }
  return turn;
}

// Controls the other ends of the children's sockets. Each child sends its next turn after the parent has sent
// something, or has been silent for some time.
class Puppets {
 public:
  Puppets(std::string_view program, Claims& claims)
      : program_(program), claims_(claims), thread_([this] { serve(); }) {}
  ~Puppets() {
    ends_ = true;
    thread_.join();
  }

  std::unique_ptr<process::Child> start() {
    std::array<int, 2> ends = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return nullptr;
    const std::lock_guard lock(mutex_);
    if (++started_ > 64) {  // limits the use of system resources
      close(ends[0]), close(ends[1]);
      errno = EAGAIN;
      return nullptr;
    }
    Program part = program_.part();
    const std::uint64_t at = part.number();
    puppets_.emplace(ends[1], Puppet{part});
    return process::Child::without_process(process::Descriptor(ends[0]), at);
  }

 private:
  void serve() {
    while (!ends_) {
      std::vector<pollfd> waiting;
      {
        const std::lock_guard lock(mutex_);
        for (const auto& [socket, puppet] : puppets_) waiting.push_back({socket, POLLIN, 0});
      }
      const bool all_wait = poll(waiting.data(), waiting.size(), 1) <= 0;
      const std::lock_guard lock(mutex_);
      for (const pollfd& each : waiting) {
        if (each.revents != 0 || all_wait) answer(each.fd);
      }
    }
    const std::lock_guard lock(mutex_);
    for (const auto& [socket, puppet] : puppets_) close(socket);
  }

  struct Puppet {
    Program part;
    Turn turn = {};  // what it has not sent yet
  };

  void answer(int socket) {
    std::array<char, 65536> heard;
    const bool is_closed = recv(socket, heard.data(), heard.size(), MSG_DONTWAIT) == 0;
    Puppet& puppet = puppets_.at(socket);
    std::string& left = puppet.turn.bytes;
    if (left.empty()) puppet.turn = turn_of(puppet.part, claims_);
    const std::size_t size = std::min(left.size(), puppet.turn.drips ? 1 : left.size());
    const bool is_sent =
        send(socket, left.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL) == static_cast<ssize_t>(size);
    left.erase(0, size);
    if (!is_closed && is_sent && !(left.empty() && puppet.part.at_end())) return;
    close(socket);
    puppets_.erase(socket);
  }

  std::mutex mutex_;
  Program program_;
  Claims& claims_;
  std::map<int, Puppet> puppets_;
  int started_ = 0;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

// The inputs of the run; the puppets never read them.
struct Inputs {
  static constexpr std::array kFiles = {"a", "b", "c"};
  static constexpr std::uint64_t kMessages = 5000;  // of the mbox

  Inputs() {
    folder = fs::temp_directory_path() / ("mimebase-border-" + std::to_string(getpid()));
    fs::create_directories(folder / "mail");
    for (const char* name : kFiles) std::ofstream(folder / "mail" / name) << kMessage;
    std::ofstream mbox(folder / "mbox");
    for (std::uint64_t i = 0; i < kMessages; ++i)
      mbox << "From a@example.org Thu Jan  1 00:00:00 2004\n" << kMessage << '\n';
  }
  ~Inputs() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;
  fs::path folder;
};

// The rows of a RowReader, as the program that it starts finds them.
Result<RunSummary> run_rows(std::uint8_t how, const std::string& input, const RunOptions& options) {
  run::RowRequest request;
  request.kind = static_cast<RowKind>(how % (static_cast<int>(RowKind::kComparisons) + 1));
  request.options = options;
  bool is_given = false;
  const auto next = [&] {
    return std::exchange(is_given, true) ? std::nullopt : std::optional(RowInput{input, {}});
  };
  const auto send = [&](run::Chunk chunk) {
    static_cast<void>(run::unpacked(request.kind, std::move(chunk)));
    return true;
  };
  run::RowRun rows(request, next, send);
  while (rows.step()) continue;
  return rows.result();
}

Result<RunSummary> run_one(std::uint8_t how, const std::vector<std::string>& inputs, RunOptions& options,
                           Output& output, const fs::path& folder) {
  if (how >= 0xE0) return run_rows(how, inputs.front(), options);
  switch (how % 8) {
    case 0:
    case 1: {
      LinksOptions links;
      links.unique = how % 2 != 0;
      if (!links.unique) links.rows.format = Format::kJsonl;
      return run_links(inputs, options, links, output);
    }
    case 2: {
      CheckOptions check;
      check.rows.format = Format::kJsonl;
      check.summary = true;
      return run_check(inputs, options, check, output);
    }
    case 3:
      return run_report(inputs, options, {}, output);
    case 4: {
      Result<OutputFolder> made = OutputFolder::open((folder / "out").string());
      if (!made) return made.error();
      ExtractTarget target;
      target.folder = &*made;
      return run_extract(inputs.front(), options, {}, {}, target);
    }
    case 5: {
      ExtractTarget target;
      (how >= 0x80 ? target.wacz : target.warc) = &output;
      return run_extract(inputs.front(), options, {}, {}, target);
    }
    case 6: {
      RewriteTarget target;
      target.output = &output;
      RewriteOptions rewrite;
      if (const auto keys = Keys::read("k1\t0123456789abcdef\n")) rewrite.signer = *keys;
      return run_rewrite(inputs, options, rewrite, target);
    }
    default: {
      TreeOptions tree;
      tree.rows.format = Format::kCsv;
      return run_tree(inputs, options, tree, output);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Inputs kInputs;
  Program program(std::string_view(reinterpret_cast<const char*>(data), size));
  const std::uint8_t what = program.byte(), how = program.byte();
  const bool is_folder = what % 2 != 0;
  const std::string path = (kInputs.folder / (is_folder ? "mail" : "mbox")).string();
  std::string rest = program.text(size);
  Claims claims;
  Puppets puppets(rest, claims);
  run::Watch::speed_for_test = 20;
  process::Child::start_for_test = [&puppets] { return puppets.start(); };
  RunOptions options;
  options.isolation = Isolation::kAuto;
  options.workers = what / 2 % 3 + 1;
  options.analyze.limits.wall_seconds = 1;
  options.analyze.limits.spool_bytes = 1 << 20;
  std::uint64_t problems = 0, found = 0;
  options.on_progress = [&](const RunProgress& progress) { found = progress.messages; };
  options.on_problem = [&](std::string_view) { ++problems; };
  Result<Output> output = Output::open("/dev/null");
  if (output) {
    const Result<RunSummary> summary = run_one(how, {path}, options, *output, kInputs.folder);
    FUZZ_REQUIRE(!summary || summary->problems == problems, "{} problems", problems);
    const std::uint64_t all = is_folder ? kInputs.kFiles.size() : kInputs.kMessages;
    FUZZ_REQUIRE(!summary || problems > 0 || found >= all || claims.other_bytes || claims.splits > 1,
                 "{} of {} messages are missing, which nobody was told", all - found, all);
  }
  process::Child::start_for_test = nullptr;
  return 0;
}
