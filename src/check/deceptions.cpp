#include "check/deceptions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "check/domain_form.h"
#include "check/shortened.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// Top-level domains of RFC 2606 and RFC 6761, which the Public Suffix List lacks.
constexpr std::array<std::string_view, 6> kReserved = {"example", "internal", "invalid",
                                                       "local",   "onion",    "test"};

bool is_plain_address(std::string_view host) {
  return std::count(host.begin(), host.end(), '.') == 3 && host.find_first_not_of("0123456789.") == kNotFound;
}

bool has_reserved_suffix(std::string_view host) {
  const std::size_t dot = host.rfind('.');
  return dot != kNotFound && dot > 0 && is_one_of(host.substr(dot + 1), kReserved);
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

// True for a host whose ASCII letters are written percent-encoded, in a full-width or mathematical form, or
// with invisible characters between them. Names that are not ASCII may be percent-encoded (RFC 3986
// section 3.2.2), and East Asian keyboards have a full stop of their own.
bool is_disguised(std::string_view written, std::string_view host) {
  for (std::size_t at = written.find('%'); at != kNotFound && at + 1 < written.size();
       at = written.find('%', at + 1)) {
    if (const int high = ascii::hex_value(written[at + 1]); high >= 0 && high < 8) return true;
  }
  if (ascii::is_ascii(written) || contains(host, "xn--") || contains(written, '%')) return false;
  for (std::string_view rest = written; !rest.empty();) {
    const utf8::Character character = utf8::first_character(rest);
    rest.remove_prefix(character.length);
    const bool is_stop =
        character.code_point == 0x3002 || character.code_point == 0xFF0E || character.code_point == 0xFF61;
    if (character.code_point >= 0x80 && !is_stop) return true;
  }
  return false;
}

// ---- Scripts ----

// Types of data: URLs whose scripts run when a browser opens them.
bool runs_scripts(std::string_view lower_type) {
  return lower_type == "text/html" || lower_type == "text/xml" || lower_type == "application/xml" ||
         lower_type == "text/xsl" || lower_type == "multipart/x-mixed-replace" ||
         lower_type == "multipart/related" || lower_type == "message/rfc822" ||
         (contains(lower_type, '/') && lower_type.ends_with("+xml"));
}

// The type of a data: URL. `data` follows the scheme.
std::string data_type(std::string_view data) {
  std::string type = ascii::percent_decoded(data.substr(0, data.find_first_of(",;")));
  std::erase(type, ' ');
  return ascii::lowered(type);
}

// ---- Redirects ----

// The URL without scheme and host.
std::string_view after_host(std::string_view url) {
  const std::string_view host = url::host_of(url);
  if (host.empty()) return {};
  return url.substr(static_cast<std::size_t>(host.data() - url.data()) + host.size());
}

// Hosts and paths of pages that take a URL without leading there: it is shared, saved or written into a
// calendar.
struct SharePage {
  std::string_view domain, path;
};
constexpr SharePage kSharePages[] = {
    {"facebook.com", "/share"},
    {"facebook.com", "/dialog/"},
    {"twitter.com", "/intent/"},
    {"twitter.com", "/share"},
    {"x.com", "/intent/"},
    {"x.com", "/share"},
    {"linkedin.com", "/share"},
    {"linkedin.com", "/cws/share"},
    {"linkedin.com", "/feed/"},
    {"pinterest.com", "/pin/"},
    {"reddit.com", "/submit"},
    {"t.me", "/share/"},
    {"telegram.me", "/share/"},
    {"whatsapp.com", "/send"},
    {"wa.me", "/"},
    {"tumblr.com", "/share"},
    {"tumblr.com", "/widgets/share"},
    {"vk.com", "/share"},
    {"xing.com", "/spi/shares/"},
    {"getpocket.com", "/save"},
    {"getpocket.com", "/edit"},
    {"bsky.app", "/intent/"},
    {"threads.net", "/intent/"},
    {"flipboard.com", "/bookmarklet/"},
    {"google.com", "/calendar/"},
    {"google.com", "/bookmarks/"},
    {"live.com", "/calendar/"},
    {"office.com", "/calendar/"},
    {"yahoo.com", "/?v=60"},
    {"instapaper.com", "/hello2"},
    {"ycombinator.com", "/submitlink"},
    {"w3.org", "/check"},
};

bool is_share_page(const std::string& domain, std::string_view after_host) {
  return std::any_of(std::begin(kSharePages), std::end(kSharePages), [&](const SharePage& page) {
    return domain == page.domain && after_host.starts_with(page.path);
  });
}

// Decodes as often as it is encoded, as a chain of servers might: what a code leaves may be the end of
// another.
std::string decoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    while (out.size() >= 3 && out[out.size() - 3] == '%') {
      const int high = ascii::hex_value(out[out.size() - 2]), low = ascii::hex_value(out.back());
      if (high < 0 || low < 0) break;
      out.resize(out.size() - 2);
      out.back() = static_cast<char>(high * 16 + low);
    }
  }
  return out;
}

