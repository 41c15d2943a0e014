// Thunderbird joins all HTML that it shows into one document, and writes a <BASE> of each part's heading
// before the part. The first base of that document applies everywhere.
#include <algorithm>
#include <array>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/written.h"
#include "url/split.h"
#include "walk/field_text.h"

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

std::optional<std::string> heading_base(const View& view, int entity) {
  for (const std::string_view name : {"content-base", "content-location"}) {
    if (const auto raw = view.field(entity, name, Pick::kFirst)) return cleaned(*raw);
  }
  return std::nullopt;
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
    if (!view.shown[static_cast<std::size_t>(i)].is_shown || !view.is_type(i, "text/html")) continue;
    if (auto base = heading_base(view, i)) return {*base, i, 0};
    if (const auto& declared = view.html_base(i); declared && is_readable(view, i))
      return {std::string(declared->reference), i, declared->span.start};
  }
  return {};
}

// As it is in the heading; null if there is none.
std::optional<std::string> raw_base(const View& view, int entity) {
  for (const std::string_view name : {"content-base", "content-location"}) {
    if (const auto raw = view.field(entity, name, Pick::kFirst)) return std::string(walk::trimmed(*raw));
  }
  return std::nullopt;
}

bool is_url(View& view, std::string_view reference) {
  std::string url;
  return view.resolve({}, reference, url);
}

// The base of the locations in a multipart/related. One of the root that is no URL is none. One of the
// multipart that is no URL keeps all parts from being found: null.
std::optional<std::string> base_of_related(View& view, int related) {
  const int root = root_of(view, related, Start::kStrict);
  if (root >= 0) {
    if (auto base = raw_base(view, root)) return is_url(view, *base) ? *base : std::string();
  }
  const std::string base = raw_base(view, related).value_or(std::string());
  return base.empty() || is_url(view, base) ? std::optional(base) : std::nullopt;
}

// The location's absolute form, in which an absolute one is written as the URL Standard does; the text if
// nothing makes it absolute.
std::string located(View& view, std::string_view base, std::string_view location) {
  std::string url;
  if (base.empty() || location.starts_with("cid:")) return std::string(location);
  return view.resolve(base, location, url) ? url : std::string(location);
}

std::string key_of(int related, std::string_view label) {
  return std::to_string(related) + ' ' + std::string(label);
}

// The label in a Content-ID, of which only an outer "<" and ">" is removed.
std::string_view id_of(std::string_view raw) {
  std::string_view id = walk::trimmed(raw);
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

// The root is in the document already.
void add_labels(View& view, int related, const std::string& base) {
  const match::EntityTree& tree = view.message().parts().tree();
  const int root = root_of(view, related, Start::kStrict);
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (i == root) continue;
    if (const auto raw = view.field(i, "content-location", Pick::kFirst)) {
      const auto own = view.field(i, "content-base", Pick::kFirst);
      view.labels.add(key_of(related, located(view, own ? walk::trimmed(*own) : base, walk::trimmed(*raw))),
                      i);
    }
    if (const auto raw = view.field(i, "content-id", Pick::kFirst))
      view.labels.add(key_of(related, "cid:" + std::string(id_of(*raw))), i);
  }
}

