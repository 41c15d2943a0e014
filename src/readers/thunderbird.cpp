// Thunderbird joins all HTML that it shows into one document, and writes a <BASE> of each part's heading
// before the part. The first base of that document applies everywhere.
#include <algorithm>
#include <array>

#include "ascii.h"
#include "readers/choice.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers::thunderbird {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"img@src", OpensBy::kLoad},
    {"area@href", OpensBy::kClick},      {"css:import", OpensBy::kNone},
    {"css:*", OpensBy::kLoad},           {"a@xlink:href", OpensBy::kClick},
    {"img@srcset", OpensBy::kLoad},      {"*@background", OpensBy::kLoad},
    {"form@action", OpensBy::kClick},    {"*@formaction", OpensBy::kClick},
    {"source@srcset", OpensBy::kLoad},   {"*@poster", OpensBy::kLoad},
    {"link@href", OpensBy::kLoad},       {"object@data", OpensBy::kLoad},
    {"input@src", OpensBy::kLoad},       {"iframe@src", OpensBy::kLoad},
    {"video@src", OpensBy::kLoad},       {"audio@src", OpensBy::kLoad},
    {"source@src", OpensBy::kLoad},      {"embed@src", OpensBy::kLoad},
    {"image@href", OpensBy::kLoad},      {"image@xlink:href", OpensBy::kLoad},
    {"image@src", OpensBy::kLoad}};

// Schemes that a click does not leave the message by.
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

FirstBase first_base(View& view) {
  for (int i = 0; i < view.entity_count(); ++i) {
    if (!view.shown[static_cast<std::size_t>(i)].is_shown || view.is_type(i, "text/plain")) continue;
    if (auto base = heading_base(view, i)) return {*base, i, 0};
    if (const auto& declared = view.html_base(i))
      return {std::string(declared->reference), i, declared->span.start};
  }
  return {};
}

// The base of the locations in a multipart/related.
std::string base_of_related(View& view, int related) {
  const int root = root_of(view, related, Start::kObeyed);
  if (root >= 0) {
    if (auto base = heading_base(view, root)) return *base;
  }
  return heading_base(view, related).value_or(std::string());
}

// A relative location's absolute form, or the text if it is absolute or nothing makes it absolute.
std::string located(View& view, std::string_view base, std::string_view location) {
  std::string url;
  if (base.empty() || Resolver::is_absolute(location, RuleSet::kRfc3986)) return std::string(location);
  return view.resolve(base, location, url) ? url : std::string(location);
}

std::string key_of(int related, std::string_view label) {
  return std::to_string(related) + ' ' + std::string(label);
}

void add_labels(View& view, int related) {
  const match::EntityTree& tree = view.message().parts().tree();
  const std::string base = base_of_related(view, related);
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (const auto raw = view.field(i, "content-location", Pick::kFirst)) {
      const auto own = view.field(i, "content-base", Pick::kFirst);
      view.labels.add(key_of(related, located(view, own ? cleaned(*own) : base, cleaned(*raw))), i);
    }
    if (const auto raw = view.field(i, "content-id", Pick::kFirst)) {
      if (const auto id = walk::bracketed_id(*raw)) view.labels.add(key_of(related, "cid:" + *id), i);
    }
  }
}

void enter_message(View& view) {
  show_displayed(view, Start::kObeyed, Related::kAll);
  view.encodes_queries = false;
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 0; i < view.entity_count(); ++i) {
    if (!tree.is_related(i)) continue;
    add_labels(view, i);
    view.shown[static_cast<std::size_t>(i)].base = base_of_related(view, i);
  }
}

// The base is looked for once. What loads before it has none.
void enter_content(View& view) {
  View::Shown& whole = view.shown.front();
  if (whole.start == View::kUnknown) {
    const FirstBase base = first_base(view);
    const bool is_usable = base.entity >= 0 && Resolver::is_absolute(base.reference, RuleSet::kWhatwg) &&
                           !ascii::starts_with_ignoring_case(base.reference, "mailto:");
    whole.url = is_usable ? base.reference : std::string();
    whole.start = base.start;
    whole.entity = base.entity;
  }
  view.base = whole.url;
}

bool is_before_base(const View& view, const Seen& seen) {
  const View::Shown& whole = view.shown.front();
  return view.entity() < whole.entity ||
         (view.entity() == whole.entity && seen.reference.origin.span.start < whole.start);
}

// A part of one of the multipart/related around the entity, the innermost first.
int part_named(View& view, std::string_view value) {
  if (value.find('&') != std::string_view::npos) return -1;
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = tree.enclosing_related(view.entity()); i >= 0; i = tree.enclosing_related(i)) {
    const std::string& base = view.shown[static_cast<std::size_t>(i)].base;
    const auto bearers = view.labels.bearers(key_of(i, located(view, base, value)));
    if (!bearers.empty()) return bearers.back();
  }
  return -1;
}

bool is_dead(std::string_view url) {
  return std::any_of(kDead.begin(), kDead.end(), [url](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(url, scheme);
  });
}

// The URL that starts at `text`, without the punctuation behind it. A ")" belongs to it once a "(" came.
std::string_view url_in_text(std::string_view text) {
  std::string_view url = text.substr(0, text.find_first_of(" \t\r\n\f\"<>`{}^\\"));
  if (url.find('(') == url.npos) url = url.substr(0, url.find(')'));
  while (!url.empty() && std::string_view(".,;!?-:'").find(url.back()) != url.npos) url.remove_suffix(1);
  return url;
}

bool is_remote(std::string_view url) {
  return url.starts_with("http:") || url.starts_with("https:");
}

// A reference to a place in the base's own document stays in the message.
bool stays(const View& view, std::string_view url) {
  const std::size_t hash = url.find('#');
  return hash != url.npos && hash + 1 < url.size() && url.substr(0, hash) == view.base;
}

// Remote content is counted as loaded, which a person has to allow.
void open(View& view, const Seen& seen, Answer& answer) {
  constexpr std::array<std::string_view, 3> kLoaded = {"stylesheet", "icon", "preload"};
  const bool is_text = seen.context.starts_with("text"), is_css = seen.context.starts_with("css:");
  if (seen.in_srcdoc) return;
  if (!is_text && !is_css) answer.part = part_named(view, seen.value);
  if (answer.part >= 0) {
    // It is shown where it is referenced, not as a part of its own.
    view.shown[static_cast<std::size_t>(answer.part)].is_shown = false;
    return;
  }
  if (seen.context == "link@href" && !view.has_rel(seen, kLoaded)) return;
  std::string buffer;
  std::string_view value = url::clean(seen.value, buffer);
  if (seen.context == "text" && !seen.reference.found.guessed)
    value = url_in_text(view.text(view.entity()).substr(seen.reference.origin.text.start));
  if (ascii::starts_with_ignoring_case(value, "cid:") || is_dead(value)) return;
  const bool is_load = seen.by == OpensBy::kLoad;
  const std::string_view base = is_load && is_before_base(view, seen) ? std::string_view() : view.base;
  const bool is_guess = seen.reference.found.guessed;
  view.resolve(base, is_guess ? "http://" + std::string(value) : std::string(value), answer.url);
  const bool is_kept = is_load || is_text ? is_remote(answer.url) : !stays(view, answer.url);
  if (!is_kept || is_dead(answer.url)) answer.url.clear();
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kThunderbird, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::thunderbird
