#include "url/generic.h"

namespace mimebase::url {

Error no_base(std::string_view base) {
  if (base.empty()) return {Error::Code::kNoBase, "the reference is relative and there is no base"};
  return {Error::Code::kNoBase, "the reference is relative and the base is not absolute: it has no scheme"};
}

void guard_path(std::size_t path_start, std::string& out) {
  if (std::string_view(out).substr(path_start).starts_with("//")) out.insert(path_start, "/.");
}

}  // namespace mimebase::url
