#include "mimebase/unwrap.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/ascii.h"
#include "unwrap/decode.h"
#include "unwrap/wrappers.h"
#include "url/split.h"

namespace mimebase::unwrap {
namespace {

// Maximum length by RFC 1035 section 2.3.4, plus a final dot.
constexpr std::size_t kMaxHostBytes = 254;

// The bytes of plain hosts.
constexpr std::array kInHost = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._"))
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

bool is_in_host(char c) {
  return kInHost[static_cast<unsigned char>(c)];
}

// The name of what an OwnTemplate has wrapped, and what a WrapperNames has for it.
constexpr std::string_view kOwn = "own";
constexpr std::uint8_t kOwnRow = 0xFF;

// Removes all layers that `one` can remove.
Unwrapped unwrap_each(std::string_view url, const auto& one) {
  Unwrapped result;
  std::optional<UnwrapLayer> layer = one(url);
  while (layer && result.layers.size() < kMaxUnwrapLayers) {
    result.layers.push_back(std::move(*layer));
    const std::string& inner = result.layers.back().url;
    layer = inner.empty() ? std::nullopt : one(inner);
  }
  result.limit_hit = layer.has_value();
  return result;
}

// Sets the host and the rest of `parts`. Returns false unless `url` is an http or https URL with a plain host
// and the scheme's default port. Userinfo, escapes and backslashes in the host are refused: services do not
// write them, and URL parsers disagree about them.
bool split(std::string_view url, Parts& parts) {
  const bool is_https = ascii::starts_with_ignoring_case(url, "https://");
  if (!is_https && !ascii::starts_with_ignoring_case(url, "http://")) return false;
  parts.scheme = url.substr(0, is_https ? 5 : 4);
  url.remove_prefix(is_https ? 8 : 7);
  std::size_t end = 0;
  while (end < url.size() && is_in_host(url[end])) ++end;
  if (end == 0 || end > kMaxHostBytes) return false;
  parts.host = url.substr(0, end);
  if (parts.host.ends_with('.')) parts.host.remove_suffix(1);
  url.remove_prefix(end);
  if (url.starts_with(':')) {
    const std::string_view port = url.substr(1, std::min(url.find_first_of("/?#"), url.size()) - 1);
    if (!port.empty() && port != (is_https ? "443" : "80")) return false;
    url.remove_prefix(1 + port.size());
  }
  if (!url.empty() && url[0] != '/' && url[0] != '?' && url[0] != '#') return false;
  parts.rest = url;
  return true;
}

// Splits the rest into path, query and fragment.
void split_rest(Parts& parts) {
  std::string_view rest = parts.rest;
  if (const std::size_t at = rest.find('#'); at != kNotFound) {
    parts.fragment = rest.substr(at + 1);
    rest = rest.substr(0, at);
  }
  if (const std::size_t at = rest.find('?'); at != kNotFound) {
    parts.query = rest.substr(at + 1);
    rest = rest.substr(0, at);
  }
  parts.path = rest.empty() ? "/" : rest;
}

// Decodes the delimiters that a mail program has percent-encoded, and if it has encoded what was encoded,
// too, everything once. Returns false if nothing changes.
bool restore_delimiters(std::string_view rest, std::string& restored) {
  const bool is_twice = rest.find("%25") != rest.npos;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    const bool is_escape = rest[at] == '%' && at + 2 < rest.size() && ascii::hex_value(rest[at + 1]) >= 0 &&
                           ascii::hex_value(rest[at + 2]) >= 0;
    const char c =
        is_escape ? static_cast<char>(ascii::hex_value(rest[at + 1]) * 16 + ascii::hex_value(rest[at + 2]))
                  : '\0';
    const bool is_delimiter = c != '\0' && std::string_view("?=&;$!").find(c) != std::string_view::npos;
    const bool is_restored = is_escape && (is_twice || is_delimiter);
    restored += is_restored ? c : rest[at];
    if (is_restored) at += 2;
  }
  return restored != rest;
}

// Returns the offset in `path` of the text that the final "**" of `pattern` matches, or the length of `path`
// without "**". Returns kNotFound if they do not match.
std::size_t match_path(std::string_view pattern, std::string_view path) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern.substr(i) == "**") return at < path.size() ? at : kNotFound;
    if (pattern[i] == '*') {
      const std::size_t start = at;
      at = std::min(path.find('/', at), path.size());
      if (at == start) return kNotFound;
    } else if (at == path.size() || path[at++] != pattern[i]) {
      return kNotFound;
    }
  }
  return at == path.size() ? at : kNotFound;
}

// Returns match_path() of the first pattern that matches.
std::size_t match_paths(std::string_view patterns, std::string_view path) {
  std::size_t at = kNotFound;
  while (at == kNotFound && !patterns.empty()) at = match_path(take_item(patterns), path);
  return at;
}

