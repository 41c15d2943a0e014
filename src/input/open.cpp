#include "input/open.h"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <utility>

namespace mimebase::input {
namespace {

std::optional<std::uint64_t> size_of(const std::optional<Range>& range, std::optional<std::uint64_t> source) {
  if (!source || !range) return source;
  return std::min(*source, range->end) - std::min(*source, range->start);
}

}  // namespace

bool is_folder(const Context& context) {
  const std::string& path = context.path();
  struct stat status = {};
  return path != "-" && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

Role role_of_input(const Context& context) {
  // Who knows a range of a file knows that it is mail.
  const bool is_judged =
      context.options.as_in_folder && context.path() != "-" && !context.options.range.has_value();
  return is_judged ? role_of(context.path(), context.options.kind) : Role::kNamed;
}

Result<std::unique_ptr<Store>> open_opened(Context& context, OpenFile file,
                                           std::optional<std::uint64_t>& total) {
  Item item;
  item.source = context.name();
  item.role = role_of_input(context);
  if (item.role == Role::kPassed) return std::unique_ptr<Store>();
  std::unique_ptr<ByteSource> bytes = bytes_of_file(context, item.source, std::move(file), kChunk);
  total = size_of(context.options.range, bytes->total());
  return open_store(context, std::move(item), std::move(bytes));
}

Result<std::unique_ptr<Store>> open_path(Context& context, std::optional<std::uint64_t>& total) {
  if (is_folder(context)) return open_folder(context);
  if (role_of_input(context) == Role::kPassed) return std::unique_ptr<Store>();
  Result<OpenFile> file = open_file(context);
  if (!file) return file.error();
  return open_opened(context, std::move(*file), total);
}

Error open_error(const Context& context, const Error& error) {
  const bool failed = !context.problems().empty() && error.code != Error::Code::kUsage;
  return failed ? context.problems().front() : error;
}

}  // namespace mimebase::input
