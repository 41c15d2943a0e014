// `extract`: its worker turns messages into files, its destination writes them to a folder, to one page, or
// as records of a WARC file. wacz_destination has the one that writes a WACZ file.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"
#include "output/new_folder.h"
#include "output/output_file.h"
#include "page/index_page.h"
#include "run/commands/command.h"
#include "run/commands/wacz_destination.h"
#include "run/driver/batch_worker.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/driver/run_reader.h"
#include "run/output/extracted_records.h"
#include "run/output/output_guard.h"
#include "text/numbers.h"
#include "text/urn.h"
#include "walk/field_text.h"
#include "walk/message.h"
#include "walk/parser.h"
#include "write/column_writers.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

// ---- the worker ----

// The message that --message selects.
class SelectedMessage {
 public:
  // `message` is the message's number in the input, counted from 1, or its Message-ID. If it is empty, all
  // messages are selected. `limits` must outlive the object.
  SelectedMessage(const std::string& message, const Limits& limits);

  // Returns true if all messages are selected.
  [[nodiscard]] bool all() const { return !number_ && !id_; }
  // Returns true if the record with this number is selected.
  [[nodiscard]] bool is(const Record& record, std::uint64_t number);

 private:
  const Limits& limits_;
  std::optional<std::uint64_t> number_;
  std::optional<std::string> id_;
  walk::Parser parser_;
};

// Turns messages into files.
class ExtractWorker : public BatchWorker, private FileVisitor {
 public:
  // `analyze` must outlive the object.
  ExtractWorker(const AnalyzeOptions& analyze, const ExtractOptions& options, const std::string& wanted)
      : selected_(wanted, analyze.limits), extractor_(analyze, options) {}

 private:
  void read(const Record& record) override;
  void file(const ExtractedFile& file) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }

  SelectedMessage selected_;
  Extractor extractor_;
  bool has_found_ = false;  // the selected message was found
};

SelectedMessage::SelectedMessage(const std::string& message, const Limits& limits) : limits_(limits) {
  if (message.empty()) return;
  number_ = whole_number(message);
  if (!number_) id_ = walk::bracketed_id(message).value_or(message);
}

bool SelectedMessage::is(const Record& record, std::uint64_t number) {
  if (number_) return number == *number_;
  return !id_ || parser_.parse(record, limits_).envelope().message_id == *id_;
}

void ExtractWorker::read(const Record& record) {
  if (has_found_ || !selected_.is(record, number_in_input())) return;
  has_found_ = !selected_.all();
  if (!is_skipped(record, *this)) extractor_.files(record, number_in_input(), *this);
  ++piece_.messages;
}

void ExtractWorker::file(const ExtractedFile& file) {
  ExtractedPiece& piece = piece_.as<ExtractResults>().files.emplace_back();
  piece.number = number_in_input();
  piece.path = file.path;
  piece.media_type = file.media_type;
  piece.charset = file.charset;
  piece.bytes = file.bytes;
  piece.part = file.part;
  piece.url = file.url;
  const MessageInfo& message = *file.message;
  piece.source = message.source;
  piece.number_in_source = message.number;
  for (const auto& [to, from] : {std::pair(&piece.message_id, &message.message_id),
                                 {&piece.date, &message.date},
                                 {&piece.from, &message.from},
                                 {&piece.subject, &message.subject},
                                 {&piece.title, &message.title}}) {
    if (*from) to->emplace(**from);
  }
  piece.replayed.text = file.text;
  piece.replayed.has_page_url = file.has_page_url;
  piece.replayed.page_url_ends.assign(file.page_url_ends.begin(), file.page_url_ends.end());
  piece_.bytes += sizeof(piece) + piece.bytes.size();
  if (piece_.bytes >= kPieceBytes) end_piece(false);
}

// ---- the destination ----

// Writes the files of one message, or of all messages of an input.
class ExtractDestination : public Destination {
 public:
  // `input` and `target` must outlive the object. `wants_all` means that no message was selected. An input of
  // several messages is then an archive, with a folder per message.
  ExtractDestination(const std::string& input, const ExtractTarget& target, bool wants_all)
      : input_(input), target_(target), wants_all_(wants_all), records_(target.gzip) {}

  void found(std::uint64_t messages, bool at_end) override {
    found_ = std::max(found_, messages);
    has_ended_ = has_ended_ || at_end;
  }
  // Rejects texts that would end a field of a WARC record.
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  void end_batch() override { is_done_ = !wants_all_ && has_any_; }
  // Returns true once the selected message was written.
  [[nodiscard]] bool is_done() const override { return is_done_; }
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  // Writes the index of an archive.
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> add(const ExtractedPiece& file);
  void add_to_index(const ExtractedPiece& file);
  [[nodiscard]] Result<void> write_file(const std::string& path, std::string_view bytes);
  [[nodiscard]] Result<void> write_record(const Result<std::string>& record);

  const std::string& input_;
  const ExtractTarget& target_;
  const bool wants_all_;
  std::uint64_t found_ = 0;
  bool has_ended_ = false;
  bool has_any_ = false, is_done_ = false;
  std::vector<ExtractedPiece> held_;  // until it is known whether the input has more messages
  std::uint64_t written_ = 0;         // number of the first message that was written; 0: none
  std::vector<std::string> problems_;
  // The index of an archive, for people and for programs.
  std::uint64_t indexed_ = 0;
  std::string index_rows_, index_lines_;
  ExtractedRecords records_;
};

