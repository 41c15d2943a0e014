// Evolution shows each HTML part as a document of its own. Without a <base>, its base is the URL of the
// message in Evolution.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "url/split.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers::evolution {
namespace {

// Stands for the account, the folder and the number of the message.
constexpr std::string_view kMessageUrl = "mail://account/folder/message";
constexpr std::array<std::string_view, 2> kLoadedLinks = {"stylesheet", "preload"};

constexpr std::string_view kTextSchemes[] = {
    "http:", "https:", "ftp:", "sftp:", "nntp:", "file:", "telnet:", "webcal:", "mailto:"};
constexpr TextRule kText = {.schemes = kTextSchemes,
                            .dropped = ".,;:!?-|\">",
                            .balanced = ")}]",
                            .ends = "<>",
                            .finds_www = true,
                            .minds_case = true,
                            .finds_addresses = true};

// A part whose type is only one word is no text.
bool is_text(const View& view, int entity) {
  const auto type = view.field(entity, "content-type", Pick::kFirst);
  return view.is_leaf(entity) && view.message().entity(entity).content_type.starts_with("text/") &&
         (!type || type->find('/') != type->npos);
}

// A text without a file name is none, whatever its disposition is.
bool is_file(const View& view, int entity) {
  return view.is_leaf(entity) ? !is_text(view, entity) || has_file_name(view, entity)
                              : view.message().entity(entity).kind != walk::Kind::kMultipart;
}

// The last child that can be shown and is no file. An alternative without one is like a mixed.
int child_of(View& view, int alternative) {
  constexpr std::string_view kShown[] = {"text/html",        "text/plain",        "text/enriched",
                                         "text/richtext",    "text/markdown",     "multipart/alternative",
                                         "multipart/mixed",  "multipart/related", "multipart/report",
                                         "multipart/digest", "multipart/signed",  "multipart/encrypted"};
  const match::EntityTree& tree = view.message().parts().tree();
  int best = kAllChildren;
  for (int i = alternative + 1; i < tree.end(alternative); i = tree.end(i)) {
    const bool is_related = tree.is_related(i) && root_of(view, i, Start::kObeyed) >= 0;
    if (is_file(view, is_related ? root_of(view, i, Start::kObeyed) : i)) continue;
    const std::string_view type = view.message().entity(i).content_type;
    if (best == kAllChildren || std::find(std::begin(kShown), std::end(kShown), type) != std::end(kShown))
      best = i;
  }
  return best;
}

// Text of any type is shown as plain text if there is no other way to show it.
bool is_displayed(const View& view, int entity) {
  constexpr std::string_view kOtherwise[] = {"text/enriched", "text/richtext", "text/markdown"};
  const std::string_view type = view.message().entity(entity).content_type;
  const bool is_plain =
      view.is_type(entity, "text/plain") || view.is_type(entity, "text/css") || is_other_text(view, entity);
  const bool is_text =
      is_plain && std::find(std::begin(kOtherwise), std::end(kOtherwise), type) == std::end(kOtherwise);
  return view.is_leaf(entity) && (is_text || view.is_type(entity, "text/html")) &&
         (disposition_of(view, entity) == "inline" || !is_file(view, entity));
}

// The child that a composite shows first or only; kAllChildren if it is, or is taken for, a mixed.
int chosen_child(View& view, int composite) {
  if (view.is_type(composite, "multipart/alternative")) return child_of(view, composite);
  const bool is_related = view.message().parts().tree().is_related(composite);
  return is_related ? root_of(view, composite, Start::kObeyed) : kAllChildren;
}

// In a mixed, a child that starts with HTML with a Content-Location is listed as a file, and that HTML is
// shown only if the child is to be shown inline.
void hide_listed(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::vector<int> first(view.shown.size());  // by entity: the leaf, or message, that it starts with
  std::vector<bool> lists(view.shown.size());
  for (int i = view.entity_count() - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    first[at] = i;
    if (view.message().entity(i).kind != walk::Kind::kMultipart || tree.is_leaf(i)) continue;
    const int chosen = chosen_child(view, i);
    lists[at] = chosen < 0;
    first[at] = first[static_cast<std::size_t>(chosen < 0 ? i + 1 : chosen)];
  }
  for (int i = 1; i < view.entity_count(); ++i) {
    const int leaf = first[static_cast<std::size_t>(i)];
    if (lists[static_cast<std::size_t>(tree.parent(i))] && view.is_type(leaf, "text/html") &&
        view.field(leaf, "content-location", Pick::kFirst) && disposition_of(view, i) != "inline")
      view.shown[static_cast<std::size_t>(leaf)].is_shown = false;
  }
}

// True if an unquoted "type=a/b" comes before the boundary: Camel reads no parameter behind the slash.
bool loses_boundary(const View& view, int entity) {
  const auto field = view.field(entity, "content-type", Pick::kFirst);
  if (!field) return false;
  const auto types = walk::parameter_sections(*field, "type"),
             boundaries = walk::parameter_sections(*field, "boundary");
  return !types.empty() && !boundaries.empty() && !types.front().is_quoted &&
         types.front().value.find('/') != std::string_view::npos &&
         types.front().value.data() < boundaries.front().value.data();
}

// A Content-Location without white space and quotation marks; empty if there is none.
std::string location_of(const View& view, int entity) {
  std::string location(view.field(entity, "content-location", Pick::kFirst).value_or(""));
  std::erase_if(location,
                [](char c) { return c == '"' || ascii::kWhiteSpace.find(c) != std::string_view::npos; });
  return location;
}

// As a URL; empty if there is none.
std::string label_of(const View& view, int entity) {
  const auto id = view.field(entity, "content-id", Pick::kLast);
  const auto label = id ? walk::bracketed_id(*id) : std::nullopt;
  return label ? "cid:" + *label : std::string();
}

// The HTML of a root: itself, or the first one of an alternative. -1 if there is none.
int html_of(View& view, int root) {
  if (!view.is_type(root, "multipart/alternative")) return view.is_type(root, "text/html") ? root : -1;
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = root + 1; i < tree.end(root); i = tree.end(i)) {
    if (view.is_type(i, "text/html")) return i;
  }
  return -1;
}

