#include "url/permalink.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
#include "text/urn.h"
#include "text/utf8.h"
#include "url/normal_form.h"
#include "url/permalink_rules.h"
#include "url/query.h"

namespace mimebase::url {
namespace {

// PublicInbox::MID's MAX_MID_SIZE: longer Message-IDs are cut.
constexpr std::size_t kMostInboxIdBytes = 244;
// The column of HyperKitty's database.
constexpr std::size_t kMostHyperkittyIdBytes = 254;

// Removes and returns the text before the first `delimiter`, which is removed too.
std::string_view take_until(std::string_view& text, char delimiter) {
  const std::string_view item = text.substr(0, text.find(delimiter));
  text.remove_prefix(std::min(item.size() + 1, text.size()));
  return item;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), ascii::is_digit);
}

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; });
}

bool is_base32(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return ascii::is_capital(c) || (c >= '2' && c <= '7'); });
}

bool has_at(std::string_view text) {
  return contains(text, '@') || contains(text, "%40");
}

// WWW.pm's $INBOX_RE. HyperKitty's URLs have a list's address after "list".
bool is_inbox(std::string_view text) {
  const auto is_word = [](char c) { return ascii::is_alnum(c) || c == '_' || c == '-'; };
  return !text.empty() && is_word(text[0]) && text != "list" && text != "lists" &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_word(c) || c == '.' || c == '+'; });
}

// "2020-January", "2020q1" or "Week-of-Mon-20200106": periods that no other site writes.
bool is_month(std::string_view text) {
  if (text.starts_with("Week-of-Mon-")) return is_number(text.substr(12));
  if (text.size() < 6 || !is_number(text.substr(0, 4))) return false;
  if (text[4] == 'q') return text.size() == 6 && text[5] >= '1' && text[5] <= '4';
  return text[4] == '-' &&
         is_one_of(text.substr(5), {"January", "February", "March", "April", "May", "June", "July", "August",
                                    "September", "October", "November", "December"});
}

// Removes and returns how a message is viewed (WWW.pm's $END_RE, and the ends of old URLs).
std::string_view remove_view(std::string_view& text, bool is_old) {
  static constexpr std::string_view kViews[] = {"/raw",    "/t/", "/T/", "/t",  "/T", "/t.mbox.gz", "/t.mbox",
                                                "/t.atom", "/R/", "/R",  "/f/", "/f", "/"};
  static constexpr std::string_view kOldViews[] = {".html", ".txt",     ".mbox.gz", ".mbox",
                                                   "/raw",  "/mbox.gz", "/mbox",    "/"};
  const std::span<const std::string_view> views =
      is_old ? std::span<const std::string_view>(kOldViews) : std::span<const std::string_view>(kViews);
  for (const std::string_view view : views) {
    if (text.size() <= view.size() || !text.ends_with(view)) continue;
    text.remove_suffix(view.size());
    return view;
  }
  return {};
}

// A URL that may be a permalink.
struct Target {
  std::string_view host;  // without port and final dot, or "mid:" for a URL without http
  std::string_view port;  // empty if it is the scheme's default
  std::string_view path;  // what follows host or scheme
  std::string_view query;
};

// Returns false for URLs that cannot be permalinks.
bool split_target(std::string_view url, Target& target) {
  if (url.empty()) return false;
  const char first = ascii::lower(url[0]);
  if (first != 'h' && first != 'm' && first != 'n' && first != 's') return false;
  url = url.substr(0, url.find('#'));
  const std::size_t colon = std::min<std::size_t>(url.substr(0, 6).find(':'), 6);
  const std::string_view scheme = url.substr(0, colon);
  target.path = url.substr(std::min(colon + 1, url.size()));
  const bool is_https = ascii::equals_ignoring_case(scheme, "https");
  if (!is_https && !ascii::equals_ignoring_case(scheme, "http")) {
    target.host = url.substr(0, colon + 1);
    return ascii::is_one_of_ignoring_case(scheme, {"mid", "news", "snews", "nntp", "nntps"});
  }
  if (!target.path.starts_with("//")) return false;
  target.path.remove_prefix(2);
  if (const std::size_t at = target.path.find('?'); at != kNotFound) {
    target.query = target.path.substr(at + 1);
    target.path = target.path.substr(0, at);
  }
  const std::size_t end = std::min(target.path.find('/'), target.path.size());
  target.host = target.path.substr(0, end);
  target.path.remove_prefix(end);
  const std::size_t port = target.host.find(':');
  if (port != kNotFound) {
    target.port = target.host.substr(port + 1);
    target.host = target.host.substr(0, port);
    if (target.port == (is_https ? "443" : "80")) target.port = {};
  }
  if (target.host.ends_with('.')) target.host.remove_suffix(1);
  return !target.host.empty() && !contains(target.host, '@') && !contains(target.port, '@');
}

