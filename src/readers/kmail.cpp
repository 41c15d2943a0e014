// KMail shows one document, at file:///. One <base> applies to all of it.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "charset/readable.h"
#include "find/html/finder.h"
#include "find/html/text.h"
#include "readers/choice.h"
#include "readers/page_loads.h"
#include "readers/programs.h"
#include "readers/tag_scan.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/percent.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers {
namespace kmail {
namespace {

constexpr std::string_view kIgnored[] = {"body@background", "css:image-set"};
constexpr std::string_view kMoreClicks[] = {"calendar:*", "vcard:*"};
constexpr std::string_view kMoreLoads[] = {"feimage@href"};
constexpr Followed kFollowed = {.more_clicks = kMoreClicks, .more_loads = kMoreLoads, .ignored = kIgnored};

constexpr std::string_view kMessageUrl = "file:///";

// Decodes unreserved characters in paths, as its old version of Chromium does.
void decode_unreserved(std::string& url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  std::string out;
  for (std::size_t i = 0; i < end; ++i) {
    const std::string decoded =
        url[i] == '%' ? ascii::percent_decoded(std::string_view(url).substr(i, 3)) : std::string();
    const bool is_unreserved =
        decoded.size() == 1 && (ascii::is_alnum(decoded[0]) || contains("-._~", decoded[0]));
    out += is_unreserved ? decoded[0] : url[i];
    i += is_unreserved ? 2 : 0;
  }
  url = out.append(url, end);
  escape_bars(url);
}

// Of a multipart/alternative the first child of the first type that is there. One with none of them is like a
// mixed.
int child_of(View& view, int composite) {
  if (!view.is_type(composite, "multipart/alternative")) return kAllChildren;
  const match::EntityTree& tree = view.tree();
  for (const std::string_view type : {"text/html", "multipart/related", "multipart/mixed", "text/plain"}) {
    for (int i = composite + 1; i < tree.end(composite); i = tree.end(i)) {
      if (view.is_type(i, type)) return i;
    }
  }
  return kAllChildren;
}

// HTML is always shown, and text unless it is a file. Calendars are text.
bool is_displayed(const View& view, int entity) {
  if (is_unsplit(view, entity)) return true;
  if (!view.is_leaf(entity)) return false;
  if (view.is_type(entity, "text/html") || is_html_file(view, entity)) return true;
  if (!is_one_of(view.type(entity), {"text/css", "text/plain", "text/calendar", "text/vcard"}) &&
      !is_other_text(view, entity))
    return false;
  const std::string disposition = disposition_of(view, entity);
  return disposition == "inline" || (disposition != "attachment" && !has_file_name(view, entity));
}

bool is_image(const View& view, int entity) {
  return view.is_leaf(entity) &&
         is_one_of(view.type(entity), {"image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/bmp",
                                       "image/x-icon", "image/vnd.microsoft.icon", "image/pjpeg",
                                       "image/x-bmp", "image/apng", "application/octet-stream"});
}

// The identifier in a Content-ID, which consists of atoms and dots; empty if it has anything else.
std::string identifier(std::string_view field) {
  constexpr std::string_view kMarks = "!#$%&'*+-/=?^_`{|}~.@";
  const std::string value = walk::without_comments(field);
  std::string label;
  for (const char c : value) {
    if (contains(ascii::kWhiteSpace, c)) continue;
    const bool is_bracket = label.empty() ? c == '<' : c == '>';
    if (!is_bracket && !ascii::is_alnum(c) && !contains(kMarks, c)) return {};
    label += c;
  }
  const bool is_bracketed = label.size() > 2 && label.front() == '<' && label.find('>') == label.size() - 1;
  return is_bracketed ? label.substr(1, label.size() - 2) : std::string();
}

// KMail takes a line of the header that is no field for the start of the name of the next field.
bool loses_field(const View& view, int entity, std::string_view name) {
  const Range heading = view.walked().ranges(entity).heading;
  std::string_view rest = view.walked()
                              .frame_bytes(view.message().entity(entity).frame)
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

// What is between <head> and </head>, which KMail moves to the head of its own page; empty if there is none.
find::Span head_of(std::string_view text) {
  const std::size_t open = ascii::find_ignoring_case(text, "<head>");
  const std::size_t close = open < text.size() ? ascii::find_ignoring_case(text, "</head>", open) : kNotFound;
  return close < text.size() ? find::Span{open, close} : find::Span{};
}

bool is_inside(find::Span span, std::size_t at) {
  return span.start < at && at < span.end;
}

constexpr RawElement kRaw[] = {{"script", "</script"},     {"style", "</style"},
                               {"xmp", "</xmp"},           {"title", "</title"},
                               {"iframe", "</iframe"},     {"noembed", "</noembed"},
                               {"noframes", "</noframes"}, {"textarea", "</textarea"},
                               {"template", "</template"}, {"plaintext", "</plaintext"}};
constexpr std::string_view kBaseAttributes[] = {"href"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

bool has_user(std::string_view url) {
  return url.starts_with("http") &&
         url.substr(0, url.find_first_of("/?#", url.find("//") + 2)).find('@') != url.npos;
}

// Clicks run no scripts.
bool is_blocked(std::string_view url, const Seen& seen) {
  return starts_with_one_of(url, kEngineBlocked) ||
         (seen.is_load() && (url.starts_with("ftp:") || has_user(url)));
}

// KMail redirects a "cid:" to the file of the part, which only images may load.
bool loads_parts(View& view, const Seen& seen) {
  const std::string_view context = seen.context;
  return view.is_link_for(seen, {"preload"}) ||
         is_one_of(context, {"css:url", "input@src", "video@poster"}) ||
         starts_with_one_of(context, {"img@", "image@"}) || context.ends_with("@srcset") ||
         context.ends_with("@background");
}

// Its old version of Chromium resolves against a base without a hierarchy, too.
std::string joined_to_opaque(std::string_view base, std::string_view value) {
  const bool keeps_path = value.starts_with('?') || value.starts_with('#');
  return std::string(keeps_path ? base.substr(0, base.find_first_of("?#")) : "cid:").append(value);
}

class Kmail final : public Reader {
 public:
  // KMail keeps the images of a multipart/related for its page, and shows all other parts as files.
  explicit Kmail(message::AnalysedMessage& message)
      : Reader(message, kFollowed), is_source_(entity_count() > 0 && loses_field(*this, 0, "Content-Type")) {
    if (is_source_) {
      show_source();
      return;
    }
    const std::vector<bool> is_processed = processed(*this, child_of);
    for (int i = 0; i < entity_count(); ++i) {
      const bool is_seen = is_processed[static_cast<std::size_t>(i)];
      show(i, is_seen && is_displayed(*this, i));
      if (is_html_shown(i)) last_html_ = i;
      const int parent = tree().parent(i);
      if (!is_seen || parent < 0 || !tree().is_related(parent) || !is_image(*this, i)) continue;
      const std::string label = identifier(field(i, "content-id").value_or(""));
      if (!label.empty()) labels_.add(label, i);
    }
    labels_.finish();
  }

 private:
  // A base of the page.
  struct PageBase {
    int entity = -1;  // -1: there is none
    std::size_t start = 0;
    bool is_in_head = false;  // of the page
    std::string url;
  };

  bool is_html_shown(int entity) const {
    return shows(entity) && (is_type(entity, "text/html") || is_html_file(*this, entity));
  }

  // Without the type of the message, KMail shows its body as text.
  void show_source() {
    for (int i = 0; i < entity_count(); ++i) {
      const bool is_readable = i == 0 || walked().transfer_encoding(i) == walk::TransferEncoding::kNone;
      show(i, is_leaf(i) && is_readable);
    }
  }

  // The last part's head is that of the page. The others are lost, and so is one that is seemingly not
  // closed.
  bool is_head_lost(int entity, std::string_view text) const {
    const find::Span head = head_of(text);
    return entity != last_html_ ||
           ascii::find_ignoring_case(text.substr(0, head.end), "</div>", head.start) < head.end;
  }

  // The first base of an HTML part that is not lost.
  PageBase base_of_part(int entity) {
    const auto& declared = html_base(entity);
    if (!declared) return {};
    const std::string_view html = text(entity);
    const find::Span head = head_of(html);
    const bool is_in_head = is_inside(head, declared->span.start);
    if (!is_in_head || !is_head_lost(entity, html))
      return {entity, declared->span.start, is_in_head, std::string(declared->reference)};
    std::string buffer;
    const charset::Readable& content = readable(entity);
    const auto next = find::html_declared_base({html.substr(head.end), content.charset}, buffer);
    if (!next) return {};
    const find::Span span = {next->span.start + head.end, next->span.end + head.end};
    return {entity, content.map.to_input(span).start, false, std::string(next->reference)};
  }

  // The page has the head of the last part. The bases of bodies come behind that.
  PageBase base_of_page() {
    PageBase first;
    for (int i = last_html_; i >= 0; --i) {
      PageBase own = is_html_shown(i) ? base_of_part(i) : PageBase();
      if (own.entity < 0) continue;
      first = std::move(own);
      if (first.is_in_head) break;
    }
    return first;
  }

  // The first tag of a base in an HTML part that is not lost, wherever the tree of the document has it.
  PageBase tag_of_part(int entity) {
    const std::string_view html = text(entity);
    if (ascii::find_ignoring_case(html, "<base") >= html.size()) return {};
    const find::Span head = head_of(html);
    const bool is_lost = is_head_lost(entity, html);
    TagScan tags;
    tags.read(html, kTags);
    std::string buffer;
    while (const auto written = tags.next_base(html.size())) {
      const auto at = static_cast<std::size_t>(written->data() - html.data());
      if (is_lost && is_inside(head, at)) continue;
      const std::string_view href =
          ascii::trimmed(find::html_attribute_value(*written, readable(entity).charset, buffer));
      std::string url;
      if (!resolve(kMessageUrl, href, url) || url.starts_with("data:")) continue;
      return {entity, readable(entity).map.to_input({at, at}).start, is_inside(head, at), std::move(url)};
    }
    return {};
  }

  // While Chromium reads a page, its preload scanner looks for tags alone: `base` in SVG is one, too.
  PageBase tag_of_page() {
    PageBase first = is_html_shown(last_html_) ? tag_of_part(last_html_) : PageBase();
    if (first.entity >= 0 && first.is_in_head) return first;
    for (int i = 0; i < entity_count(); ++i) {
      PageBase own = is_html_shown(i) ? tag_of_part(i) : PageBase();
      if (own.entity >= 0) return own;
    }
    return {};
  }

  // The base is looked for once. The page is UTF-8, whatever the charsets of its parts are.
  void enter_content() override {
    query_encoding_.emplace();
    loads_.clear();
    own_url_ = kMessageUrl;
    if (is_source_) return;
    if (is_html_shown(entity()) && is_head_lost(entity(), text())) dropped_ = head_of(text());
    if (is_misread(*this)) dropped_ = {0, text().size()};
    if (document_url_.empty()) {
      page_base_ = base_of_page();
      document_url_ = kMessageUrl;
      if (page_base_.entity >= 0)
        document_url_ = base_of_engine(*this, page_base_.url, kMessageUrl, kMessageUrl);
      early_base_ = tag_of_page();
      if (early_base_.entity == page_base_.entity && early_base_.start >= page_base_.start) early_base_ = {};
    }
    base_ = document_url_;
  }

  bool is_before(const Seen& seen, const PageBase& base) const {
    if (entity() != base.entity) return !base.is_in_head && entity() < base.entity;
    return seen.reference.origin.span.start < base.start;
  }

  std::string_view base_for(const Seen& seen) const {
    if (const auto own = srcdoc_base(seen)) return *own;
    // What the preload scanner loads by the base that it has read.
    const bool is_preloaded = is_one_of(
        seen.context, {"img@src", "img@srcset", "input@src", "link@href", "source@srcset", "video@poster"});
    if (is_preloaded && early_base_.entity >= 0 && !is_before(seen, early_base_)) return early_base_.url;
    if (!seen.is_load()) return base_;
    // Elements load at once, before a later base is known. Plugins and the images of SVG load when the page
    // is complete.
    const bool is_late =
        is_one_of(seen.context, {"embed@src", "object@data", "image@href", "image@xlink:href"});
    const bool is_early = !is_late && page_base_.entity >= 0 && is_before(seen, page_base_);
    return is_early || base_ == "about:blank" ? kMessageUrl : std::string_view(base_);
  }

  void open(const Seen& seen, Answer& answer) override {
    // A charset that only the document declares is ignored.
    const std::string decoded = named_charset().is_known
                                    ? std::string(seen.value)
                                    : value_in_charset(*this, seen, charset::Charset("iso-8859-1"));
    std::string buffer;
    const std::string_view value = url::clean(decoded, buffer);
    if (is_source_ || is_in_shown_text(*this, seen) ||
        is_one_of(type(entity()), {"text/calendar", "text/vcard"})) {
      resolve({}, url_in_text_by_kde(*this, seen), answer.url);
      decode_unreserved(answer.url);
      answer.by = OpensBy::kClick;
      return;
    }
    if (!is_used_by_engine(*this, seen, {"stylesheet", "prefetch", "preload"})) return;
    if (!is_used_medium(*this, seen) || !loads_.loads(*this, seen)) return;
    // Its engine knows no shadow roots in a document, and applies style sheets that are disabled.
    if (is_within(seen, "template")) return;
    const std::string_view link = seen.context == "link@href" ? tag(seen) : std::string_view();
    if (!link.empty() && !attribute(link, "disabled") && !is_applied_sheet(link)) return;
    if (seen.context == "iframe@src" && starts_with_one_of(value, kNeverFramed)) return;
    const std::string_view base = base_for(seen);
    if (base.starts_with("cid:") && !Resolver::is_absolute(value, RuleSet::kWhatwg)) {
      answer.url = joined_to_opaque(base, value);
    } else {
      resolve(base, value, answer.url);
    }
    decode_unreserved(answer.url);
    const bool is_label = seen.is_load() && answer.url.starts_with("cid:");
    if (is_label && loads_parts(*this, seen)) {
      const std::string_view label =
          std::string_view(answer.url).substr(4, answer.url.find_first_of("?#") - 4);
      const auto parts = labels_.bearers(ascii::percent_decoded(label));
      if (!parts.empty()) answer.part = parts.back();
    }
    if (is_label || is_blocked(answer.url, seen)) answer.url.clear();
  }

  PageLoads loads_;  // of the current content
  match::Labels labels_;
  bool is_source_;            // the message is shown as text, without its structure
  int last_html_ = 0;         // the last HTML that is shown
  std::string document_url_;  // the base of the page; empty: not looked for yet
  PageBase page_base_;        // as it is declared
  PageBase early_base_;       // what the preload scanner knows, if that is another one
};

}  // namespace
}  // namespace kmail

std::unique_ptr<Reader> make_kmail(message::AnalysedMessage& message) {
  return std::make_unique<kmail::Kmail>(message);
}

}  // namespace mimebase::readers
