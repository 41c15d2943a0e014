// Thunderbird joins all HTML that it shows into one document, and writes a <BASE> of each part's heading
// before the part. The first base of that document applies everywhere.
#include <algorithm>
#include <array>
#include <map>

#include "charset/label.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/style_rules.h"
#include "readers/text_url.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "url/split.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers::thunderbird {
namespace {

constexpr std::string_view kClicks[] = {"a@href",       "text",        "text:delimited", "area@href",
                                        "a@xlink:href", "form@action", "*@formaction"};
constexpr std::string_view kLoads[] = {"img@src",          "css:*",
                                       "img@srcset",       "body@background",
                                       "table@background", "tbody@background",
                                       "thead@background", "tfoot@background",
                                       "tr@background",    "td@background",
                                       "th@background",    "source@srcset",
                                       "*@poster",         "link@href",
                                       "object@data",      "input@src",
                                       "iframe@src",       "video@src",
                                       "audio@src",        "source@src",
                                       "embed@src",        "image@href",
                                       "image@xlink:href", "image@src"};
constexpr std::string_view kIgnored[] = {"css:import"};

// URLs with these schemes are neither followed nor loaded.
constexpr std::array<std::string_view, 6> kDead = {
    "javascript:", "data:", "file:", "imap:", "about:", "blob:"};

// Blanks and quotation marks are removed, brackets and comments are not.
std::string cleaned(std::string_view raw) {
  std::string value(walk::trimmed(raw));
  std::erase_if(value, [](char c) { return c == '"' || c == ' ' || (c >= '\t' && c <= '\r'); });
  return value;
}

// The value of the first field of this name; null if there is none, or if it is empty.
std::optional<std::string_view> value_in(const View& view, int entity, std::string_view name) {
  const auto raw = view.field(entity, name, Pick::kFirst);
  const std::string_view value = raw ? walk::trimmed(*raw) : std::string_view();
  return value.empty() ? std::nullopt : std::optional(value);
}

std::optional<std::string_view> base_in_heading(const View& view, int entity) {
  const auto base = value_in(view, entity, "content-base");
  return base ? base : value_in(view, entity, "content-location");
}

std::optional<std::string> heading_base(const View& view, int entity) {
  const auto base = base_in_heading(view, entity);
  return base ? std::optional(cleaned(*base)) : std::nullopt;
}

bool is_page(const View& view, int entity) {
  return view.is_type(entity, "text/html") || is_html_file(view, entity);
}

// The first base of the document that consists of all shown parts.
struct FirstBase {
  std::string reference;  // as written
  int entity = -1;        // -1: there is none
  std::size_t start = 0;  // in the content; 0 if a heading has it
};

// Returns the order of the contents in the document. A multipart/related shows its root after its other
// parts.
std::vector<int> shown_order(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::vector<int> order, open, children;
  if (view.entity_count() > 0) open.push_back(0);
  while (!open.empty()) {
    const int entity = open.back();
    open.pop_back();
    order.push_back(entity);
    children.clear();
    for (int i = entity + 1; i < tree.end(entity); i = tree.end(i)) children.push_back(i);
    const int root = tree.is_related(entity) ? root_of(view, entity, Start::kStrict) : -1;
    if (root >= 0) open.push_back(root);
    for (auto i = children.rbegin(); i != children.rend(); ++i) {
      if (*i != root) open.push_back(*i);
    }
  }
  return order;
}

// HTML in UTF-16 shows as nothing.
bool is_readable(View& view, int entity) {
  const std::string_view charset = view.charset(entity);
  return !charset.starts_with("utf-16") && !charset.starts_with("utf-32");
}

FirstBase first_base(View& view) {
  for (const int i : shown_order(view)) {
    if (!view.shown[static_cast<std::size_t>(i)].is_shown || !is_page(view, i)) continue;
    if (auto base = heading_base(view, i)) return {*base, i, 0};
    if (const auto& declared = view.html_base(i); declared && is_readable(view, i))
      return {std::string(declared->reference), i, declared->span.start};
  }
  return {};
}

bool is_url(View& view, std::string_view reference) {
  std::string url;
  return view.resolve({}, reference, url);
}

// A base in a multipart/related; empty if it is no URL.
std::optional<std::string_view> usable_base(View& view, std::optional<std::string_view> base) {
  if (!base) return std::nullopt;
  // Resolving all labels against a base of any length would be quadratic in the size of the message.
  const bool is_usable = base->size() <= view.message().options().limits.base_bytes && is_url(view, *base);
  return is_usable ? base : std::string_view();
}

// What a base makes of a label or of a reference. Without a base it stays as it is. A base that is no URL
// makes nothing of it, and neither does one that resolves nothing, such as "mid:". Every "cid:" becomes the
// same URL.
std::optional<std::string> located(View& view, std::optional<std::string_view> base,
                                   std::string_view location) {
  std::string url;
  if (!base) return std::string(location);
  if (base->empty()) return std::nullopt;
  if (ascii::starts_with_ignoring_case(location, "cid:")) return "about:blank";
  return view.resolve(*base, location, url) ? std::optional(url) : std::nullopt;
}

std::string key_of(int related, std::string_view label) {
  return std::to_string(related) + ' ' + std::string(label);
}

// The label in a Content-ID. Brackets are removed from one that starts with "<".
std::string cid_of(std::string_view id) {
  const bool is_bracketed = id.starts_with('<');
  if (is_bracketed) id.remove_prefix(1);
  if (is_bracketed && id.ends_with('>')) id.remove_suffix(1);
  return "cid:" + std::string(id);
}

// The labels of the parts in one multipart/related, and who bears them.
using Bearers = std::map<std::string, int>;

// Of several parts with one label, the last one bears it; but the Content-ID of a part with another label
// counts only if no part before it has it.
void add_labels_of(View& view, int part, std::optional<std::string_view> base, Bearers& bearers) {
  const auto location = value_in(view, part, "content-location");
  const auto id = value_in(view, part, "content-id");
  if (!location && !id) return;
  const auto own = usable_base(view, value_in(view, part, "content-base"));
  const std::string cid = id ? cid_of(*id) : std::string();
  const auto url = located(view, own ? own : base, location ? *location : std::string_view(cid));
  if (!url) return;
  bearers[*url] = part;
  if (id) bearers.emplace(cid, part);
}

// A base of the root, which is in the document already, replaces that of the multipart from there on. One
// that is no URL replaces it by none.
void read_related(View& view, int related) {
  const match::EntityTree& tree = view.message().parts().tree();
  const int root = root_of(view, related, Start::kStrict);
  auto base = usable_base(view, base_in_heading(view, related));
  Bearers bearers;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (i != root) {
      add_labels_of(view, i, base, bearers);
    } else if (const auto own = usable_base(view, base_in_heading(view, root))) {
      base = own->empty() ? std::nullopt : own;
    }
  }
  for (const auto& [label, part] : bearers) view.labels.add(key_of(related, label), part);
  View::Shown& shown = view.shown[static_cast<std::size_t>(related)];
  shown.entity = root;
  shown.has_base = base.has_value();
  shown.base = base.value_or("");
}

