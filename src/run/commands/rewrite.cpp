// `rewrite`: its worker turns messages into rewritten messages, its destination writes them.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "input/context.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/rewrite.h"
#include "mimebase/run.h"
#include "output/new_folder.h"
#include "output/output_file.h"
#include "run/driver/batch_worker.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/driver/run_reader.h"
#include "run/driver/source_file.h"
#include "run/output/kept_rows.h"
#include "run/output/output_guard.h"
#include "text/ascii.h"
#include "write/column_writers.h"
#include "write/columns.h"

namespace mimebase::run {
namespace {

// ---- the worker ----

// Turns messages into rewritten messages.
class EditWorker : public BatchWorker, private RewriteVisitor {
 public:
  // If `keeps_edits` is set, pieces contain the edits for a manifest.
  EditWorker(const AnalyzeOptions& analyze, const RewriteOptions& options, bool keeps_edits)
      : analyze_(analyze), options_(options), rewriter_(analyze, options), keeps_edits_(keeps_edits) {}

  [[nodiscard]] std::shared_ptr<Signer> signer() const override { return options_.signer; }
  void sign_with(std::shared_ptr<Signer> signer) override {
    options_.signer = std::move(signer);
    rewriter_ = Rewriter(analyze_, options_);
  }

 private:
  void read(const Record& record) override;
  void complete() override { piece_.bytes += piece_.rows.size(); }

  void edit(const Edit& edit) override;
  void note(const EditNote& note) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override { cut_short(message, what); }

  // Appends to the rows of the piece, and ends the piece when it is long enough.
  void put(std::string_view bytes);
  // Keeps an edit or a note for the manifest.
  void keep(EditedSpan span);
  // Ends the piece within the current message.
  void end_within();
  // Returns a span with the names of the message and of the part.
  [[nodiscard]] EditedSpan described(const MessageInfo& message, std::string_view part) const;

  const AnalyzeOptions analyze_;
  RewriteOptions options_;
  Rewriter rewriter_;
  const bool keeps_edits_;
  const Record* record_ = nullptr;  // the current message
  std::size_t at_ = 0;              // number of its bytes that were copied or replaced
};

void EditWorker::read(const Record& record) {
  record_ = &record;
  at_ = 0;
  std::vector<SourceStart>& sources = piece_.as<RewriteResults>().sources;
  if (sources.empty() || sources.back().source != record.source)
    sources.push_back({piece_.rows.size(), std::string(record.source)});
  // A source with an incomplete message is not written, because the output must not replace a complete
  // message with an incomplete one.
  if (record.truncated || record.incomplete) {
    sources.back().cannot_write =
        "message " + std::to_string(record.number) +
        (record.truncated ? " is longer than --limits message allows" : " could not be read to its end");
  }
  put(record.before);
  if (!is_skipped(record, *this)) rewriter_.rewrite(record, *this);
  put(record.bytes.substr(at_));
  put(record.after);
  ++piece_.messages;
}

void EditWorker::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kPieceBytes - piece_.rows.size());
    piece_.rows += now;
    bytes.remove_prefix(now.size());
    if (piece_.rows.size() >= kPieceBytes) end_within();
  }
}

void EditWorker::keep(EditedSpan span) {
  piece_.bytes += sizeof(span) + span.old_bytes.size() + span.new_bytes.size() + span.detail.size();
  piece_.as<RewriteResults>().edits.push_back(std::move(span));
  if (piece_.bytes >= kPieceBytes) end_within();
}

void EditWorker::end_within() {
  complete();
  end_piece(false);
  piece_.as<RewriteResults>().sources.push_back({0, std::string(record_->source)});
}

EditedSpan EditWorker::described(const MessageInfo& message, std::string_view part) const {
  EditedSpan span;
  span.source = message.source;
  span.number = message.number;
  span.offset = message.offset;
  if (message.message_id) span.message_id.emplace(*message.message_id);
  span.part = part;
  return span;
}

