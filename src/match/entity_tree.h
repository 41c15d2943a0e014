// The entities of a message as a tree. Lookups take logarithmic time at any nesting depth.
#pragma once

#include <vector>

namespace mimebase::match {

// Entities are numbers, and a parent precedes its children. The descendants of an entity are a range of
// numbers.
class EntityTree {
 public:
  void clear() { nodes_.clear(); }
  // Adds the next entity; `parent` is an earlier one, or -1 for the first entity only.
  void add(int parent, bool is_related);
  // Call this after the last add() and before any lookup.
  void finish();

  [[nodiscard]] int size() const { return static_cast<int>(nodes_.size()); }
  [[nodiscard]] int parent(int entity) const { return node(entity).parent; }
  // One past the entity's last descendant.
  [[nodiscard]] int end(int entity) const { return node(entity).end; }
  [[nodiscard]] bool is_leaf(int entity) const { return end(entity) == entity + 1; }
  // Returns true if `entity` is `parent` or a descendant of it.
  [[nodiscard]] bool is_inside(int entity, int parent) const {
    return entity >= parent && entity < end(parent);
  }
  // The innermost multipart/related that contains the entity and is not the entity itself; -1 if there is
  // none.
  [[nodiscard]] int enclosing_related(int entity) const { return node(entity).related; }
  [[nodiscard]] bool is_related(int entity) const { return node(entity).is_related; }
  // The innermost multipart/related that is the entity or contains it; -1 if there is none.
  [[nodiscard]] int related_of(int entity) const {
    return is_related(entity) ? entity : enclosing_related(entity);
  }
  // The innermost entity that contains or equals both.
  [[nodiscard]] int common(int a, int b) const;

 private:
  struct Node {
    int parent = -1;
    int end = 0;
    int related = -1;
    int depth : 31 = 0;
    bool is_related : 1 = false;
    int jump = -1;  // an ancestor, chosen so that any ancestor is reached in a logarithmic number of steps
  };
  [[nodiscard]] const Node& node(int entity) const { return nodes_[static_cast<std::size_t>(entity)]; }

  std::vector<Node> nodes_;
};

}  // namespace mimebase::match