// Percent-decodes a Message-ID and drops "<" and ">". Returns nullopt if no Message-ID is written so.
std::optional<std::string> message_id_in(std::string_view raw, PermalinkScheme scheme) {
  const bool is_marc = scheme == PermalinkScheme::kMarc;
  std::string bytes = ascii::percent_decoded(is_marc ? replaced(raw, "+()+", "@") : std::string(raw));
  // The page shows addresses as "a () b ! org", and people paste that.
  if (is_marc) bytes = replaced(replaced(bytes, " () ", "@"), " ! ", ".");
  std::string_view id = ascii::trimmed(bytes, " ");
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  const auto is_outside = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == 0x7F || c == '<' || c == '>';
  };
  if (id.empty() || std::any_of(id.begin(), id.end(), is_outside)) return std::nullopt;
  std::string text;
  charset::Charset().append_utf8(id, text);
  return text;
}

// Compares one URL with patterns (permalink_rules.cpp).
class Matcher {
 public:
  // `is_own_host` is false for a host that has other pages as well.
  explicit Matcher(const Target& target, bool is_own_host = true)
      : target_(target), is_own_host_(is_own_host) {}

  // Compares the URL with the pattern of a row whose hosts match.
  bool matches(const PermalinkRule& rule) {
    list_ = names_ = {};
    needs_at_ = false;
    std::string_view query = rule.pattern;
    const std::string_view path = take_until(query, '?');
    return match_path(path) && match_query(query);
  }
  // The list in a URL that matches: a view of it.
  [[nodiscard]] std::string_view list() const { return list_; }

  // Returns what the URL names by a row whose hosts match.
  std::optional<Permalink> match(const PermalinkRule& rule) {
    if (!matches(rule)) return std::nullopt;
    Permalink found = {rule.scheme, rule.kind, rule.form, std::string(list_), {}};
    if (rule.scheme == PermalinkScheme::kPonyMail && list_.empty()) found.list = list_in_query();
    if (rule.form != PermalinkName::kMessageId) {
      found.names = names_;
      return found;
    }
    std::optional<std::string> id = message_id_in(names_, rule.scheme);
    if (!id || (needs_at_ && !contains(*id, '@'))) return std::nullopt;
    if (rule.scheme == PermalinkScheme::kPublicInbox && id->size() > kMostInboxIdBytes) return std::nullopt;
    found.names = std::move(*id);
    return found;
  }

 private:
  bool match_path(std::string_view pattern) {
    std::string_view path = target_.path.empty() ? "/" : target_.path;
    if (pattern.starts_with("**")) {
      pattern.remove_prefix(2);
      path = last_segments(path, std::count(pattern.begin(), pattern.end(), '/'));
    }
    while (true) {
      const bool is_last = !contains(pattern, '/');
      const std::string_view segment = take_until(pattern, '/');
      if (takes_rest(segment)) return take(segment.substr(1, segment.find('}') - 1), path);
      const bool ends = !contains(path, '/');
      if (!match_segment(segment, take_until(path, '/'))) return false;
      if (is_last) return path.empty();
      if (ends) return pattern.empty();
    }
  }

  // The last `count` segments, each with the "/" before it. Empty if there are fewer.
  static std::string_view last_segments(std::string_view path, std::ptrdiff_t count) {
    if (path.ends_with('/')) path.remove_suffix(1);
    std::size_t at = path.size();
    while (count-- > 0) {
      if (at == 0) return {};
      at = path.rfind('/', at - 1);
      if (at == kNotFound) return {};
    }
    return path.substr(at);
  }

  static bool takes_rest(std::string_view segment) {
    return segment.starts_with("{ids") || segment == "{post}";
  }

