// KMail shows one document, at file:///. One <base> applies to all of it.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/readable.h"
#include "find/html/finder.h"
#include "find/html/text.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/tag_scan.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "url/percent.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers::kmail {
namespace {

constexpr std::string_view kIgnored[] = {"body@background", "css:image-set"};

constexpr std::string_view kMessageUrl = "file:///";
constexpr std::array<std::string_view, 3> kLoadedLinks = {"stylesheet", "prefetch", "preload"};
constexpr std::string_view kUnreservedMarks = "-._~";

// As its old version of Chromium does.
void decode_unreserved(std::string& url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  std::string out;
  for (std::size_t i = 0; i < end; ++i) {
    std::string decoded =
        url[i] == '%' ? url::percent_decoded(std::string_view(url).substr(i, 3)) : std::string();
    const bool is_unreserved =
        decoded.size() == 1 &&
        (ascii::is_alnum(decoded[0]) || kUnreservedMarks.find(decoded[0]) != std::string_view::npos);
    if (url[i] == '|') {
      out += "%7C";
    } else if (is_unreserved) {
      out += decoded[0];
      i += 2;
    } else {
      out += url[i];
    }
  }
  url = out.append(url, end);
}

// The first child of the first type that is there. An alternative with none of them is like a mixed.
int child_of(View& view, int alternative) {
  constexpr std::string_view kTypes[] = {"text/html", "multipart/related", "multipart/mixed", "text/plain"};
  const match::EntityTree& tree = view.message().parts().tree();
  for (const std::string_view type : kTypes) {
    for (int i = alternative + 1; i < tree.end(alternative); i = tree.end(i)) {
      if (view.is_type(i, type)) return i;
    }
  }
  return kAllChildren;
}

// HTML is always shown, and text unless it is a file.
bool is_displayed(const View& view, int entity) {
  if (!view.is_leaf(entity)) return false;
  if (view.is_type(entity, "text/html")) return true;
  if (!view.is_type(entity, "text/css") && !view.is_type(entity, "text/plain") &&
      !is_other_text(view, entity))
    return false;
  const std::string disposition = disposition_of(view, entity);
  return disposition == "inline" || (disposition != "attachment" && !has_file_name(view, entity));
}

bool is_html(View& view, int entity) {
  return view.shown[static_cast<std::size_t>(entity)].is_shown && view.is_type(entity, "text/html");
}

bool is_image(const View& view, int entity) {
  constexpr std::string_view kTypes[] = {"image/png",
                                         "image/jpeg",
                                         "image/gif",
                                         "image/svg+xml",
                                         "image/bmp",
                                         "image/x-icon",
                                         "image/vnd.microsoft.icon",
                                         "image/pjpeg",
                                         "image/x-bmp",
                                         "image/apng",
                                         "application/octet-stream"};
  const std::string_view type = view.message().entity(entity).content_type;
  return view.is_leaf(entity) && std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

// The identifier in a Content-ID, which consists of atoms and dots; empty if it has anything else.
std::string identifier(std::string_view field) {
  constexpr std::string_view kMarks = "!#$%&'*+-/=?^_`{|}~.@";
  const std::string value = walk::without_comments(field);
  std::string label;
  for (const char c : value) {
    if (ascii::kWhiteSpace.find(c) != std::string_view::npos) continue;
    const bool is_bracket = label.empty() ? c == '<' : c == '>';
    if (!is_bracket && !ascii::is_alnum(c) && kMarks.find(c) == std::string_view::npos) return {};
    label += c;
  }
  const bool is_bracketed = label.size() > 2 && label.front() == '<' && label.find('>') == label.size() - 1;
  return is_bracketed ? label.substr(1, label.size() - 2) : std::string();
}

// KMail takes a line of the heading that is no field for the start of the name of the next field.
bool loses_field(const View& view, int entity, std::string_view name) {
  const walk::Message& message = view.message().walked();
  const Range heading = message.ranges(entity).heading;
  std::string_view rest = message.frame_bytes(view.message().entity(entity).frame)
                              .substr(heading.start, heading.end - heading.start);
  for (bool is_odd = false; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty() || ascii::is_blank(line.front())) continue;
    const std::size_t colon = line.find(':');
    if (is_odd && ascii::equals_ignoring_case(line.substr(0, colon), name)) return true;
    is_odd = colon == line.npos;
  }
  return false;
}

// Without the type of the message, KMail shows its body as text.
void show_source(View& view) {
  view.is_source = true;
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::TransferEncoding encoding = view.message().walked().transfer_encoding(i);
    const bool is_readable = i == 0 || encoding == walk::TransferEncoding::kNone;
    view.shown[static_cast<std::size_t>(i)].is_shown = view.is_leaf(i) && is_readable;
  }
}

