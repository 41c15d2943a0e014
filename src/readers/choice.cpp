#include "readers/choice.h"

#include <optional>
#include <string>

#include "ascii.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace {

bool is_text(const View& view, int entity) {
  return view.is_leaf(entity) && (view.is_type(entity, "text/html") || view.is_type(entity, "text/plain"));
}

bool is_labelled(const View& view, int entity) {
  return view.field(entity, "content-id", Pick::kFirst) ||
         view.field(entity, "content-location", Pick::kFirst);
}

// The part of a multipart/alternative that is displayed: the last one with HTML, else with text.
int best_of(View& view, int alternative) {
  const match::EntityTree& tree = view.message().parts().tree();
  int best = -1;
  bool has_html = false;
  for (int i = alternative + 1; i < tree.end(alternative); i = tree.end(i)) {
    const bool is_html = !view.is_leaf(i) || view.is_type(i, "text/html");
    if (!is_html && (has_html || !is_text(view, i))) continue;
    best = i;
    has_html = is_html;
  }
  return best;
}

}  // namespace

bool is_attachment(const View& view, int entity) {
  const auto disposition = view.field(entity, "content-disposition", Pick::kFirst);
  return disposition && ascii::equals_ignoring_case(walk::main_value(*disposition), "attachment");
}

int root_of(View& view, int related, Start start) {
  const match::EntityTree& tree = view.message().parts().tree();
  if (related + 1 >= tree.end(related)) return -1;
  const auto named = start == Start::kObeyed ? view.message().walked().parameter(related, "start")
                                             : std::optional<std::string>();
  const auto id = named ? walk::bracketed_id(*named) : std::nullopt;
  if (!id) return related + 1;
  for (int i = related + 1; i < tree.end(related); i = tree.end(i)) {
    if (view.message().walked().content_id(i) == id) return i;
  }
  return -1;
}

void show_all(View& view) {
  for (int i = 0; i < view.entity_count(); ++i)
    view.shown[static_cast<std::size_t>(i)].is_shown = is_text(view, i);
}

void show_displayed(View& view, Start start, Related related) {
  const match::EntityTree& tree = view.message().parts().tree();
  constexpr int kAll = -1;
  std::vector<int> only(view.shown.size(), kAll);  // by composite: the one part that is displayed
  std::vector<bool> is_open(view.shown.size());
  for (int i = 0; i < view.entity_count(); ++i) {
    const int parent = tree.parent(i);
    const auto at = static_cast<std::size_t>(i);
    const auto above = static_cast<std::size_t>(parent);
    const bool is_chosen = parent < 0 || only[above] == kAll || only[above] == i ||
                           (related == Related::kRootAndUnlabelled &&
                            view.is_type(parent, "multipart/related") && !is_labelled(view, i));
    const bool is_inside = parent < 0 || (is_open[above] && is_chosen);
    view.shown[at].is_shown = is_inside && is_text(view, i) && (parent < 0 || !is_attachment(view, i));
    is_open[at] = is_inside && !view.is_leaf(i);
    if (!is_open[at]) continue;
    const bool is_related = view.is_type(i, "multipart/related");
    if (is_related && related == Related::kAll) continue;
    if (!is_related && !view.is_type(i, "multipart/alternative")) continue;
    only[at] = is_related ? root_of(view, i, start) : best_of(view, i);
    is_open[at] = only[at] >= 0;
  }
}

}  // namespace mimebase::readers
