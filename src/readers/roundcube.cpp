// Roundcube finds the base of a document by a regular expression, and joins it with references as text. No
// field of a heading counts.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "readers/choice.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "walk/field_text.h"

namespace mimebase::readers::roundcube {
namespace {

constexpr std::string_view kClicks[] = {"a@href", "text", "text:delimited", "area@href"};
constexpr std::string_view kLoads[] = {
    "img@src",          "body@background", "table@background", "tbody@background", "thead@background",
    "tfoot@background", "tr@background",   "td@background",    "th@background",    "css:*",
    "link@href",        "input@src",       "image@src",        "image@href",       "image@xlink:href",
    "video@src",        "source@src",      "video@poster"};

bool is_scheme_letter(char c) {
  return std::string_view("hftps").find(ascii::lower(c)) != std::string_view::npos;
}

// "[hftps]+://" at the start of `text`; the length of the scheme, or 0.
std::size_t web_scheme(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_scheme_letter(text[size])) ++size;
  return text.substr(size).starts_with("://") ? size : 0;
}

bool has_lower_case_scheme(std::string_view text) {
  const std::size_t size = web_scheme(text);
  return size > 0 &&
         std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), ascii::is_capital);
}

bool is_base_byte(char c) {
  return ascii::is_alnum(c) || std::string_view("/.%-").find(c) != std::string_view::npos;
}

// The URL that href=["']?([hftps]{3,5}://[a-z0-9/.%-]+) finds at the end of `text`, which begins with
// "href=".
std::string_view base_at(std::string_view text) {
  text.remove_prefix(5);
  if (text.starts_with('"') || text.starts_with('\'')) text.remove_prefix(1);
  const std::size_t scheme = web_scheme(text);
  if (scheme < 3 || scheme > 5) return {};
  std::size_t end = scheme + 3;
  while (end < text.size() && is_base_byte(text[end])) ++end;
  return end > scheme + 3 ? text.substr(0, end) : std::string_view();
}

// The last base of the line, which begins with "<base".
std::string_view last_base(std::string_view line) {
  std::string_view last;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(line, "href=", at)) != std::string_view::npos;
       ++at) {
    if (const std::string_view url = base_at(line.substr(at)); !url.empty()) last = url;
  }
  return last;
}

// <base.*href=["']?([hftps]{3,5}://[a-z0-9/.%-]+), in any case: greedy within a line, in comments too.
std::string_view first_base(std::string_view text) {
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<base", at)) != std::string_view::npos;) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (const std::string_view base = last_base(line); !base.empty()) return base;
    at += line.size();
  }
  return {};
}

// Roundcube treats the path as text: a "../" anywhere in it goes up one level.
std::string joined(std::string_view base, std::string_view path) {
  constexpr std::size_t kAfterScheme = 7;  // of "http://"
  std::string_view host = base, folder = base;
  if (base.size() > kAfterScheme && base.rfind('/') > kAfterScheme) {
    host = base.substr(0, base.find('/', kAfterScheme));
    folder = base.substr(0, base.rfind('/'));
  }
  if (path.starts_with('/')) return std::string(host).append(path);
  if (path.starts_with("./")) path.remove_prefix(2);
  std::size_t ups = 0;
  for (std::size_t at = 0; (at = path.find("../", at)) != std::string_view::npos; at += 3) ++ups;
  for (; ups > 0; --ups) {
    if (const std::size_t slash = folder.rfind('/'); slash != std::string_view::npos && slash > 0)
      folder = folder.substr(0, slash);
    path.remove_prefix(std::min<std::size_t>(3, path.size()));
  }
  return std::string(folder).append("/").append(path);
}

// Removes titles that end in the line in which they begin. Returns a view of `text` or of `kept`.
std::string_view without_titles(std::string_view text, std::string& kept) {
  std::size_t from = 0;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<title", at)) != text.npos;) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::size_t close = ascii::find_ignoring_case(line, "</title>");
    if (close == line.npos) {
      at += line.size();
      continue;
    }
    kept += text.substr(from, at - from);
    from = at = at + close + std::string_view("</title>").size();
  }
  return from == 0 ? text : kept.append(text.substr(from));
}

bool is_content(const View& view, int entity) {
  return view.is_leaf(entity) && (view.is_type(entity, "text/html") || view.is_type(entity, "text/plain")) &&
         (view.message().entity(entity).parent < 0 || !is_attachment(view, entity));
}

// Roundcube shows the first text/html of a multipart/alternative, and the HTML in its last multipart. If it
// has neither, Roundcube shows its first text/plain.
struct Alternatives {
  int html = -1, plain = -1, multipart = -1;
};

