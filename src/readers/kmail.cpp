// KMail shows one document, at file:///. One <base> applies to all of it.
#include <algorithm>
#include <array>
#include <string>

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

constexpr std::string_view kTextSchemes[] = {
    "http:", "https:", "ftp:", "ftps:", "file:", "news:", "tel:", "irc:", "sftp:", "xmpp:", "mailto:"};
constexpr TextRule kText = {.schemes = kTextSchemes,
                            .dropped = ".,:!?",
                            .ends = ")]\">",
                            .never_after = ".!#$%&'*+-/=?^_`{|}~",
                            .ends_at_closing = true,
                            .finds_www = true,
                            .minds_case = true,
                            .finds_addresses = true};

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

void enter_message(View& view) {
  show_displayed(view, Start::kIgnored, Related::kAll);
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto id = tree.enclosing_related(i) >= 0 ? view.field(i, "content-id", Pick::kFirst) : std::nullopt;
    const std::string_view label = id ? walk::trimmed(*id) : std::string_view();
    if (label.size() > 2 && label.starts_with('<') && label.ends_with('>'))
      view.labels.add(label.substr(1, label.size() - 2), i);
  }
}

bool is_html(View& view, int entity) {
  return view.shown[static_cast<std::size_t>(entity)].is_shown && !view.is_type(entity, "text/plain");
}

// KMail moves what is between these tags to the head of its own page.
bool is_in_head(View& view, int entity, std::size_t at) {
  const std::string_view text = view.text(entity);
  const std::size_t open = ascii::find_ignoring_case(text, "<head>");
  return open < at && at < ascii::find_ignoring_case(text, "</head>", open);
}

// The page has the head of the last part. The bases of bodies come behind that.
int entity_of_base(View& view) {
  int first_in_body = -1;
  bool is_last = true;
  for (int i = view.entity_count() - 1; i >= 0; --i) {
    if (!is_html(view, i)) continue;
    const auto& declared = view.html_base(i);
    const bool in_head = declared && is_in_head(view, i, declared->span.start);
    if (in_head && is_last) return i;
    if (declared && !in_head) first_in_body = i;
    is_last = false;
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

// The base is looked for once.
void enter_content(View& view) {
  view.own_url = kMessageUrl;
  if (view.whole.url.empty()) {
    const int entity = entity_of_base(view);
    view.whole.url = entity < 0 ? std::string(kMessageUrl) : usable_base(view, *view.html_base(entity));
    const std::size_t at = entity < 0 ? 0 : view.html_base(entity)->span.start;
    if (entity >= 0 && !is_in_head(view, entity, at)) {
      view.whole.entity = entity;
      view.whole.start = at;
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
  return by == OpensBy::kLoad && (url.starts_with("ftp:") || url.starts_with("about:") || has_user(url));
}

// KMail redirects a "cid:" to the file of the part, which only images may load.
bool loads_parts(std::string_view context) {
  return context.starts_with("img@") || context.starts_with("image@") || context.ends_with("@srcset") ||
         context.ends_with("@background") || context == "input@src" || context == "video@poster";
}

// Elements load at once, before a later base is known.
bool is_before_base(const View& view, const Seen& seen) {
  if (seen.by != OpensBy::kLoad || view.whole.start == View::kUnknown) return false;
  return view.entity() < view.whole.entity ||
         (view.entity() == view.whole.entity && seen.reference.origin.span.start < view.whole.start);
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
  if (is_in_text(seen)) {
    view.resolve({}, url_in_text(view, seen, kText), answer.url);
    decode_unreserved(answer.url);
    return;
  }
  if (seen.context == "iframe@src" && value.starts_with("mailto:")) return;
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
  if (is_label && loads_parts(seen.context)) open_label(view, answer.url, answer);
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