void enter_message(View& view) {
  show_displayed(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    if (has_odd_type(view, i)) view.shown[static_cast<std::size_t>(i)].is_shown = false;
  }
  view.encodes_queries = false;
  const match::EntityTree& tree = view.message().parts().tree();
  int order = 0;
  for (const int i : shown_order(view)) view.shown[static_cast<std::size_t>(i)].order = order++;
  for (int i = 0; i < view.entity_count(); ++i) {
    if (!tree.is_related(i)) continue;
    const auto base = base_of_related(view, i);
    if (!base) continue;
    add_labels(view, i, *base);
    view.shown[static_cast<std::size_t>(i)].base = *base;
    view.shown[static_cast<std::size_t>(i)].entity = root_of(view, i, Start::kStrict);
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
  if (!view.is_type(view.entity(), "text/html")) return;
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

// Returns the part that `value` names; searches the enclosing multipart/related from the innermost outwards.
// Only a root can refer to parts: anything displayed beside it enters the document before they are known.
int part_named(View& view, std::string_view value) {
  value = walk::trimmed(value);
  if (value.find_first_of("& ") != std::string_view::npos) return -1;
  const match::EntityTree& tree = view.message().parts().tree();
  std::string label(value);
  if (ascii::starts_with_ignoring_case(label, "cid:")) label.replace(0, 4, "cid:");
  for (int i = tree.enclosing_related(view.entity()); i >= 0; i = tree.enclosing_related(i)) {
    if (!is_in_root(view, tree, i)) continue;
    const std::string& base = view.shown[static_cast<std::size_t>(i)].base;
    const auto bearers = view.labels.bearers(key_of(i, located(view, base, label)));
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

// What "<" or "<URL:" in front of the URL encloses, without blanks; empty if it is not closed in the line.
std::string enclosed_url(std::string_view before, std::string_view text) {
  if (!before.ends_with('<') && !before.ends_with("<URL:")) return {};
  const std::size_t end = text.find_first_of(">\r\n");
  if (end == text.npos || text[end] != '>') return {};
  std::string url(text.substr(0, end));
  std::erase_if(url, ascii::is_blank);
  return url;
}

// Returns the URL that starts at `start`, without trailing punctuation, or `found` if its end is too far
// away. A ")" belongs to the URL only after a "(".
std::string url_in_text(std::string_view content, std::size_t start, std::string_view found) {
  start = std::min(start, content.size());
  const std::string_view text = content.substr(start, kMaxBytes);
  if (std::string url = enclosed_url(content.substr(0, start), text); !url.empty()) return url;
  const std::size_t end = text.find_first_of(" \t\r\n\f\"<>`{}^]");
  if (end == text.npos && text.size() == kMaxBytes) return std::string(found);
  std::string_view url = text.substr(0, end);
  if (url.find('(') == url.npos) url = url.substr(0, url.find(')'));
  while (!url.empty() && std::string_view(".,;!?-:'").find(url.back()) != url.npos) url.remove_suffix(1);
  return std::string(url);
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
      if (view.shown[static_cast<std::size_t>(i)].is_shown && view.is_type(i, "text/html"))
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
constexpr std::array<std::string_view, 8> kLate = {"embed@src",    "object@data", "iframe@src", "input@src",
                                                   "video@poster", "video@src",   "audio@src",  "source@src"};
// What is requested while the document is read.
constexpr std::array<std::string_view, 4> kEarly = {"img@src", "img@srcset", "source@srcset", "link@href"};
// Frames of parts stay empty.
constexpr std::array<std::string_view, 3> kEmpty = {"embed@src", "object@data", "iframe@src"};

bool is_one_of(std::span<const std::string_view> contexts, std::string_view context) {
  return std::find(contexts.begin(), contexts.end(), context) != contexts.end();
}

std::string_view base_for(const View& view, const Seen& seen) {
  if (seen.by != OpensBy::kLoad || is_one_of(kLate, seen.context)) return view.base;
  if (is_one_of(kEarly, seen.context)) return view.early.url;
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
  if (has_odd_type(view, part)) return false;
  return !view.is_leaf(part) || type.starts_with("text/") || is_image_type(type) ||
         (type == "application/octet-stream" && has_image_name(view, part));
}

bool is_whole_word(View& view, const Seen& seen) {
  if (seen.context.starts_with("css:")) return is_word(view, seen, " \t");
  return !seen.context.ends_with("@srcset") || is_word(view, seen, " \t\r\n\"'");
}

// A part whose heading names no charset is UTF-8 if it can be; `meta` does not count. US-ASCII is
// windows-1252.
std::string value_of(View& view, const Seen& seen) {
  const std::string label = ascii::lowered(view.message().walked().charset(view.entity()));
  const bool is_ascii = label == "us-ascii";
  const auto written = label.empty() || is_ascii ? written_in_charset(view, seen) : std::nullopt;
  if (!written) return std::string(seen.value);
  const bool is_utf8 = !is_ascii && charset::is_utf8(view.text(view.entity()));
  return decoded_attribute(*written, charset::Charset(is_utf8 ? "utf-8" : "windows-1252"));
}

// What a style sheet in a part refers to loads, too.
void enter_sheet(View& view, const Seen& seen, int part) {
  if (seen.context == "link@href" && view.is_type(part, "text/css"))
    view.shown[static_cast<std::size_t>(part)].is_shown = true;
}

// Remote content is counted as loaded, which a person has to allow.
void open(View& view, const Seen& seen, Answer& answer) {
  constexpr std::array<std::string_view, 3> kLoaded = {"stylesheet", "icon", "preload"};
  const bool is_text = seen.context.starts_with("text");
  const bool is_load = seen.by == OpensBy::kLoad;
  if (seen.in_srcdoc || !is_chosen_image(view, seen)) return;
  if (seen.context == "a@xlink:href" && !view.in_svg(seen)) return;
  const std::string read = value_of(view, seen);
  if (!is_text && is_whole_word(view, seen)) answer.part = part_named(view, read);
  if (answer.part >= 0 && is_load && !is_inline(view, answer.part)) answer.part = -1;
  if (answer.part >= 0) {
    if (!loads_parts(view, seen)) answer.part = -1;
    if (answer.part >= 0) enter_sheet(view, seen, answer.part);
    return;
  }
  if (seen.context == "link@href" && !view.has_rel(seen, kLoaded)) return;
  std::string buffer;
  std::string_view value = url::clean(read, buffer);
  if (is_text && !seen.reference.found.guessed)
    value = buffer = url_in_text(view.text(view.entity()), seen.reference.origin.text.start, seen.value);
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
                          .ignored = kIgnored};

}  // namespace mimebase::readers::thunderbird