Alternatives alternatives_of(View& view, int entity) {
  Alternatives found;
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = entity + 1; i < tree.end(entity); i = tree.end(i)) {
    if (!view.is_leaf(i)) {
      found.multipart = i;
    } else if (view.is_type(i, "text/html") && found.html < 0) {
      found.html = i;
    } else if (view.is_type(i, "text/plain") && found.plain < 0) {
      found.plain = i;
    }
  }
  return found;
}

bool has_html(const View& view, int first, int end) {
  for (int i = first; i < end; ++i) {
    if (view.is_type(i, "text/html") && is_content(view, i)) return true;
  }
  return false;
}

enum class Show : std::uint8_t { kNothing, kHtml, kAll };

class Choice {
 public:
  explicit Choice(View& view)
      : view_(view), tree_(view.message().parts().tree()), inside_(view.shown.size(), Show::kNothing) {}

  void make() {
    if (!inside_.empty()) inside_.front() = Show::kAll;
    for (int i = 0; i < view_.entity_count(); ++i) choose(i);
  }

 private:
  Show& inside(int entity) { return inside_[static_cast<std::size_t>(entity)]; }
  void show(int entity) { view_.shown[static_cast<std::size_t>(entity)].is_shown = true; }

  void choose(int entity) {
    const Show what = inside(entity);
    if (what == Show::kNothing) return;
    if (view_.is_leaf(entity)) {
      const bool is_wanted = what == Show::kAll || view_.is_type(entity, "text/html");
      if (is_wanted && is_content(view_, entity)) show(entity);
      return;
    }
    const bool has_several = tree_.end(entity) > entity + 1 && tree_.end(entity + 1) < tree_.end(entity);
    if (view_.is_type(entity, "multipart/alternative") && has_several) return choose_alternative(entity);
    for (int i = entity + 1; i < tree_.end(entity); i = tree_.end(i)) inside(i) = what;
  }

  void choose_alternative(int entity) {
    const Alternatives found = alternatives_of(view_, entity);
    const bool is_opened = found.multipart >= 0 && inside(entity) == Show::kAll;
    if (is_opened) inside(found.multipart) = Show::kHtml;
    if (found.html >= 0) {
      show(found.html);
    } else if (found.plain >= 0 &&
               !(is_opened && has_html(view_, found.multipart, tree_.end(found.multipart)))) {
      show(found.plain);
    }
  }

  View& view_;
  const match::EntityTree& tree_;
  std::vector<Show> inside_;
};

std::string content_id(std::string_view raw) {
  std::string_view id = walk::trimmed(raw);
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return std::string(id);
}

// Returns true for the parts that references can name: direct children of a multipart/related or
// multipart/mixed that are not displayed themselves.
bool is_inline(const View& view, int entity) {
  const int parent = view.message().entity(entity).parent;
  return parent >= 0 && view.is_leaf(entity) && !is_content(view, entity) &&
         (view.is_type(parent, "multipart/related") || view.is_type(parent, "multipart/mixed"));
}

void add_labels(View& view, int entity) {
  const auto id = view.field(entity, "content-id", Pick::kFirst);
  if (!id || !is_inline(view, entity)) return;
  view.labels.add("cid:" + content_id(*id), entity);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  if (!location || !view.message().walked().parameter(entity, "name")) return;
  const auto base = view.field(entity, "content-base", Pick::kFirst);
  view.labels.add(std::string(walk::trimmed(base.value_or(""))) + std::string(walk::trimmed(*location)),
                  entity);
}

void enter_message(View& view) {
  Choice(view).make();
  for (int i = 0; i < view.entity_count(); ++i) {
    if (view.is_leaf(i)) add_labels(view, i);
  }
}

// Roundcube drops zeros, so UTF-16 is readable for it if the heading names a charset of single bytes, or an
// unknown one.
bool is_unreadable(View& view) {
  const auto& named = view.named_charset();
  const bool is_single = named.is_named && !named.name.starts_with("utf-");
  return is_wide(view) && !is_single;
}

void enter_content(View& view) {
  view.base.clear();
  if (is_unreadable(view) || has_odd_type(view, view.entity()))
    view.shown[static_cast<std::size_t>(view.entity())].is_shown = false;
  std::string kept;
  if (view.is_type(view.entity(), "text/html"))
    view.base = first_base(without_titles(view.text(view.entity()), kept));
}

bool is_name(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return ascii::is_letter(c) || c == '.' || c == '_' || c == '-';
  });
}

// The length of a scheme of two characters or more, with its colon; 0 if there is none.
std::size_t scheme_size(std::string_view value) {
  std::size_t size = 0;
  while (size < value.size() && (ascii::is_alnum(value[size]) ||
                                 std::string_view(".+-").find(value[size]) != std::string_view::npos))
    ++size;
  const bool is_scheme = size >= 2 && ascii::is_letter(value.front()) && value.substr(size).starts_with(':');
  return is_scheme ? size + 1 : 0;
}