// A Content-Type without a slash is the type of a file, unless it is "text".
bool is_file(const View& view, int entity) {
  const auto type = value_in(view, entity, "content-type");
  return type && has_odd_type(view, entity) && !ascii::equals_ignoring_case(walk::main_value(*type), "text");
}

// OpenPGP's verifier finds nothing in a multipart if blanks follow its first delimiter.
bool is_unreadable(const View& view, int multipart) {
  const walk::Message& walked = view.message().walked();
  if (!view.is_type(multipart, "multipart/signed")) return false;
  const auto protocol = walked.parameter(multipart, "protocol");
  if (!protocol || !ascii::equals_ignoring_case(*protocol, "application/pgp-signature")) return false;
  const match::EntityTree& tree = view.message().parts().tree();
  const int first = multipart + 1;
  return first < tree.end(multipart) && is_behind_odd_delimiter(view, first);
}

void hide(View& view, int first, int end) {
  for (int i = first; i < end; ++i) view.shown[static_cast<std::size_t>(i)].is_shown = false;
}

void enter_message(View& view) {
  show_displayed(view);
  view.encodes_queries = false;
  const match::EntityTree& tree = view.message().parts().tree();
  int order = 0;
  for (const int i : shown_order(view)) view.shown[static_cast<std::size_t>(i)].order = order++;
  for (int i = 0; i < view.entity_count(); ++i) {
    if (is_file(view, i)) hide(view, i, i + 1);
    if (is_unreadable(view, i)) hide(view, i, tree.end(i));
    if (tree.is_related(i)) read_related(view, i);
  }
}