  bool match_segment(std::string_view pattern, std::string_view text) {
    const std::size_t open = pattern.find('{');
    if (open == kNotFound) return pattern == text;
    const std::size_t close = pattern.find('}');
    const std::string_view before = pattern.substr(0, open), after = pattern.substr(close + 1);
    if (text.size() < before.size() + after.size() || !text.starts_with(before) || !text.ends_with(after))
      return false;
    return take(pattern.substr(open + 1, close - open - 1),
                text.substr(before.size(), text.size() - before.size() - after.size()));
  }

  bool match_query(std::string_view pattern) {
    while (!pattern.empty()) {
      std::string_view value = take_until(pattern, '&');
      if (value.starts_with('{')) return match_segment(value, target_.query);
      const std::string_view key = take_until(value, '=');
      if (!match_segment(value, query_value(target_.query, key))) return false;
    }
    return true;
  }

  // Keeps the text that a name in braces stands for. Returns false if it has another form.
  bool take(std::string_view name, std::string_view text) {
    if (text.empty()) return false;
    if (name == "any") return true;
    if (name == "list" || name == "address" || name == "inbox") {
      list_ = text;
      return name == "list" || (name == "address" ? has_at(text) : is_inbox(text));
    }
    if (name == "month") return is_month(text);
    if (name == "period") return is_month(text) || is_number(text);
    if (name == "stored") return take_stored(text);
    if (name == "post") return take_post(text);
    if (name.starts_with("id")) return take_id(name, text);
    names_ = text;
    if (name == "number") return is_number(text);
    if (name == "number5") return text.size() >= 5 && is_number(text);
    if (name == "hash32") return text.size() == 32 && is_base32(text);
    if (name == "hash28" && text.ends_with('=')) text.remove_suffix(1);
    return name == "key" ? is_key(text) : text.size() == 27 && is_key(text);
  }

  bool take_id(std::string_view name, std::string_view text) {
    needs_at_ = name.ends_with('@');
    if (name == "ids+") {
      // Footers end the sentence after the URL. A Message-ID may end in "/", so that is kept.
      if (text.ends_with('.')) text.remove_suffix(1);
    } else if (name.starts_with("ids") && text.ends_with('/')) {
      text.remove_suffix(1);
    }
    names_ = text;
    return true;
  }

  // An identifier of Pony Mail: 32 characters, "r" and SHA-224 in hexadecimal, or shorter ones. "@" and the
  // list in brackets may follow.
  bool take_stored(std::string_view text) {
    const std::size_t at = std::min(text.find('@'), text.find("%40"));
    names_ = text.substr(0, at);
    constexpr std::size_t kFewest = 15, kMost = 64;
    if (names_.size() < kFewest || names_.size() > kMost ||
        !std::all_of(names_.begin(), names_.end(), ascii::is_alnum))
      return false;
    if (at == kNotFound) return true;
    list_ = without_brackets(text.substr(at + (text[at] == '@' ? 1 : 3)));
    return !list_.empty();
  }

  // What "<...>" has inside; empty if it has another form.
  static std::string_view without_brackets(std::string_view text) {
    const std::size_t open = text.starts_with('<')                           ? 1
                             : ascii::starts_with_ignoring_case(text, "%3c") ? 3
                                                                             : 0;
    const std::size_t close = text.ends_with('>') ? 1 : ascii::ends_with_ignoring_case(text, "%3e") ? 3 : 0;
    if (open == 0 || close == 0 || text.size() < open + close) return {};
    return text.substr(open, text.size() - open - close);
  }

  [[nodiscard]] std::string list_in_query() const { return std::string(without_brackets(target_.query)); }

  // A Message-ID, perhaps with a view of it, or in the form of old URLs: "m/ID.html".
  bool take_post(std::string_view text) {
    const std::size_t whole = text.size();
    const bool is_old = text.size() > 2 && text[1] == '/' && contains("mtf", text[0]);
    if (is_old) text.remove_prefix(2);
    const std::string_view view = remove_view(text, is_old);
    // The index of an inbox has pages of its own. What only messages have says that this is one.
    constexpr std::size_t kFewest = 8;
    const bool is_message =
        list_.empty() || view.size() > 1 || (view == "/" && text.size() >= kFewest && !is_number(text));
    needs_at_ = is_old || !is_own_host_ || !is_message;
    names_ = text;
    // Some servers decode "%2F". What follows a Message-ID is an attachment or a page of its own.
    const std::size_t slash = text.rfind('/');
    return whole > 0 && text != "_" && (slash == kNotFound || (is_own_host_ && has_at(text.substr(slash))));
  }