// A scheme or "//", and something behind it.
bool is_kept_link(std::string_view value) {
  const std::size_t scheme = scheme_size(value);
  const std::size_t start = scheme > 0 ? scheme : 2;
  return (scheme > 0 || value.starts_with("//")) && value.size() > start && value[start] != '\n';
}

// The href that is left of a link.
std::string cleaned_link(std::string value) {
  for (const std::string_view name : {"javascript", "vbscript", "data:"}) {
    if (ascii::starts_with_ignoring_case(value, name)) return {};
  }
  if (is_name(value)) return "http://" + value;
  if (!is_kept_link(value)) return {};
  std::erase_if(value, [](char c) { return c >= '\0' && c < ' '; });
  if (!ascii::starts_with_ignoring_case(value, "mailto:")) return value;
  return "mailto:" + value.substr(7, value.find('?') - 7);
}

bool is_loadable(std::string_view value) {
  for (const std::string_view scheme : {"http:", "https:", "ftp:"}) {
    if (ascii::starts_with_ignoring_case(value, scheme)) return value.size() > scheme.size();
  }
  return false;
}

// What (src|background|href)=(["']?)([^"'\s>]+)(\2|\s|>) makes of an attribute of a document with a base.
// Nothing if it does not match.
std::optional<std::string> with_base(View& view, const Seen& seen, std::string_view written) {
  std::string_view before = written_before(view, seen);
  before = before.substr(0, before.rfind('=') + 1);
  if (before.size() < 2 || ascii::is_blank(before[before.size() - 2])) return std::nullopt;
  const std::string_view run = written.substr(0, written.find_first_of("\"' \t\r\n>"));
  const char next = run.size() < written.size() ? written[run.size()] : ' ';
  if (run.empty() || next == '"' || next == '\'') return std::nullopt;
  const bool is_kept = has_lower_case_scheme(run) || run.starts_with("cid:");
  return is_kept ? std::string(run) : joined(view.base, run);
}

// The attribute in the charset that the heading names. A charset that only the document declares is ignored.
// Bytes that are not UTF-8 are dropped if the heading names UTF-8 or nothing.
std::optional<std::string> attribute_in_charset(View& view, const Seen& seen) {
  const auto& named = view.named_charset();
  const bool is_converted = !view.readable(view.entity()).map.identity();
  const auto bytes = is_converted ? written_attribute(view, seen) : attribute_bytes(view, seen);
  if (!bytes) return std::nullopt;
  std::string written(*bytes), out;
  std::erase(written, '\0');
  if (is_converted) return written;
  if (!named.is_named || named.name == "utf-8") {
    charset::Charset("utf-8").append_utf8(written, out);
    return without_replacements(out);
  }
  if (ascii::is_ascii(written)) return written;
  if (named.is_known) return std::nullopt;
  charset::Charset("iso-8859-1").append_utf8(written, out);
  return out;
}

std::string attribute_value(View& view, const Seen& seen) {
  const auto written = attribute_in_charset(view, seen);
  const std::string source = written.value_or(std::string(seen.value));
  const bool is_joined = !view.base.empty() && !seen.context.ends_with("@poster");
  const std::string value =
      (is_joined ? with_base(view, seen, source) : std::nullopt).value_or(std::string(source));
  const std::string decoded = written ? decoded_attribute(value) : value;
  return std::string(walk::trimmed(decoded));
}

void open_loaded(View& view, std::string_view context, std::string value, Answer& answer) {
  const auto parts = view.labels.bearers(value);
  const bool is_body = context == "body@background";
  if (!parts.empty() && !is_body && context != "link@href") {
    answer.part = parts.back();
  } else if (is_loadable(value) && !(is_body && ascii::starts_with_ignoring_case(value, "ftp"))) {
    answer.url = std::move(value);  // which a person has to allow
  }
}

// What a style element may load: ^https?://[a-z0-9/._+-]+$
bool is_plain_url(std::string_view url) {
  const std::size_t scheme = web_scheme(url);
  return is_loadable(url) && !ascii::starts_with_ignoring_case(url, "ftp") && scheme > 0 &&
         std::all_of(url.begin() + static_cast<std::ptrdiff_t>(scheme) + 3, url.end(), [](char c) {
           return ascii::is_alnum(c) || std::string_view("/._+-").find(c) != std::string_view::npos;
         });
}

// Roundcube splits a style attribute at blanks, except after "(" and within quotation marks.
bool is_split(View& view, const Seen& seen) {
  const std::string_view text = view.text(view.entity());
  const std::size_t end = std::min(seen.reference.origin.text.end, text.size());
  return text.substr(end).starts_with(' ') || text.substr(end).starts_with("' ");
}

