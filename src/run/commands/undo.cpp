// Undoes the edits of `rewrite`.

#include <rapidjson/document.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "mimebase/range.h"
#include "mimebase/run.h"
#include "output/new_folder.h"
#include "output/output_file.h"
#include "run/driver/run_reader.h"
#include "run/output/output_guard.h"
#include "text/base64.h"

namespace mimebase::run {
namespace {

namespace fs = std::filesystem;

struct OldBytes {
  std::string source;
  Range after;
  std::string old_bytes, new_bytes;
};

Error unreadable(const std::string& name, const std::string& why) {
  return {Error::Code::kUnreadable, name + ": " + why, name};
}

// Returns a member of an object, or null if there is none with that name.
const rapidjson::Value* member(const rapidjson::Value& row, std::string_view key) {
  for (const auto& one : row.GetObject()) {
    if (std::string_view(one.name.GetString(), one.name.GetStringLength()) == key) return &one.value;
  }
  return nullptr;
}

std::optional<std::string> text_of(const rapidjson::Value& row, std::string_view key) {
  const rapidjson::Value* value = member(row, key);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return std::string(value->GetString(), value->GetStringLength());
}

// Returns the bytes of the member `text`, or those of the member `encoded`, which is Base64. Returns nothing
// if there are none or if they are malformed.
std::optional<std::string> bytes_of(const rapidjson::Value& row, std::string_view text,
                                    std::string_view encoded) {
  if (auto bytes = text_of(row, text)) return bytes;
  const std::optional<std::string> digits = text_of(row, encoded);
  if (!digits) return std::nullopt;
  std::optional<std::string> bytes = base64_decoded(*digits);
  return bytes && *digits == base64(*bytes) ? std::move(bytes) : std::nullopt;
}

// Reads the edits of a manifest, in order.
class Manifest {
 public:
  explicit Manifest(const std::string& path) : path_(path), file_(path) {}
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

  // Returns the next edit, or nothing at the end.
  Result<std::optional<OldBytes>> next() {
    std::string line;
    while (std::getline(file_, line)) {
      ++line_;
      rapidjson::Document row;
      row.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
      if (row.HasParseError() || !row.IsObject()) return wrong("is not a row of a manifest");
      const rapidjson::Value* after = member(row, "after");
      if (after == nullptr) return wrong("is not a row of a manifest");
      if (after->IsNull()) continue;  // a note
      if (const auto edit = edit_of(row, *after)) return edit;
      return wrong("is not a row of a manifest");
    }
    if (file_.bad()) return wrong("cannot be read");
    return std::optional<OldBytes>();
  }
  [[nodiscard]] Error wrong(const std::string& why) const {
    return unreadable(path_, "line " + std::to_string(line_) + " " + why);
  }

 private:
  static std::optional<OldBytes> edit_of(const rapidjson::Value& row, const rapidjson::Value& after) {
    const auto source = text_of(row, "source");
    const auto old_bytes = bytes_of(row, "old", "old_base64"), new_bytes = bytes_of(row, "new", "new_base64");
    if (!after.IsArray() || after.Size() != 2 || !after[0].IsUint64() || !after[1].IsUint64() || !source ||
        !old_bytes || !new_bytes)
      return std::nullopt;
    return OldBytes{*source, {after[0].GetUint64(), after[1].GetUint64()}, *old_bytes, *new_bytes};
  }

  std::string path_;
  std::ifstream file_;
  std::uint64_t line_ = 0;
};

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) static_cast<void>(std::fclose(file));  // only read, so no error is possible
  }
};

using OpenFile = std::unique_ptr<std::FILE, CloseFile>;
using Write = std::function<Result<void>(std::string_view)>;

Result<OpenFile> open_file(const std::string& name) {
  OpenFile file(name == "-" ? stdin : std::fopen(name.c_str(), "rbe"));
  if (!file) return unreadable(name, std::strerror(errno));
  return file;
}

// Undoes the edits of one file, in order.
class Undo {
 public:
  Undo(OpenFile file, std::string name, Write write)
      : file_(std::move(file)), name_(std::move(name)), write_(std::move(write)) {}

  // Copies the input up to an offset, or to its end.
  Result<void> copy_to(std::optional<std::uint64_t> end);
  // Writes `edit.old_bytes` where the input has `edit.new_bytes`.
  Result<void> take_back(const OldBytes& edit);

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 16;

  OpenFile file_;
  std::string name_;
  Write write_;
  std::uint64_t at_ = 0;
  std::string buffer_;
};

Result<void> Undo::copy_to(std::optional<std::uint64_t> end) {
  while (!end || at_ < *end) {
    buffer_.resize(end ? std::min<std::uint64_t>(kBytes, *end - at_) : kBytes);
    buffer_.resize(std::fread(buffer_.data(), 1, buffer_.size(), file_.get()));
    if (std::ferror(file_.get()) != 0) return unreadable(name_, std::strerror(errno));
    if (buffer_.empty() && end) return unreadable(name_, "is shorter than the manifest says");
    if (buffer_.empty()) return {};
    at_ += buffer_.size();
    if (Result<void> written = write_(buffer_); !written) return written;
  }
  return {};
}

