#include "readers/rspamd_url.h"

#include <glib.h>

#include <algorithm>
#include <vector>

#include "text/ascii.h"
#include "text/strings.h"
#include "url/whatwg_host.h"

namespace mimebase::readers::rspamd {
namespace {

constexpr std::string_view kSlashes = "/\\";

bool is_space(char c) {
  return ascii::is_blank(c) || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

std::size_t letters_and_digits(std::string_view text) {
  const auto* const end = std::find_if(text.begin(), text.end(),
                                       [](char c) { return !ascii::is_alnum(c) && ascii::is_ascii(c); });
  return static_cast<std::size_t>(end - text.begin());
}

// The byte that "%XX" stands for; -1 if `text` does not begin with such an escape.
int escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = ascii::hex_value(text[1]), low = ascii::hex_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// In NFKC, and without soft hyphens and the like.
std::string normalised(std::string_view written) {
  if (ascii::is_ascii(written)) return std::string(written);
  gchar* const made = g_utf8_normalize(written.data(), static_cast<gssize>(written.size()), G_NORMALIZE_NFKC);
  std::string out(made == nullptr ? written : std::string_view(made));
  g_free(made);
  for (const std::string_view invisible : {"\xC2\xAD", "\xE2\x80\x8B"}) out = replaced(out, invisible, "");
  return out;
}

// Drops white space, and decodes the escapes of delimiters.
std::string without_disguise(std::string_view written) {
  if (std::none_of(written.begin(), written.end(), [](char c) { return c == '%' || is_space(c); }))
    return std::string(written);
  std::string out;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const int byte = escaped_byte(written.substr(i));
    if (byte > 0 && std::string_view("@:|?\\/").find(static_cast<char>(byte)) != std::string_view::npos) {
      out += static_cast<char>(byte);
      i += 2;
    } else if (!is_space(written[i])) {
      out += written[i];
    }
  }
  return out;
}

// Decodes escapes and "+". What is wrong in an escape is dropped.
std::string decoded(std::string_view text) {
  if (!contains(text, '%') && !contains(text, '+')) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = escaped_byte(text.substr(i));
    if (byte >= 0) {
      out += static_cast<char>(byte);
      i += 2;
    } else if (text[i] == '%') {
      const bool has_digit = i + 1 < text.size() && ascii::hex_value(text[i + 1]) >= 0;
      i += has_digit ? 2 : 0;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

// Removes "." and "..", of which the latter cannot remove the first segment. One dot at the end of a segment
// takes the slash with it. Several slashes become one.
std::string without_dot_segments(std::string_view path) {
  std::string out;
  std::vector<std::size_t> slashes;  // where segments but the first begin in `out`
  bool has_slash = false, is_first = true;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    std::string_view segment = path.substr(0, end);
    const bool is_last = end == path.size();
    path.remove_prefix(std::min(end + 1, path.size()));
    if (segment == "..") {
      if (has_slash && !slashes.empty()) {
        out.resize(slashes.back());
        slashes.pop_back();
      }
      has_slash = !is_last || is_first;
    } else if (segment.empty()) {
      has_slash = true;
    } else if (segment != ".") {
      if (has_slash) {
        slashes.push_back(out.size());
        out += '/';
      }
      has_slash = !is_last;
      if (has_slash && segment.ends_with('.') && !segment.ends_with("..")) {
        segment.remove_suffix(1);
        has_slash = false;
      }
      out += segment;
    }
    is_first = false;
  }
  if (has_slash) out += '/';
  return out;
}

// Has the prefix that a URL without a scheme gets; nullopt if it cannot be one.
std::optional<std::string_view> prefix_of(std::string_view text) {
  if (contains(text, "://") || text.starts_with("tel:")) return "";
  const std::size_t end = letters_and_digits(text);
  if (end == text.size()) return "";
  if (end == 0) {
    if (text.starts_with("//") && text.size() > 2) return "http:";
    return text[0] == '@' ? std::optional<std::string_view>("mailto://") : std::nullopt;
  }
  return text[end] == ':' ? "" : text[end] == '@' ? "mailto://" : "http://";
}

bool is_port(std::string_view port) {
  int number = 0;
  for (const char c : port) {
    if (!ascii::is_digit(c) || number > 65535) return false;
    number = number * 10 + (c - '0');
  }
  return !port.empty() && number <= 65535;
}

// Appends the host. Drops the closing bracket of an IPv6 address, as rspamd does.
bool append_host(std::string_view written, std::string& out) {
  const std::string host = ascii::lowered(decoded(written));
  std::string address;
  if (host.empty() || host.starts_with('.')) return false;
  if (!host.starts_with('[') && !url::ends_in_number(host)) {
    out += host;
    return true;
  }
  const bool is_valid = url::append_host(host, url::HostKind::kDomain, address) == nullptr;
  if (host.starts_with('[') && !is_valid) return false;
  out += !is_valid ? host : host.starts_with('[') ? host.substr(0, host.size() - 1) : address;
  return true;
}

// "user@host:80"
bool append_authority(std::string_view authority, std::string& out) {
  constexpr std::size_t kMostUserBytes = 64;  // with a longer user, rspamd takes it for no URL
  const std::size_t at = authority.rfind('@');
  const std::size_t start = at == authority.npos ? 0 : at + 1;
  if (start > kMostUserBytes + 1) return false;
  out += authority.substr(0, start);
  authority.remove_prefix(start);
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  if (bracket == authority.npos) return false;
  const std::size_t colon = authority.find(':', bracket);
  if (!append_host(authority.substr(0, colon), out)) return false;
  if (colon == authority.npos) return true;
  out += authority.substr(colon);
  return is_port(authority.substr(colon + 1));
}

void append_path(std::string_view rest, Url& url) {
  const std::size_t start = std::min(rest.find_first_not_of(kSlashes), rest.size());
  const std::size_t end = std::min(rest.find_first_of("?#"), rest.size());
  url.text += rest.substr(0, std::min(start, end));
  if (start < end) {
    url.text += without_dot_segments(decoded(rest.substr(start, end - start)));
    url.has_path = true;
  }
  url.text += decoded(rest.substr(end));
}

std::optional<Url> parsed(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  Url url;
  url.text = ascii::lowered(text.substr(0, colon));
  url.is_mail = url.text == "mailto";
  const bool is_file = url.text == "file";
  if (!url.is_mail && !is_file && url.text != "http" && url.text != "https" && url.text != "ftp")
    return std::nullopt;
  text.remove_prefix(colon + 1);
  const std::size_t slashes = std::min(text.find_first_not_of(kSlashes), text.size());
  if (slashes == 1) return std::nullopt;
  url.text += ":" + std::string(std::max<std::size_t>(slashes, 2), '/');
  text.remove_prefix(slashes);
  const std::size_t end = std::min(text.find_first_of("/\\?#"), text.size());
  if (!append_authority(text.substr(0, end), url.text)) return std::nullopt;
  // A backslash that would separate a user stays none.
  const bool is_user = text.substr(end).starts_with("\\@");
  if (is_user) url.text += '/';
  append_path(text.substr(end + (is_user ? 1 : 0)), url);
  return url;
}

}  // namespace

bool is_absolute(std::string_view reference) {
  const std::size_t end = letters_and_digits(reference);
  if (end == 0 || end >= reference.size() || reference[end] != ':') return false;
  const std::string_view rest = reference.substr(end + 1);
  return reference.substr(0, end) == "mailto" || rest.starts_with('/') || rest.starts_with('\\');
}

std::optional<Url> read_url(std::string_view written, KnownHosts& hosts) {
  const auto prefix = prefix_of(written);
  if (!prefix) return std::nullopt;
  std::optional<Url> url = parsed(std::string(*prefix) + normalised(without_disguise(written)));
  if (url && !prefix->empty() && !url->is_mail && !hosts.has_host_of(url->text)) return std::nullopt;
  return url;
}

}  // namespace mimebase::readers::rspamd
