#include "run/rewrite_destination.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ascii.h"
#include "write/columns.h"
#include "write/output_file.h"

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

}  // namespace

std::string without_compression(std::string path) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (ascii::ends_with_ignoring_case(path, ending)) path.resize(path.size() - ending.size());
  }
  return path;
}

Error RewriteDestination::unwritable(int error, const std::string& path) const {
  return {Error::Code::kUnwritable,
          target_.folder->name() + (path.empty() ? "" : "/" + path) + ": " + std::strerror(error)};
}

Result<void> RewriteDestination::begin_input(const std::string& input) {
  input_ = input;
  std::error_code ignored;  // what cannot be looked at is no folder, and the reader tells
  input_is_folder_ = input != "-" && fs::is_directory(input, ignored);
  if (!input_is_folder_ || target_.folder == nullptr) return {};
  // A Maildir has three folders, be they empty.
  for (auto entry = fs::recursive_directory_iterator(input, ignored);
       entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (!entry->is_directory(ignored) || (name != "cur" && name != "new" && name != "tmp")) continue;
    const Result<std::string> path = path_of(entry->path());
    if (!path) return path.error();
    const int error = OutputFile::folder(*target_.folder).create_folder(*path);
    if (error != 0 && error != EEXIST) return unwritable(error, *path);
  }
  return {};
}

// The path in the output's folder.
Result<std::string> RewriteDestination::path_of(const std::string& source) const {
  const std::string input = without_slashes(input_);
  std::string path =
      input_is_folder_ ? source.substr(std::min(input_.size(), source.size())) : last_segment(source);
  path.erase(0, path.find_first_not_of('/'));
  if (input_is_folder_ && inputs_.size() > 1) path = last_segment(input) + '/' + path;
  if (source == "-") path = "message";
  std::error_code ignored;
  if (path.find('!') != std::string::npos && !fs::exists(source, ignored) && source != "-")
    return Error{Error::Code::kUsage,
                 source + ": stands in a container, which cannot be written as it was: unpack it"};
  return without_compression(std::move(path));
}

Result<void> RewriteDestination::begin_source(const std::string& source) {
  if (source == source_) return {};
  source_ = source;
  if (target_.folder == nullptr) {
    if (source == input_ || source == "-") return {};
    return Error{
        Error::Code::kUsage,
        source + ": is one of several messages' files: say -o DIR for a folder, and unpack a container"};
  }
  if (const int error = file_.close(); error != 0) return unwritable(error);
  const Result<std::string> path = path_of(source);
  if (!path) return path.error();
  written_ = 0;
  const int error = file_.open(OutputFile::folder(*target_.folder), *path);
  return error == 0 ? Result<void>() : unwritable(error, *path);
}

Result<void> RewriteDestination::write(std::string_view bytes) {
  written_ += bytes.size();
  if (target_.folder == nullptr) return target_.output->write(bytes);
  const int error = file_.write(bytes);
  return error == 0 ? Result<void>() : unwritable(error);
}

// Of the edits in rows[start, end), which were written just now.
Result<void> RewriteDestination::write_edits(const Piece& piece, std::size_t& next, std::size_t start,
                                             std::size_t end) {
  json_.clear();
  for (; next < piece.edits.size(); ++next) {
    const EditedSpan& span = piece.edits[next];
    const bool is_last = end == piece.rows.size();
    if (span.at >= end && !is_last) break;
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
      const std::uint64_t at = written_ - (end - start) + (span.at - start);
      row.before = span.before;
      row.after = Range{at, at + span.new_bytes.size()};
      row.old_bytes = span.old_bytes;
      row.new_bytes = span.new_bytes;
    }
    json_.edit(row);
  }
  json_.end_message();
  return target_.manifest->write(json_.rows());
}

Result<void> RewriteDestination::take(const Piece& piece) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < piece.sources.size(); ++i) {
    const std::size_t start = piece.sources[i].at;
    const std::size_t end = i + 1 < piece.sources.size() ? piece.sources[i + 1].at : piece.rows.size();
    Result<void> done = begin_source(piece.sources[i].source);
    if (done) done = write(std::string_view(piece.rows).substr(start, end - start));
    if (done && target_.manifest != nullptr) done = write_edits(piece, next, start, end);
    if (!done) return done;
  }
  return {};
}

Result<void> RewriteDestination::finish() {
  const int error = file_.close();
  return error == 0 ? Result<void>() : unwritable(error);
}

}  // namespace mimebase::run
