#include "match/entity_tree.h"

#include <algorithm>

namespace mimebase::match {

// The jumps are those of E. Myers, "An applicative random-access stack" (1983): two equal jumps in a row
// become one.
void EntityTree::add(int around, bool is_related) {
  Node self;
  self.around = around;
  self.is_related = is_related;
  const int index = size();
  if (around < 0) {
    self.jump = index;
  } else {
    const Node& outer = node(around);
    const Node& jumped = node(outer.jump);
    self.depth = outer.depth + 1;
    self.related = related_of(around);
    self.jump = outer.depth - jumped.depth == jumped.depth - node(jumped.jump).depth ? jumped.jump : around;
  }
  nodes_.push_back(self);
}

void EntityTree::finish() {
  for (int i = size() - 1; i >= 0; --i) {
    Node& self = nodes_[static_cast<std::size_t>(i)];
    self.end = std::max(self.end, i + 1);
    if (self.around < 0) continue;
    Node& outer = nodes_[static_cast<std::size_t>(self.around)];
    outer.end = std::max(outer.end, self.end);
  }
}

int EntityTree::common(int a, int b) const {
  while (!is_inside(b, a)) a = is_inside(b, node(a).jump) ? around(a) : node(a).jump;
  return a;
}

}  // namespace mimebase::match