  const Target& target_;
  const bool is_own_host_;
  // Views of the URL.
  std::string_view list_, names_;
  bool needs_at_ = false;  // the Message-ID must have "@"
};

// Returns true if the end of the path has a form of the rows for any host: a hash or a numbered page.
bool may_be_by_form(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  constexpr std::string_view kPage = ".html";
  if (path.ends_with(kPage)) return path.size() > kPage.size() && ascii::is_digit(path[path.size() - 6]);
  constexpr std::size_t kHash = 32;
  return path.size() > kHash && path[path.size() - kHash - 1] == '/' &&
         is_base32(path.substr(path.size() - kHash));
}

// Returns false for most URLs that are no permalinks: the host has no rows, and the path has no form of its
// own. Called for every link.
bool may_be_permalink(std::string_view url, const PublicInboxes& inboxes) {
  if (url.size() < 8 || ascii::lower(url[0]) != 'h' || (!inboxes.empty() && has_at(url))) return true;
  url.remove_prefix(url[4] == ':' ? 7 : 8);  // "http://" or "https://"
  url = url.substr(0, url.find('#'));
  url = url.substr(0, url.find('?'));
  const std::size_t slash = url.find('/');
  const std::string_view host = url.substr(0, slash);
  // A port or a final dot is not part of the host.
  const bool is_plain = !host.empty() && ascii::is_letter(host.back());
  return !is_plain || may_have_rules(host) || (slash != kNotFound && may_be_by_form(url.substr(slash)));
}

// What a URL names, and the host of its archive.
struct Named {
  Permalink permalink;
  std::string host;
};

// The hosts of a service are one archive.
std::string archive_host(const PermalinkRule& rule, const Target& target) {
  const bool is_of_many = rule.hosts.empty() || rule.scheme == PermalinkScheme::kPublicInbox;
  return is_of_many ? ascii::lowered(target.host) : std::string();
}

std::optional<Named> first_match(PermalinkRuleList rules, const Target& target) {
  Matcher matcher(target);
  while (const PermalinkRule* const rule = rules.next()) {
    if (std::optional<Permalink> found = matcher.match(*rule))
      return Named{std::move(*found), archive_host(*rule, target)};
  }
  return std::nullopt;
}

// Splits the URL of a message in an inbox of any host: "ROOT/INBOX/MESSAGE-ID" and perhaps a view. Returns
// the length of the path up to the inbox, or 0 if it has another form.
std::size_t inbox_start(std::string_view path) {
  remove_view(path, false);
  for (int names = 0; names < 3; ++names) {
    const std::size_t slash = path.rfind('/');
    if (slash == kNotFound) return 0;
    const std::string_view name = path.substr(slash + 1);
    path = path.substr(0, slash);
    const bool is_old = names == 1 && name.size() == 1 && contains("mtf", name);
    if (names > 0 && !is_old) return is_inbox(name) ? slash + 1 : 0;
  }
  return 0;
}

std::string inbox_root(const Target& target, std::size_t start) {
  std::string root = ascii::lowered(target.host);
  if (!target.port.empty()) root.append(":").append(target.port);
  return root.append(target.path.substr(0, start));
}

std::optional<Named> in_known_inbox(const Target& target, const PublicInboxes& inboxes) {
  if (inboxes.empty() || !has_at(target.path)) return std::nullopt;
  const std::size_t start = inbox_start(target.path);
  if (start == 0) return std::nullopt;
  std::string root = inbox_root(target, start);
  if (!inboxes.contains(root)) return std::nullopt;
  Target below = target;
  below.path.remove_prefix(start - 1);
  static constexpr PermalinkRule kRule = {PermalinkScheme::kPublicInbox,
                                          PermalinkKind::kDerivable,
                                          PermalinkName::kMessageId,
                                          {},
                                          "/{inbox}/{post}",
                                          {},
                                          {}};
  std::optional<Permalink> found = Matcher(below, false).match(kRule);
  if (!found) return std::nullopt;
  root.pop_back();
  return Named{std::move(*found), std::move(root)};
}