// The host of a URL that starts with "http"; empty if it does not have the form "http:/host" or
// "https:/host", with one or more slashes: servers and clients reduce two slashes in a path to one.
std::string_view host_at(std::string_view text) {
  const std::size_t colon = ascii::starts_with_ignoring_case(text, "https") ? 5 : 4;
  if (!text.substr(colon).starts_with(":/")) return {};
  text.remove_prefix(std::min(text.find_first_not_of('/', colon + 1), text.size()));
  text = text.substr(0, text.find_first_of("/\\?#&;,\"'<>() "));
  text.remove_prefix(text.rfind('@') + 1);  // npos + 1 is 0
  return text.substr(0, text.find(':'));
}

// Collects the first domain, other than its own, that a URL contains.
class InnerDomain {
 public:
  explicit InnerDomain(std::string own) : own_(std::move(own)) {}
  [[nodiscard]] bool is_found() const { return !other_.empty(); }
  [[nodiscard]] const std::string& own() const { return own_; }
  [[nodiscard]] const std::string& other() const { return other_; }

  void take_host(std::string_view host) {
    std::string parsed;
    if (is_found() || host.empty() || url::append_host(host, url::HostKind::kDomain, parsed) != nullptr ||
        parsed.find_first_of(".[") == kNotFound)
      return;
    std::string domain = url::registrable_domain(parsed);
    if (domain != own_) other_ = std::move(domain);
  }

  // Takes whole URLs anywhere in `text`.
  void take_urls(std::string_view text) {
    for (std::size_t at = 0; !is_found() && (at = text.find(":/", at)) != kNotFound; at += 2) {
      for (const std::size_t scheme : {std::size_t{5}, std::size_t{4}}) {
        const bool is_scheme =
            at >= scheme && ascii::equals_ignoring_case(text.substr(at - scheme, scheme),
                                                        std::string_view("https").substr(0, scheme));
        if (!is_scheme) continue;
        take_host(host_at(text.substr(at - scheme)));
        break;
      }
    }
  }

  // Takes a value that a browser reads as a URL with a host, such as "//host" or "/\\host".
  void take_value(std::string_view value, std::string_view base) {
    std::string buffer;
    value = url::clean_whatwg(value, buffer);
    if (value.size() < 4 || value.find_first_of("/\\") > 6) return;
    const std::optional<Authority> authority = authority_of(value, base);
    if (!authority || authority->is_plain || !looks_like_host(authority->host)) return;
    if (!is_file_name(authority->host)) take_host(authority->host.substr(0, authority->host.find(':')));
  }

  // Takes a URL in base64.
  void take_base64(std::string_view text) {
    if (!starts_with_one_of(text, {"aHR0cDov", "aHR0cHM6", "SFRUUDov", "SFRUUFM6", "Ly93d3cu"})) return;
    const auto is_digit = [](char c) { return ascii::is_alnum(c) || contains("+/-_", c); };
    std::size_t size = 0;
    while (size < text.size() && is_digit(text[size])) ++size;
    const std::optional<std::string> bytes = base64_decoded(text.substr(0, size % 4 == 1 ? size - 1 : size));
    if (!bytes) return;
    take_urls(decoded(*bytes));
    take_value(*bytes, {});
  }

 private:
  // "//readme.md": a doubled slash before a file.
  static bool is_file_name(std::string_view host) {
    const std::size_t dot = host.rfind('.');
    const std::string ending = ascii::lowered(host.substr(dot + 1));
    return std::count(host.begin(), host.end(), '.') == 1 &&
           (ending == "md" || ending == "py" || ending == "sh" || ending == "rs" || ending == "pl" ||
            ending == "ps" || ending == "zip" || ending == "mov" || ending == "cab" || ending == "ai" ||
            ending == "so");
  }
  std::string own_, other_;
};

// Takes the items of `text` between `separators`.
template <class Take>
void each_item(std::string_view text, std::string_view separators, Take take) {
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find_first_of(separators));
    take(item);
    text.remove_prefix(std::min(item.size() + 1, text.size()));
  }
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
    while (end < text.size() && is_in_mailbox(text[end])) ++end;
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

}  // namespace

