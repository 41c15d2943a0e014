#include "readers/choice.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "message/content.h"
#include "readers/image_choice.h"
#include "text/ascii.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace {

bool is_text(const View& view, int entity) {
  return view.is_leaf(entity) && (view.is_type(entity, "text/html") || view.is_type(entity, "text/plain"));
}

// An empty field is none.
bool is_labelled(const View& view, int entity) {
  const auto has = [&](std::string_view name) {
    return !walk::trimmed(view.field(entity, name, Pick::kFirst).value_or("")).empty();
  };
  return has("content-id") || has("content-location");
}

// How much Thunderbird wants to display a part of a multipart/alternative; 0: not at all.
int priority_of(const View& view, int entity) {
  constexpr std::array<std::string_view, 8> kMultiparts = {
      "multipart/alternative", "multipart/related",     "multipart/digest",     "multipart/parallel",
      "multipart/mixed",       "multipart/appledouble", "multipart/header-set", "multipart/signed"};
  const auto type = view.field(entity, "content-type", Pick::kFirst);
  const auto is_type = [&](std::string_view one) { return view.is_type(entity, one); };
  if (!type || walk::trimmed(*type).empty()) return 0;
  if (has_odd_type(view, entity)) return ascii::equals_ignoring_case(walk::main_value(*type), "text") ? 2 : 0;
  if (!view.is_leaf(entity))
    return is_type("message/rfc822") || std::any_of(kMultiparts.begin(), kMultiparts.end(), is_type) ? 4 : 0;
  if (is_type("text/html") || is_type("text/enriched") || is_type("text/richtext")) return 5;
  if (is_type("text/calendar")) return 4;
  if (is_type("text/plain")) return 3;
  return is_image_type(view.message().entity(entity).content_type) ? 1 : 0;
}

// The part of a multipart/alternative that is displayed: the last one of the highest priority. -1: none.
int best_of(View& view, int alternative) {
  const match::EntityTree& tree = view.message().parts().tree();
  int best = -1, highest = 1;
  for (int i = alternative + 1; i < tree.end(alternative); i = tree.end(i)) {
    const int priority = priority_of(view, i);
    if (priority < highest) continue;
    best = i;
    highest = priority;
  }
  return best;
}

}  // namespace

std::vector<bool> processed(View& view, int (*child_of)(View& view, int alternative)) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::vector<bool> is_processed(view.shown.size(), true);
  std::vector<int> only(view.shown.size(), kAllChildren);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (const int parent = tree.parent(i); parent >= 0) {
      const auto above = static_cast<std::size_t>(parent);
      is_processed[at] = is_processed[above] && (only[above] == kAllChildren || only[above] == i);
    }
    if (is_processed[at] && view.is_type(i, "multipart/alternative")) only[at] = child_of(view, i);
  }
  return is_processed;
}

bool is_misread(View& view) {
  const auto named = view.message().walked().parameter(view.entity(), "charset");
  return view.charset(view.entity()).starts_with("utf-16") &&
         !(named && ascii::starts_with_ignoring_case(*named, "utf-16"));
}

bool is_contradicted(View& view) {
  return is_misread(view) && view.named_charset().is_known;
}

bool is_other_text(const View& view, int entity) {
  const find::Finder* const finder = message::finder_of(view.message().walked(), entity);
  return view.is_leaf(entity) && view.message().entity(entity).content_type.starts_with("text/") &&
         finder != nullptr && finder->media_type == "text/plain";
}

std::string_view delimiter_before(const View& view, int part) {
  const walk::Message& message = view.message().walked();
  std::string_view before =
      message.frame_bytes(view.message().entity(part).frame).substr(0, message.ranges(part).heading.start);
  before.remove_suffix(before.ends_with('\n') ? 1 : 0);
  before.remove_suffix(before.ends_with('\r') ? 1 : 0);
  return before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
}

bool is_behind_odd_delimiter(const View& view, int part) {
  const std::string_view delimiter = delimiter_before(view, part);
  return !delimiter.empty() && ascii::is_blank(delimiter.back());
}

