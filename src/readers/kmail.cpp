// KMail shows one document, at file:///. One <base> applies to all of it.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
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
  if (!view.is_type(entity, "text/plain") && !view.is_type(entity, "text/css")) return false;
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

// KMail keeps the images of a multipart/related for its page, and shows all other parts as files.
void enter_message(View& view) {
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

// The page has the head of the last part. The bases of bodies come behind that.
int entity_of_base(View& view) {
  int first_in_body = -1;
  for (int i = view.whole.order; i >= 0; --i) {
    const auto& declared = is_html(view, i) ? view.html_base(i) : std::nullopt;
    if (!declared) continue;
    const std::string_view text = view.text(i);
    if (!is_inside(head_of(text), declared->span.start)) {
      first_in_body = i;
    } else if (!is_head_lost(view, i, text)) {
      return i;
    }
  }
  return first_in_body;
}

// A base is ignored if its scheme is data: or javascript:, and kills all relative references if it is no URL.
std::string usable_base(View& view, const find::Declaration& declared) {
  std::string url;
  if (!view.resolve(kMessageUrl, declared.reference, url))
    return Resolver::is_absolute(declared.reference, RuleSet::kWhatwg) ? "about:blank"
                                                                       : std::string(kMessageUrl);
  const bool is_ignored = url.starts_with("data:") || url.starts_with("javascript:");
  return is_ignored ? std::string(kMessageUrl) : url;
}

// The base is looked for once. The page is UTF-8, whatever the charsets of its parts are.
void enter_content(View& view) {
  view.encodes_queries = false;
  view.own_url = kMessageUrl;
  const std::string_view text = view.text(view.entity());
  if (is_html(view, view.entity()) && is_head_lost(view, view.entity(), text)) view.dropped = head_of(text);
  if (is_misread(view)) view.dropped = {0, text.size()};
  if (view.whole.url.empty()) {
    const int entity = entity_of_base(view);
    view.whole.url = entity < 0 ? std::string(kMessageUrl) : usable_base(view, *view.html_base(entity));
    const std::size_t at = entity < 0 ? 0 : view.html_base(entity)->span.start;
    if (entity >= 0) {
      view.whole.entity = entity;
      view.whole.start = at;
      view.whole.is_shown = is_inside(head_of(view.text(entity)), at);  // in the head of the page
    }
  }
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

// Elements load at once, before a later base is known.
bool is_before_base(const View& view, const Seen& seen) {
  if (seen.by != OpensBy::kLoad || view.whole.start == View::kUnknown) return false;
  if (view.entity() != view.whole.entity) return !view.whole.is_shown && view.entity() < view.whole.entity;
  return seen.reference.origin.span.start < view.whole.start;
}

std::string_view base_of(const View& view, const Seen& seen) {
  const message::Scope& scope = seen.reference.scope;
  if (seen.in_srcdoc && seen.reference.found.scope != find::kDocument && scope.info.by == BaseBy::kHtmlBase)
    return scope.info.url;
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
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (is_in_shown_text(view, seen)) {
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
