// The entities of a message as a tree that answers in logarithmic time, however deep somebody nested it.
#pragma once

#include <vector>

namespace mimebase::match {

// Entities are numbers, each after the one around it: what is inside an entity is a range of numbers.
class EntityTree {
 public:
  void clear() { nodes_.clear(); }
  // Adds the next entity; `around` is an earlier one, or -1 for the first alone.
  void add(int parent, bool is_related);
  // To be called behind the last add(), before anything is asked.
  void finish();

  [[nodiscard]] int size() const { return static_cast<int>(nodes_.size()); }
  [[nodiscard]] int parent(int entity) const { return node(entity).parent; }
  // The number behind the last entity inside this one.
  [[nodiscard]] int end(int entity) const { return node(entity).end; }
  [[nodiscard]] bool is_leaf(int entity) const { return end(entity) == entity + 1; }
  // True if `entity` is `around` or stands inside it, at any depth.
  [[nodiscard]] bool is_inside(int entity, int parent) const {
    return entity >= parent && entity < end(parent);
  }
  // The innermost multipart/related around the entity, which is not the entity itself; -1 if there is none.
  [[nodiscard]] int enclosing_related(int entity) const { return node(entity).related; }
  [[nodiscard]] bool is_related(int entity) const { return node(entity).is_related; }
  // The innermost multipart/related that the entity is, or is in.
  [[nodiscard]] int related_of(int entity) const {
    return is_related(entity) ? entity : enclosing_related(entity);
  }
  // The innermost entity that is, or has inside it, both.
  [[nodiscard]] int common(int a, int b) const;

 private:
  struct Node {
    int parent = -1;
    int end = 0;
    int related = -1;
    int depth : 31 = 0;
    bool is_related : 1 = false;
    int jump = -1;  // an entity further out, chosen so that a way out takes a logarithmic number of steps
  };
  [[nodiscard]] const Node& node(int entity) const { return nodes_[static_cast<std::size_t>(entity)]; }

  std::vector<Node> nodes_;
};

}  // namespace mimebase::match