std::optional<Named> named_by(const Target& target, const PublicInboxes& inboxes) {
  // Another port is another service.
  if (target.port.empty()) {
    if (std::optional<Named> found = first_match(PermalinkRuleList(target.host), target)) return found;
  }
  if (target.host.ends_with(':')) return std::nullopt;
  if (may_be_by_form(target.path)) {
    if (std::optional<Named> found = first_match(PermalinkRuleList({}), target)) return found;
  }
  return in_known_inbox(target, inboxes);
}

// An archive in the form in which archives are compared.
PermalinkArchive archive(PermalinkScheme scheme, std::string host, std::string_view list) {
  std::string name = ascii::lowered(ascii::percent_decoded(list));
  // Pony Mail's lists have two forms: dev@example.org and dev.example.org.
  if (scheme == PermalinkScheme::kPonyMail) std::replace(name.begin(), name.end(), '@', '.');
  return {scheme, std::move(host), std::move(name)};
}

bool is_any_host_of(std::string_view host, std::string_view hosts) {
  while (!hosts.empty()) {
    if (is_host_of(host, take_until(hosts, ' '))) return true;
  }
  return false;
}

bool is_never_encoded(char c) {
  return ascii::is_alnum(c) || contains("-._~", c);
}

// MID.pm's MID_ESC: all but pchar (RFC 3986 section 3.3) is encoded.
std::string as_segment(std::string_view id) {
  return ascii::percent_encoded(id,
                                [](char c) { return !is_never_encoded(c) && !contains("!$&'()*+,;=:@", c); });
}

std::string as_query_value(std::string_view id) {
  return ascii::percent_encoded(id, [](char c) { return !is_never_encoded(c) && c != '@'; });
}

std::string as_google_path(std::string_view id) {
  std::string path = ascii::percent_encoded(id, [](char c) { return !is_never_encoded(c) && c != '/'; });
  // A final "." would end the sentence.
  if (path.ends_with('.')) path.replace(path.size() - 1, 1, "%2E");
  return path;
}

// Base64 of SHA-1 by the alphabet for URLs (RFC 4648 section 5): 27 characters and "=".
std::string url_hash(std::string_view message_id, std::string_view list) {
  std::string digits = base64(sha1(std::string(message_id).append(list)));
  std::replace(digits.begin(), digits.end(), '+', '-');
  std::replace(digits.begin(), digits.end(), '/', '_');
  return digits;
}

// The usual form of a URL for a message; empty if the scheme has none. What it names is not checked.
std::string usual_url(const PermalinkArchive& archive, std::string_view message_id) {
  const std::string segment = as_segment(message_id);
  const std::string list = as_segment(archive.list);
  switch (archive.scheme) {
    case PermalinkScheme::kPublicInbox:
      return "https://" + archive.host + '/' + (list.empty() ? "r" : list) + '/' +
             as_segment(names_of(archive.scheme, PermalinkName::kMessageId, message_id, {})) + '/';
    case PermalinkScheme::kHyperkitty:
      return "https://" + archive.host + "/archives/list/" + list + "/message/" +
             message_id_hash(message_id) + '/';
    case PermalinkScheme::kIetf:
      return "https://mailarchive.ietf.org/arch/msg/" + list + '/' +
             names_of(archive.scheme, PermalinkName::kHash, message_id, archive.list) + '/';
    case PermalinkScheme::kPostgresql:
      return "https://www.postgresql.org/message-id/flat/" + segment;
    case PermalinkScheme::kW3c:
      return "https://www.w3.org/mid/" + segment;
    case PermalinkScheme::kDebian:
      return "https://lists.debian.org/msgid-search/" + segment;
    case PermalinkScheme::kGoogleGroups:
      return "https://groups.google.com/d/msgid/" + list + '/' + as_google_path(message_id);
    case PermalinkScheme::kMarc:
      return "https://marc.info/?i=" + as_query_value(message_id);
    case PermalinkScheme::kMailArchive:
      return "https://www.mail-archive.com/search?l=mid&q=" + as_query_value(message_id);
    case PermalinkScheme::kGmane:
      return "nntp://news.gmane.io/" + segment;
    case PermalinkScheme::kFreebsd:
      return "https://docs.freebsd.org/cgi/mid.cgi?db=mid&id=" + as_query_value(message_id);
    case PermalinkScheme::kNews:
      return "news:" + segment;
    case PermalinkScheme::kMid:
      return "mid:" + segment;
    default:
      return {};
  }
}

}  // namespace

