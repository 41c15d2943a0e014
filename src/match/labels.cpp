#include "match/labels.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mimebase::match {

void Labels::clear() {
  text_.clear();
  entries_.clear();
  bearers_.clear();
}

void Labels::add(std::string_view label, int entity) {
  entries_.push_back({text_.size(), static_cast<std::uint32_t>(label.size()), entity});
  text_ += label;
}

void Labels::finish() {
  const auto key = [this](const Entry& entry) { return std::pair(text(entry), entry.entity); };
  std::sort(entries_.begin(), entries_.end(),
            [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  // Two fields of one header may have the same value.
  const auto is_same = [&](const Entry& a, const Entry& b) { return key(a) == key(b); };
  entries_.erase(std::unique(entries_.begin(), entries_.end(), is_same), entries_.end());
  for (const Entry& entry : entries_) bearers_.push_back(entry.entity);
}

std::span<const int> Labels::bearers(std::string_view label) const {
  const auto first = std::partition_point(entries_.begin(), entries_.end(),
                                          [&](const Entry& entry) { return text(entry) < label; });
  const auto last =
      std::partition_point(first, entries_.end(), [&](const Entry& entry) { return text(entry) == label; });
  return bearers(first, last);
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
  const int related = tree.enclosing_related(entity);
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
      continue;  // two fields of one header have the same value
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

Locations::Level Locations::parent(std::uint32_t group, int entity) const {
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
  return parent(static_cast<std::uint32_t>(found - groups_.begin()), from);
}

}  // namespace mimebase::match