Result<void> Undo::take_back(const OldBytes& edit) {
  if (edit.after.start < at_ || edit.after.end - edit.after.start != edit.new_bytes.size())
    return unreadable(name_, "the rows of the manifest are out of order");
  if (Result<void> copied = copy_to(edit.after.start); !copied) return copied;
  buffer_.resize(edit.new_bytes.size());
  const std::size_t size = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
  if (size != edit.new_bytes.size() || buffer_ != edit.new_bytes)
    return unreadable(name_, "is not the output that the manifest describes: it differs from byte " +
                                 std::to_string(at_) + " on");
  at_ += size;
  return write_(edit.old_bytes);
}

Result<void> undo_file(Manifest& rows, const std::string& rewritten, Output& output) {
  Result<OpenFile> file = open_file(rewritten);
  if (!file) return file.error();
  Undo undo(std::move(*file), rewritten, [&](std::string_view bytes) { return output.write(bytes); });
  for (;;) {
    const Result<std::optional<OldBytes>> edit = rows.next();
    if (!edit) return edit.error();
    if (!*edit) return undo.copy_to(std::nullopt);
    if (Result<void> done = undo.take_back(**edit); !done) return done;
  }
}

// Undoes the edits of a folder, in which each source has its own file.
class UndoFolder {
 public:
  UndoFolder(const std::string& folder, const OutputFolder& output) : folder_(folder), output_(output) {}

  Result<void> run(Manifest& rows);

 private:
  [[nodiscard]] std::optional<std::string> path_of(std::string source) const;
  Result<void> begin(const std::string& path);
  Result<void> end();
  Result<void> copy_others();
  [[nodiscard]] Result<void> written(int error, const std::string& path = {}) const {
    if (error == 0) return {};
    return Error{Error::Code::kUnwritable,
                 output_.name() + (path.empty() ? "" : "/" + path) + ": " + std::strerror(error)};
  }

  const std::string& folder_;
  const OutputFolder& output_;
  std::set<std::string> done_;
  std::string source_;
  output::FolderFile file_;
  std::optional<Undo> undo_;
};

// Returns the longest suffix of the source's path that names a file in the folder, or nothing.
std::optional<std::string> UndoFolder::path_of(std::string source) const {
  std::error_code ignored;  // paths that cannot be examined are treated as missing
  source = output::without_compression(std::move(source));
  while (true) {
    const fs::path path = fs::path(source).relative_path();
    if (fs::is_regular_file(fs::path(folder_) / path, ignored)) return path.string();
    const std::size_t slash = source.find('/');
    if (slash == std::string::npos) return std::nullopt;
    source.erase(0, slash + 1);
  }
}

Result<void> UndoFolder::begin(const std::string& path) {
  const std::string name = (fs::path(folder_) / path).string();
  Result<OpenFile> file = open_file(name);
  if (!file) return file.error();
  if (Result<void> opened = written(file_.open(OutputFile::folder(output_), path), path); !opened)
    return opened;
  done_.insert(path);
  undo_.emplace(std::move(*file), name,
                [this](std::string_view bytes) { return written(file_.write(bytes)); });
  return {};
}

Result<void> UndoFolder::end() {
  if (!undo_) return {};
  Result<void> copied = undo_->copy_to(std::nullopt);
  undo_.reset();
  const Result<void> closed = written(file_.close());
  return copied ? closed : copied;
}

// Copies the files that have no edits, and creates the folders, including empty ones of a Maildir.
Result<void> UndoFolder::copy_others() {
  std::error_code error, ignored;  // `ignored`: a dangling link
  fs::recursive_directory_iterator entry(folder_, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string path = entry->path().lexically_relative(folder_).string();
    if (entry->is_directory(ignored)) {
      const int failed = OutputFile::folder(output_).create_folder(path);
      if (failed != EEXIST && failed != 0) return written(failed, path);
    } else if (entry->is_regular_file(ignored) && !done_.contains(path)) {
      Result<void> done = begin(path);
      if (done) done = end();
      if (!done) return done;
    }
  }
  return error ? Result<void>(unreadable(folder_, error.message())) : Result<void>();
}

Result<void> UndoFolder::run(Manifest& rows) {
  for (;;) {
    const Result<std::optional<OldBytes>> edit = rows.next();
    if (!edit) return edit.error();
    if (!*edit) break;
    if (undo_ && (*edit)->source == source_) {
      if (Result<void> done = undo_->take_back(**edit); !done) return done;
      continue;
    }
    source_ = (*edit)->source;
    const std::optional<std::string> path = path_of(source_);
    if (!path || done_.contains(*path)) return unreadable(folder_, "has no separate file for " + source_);
    Result<void> done = end();
    if (done) done = begin(*path);
    if (done) done = undo_->take_back(**edit);
    if (!done) return done;
  }
  Result<void> done = end();
  return done ? copy_others() : done;
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<void> undo_rewrite(const std::string& manifest, const std::string& rewritten,
                          const RewriteTarget& target) try {
  const Result<void> checked =
      run::check_whole_run({}, {target.output}, target.folder, target.manifest, {rewritten, manifest});
  if (!checked) return checked;
  run::Manifest rows(manifest);
  if (!rows.is_open()) return Error{Error::Code::kUsage, manifest + ": " + std::strerror(errno)};
  if (target.folder != nullptr) return run::UndoFolder(rewritten, *target.folder).run(rows);
  return run::undo_file(rows, rewritten, *target.output);
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
