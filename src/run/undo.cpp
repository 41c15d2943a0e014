#include "run/undo.h"

#include <glib.h>
#include <rapidjson/document.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>

#include "mimebase/range.h"

namespace mimebase::run {
namespace {

struct OldBytes {
  Range after;
  std::string old_bytes, new_bytes;
};

Error unreadable(const std::string& name, const std::string& why) {
  return {Error::Code::kUnreadable, name + ": " + why, name};
}

std::optional<std::string> bytes_of(const rapidjson::Value& row, const char* text, const char* base64) {
  const auto as_text = row.FindMember(text), as_base64 = row.FindMember(base64);
  if (as_text != row.MemberEnd() && as_text->value.IsString())
    return std::string(as_text->value.GetString(), as_text->value.GetStringLength());
  if (as_base64 == row.MemberEnd() || !as_base64->value.IsString()) return std::nullopt;
  gsize size = 0;
  guchar* bytes = g_base64_decode(as_base64->value.GetString(), &size);
  std::string out(reinterpret_cast<const char*>(bytes), size);
  g_free(bytes);
  return out;
}

// The manifest's rows that are edits, in their order.
class Manifest {
 public:
  explicit Manifest(const std::string& path) : path_(path), file_(path) {}
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

  // The next edit; nothing at the end.
  Result<std::optional<OldBytes>> next() {
    std::string line;
    while (std::getline(file_, line)) {
      ++line_;
      rapidjson::Document row;
      row.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
      if (row.HasParseError() || !row.IsObject()) return wrong("is no row of a manifest");
      const auto after = row.FindMember("after");
      if (after == row.MemberEnd()) return wrong("is no row of a manifest");
      if (after->value.IsNull()) continue;  // a note
      if (const auto edit = edit_of(row, after->value)) return edit;
      return wrong("is no row of a manifest");
    }
    if (file_.bad()) return wrong("cannot be read");
    return std::optional<OldBytes>();
  }
  [[nodiscard]] Error wrong(const std::string& why) const {
    return unreadable(path_, "line " + std::to_string(line_) + " " + why);
  }

 private:
  static std::optional<OldBytes> edit_of(const rapidjson::Value& row, const rapidjson::Value& after) {
    const auto old_bytes = bytes_of(row, "old", "old_base64"), new_bytes = bytes_of(row, "new", "new_base64");
    if (!after.IsArray() || after.Size() != 2 || !after[0].IsUint64() || !after[1].IsUint64() || !old_bytes ||
        !new_bytes)
      return std::nullopt;
    return OldBytes{{after[0].GetUint64(), after[1].GetUint64()}, *old_bytes, *new_bytes};
  }

  std::string path_;
  std::ifstream file_;
  std::uint64_t line_ = 0;
};

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) static_cast<void>(std::fclose(file));  // it has been read
  }
};

class Undo {
 public:
  Undo(std::FILE* file, const std::string& name, Output& output)
      : file_(file), name_(name), output_(output) {}

  // Copies up to a place of the input, or to its end.
  Result<void> copy_to(std::optional<std::uint64_t> end);
  // Writes `edit.old_bytes` where the input has `edit.new_bytes`.
  Result<void> take_back(const OldBytes& edit);

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 16;

  std::FILE* file_;
  const std::string& name_;
  Output& output_;
  std::uint64_t at_ = 0;
  std::string buffer_;
};

Result<void> Undo::copy_to(std::optional<std::uint64_t> end) {
  while (!end || at_ < *end) {
    buffer_.resize(end ? std::min<std::uint64_t>(kBytes, *end - at_) : kBytes);
    buffer_.resize(std::fread(buffer_.data(), 1, buffer_.size(), file_));
    if (std::ferror(file_) != 0) return unreadable(name_, std::strerror(errno));
    if (buffer_.empty() && end) return unreadable(name_, "is shorter than the manifest says");
    if (buffer_.empty()) return {};
    at_ += buffer_.size();
    if (Result<void> written = output_.write(buffer_); !written) return written;
  }
  return {};
}

Result<void> Undo::take_back(const OldBytes& edit) {
  buffer_.resize(edit.new_bytes.size());
  const std::size_t size = std::fread(buffer_.data(), 1, buffer_.size(), file_);
  if (size != edit.new_bytes.size() || buffer_ != edit.new_bytes)
    return unreadable(name_,
                      "is not what the manifest was written with: byte " + std::to_string(at_) + " differs");
  at_ += size;
  return output_.write(edit.old_bytes);
}

}  // namespace

Result<void> undo(const std::string& manifest, const std::string& rewritten, Output& output) {
  Manifest rows(manifest);
  if (!rows.is_open()) return unreadable(manifest, std::strerror(errno));
  const std::unique_ptr<std::FILE, CloseFile> file(rewritten == "-" ? stdin
                                                                    : std::fopen(rewritten.c_str(), "rbe"));
  if (!file) return unreadable(rewritten, std::strerror(errno));
  Undo undo(file.get(), rewritten, output);
  std::uint64_t end = 0;
  for (;;) {
    Result<std::optional<OldBytes>> edit = rows.next();
    if (!edit) return edit.error();
    if (!*edit) return undo.copy_to(std::nullopt);
    if ((*edit)->after.start < end || (*edit)->after.end - (*edit)->after.start != (*edit)->new_bytes.size())
      return rows.wrong("does not follow the one before it: a manifest of several files?");
    end = (*edit)->after.end;
    Result<void> done = undo.copy_to((*edit)->after.start);
    if (done) done = undo.take_back(**edit);
    if (!done) return done;
  }
}

}  // namespace mimebase::run
