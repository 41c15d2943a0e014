// The output that `extract -o` names.
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "mimebase/run.h"
#include "text/ascii.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

bool has_type(const std::string& path, mode_t type) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == type;
}

}  // namespace

Result<ExtractOutput> ExtractOutput::open(const std::string& path, const ExtractOptions& extract,
                                          bool may_replace) {
  constexpr std::size_t kLongest = 8;  // ".warc.gz"
  const std::string ending = ascii::lowered(path.substr(path.size() - std::min(path.size(), kLongest)));
  ExtractOutput output;
  output.gzip_ = ending.ends_with(".warc.gz");
  output.is_page_ = (ending.ends_with(".html") || ending.ends_with(".htm")) && !has_type(path, S_IFDIR);
  if (output.is_page_ && !extract.single_file)
    return Error{Error::Code::kUsage,
                 path + ": a single page needs --single-file (for a folder, use a name without .html)"};
  if (output.gzip_ || output.is_page_ || ending.ends_with(".warc")) {
    if (!may_replace && has_type(path, S_IFREG))
      return Error{Error::Code::kUsage, path + ": exists: use --force to replace it"};
    Result<Output> opened = Output::open(path);
    if (!opened) return opened.error();
    output.file_ = std::move(*opened);
  } else {
    Result<OutputFolder> opened = OutputFolder::open(path, may_replace);
    if (!opened) return opened.error();
    output.folder_ = std::move(*opened);
  }
  return output;
}

ExtractTarget ExtractOutput::target() & {
  Output* const file = file_ ? &*file_ : nullptr;
  return {folder_ ? &*folder_ : nullptr, is_page_ ? nullptr : file, gzip_, is_page_ ? file : nullptr};
}

Result<void> ExtractOutput::commit() {
  return folder_ ? folder_->commit() : file_->commit();
}

const std::string& ExtractOutput::unfinished() const& {
  return folder_ ? folder_->unfinished() : file_->unfinished();
}

}  // namespace v0_2
}  // namespace mimebase
