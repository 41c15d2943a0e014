#include "readers/choice.h"

#include <optional>

#include "message/content.h"
#include "readers/image_choice.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace {

// True for a part beside the root of a multipart/related to which nothing can refer. An empty field is none.
bool is_unlabelled(const View& view, int entity) {
  const auto has = [&](std::string_view name) {
    return !ascii::trimmed(view.field(entity, name).value_or("")).empty();
  };
  return view.is_type(view.tree().parent(entity), "multipart/related") && !has("content-id") &&
         !has("content-location");
}

// How much Thunderbird wants to display a part of a multipart/alternative; 0: not at all.
int priority_of(const View& view, int entity) {
  const auto field = view.field(entity, "content-type");
  if (!field || ascii::trimmed(*field).empty()) return 0;
  if (has_odd_type(view, entity))
    return ascii::equals_ignoring_case(walk::main_value(*field), "text") ? 2 : 0;
  const std::string_view type = view.type(entity);
  if (!view.is_leaf(entity)) {
    const bool is_known =
        is_one_of(type, {"message/rfc822", "multipart/alternative", "multipart/related", "multipart/digest",
                         "multipart/parallel", "multipart/mixed", "multipart/appledouble",
                         "multipart/header-set", "multipart/signed"});
    return is_known ? 4 : 0;
  }
  if (is_one_of(type, {"text/html", "text/enriched", "text/richtext"})) return 5;
  if (type == "text/calendar") return 4;
  if (type == "text/plain") return 3;
  return is_image_type(type) ? 1 : 0;
}

// The part that Thunderbird displays: of a multipart/alternative the last one of the highest priority.
int displayed_child(View& view, int composite) {
  if (view.is_type(composite, "multipart/related")) {
    const int root = root_of(view, composite, Start::kStrict);
    return root < 0 ? kNoChild : root;
  }
  if (!view.is_type(composite, "multipart/alternative")) return kAllChildren;
  int best = kNoChild, highest = 1;
  for (int i = composite + 1; i < view.tree().end(composite); i = view.tree().end(i)) {
    const int priority = priority_of(view, i);
    if (priority < highest) continue;
    best = i;
    highest = priority;
  }
  return best;
}

// A calendar is displayed together with the HTML before it.
void display_calendars(View& view, int alternative, std::vector<bool>& is_displayed) {
  const int chosen = displayed_child(view, alternative);
  if (chosen < 0 || !view.is_type(chosen, "text/html")) return;
  const match::EntityTree& tree = view.tree();
  for (int i = tree.end(chosen); i < tree.end(alternative); i = tree.end(i)) {
    if (view.is_type(i, "text/calendar")) is_displayed[static_cast<std::size_t>(i)] = true;
  }
}

ByLastType by_own_last_type(View& view, int entity) {
  const auto first = view.field(entity, "content-type"),
             last = view.field(entity, "content-type", Pick::kLast);
  if (!last || first->data() == last->data()) return ByLastType::kSame;
  const std::string type = ascii::lowered(walk::main_value(*last));
  const bool is_multipart = type.starts_with("multipart/");
  if (!is_multipart && type == ascii::lowered(walk::main_value(*first))) return ByLastType::kSame;
  const bool was_html = view.is_type(entity, "text/html"), was_split = !view.tree().is_leaf(entity);
  if (is_multipart) {
    const auto boundary = walk::read_parameter(*last, "boundary");
    if (was_split && boundary && boundary->value == view.walked().boundary(entity)) return ByLastType::kSame;
    const bool is_split =
        boundary && !was_split && contains(view.text(entity), "--" + std::string(boundary->value));
    return !is_split ? ByLastType::kUnsplit : was_html ? ByLastType::kSame : ByLastType::kMarkup;
  }
  if (type == "text/html") return was_split ? ByLastType::kSame : ByLastType::kMarkup;
  return type.empty() || type.starts_with("text/") ? ByLastType::kText : ByLastType::kNothing;
}

}  // namespace

std::vector<bool> processed(View& view, int (*child_of)(View& view, int composite),
                            bool (*also)(const View& view, int child)) {
  std::vector<bool> is_processed(static_cast<std::size_t>(view.entity_count()), true);
  std::vector<int> only(is_processed.size(), kAllChildren);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (const int parent = view.tree().parent(i); parent >= 0) {
      const auto above = static_cast<std::size_t>(parent);
      const bool is_chosen = only[above] == kAllChildren || only[above] == i;
      is_processed[at] = is_processed[above] && (is_chosen || (also != nullptr && also(view, i)));
    }
    if (is_processed[at]) only[at] = child_of(view, i);
  }
  return is_processed;
}

std::vector<bool> scanned(const View& view) {
  std::vector<bool> is_scanned;
  for (int i = 0; i < view.entity_count(); ++i) {
    const bool is_text =
        view.type(i).starts_with("text/") || (is_html(view, i) && !view.is_type(i, "application/xhtml+xml"));
    is_scanned.push_back(view.is_leaf(i) && is_text);
  }
  return is_scanned;
}