int order_of(const View& view, int entity) {
  return view.shown[static_cast<std::size_t>(entity)].order;
}

// Images and style sheets are requested while the document is read, with the first base so far that is a URL.
// An empty one is a URL, that of the message.
void read_base(View& view, std::string_view href) {
  if (!view.is_document_base || view.early.entity >= 0) return;
  if (!href.empty() && !is_url(view, href)) return;
  view.early.url = href.empty() ? "about:blank" : href;
  view.early.entity = view.entity();
}

// The base is looked for once. What loads before it has none.
void find_base(View& view) {
  View::Shown& whole = view.whole;
  if (whole.start != View::kUnknown) return;
  const FirstBase base = first_base(view);
  const bool is_usable = base.entity >= 0 && is_url(view, base.reference) &&
                         !ascii::starts_with_ignoring_case(base.reference, "mailto:");
  whole.url = is_usable ? base.reference : std::string();
  whole.base.clear();
  if (is_usable && view.resolve({}, whole.url, whole.base))
    whole.base.resize(std::min(whole.base.size(), whole.base.find('#')));
  whole.start = base.start;
  whole.entity = base.entity;
}

// Contents are entered in the order of the message. If the document has them in another order, the base may
// come from a later part.
void enter_early_base(View& view) {
  const View::Shown& whole = view.whole;
  const int order = order_of(view, view.entity());
  if (view.early.entity >= 0 && order_of(view, view.early.entity) > order) view.early = {};
  if (view.early.entity >= 0 || whole.entity < 0) return;
  if (order_of(view, whole.entity) < order && is_url(view, whole.url)) {
    view.early.url = whole.url;
    view.early.entity = whole.entity;
  }
}

void enter_content(View& view) {
  find_base(view);
  // A style sheet in a part has a URL that resolves nothing.
  if (view.is_type(view.entity(), "text/css")) return;
  if (!is_readable(view, view.entity())) view.shown[static_cast<std::size_t>(view.entity())].is_shown = false;
  view.base = view.whole.url;
  enter_early_base(view);
  view.is_document_base = true;
  if (!is_page(view, view.entity())) return;
  if (const auto base = heading_base(view, view.entity())) read_base(view, *base);
}

bool is_before_base(const View& view, const Seen& seen) {
  const View::Shown& whole = view.whole;
  if (whole.entity < 0 || view.entity() == whole.entity)
    return seen.reference.origin.span.start < whole.start;
  return view.shown[static_cast<std::size_t>(view.entity())].order <
         view.shown[static_cast<std::size_t>(whole.entity)].order;
}

// True if the entity is the root of the multipart/related, or in it.
bool is_in_root(const View& view, const match::EntityTree& tree, int related) {
  const int root = view.shown[static_cast<std::size_t>(related)].entity;
  return root >= 0 && view.entity() >= root && view.entity() < tree.end(root);
}

// Returns the part that `value`, in an attribute, names by its first word; searches the enclosing
// multipart/related from the innermost outwards. Only a root can refer to parts: anything displayed beside it
// enters the document before they are known. Attributes are compared as HTML, with escapes.
int part_named(View& view, std::string_view value) {
  value = walk::trimmed(value);
  value = value.substr(0, value.find_first_of(ascii::kWhiteSpace));
  if (value.empty() || value.find_first_of("&<>\"") != std::string_view::npos) return -1;
  const match::EntityTree& tree = view.message().parts().tree();
  std::string label(value);
  const bool is_cid = ascii::starts_with_ignoring_case(label, "cid:");
  if (is_cid) label.replace(0, 4, "cid:");
  for (int i = tree.enclosing_related(view.entity()); i >= 0; i = tree.enclosing_related(i)) {
    if (!is_in_root(view, tree, i)) continue;
    const View::Shown& shown = view.shown[static_cast<std::size_t>(i)];
    const auto base = shown.has_base ? std::optional<std::string_view>(shown.base) : std::nullopt;
    const auto url = located(view, base, label);
    if (is_cid && !url) continue;
    const auto bearers = view.labels.bearers(key_of(i, is_cid ? label : url.value_or(label)));
    if (!bearers.empty()) return bearers.back();
  }
  return -1;
}

