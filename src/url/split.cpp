#include "url/split.h"

#include <algorithm>

#include "text/ascii.h"

namespace mimebase::url {
namespace {

bool is_tab_or_newline(char c) {
  return c == '\t' || c == '\n' || c == '\r';
}

template <typename Unwanted>
std::string_view clean(std::string_view text, std::string& buffer, Unwanted unwanted) {
  while (!text.empty() && unwanted(text.front())) text.remove_prefix(1);
  while (!text.empty() && unwanted(text.back())) text.remove_suffix(1);
  // Few references contain one, so three calls of memchr are faster than a loop over the bytes.
  const std::size_t first = std::min({text.find('\t'), text.find('\n'), text.find('\r')});
  if (first == std::string_view::npos) return text;
  buffer = text;
  std::erase_if(buffer, is_tab_or_newline);
  return buffer;
}

// If `rest` contains `delimiter`, moves the text after the first one to `component`, cuts `rest` before it,
// and returns true.
bool cut_after(std::string_view& rest, char delimiter, std::string_view& component) {
  const std::size_t at = rest.find(delimiter);
  if (at == std::string_view::npos) return false;
  component = rest.substr(at + 1);
  rest = rest.substr(0, at);
  return true;
}

// If `rest` begins with "//", moves the text up to the next slash to `component`, and returns true.
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

}  // namespace

std::string_view clean(std::string_view text, std::string& buffer) {
  return clean(text, buffer, [](char c) { return c == ' ' || c == '\f' || is_tab_or_newline(c); });
}

std::string_view clean_whatwg(std::string_view text, std::string& buffer) {
  return clean(text, buffer, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

std::size_t scheme_length(std::string_view url, SchemeStart start) {
  if (start == SchemeStart::kLetter && (url.empty() || !ascii::is_letter(url[0]))) return 0;
  std::size_t length = 0;
  while (length < url.size() && ascii::is_scheme_byte(url[length])) ++length;
  return length < url.size() && url[length] == ':' ? length : 0;
}

std::string scheme_of(std::string_view url) {
  return ascii::lowered(url.substr(0, scheme_length(url, SchemeStart::kLetter)));
}

Components split_rfc3986(std::string_view url) {
  Components parts;
  parts.has_fragment = cut_after(url, '#', parts.fragment);
  parts.has_query = cut_after(url, '?', parts.query);
  parts.has_scheme = take_scheme(url, SchemeStart::kLetter, parts.scheme);
  parts.has_net_loc = take_after_slashes(url, parts.net_loc);
  parts.path = url;
  return parts;
}

std::string_view host_of(std::string_view absolute_url) {
  const std::size_t scheme = scheme_length(absolute_url, SchemeStart::kAnyCharacter);
  return scheme == 0 ? std::string_view() : host_without_scheme(absolute_url.substr(scheme + 1));
}

std::string_view host_without_scheme(std::string_view reference) {
  std::string_view host = reference;
  if (!host.starts_with("//")) return {};
  host.remove_prefix(2);
  // Under RFC 1808 only a slash ends the net_loc, but hosts contain none of these. find_first_of() would call
  // memchr for every byte.
  const auto* const end =
      std::find_if(host.begin(), host.end(), [](char c) { return c == '/' || c == '?' || c == '#'; });
  host = host.substr(0, static_cast<std::size_t>(end - host.begin()));
  host.remove_prefix(host.rfind('@') + 1);  // npos + 1 is 0
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return host;
  return host.substr(0, std::min(host.find(':', bracket), host.size()));
}

Error no_base(std::string_view base) {
  if (base.empty()) return {Error::Code::kNoBase, "the reference is relative and there is no base"};
  return {Error::Code::kNoBase, "the reference is relative and the base is not absolute: it has no scheme"};
}

}  // namespace mimebase::url

namespace mimebase {
inline namespace v0_2 {

Components Components::split(std::string_view url) {
  Components parts;
  parts.has_fragment = url::cut_after(url, '#', parts.fragment);
  parts.has_scheme = url::take_scheme(url, url::SchemeStart::kAnyCharacter, parts.scheme);
  parts.has_net_loc = url::take_after_slashes(url, parts.net_loc);
  parts.has_query = url::cut_after(url, '?', parts.query);
  parts.has_params = url::cut_after(url, ';', parts.params);
  parts.path = url;
  return parts;
}

std::string Components::join() const {
  std::string out;
  out.reserve(scheme.size() + net_loc.size() + path.size() + params.size() + query.size() + fragment.size() +
              6);
  if (has_scheme) {
    out += scheme;
    out += ':';
  }
  url::append_if(has_net_loc, "//", net_loc, out);
  out += path;
  url::append_if(has_params, ";", params, out);
  url::append_if(has_query, "?", query, out);
  url::append_if(has_fragment, "#", fragment, out);
  return out;
}

}  // namespace v0_2
}  // namespace mimebase
