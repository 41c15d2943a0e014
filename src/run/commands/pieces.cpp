// `pieces`: its worker says where messages begin, its destination cuts the inputs there.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/context.h"
#include "input/recognize.h"
#include "input/store.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"
#include "run/driver/batch_worker.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/driver/run_reader.h"
#include "run/driver/source_file.h"
#include "run/output/output_guard.h"
#include "write/column.h"
#include "write/column_writers.h"

namespace mimebase::run {
namespace {

// ---- the worker ----

// Says where each message begins. Nothing is parsed.
class PlaceWorker : public BatchWorker {
 public:
  explicit PlaceWorker(const RunOptions& options)
      : context_("", {in_folder(options.input), options.analyze.limits}) {}

 private:
  static InputOptions in_folder(InputOptions options) {
    options.as_in_folder = true;
    return options;
  }
  void read(const Record& record) override;
  void judge(const Record& record, FoundMessage& found) const;

  const input::Context context_;
};

void PlaceWorker::read(const Record& record) {
  FoundMessage& found = piece_.as<PlaceResults>().messages.emplace_back();
  found.source = record.source;
  found.number = record.number;
  found.offset = record.offset;
  if (record.number == 1) judge(record, found);
  piece_.bytes += sizeof(found) + found.source.size();
  ++piece_.messages;
}

// The first message begins with the bytes that the reader has judged its source by. A zip file that is a
// document is one in every folder.
void PlaceWorker::judge(const Record& record, FoundMessage& found) const {
  const std::string_view head(record.before.data(), record.before.size() + record.bytes.size());
  found.is_read_in_folder = input::container_kind(head) == input::ContainerKind::kZip;
  if (found.is_read_in_folder) return;
  const input::Item item{found.source, input::role_of(found.source, context_.options.kind)};
  const auto judged = input::judge(head.substr(0, input::kHead), item, context_);
  found.is_read_in_folder = judged && judged->has_value();
  if (!found.is_read_in_folder) return;
  const input::ContentKind content = (*judged)->content;
  found.is_split = content == input::ContentKind::kMbox || content == input::ContentKind::kWarc;
}

// ---- the destination ----

bool is_container(const std::string& path) {
  std::array<char, 512> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  return input::container_kind({head.data(), static_cast<std::size_t>(file.gcount())}) !=
         input::ContainerKind::kNone;
}

// Writes the pieces of one file after another.
class PiecesDestination : public Destination {
 public:
  // All arguments must outlive the object.
  PiecesDestination(const RunOptions& options, const PiecesOptions& pieces, Output& output)
      : options_(options), most_(pieces.megabytes * 1'000'000), output_(output) {}

  [[nodiscard]] Result<bool> begin_input(const std::string& input) override;
  [[nodiscard]] bool accepts(const Piece& piece) const override {
    return piece.rows.empty() && piece.is_for<PlaceResults>();
  }
  [[nodiscard]] Result<void> take(Piece& piece) override;
  // A file without messages that a run has to report is a piece too.
  void problem(const Error& error) override;
  [[nodiscard]] Result<void> end_input(bool is_whole) override;
  [[nodiscard]] Result<void> finish() override { return std::exchange(written_, {}); }

 private:
  [[nodiscard]] std::string file_of(const std::string& source) const;
  [[nodiscard]] bool begin_file(const std::string& path);
  void take_first(const FoundMessage& message);
  void step(const FoundMessage& message);
  void cut();
  void end_file();
  void write(const std::optional<Range>& range, std::uint64_t first_message, std::uint64_t bytes);

  // A message at which a file can be cut.
  struct Place {
    std::uint64_t number = 1, offset = 0;
  };