// Returns the first value that is not empty, in the order of `keys`.
std::string_view first_value(std::string_view query, std::string_view keys) {
  std::string_view value;
  while (value.empty() && !keys.empty()) value = query_value(query, take_item(keys));
  return value;
}

// Returns the encoded target. `path_start` is the result of match_paths().
std::string_view text_at(const Wrapper& wrapper, const Parts& parts, std::size_t path_start) {
  switch (wrapper.where) {
    case Where::kQuery:
      return first_value(parts.query, wrapper.keys);
    case Where::kQueryAll:
      return parts.query;
    case Where::kPath:
      return parts.path.substr(path_start);
    case Where::kRest:
      return parts.rest.substr(std::min(path_start, parts.rest.size()));
    case Where::kFragment:
      return parts.fragment;
    case Where::kHost:
      return parts.host;
    case Where::kServer:
      break;
  }
  return {};
}

// Returns whether the query has the keys that a row with kServer lists, and lacks those after "-".
bool has_keys(std::string_view query, std::string_view keys) {
  while (!keys.empty()) {
    const std::string_view key = take_item(keys);
    const bool is_barred = key.starts_with('-');
    if (is_barred ? has_key(query, key.substr(1)) : query_value(query, key).empty()) return false;
  }
  return true;
}

// Sets `url` to the target, unless only the server knows it. Returns false if `wrapper` does not match, or if
// the target is invalid.
bool unwrap_by(const Wrapper& wrapper, const Parts& parts, std::string& url) {
  const std::size_t path_start = match_paths(wrapper.paths, parts.path);
  if (path_start == kNotFound) return false;
  if (wrapper.where == Where::kServer) return has_keys(parts.query, wrapper.keys);
  const std::string_view raw = text_at(wrapper, parts, path_start);
  return !raw.empty() && wrapper.decode(parts, raw, url) && make_url(url, wrapper.more);
}

}  // namespace
}  // namespace mimebase::unwrap

namespace mimebase {
inline namespace v0_2 {

std::optional<UnwrapLayer> unwrap_one(std::string_view url) {
  unwrap::Parts parts;
  if (!unwrap::split(url, parts)) return std::nullopt;
  if (!unwrap::may_wrap(parts.host)) return std::nullopt;
  const auto take_away = [&parts]() -> std::optional<UnwrapLayer> {
    unwrap::WrapperList wrappers(parts.host);
    unwrap::split_rest(parts);
    while (const unwrap::Wrapper* wrapper = wrappers.next()) {
      UnwrapLayer layer{wrapper->name, {}};
      if (unwrap::unwrap_by(*wrapper, parts, layer.url)) return layer;
    }
    return std::nullopt;
  };
  if (std::optional<UnwrapLayer> layer = take_away()) return layer;
  std::string restored;
  if (!unwrap::restore_delimiters(parts.rest, restored)) return std::nullopt;
  parts.rest = restored;
  parts.query = parts.fragment = {};
  return take_away();
}

Unwrapped unwrap_all(std::string_view url) {
  return unwrap::unwrap_each(url, unwrap_one);
}

Unwrapped unwrap_all(std::string_view url, const OwnTemplate& own) {
  return unwrap::unwrap_each(url, [&own](std::string_view one) -> std::optional<UnwrapLayer> {
    const std::optional<OwnValues> values = own.match(one);
    if (!values) return unwrap_one(one);
    std::string buffer;  // without line ends, which no reader keeps: a row of output is a line
    return UnwrapLayer{unwrap::kOwn, std::string(url::clean(values->url, buffer))};
  });
}

std::string_view WrapperNames::operator[](std::size_t index) const {
  const std::uint8_t row = rows_[index];
  return row == unwrap::kOwnRow ? unwrap::kOwn : unwrap::all_wrappers()[row].name;
}

void WrapperNames::add(std::string_view name) {
  const auto wrappers = unwrap::all_wrappers();
  const auto row = std::ranges::find(wrappers, name, &unwrap::Wrapper::name);
  const bool is_own = name == unwrap::kOwn;
  if ((row == wrappers.end() && !is_own) || size_ == rows_.size()) return;
  rows_[size_++] = is_own ? unwrap::kOwnRow : static_cast<std::uint8_t>(row - wrappers.begin());
}

WrapperNames Unwrapped::names() const {
  WrapperNames names;
  for (const UnwrapLayer& layer : layers) names.add(layer.wrapper);
  return names;
}

std::string_view Unwrapped::innermost() const& {
  const auto decoded = [](const UnwrapLayer& layer) { return !layer.url.empty(); };
  const auto last = std::find_if(layers.rbegin(), layers.rend(), decoded);
  return last == layers.rend() ? std::string_view() : std::string_view(last->url);
}

}  // namespace v0_2
}  // namespace mimebase
