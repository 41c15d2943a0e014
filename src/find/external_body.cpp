#include "find/external_body.h"

#include <algorithm>
#include <iterator>

namespace mimebase::find {

std::string external_body_url(std::string_view url_parameter) {
  std::string url;
  std::copy_if(url_parameter.begin(), url_parameter.end(), std::back_inserter(url),
               [](char c) { return c != ' ' && (c < '\t' || c > '\r'); });
  return url;
}

}  // namespace mimebase::find