// KMail keeps the images of a multipart/related for its page, and shows all other parts as files.
void enter_message(View& view) {
  if (view.entity_count() > 0 && loses_field(view, 0, "Content-Type")) return show_source(view);
  const match::EntityTree& tree = view.message().parts().tree();
  const std::vector<bool> is_processed = processed(view, child_of);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    view.shown[at].is_shown = is_processed[at] && is_displayed(view, i);
    if (is_html(view, i)) view.whole.order = i;
    if (!is_processed[at] || tree.parent(i) < 0 || !tree.is_related(tree.parent(i)) || !is_image(view, i))
      continue;
    const auto id = view.field(i, "content-id", Pick::kFirst);
    if (const std::string label = identifier(id.value_or("")); !label.empty()) view.labels.add(label, i);
  }
}

// What is between <head> and </head>, which KMail moves to the head of its own page; empty if there is none.
find::Span head_of(std::string_view text) {
  const std::size_t open = ascii::find_ignoring_case(text, "<head>");
  const std::size_t close = open < text.size() ? ascii::find_ignoring_case(text, "</head>", open) : kNotFound;
  return close < text.size() ? find::Span{open, close} : find::Span{};
}

bool is_inside(find::Span span, std::size_t at) {
  return span.start < at && at < span.end;
}

// The last part's head is that of the page. The others are lost, and so is one that is seemingly not closed.
bool is_head_lost(View& view, int entity, std::string_view text) {
  const find::Span head = head_of(text);
  return entity != view.whole.order ||
         ascii::find_ignoring_case(text.substr(0, head.end), "</div>", head.start) < head.end;
}

// A base of the page.
struct PageBase {
  int entity = -1;  // -1: there is none
  std::size_t start = 0;
  bool is_in_head = false;  // of the page
  std::string reference;
};

// The first base of an HTML part that is not lost.
PageBase base_of_part(View& view, int entity) {
  const auto& declared = view.html_base(entity);
  if (!declared) return {};
  const std::string_view text = view.text(entity);
  const find::Span head = head_of(text);
  const bool is_in_head = is_inside(head, declared->span.start);
  if (!is_in_head || !is_head_lost(view, entity, text))
    return {entity, declared->span.start, is_in_head, std::string(declared->reference)};
  std::string buffer;
  const charset::Readable& content = view.readable(entity);
  const auto next = find::html_declared_base({text.substr(head.end), content.charset}, buffer);
  if (!next) return {};
  const find::Span span = {next->span.start + head.end, next->span.end + head.end};
  return {entity, content.map.to_input(span).start, false, std::string(next->reference)};
}

// The page has the head of the last part. The bases of bodies come behind that.
PageBase base_of_page(View& view) {
  PageBase first;
  for (int i = view.whole.order; i >= 0; --i) {
    PageBase own = is_html(view, i) ? base_of_part(view, i) : PageBase();
    if (own.entity < 0) continue;
    first = std::move(own);
    if (first.is_in_head) break;
  }
  return first;
}

constexpr RawElement kRaw[] = {{"script", "</script"},     {"style", "</style"},
                               {"xmp", "</xmp"},           {"title", "</title"},
                               {"iframe", "</iframe"},     {"noembed", "</noembed"},
                               {"noframes", "</noframes"}, {"textarea", "</textarea"},
                               {"template", "</template"}, {"plaintext", "</plaintext"}};