Result<void> ExtractDestination::write_file(const std::string& path, std::string_view bytes) {
  const int error = OutputFile::folder(*target_.folder).write_file(path, bytes);
  if (error == 0) return {};
  // These errors are caused by the path, which a message chose, and not by the disk. Only this file is
  // skipped.
  constexpr int kOfPath[] = {EEXIST, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR};
  if (std::find(std::begin(kOfPath), std::end(kOfPath), error) == std::end(kOfPath))
    return Error{Error::Code::kUnwritable, target_.folder->name() + ": " + std::strerror(error)};
  problems_.push_back(input_ + ": not written: " + target_.folder->name() + '/' + path + ": " +
                      std::strerror(error));
  return {};
}

bool ExtractDestination::accepts(const Piece& piece) const {
  return accepts_files(piece, [](const ExtractedPiece&) { return true; });
}

Result<void> ExtractDestination::take(Piece& piece) {
  has_any_ = has_any_ || piece.messages > 0;
  for (ExtractedPiece& file : piece.as<ExtractResults>().files) held_.push_back(std::move(file));
  if (wants_all_ && found_ < 2 && !has_ended_) return {};
  for (const ExtractedPiece& file : std::exchange(held_, {})) {
    if (Result<void> added = add(file); !added) return added;
  }
  return {};
}

Result<void> ExtractDestination::add(const ExtractedPiece& file) {
  // If several messages have the requested Message-ID, only the first is written.
  if (written_ == 0) written_ = file.number;
  if (!wants_all_ && file.number != written_) return {};
  const bool is_archive = wants_all_ && found_ > 1;
  const std::string in = is_archive ? std::to_string(file.number) + '/' : std::string();
  if (target_.page != nullptr) {
    if (is_archive)
      return Error{Error::Code::kUsage,
                   input_ + ": contains several messages, and " + target_.page->name() +
                       " can be the page of only one: select it with --message, or name a folder"};
    return file.path == "index.html" ? target_.page->write(file.bytes) : Result<void>();
  }
  if (is_archive && file.path == "index.html") add_to_index(file);
  if (target_.folder != nullptr) return write_file(in + file.path, file.bytes);
  const Result<std::chrono::sys_seconds> time = first_second_of(file.date.value_or(""));
  const std::string date = utc_date(time ? *time : std::chrono::sys_seconds());
  if (records_.is_empty()) {  // the first record has the date of the first message
    if (Result<void> written = write_record(records_.begin(date)); !written) return written;
  }
  return write_record(records_.resource(file, date, sha256(file.bytes), in));
}

void ExtractDestination::add_to_index(const ExtractedPiece& file) {
  const std::string folder = std::to_string(file.number);
  MessageInfo message;
  message.source = file.source;
  message.number = file.number_in_source;
  message.message_id = file.message_id;
  message.date = file.date;
  message.from = file.from;
  message.subject = file.subject;
  message.title = file.title;
  ++indexed_;
  index_rows_ += page::index_row(message, folder);
  std::string buffer;
  write::JsonWriter json;
  const std::pair<std::string_view, std::optional<std::string_view>> members[] = {
      {"message_id", message.message_id},
      {"date", message.date},
      {"from", message.from},
      {"subject", message.subject},
      {"folder", folder}};
  index_lines_.append("{\"source\":").append(json.alone(write::source_text(message.source, buffer)));
  index_lines_.append(",\"message\":").append(std::to_string(message.number));
  for (const auto& [key, value] : members)
    index_lines_.append(",\"").append(key).append("\":").append(json.alone(value));
  index_lines_ += "}\n";
}

Result<void> ExtractDestination::finish() {
  if (!has_any_ && found_ > 0)
    problems_.push_back(fmt::format("{}: the requested message does not exist; there {}", input_,
                                    found_ == 1 ? "is 1" : fmt::format("are {}", found_)));
  has_ended_ = true;
  Piece nothing;
  if (Result<void> written = take(nothing); !written) return written;
  if (target_.folder == nullptr || !wants_all_ || found_ < 2) return {};
  if (Result<void> written = write_file("index.jsonl", index_lines_); !written) return written;
  return write_file("index.html", page::index_page(input_, indexed_, index_rows_));
}

Result<void> ExtractDestination::write_record(const Result<std::string>& record) {
  if (!record) return Error{record.error().code, target_.warc->name() + ": " + record.error().message};
  return target_.warc->write(*record);
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<RunSummary> run_extract(const std::string& input, const RunOptions& wanted_run,
                               const ExtractOptions& extract, const std::string& wanted,
                               const ExtractTarget& target) try {
  const RunOptions options = run::for_use(InputUse::kExtracting, wanted_run);
  const Result<void> checked =
      run::check_whole_run(options, {target.warc, target.page, target.wacz}, target.folder, nullptr, {input});
  if (!checked) return checked.error();
  ExtractOptions made = extract;
  made.for_archive = target.warc != nullptr;
  made.for_replay = target.wacz != nullptr;
  if (!made.page_url.empty()) {
    if (Result<void> usable = check_page_url(made.page_url); !usable) return usable.error();
  }
  made.one_file = target.page != nullptr;
  const auto make = [&] { return std::make_unique<run::ExtractWorker>(options.analyze, made, wanted); };
  if (target.wacz != nullptr) {
    run::WaczDestination destination(input, target, made.split, wanted.empty());
    return run::read_all({input}, options, destination, make);
  }
  run::ExtractDestination destination(input, target, wanted.empty());
  return run::read_all({input}, options, destination, make);
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
