#include "url/split.h"

#include <algorithm>

#include "ascii.h"
#include "mimebase/url.h"

namespace mimebase {
namespace url {
namespace {

bool is_scheme_character(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.';
}

// Cuts `rest` before the first `delimiter`, and puts what follows the delimiter into `component`.
// The answer says whether there was one.
bool cut_after(std::string_view& rest, char delimiter, std::string_view& component) {
  const std::size_t at = rest.find(delimiter);
  if (at == std::string_view::npos) return false;
  component = rest.substr(at + 1);
  rest = rest.substr(0, at);
  return true;
}

// Takes "//" and what follows it, up to the next slash, off the front of `rest`.
bool take_after_slashes(std::string_view& rest, std::string_view& component) {
  if (!rest.starts_with("//")) return false;
  const std::size_t end = std::min(rest.find('/', 2), rest.size());
  component = rest.substr(2, end - 2);
  rest.remove_prefix(end);
  return true;
}

bool take_scheme(std::string_view& rest, SchemeStart start, std::string_view& scheme) {
  const std::size_t length = scheme_length(rest, start);
  if (length == 0) return false;
  scheme = rest.substr(0, length);
  rest.remove_prefix(length + 1);
  return true;
}

void append_if(bool present, std::string_view delimiter, std::string_view component, std::string& out) {
  if (!present) return;
  out += delimiter;
  out += component;
}

}  // namespace

std::size_t scheme_length(std::string_view url, SchemeStart start) {
  if (start == SchemeStart::kLetter && (url.empty() || !ascii::is_letter(url[0]))) return 0;
  std::size_t length = 0;
  while (length < url.size() && is_scheme_character(url[length])) ++length;
  return length < url.size() && url[length] == ':' ? length : 0;
}

Rfc3986Components split_rfc3986(std::string_view url) {
  Rfc3986Components parts;
  parts.has_fragment = cut_after(url, '#', parts.fragment);
  parts.has_query = cut_after(url, '?', parts.query);
  parts.has_scheme = take_scheme(url, SchemeStart::kLetter, parts.scheme);
  parts.has_authority = take_after_slashes(url, parts.authority);
  parts.path = url;
  return parts;
}

}  // namespace url

Components split(std::string_view url) {
  Components parts;
  parts.has_fragment = url::cut_after(url, '#', parts.fragment);
  parts.has_scheme = url::take_scheme(url, url::SchemeStart::kAnyCharacter, parts.scheme);
  parts.has_net_loc = url::take_after_slashes(url, parts.net_loc);
  parts.has_query = url::cut_after(url, '?', parts.query);
  parts.has_params = url::cut_after(url, ';', parts.params);
  parts.path = url;
  return parts;
}

std::string join(const Components& parts) {
  std::string out;
  out.reserve(parts.scheme.size() + parts.net_loc.size() + parts.path.size() + parts.params.size() +
              parts.query.size() + parts.fragment.size() + 6);
  if (parts.has_scheme) {
    out += parts.scheme;
    out += ':';
  }
  url::append_if(parts.has_net_loc, "//", parts.net_loc, out);
  out += parts.path;
  url::append_if(parts.has_params, ";", parts.params, out);
  url::append_if(parts.has_query, "?", parts.query, out);
  url::append_if(parts.has_fragment, "#", parts.fragment, out);
  return out;
}

}  // namespace mimebase
