#include "walk/raw_ranges.h"

#include <algorithm>
#include <utility>

#include "ascii.h"

namespace mimebase::walk {
namespace {

// The start of the line after the one that `at` is in.
std::size_t next_line(std::string_view bytes, std::size_t at) {
  const std::size_t end = bytes.find('\n', at);
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

bool is_blank_line(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (bytes[at] == '\n' || bytes.substr(at, 2) == "\r\n");
}

// The boundaries of the multiparts around one entity, of those in its frame.
class Boundaries {
 public:
  explicit Boundaries(const std::vector<RawEntity>& entities);

  // From now on those around an entity inside `parent`. Linear over all entities of a message, if they are
  // asked for from the last to the first.
  void move_into(int parent);
  // True if the line at `at` in a frame is a delimiter of one of them, or a closing one.
  [[nodiscard]] bool has_delimiter(const RawEntity& entity, std::size_t at) const;

 private:
  using Key = std::pair<int, std::string_view>;  // the frame, and the boundary

  [[nodiscard]] bool has(const Key& key) const;
  void count(int entity, int by);

  const std::vector<RawEntity>& entities_;
  std::vector<Key> known_;   // sorted, each once
  std::vector<int> around_;  // how many entities around have it, by its place in `known_`
  int parent_ = -1;
};

Boundaries::Boundaries(const std::vector<RawEntity>& entities) : entities_(entities) {
  for (const RawEntity& entity : entities) {
    if (!entity.boundary.empty()) known_.emplace_back(entity.frame, entity.boundary);
  }
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  around_.resize(known_.size(), 0);
}

bool Boundaries::has(const Key& key) const {
  const auto found = std::lower_bound(known_.begin(), known_.end(), key);
  return found != known_.end() && *found == key &&
         around_[static_cast<std::size_t>(found - known_.begin())] > 0;
}

void Boundaries::count(int entity, int by) {
  const RawEntity& self = entities_[static_cast<std::size_t>(entity)];
  if (self.boundary.empty()) return;
  const auto found = std::lower_bound(known_.begin(), known_.end(), Key(self.frame, self.boundary));
  around_[static_cast<std::size_t>(found - known_.begin())] += by;
}

// What is around an entity is around the one before it as well, or is that one; inside stands what has a
// higher index.
void Boundaries::move_into(int parent) {
  for (; parent_ > parent; parent_ = entities_[static_cast<std::size_t>(parent_)].parent) count(parent_, -1);
  for (int at = parent; at > parent_; at = entities_[static_cast<std::size_t>(at)].parent) count(at, 1);
  parent_ = parent;
}

bool Boundaries::has_delimiter(const RawEntity& entity, std::size_t at) const {
  const std::string_view bytes = entity.frame_bytes;
  if (bytes.substr(at, 2) != "--") return false;
  const std::size_t end = bytes.find('\n', at);
  std::string_view line = bytes.substr(at, end == std::string_view::npos ? end : end - at);
  line = line.substr(2, std::max<std::size_t>(line.find_last_not_of(" \t\r") + 1, 2) - 2);
  if (has({entity.frame, line})) return true;
  return line.ends_with("--") && has({entity.frame, line.substr(0, line.size() - 2)});
}

// One pass over the entities of a message, from the last to the first: what is inside is known first.
class Ranger {
 public:
  explicit Ranger(const std::vector<RawEntity>& entities)
      : entities_(entities), boundaries_(entities), out_(entities.size()) {}
  std::vector<RawRanges> run();

 private:
  [[nodiscard]] std::size_t heading_end(std::size_t i) const;
  [[nodiscard]] std::size_t body_end(std::size_t i) const;
  void tell_parent(std::size_t i);
  // True if the line at `line` is a delimiter of a multipart around the entity.
  [[nodiscard]] bool ends_here(std::size_t i, std::size_t line) const {
    return boundaries_.has_delimiter(entities_[i], line);
  }

  const std::vector<RawEntity>& entities_;
  Boundaries boundaries_;
  std::vector<RawRanges> out_;
};

std::size_t Ranger::heading_end(std::size_t i) const {
  const RawEntity& self = entities_[i];
  if (!self.is_composite && self.content.data() != nullptr) {
    return static_cast<std::size_t>(self.content.data() - self.frame_bytes.data());
  }
  if (!self.has_fields) return out_[i].first_part;
  std::size_t at = next_line(self.frame_bytes, self.last_field);
  while (at < self.frame_bytes.size() && ascii::is_blank(self.frame_bytes[at])) {
    at = next_line(self.frame_bytes, at);
  }
  // Lines that are no fields are passed over up to the blank line, if they are not a delimiter.
  while (at < self.frame_bytes.size() && !is_blank_line(self.frame_bytes, at)) {
    if (ends_here(i, at)) return at;
    at = next_line(self.frame_bytes, at);
  }
  return next_line(self.frame_bytes, at);
}

std::size_t Ranger::body_end(std::size_t i) const {
  const RawEntity& self = entities_[i];
  const std::size_t start = std::max<std::size_t>(out_[i].body.start, out_[i].last_part_end);
  if (!self.is_composite) return start + self.content.size();
  std::size_t at = start;
  if (at > 0 && self.frame_bytes[at - 1] != '\n') at = next_line(self.frame_bytes, at);
  while (at < self.frame_bytes.size() && !ends_here(i, at)) at = next_line(self.frame_bytes, at);
  if (at >= self.frame_bytes.size()) return self.frame_bytes.size();
  // The line break before a delimiter belongs to it.
  if (at > start && self.frame_bytes[at - 1] == '\n') --at;
  if (at > start && self.frame_bytes[at - 1] == '\r') --at;
  return at;
}

// Tells the entity around where this one lies.
void Ranger::tell_parent(std::size_t i) {
  const int parent = entities_[i].parent;
  if (parent < 0 || entities_[static_cast<std::size_t>(parent)].frame != entities_[i].frame) return;
  RawRanges& around = out_[static_cast<std::size_t>(parent)];
  around.first_part = out_[i].heading.start;  // the last to tell is the first of them
  around.last_part_end = std::max<std::size_t>(around.last_part_end, out_[i].body.end);
}

std::vector<RawRanges> Ranger::run() {
  for (std::size_t i = entities_.size(); i-- > 0;) {
    const RawEntity& self = entities_[i];
    auto& [heading, body, first_part, last_part_end] = out_[i];
    boundaries_.move_into(self.parent);
    heading.end = body.start = heading_end(i);
    body.end = std::max<std::uint64_t>(body_end(i), body.start);
    // Without a field a heading is its blank line alone.
    std::size_t blank = body.start;
    if (blank > 0 && self.frame_bytes[blank - 1] == '\n') --blank;
    if (blank > 0 && blank < body.start && self.frame_bytes[blank - 1] == '\r') --blank;
    heading.start = self.has_fields ? std::min<std::uint64_t>(self.first_field, heading.end) : blank;
    tell_parent(i);
  }
  return std::move(out_);
}

}  // namespace

std::vector<RawRanges> raw_ranges(const std::vector<RawEntity>& entities) {
  return Ranger(entities).run();
}

}  // namespace mimebase::walk
