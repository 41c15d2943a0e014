#include "match/entity_tree.h"

#include <algorithm>

namespace mimebase::match {

// The jumps are those of E. Myers, "An applicative random-access stack" (1983): two equal jumps in a row are
// merged into one.
void EntityTree::add(int parent, bool is_related) {
  Node self;
  self.parent = parent;
  self.is_related = is_related;
  const int index = size();
  if (parent < 0) {
    self.jump = index;
  } else {
    const Node& outer = node(parent);
    const Node& jumped = node(outer.jump);
    self.depth = outer.depth + 1;
    self.related = related_of(parent);
    self.jump = outer.depth - jumped.depth == jumped.depth - node(jumped.jump).depth ? jumped.jump : parent;
  }
  nodes_.push_back(self);
}

void EntityTree::finish() {
  for (int i = size() - 1; i >= 0; --i) {
    Node& self = nodes_[static_cast<std::size_t>(i)];
    self.end = std::max(self.end, i + 1);
    if (self.parent < 0) continue;
    Node& outer = nodes_[static_cast<std::size_t>(self.parent)];
    outer.end = std::max(outer.end, self.end);
  }
}

int EntityTree::common(int a, int b) const {
  while (!is_inside(b, a)) a = is_inside(b, node(a).jump) ? parent(a) : node(a).jump;
  return a;
}

}  // namespace mimebase::match
