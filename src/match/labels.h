// Maps labels to the entities that have them. Sorted lists are used because a sender could make hashes
// collide.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/entity_tree.h"

namespace mimebase::match {

// Labels and their entities. Add all labels, then call finish(), then look them up.
class Labels {
 public:
  void clear();
  // Call add() in entity order.
  void add(std::string_view label, int entity);
  // Sorts the labels. Call this once, after the last add().
  void finish();

  // The entities that have a label, in message order.
  [[nodiscard]] std::span<const int> bearers(std::string_view label) const;
  // Calls `use` with each label that several entities have, and with these entities.
  template <typename Use>
  void for_each_shared(Use use) const {
    for (auto first = entries_.begin(); first != entries_.end();) {
      const auto last = std::find_if(first, entries_.end(),
                                     [&](const Entry& other) { return text(other) != text(*first); });
      if (last - first > 1) use(text(*first), bearers(first, last));
      first = last;
    }
  }

 private:
  struct Entry {
    std::uint64_t at = 0;  // position of the label in text_
    std::uint32_t size = 0;
    int entity = -1;
  };
  using Iterator = std::vector<Entry>::const_iterator;
  [[nodiscard]] std::string_view text(const Entry& entry) const {
    return std::string_view(text_).substr(entry.at, entry.size);
  }
  [[nodiscard]] std::span<const int> bearers(Iterator first, Iterator last) const {
    return std::span(bearers_).subspan(static_cast<std::size_t>(first - entries_.begin()),
                                       static_cast<std::size_t>(last - first));
  }

  std::string text_;
  std::vector<Entry> entries_;  // after finish(): sorted by label, then in message order
  std::vector<int> bearers_;    // the entity of each entry
};

// Content-Locations and the entities that have them, by multipart/related (RFC 2557 section 8.2).
class Locations {
 public:
  // The entities with one location whose innermost multipart/related is the same.
  struct Level {
    int related = -1;  // -1: no level, and none further out
    std::span<const int> bearers;
    std::uint32_t group = 0;
  };

  void clear();
  // Call add() in entity order. Entities outside any multipart/related are ignored.
  void add(std::string_view location, int entity, const EntityTree& tree);
  // Sorts the locations. Call this once, after the last add().
  void finish(const EntityTree& tree);

  [[nodiscard]] bool empty() const { return bearers_.empty(); }
  // The innermost multipart/related around `from` with an entity that has the location.
  [[nodiscard]] Level innermost(std::string_view location, int from) const;
  // The next level further out.
  [[nodiscard]] Level outwards(const Level& level) const { return parent(level.group, level.related); }
  // Calls `use` with the location, entities and multipart/related of each level that has several entities.
  template <typename Use>
  void for_each_shared(Use use) const {
    for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
      for (std::uint32_t l = groups_[g].first_level; l < groups_[g + 1].first_level; ++l) {
        if (levels_[l + 1].first - levels_[l].first > 1)
          use(text(groups_[g]), bearers(l), levels_[l].related);
      }
    }
  }

 private:
  struct Group {
    std::uint64_t at = 0;  // position of the location in text_
    std::uint32_t size = 0;
    std::uint32_t first_level = 0, first_turn = 0;
  };
  struct LevelRun {
    int related = -1;
    std::uint32_t first = 0;  // index of its first entity
  };
  // The level that is innermost from this entity on. Levels nest, and a walk over the message enters and
  // leaves them.
  struct Turn {
    int entity = 0;
    int level = -1;
  };
  struct Added {
    std::uint64_t at = 0;
    std::uint32_t size = 0;
    int related = -1;
    int entity = -1;
  };

  template <typename Piece>
  [[nodiscard]] std::string_view text(const Piece& piece) const {
    return std::string_view(text_).substr(piece.at, piece.size);
  }
  [[nodiscard]] std::span<const int> bearers(std::uint32_t level) const {
    return std::span(bearers_).subspan(levels_[level].first, levels_[level + 1].first - levels_[level].first);
  }
  [[nodiscard]] Level parent(std::uint32_t group, int entity) const;
  void add_turns(const Group& group, const EntityTree& tree, std::vector<int>& open);

  std::string text_;
  std::vector<Added> added_;  // empty after finish()
  // groups_ and levels_ end in a sentinel.
  std::vector<Group> groups_;
  std::vector<LevelRun> levels_;
  std::vector<Turn> turns_;
  std::vector<int> bearers_;
};

}  // namespace mimebase::match
