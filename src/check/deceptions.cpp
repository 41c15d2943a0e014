#include "check/deceptions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "ascii.h"
#include "check/shortened.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// Long enough for every host, percent-encoded.
constexpr std::size_t kMaxHostBytes = std::size_t{3} * 253;

// Top-level domains of RFC 2606 and RFC 6761, which the Public Suffix List lacks.
constexpr std::array<std::string_view, 6> kReserved = {"example", "internal", "invalid",
                                                       "local",   "onion",    "test"};

bool is_plain_address(std::string_view host) {
  return std::count(host.begin(), host.end(), '.') == 3 && host.find_first_not_of("0123456789.") == kNotFound;
}

bool has_reserved_suffix(std::string_view host) {
  const std::size_t dot = host.rfind('.');
  return dot != kNotFound && dot > 0 &&
         std::find(kReserved.begin(), kReserved.end(), host.substr(dot + 1)) != kReserved.end();
}

// Text before "@" in "http://https://bank.com@evil.example", if it is encoded.
std::string_view without_scheme(std::string_view text) {
  const std::size_t scheme = url::scheme_length(text, url::SchemeStart::kLetter);
  if (scheme == 0 || !text.substr(scheme + 1).starts_with("//")) return text;
  return text.substr(scheme + 3);
}

// True if a name or password in `text` looks like a host.
bool has_host_between(std::string_view text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(":@", at), text.size());
    if (looks_like_host(text.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

// ---- Scripts ----

// Types of data: URLs whose scripts run when a browser opens them.
bool runs_scripts(std::string_view lower_type) {
  return lower_type == "text/html" || lower_type == "text/xml" || lower_type == "application/xml" ||
         lower_type == "text/xsl" || lower_type == "multipart/x-mixed-replace" ||
         lower_type == "multipart/related" || lower_type == "message/rfc822" ||
         (lower_type.find('/') != kNotFound && lower_type.ends_with("+xml"));
}

// The type of a data: URL. `data` follows the scheme.
std::string data_type(std::string_view data) {
  constexpr std::size_t kMaxTypeBytes = 200;
  std::string type;
  ascii::append_percent_decoded(data.substr(0, std::min(data.find_first_of(",;"), kMaxTypeBytes)), type);
  std::erase(type, ' ');
  return ascii::lowered(type);
}

// ---- Redirects ----

std::string_view query_of(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t mark = url.find('?');
  return mark == kNotFound ? std::string_view() : url.substr(mark + 1);
}

// Decodes as often as a chain of servers might.
std::string decoded(std::string_view text) {
  constexpr int kMaxRounds = 3;
  std::string out(text);
  for (int round = 0; round < kMaxRounds && out.find('%') != kNotFound; ++round) {
    std::string once;
    ascii::append_percent_decoded(out, once);
    out = std::move(once);
  }
  return out;
}

// The host of a URL that starts with "http"; empty if it does not have the form "http://host" or
// "https://host".
std::string_view host_at(std::string_view text) {
  const std::size_t colon = ascii::starts_with_ignoring_case(text, "https") ? 5 : 4;
  if (!text.substr(colon).starts_with("://")) return {};
  text.remove_prefix(colon + 3);
  text = text.substr(0, std::min(text.find_first_of("/\\?#&;,\"'<>() "), kMaxHostBytes));
  text.remove_prefix(text.rfind('@') + 1);  // npos + 1 is 0
  return text.substr(0, text.find(':'));
}

// ---- Trackers ----

bool is_in_mailbox(char c) {
  return ascii::is_alnum(c) || c == '.' || c == '-' || c == '_' || c == '+';
}

// True for "name@domain.example" anywhere in `text`.
bool has_mailbox(std::string_view text) {
  for (std::size_t at = text.find('@'); at != kNotFound; at = text.find('@', at + 1)) {
    if (at == 0 || !is_in_mailbox(text[at - 1])) continue;
    std::size_t end = at + 1;
    while (end < text.size() && end - at <= kMaxHostBytes && is_in_mailbox(text[end])) ++end;
    const std::string_view domain = text.substr(at + 1, end - at - 1);
    const std::size_t dot = domain.rfind('.');
    if (dot != kNotFound && dot > 0 && dot + 2 < domain.size() && ascii::is_letter(domain[dot + 1]))
      return true;
  }
  return false;
}

// True for letters and digits that no person would choose: a number, an identifier or a digest, or base64.
// Words and the names of files are shorter, or have no digits and few changes between capitals and small
// letters.
bool is_token(std::string_view run) {
  constexpr std::size_t kShortest = 16;
  if (run.size() < kShortest) return false;
  std::size_t digits = 0, changes = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (ascii::is_digit(run[i])) ++digits;
    if (i > 0 && ascii::is_capital(run[i]) != ascii::is_capital(run[i - 1])) ++changes;
  }
  return digits >= 4 || (digits > 0 && changes >= 6) || changes >= run.size() / 3;
}

// True for the form of a UUID.
bool is_uuid(std::string_view run) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return run.size() >= kForm.size() &&
         std::equal(kForm.begin(), kForm.end(), run.begin(),
                    [](char f, char c) { return f == '-' ? c == '-' : ascii::hex_value(c) >= 0; });
}

