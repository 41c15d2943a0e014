#include "url/canonical.h"

#include <algorithm>

#include "url/clean.h"
#include "url/whatwg.h"

namespace mimebase::url {

bool serialise(std::string_view absolute_url, std::string& out) {
  std::string buffer;
  Layout layout;
  out.clear();
  const std::string_view cleaned = clean_whatwg(absolute_url, buffer);
  const bool valid = parse_whatwg(cleaned, nullptr, QueryEncoding({}), out, layout) == nullptr;
  if (!valid) out.clear();
  return valid;
}

bool canonical(std::string_view absolute_url, std::string& out) {
  const bool valid = serialise(absolute_url, out);
  out.resize(std::min(out.find('#'), out.size()));
  return valid;
}

}  // namespace mimebase::url