// The texts between two quotation marks, sorted.
std::vector<std::string_view> quoted_texts(std::string_view html) {
  std::vector<std::string_view> texts;
  std::size_t open = html.find('"');
  while (open < html.size()) {
    const std::size_t close = html.find('"', open + 1);
    if (close != html.npos) texts.push_back(html.substr(open + 1, close - open - 1));
    open = close;
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// HTML beside the root is not shown if the root names its Content-Location, or as a file its Content-ID.
void hide_named(View& view, int related) {
  const match::EntityTree& tree = view.message().parts().tree();
  const int root = root_of(view, related, Start::kObeyed);
  std::vector<std::pair<std::string, int>> named;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (i == root || !view.shown[static_cast<std::size_t>(i)].is_shown) continue;
    std::string name = is_file(view, i)               ? label_of(view, i)
                       : view.is_type(i, "text/html") ? location_of(view, i)
                                                      : std::string();
    if (!name.empty()) named.emplace_back(std::move(name), i);
  }
  const int html = root < 0 || named.empty() ? -1 : html_of(view, root);
  if (html < 0) return;
  const std::vector<std::string_view> texts = quoted_texts(view.text(html));
  for (const auto& [name, entity] : named) {
    if (std::binary_search(texts.begin(), texts.end(), name))
      view.shown[static_cast<std::size_t>(entity)].is_shown = false;
  }
}

void enter_message(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::vector<bool> is_processed = processed(view, child_of), has_children(view.shown.size(), true);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (const int parent = tree.parent(i); parent >= 0 && !has_children[static_cast<std::size_t>(parent)])
      is_processed[at] = has_children[at] = false;
    if (!tree.is_leaf(i) && loses_boundary(view, i)) has_children[at] = false;
    view.shown[at].is_shown = is_processed[at] && is_displayed(view, i);
    const std::string label = is_processed[at] && is_file(view, i) ? label_of(view, i) : std::string();
    if (!label.empty()) view.labels.add(label, i);
  }
  hide_listed(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    if (is_processed[static_cast<std::size_t>(i)] && tree.is_related(i)) hide_named(view, i);
  }
}

void enter_content(View& view) {
  constexpr std::array<std::string_view, 2> kUnusable = {"javascript:", "about:"};
  view.own_url = kMessageUrl;
  // It converts contents to UTF-8 if their heading names a charset that it knows.
  if (is_contradicted(view)) view.dropped = {0, view.text(view.entity()).size()};
  view.encodes_queries = !view.message().walked().parameter(view.entity(), "charset");
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

// Images and style sheets are loaded from any part that has a label.
bool loads_part(View& view, const Seen& seen, int part) {
  constexpr std::array<std::string_view, 7> kNever = {
      "iframe@src", "frame@src", "video@src", "audio@src", "source@src", "css:import", "style/css:import"};
  const bool is_embedded = seen.context == "object@data" || seen.context == "embed@src";
  if (is_embedded && !View::attribute(view.tag(seen), "type").value_or("").starts_with("image/"))
    return false;
  return !view.is_type(part, "application/pdf") &&
         std::find(std::begin(kNever), std::end(kNever), seen.context) == std::end(kNever);
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

// WebKit reads UTF-8 if neither the heading nor the document names a charset. Evolution drops what is not in
// the charset that the heading names.
std::string in_charset(View& view, const Seen& seen) {
  const auto& named = view.named_charset();
  if (!named.is_known && view.charset(view.entity()).empty())
    return value_in_charset(view, seen, charset::Charset("utf-8"));
  const auto bytes = named.is_known ? written_in_charset(view, seen) : std::nullopt;
  // A zero stays U+FFFD.
  const bool drops = bytes && bytes->find('\0') == bytes->npos;
  std::string out = drops ? without_replacements(seen.value) : std::string(seen.value);
  const bool is_ascii = named.is_known && named.name.empty();
  if (is_ascii) std::erase_if(out, [](char c) { return !ascii::is_ascii(c); });
  return out;
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string decoded = in_charset(view, seen);
  const std::string value(url::clean(decoded, buffer));
  if (is_in_shown_text(view, seen)) {
    view.resolve({}, url_in_text(view, seen, kText), answer.url);
    answer.by = OpensBy::kClick;
    return;
  }
  if (!is_in_its_element(view, seen)) return;
  if (seen.context == "link@href" && !view.has_rel(seen, kLoadedLinks)) return;
  if (!is_chosen_image(view, seen)) return;
  if (seen.in_srcdoc) return;
  constexpr std::array<std::string_view, 2> kNeverFramed = {"mailto:", "about:"};
  view.resolve(base_of(view, seen), with_slashes(value), answer.url);
  if (seen.by == OpensBy::kLoad && answer.url.starts_with("cid:")) {
    const auto parts = view.labels.bearers(answer.url);
    if (!parts.empty() && loads_part(view, seen, parts.front())) answer.part = parts.front();
    answer.url.clear();
  } else if (is_nothing(view, value, answer.url, seen.by) ||
             (seen.context == "iframe@src" && has_scheme_of(answer.url, kNeverFramed))) {
    answer.url.clear();
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kEvolution, kEngineClicks, kEngineLoads,
                          enter_message,          enter_content, open};

}  // namespace mimebase::readers::evolution
