// SpamAssassin resolves links against the last absolute <base href> that it has read. It matches no parts. In
// text, it finds URLs below known top-level domains.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "charset/charset.h"
#include "readers/choice.h"
#include "readers/text_url.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "url/split.h"
#include "walk/parameters.h"

namespace mimebase::readers::spamassassin {
namespace {

constexpr std::string_view kClicks[] = {
    "a@href",    "text",        "html:text",   "text:delimited", "html:text:delimited",
    "area@href", "bgsound@src", "form@action", "meta@refresh",   "css:*"};
constexpr std::string_view kLoads[] = {"img@src",       "link@href",    "script@src",      "iframe@src",
                                       "frame@src",     "embed@src",    "body@background", "table@background",
                                       "tr@background", "td@background"};

bool has_scheme(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return std::any_of(schemes.begin(), schemes.end(), [url](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(url, scheme);
  });
}

void enter_message(View& view) {
  show_scanned(view);
}

// Returns true if the last of several types is another one, by which SpamAssassin goes.
bool has_other_type(const View& view, int entity) {
  const auto first = view.field(entity, "content-type", Pick::kFirst),
             last = view.field(entity, "content-type", Pick::kLast);
  return last && first->data() != last->data() && walk::main_value(*first) != walk::main_value(*last);
}

// What has no media type is plain text.
void enter_content(View& view) {
  if (is_wide(view) || (is_html(view, view.entity()) && has_other_type(view, view.entity())))
    view.shown[static_cast<std::size_t>(view.entity())].is_shown = false;
}

// The length of "name.html" at the end of a URL: an extension of two to four characters.
std::size_t file_name_length(std::string_view url) {
  const std::size_t slash = url.rfind('/');
  const std::string_view name = slash == url.npos ? url : url.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return 0;
  const std::size_t extension = name.size() - dot - 1;
  const std::size_t other_dot = name.rfind('.', dot - 1);
  const std::size_t start = other_dot == name.npos ? 0 : other_dot + 1;
  return extension >= 2 && extension <= 4 && dot > start ? name.size() - start : 0;
}

// A file name at its end is dropped, and it then ends with a slash.
void read_base(View& view, std::string_view href) {
  if (!has_scheme(href, {"http:", "https:", "ftp:"})) return;
  std::string_view base = href;
  const std::size_t host = std::min(base.find_first_not_of('/', base.find(':') + 1), base.size());
  if (base.find('/', host) != base.npos) base.remove_suffix(file_name_length(base));
  view.base = base;
  if (!view.base.ends_with('/')) view.base += '/';
}

// Drops "." and "..", also above the root and at the start of a relative path.
std::string without_dot_segments(std::string_view path) {
  std::string out;
  const bool is_dotted = path.starts_with("./") || path.starts_with("../");
  if (is_dotted) path.remove_prefix(path.find('/'));
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    const bool is_here = segment == "/.", is_up = segment == "/..";
    path.remove_prefix(end);
    if (is_up) out.resize(out.rfind("/") == out.npos ? 0 : out.rfind("/"));
    if (!is_here && !is_up) out += segment;
    if ((is_here || is_up) && path.empty()) out += '/';
  }
  return out;
}

std::string merged(const Components& base, std::string_view path) {
  if (base.has_net_loc && base.path.empty()) return "/" + std::string(path);
  return std::string(base.path.substr(0, base.path.rfind('/') + 1)).append(path);
}

// By the regular expression of RFC 3986 appendix B, so a scheme may contain anything but delimiters.
Components split(std::string_view url) {
  Components parts;
  const std::size_t end = url.find_first_of(":/?#");
  if (end != url.npos && end > 0 && url[end] == ':') {
    parts.has_scheme = true;
    parts.scheme = url.substr(0, end);
    url.remove_prefix(end + 1);
  }
  if (url.starts_with("//")) {
    parts.has_net_loc = true;
    parts.net_loc = url.substr(2, url.find_first_of("/?#", 2) - 2);
    url.remove_prefix(2 + parts.net_loc.size());
  }
  if (const std::size_t hash = url.find('#'); hash != url.npos) {
    parts.has_fragment = true;
    parts.fragment = url.substr(hash + 1);
    url = url.substr(0, hash);
  }
  if (const std::size_t mark = url.find('?'); mark != url.npos) {
    parts.has_query = true;
    parts.query = url.substr(mark + 1);
    url = url.substr(0, mark);
  }
  parts.path = url;
  return parts;
}

// The scheme that the first label of a host suggests: "www2" or "ftp"; empty for others.
std::string_view scheme_of_host(std::string_view host) {
  for (const auto& [label, scheme] : {std::pair("www", "http"), std::pair("ftp", "ftp")}) {
    if (!ascii::starts_with_ignoring_case(host, label)) continue;
    const std::size_t end = host.find_first_not_of("0123456789", std::string_view(label).size());
    if (end != host.npos && host[end] == '.') return scheme;
  }
  return {};
}

// RFC 3986 section 5.2, not strict: a reference with the scheme of the base may be relative.
std::string target(std::string_view base_url, std::string_view reference) {
  const Components base = split(base_url);
  Components given = split(reference);
  if (given.has_scheme && base.has_scheme && given.scheme == base.scheme) given.has_scheme = false;
  Components made = given;
  std::string path;
  if (given.has_scheme || given.has_net_loc) {
    path = without_dot_segments(given.path);
  } else {
    made.has_net_loc = base.has_net_loc;
    made.net_loc = base.net_loc;
    path = given.path.empty()            ? std::string(base.path)
           : given.path.starts_with('/') ? without_dot_segments(given.path)
                                         : without_dot_segments(merged(base, given.path));
    if (given.path.empty() && !given.has_query) {
      made.has_query = base.has_query;
      made.query = base.query;
    }
  }
  if (!given.has_scheme) {
    made.has_scheme = base.has_scheme;
    made.scheme = base.has_scheme ? base.scheme : scheme_of_host(made.net_loc);
  }
  if (!made.scheme.empty()) made.has_scheme = true;
  made.path = path;
  return made.join();
}

std::string_view without_blanks_around(std::string_view value) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  value.remove_prefix(std::min(value.find_first_not_of(kBlanks), value.size()));
  return value.substr(0, value.find_last_not_of(kBlanks) + 1);
}