// A base breaks every url() of the document. A style element loads no parts, and nothing if it imports.
void open_css(View& view, const Seen& seen, Answer& answer) {
  if (!view.base.empty() || seen.context != "css:url") return;
  const bool is_attribute = seen.reference.found.context.find("@style/") != std::string_view::npos;
  if (is_attribute) {
    if (!is_split(view, seen)) open_loaded(view, seen.context, std::string(seen.value), answer);
    return;
  }
  std::string_view before = written_before(view, seen);
  const std::size_t style = before.rfind("<style");
  if (style != before.npos) before.remove_prefix(style);
  if (before.find("import") == before.npos && is_plain_url(seen.value)) answer.url = seen.value;
}

bool is_word(char c) {
  return ascii::is_alnum(c) || c == '_';
}

// A byte of the top-level domain: a letter, a digit, ":" or not ASCII.
bool is_domain_end(char c) {
  return ascii::is_alnum(c) || c == ':' || !ascii::is_ascii(c);
}

// Returns the end of the host that begins at `start`; npos if there is none.
std::size_t host_end(std::string_view text, std::size_t start) {
  std::size_t end = std::min(text.find_first_of("?&@\"'\\/()<> \t\r\n", start), text.size());
  while (end >= start + 3 && !(is_domain_end(text[end - 1]) && is_domain_end(text[end - 2]))) --end;
  return end >= start + 3 ? end : text.npos;
}

// The end of ([.:;,]*[a-zA-Z0-9%=#$@+?|!&/_~[](){}*-]+)* at `at`; bytes that are not ASCII belong to it.
std::size_t path_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_inside = !ascii::is_ascii(c) || ascii::is_alnum(c) ||
                           std::string_view("%=#$@+?|!&/_~[](){}*-").find(c) != std::string_view::npos;
    if (is_inside) end = at + 1;
    if (!is_inside && std::string_view(".:;,").find(c) == std::string_view::npos) break;
  }
  return end;
}

// Cuts a text off at the first bracket that closes nothing or opens a second one.
std::string_view balanced(std::string_view url, char open, char close) {
  bool is_open = false;
  for (std::size_t i = 0; i < url.size(); ++i) {
    if (url[i] != open && url[i] != close) continue;
    if (is_open == (url[i] == open)) return url.substr(0, i);
    is_open = !is_open;
  }
  return url;
}

bool is_web(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://", "ftp://", "ftps://", "file://", "files://"}) {
    if (ascii::starts_with_ignoring_case(text, scheme)) return true;
  }
  return false;
}

std::string web_link(std::string_view text, std::size_t start) {
  const std::size_t host = host_end(text, start);
  if (host == text.npos) return {};
  return std::string(balanced(balanced(text.substr(0, path_end(text, host)), '[', ']'), '(', ')'));
}

// The address in a text such as "news:name@host".
std::string address_link(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::size_t host = at == text.npos ? text.npos : host_end(text, at + 1);
  if (host == text.npos) return {};
  std::size_t start = at;
  while (start > 0 && (is_word(text[start - 1]) ||
                       std::string_view("-!#$%&*+~/^`|{}=.").find(text[start - 1]) != std::string_view::npos))
    --start;
  return start == at ? std::string() : "mailto:" + std::string(text.substr(start, host - start));
}

void open_text(View& view, const Seen& seen, Answer& answer) {
  const find::QuotingPath& quoting = seen.reference.found.quoting;
  const bool is_flowed = quoting.size() > 0 && quoting.at(0) == find::Quoting::kFlowed;
  const std::string_view text = is_flowed ? seen.value : written_from(view, seen).value_or(seen.value);
  if (seen.reference.found.guessed) {
    const std::string link = web_link(text, 4);
    if (!link.empty()) answer.url = "http://" + link;
    return;
  }
  const std::string_view before = written_before(view, seen);
  if (is_web(text)) {
    if (before.empty() || !is_word(before.back())) answer.url = web_link(text, text.find("://") + 3);
  } else if (text.find("://") == text.npos) {
    answer.url = address_link(text);
  }
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (seen.in_srcdoc) return;
  if (seen.context.starts_with("text")) return open_text(view, seen, answer);
  if (seen.context.starts_with("css:")) return open_css(view, seen, answer);
  std::string value = attribute_value(view, seen);
  if (seen.by == OpensBy::kClick) {
    answer.url = cleaned_link(std::move(value));
  } else {
    open_loaded(view, seen.context, std::move(value), answer);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kRoundcube, kClicks, kLoads, enter_message, enter_content, open};

}  // namespace mimebase::readers::roundcube
