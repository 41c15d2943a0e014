// Evolution shows each HTML part as a document of its own. Without a <base>, its base is the URL of the
// message in Evolution.
#include <algorithm>
#include <array>
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers::evolution {
namespace {

// Stands for the account, the folder and the number of the message.
constexpr std::string_view kMessageUrl = "mail://account/folder/message";
constexpr std::array<std::string_view, 2> kLoadedLinks = {"stylesheet", "preload"};

constexpr std::string_view kTextSchemes[] = {
    "http:", "https:", "ftp:", "sftp:", "nntp:", "file:", "telnet:", "webcal:", "mailto:"};
constexpr TextRule kText = {.schemes = kTextSchemes,
                            .dropped = ".,;:!?-",
                            .ends = "<>\"|{}[]",
                            .finds_www = true,
                            .minds_case = true,
                            .finds_addresses = true};

// In multipart/mixed, a part with a Content-Location is listed as an attachment.
bool is_listed_in(const View& view, int parent) {
  return view.message().entity(parent).kind == walk::Kind::kMultipart &&
         !view.is_type(parent, "multipart/related") && !view.is_type(parent, "multipart/alternative");
}

void enter_message(View& view) {
  show_displayed(view, Start::kObeyed, Related::kAll);
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 0; i < view.entity_count(); ++i) {
    if (i > 0 && view.field(i, "content-location", Pick::kFirst) && is_listed_in(view, tree.parent(i)))
      view.shown[static_cast<std::size_t>(i)].is_shown = false;
    const auto id = view.field(i, "content-id", Pick::kFirst);
    if (const auto label = id ? walk::bracketed_id(*id) : std::nullopt) view.labels.add("cid:" + *label, i);
  }
}

void enter_content(View& view) {
  constexpr std::array<std::string_view, 2> kUnusable = {"javascript:", "about:"};
  view.own_url = kMessageUrl;
  view.base = kMessageUrl;
  const auto& declared = view.html_base(view.entity());
  if (!declared || declared->reference.empty()) return;
  view.resolve(kMessageUrl, declared->reference, view.base);
  if (view.base.empty() || has_scheme_of(view.base, kUnusable)) view.base = kMessageUrl;
}

// A click runs no scripts, and stays in the part if there is no base.
bool is_nothing(const View& view, std::string_view value, std::string_view url, OpensBy by) {
  if (by == OpensBy::kLoad && url.starts_with("data:")) return false;
  return has_scheme_of(url, kEngineBlocked) ||
         (view.base == kMessageUrl && (value.empty() || value.starts_with('#')));
}

bool loads_nothing(std::string_view url) {
  constexpr std::array<std::string_view, 2> kNever = {"about:", "mailto:"};
  return has_scheme_of(url, kNever);
}

// Only images are loaded from parts.
bool loads_part(View& view, const Seen& seen, int part) {
  constexpr std::array<std::string_view, 7> kNever = {
      "iframe@src", "frame@src", "video@src", "audio@src", "source@src", "css:import", "style/css:import"};
  constexpr std::array<std::string_view, 1> kPreloaded = {"preload"};
  if (seen.context == "link@href") return view.has_rel(seen, kPreloaded);
  return !view.message().entity(part).content_type.starts_with("text/") &&
         std::find(kNever.begin(), kNever.end(), seen.context) == kNever.end();
}

// The base has a scheme of its own, "mail:". A backslash is a slash in it all the same.
std::string with_slashes(std::string_view value) {
  std::string out(value);
  std::replace(out.begin(),
               out.begin() + static_cast<std::ptrdiff_t>(std::min(out.find_first_of("?#"), out.size())), '\\',
               '/');
  return out;
}

// What loads is requested before a later base is known.
std::string_view base_of(View& view, const Seen& seen) {
  const auto& declared = view.html_base(view.entity());
  const bool is_early =
      seen.by == OpensBy::kLoad && declared && seen.reference.origin.span.start < declared->span.start;
  return is_early ? kMessageUrl : std::string_view(view.base);
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (is_in_text(seen)) {
    view.resolve({}, url_in_text(view, seen, kText), answer.url);
    return;
  }
  if (seen.context == "link@href" && !view.has_rel(seen, kLoadedLinks)) return;
  if (!is_chosen_image(view, seen)) return;
  if (seen.in_srcdoc) return;
  view.resolve(base_of(view, seen), with_slashes(value), answer.url);
  if (seen.by == OpensBy::kLoad && answer.url.starts_with("cid:")) {
    const auto parts = view.labels.bearers(answer.url);
    if (!parts.empty() && loads_part(view, seen, parts.front())) answer.part = parts.front();
    answer.url.clear();
  } else if (is_nothing(view, value, answer.url, seen.by) ||
             (seen.by == OpensBy::kLoad && loads_nothing(answer.url))) {
    answer.url.clear();
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kEvolution, kEngineClicks, kEngineLoads,
                          enter_message,          enter_content, open};

}  // namespace mimebase::readers::evolution