  const RunOptions& options_;
  const std::uint64_t most_;  // bytes of a piece, unless it is one message or cannot be cut
  Output& output_;
  Result<void> written_;
  std::string input_;
  bool is_folder_ = false;
  std::string file_;          // the file that messages come from; empty before the first
  std::uint64_t size_ = 0;    // of the file
  bool is_open_ = false;      // its last piece is not written yet
  bool is_split_ = false;     // it is an mbox or a WARC file that is not compressed
  bool has_no_role_ = false;  // a folder would not read it as the input
  Place start_, last_;        // the first message of the current piece, and the last one found
  write::JsonWriter json_;
};

Result<bool> PiecesDestination::begin_input(const std::string& input) {
  input_ = input;
  struct stat status = {};
  is_folder_ = stat(input.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  file_.clear();
  return true;
}

std::string PiecesDestination::file_of(const std::string& source) const {
  if (!is_folder_) return input_;
  if (!file_.empty() && source.size() > file_.size() && source.starts_with(file_) &&
      source[file_.size()] == '!')
    return file_;
  std::string container = container_of(source);
  return container.empty() ? source : container;
}

// Returns false if the file is none that can be read again. A link in a folder may lead to a file that has
// been read, so it is a file only once it has a message.
bool PiecesDestination::begin_file(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  file_ = path;
  size_ = static_cast<std::uint64_t>(status.st_size);
  is_open_ = true;
  is_split_ = has_no_role_ = false;
  start_ = last_ = {};
  return true;
}

void PiecesDestination::take_first(const FoundMessage& message) {
  is_split_ = message.is_split && message.source == file_ && !is_container(file_);
  const bool is_passed = input::role_of(file_, options_.input.kind) == input::Role::kPassed;
  has_no_role_ = !is_folder_ && (is_passed || (message.source == file_ && !message.is_read_in_folder));
}

Result<void> PiecesDestination::take(Piece& piece) {
  for (const FoundMessage& message : piece.as<PlaceResults>().messages) {
    const std::string path = file_of(message.source);
    if (path != file_) {
      end_file();
      if (!begin_file(path)) continue;
      take_first(message);
    }
    if (is_split_) step(message);
  }
  return written_;
}

void PiecesDestination::problem(const Error& error) {
  const std::string path = file_of(error.source);
  struct stat status = {};
  if (path == file_ || (is_folder_ && (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))))
    return;
  end_file();
  if (begin_file(path)) has_no_role_ = !is_folder_;
}

Result<void> PiecesDestination::end_input(bool /*is_whole*/) {
  end_file();
  return written_;
}

void PiecesDestination::step(const FoundMessage& message) {
  if (message.offset < last_.offset || message.offset > size_) return;
  if (message.offset - start_.offset > most_) cut();
  last_ = {message.number, message.offset};
}

// Ends the piece before the last message that was found, unless it is the only one.
void PiecesDestination::cut() {
  if (last_.number <= start_.number) return;
  write(Range{start_.offset, last_.offset}, start_.number, last_.offset - start_.offset);
  start_ = last_;
}

void PiecesDestination::end_file() {
  if (!std::exchange(is_open_, false)) return;
  if (is_split_ && size_ - start_.offset > most_) cut();
  const bool has_range = is_split_ || has_no_role_;
  const std::uint64_t bytes = size_ - start_.offset;
  write(has_range ? std::optional(Range{start_.offset, size_}) : std::nullopt, start_.number, bytes);
}

void PiecesDestination::write(const std::optional<Range>& range, std::uint64_t first_message,
                              std::uint64_t bytes) {
  if (!written_) return;
  std::string row = "{\"source\":";
  row += json_.alone(std::string_view(file_));
  row += ",\"range\":";
  row += range ? '"' + std::to_string(range->start) + ':' + std::to_string(range->end) + '"' : "null";
  row +=
      ",\"first_message\":" + std::to_string(first_message) + ",\"bytes\":" + std::to_string(bytes) + "}\n";
  written_ = output_.write(row);
}

// Pieces are read again, which needs files.
Result<void> check_can_be_read_again(const std::string& input) {
  struct stat status = {};
  const auto wrong = [](const std::string& sentence) { return Error{Error::Code::kUsage, sentence}; };
  if (input == "-") return wrong("standard input cannot be cut into pieces: each is read from a file");
  if (stat(input.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return wrong(input + ": is neither a file nor a folder, so it cannot be cut into pieces");
  return {};
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<RunSummary> run_pieces(const std::vector<std::string>& inputs, const RunOptions& options,
                              const PiecesOptions& pieces, Output& output) try {
  for (const std::string& input : inputs) {
    if (Result<void> checked = run::check_can_be_read_again(input); !checked) return checked.error();
  }
  if (Result<void> checked = run::check_whole_run(options, {&output}, nullptr, nullptr, inputs); !checked)
    return checked.error();
  run::PiecesDestination destination(options, pieces, output);
  return run::read_all(inputs, options, destination,
                       [&] { return std::make_unique<run::PlaceWorker>(options); });
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
