#include "find/text/scheme.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Shapes: return the minimum number of bytes of `rest` that make a URL of the scheme, or 0 if it is not
// one.
using Shape = std::size_t (*)(std::string_view rest);

bool is_atom(char c) {
  return ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 || contains("!#$%&'*+-=^_`{|}~", c);
}

bool begins_host(std::string_view text) {
  if (text.empty()) return false;
  const char c = text.front();
  if (ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 || c == '_' || c == '%') return true;
  return c == '[' && text.size() > 1 && (ascii::is_alnum(text[1]) || text[1] == ':');
}

std::size_t host(std::string_view rest) {
  return rest.substr(0, 2) == "//" && begins_host(rest.substr(2)) ? 3 : 0;
}

// file:///x, ldap:///x: the local host.
std::size_t host_or_path(std::string_view rest) {
  return rest.substr(0, 3) == "///" ? 3 : host(rest);
}

// local@domain (RFC 822 addr-spec without quotes).
std::size_t address(std::string_view rest) {
  std::size_t at = 0;
  while (at < rest.size() && (is_atom(rest[at]) || rest[at] == '.')) ++at;
  if (at == 0 || at >= rest.size() || rest[at] != '@') return 0;
  return begins_host(rest.substr(at + 1)) ? at + 2 : 0;
}

// RFC 1738 section 3.6: a dotted newsgroup or a Message-ID. A single word is usually prose.
std::size_t newsgroup(std::string_view rest) {
  if (const std::size_t least = std::max(host(rest), address(rest)); least != 0) return least;
  if (rest.empty() || !ascii::is_alnum(rest.front()) || ascii::starts_with_ignoring_case(rest, "www."))
    return 0;
  const auto* dot = std::find_if(rest.begin(), rest.end(), [](char c) {
    return !ascii::is_alnum(c) && c != '+' && c != '-' && c != '_';
  });
  const auto at = static_cast<std::size_t>(dot - rest.begin());
  return at + 1 < rest.size() && *dot == '.' && ascii::is_letter(rest[at + 1]) ? at + 2 : 0;
}

// RFC 8141: a namespace and a name.
std::size_t name_space(std::string_view rest) {
  std::size_t at = 0;
  while (at < rest.size() && (ascii::is_alnum(rest[at]) || (at > 0 && rest[at] == '-'))) ++at;
  if (at < 2 || at > 32 || at + 1 >= rest.size() || rest[at] != ':') return 0;
  return ascii::is_alnum(rest[at + 1]) ? at + 2 : 0;
}

// RFC 3966: a global number. Local numbers would match too much prose.
std::size_t number(std::string_view rest) {
  if (rest.empty() || rest.front() != '+') return 0;
  std::size_t digits = 0;
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (ascii::is_digit(rest[at])) {
      if (++digits == 7) return at + 1;
    } else if (!contains("-.()", rest[at])) {
      return 0;
    }
  }
  return 0;
}

// RFC 2397 with a media type, parameters and the comma.
std::size_t inline_data(std::string_view rest) {
  const auto is_token = [](char c) { return ascii::is_alnum(c) || contains("+-._", c); };
  std::size_t at = 0;
  while (at < rest.size() && is_token(rest[at])) ++at;
  if (at == 0 || at >= rest.size() || rest[at] != '/') return 0;
  for (++at; at < rest.size() && rest[at] != ','; ++at) {
    if (!is_token(rest[at]) && rest[at] != ';' && rest[at] != '=') return 0;
  }
  return at < rest.size() ? at + 1 : 0;
}

std::size_t query(std::string_view rest) {
  return rest.size() > 1 && rest.front() == '?' && ascii::is_alnum(rest[1]) ? 2 : 0;
}

struct Scheme {
  std::string_view name;
  Shape shape;
  bool word = false;  // also a label in prose ("Tel:"): accepted only in lower case
};

// Sorted by name.
constexpr Scheme kSchemes[] = {
    {"acap", host},        {"afp", host},           {"bzr", host},         {"chrome", host},
    {"cid", address},      {"cifs", host},          {"coap", host},        {"coaps", host},
    {"content", host},     {"cvs", host},           {"data", inline_data}, {"dav", host},
    {"davs", host},        {"dict", host},          {"dns", host},         {"facetime", host},
    {"feed", host},        {"file", host_or_path},  {"finger", host},      {"fish", host},
    {"ftp", host},         {"ftps", host},          {"gemini", host},      {"git", host},
    {"go", host},          {"gopher", host},        {"hg", host},          {"http", host},
    {"https", host},       {"icap", host},          {"im", address, true}, {"imap", host},
    {"imaps", host},       {"ipfs", host},          {"ipns", host},        {"ipp", host},
    {"ipps", host},        {"irc", host},           {"irc6", host},        {"ircs", host},
    {"itms", host},        {"itms-apps", host},     {"jdbc", host},        {"ldap", host_or_path},
    {"ldapi", host},       {"ldaps", host_or_path}, {"magnet", query},     {"mailto", address},
    {"market", host},      {"mid", address},        {"mms", host},         {"mmsh", host},
    {"mongodb", host},     {"mqtt", host},          {"mqtts", host},       {"mtqp", host},
    {"mumble", host},      {"mupdate", host},       {"mysql", host},       {"news", newsgroup, true},
    {"nfs", host_or_path}, {"nntp", host},          {"nntps", host},       {"notes", host_or_path},
    {"onenote", host},     {"pop", host},           {"pop3", host},        {"pops", host},
    {"postgres", host},    {"postgresql", host},    {"prospero", host},    {"rdp", host},
    {"redis", host},       {"res", host},           {"rlogin", host},      {"rmi", host},
    {"rsync", host},       {"rtmp", host},          {"rtmps", host},       {"rtsp", host},
    {"rtsps", host},       {"rtspu", host},         {"s3", host},          {"scp", host},
    {"sftp", host},        {"shttp", host},         {"sip", address},      {"sips", address},
    {"smb", host},         {"sms", number, true},   {"smtp", host},        {"smtps", host},
    {"snews", host},       {"snmp", host},          {"soap.beep", host},   {"spotify", host},
    {"ssh", host},         {"steam", host},         {"stun", host},        {"svn", host},
    {"tcp", host},         {"teamspeak", host},     {"tel", number, true}, {"telnet", host},
    {"tftp", host},        {"tip", host},           {"tn3270", host},      {"turn", host},
    {"udp", host},         {"unc", host},           {"urn", name_space},   {"vemmi", host},
    {"vnc", host},         {"wais", host},          {"webcal", host},      {"webcals", host},
    {"ws", host},          {"wss", host},           {"xmpp", address},     {"z39.50", host},
    {"z39.50r", host},     {"z39.50s", host},
};

