#include "walk/raw_ranges.h"

#include <algorithm>

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

// True if the line at `at` is the delimiter of `boundary`, or its closing one.
bool is_delimiter(std::string_view bytes, std::size_t at, std::string_view boundary) {
  const std::size_t end = bytes.find('\n', at);
  std::string_view line = bytes.substr(at, end == std::string_view::npos ? end : end - at);
  const std::size_t last = line.find_last_not_of(" \t\r");
  line = last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
  if (!line.starts_with("--")) return false;
  line.remove_prefix(2);
  if (!line.starts_with(boundary)) return false;
  line.remove_prefix(boundary.size());
  return line.empty() || line == "--";
}

// One pass over the entities of a message, from the last to the first: what is inside is known first.
class Ranger {
 public:
  explicit Ranger(const std::vector<RawEntity>& entities)
      : entities_(entities), first_start_(entities.size(), 0), last_end_(entities.size(), 0) {}

  std::size_t heading_end(std::size_t i) const;
  std::size_t body_end(std::size_t i) const;
  // Tells the entity around where this one lies.
  void tell_parent(std::size_t i, std::size_t start, std::size_t end);

 private:
  [[nodiscard]] bool ends_here(std::size_t i, std::size_t line) const;

  const std::vector<RawEntity>& entities_;
  std::vector<std::size_t> first_start_;  // where the first part inside starts
  std::vector<std::size_t> last_end_;     // where the last part inside ends
};

std::size_t Ranger::heading_end(std::size_t i) const {
  const RawEntity& self = entities_[i];
  if (!self.is_composite && self.content.data() != nullptr) {
    return static_cast<std::size_t>(self.content.data() - self.frame_bytes.data());
  }
  if (!self.has_fields) return first_start_[i];
  std::size_t at = next_line(self.frame_bytes, self.last_field);
  while (at < self.frame_bytes.size() && (self.frame_bytes[at] == ' ' || self.frame_bytes[at] == '\t')) {
    at = next_line(self.frame_bytes, at);
  }
  // Lines that are no fields are passed over up to the blank line, if they are not a delimiter.
  while (at < self.frame_bytes.size() && !is_blank_line(self.frame_bytes, at)) {
    if (ends_here(i, at)) return at;
    at = next_line(self.frame_bytes, at);
  }
  return next_line(self.frame_bytes, at);
}

// True if the line at `line` is a delimiter of a multipart around the entity.
bool Ranger::ends_here(std::size_t i, std::size_t line) const {
  const RawEntity& self = entities_[i];
  if (self.frame_bytes.substr(line, 2) != "--") return false;
  for (int at = self.parent; at >= 0; at = entities_[static_cast<std::size_t>(at)].parent) {
    const RawEntity& around = entities_[static_cast<std::size_t>(at)];
    if (around.frame != self.frame) break;
    if (!around.boundary.empty() && is_delimiter(self.frame_bytes, line, around.boundary)) return true;
  }
  return false;
}

std::size_t Ranger::body_end(std::size_t i) const {
  const RawEntity& self = entities_[i];
  const std::size_t start = std::max(heading_end(i), last_end_[i]);
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

void Ranger::tell_parent(std::size_t i, std::size_t start, std::size_t end) {
  const int parent = entities_[i].parent;
  if (parent < 0 || entities_[static_cast<std::size_t>(parent)].frame != entities_[i].frame) return;
  first_start_[static_cast<std::size_t>(parent)] = start;  // the last to tell is the first of them
  last_end_[static_cast<std::size_t>(parent)] = std::max(last_end_[static_cast<std::size_t>(parent)], end);
}

}  // namespace

void RawRanges::compute(const std::vector<RawEntity>& entities) {
  ranges_.resize(entities.size());
  Ranger ranger(entities);
  for (std::size_t i = entities.size(); i-- > 0;) {
    const RawEntity& self = entities[i];
    Ranges& out = ranges_[i];
    out.body.start = ranger.heading_end(i);
    out.body.end = std::max<std::uint64_t>(ranger.body_end(i), out.body.start);
    out.heading.end = out.body.start;
    // Without a field a heading is its blank line alone.
    std::size_t blank = out.body.start;
    if (blank > 0 && self.frame_bytes[blank - 1] == '\n') --blank;
    if (blank > 0 && blank < out.body.start && self.frame_bytes[blank - 1] == '\r') --blank;
    out.heading.start = self.has_fields ? std::min<std::uint64_t>(self.first_field, out.heading.end) : blank;
    ranger.tell_parent(i, out.heading.start, out.body.end);
  }
}

}  // namespace mimebase::walk
