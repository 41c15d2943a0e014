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

// "x.wacz" as "x-1.wacz".
std::string numbered(const std::string& path, std::uint64_t number) {
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + '-' + std::to_string(number) + path.substr(dot);
}

}  // namespace

Result<void> ExtractOutput::open_file(const std::string& path, bool may_replace) {
  if (!may_replace && has_type(path, S_IFREG))
    return Error{Error::Code::kUsage, path + ": exists: use --force to replace it"};
  Result<Output> opened = Output::open(path);
  if (!opened) return opened.error();
  file_ = std::move(*opened);
  return {};
}

Result<ExtractOutput> ExtractOutput::open(const std::string& path, const ExtractOptions& extract,
                                          bool may_replace) {
  constexpr std::size_t kLongest = 8;  // ".warc.gz"
  const std::string ending = ascii::lowered(path.substr(path.size() - std::min(path.size(), kLongest)));
  ExtractOutput output;
  output.path_ = path;
  output.may_replace_ = may_replace;
  output.gzip_ = ending.ends_with(".warc.gz");
  const bool is_page = (ending.ends_with(".html") || ending.ends_with(".htm")) && !has_type(path, S_IFDIR);
  output.kind_ = output.gzip_ || ending.ends_with(".warc") ? Kind::kWarc
                 : ending.ends_with(".wacz")               ? Kind::kWacz
                 : is_page                                 ? Kind::kPage
                                                           : Kind::kFolder;
  if (is_page && !extract.single_file)
    return Error{Error::Code::kUsage,
                 path + ": a single page needs --single-file (for a folder, use a name without .html)"};
  if (output.kind_ != Kind::kWacz && (!extract.page_url.empty() || extract.split > 0))
    return Error{Error::Code::kUsage, path + ": --page-url and --split need a WACZ file (-o x.wacz)"};
  if (!extract.page_url.empty()) {
    if (Result<void> usable = check_page_url(extract.page_url); !usable)
      return Error{Error::Code::kUsage, "--page-url: " + usable.error().message};
  }
  if (output.kind_ == Kind::kFolder) {
    Result<OutputFolder> opened = OutputFolder::open(path, may_replace);
    if (!opened) return opened.error();
    output.folder_ = std::move(*opened);
    return output;
  }
  const bool is_split = output.kind_ == Kind::kWacz && extract.split > 0;
  if (is_split) output.files_ = 1;
  if (Result<void> opened = output.open_file(is_split ? numbered(path, 1) : path, may_replace); !opened)
    return opened.error();
  return output;
}

Result<Output*> ExtractOutput::open_next() {
  if (Result<void> done = file_->commit(); !done) return done.error();
  if (Result<void> opened = open_file(numbered(path_, ++files_), may_replace_); !opened)
    return opened.error();
  return &*file_;
}

ExtractTarget ExtractOutput::target() & {
  ExtractTarget target;
  switch (kind_) {
    case Kind::kFolder:
      target.folder = &*folder_;
      break;
    case Kind::kWarc:
      target.warc = &*file_;
      target.gzip = gzip_;
      break;
    case Kind::kWacz:
      target.wacz = &*file_;
      target.next_wacz = [this] { return open_next(); };
      break;
    case Kind::kPage:
      target.page = &*file_;
      break;
  }
  return target;
}

Result<void> ExtractOutput::commit() {
  return folder_ ? folder_->commit() : file_->commit();
}

const std::string& ExtractOutput::unfinished() const& {
  return folder_ ? folder_->unfinished() : file_->unfinished();
}

}  // namespace v0_2
}  // namespace mimebase