void EditWorker::edit(const Edit& edit) {
  put(record_->bytes.substr(at_, edit.span.start - at_));
  at_ = edit.span.end;
  piece_.edited += edit.references;
  if (edit.reason == EditReason::kContentLength || edit.reason == EditReason::kContentMd5)
    ++piece_.updated_fields;
  if (keeps_edits_) {
    EditedSpan span = described(*edit.message, edit.part);
    span.reason = name_of(edit.reason);
    span.context = edit.context;
    span.references = edit.references;
    span.before = Range{edit.span.start + record_->bytes_offset, edit.span.end + record_->bytes_offset};
    span.at = piece_.rows.size();
    span.old_bytes = record_->bytes.substr(edit.span.start, edit.span.end - edit.span.start);
    span.new_bytes = edit.bytes;
    keep(std::move(span));
  }
  put(edit.bytes);
}

void EditWorker::note(const EditNote& note) {
  // Empty references are frequent, and these notes report no loss: only the manifest contains them.
  const bool is_harmless = note.code == EditNoteCode::kLeftEmpty ||
                           note.code == EditNoteCode::kLeftClassName ||
                           (note.code == EditNoteCode::kLeftDocument && note.references == 0);
  if (!is_harmless) piece_.notes.push_back(problem_sentence(*note.message, note.part, note.detail));
  if (!keeps_edits_) return;
  EditedSpan span = described(*note.message, note.part);
  span.reason = name_of(note.code);
  span.references = note.references;
  span.detail = note.detail;
  keep(std::move(span));
}

// ---- the destination ----

// Writes rewritten messages to a stream, or to a folder with one file per source, and edits to the manifest.
// In a folder, a source is skipped and reported as a problem if it is in a container, if it is incomplete, or
// if its name is taken or impossible. A stream fails instead.
class RewriteDestination : public Destination {
 public:
  // All arguments must outlive the object.
  RewriteDestination(const std::vector<std::string>& inputs, const InputOptions& options, Signer* signer,
                     const RewriteTarget& target)
      : target_(target), inputs_(inputs), options_(options), signer_(signer) {}

  // Creates the folders of a Maildir.
  [[nodiscard]] Result<bool> begin_input(const std::string& input) override;
  [[nodiscard]] Signer* signer() override { return signer_; }
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  // Also fails with kUsage, if a stream cannot hold the sources.
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] Result<void> finish() override { return end_file(); }

 private:
  [[nodiscard]] Result<void> check_stream(const RewriteResults& results) const;
  [[nodiscard]] Result<void> begin_file(const std::string& source);
  [[nodiscard]] Result<void> end_file();
  void leave_out(const std::string& why);
  [[nodiscard]] std::string path_of(const std::string& source) const;
  [[nodiscard]] std::string output_name(const std::string& path) const;
  [[nodiscard]] Error unwritable(int error, const std::string& path = {}) const;
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> write_edits(const std::vector<EditedSpan>& edits, std::size_t& next,
                                         const SourceStart& source, std::size_t end);

  const RewriteTarget& target_;
  const std::vector<std::string>& inputs_;
  const InputOptions& options_;
  Signer* const signer_;  // may be null
  std::string input_, source_;
  bool input_is_folder_ = false;
  std::uint64_t written_ = 0;  // bytes written to the stream, or to the file
  write::JsonWriter json_;
  std::vector<std::string> problems_;

  // Used only if the output is a folder:
  std::string path_;  // path of the open file in the folder; empty if none is open
  output::FolderFile file_;
  bool is_left_out_ = false;                    // the current source is skipped
  std::string container_;                       // the last container that was skipped
  std::map<std::string, std::string> sources_;  // names of written sources, by the paths of their files
  std::optional<KeptRows> edits_;               // manifest rows, until the source is known to be complete
};

