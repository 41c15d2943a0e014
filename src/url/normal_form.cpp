#include "url/normal_form.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "url/rfc3986.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::url {
namespace {

// The schemes whose URLs have a path, and their default ports.
constexpr std::pair<std::string_view, std::string_view> kDefaultPorts[] = {
    {"http", "80"}, {"https", "443"}, {"ftp", "21"}, {"ws", "80"}, {"wss", "443"},
};

bool is_unreserved(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

std::string without_needless_encoding(std::string_view url) {
  std::string out;
  out.reserve(url.size());
  for (std::size_t at = 0; at < url.size(); ++at) {
    const bool has_digits = url[at] == '%' && url.size() - at > 2 && ascii::hex_value(url[at + 1]) >= 0 &&
                            ascii::hex_value(url[at + 2]) >= 0;
    const char byte =
        has_digits ? static_cast<char>(ascii::hex_value(url[at + 1]) * 16 + ascii::hex_value(url[at + 2]))
                   : url[at];
    out += has_digits && !is_unreserved(byte) ? '%' : byte;
    if (has_digits && is_unreserved(byte)) at += 2;
  }
  return out;
}

// Appends a complete net_loc without `default_port`.
void append_net_loc(std::string_view net_loc, std::string_view default_port, std::string& out) {
  const std::size_t host_start = net_loc.rfind('@') + 1;  // npos + 1 is 0
  out += net_loc.substr(0, host_start);
  net_loc.remove_prefix(host_start);
  const std::size_t bracket = net_loc.starts_with('[') ? std::min(net_loc.find(']'), net_loc.size()) : 0;
  const std::size_t colon = std::min(net_loc.find(':', bracket), net_loc.size());
  std::string buffer;
  out += shown_host(net_loc.substr(0, colon), buffer);
  const std::string_view port = net_loc.substr(std::min(colon + 1, net_loc.size()));
  append_if(!port.empty() && port != default_port, ":", port, out);
}

// Appends a net_loc that may go on.
void append_net_loc_beginning(std::string_view net_loc, std::string& out) {
  const std::size_t host_start = net_loc.rfind('@') + 1;  // npos + 1 is 0
  out += net_loc.substr(0, host_start);
  ascii::append_lower(net_loc.substr(host_start), out);
}

}  // namespace

void append_normal_form(std::string_view absolute_url, Extent extent, std::string& out) {
  const std::string plain = without_needless_encoding(absolute_url);
  const Components parts = split_rfc3986(plain);
  const bool ends_in_path = extent == Extent::kBeginning && !parts.has_query && !parts.has_fragment;
  const bool ends_in_net_loc = ends_in_path && parts.path.empty();
  std::string form = ascii::lowered(parts.scheme) + ':';
  const auto* const known =
      std::find_if(std::begin(kDefaultPorts), std::end(kDefaultPorts),
                   [&](const auto& row) { return form.compare(0, form.size() - 1, row.first) == 0; });
  const bool has_path = known != std::end(kDefaultPorts);
  if (parts.has_net_loc) {
    form += "//";
    if (ends_in_net_loc) {
      append_net_loc_beginning(parts.net_loc, form);
    } else {
      append_net_loc(parts.net_loc, has_path ? known->second : std::string_view(), form);
    }
  }
  std::string_view path = parts.path;
  if (path.empty() && parts.has_net_loc && has_path && !ends_in_net_loc) path = "/";
  const std::size_t open_segment = ends_in_path ? path.rfind('/') + 1 : path.size();  // npos + 1 is 0
  form += path.substr(0, open_segment);
  append_if(parts.has_query, "?", parts.query, form);
  append_if(parts.has_fragment, "#", parts.fragment, form);
  std::string resolved;
  const bool has_dots = path.starts_with('/') && may_have_dot_segments(path.substr(0, open_segment));
  if (has_dots && Rfc3986Base({}).resolve(form, resolved)) form = std::move(resolved);
  out.append(form).append(path.substr(open_segment));
}

}  // namespace mimebase::url