static_assert(std::ranges::is_sorted(kSchemes, std::ranges::less_equal(), &Scheme::name));

constexpr std::size_t kLongestName =
    std::ranges::max(kSchemes, {}, [](const Scheme& scheme) { return scheme.name.size(); }).name.size();

// Of the schemes that no "//" has to follow.
constexpr std::size_t kLongestWithoutHost = [] {
  std::size_t longest = 0;
  for (const Scheme& scheme : kSchemes) {
    if (scheme.shape != host && scheme.shape != host_or_path) longest = std::max(longest, scheme.name.size());
  }
  return longest;
}();

const Scheme* known_scheme(std::string_view name) {
  if (name.empty() || name.size() > kLongestName) return nullptr;
  std::array<char, kLongestName> buffer;
  std::transform(name.begin(), name.end(), buffer.begin(), ascii::lower);
  const std::string_view lower(buffer.data(), name.size());
  const auto* scheme = std::ranges::lower_bound(kSchemes, lower, {}, &Scheme::name);
  if (scheme == std::end(kSchemes) || scheme->name != lower) return nullptr;
  return scheme->word && lower != name ? nullptr : scheme;
}

// Returns the start of a compound scheme: "svn+ssh" is one scheme if "ssh" is known.
std::size_t with_prefixes(std::string_view run, std::size_t start) {
  while (start > 1 && run[start - 1] == '+') {
    std::size_t part = start - 1;
    while (part > 0 && ascii::is_alnum(run[part - 1])) --part;
    if (part == start - 1 || !ascii::is_letter(run[part])) break;
    start = part;
  }
  return start;
}

// A web URL may follow a word without a space, or a character of Big5 whose last byte is a letter.
SchemeMatch match_glued_scheme(std::string_view run, std::string_view rest) {
  const std::size_t least = host(rest);
  if (least == 0) return {};
  for (const std::string_view name : {"https", "http", "ftp"}) {
    if (run.size() >= name.size() && ascii::equals_ignoring_case(run.substr(run.size() - name.size()), name))
      return {run.size() - name.size(), least};
  }
  return {};
}

}  // namespace

SchemeMatch match_scheme(std::string_view run, bool cut_off, std::string_view rest) {
  for (std::size_t start = 0; start < run.size(); ++start) {
    const bool boundary = start == 0 ? !cut_off : !ascii::is_alnum(run[start - 1]);
    if (!boundary || !ascii::is_letter(run[start])) continue;
    const Scheme* scheme = known_scheme(run.substr(start));
    if (scheme == nullptr) continue;
    const std::size_t least = scheme->shape(rest);
    if (least == 0) continue;
    return {rest.substr(0, 2) == "//" ? with_prefixes(run, start) : start, least};
  }
  return match_glued_scheme(run, rest);
}

bool may_end_scheme(std::string_view text, std::size_t colon) {
  const std::string_view rest = text.substr(colon + 1);
  if (rest.empty() || ascii::is_white_space(rest.front())) return false;
  if ((rest.front() == '/' || rest.front() == ']') && contains(rest.substr(0, 3), "//")) return true;
  std::size_t start = colon;
  while (start > 0 && ascii::is_alnum(text[start - 1])) {
    if (colon - start == kLongestWithoutHost) return false;
    --start;
  }
  return start < colon && match_scheme(text.substr(start, colon - start), false, rest).least_bytes != 0;
}

bool is_delimited_url(std::string_view url, std::size_t scheme_bytes) {
  if (url.size() < scheme_bytes + 2) return false;
  const std::string_view name = url.substr(0, scheme_bytes);
  const std::string_view rest = url.substr(scheme_bytes + 1);
  if (!std::all_of(name.begin(), name.end(), ascii::is_scheme_byte)) return false;
  if (rest.substr(0, 2) == "//" && rest.size() > 2) return true;
  if (rest == "//") return false;
  for (const std::string_view trusted : {"http", "https", "ftp", "mailto"}) {
    if (ascii::equals_ignoring_case(name, trusted)) return true;
  }
  const SchemeMatch match = match_scheme(name, false, rest);
  return match.least_bytes != 0 && match.start == 0;
}

}  // namespace mimebase::find
