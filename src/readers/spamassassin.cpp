// SpamAssassin resolves links against the last absolute <base href> that it has read. It matches no parts. In
// text, it finds URLs below known top-level domains.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "readers/choice.h"
#include "readers/known_hosts.h"
#include "readers/programs.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::readers {
namespace spamassassin {
namespace {

constexpr std::string_view kClicks[] = {
    "a@href",    "text",        "html:text",   "text:delimited", "html:text:delimited",
    "area@href", "bgsound@src", "form@action", "meta@refresh",   "css:*"};
constexpr std::string_view kLoads[] = {"img@src",       "link@href",    "script@src",      "iframe@src",
                                       "frame@src",     "embed@src",    "body@background", "table@background",
                                       "tr@background", "td@background"};

constexpr RawElement kRaw[] = {{"script", "</script"},      {"style", "</style"}, {"xmp", "</xmp"},
                               {"iframe", "</iframe"},      {"title", "</title"}, {"textarea", "</textarea"},
                               {"plaintext", "</plaintext"}};
constexpr std::string_view kBaseAttributes[] = {"href"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

constexpr std::string_view kMoreClicks[] = {"vcard:*"};

constexpr Followed kFollowed = {
    .clicks = kClicks, .loads = kLoads, .more_clicks = kMoreClicks, .in_templates = true, .tags = &kTags};

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
  const std::size_t end = url.find_first_of(":/?#");
  const bool has_scheme = end != url.npos && end > 0 && url[end] == ':';
  const std::string_view rest = has_scheme ? url.substr(end + 1) : url;
  Components parts = url::split_rfc3986(rest);
  if (parts.has_scheme) {  // of a path such as "b:c" in "a:b:c"
    parts.has_net_loc = false;
    parts.path = rest.substr(0, rest.find_first_of("?#"));
  }
  parts.has_scheme = has_scheme;
  parts.scheme = has_scheme ? url.substr(0, end) : std::string_view();
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

// A URL whose host has no dot is found if it could be completed with "www." and ".com".
bool may_be_completed(std::string_view url) {
  const std::string_view host = url::host_of(url);
  return ascii::starts_with_ignoring_case(url, "http://") && !host.empty() && !contains(host, '.') &&
         !ascii::equals_ignoring_case(host, "localhost") && url.substr(7).starts_with(host) &&
         !url.substr(7 + host.size()).starts_with(':');
}

// A URL ends at white space and brackets, at a ")" without a "(" before it, and before punctuation.
std::string_view end_cut_off(std::string_view url) {
  url = url.substr(0, url.find_first_of("<>\"`{}[]| \t\r\n\v\f"));
  url = url.substr(0, url.find("\xE3\x80\x80"));  // the ideographic space
  const std::size_t closing = url.find(')');
  if (closing < url.find('(')) url = url.substr(0, closing);
  return url.substr(0, url.find_last_not_of("-~!@#^&*()_+=:;'?,.") + 1);
}

// In text, the host is ASCII, and the port a number.
bool has_plain_host(std::string_view url) {
  const std::string_view host = url::host_of(url);
  if (host.empty()) return true;
  const auto end = static_cast<std::size_t>(host.data() + host.size() - url.data());
  const std::string_view behind = url.substr(end);
  const bool is_port = !behind.starts_with(':') || behind.size() == 1 || ascii::is_digit(behind[1]);
  return ascii::is_ascii(host) && is_port;
}

// The URL that is made of text: other schemes are taken for none.
std::string url_in_text(std::string_view text) {
  if (ascii::starts_with_one_of_ignoring_case(text, {"http://", "https://", "ftp://", "mailto:"}))
    return std::string(text);
  if (text.starts_with("//")) return "http:" + std::string(text);
  if (const std::size_t host = text.find("://"); host != text.npos)
    return "http://" + std::string(text.substr(host + 3));
  return ascii::starts_with_one_of_ignoring_case(text, {"cid:", "mid:"}) ? std::string()
                                                                         : "mailto:" + std::string(text);
}

// SpamAssassin reads what is UTF-8 as such, and otherwise by the charset that the header names, of which
// Latin-1 is windows-1252.
bool is_in_named_charset(View& view, const Seen& seen) {
  const auto& named = view.named_charset();
  if (!named.is_known || is_one_of(named.name, {"", "utf-8", "windows-1252"})) return false;
  const auto bytes = attribute_bytes(view, seen);
  return !bytes || !charset::is_utf8(*bytes);
}

class Spamassassin final : public Reader {
 public:
  explicit Spamassassin(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    shown_ = scanned(*this);
    for (int i = 0; i < entity_count(); ++i) {
      if (is_unsplit(*this, i)) show(i);
      if (is_type(i, "text/calendar") || last_type(i) == ByLastType::kNothing) hide(i);
    }
  }

 private:
  [[nodiscard]] ByLastType last_type(int entity) const {
    return last_types_[static_cast<std::size_t>(entity)];
  }

  // UTF-16 is read if the header names it and no byte order mark precedes it. What has no media type is plain
  // text.
  void enter_content() override {
    std::string buffer;
    const bool is_marked =
        starts_with_one_of(walked().content_start(entity(), 2, buffer), {"\xFF\xFE", "\xFE\xFF"});
    if (is_wide(*this, entity()) && (is_marked || is_misread(*this))) hide(entity());
  }

  // A file name at its end is dropped, and it then ends with a slash.
  void read_base(std::string_view href, bool /*is_document_base*/) override {
    if (!ascii::starts_with_one_of_ignoring_case(href, {"http:", "https:", "ftp:"})) return;
    const std::size_t host = std::min(href.find_first_not_of('/', href.find(':') + 1), href.size());
    if (href.find('/', host) != href.npos) href.remove_suffix(file_name_length(href));
    base_ = href;
    if (!base_.ends_with('/')) base_ += '/';
  }

  // A reference in the text of what is HTML by its last type: true if it is an attribute.
  bool open_markup(const Seen& seen, Answer& answer) {
    const auto value = attribute_in_text(*this, seen);
    if (!value) return false;
    answer.by = is_in_image_tag(*this, seen) ? OpensBy::kLoad : OpensBy::kClick;
    answer.url = target(base_, decoded_attribute(*value));
    return true;
  }

  void open_text(const Seen& seen, Answer& answer) {
    std::string shown(joined_before(*this, seen, "<>\"`{}[]|"));
    const std::size_t joined = shown.size();
    shown += shown_from(*this, seen);
    const std::string_view text = end_cut_off(shown);
    if (joined > 0 && text.size() <= joined) return;
    std::string url = seen.reference.found.guessed ? "http://" + std::string(text) : url_in_text(text);
    if (!has_plain_host(url)) return;
    if (hosts_.has_mail_host_of(url) || hosts_.has_host_of(url) || may_be_completed(url))
      answer.url = std::move(url);
  }

  void open(const Seen& seen, Answer& answer) override {
    const std::string decoded =
        is_in_named_charset(*this, seen) ? std::string(seen.value) : value_without_charset(*this, seen);
    const std::string_view value = ascii::trimmed(decoded, ascii::kCWhiteSpace);
    if (seen.in_srcdoc || value.empty()) return;
    const ByLastType last = last_type(entity());
    if (last == ByLastType::kMarkup && open_markup(seen, answer)) return;
    if (seen.is_in_text() || !is_html(*this, entity()) || last == ByLastType::kText ||
        last == ByLastType::kUnsplit) {
      answer.by = OpensBy::kClick;
      open_text(seen, answer);
    } else if (seen.is_css()) {
      answer.is_followed = false;
    } else if (ascii::starts_with_one_of_ignoring_case(value,
                                                       {"data:", "mailto:", "file:", "cid:", "tel:"})) {
      answer.url = value;
    } else {
      answer.url = target(base_, value);
    }
  }

  const std::vector<ByLastType> last_types_ = by_last_type(*this);
  KnownHosts hosts_;
};

}  // namespace
}  // namespace spamassassin

std::unique_ptr<Reader> make_spamassassin(message::AnalysedMessage& message) {
  return std::make_unique<spamassassin::Spamassassin>(message);
}

}  // namespace mimebase::readers
