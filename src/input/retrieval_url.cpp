#include "input/retrieval_url.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::input {
namespace {

// Encodes all bytes but pchar without "%" (RFC 3986 section 3.3), and those in `also`.
std::string encoded(std::string_view bytes, std::string_view also) {
  static constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@";
  return ascii::percent_encoded(bytes, [also](char c) {
    return !ascii::is_alnum(c) && kMarks.find(c) == kMarks.npos && also.find(c) == also.npos;
  });
}

// Returns the path of a source below its input.
std::string_view path_below(std::string_view input, std::string_view source) {
  std::string_view path = source.substr(std::min(input.size(), source.size()));
  if (path.empty()) return source.substr(source.rfind('/') + 1);
  if (path.starts_with('!')) path.remove_prefix(1);
  while (path.starts_with('/') || path.starts_with("./")) path.remove_prefix(path.find('/') + 1);
  return path;
}

}  // namespace

std::string retrieval_url(std::string_view root, std::string_view input, std::string_view source) {
  const std::string_view path = path_below(input, source);
  const std::size_t name_start = path.rfind('/') + 1;
  const std::size_t name_end = std::min(path.find('?', name_start), path.size());
  const std::string_view name = path.substr(name_start, name_end - name_start);
  std::string url(root);
  if (!url.ends_with('/')) url += '/';
  url += encoded(path.substr(0, name_start), "/");
  if (name != "index.html") url += encoded(name, "");
  if (name_end < path.size()) url += '?' + encoded(path.substr(name_end + 1), "/?");
  return url;
}

}  // namespace mimebase::input
