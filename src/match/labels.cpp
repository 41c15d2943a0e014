#include "match/labels.h"

#include <algorithm>
#include <tuple>

namespace mimebase::match {

void Labels::clear() {
  text_.clear();
  groups_.clear();
  bearers_.clear();
}

void Labels::add(std::string_view label, int entity) {
  groups_.push_back({text_.size(), static_cast<std::uint32_t>(label.size()),
                     static_cast<std::uint32_t>(bearers_.size()), 1});
  text_ += label;
  bearers_.push_back(entity);
}

void Labels::finish() {
  std::stable_sort(groups_.begin(), groups_.end(),
                   [this](const Group& a, const Group& b) { return text(a) < text(b); });
  std::vector<int> sorted;
  sorted.reserve(bearers_.size());
  std::size_t kept = 0;
  for (const Group& group : groups_) {
    const int entity = bearers_[group.first];
    if (kept > 0 && text(groups_[kept - 1]) == text(group)) {
      // Two fields of one heading may say the same.
      if (sorted.back() == entity) continue;
      ++groups_[kept - 1].count;
    } else {
      const Group first = group;
      groups_[kept] = first;
      groups_[kept++].first = static_cast<std::uint32_t>(sorted.size());
    }
    sorted.push_back(entity);
  }
  groups_.resize(kept);
  bearers_ = std::move(sorted);
}

std::span<const int> Labels::of(std::string_view label) const {
  const auto found = std::lower_bound(groups_.begin(), groups_.end(), label,
                                      [this](const Group& a, std::string_view b) { return text(a) < b; });
  if (found == groups_.end() || text(*found) != label) return {};
  return bearers(*found);
}

void Locations::clear() {
  text_.clear();
  added_.clear();
  groups_.clear();
  levels_.clear();
  turns_.clear();
  bearers_.clear();
}

void Locations::add(std::string_view location, int entity, const EntityTree& tree) {
  const int related = tree.related_around(entity);
  if (related < 0) return;
  added_.push_back({text_.size(), static_cast<std::uint32_t>(location.size()), related, entity});
  text_ += location;
}

void Locations::finish(const EntityTree& tree) {
  if (added_.empty()) return;
  std::sort(added_.begin(), added_.end(), [this](const Added& a, const Added& b) {
    const int order = text(a).compare(text(b));
    return order != 0 ? order < 0 : std::tie(a.related, a.entity) < std::tie(b.related, b.entity);
  });
  const auto level_count = [this] { return static_cast<std::uint32_t>(levels_.size()); };
  for (const Added& added : added_) {
    const bool is_new = groups_.empty() || text(groups_.back()) != text(added);
    if (is_new) groups_.push_back({added.at, added.size, level_count(), 0});
    const auto bearer = static_cast<std::uint32_t>(bearers_.size());
    if (is_new || levels_.back().related != added.related) {
      levels_.push_back({added.related, bearer});
    } else if (bearers_.back() == added.entity) {
      continue;  // two fields of one heading say the same
    }
    bearers_.push_back(added.entity);
  }
  added_ = {};
  groups_.push_back({0, 0, level_count(), 0});
  levels_.push_back({-1, static_cast<std::uint32_t>(bearers_.size())});
  std::vector<int> open;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    groups_[g].first_turn = static_cast<std::uint32_t>(turns_.size());
    if (g + 1 < groups_.size()) add_turns(groups_[g], tree, open);
  }
}

void Locations::add_turns(const Group& group, const EntityTree& tree, std::vector<int>& open) {
  const auto leave_before = [&](int entity) {
    while (!open.empty()) {
      const int end = tree.end(levels_[static_cast<std::size_t>(open.back())].related);
      if (end > entity) break;
      open.pop_back();
      turns_.push_back({end, open.empty() ? -1 : open.back()});
    }
  };
  const std::uint32_t last = (&group)[1].first_level;
  for (std::uint32_t level = group.first_level; level < last; ++level) {
    leave_before(levels_[level].related);
    open.push_back(static_cast<int>(level));
    turns_.push_back({levels_[level].related + 1, open.back()});
  }
  leave_before(tree.size());
}

Locations::Level Locations::around(std::uint32_t group, int entity) const {
  const auto first = turns_.begin() + groups_[group].first_turn;
  const auto last = turns_.begin() + groups_[group + 1].first_turn;
  const auto next =
      std::upper_bound(first, last, entity, [](int at, const Turn& turn) { return at < turn.entity; });
  const int level = next == first ? -1 : std::prev(next)->level;
  if (level < 0) return {};
  const auto index = static_cast<std::uint32_t>(level);
  return {levels_[index].related, bearers(index), group};
}

Locations::Level Locations::innermost(std::string_view location, int from) const {
  if (empty()) return {};
  const auto found = std::lower_bound(groups_.begin(), groups_.end() - 1, location,
                                      [this](const Group& a, std::string_view b) { return text(a) < b; });
  if (found == groups_.end() - 1 || text(*found) != location) return {};
  return around(static_cast<std::uint32_t>(found - groups_.begin()), from);
}

}  // namespace mimebase::match