constexpr std::string_view kBaseAttributes[] = {"href"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

// The first tag of a base in an HTML part that is not lost, wherever the tree of the document has it.
PageBase tag_of_part(View& view, int entity) {
  const std::string_view text = view.text(entity);
  if (ascii::find_ignoring_case(text, "<base") >= text.size()) return {};
  const find::Span head = head_of(text);
  const bool is_lost = is_head_lost(view, entity, text);
  TagScan tags;
  tags.read(text, kTags);
  std::string buffer;
  while (const auto written = tags.next_base(text.size())) {
    const auto at = static_cast<std::size_t>(written->data() - text.data());
    if (is_lost && is_inside(head, at)) continue;
    const std::string_view href =
        walk::trimmed(find::html_attribute_value(*written, view.readable(entity).charset, buffer));
    std::string url;
    if (!view.resolve(kMessageUrl, href, url) || url.starts_with("data:")) continue;
    return {entity, view.readable(entity).map.to_input({at, at}).start, is_inside(head, at), std::move(url)};
  }
  return {};
}

// While Chromium reads a page, its preload scanner looks for tags alone: `base` in SVG is one, too.
PageBase tag_of_page(View& view) {
  PageBase first = is_html(view, view.whole.order) ? tag_of_part(view, view.whole.order) : PageBase();
  if (first.entity >= 0 && first.is_in_head) return first;
  for (int i = 0; i < view.entity_count(); ++i) {
    PageBase own = is_html(view, i) ? tag_of_part(view, i) : PageBase();
    if (own.entity >= 0) return own;
  }
  return {};
}

// A base is ignored if its scheme is data: or javascript:, and kills all relative references if it is no URL.
std::string usable_base(View& view, std::string_view reference) {
  std::string url;
  if (!view.resolve(kMessageUrl, reference, url))
    return Resolver::is_absolute(reference, RuleSet::kWhatwg) ? "about:blank" : std::string(kMessageUrl);
  const bool is_ignored = url.starts_with("data:") || url.starts_with("javascript:");
  return is_ignored ? std::string(kMessageUrl) : url;
}

void set(View::Shown& base, const PageBase& found) {
  if (found.entity < 0) return;
  base.entity = found.entity;
  base.start = found.start;
  base.is_shown = found.is_in_head;
}

// `whole` has the base of the page, `early` that of the preload scanner if it is another one.
void find_bases(View& view) {
  const PageBase base = base_of_page(view);
  view.whole.url = base.entity < 0 ? std::string(kMessageUrl) : usable_base(view, base.reference);
  set(view.whole, base);
  const PageBase tag = tag_of_page(view);
  if (tag.entity == base.entity && tag.start >= base.start) return;
  set(view.early, tag);
  view.early.url = tag.reference;
}

// The base is looked for once. The page is UTF-8, whatever the charsets of its parts are.
void enter_content(View& view) {
  view.encodes_queries = false;
  view.own_url = kMessageUrl;
  if (view.is_source) return;
  const std::string_view text = view.text(view.entity());
  if (is_html(view, view.entity()) && is_head_lost(view, view.entity(), text)) view.dropped = head_of(text);
  if (is_misread(view)) view.dropped = {0, text.size()};
  if (view.whole.url.empty()) find_bases(view);
  view.base = view.whole.url;
}

bool has_user(std::string_view url) {
  return url.starts_with("http") &&
         url.substr(0, url.find_first_of("/?#", url.find("//") + 2)).find('@') != url.npos;
}

// Clicks run no scripts.
bool is_blocked(std::string_view url, OpensBy by) {
  if (has_scheme_of(url, kEngineBlocked)) return true;
  return by == OpensBy::kLoad && (url.starts_with("ftp:") || has_user(url));
}

// KMail redirects a "cid:" to the file of the part, which only images may load.
bool loads_parts(View& view, const Seen& seen) {
  constexpr std::array<std::string_view, 1> kPreloaded = {"preload"};
  const std::string_view context = seen.context;
  if (context == "link@href") return view.has_rel(seen, kPreloaded);
  return context == "css:url" || context.starts_with("img@") || context.starts_with("image@") ||
         context.ends_with("@srcset") || context.ends_with("@background") || context == "input@src" ||
         context == "video@poster";
}

bool is_before(const View& view, const Seen& seen, const View::Shown& base) {
  if (view.entity() != base.entity) return !base.is_shown && view.entity() < base.entity;
  return seen.reference.origin.span.start < base.start;
}

// Elements load at once, before a later base is known. Plugins and the images of SVG load when the page is
// complete.
bool is_before_base(const View& view, const Seen& seen) {
  constexpr std::string_view kLate[] = {"embed@src", "object@data", "image@href", "image@xlink:href"};
  if (seen.by != OpensBy::kLoad || view.whole.start == View::kUnknown) return false;
  return std::find(std::begin(kLate), std::end(kLate), seen.context) == std::end(kLate) &&
         is_before(view, seen, view.whole);
}

// Returns true for what the preload scanner loads by the base that it has read.
bool is_preloaded(const View& view, const Seen& seen) {
  constexpr std::string_view kContexts[] = {"img@src",   "img@srcset",    "input@src",
                                            "link@href", "source@srcset", "video@poster"};
  return view.early.start != View::kUnknown && !is_before(view, seen, view.early) &&
         std::find(std::begin(kContexts), std::end(kContexts), seen.context) != std::end(kContexts);
}

std::string_view base_of(const View& view, const Seen& seen) {
  const message::Scope& scope = seen.reference.scope;
  if (seen.in_srcdoc && seen.reference.found.scope != find::kDocument && scope.info.by == BaseBy::kHtmlBase)
    return scope.info.url;
  if (is_preloaded(view, seen)) return view.early.url;
  const bool is_dead = seen.by == OpensBy::kLoad && view.base == "about:blank";
  return is_dead || is_before_base(view, seen) ? kMessageUrl : std::string_view(view.base);
}

// Its old version of Chromium resolves against a base without a hierarchy, too.
std::string joined_to_opaque(std::string_view base, std::string_view value) {
  const bool keeps_path = value.starts_with('?') || value.starts_with('#');
  return std::string(keeps_path ? base.substr(0, base.find_first_of("?#")) : "cid:").append(value);
}

void open_label(View& view, std::string_view url, Answer& answer) {
  const std::string_view label = url.substr(4, url.find_first_of("?#") - 4);
  const auto parts = view.labels.bearers(url::percent_decoded(label));
  if (!parts.empty()) answer.part = parts.back();
}

void open(View& view, const Seen& seen, Answer& answer) {
  // A charset that only the document declares is ignored.
  const std::string decoded = view.named_charset().is_known
                                  ? std::string(seen.value)
                                  : value_in_charset(view, seen, charset::Charset("iso-8859-1"));
  std::string buffer;
  const std::string_view value = url::clean(decoded, buffer);
  if (view.is_source || is_in_shown_text(view, seen)) {
    view.resolve({}, url_in_text_by_kde(view, seen), answer.url);
    decode_unreserved(answer.url);
    answer.by = OpensBy::kClick;
    return;
  }
  if (!is_in_its_element(view, seen)) return;
  constexpr std::array<std::string_view, 2> kNeverFramed = {"mailto:", "about:"};
  if (seen.context == "iframe@src" && has_scheme_of(value, kNeverFramed)) return;
  if (seen.context == "link@href" && !view.has_rel(seen, kLoadedLinks)) return;
  if (!is_chosen_image(view, seen)) return;
  const std::string_view base = base_of(view, seen);
  if (base.starts_with("cid:") && !Resolver::is_absolute(value, RuleSet::kWhatwg)) {
    answer.url = joined_to_opaque(base, value);
  } else {
    view.resolve(base, value, answer.url);
  }
  decode_unreserved(answer.url);
  const bool is_label = seen.by == OpensBy::kLoad && answer.url.starts_with("cid:");
  if (is_label && loads_parts(view, seen)) open_label(view, answer.url, answer);
  if (is_label || is_blocked(answer.url, seen.by)) answer.url.clear();
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kKmail,
                          .clicks = kEngineClicks,
                          .loads = kEngineLoads,
                          .enter_message = enter_message,
                          .enter_content = enter_content,
                          .open = open,
                          .ignored = kIgnored};

}  // namespace mimebase::readers::kmail
