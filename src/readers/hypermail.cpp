// hypermail copies HTML into one page of its archive, where a browser reads it. It matches no parts. What
// depends on the place of the archive stays relative.
#include <string>

#include "readers/choice.h"
#include "readers/text_url.h"
#include "text/ascii.h"
#include "url/split.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers::hypermail {
namespace {

constexpr std::string_view kClicks[] = {"a@href",       "text",        "text:delimited", "area@href",
                                        "a@xlink:href", "form@action", "*@formaction"};
constexpr std::string_view kLoads[] = {
    "img@src",  "css:*",        "*@background", "link@href",        "*@src",
    "*@srcset", "video@poster", "object@data",  "image@xlink:href", "image@href"};
constexpr std::string_view kIgnored[] = {"bgsound@src"};

constexpr std::string_view kTextSchemes[] = {"http://", "https://",  "news:",  "ftp://",    "gopher://",
                                             "nntp://", "telnet://", "tel:",   "rtsp://",   "im:",
                                             "sip:",    "sips:",     "cap://", "webcal://", "irc://"};
constexpr TextRule kText = {
    .schemes = kTextSchemes, .dropped = ".,;:!?'\"`()<>[]{}|\\^~*_-+=&%$#@", .ends_at_closing = true};

// Stands for the page, wherever the archive is.
constexpr std::string_view kHost = "http://archive.example";
constexpr std::string_view kPage = "http://archive.example/list/0000.html";
constexpr std::string_view kFolder = "http://archive.example/list/";

// It looks for "attachment;" with its semicolon.
bool is_file(View& view, int entity) {
  const auto disposition = view.field(entity, "content-disposition", Pick::kFirst);
  return disposition && ascii::starts_with_ignoring_case(walk::trimmed(*disposition), "attachment;");
}

bool is_shown_type(View& view, int entity) {
  return view.is_leaf(entity) && (view.is_type(entity, "text/html") || view.is_type(entity, "text/plain"));
}

// Of a multipart/alternative, at any depth, hypermail shows the first plain text, and without one the first
// HTML.
int best_of(View& view, int alternative) {
  const int end = view.message().parts().tree().end(alternative);
  int html = -1;
  for (int i = alternative + 1; i < end; ++i) {
    if (view.is_leaf(i) && view.is_type(i, "text/plain")) return i;
    if (html < 0 && view.is_leaf(i) && view.is_type(i, "text/html")) html = i;
  }
  return html;
}

// It ignores an entity whose heading contains Content-Base, and everything in it.
void enter_message(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 0; i < view.entity_count();) {
    if (view.field(i, "content-base", Pick::kFirst)) {
      i = tree.end(i);
    } else if (view.is_type(i, "multipart/alternative")) {
      const int best = best_of(view, i);
      if (best >= 0) view.shown[static_cast<std::size_t>(best)].is_shown = !is_file(view, best);
      i = tree.end(i);
    } else {
      view.shown[static_cast<std::size_t>(i)].is_shown = is_shown_type(view, i) && !is_file(view, i);
      ++i;
    }
  }
}

bool depends_on_page(std::string_view url) {
  return url.empty() || url.starts_with(kHost);
}

// Addresses are hidden from harvesters.
std::string without_at(std::string_view value) {
  std::string out;
  for (const char c : value) out.append(c == '@' ? "_at_" : std::string_view(&c, 1));
  return out;
}

// The base of the page is looked for once. The member `base` contains the base as it is declared.
void find_base(View& view) {
  View::Shown& page = view.whole;
  for (int i = 0; i < view.entity_count() && page.url.empty(); ++i) {
    if (!view.shown[static_cast<std::size_t>(i)].is_shown || !view.is_type(i, "text/html")) continue;
    const auto& declared = view.html_base(i);
    if (!declared) continue;
    page.base = without_at(declared->reference);
    if (!view.resolve(kPage, page.base, page.url) || page.url.starts_with("data:") ||
        page.url.starts_with("javascript:"))
      page.url = kPage;
  }
  if (page.url.empty() || page.url.size() > view.message().options().limits.base_bytes) page.url = kPage;
}

void enter_content(View& view) {
  if (view.whole.url.empty()) find_base(view);
  if (!depends_on_page(view.whole.url)) view.base = view.whole.url;
}

// What of a URL does not depend on the page.
std::string relative(const std::string& url) {
  for (const std::string_view place : {kFolder, kHost, std::string_view("http:")}) {
    if (url.starts_with(place)) return url.substr(place.size());
  }
  return url;
}

bool has_scheme(std::string_view reference) {
  return url::scheme_length(reference, url::SchemeStart::kLetter) > 0;
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (is_in_text(seen)) {
    const std::string url = url_in_text(view, seen, kText);
    view.resolve({}, without_at(url.substr(0, url.find('\''))), answer.url);
    return;
  }
  std::string buffer;
  const std::string value = without_at(url::clean(seen.value, buffer));
  const bool has_base = view.whole.url != kPage;
  if (!has_base && (value.empty() || value.starts_with('#'))) return;
  if (!view.resolve(view.whole.url, value, answer.url)) return;
  const bool is_relative =
      depends_on_page(answer.url) || (!has_scheme(value) && (!has_base || !has_scheme(view.whole.base)));
  if (is_relative) answer.url = has_base ? relative(answer.url) : value;
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kHypermail,
                          .clicks = kClicks,
                          .loads = kLoads,
                          .enter_message = enter_message,
                          .enter_content = enter_content,
                          .open = open,
                          .ignored = kIgnored};

}  // namespace mimebase::readers::hypermail