namespace fs = std::filesystem;

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string last_segment(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns true if the name is taken or impossible. Such an error does not affect other files.
bool is_about_name(int error) {
  return error == EEXIST || error == ENOTDIR || error == EINVAL || error == ENAMETOOLONG;
}

// Returns the name of a file in the folder, or of the folder itself, for error messages.
std::string RewriteDestination::output_name(const std::string& path) const {
  const std::string folder = without_slashes(target_.folder->name());
  return path.empty() ? folder : folder + '/' + path;
}

Error RewriteDestination::unwritable(int error, const std::string& path) const {
  return {Error::Code::kUnwritable, output_name(path) + ": " + std::strerror(error)};
}

Result<bool> RewriteDestination::begin_input(const std::string& input) {
  if (Result<void> ended = end_file(); !ended) return ended.error();
  source_.clear();  // the same file may be named twice
  input_ = input;
  std::error_code ignored;  // the reader reports inputs that cannot be examined
  input_is_folder_ = input != "-" && fs::is_directory(input, ignored);
  if (!input_is_folder_ || target_.folder == nullptr) return true;
  // Creates the three folders of every Maildir, even if they are empty.
  for (auto entry = fs::recursive_directory_iterator(input, ignored);
       entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (!entry->is_directory(ignored) || (name != "cur" && name != "new" && name != "tmp")) continue;
    const std::string path = path_of(entry->path());
    const int error = OutputFile::folder(*target_.folder).create_folder(path);
    if (error != 0 && !is_about_name(error)) return unwritable(error, path);
  }
  return true;
}

// Returns the path of the source's file in the output folder.
std::string RewriteDestination::path_of(const std::string& source) const {
  if (source == "-") return "message";
  const std::string input = without_slashes(input_);
  std::string path =
      input_is_folder_ ? source.substr(std::min(input_.size(), source.size())) : last_segment(source);
  path.erase(0, path.find_first_not_of('/'));
  if (input_is_folder_ && inputs_.size() > 1) path = last_segment(input) + '/' + path;
  return output::without_compression(std::move(path));
}

// A stream accepts the inputs themselves, one after another, but no files of a folder, no entries of a
// container and no incomplete messages.
Result<void> RewriteDestination::check_stream(const RewriteResults& results) const {
  for (const SourceStart& start : results.sources) {
    if (start.source != input::name_in_rows(input_, options_))
      return Error{
          Error::Code::kUsage,
          start.source + ": is one of several files: for a folder use -o DIR, and unpack a container first"};
    if (!start.cannot_write.empty())
      return Error{Error::Code::kUnwritable, start.source + ": not written: " + start.cannot_write};
  }
  return {};
}

Result<void> RewriteDestination::begin_file(const std::string& source) {
  if (source == source_) return {};
  if (Result<void> ended = end_file(); !ended) return ended;
  source_ = source;
  is_left_out_ = false;
  written_ = 0;
  if (const std::string container = container_of(source); !container.empty()) {
    is_left_out_ = true;
    if (std::exchange(container_, container) != container)
      problems_.push_back((container == "-" ? "standard input" : container) +
                          ": not written: it is a container (unpack it first)");
    return {};
  }
  const std::string path = path_of(source);
  const int error = file_.open(OutputFile::folder(*target_.folder), path);
  if (error == 0) {
    path_ = path;
    sources_[path] = source;
    edits_.emplace();
    return {};
  }
  const auto other = sources_.find(path);
  if (other != sources_.end()) {
    leave_out(output_name(path) + " holds " + other->second + " (rename one of them)");
  } else if (is_about_name(error)) {
    leave_out(unwritable(error, path).message);
  } else {
    return unwritable(error, path);
  }
  return {};
}

// Reports it once per source.
void RewriteDestination::leave_out(const std::string& why) {
  if (!std::exchange(is_left_out_, true)) problems_.push_back(source_ + ": not written: " + why);
}

Result<void> RewriteDestination::end_file() {
  if (path_.empty()) return {};
  const std::string path = std::exchange(path_, {});
  int error = file_.close();
  if (error == 0 && is_left_out_) {
    sources_.erase(path);
    error = OutputFile::folder(*target_.folder).remove_file(path);
  }
  if (error != 0) return unwritable(error, path);
  if (is_left_out_ || target_.manifest == nullptr) return {};
  const Result<std::vector<std::string_view>> rows = edits_->all();
  if (!rows) return rows.error();
  for (const std::string_view row : *rows) {
    if (Result<void> written = target_.manifest->write(row); !written) return written;
  }
  return {};
}

Result<void> RewriteDestination::write(std::string_view bytes) {
  written_ += bytes.size();
  if (target_.folder == nullptr) return target_.output->write(bytes);
  const int error = file_.write(bytes);
  return error == 0 ? Result<void>() : unwritable(error);
}

// Writes the manifest rows of a source in the piece. `next` is the source's first edit, and becomes the next
// source's. The source's bytes end at offset `end` of Piece::rows and must have been written already.
Result<void> RewriteDestination::write_edits(const std::vector<EditedSpan>& edits, std::size_t& next,
                                             const SourceStart& source, std::size_t end) {
  json_.clear();
  for (; next < edits.size() && edits[next].source == source.source; ++next) {
    const EditedSpan& span = edits[next];
    MessageInfo message;
    message.source = span.source;
    message.number = span.number;
    message.offset = span.offset;
    message.message_id = span.message_id;
    write::EditRow row;
    row.message = &message;
    row.part = span.part;
    row.reason = span.reason;
    row.context = span.context;
    row.references = span.references;
    row.detail = span.detail;
    if (span.before) {
      const std::uint64_t at = written_ - (end - source.at) + (span.at - source.at);
      row.before = span.before;
      row.after = Range{at, at + span.new_bytes.size()};
      row.old_bytes = span.old_bytes;
      row.new_bytes = span.new_bytes;
    }
    json_.edit(row);
  }
  json_.end_message();
  if (is_left_out_) return {};
  return target_.folder == nullptr ? target_.manifest->write(json_.rows()) : edits_->add(json_.rows());
}

bool RewriteDestination::accepts(const Piece& piece) const {
  const auto* const results = piece.get<RewriteResults>();
  if (results == nullptr || results->sources.empty())
    return piece.is_for<RewriteResults>() && piece.rows.empty();
  return results->sources.front().at == 0;
}

Result<void> RewriteDestination::take(Piece& piece) {
  const auto& results = piece.as<RewriteResults>();
  if (target_.folder == nullptr) {
    if (Result<void> checked = check_stream(results); !checked) return checked;
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.sources.size(); ++i) {
    const SourceStart& source = results.sources[i];
    const std::size_t end = i + 1 < results.sources.size() ? results.sources[i + 1].at : piece.rows.size();
    Result<void> done;
    if (target_.folder != nullptr) {
      done = begin_file(source.source);
      if (done && !source.cannot_write.empty()) leave_out(source.cannot_write);
    }
    if (done && !is_left_out_) done = write(std::string_view(piece.rows).substr(source.at, end - source.at));
    if (done && target_.manifest != nullptr) done = write_edits(results.edits, next, source, end);
    if (!done) return done;
  }
  return {};
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<RunSummary> run_rewrite(const std::vector<std::string>& inputs, const RunOptions& wanted,
                               const RewriteOptions& given, const RewriteTarget& target) try {
  if (Result<void> usable = check_options(given); !usable) return usable.error();
  RewriteOptions rewrite = given;
  if (!rewrite.time) rewrite.time = std::time(nullptr);  // the same in all processes
  const RunOptions options = run::for_use(InputUse::kRewriting, wanted);
  const Result<void> checked =
      run::check_whole_run(options, {target.output}, target.folder, target.manifest, inputs);
  if (!checked) return checked.error();
  run::RewriteDestination destination(inputs, options.input, rewrite.signer.get(), target);
  const bool has_manifest = target.manifest != nullptr;
  const auto make = [&] { return std::make_unique<run::EditWorker>(options.analyze, rewrite, has_manifest); };
  return run::read_all(inputs, options, destination, make);
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
