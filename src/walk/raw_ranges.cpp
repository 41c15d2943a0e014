// Computes the ranges of headers and bodies of entities in the raw bytes of their frames.
#include <algorithm>
#include <map>
#include <utility>

#include "text/ascii.h"
#include "walk/message_state.h"

namespace mimebase::walk {
namespace {

// Returns the start of the line after the one that contains `at`.
std::size_t next_line(std::string_view bytes, std::size_t at) {
  const std::size_t end = bytes.find('\n', at);
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

bool is_blank_line(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (bytes[at] == '\n' || bytes.substr(at, 2) == "\r\n");
}

// One pass over the entities of a message, in reverse order: nested entities come first.
class Ranger {
 public:
  explicit Ranger(const Message::State& message) : message_(message), out_(message.entities.size()) {}
  std::vector<RawRanges> run();

 private:
  void read(std::size_t i);
  void move_into(int target);
  void count(int entity, int by);
  [[nodiscard]] bool has(std::string_view boundary) const;
  [[nodiscard]] bool ends_here(std::size_t line) const;
  [[nodiscard]] std::size_t offset_of(std::size_t field) const {
    return static_cast<std::size_t>(std::max<std::int64_t>(message_.fields[field].offset, 0));
  }
  [[nodiscard]] std::size_t heading_end(const Entity& self, const RawRanges& range) const;
  [[nodiscard]] std::size_t body_end(const RawRanges& range) const;
  void count_in_parent(const Entity& self, const RawRanges& range);

  const Message::State& message_;
  std::vector<RawRanges> out_;
  // The number of enclosing multiparts, by frame and boundary.
  std::map<std::pair<int, std::string_view>, int> around_;
  int parent_ = -1;
  // State of the current entity.
  int frame_ = 0;
  std::string_view bytes_, content_;  // bytes_: of its frame; content_: of a leaf
  bool is_composite_ = false;
};

// Updates around_ to `target` and its ancestors. The ancestors of an entity include the preceding entity,
// or are also its ancestors; nested entities have higher indices.
void Ranger::move_into(int target) {
  const auto parent_of = [this](int i) { return message_.entities[static_cast<std::size_t>(i)].parent; };
  for (; parent_ > target; parent_ = parent_of(parent_)) count(parent_, -1);
  for (int at = target; at > parent_; at = parent_of(at)) count(at, 1);
  parent_ = target;
}

void Ranger::count(int entity, int by) {
  const std::string_view boundary = message_.boundary(entity);
  if (!boundary.empty()) around_[{message_.entities[static_cast<std::size_t>(entity)].frame, boundary}] += by;
}

bool Ranger::has(std::string_view boundary) const {
  const auto found = around_.find({frame_, boundary});
  return found != around_.end() && found->second > 0;
}

// True if the line is an opening or closing delimiter of an enclosing multipart.
bool Ranger::ends_here(std::size_t at) const {
  if (bytes_.substr(at, 2) != "--") return false;
  std::string_view line = bytes_.substr(at, std::min(bytes_.find('\n', at), bytes_.size()) - at);
  line = line.substr(2, std::max<std::size_t>(line.find_last_not_of(" \t\r") + 1, 2) - 2);
  return has(line) || (line.ends_with("--") && has(line.substr(0, line.size() - 2)));
}

std::size_t Ranger::heading_end(const Entity& self, const RawRanges& range) const {
  if (content_.data() != nullptr) return static_cast<std::size_t>(content_.data() - bytes_.data());
  if (self.field_count == 0) return range.first_part;
  std::size_t at = next_line(bytes_, offset_of(self.first_field + self.field_count - 1));
  while (at < bytes_.size() && ascii::is_blank(bytes_[at])) at = next_line(bytes_, at);
  // Lines that are not fields are skipped up to the blank line, unless one is a delimiter.
  while (at < bytes_.size() && !is_blank_line(bytes_, at)) {
    if (ends_here(at)) return at;
    at = next_line(bytes_, at);
  }
  return next_line(bytes_, at);
}

std::size_t Ranger::body_end(const RawRanges& range) const {
  const std::size_t start = std::max<std::size_t>(range.body.start, range.last_part_end);
  if (!is_composite_) return start + content_.size();
  std::size_t at = start;
  if (at > 0 && bytes_[at - 1] != '\n') at = next_line(bytes_, at);
  while (at < bytes_.size() && !ends_here(at)) at = next_line(bytes_, at);
  if (at >= bytes_.size()) return bytes_.size();
  // The line break before a delimiter belongs to the delimiter.
  if (at > start && bytes_[at - 1] == '\n') --at;
  if (at > start && bytes_[at - 1] == '\r') --at;
  return at;
}

// Records the range in the enclosing entity.
void Ranger::count_in_parent(const Entity& self, const RawRanges& range) {
  if (self.parent < 0) return;
  const auto parent = static_cast<std::size_t>(self.parent);
  if (message_.entities[parent].frame != self.frame) return;
  out_[parent].first_part = range.heading.start;  // overwritten until the first part, which is read last
  out_[parent].last_part_end = std::max<std::size_t>(out_[parent].last_part_end, range.body.end);
}

void Ranger::read(std::size_t i) {
  const Entity& self = message_.entities[i];
  GMimeObject* object = message_.nodes[i].object;
  frame_ = self.frame;
  bytes_ = message_.frame_of(self).bytes;
  is_composite_ = object != nullptr && !GMIME_IS_PART(object);
  content_ = object != nullptr ? raw_content(message_.frame_of(self), object) : bytes_;
  RawRanges& range = out_[i];
  move_into(self.parent);
  range.heading.end = range.body.start = heading_end(self, range);
  range.body.end = std::max<std::uint64_t>(body_end(range), range.body.start);
  // A header without fields consists of its blank line.
  std::size_t blank = range.body.start;
  if (blank > 0 && bytes_[blank - 1] == '\n') --blank;
  if (blank > 0 && blank < range.body.start && bytes_[blank - 1] == '\r') --blank;
  range.heading.start =
      self.field_count > 0 ? std::min<std::uint64_t>(offset_of(self.first_field), range.heading.end) : blank;
  count_in_parent(self, range);
}

std::vector<RawRanges> Ranger::run() {
  for (std::size_t i = out_.size(); i-- > 0;) read(i);
  return std::move(out_);
}

}  // namespace

std::vector<RawRanges> raw_ranges(const Message::State& message) {
  return Ranger(message).run();
}

}  // namespace mimebase::walk
