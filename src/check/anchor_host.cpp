#include "check/anchor_host.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/strings.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// Top-level domains that are better known as file name suffixes. A name of two labels with such a suffix
// counts as a domain only with a path.
constexpr std::array<std::string_view, 30> kFileEndings = {
    "ac", "ai", "am",  "app", "as", "bz", "cab",        "cc", "do",  "dot", "fm", "la", "map", "md", "mk",
    "ml", "mo", "mov", "nc",  "pl", "pm", "properties", "ps", "pub", "py",  "rs", "sh", "so",  "tf", "zip"};

// Products and files whose names look like domains.
constexpr std::array<std::string_view, 8> kNames = {"ado.net",   "asp.net", "f.net",     "ml.net",
                                                    "paint.net", "read.me", "readme.me", "vb.net"};

// Characters of a domain. IDNA decides about non-ASCII ones.
bool is_domain_character(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || !ascii::is_ascii(c);
}

// Strips a port, as in "example.com:8080". A port is no evidence for or against a domain. Returns an empty
// view if the text after the colon is not a port.
std::string_view without_port(std::string_view authority) {
  const std::size_t colon = authority.find(':');
  if (colon == std::string_view::npos) return authority;
  const std::string_view port = authority.substr(colon + 1);
  const bool is_number =
      !port.empty() && port.size() <= 5 && std::all_of(port.begin(), port.end(), ascii::is_digit);
  return is_number ? authority.substr(0, colon) : std::string_view();
}

// True for the start of a new sentence after a full stop without a space: "here.Click". An all-capitals label
// can still be a domain.
bool begins_a_word(std::string_view last_label) {
  return last_label.size() > 1 && ascii::is_capital(last_label[0]) && !ascii::is_capital(last_label[1]);
}

// True for a host that the author abbreviated ("http://www.examp..."); it is not usable.
bool is_cut(std::string_view host) {
  return contains(host, "..") || contains(host, "\xE2\x80\xA6");
}

// True for "bank.com", and for the host of "bank.co.uk/login" with `has_path`. `ascii` gets the host's ASCII
// form.
bool is_domain(std::string_view written, bool has_path, std::string& ascii) {
  if (written.empty() || is_cut(written) ||
      !std::all_of(written.begin(), written.end(), is_domain_character)) {
    return false;
  }
  if (url::append_host(written, url::HostKind::kDomain, ascii) != nullptr) return false;
  if (ascii.ends_with('.')) ascii.pop_back();
  const std::string_view suffix = url::known_suffix(ascii);
  if (suffix.empty() || suffix.size() == ascii.size()) return false;
  if (has_path || contains(suffix, '.')) return true;
  if (written.ends_with('.')) written.remove_suffix(1);
  const std::size_t dot = written.rfind('.');
  const bool is_common = suffix == "com" || suffix == "org";
  if (dot != std::string_view::npos && begins_a_word(written.substr(dot + 1)) && !is_common) return false;
  return !is_one_of(suffix, kFileEndings) && !is_one_of(ascii, kNames);
}

}  // namespace

std::optional<AnchorHost> host_in_text(std::string_view text) {
  std::string buffer;
  const std::string_view written = url::clean(text, buffer);
  if (written.empty() || contains(written, ' ')) return std::nullopt;
  const std::string start = ascii::lowered(written.substr(0, 8));
  const bool has_scheme =
      start.starts_with("http://") || start.starts_with("https://") || start.starts_with("ftp://");
  if (has_scheme || start.starts_with("www.")) {
    std::string host(has_scheme ? url::host_of(written)
                                : url::host_without_scheme("//" + std::string(written)));
    if (host.empty() || is_cut(host)) return std::nullopt;
    return AnchorHost{std::move(host), false};
  }
  const std::string_view authority = written.substr(0, written.find_first_of("/?#"));
  const bool has_path = authority.size() < written.size();
  std::string ascii;
  if (!is_domain(without_port(authority), has_path, ascii)) return std::nullopt;
  return AnchorHost{std::move(ascii), true};
}

}  // namespace mimebase::check