bool is_dead(std::string_view url) {
  return std::any_of(kDead.begin(), kDead.end(), [url](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(url, scheme);
  });
}

// Longer names are cut.
constexpr std::size_t kMaxName = 200;
// Maximum bytes of text that are searched for the end of a URL.
constexpr std::size_t kMaxBytes = 2000;

// What "<", "<URL:" or a quotation mark in front of the URL encloses, without blanks; empty if it is not
// closed in the line.
std::string enclosed_url(std::string_view before, std::string_view text) {
  const std::size_t opened = before.find_last_not_of(" \t");
  const std::size_t end = text.find_first_of("<>\"\r\n");
  if (opened == before.npos || end == text.npos) return {};
  before = before.substr(0, opened + 1);
  const bool is_bracketed = before.ends_with('<') || before.ends_with("<URL:");
  if (!(is_bracketed && text[end] == '>') && !(before.ends_with('"') && text[end] == '"')) return {};
  std::string url(text.substr(0, end));
  std::erase_if(url, ascii::is_blank);
  return url;
}

// The length of the URL at the start of a text. A ")" or "]" belongs to it after its counterpart only, and a
// "[" after "//".
std::size_t url_length(std::string_view text) {
  bool in_parenthesis = false, in_bracket = false;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    const bool ends = std::string_view(" \t\r\n\f\"<>`{}").find(c) != std::string_view::npos ||
                      (c == ')' && !in_parenthesis) || (c == ']' && !in_bracket) ||
                      (c == '[' && !text.substr(0, end).ends_with("//"));
    if (ends) break;
    in_parenthesis = in_parenthesis || c == '(';
    in_bracket = in_bracket || c == '[';
  }
  return end;
}

// Returns the URL that starts at `start`, without trailing punctuation, or `found` if its end is too far
// away.
std::string url_in_text(View& view, const Seen& seen) {
  const std::string_view content = view.text(view.entity());
  const std::size_t start = std::min<std::size_t>(seen.reference.origin.text.start, content.size());
  const std::string_view text = content.substr(start, kMaxBytes);
  std::string url = enclosed_url(content.substr(0, start), text);
  if (url.empty()) {
    const std::size_t end = url_length(text);
    if (end == text.size() && text.size() == kMaxBytes) return std::string(seen.value);
    url = text.substr(0, end);
    while (!url.empty() && std::string_view(".,;!?-:'").find(url.back()) != url.npos) url.pop_back();
  }
  std::string read;
  view.readable(view.entity()).charset.append_utf8(url, read);
  return read;
}

bool is_remote(std::string_view url) {
  return url.starts_with("http:") || url.starts_with("https:");
}

bool is_link_in_text(std::string_view url) {
  return is_remote(url) || url.starts_with("mailto:") || url.starts_with("news:") ||
         url.starts_with("webcal:");
}

// A URL with an unknown scheme and an "@" counts as a mail address.
void take_as_address(std::string& url) {
  if (url.find('@') != url.npos && url.find("//") == url.npos) url.insert(0, "mailto:");
}

// Adds the values of the attributes `id` and `name`.
void add_names(std::string_view text, std::unordered_set<std::string>& names) {
  for (std::size_t at = 0; (at = text.find('=', at)) != text.npos; ++at) {
    const std::string_view before = text.substr(0, at);
    for (const std::string_view name : {"id", "name"}) {
      const bool is_name = ascii::ends_with_ignoring_case(before, name) && before.size() > name.size() &&
                           ascii::kWhiteSpace.find(before[at - name.size() - 1]) != std::string_view::npos;
      if (!is_name) continue;
      const std::string_view rest = text.substr(at + 1);
      const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
      const std::string_view value = is_quoted ? rest.substr(1, rest.find(rest.front(), 1) - 1)
                                               : rest.substr(0, rest.find_first_of(" \t\r\n>"));
      names.emplace(value.substr(0, kMaxName));
    }
  }
}