// A URL whose host has no dot is found if it could be completed with "www." and ".com".
bool may_be_completed(std::string_view url) {
  const std::string_view host = url::host_of(url);
  return has_scheme(url, {"http://"}) && !host.empty() && host.find('.') == host.npos &&
         !ascii::equals_ignoring_case(host, "localhost") && url.substr(7).starts_with(host) &&
         !url.substr(7 + host.size()).starts_with(':');
}

// A URL ends at white space and brackets, at a ")" without a "(" before it, and before punctuation.
std::string_view end_cut_off(std::string_view url) {
  url = url.substr(0, url.find_first_of("<>\"`{}[]| \t\r\n\v\f"));
  const std::size_t closing = url.find(')');
  if (closing < url.find('(')) url = url.substr(0, closing);
  return url.substr(0, url.find_last_not_of("-~!@#^&*()_+=:;'?,.") + 1);
}

// The URL that is made of text: other schemes are taken for none.
std::string url_in_text(std::string_view text) {
  if (has_scheme(text, {"http://", "https://", "ftp://", "mailto:"})) return std::string(text);
  if (text.starts_with("//")) return "http:" + std::string(text);
  if (const std::size_t host = text.find("://"); host != text.npos)
    return "http://" + std::string(text.substr(host + 3));
  return has_scheme(text, {"cid:", "mid:"}) ? std::string() : "mailto:" + std::string(text);
}

void open_text(View& view, const Seen& seen, Answer& answer) {
  KnownHosts& hosts = view.known_hosts;
  const std::string shown = shown_from(view, seen);
  const std::string_view text = end_cut_off(shown);
  std::string url = seen.reference.found.guessed ? "http://" + std::string(text) : url_in_text(text);
  if (hosts.has_mail_host_of(url) || hosts.has_host_of(url) || may_be_completed(url))
    answer.url = std::move(url);
}

// SpamAssassin reads what is UTF-8 as such, and otherwise by the charset that the heading names, of which
// Latin-1 is windows-1252.
bool is_in_named_charset(View& view, const Seen& seen) {
  constexpr std::string_view kGuessed[] = {"", "utf-8", "windows-1252"};
  const auto& named = view.named_charset();
  if (!named.is_known ||
      std::find(std::begin(kGuessed), std::end(kGuessed), named.name) != std::end(kGuessed))
    return false;
  const auto bytes = attribute_bytes(view, seen);
  return !bytes || !charset::is_utf8(*bytes);
}

void open(View& view, const Seen& seen, Answer& answer) {
  const std::string decoded =
      is_in_named_charset(view, seen) ? std::string(seen.value) : value_without_charset(view, seen);
  const std::string_view value = without_blanks_around(decoded);
  if (seen.in_srcdoc || value.empty()) return;
  if (is_in_text(seen) || !is_html(view, view.entity())) {
    answer.by = OpensBy::kClick;
    open_text(view, seen, answer);
  } else if (is_css(seen)) {
    answer.is_followed = false;
  } else if (has_scheme(value, {"data:", "mailto:", "file:", "cid:", "tel:"})) {
    answer.url = value;
  } else {
    answer.url = target(view.base, value);
  }
}

constexpr RawElement kRaw[] = {{"script", "</script"},      {"style", "</style"}, {"xmp", "</xmp"},
                               {"iframe", "</iframe"},      {"title", "</title"}, {"textarea", "</textarea"},
                               {"plaintext", "</plaintext"}};
constexpr std::string_view kBaseAttributes[] = {"href"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kSpamassassin,
                          .clicks = kClicks,
                          .loads = kLoads,
                          .enter_message = enter_message,
                          .enter_content = enter_content,
                          .open = open,
                          .read_base = read_base,
                          .sees_templates = true,
                          .tags = &kTags};

}  // namespace mimebase::readers::spamassassin