bool looks_like_host(std::string_view text) {
  const std::string plain = ascii::percent_decoded(text);
  std::string_view written = without_scheme(plain);
  written = written.substr(0, written.find_first_of("/\\?#:;,&+=!$*()| \t"));
  if (is_plain_address(written)) return true;
  std::string host;
  if (contains(written, '@') || url::append_host(written, url::HostKind::kDomain, host) != nullptr)
    return false;
  if (host.ends_with('.')) host.pop_back();
  if (url::ends_in_number(host) || !contains(host, '.') || host.starts_with('.')) return false;
  return host.starts_with("www.") || has_suffix(host);
}

bool has_suffix(std::string_view host) {
  const std::string_view suffix = url::known_suffix(host);
  return has_reserved_suffix(host) || (!suffix.empty() && suffix.size() < host.size());
}

std::optional<Finding> check_userinfo(const Authority& authority, std::string_view url) {
  if (authority.userinfo.empty() || !has_host_between(authority.userinfo)) return std::nullopt;
  const std::string host = url::registrable_domain(authority.host);
  return Finding{DiagnosticCode::kUserinfo, "the text before \"@\" looks like a host, but " + shortened(url) +
                                                " leads to " + shortened(with_unicode_form(host)) +
                                                ": do not trust it, or remove the text before \"@\""};
}

std::optional<Finding> check_odd_host(const Authority& authority) {
  std::string host;
  if (authority.host.empty() || url::append_host(authority.host, url::HostKind::kDomain, host) != nullptr ||
      host.starts_with('['))
    return std::nullopt;
  std::string_view written = authority.host;
  if (written.ends_with('.')) written.remove_suffix(1);
  const bool is_address = url::ends_in_number(host);
  if (is_address ? written == host : !is_disguised(written, host)) return std::nullopt;
  return Finding{
      DiagnosticCode::kOddHost,
      "browsers read the host \"" + shortened(written) + "\" as " +
          (is_address
               ? "the address " + host + ": do not trust it, or write the address with four numbers"
               : shortened(with_unicode_form(host)) + ": do not trust it, or write it in plain letters")};
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
  constexpr std::size_t kShortest = 6;  // "//a.bc"
  const std::string_view rest = after_host(url);
  if (rest.size() < kShortest) return std::nullopt;
  const std::string_view before_fragment = rest.substr(0, rest.find('#'));
  const std::string_view path = before_fragment.substr(0, before_fragment.find('?'));
  const std::string_view query = before_fragment.substr(std::min(path.size() + 1, before_fragment.size()));
  // Most paths and queries contain nothing of the kind.
  const bool may_redirect = rest.find_first_of("%:\\") != kNotFound || contains(rest, "//") ||
                            contains(rest, "aHR0c") || contains(rest, "SFRUU") || contains(rest, "Ly93");
  if (!may_redirect) return std::nullopt;
  InnerDomain inner(url::registrable_domain(url::host_of(url)));
  if (is_share_page(inner.own(), rest)) return std::nullopt;
  const std::string_view base = url.substr(0, url.size() - rest.size());
  inner.take_urls(decoded(query));
  each_item(query, "&;", [&](std::string_view pair) {
    if (inner.is_found()) return;
    const std::string value = decoded(pair.substr(pair.find('=') + 1));  // npos + 1 is 0
    inner.take_value(value, base);
    inner.take_base64(value);
  });
  const bool is_in_query = inner.is_found();
  if (!is_in_query) {
    const std::string decoded_path = decoded(path);
    inner.take_urls(decoded_path);
    inner.take_value(decoded_path, base);
    each_item(path, "/", [&](std::string_view segment) { inner.take_base64(decoded(segment)); });
  }
  if (!inner.is_found()) return std::nullopt;
  return Finding{DiagnosticCode::kRedirectOpen,
                 std::string("the ") + (is_in_query ? "query" : "path") + " of " + shortened(url) +
                     " contains a URL of " + with_unicode_form(inner.other()) +
                     ": the link may lead there; link to it without the detour",
                 false, inner.own(), inner.other()};
}

std::optional<Finding> check_tracker(std::string_view url) {
  const std::string text = decoded(after_host(url));
  const bool names_mailbox = has_mailbox(text);
  if (!names_mailbox && !has_token(text)) return std::nullopt;
  return Finding{DiagnosticCode::kTracker, std::string("an image that nobody sees has ") +
                                               (names_mailbox ? "an address" : "a long token") +
                                               " in its URL, which reports to " +
                                               with_unicode_form(url::registrable_domain(url::host_of(url))) +
                                               " that the mail was opened: do not load it"};
}

}  // namespace mimebase::check