bool has_token(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!ascii::is_alnum(text[at])) {
      ++at;
      continue;
    }
    if (is_uuid(text.substr(at))) return true;
    std::size_t end = at;
    while (end < text.size() && ascii::is_alnum(text[end])) ++end;
    if (is_token(text.substr(at, end - at))) return true;
    at = end;
  }
  return false;
}

// The URL without scheme and host.
std::string_view after_host(std::string_view url) {
  const std::string_view host = url::host_of(url);
  if (host.empty()) return {};
  return url.substr(static_cast<std::size_t>(host.data() - url.data()) + host.size());
}

}  // namespace

bool looks_like_host(std::string_view text) {
  std::string plain;
  ascii::append_percent_decoded(text.substr(0, kMaxHostBytes), plain);
  std::string_view written = without_scheme(plain);
  written = written.substr(0, written.find_first_of("/\\?#:;,& \t"));
  if (is_plain_address(written)) return true;
  std::string host;
  if (written.find('@') != kNotFound || url::append_host(written, url::HostKind::kDomain, host) != nullptr)
    return false;
  if (host.ends_with('.')) host.pop_back();
  if (url::ends_in_number(host) || host.find('.') == kNotFound || host.starts_with('.')) return false;
  const std::string_view suffix = url::known_suffix(host);
  return host.starts_with("www.") || has_reserved_suffix(host) ||
         (!suffix.empty() && suffix.size() < host.size());
}

std::optional<Finding> check_userinfo(const Authority& authority, std::string_view url) {
  const std::string_view userinfo = authority.userinfo.substr(0, 4 * kMaxHostBytes);
  if (userinfo.empty() || !has_host_between(userinfo)) return std::nullopt;
  const std::string host = url::registrable_domain(authority.host);
  return Finding{DiagnosticCode::kUserinfo, "the text before \"@\" looks like a host, but " + shortened(url) +
                                                " leads to " + host +
                                                ": do not trust it, or remove the text before \"@\""};
}

std::optional<Finding> check_odd_host(const Authority& authority) {
  std::string address;
  if (authority.host.empty() || authority.host.size() > kMaxHostBytes ||
      url::append_host(authority.host, url::HostKind::kDomain, address) != nullptr ||
      address.starts_with('[') || !url::ends_in_number(address))
    return std::nullopt;
  std::string_view written = authority.host;
  if (written.ends_with('.')) written.remove_suffix(1);
  if (written == address) return std::nullopt;
  return Finding{DiagnosticCode::kOddHost, "browsers read the host \"" + std::string(written) +
                                               "\" as the address " + address +
                                               ": do not trust it, or write the address with four numbers"};
}

std::optional<Finding> check_script(std::string_view url) {
  const std::size_t scheme = url::scheme_length(url, url::SchemeStart::kLetter);
  const std::string name = ascii::lowered(url.substr(0, scheme));
  std::string what;
  if (name == "javascript" || name == "vbscript") {
    what = name + ": runs a script";
  } else if (name == "data") {
    const std::string type = data_type(url.substr(scheme + 1));
    if (!runs_scripts(type)) return std::nullopt;
    what = "a data: URL of type " + type + " can run a script";
  } else {
    return std::nullopt;
  }
  return Finding{DiagnosticCode::kScriptLink,
                 what + " when the link is opened: do not follow it, or link to a page instead"};
}

std::optional<Finding> check_redirect(std::string_view url) {
  const std::string_view query = query_of(url);
  if (query.size() < 10 || url::host_of(url).empty()) return std::nullopt;  // "http://a.b"
  const std::string text = decoded(query);
  std::string own;
  for (std::size_t at = 0; (at = text.find("://", at)) != kNotFound; at += 3) {
    for (const std::size_t scheme : {std::size_t{5}, std::size_t{4}}) {
      if (at < scheme || !ascii::equals_ignoring_case(std::string_view(text).substr(at - scheme, scheme),
                                                      std::string_view("https").substr(0, scheme)))
        continue;
      const std::string_view host = host_at(std::string_view(text).substr(at - scheme));
      std::string parsed;
      if (host.empty() || url::append_host(host, url::HostKind::kDomain, parsed) != nullptr ||
          parsed.find_first_of(".[") == kNotFound)
        break;
      if (own.empty()) own = url::registrable_domain(url::host_of(url));
      std::string other = url::registrable_domain(parsed);
      if (other == own) break;
      return Finding{DiagnosticCode::kRedirectOpen,
                     "the query of " + shortened(url) + " contains a URL of " + other +
                         ": the link may lead there; link to it without the detour",
                     false, own, std::move(other)};
    }
  }
  return std::nullopt;
}

std::optional<Finding> check_tracker(std::string_view url) {
  const std::string text = decoded(after_host(url));
  const bool names_mailbox = has_mailbox(text);
  if (!names_mailbox && !has_token(text)) return std::nullopt;
  return Finding{DiagnosticCode::kTracker, std::string("an image that nobody sees has ") +
                                               (names_mailbox ? "an address" : "a long token") +
                                               " in its URL, which reports to " +
                                               url::registrable_domain(url::host_of(url)) +
                                               " that the mail was opened: do not load it"};
}

}  // namespace mimebase::check
