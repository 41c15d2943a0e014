// Which part of a message a reference names: by Content-ID (RFC 2392), by Content-Location within a
// multipart/related (RFC 2557 section 8.2). Knows no MIME parser: entities are numbers, each after the one
// around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mimebase::match {

class Parts {
 public:
  // Forgets the last message.
  void clear();
  // Adds the next entity; `around` is an earlier one or -1, `is_related` true for multipart/related.
  void add_entity(int around, bool is_related);
  // Labels of the last added entity. `id` is without "<" and ">".
  void set_content_id(std::string_view id);
  // `literal` is the Content-Location as written, `resolved` its absolute form; both may be empty.
  void set_content_location(std::string_view literal, std::string_view resolved);
  // The last added entity is the body of a message with this Message-ID.
  void set_message_id(std::string_view id);

  [[nodiscard]] bool has_locations() const { return has_locations_; }

  struct Named {
    enum class Kind { kNone, kPart, kMissing } kind = Kind::kNone;
    int entity = -1;
  };
  // What `reference`, which is cleaned of white space and stands in entity `from`, names as a "cid:" or
  // "mid:" URL. kMissing where it is one of this message that no part bears, kNone where it is neither.
  [[nodiscard]] Named by_label(std::string_view reference, int from) const;
  // The part whose Content-Location is `resolved` and which is inside a multipart/related around `from`, the
  // innermost of these first; compared without fragment, octet by octet, then as the URL Standard serialises
  // both. Never `from` itself.
  [[nodiscard]] std::optional<int> by_location(std::string_view resolved, int from) const;

 private:
  struct Entity {
    int around = -1;
    bool is_related = false;
  };
  using Index = std::unordered_map<std::string, std::vector<int>>;

  [[nodiscard]] bool is_inside(int part, int around) const;
  [[nodiscard]] Named nearest_part(const std::vector<int>& candidates, int from) const;
  [[nodiscard]] std::optional<int> nearest(const std::vector<int>& candidates, int from) const;
  [[nodiscard]] std::optional<int> in_related(const Index& index, const std::string& key, int from) const;
  [[nodiscard]] Named part_with_id(std::string_view encoded_id, int from) const;
  [[nodiscard]] Named message_or_part(std::string_view mid, int from) const;

  std::vector<Entity> entities_;
  Index content_ids_, literal_locations_, message_ids_;
  Index locations_;          // resolved, without fragment
  mutable Index canonical_;  // the same as the URL Standard serialises them; made when first asked for
  mutable bool has_canonical_ = false;
  bool has_locations_ = false;
};

}  // namespace mimebase::match