std::vector<bool> displayed(View& view) {
  std::vector<bool> is_displayed = processed(view, displayed_child, is_unlabelled);
  for (int i = 0; i < view.entity_count(); ++i) {
    if (is_displayed[static_cast<std::size_t>(i)] && view.is_type(i, "multipart/alternative"))
      display_calendars(view, i, is_displayed);
  }
  for (int i = 0; i < view.entity_count(); ++i) {
    const bool is_calendar = view.is_leaf(i) && view.is_type(i, "text/calendar");
    const bool is_text = is_calendar || view.is_type(i, "text/rfc822-headers") || is_plain_or_html(view, i) ||
                         is_other_text(view, i) || is_html_file(view, i);
    const bool is_attachment = !is_calendar && i > 0 && disposition_of(view, i) == "attachment";
    if (!is_text || is_attachment) is_displayed[static_cast<std::size_t>(i)] = false;
  }
  return is_displayed;
}

int root_of(const View& view, int related, Start start) {
  const match::EntityTree& tree = view.tree();
  if (related + 1 >= tree.end(related)) return -1;
  const auto named = view.walked().parameter(related, "start");
  const auto id = named ? walk::bracketed_id(*named) : std::nullopt;
  if (!id) return named && start == Start::kStrict ? -1 : related + 1;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (view.walked().content_id(i) == id) return i;
  }
  return -1;
}

bool is_wide(View& view, int entity) {
  return starts_with_one_of(view.readable(entity).label, {"utf-16", "utf-32"});
}

bool is_misread(View& view) {
  const auto named = view.walked().parameter(view.entity(), "charset");
  return view.readable().label.starts_with("utf-16") &&
         !(named && ascii::starts_with_ignoring_case(*named, "utf-16"));
}

bool is_contradicted(View& view) {
  return is_misread(view) && view.named_charset().is_known;
}

bool has_odd_type(const View& view, int entity) {
  const auto type = view.field(entity, "content-type");
  return type && !contains(*type, '/');
}

bool is_plain_or_html(const View& view, int entity) {
  return view.is_leaf(entity) && is_one_of(view.type(entity), {"text/html", "text/plain"});
}

bool is_html(const View& view, int entity) {
  return is_one_of(view.type(entity), {"text/html", "application/xhtml+xml"}) ||
         message::guessed_type(view.walked(), entity) == "text/html";
}

bool is_html_file(const View& view, int entity) {
  return view.is_leaf(entity) && view.is_type(entity, "application/octet-stream") &&
         message::guessed_type(view.walked(), entity) == "text/html";
}

bool is_other_text(const View& view, int entity) {
  const find::Finder* const finder = message::finder_of(view.walked(), entity);
  return view.is_leaf(entity) && view.type(entity).starts_with("text/") && finder != nullptr &&
         finder->media_type == "text/plain";
}

bool has_file_name(const View& view, int entity) {
  const auto named = [&view, entity](std::string_view field, std::string_view parameter) {
    const auto value = view.field(entity, field);
    const auto name = value ? walk::read_parameter(*value, parameter) : std::nullopt;
    return name && !ascii::trimmed(name->value).empty();
  };
  return named("content-disposition", "filename") || named("content-type", "name");
}

std::string disposition_of(const View& view, int entity) {
  const auto field = view.field(entity, "content-disposition");
  return field ? ascii::lowered(walk::main_value(*field)) : std::string();
}

bool is_unsplit(const View& view, int entity) {
  return view.tree().is_leaf(entity) && view.type(entity).starts_with("multipart/");
}

bool is_undelimited(View& view, int entity) {
  return is_unsplit(view, entity) &&
         !contains(view.text(entity), "--" + std::string(view.walked().boundary(entity)));
}

std::vector<ByLastType> by_last_type(View& view) {
  std::vector<ByLastType> all;
  for (int i = 0; i < view.entity_count(); ++i) {
    const int parent = view.tree().parent(i);
    const ByLastType around = parent < 0 ? ByLastType::kSame : all[static_cast<std::size_t>(parent)];
    const bool is_inside = around != ByLastType::kSame;
    const bool is_base64 = view.walked().transfer_encoding(i) == walk::TransferEncoding::kBase64;
    all.push_back(!is_inside ? by_own_last_type(view, i) : is_base64 ? ByLastType::kNothing : around);
  }
  return all;
}

std::string_view delimiter_before(const View& view, int part) {
  std::string_view before = view.walked()
                                .frame_bytes(view.message().entity(part).frame)
                                .substr(0, view.walked().ranges(part).heading.start);
  before.remove_suffix(before.ends_with('\n') ? 1 : 0);
  before.remove_suffix(before.ends_with('\r') ? 1 : 0);
  return before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
}

bool is_behind_odd_delimiter(const View& view, int part) {
  const std::string_view delimiter = delimiter_before(view, part);
  return !delimiter.empty() && ascii::is_blank(delimiter.back());
}

std::vector<bool> behind_odd_delimiters(const View& view) {
  std::vector<bool> is_behind(static_cast<std::size_t>(view.entity_count()));
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::Entity& entity = view.message().entity(i);
    if (entity.parent < 0) continue;
    is_behind[static_cast<std::size_t>(i)] = is_behind[static_cast<std::size_t>(entity.parent)] ||
                                             (!entity.is_message_body && is_behind_odd_delimiter(view, i));
  }
  return is_behind;
}

}  // namespace mimebase::readers
