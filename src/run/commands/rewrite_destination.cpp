#include "run/commands/rewrite_destination.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "output/output_file.h"
#include "text/ascii.h"
#include "write/columns.h"

namespace mimebase::run {
namespace {

namespace fs = std::filesystem;

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string last_segment(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns the container of a source: "box.tar" for "box.tar!inner/1.eml". Returns an empty string for a file
// and for standard input.
std::string container_of(const std::string& source) {
  std::error_code ignored;  // paths that cannot be examined are treated as missing
  const std::size_t first = source.find('!');
  if (first == std::string::npos || fs::exists(source, ignored)) return {};
  for (std::size_t at = first; at != std::string::npos; at = source.find('!', at + 1)) {
    if (fs::is_regular_file(source.substr(0, at), ignored)) return source.substr(0, at);
  }
  return source.substr(0, first);
}

// Returns true if the name is taken or impossible. Such an error does not affect other files.
bool is_about_name(int error) {
  return error == EEXIST || error == ENOTDIR || error == EINVAL || error == ENAMETOOLONG;
}

}  // namespace

std::string without_compression(std::string path) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (ascii::ends_with_ignoring_case(path, ending) && last_segment(path).size() > ending.size())
      path.resize(path.size() - ending.size());
  }
  return path;
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
  return without_compression(std::move(path));
}

// A stream accepts the inputs themselves, one after another, but no files of a folder, no entries of a
// container and no incomplete messages.
Result<void> RewriteDestination::check_stream(const RewriteResults& results) const {
  for (const SourceStart& start : results.sources) {
    if (start.source != input_ && start.source != "-")
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

Result<void> RewriteDestination::finish() {
  return end_file();
}

}  // namespace mimebase::run