std::vector<bool> behind_odd_delimiters(const View& view) {
  std::vector<bool> is_behind(view.shown.size());
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::Entity& entity = view.message().entity(i);
    if (entity.parent < 0) continue;
    is_behind[static_cast<std::size_t>(i)] = is_behind[static_cast<std::size_t>(entity.parent)] ||
                                             (!entity.is_message_body && is_behind_odd_delimiter(view, i));
  }
  return is_behind;
}

bool has_file_name(const View& view, int entity) {
  const auto named = [&view, entity](std::string_view field, std::string_view parameter) {
    const auto value = view.field(entity, field, Pick::kFirst);
    const auto name = value ? walk::read_parameter(*value, parameter) : std::nullopt;
    return name && !walk::trimmed(name->value).empty();
  };
  return named("content-disposition", "filename") || named("content-type", "name");
}

std::string disposition_of(const View& view, int entity) {
  const auto field = view.field(entity, "content-disposition", Pick::kFirst);
  return field ? ascii::lowered(walk::main_value(*field)) : std::string();
}

bool is_attachment(const View& view, int entity) {
  return disposition_of(view, entity) == "attachment";
}

int root_of(View& view, int related, Start start) {
  const match::EntityTree& tree = view.message().parts().tree();
  if (related + 1 >= tree.end(related)) return -1;
  const auto named = view.message().walked().parameter(related, "start");
  const auto id = named ? walk::bracketed_id(*named) : std::nullopt;
  if (!id) return named && start == Start::kStrict ? -1 : related + 1;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (view.message().walked().content_id(i) == id) return i;
  }
  return -1;
}

void show_all(View& view) {
  for (int i = 0; i < view.entity_count(); ++i)
    view.shown[static_cast<std::size_t>(i)].is_shown = is_text(view, i);
}

bool is_wide(View& view) {
  const std::string_view charset = view.charset(view.entity());
  return charset.starts_with("utf-16") || charset.starts_with("utf-32");
}

bool has_odd_type(const View& view, int entity) {
  const auto type = view.field(entity, "content-type", Pick::kFirst);
  return type && type->find('/') == type->npos;
}

bool is_html(const View& view, int entity) {
  return view.is_type(entity, "text/html") || view.is_type(entity, "application/xhtml+xml") ||
         message::guessed_type(view.message().walked(), entity) == "text/html";
}

bool is_html_file(const View& view, int entity) {
  return view.is_leaf(entity) && view.is_type(entity, "application/octet-stream") &&
         message::guessed_type(view.message().walked(), entity) == "text/html";
}

void show_scanned(View& view) {
  for (int i = 0; i < view.entity_count(); ++i) {
    const bool is_text = view.message().entity(i).content_type.starts_with("text/") ||
                         (is_html(view, i) && !view.is_type(i, "application/xhtml+xml"));
    view.shown[static_cast<std::size_t>(i)].is_shown = view.is_leaf(i) && is_text;
  }
}

void show_displayed(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  constexpr int kAll = -1, kNone = -2;
  std::vector<int> only(view.shown.size(), kAll);  // by composite: the one part that is displayed
  std::vector<bool> is_open(view.shown.size());
  for (int i = 0; i < view.entity_count(); ++i) {
    const int parent = tree.parent(i);
    const auto at = static_cast<std::size_t>(i);
    const auto above = static_cast<std::size_t>(parent);
    const bool is_chosen = parent < 0 || only[above] == kAll || only[above] == i ||
                           (view.is_type(parent, "multipart/related") && !is_labelled(view, i));
    const bool is_inside = parent < 0 || (is_open[above] && is_chosen);
    const bool is_shown = is_text(view, i) || is_other_text(view, i) || is_html_file(view, i);
    view.shown[at].is_shown = is_inside && is_shown && (parent < 0 || !is_attachment(view, i));
    is_open[at] = is_inside && !view.is_leaf(i);
    if (!is_open[at]) continue;
    const bool is_related = view.is_type(i, "multipart/related");
    if (!is_related && !view.is_type(i, "multipart/alternative")) continue;
    only[at] = is_related ? root_of(view, i, Start::kStrict) : best_of(view, i);
    is_open[at] = only[at] >= 0 || is_related;
    if (only[at] < 0) only[at] = kNone;
  }
}

}  // namespace mimebase::readers
