#include "url/canonical.h"

#include "url/clean.h"
#include "url/whatwg.h"

namespace mimebase::url {

bool canonical(std::string_view absolute_url, std::string& out) {
  std::string buffer;
  Layout layout;
  out.clear();
  const std::string_view cleaned = clean_whatwg(absolute_url, buffer);
  const bool valid = parse_whatwg(cleaned, nullptr, QueryEncoding({}), out, layout) == nullptr;
  out.resize(valid ? layout.query_end : 0);
  return valid;
}

}  // namespace mimebase::url
