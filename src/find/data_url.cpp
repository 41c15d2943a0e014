#include "find/data_url.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Reads one parameter of the media type. Returns true if it is "base64".
bool read_parameter(std::string_view parameter, DataUrl& url) {
  parameter = ascii::trim_html_space(parameter);
  if (ascii::equals_ignoring_case(parameter, "base64")) return true;
  constexpr std::string_view kCharset = "charset=";
  if (ascii::starts_with_ignoring_case(parameter, kCharset)) {
    if (url.charset.empty()) url.charset = parameter.substr(kCharset.size());
    url.is_plain = url.is_plain && (ascii::equals_ignoring_case(url.charset, "utf-8") ||
                                    ascii::equals_ignoring_case(url.charset, "us-ascii"));
  } else if (!ascii::equals_ignoring_case(parameter, "utf8")) {  // common, and without effect
    url.is_plain = false;
  }
  return false;
}

// The Infra Standard's "forgiving-base64 decode", which ignores white space. Empty for what is not base64.
std::string decode_base64(std::string_view written) {
  std::string digits;
  for (const char c : written) {
    if (!ascii::is_html_space(c)) digits += c;
  }
  return base64_decoded(digits).value_or("");
}

}  // namespace

std::optional<DataUrl> parse_data_url(std::string_view written) {
  DataUrl url;
  url.fragment = written.substr(std::min(written.find('#'), written.size()));
  written = written.substr(0, written.size() - url.fragment.size());
  written.remove_prefix(std::string_view("data:").size());
  const std::size_t comma = written.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view head = written.substr(0, comma);
  url.media_type = ascii::lowered(ascii::trim_html_space(head.substr(0, head.find(';'))));
  bool is_base64 = false;
  for (head.remove_prefix(std::min(head.find(';'), head.size())); !head.empty();) {
    if (is_base64) return std::nullopt;
    head.remove_prefix(1);
    const std::string_view parameter = head.substr(0, head.find(';'));
    head.remove_prefix(parameter.size());
    is_base64 = read_parameter(parameter, url);
  }
  const std::string body = ascii::percent_decoded(written.substr(comma + 1));
  url.bytes = is_base64 ? decode_base64(body) : body;
  url.is_plain = url.is_plain && (!is_base64 || base64(url.bytes) == body);
  return url;
}

}  // namespace mimebase::find