bool has_name(View& view, std::string_view name) {
  if (!view.names) {
    view.names.emplace();
    for (int i = 0; i < view.entity_count(); ++i) {
      if (view.shown[static_cast<std::size_t>(i)].is_shown && is_page(view, i))
        add_names(view.text(i), *view.names);
    }
  }
  // It looks for the name by a selector, which is none if it has other characters.
  const bool is_selector = std::all_of(name.begin(), name.end(),
                                       [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; });
  return is_selector && !ascii::is_digit(name.front()) && view.names->contains(std::string(name));
}

// A link to a name in the message stays there if it leads to the base and a fragment.
bool stays(View& view, const Seen& seen, std::string_view url) {
  const std::size_t hash = url.find('#');
  if (hash == url.npos || hash + 1 == url.size() || !url.starts_with("http")) return false;
  if (url.substr(0, hash) != view.whole.base || (seen.context != "a@href" && seen.context != "area@href"))
    return false;
  return has_name(view, url.substr(hash + 1)) && !view.in_svg(seen);
}

// Thunderbird finds a part only if the reference is a whole word of an attribute or of CSS.
bool is_word(View& view, const Seen& seen, std::string_view bounds) {
  const std::string_view content = view.text(view.entity());
  const auto [start, end] = seen.reference.origin.text;
  return start > 0 && end < content.size() && bounds.find(content[start - 1]) != bounds.npos &&
         bounds.find(content[end]) != bounds.npos;
}

// What is loaded once the document is complete, with its final base.
constexpr std::array<std::string_view, 6> kLate = {"embed@src", "input@src", "video@poster",
                                                   "video@src", "audio@src", "source@src"};
// What is requested while the document is read.
constexpr std::array<std::string_view, 4> kEarly = {"img@src", "img@srcset", "source@srcset", "link@href"};
// What is requested ahead of the document, even if it then is in a template.
constexpr std::array<std::string_view, 7> kAhead = {
    "img@src", "img@srcset", "source@srcset", "link@href", "video@poster", "image@href", "image@xlink:href"};
// Frames of parts stay empty.
constexpr std::array<std::string_view, 3> kEmpty = {"embed@src", "object@data", "iframe@src"};

bool is_one_of(std::span<const std::string_view> contexts, std::string_view context) {
  return std::find(contexts.begin(), contexts.end(), context) != contexts.end();
}

bool is_in_template(const Seen& seen) {
  return seen.reference.found.hidden == find::Hidden::kTemplate;
}

bool is_icon(View& view, const Seen& seen) {
  constexpr std::array<std::string_view, 1> kIcon = {"icon"};
  return seen.context == "link@href" && view.has_rel(seen, kIcon);
}

std::string_view base_for(View& view, const Seen& seen) {
  if (seen.by != OpensBy::kLoad || is_one_of(kLate, seen.context) || is_icon(view, seen)) return view.base;
  if (is_one_of(kEarly, seen.context) || is_in_template(seen)) return view.early.url;
  return is_before_base(view, seen) ? std::string_view() : view.base;
}

bool loads_parts(View& view, const Seen& seen) {
  constexpr std::array<std::string_view, 1> kLoaded = {"stylesheet"};
  return !is_one_of(kEmpty, seen.context) && (seen.context != "link@href" || view.has_rel(seen, kLoaded));
}

// The part is displayed if a name in its heading makes an image of it.
bool has_image_name(const View& view, int part) {
  constexpr std::array<std::string_view, 7> kEndings = {".png", ".gif",  ".jpg", ".jpeg",
                                                        ".bmp", ".webp", ".svg"};
  const walk::Message& walked = view.message().walked();
  std::optional<std::string> name = walked.parameter(part, "filename");
  if (!name) name = walked.parameter(part, "name");
  return name && std::any_of(kEndings.begin(), kEndings.end(), [&name](std::string_view ending) {
           return ascii::ends_with_ignoring_case(*name, ending);
         });
}

// Only what is displayed inline can be loaded; a click opens everything.
bool is_inline(const View& view, int part) {
  const std::string_view type = view.message().entity(part).content_type;
  if (is_file(view, part)) return false;
  return !view.is_leaf(part) || type.starts_with("text/") || is_image_type(type) ||
         (type == "application/octet-stream" && has_image_name(view, part));
}

bool is_whole_word(View& view, const Seen& seen) {
  if (seen.context.starts_with("css:")) return is_in_attribute(seen) && is_word(view, seen, " \t\r\n");
  return !seen.context.ends_with("@srcset") || is_word(view, seen, " \t\r\n\"'");
}