void PublicInboxes::add(std::string_view url) {
  Target target;
  if (!split_target(url, target) || target.host.ends_with(':')) return;
  // The table says what the hosts of services are.
  if (PermalinkRuleList(target.host).next() != nullptr) return;
  std::string_view path = target.path;
  if (has_at(path)) {
    const std::size_t start = inbox_start(path);
    if (start > 0) roots_.insert(inbox_root(target, start));
    return;
  }
  if (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t start = path.rfind('/') + 1;  // npos + 1 is 0
  if (start > 0 && !is_inbox(path.substr(start))) return;
  if (target.path.empty()) target.path = "/";
  roots_.insert(inbox_root(target, std::max<std::size_t>(start, 1)));
}

std::optional<Permalink> permalink_of(std::string_view url, const PublicInboxes& inboxes) {
  Target target;
  if (!may_be_permalink(url, inboxes) || !split_target(url, target)) return std::nullopt;
  std::optional<Named> named = named_by(target, inboxes);
  if (!named) return std::nullopt;
  return std::move(named->permalink);
}

std::optional<PermalinkArchive> archive_of(std::string_view url, const PublicInboxes& inboxes) {
  Target target;
  if (!split_target(url, target)) return std::nullopt;
  if (std::optional<Named> named = named_by(target, inboxes))
    return archive(named->permalink.scheme, std::move(named->host), named->permalink.list);
  Matcher matcher(target);
  for (const PermalinkRule& rule : all_archive_rules()) {
    if (!rule.hosts.empty() && (!target.port.empty() || !is_any_host_of(target.host, rule.hosts))) continue;
    if (matcher.matches(rule)) return archive(rule.scheme, archive_host(rule, target), matcher.list());
  }
  // The URL of a known inbox is that of its messages without their names.
  std::string_view path = target.path;
  if (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t start = path.rfind('/') + 1;
  std::string root = inbox_root(target, start);
  if (start == 0 || !is_inbox(path.substr(start)) || !inboxes.contains(root)) return std::nullopt;
  root.pop_back();
  return archive(PermalinkScheme::kPublicInbox, std::move(root), path.substr(start));
}

std::string message_id_hash(std::string_view message_id) {
  return base32(sha1(utf8::prefix(message_id, kMostHyperkittyIdBytes)));
}

std::string names_of(PermalinkScheme scheme, PermalinkName form, std::string_view message_id,
                     std::string_view list) {
  if (form == PermalinkName::kMessageId) {
    const bool is_cut = scheme == PermalinkScheme::kPublicInbox;
    return std::string(is_cut ? utf8::prefix(message_id, kMostInboxIdBytes) : message_id);
  }
  if (form != PermalinkName::kHash || message_id.empty()) return {};
  switch (scheme) {
    case PermalinkScheme::kHyperkitty:
      return message_id_hash(message_id);
    case PermalinkScheme::kIetf:
      return url_hash(message_id, list).substr(0, 27);
    case PermalinkScheme::kMailArchive:
      return list.empty() ? std::string() : url_hash(message_id, list);
    default:
      return {};
  }
}

std::string permalink_url(const PermalinkArchive& archive, std::string_view message_id) {
  std::string url = usual_url(archive, message_id);
  PublicInboxes inboxes;
  if (archive.scheme == PermalinkScheme::kPublicInbox) inboxes.add(url);
  const std::optional<Permalink> found = permalink_of(url, inboxes);
  const bool is_read_back = found && found->scheme == archive.scheme &&
                            found->names == names_of(archive.scheme, found->form, message_id, found->list);
  return is_read_back ? url : std::string();
}

std::string permalink_key(std::string_view url) {
  const std::string text = without_bytes(url.substr(0, url.find('#')), ascii::kHtmlWhiteSpace);
  std::string key;
  append_normal_form(text, Extent::kWhole, key);
  for (const std::string_view scheme : {"http:", "https:"}) {
    if (key.starts_with(scheme)) key.erase(0, scheme.size());
  }
  if (key.ends_with('/')) key.pop_back();
  return key;
}

}  // namespace mimebase::url