// A part whose heading names no charset is UTF-8 if it can be; `meta` does not count. US-ASCII is
// windows-1252, and an unknown charset is UTF-8.
std::string value_of(View& view, const Seen& seen) {
  const std::string label = ascii::lowered(view.message().walked().charset(view.entity()));
  const bool is_ascii = label == "us-ascii", is_unknown = !label.empty() && !charset::read_label(label).known;
  const bool is_read = label.empty() || is_ascii || is_unknown;
  const auto written = is_read ? written_in_charset(view, seen) : std::nullopt;
  if (!written) return std::string(seen.value);
  const bool is_utf8 = is_unknown || (!is_ascii && charset::is_utf8(view.text(view.entity())));
  return decoded_attribute(*written, charset::Charset(is_utf8 ? "utf-8" : "windows-1252"));
}

// What a style sheet in a part refers to loads, too.
void enter_sheet(View& view, const Seen& seen, int part) {
  if (seen.context == "link@href" && view.is_type(part, "text/css"))
    view.shown[static_cast<std::size_t>(part)].is_shown = true;
}

// True if the image's src can be a candidate beside its srcset.
bool is_usable(View& view, const Seen& seen, std::string_view src) {
  std::string resolved;
  const std::string value = decoded_attribute(src);
  return part_named(view, value) >= 0 || view.resolve(base_for(view, seen), value, resolved);
}

// Styles in at-rules are removed, but for fonts.
bool is_looked_at(View& view, const Seen& seen) {
  if (seen.in_srcdoc || !is_chosen_image(view, seen, is_usable)) return false;
  if (is_in_template(seen) && (!is_one_of(kAhead, seen.context) || is_icon(view, seen))) return false;
  if (seen.context.starts_with("css:") && !is_in_attribute(seen)) {
    const std::string_view rule = at_rule_around(view, seen);
    return rule.empty() || ascii::starts_with_ignoring_case(rule, "font-face");
  }
  return seen.context != "a@xlink:href" || view.in_svg(seen);
}

// A link opens any part. What is loaded, and other elements, need one that is displayed inline.
bool opens_part(View& view, const Seen& seen, int part) {
  return is_in_text(seen) || seen.context == "a@href" || seen.context == "a@xlink:href" ||
         is_inline(view, part);
}

// Remote content is counted as loaded, which a person has to allow.
void open(View& view, const Seen& seen, Answer& answer) {
  constexpr std::array<std::string_view, 3> kLoaded = {"stylesheet", "icon", "preload"};
  const bool is_text = seen.context.starts_with("text");
  const bool is_load = seen.by == OpensBy::kLoad;
  if (!is_looked_at(view, seen)) return;
  std::string read = value_of(view, seen);
  if (is_text && !seen.reference.found.guessed) read = url_in_text(view, seen);
  if (is_whole_word(view, seen)) answer.part = part_named(view, read);
  if (answer.part >= 0 && !opens_part(view, seen, answer.part)) answer.part = -1;
  if (answer.part >= 0) {
    if (!loads_parts(view, seen) || is_in_template(seen)) answer.part = -1;
    if (answer.part >= 0) enter_sheet(view, seen, answer.part);
    return;
  }
  if (seen.context == "link@href" && !view.has_rel(seen, kLoaded)) return;
  std::string buffer;
  const std::string_view value = url::clean(read, buffer);
  if (ascii::starts_with_ignoring_case(value, "cid:") || is_dead(value)) return;
  const bool is_guess = seen.reference.found.guessed;
  view.resolve(base_for(view, seen), is_guess ? "http://" + std::string(value) : std::string(value),
               answer.url);
  if (is_text && !is_link_in_text(answer.url)) take_as_address(answer.url);
  const bool is_kept = is_text ? is_link_in_text(answer.url)
                               : (is_load ? is_remote(answer.url) : !stays(view, seen, answer.url));
  if (!is_kept || is_dead(answer.url)) answer.url.clear();
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kThunderbird,
                          .clicks = kClicks,
                          .loads = kLoads,
                          .enter_message = enter_message,
                          .enter_content = enter_content,
                          .open = open,
                          .read_base = read_base,
                          .sees_templates = true,
                          .ignored = kIgnored};

}  // namespace mimebase::readers::thunderbird
