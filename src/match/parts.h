// Which part of a message a reference names: by Content-ID or Message-ID (RFC 2392), by Content-Location
// within a multipart/related (RFC 2557 section 8.2). Knows no MIME parser: entities are numbers, each after
// the one around it. No question takes longer than the logarithm of the number of parts, however many bear
// one label and however deep they stand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "match/entity_tree.h"
#include "match/labels.h"
#include "mimebase/limits.h"

namespace mimebase::match {

class Parts {
 public:
  // Forgets the last message. Of the messages inside the next one that bear one Message-ID, `twins` are
  // looked into.
  void clear(std::uint64_t same_message_ids = Limits().twins);
  // Adds the next entity; `around` is an earlier one or -1, `is_related` true for multipart/related.
  void add_entity(int parent, bool is_related) { tree_.add(parent, is_related); }
  // Labels of the last added entity. `id` is without "<" and ">".
  void set_content_id(std::string_view id);
  // Its Content-Location as written, which can be a "cid:" URL.
  void set_literal_location(std::string_view literal);
  // The last added entity is the body of a message with this Message-ID.
  void set_message_id(std::string_view id);
  // Behind the last entity, before anything else.
  void finish();

  // The Content-Locations, entity by entity, absolute: resolved by RFC 1808, and as the URL Standard
  // serialises them without fragment. Each list is finished before it is asked.
  void add_location(int entity, std::string_view resolved);
  void finish_locations();
  void add_standard_location(int entity, std::string_view serialised);
  void finish_standard_locations();

  [[nodiscard]] const EntityTree& tree() const { return tree_; }
  // True if a reference could name a part by its Content-Location.
  [[nodiscard]] bool has_locations() const { return !locations_.empty(); }
  [[nodiscard]] bool has_standard_locations() const { return has_standard_; }
  // True if more messages bear one Message-ID than are looked into.
  [[nodiscard]] bool has_too_many_twins() const;

  struct Named {
    enum class Kind { kNone, kPart, kMissing } kind = Kind::kNone;
    int entity = -1;
  };
  // What `reference`, which is cleaned of white space and stands in entity `from`, names as a "cid:" or
  // "mid:" URL. kMissing where it is one of this message that no part bears, kNone where it is neither.
  [[nodiscard]] Named by_label(std::string_view reference, int from) const;

  // The part of `from`'s own multipart/related whose Content-Location is `resolved`, octet by octet but for
  // the fragment. Never `from` itself, and none that stands in a deeper multipart/related.
  [[nodiscard]] std::optional<int> in_own_related(std::string_view resolved, int from) const;
  // The same of each multipart/related around `from`, the innermost first; each is asked for `resolved`, then
  // for `serialised`: as the URL Standard has it. Either may be empty: no URL.
  [[nodiscard]] std::optional<int> by_location(std::string_view resolved, std::string_view serialised,
                                               int from) const;

  // Two parts of one multipart/related that bear one label.
  struct Clash {
    int related = -1;  // the innermost that both are of
    int part = -1;
    int other = -1;  // the first that bears the label
    bool by_location = false;
    std::string_view label;
  };
  // Each part that bears a label which another one before it bears, in the order of the multipart/related,
  // then of the parts. Needs the standard locations. Views live as long as the labels.
  [[nodiscard]] std::vector<Clash> clashes() const;

 private:
  struct Nearest {
    int parent = -1;  // the innermost entity around `from` that has a bearer
    int entity = -1;  // the first there; -1: none
  };

  [[nodiscard]] Nearest nearest(std::span<const int> bearers, int from, bool may_be_itself) const;
  [[nodiscard]] Named named(const Nearest& found) const;
  [[nodiscard]] Named message_or_part(std::string_view mid, int from) const;
  void id_clashes(std::vector<Clash>& out) const;
  void location_clashes(const Locations& locations, std::vector<Clash>& out) const;
  [[nodiscard]] int last() const { return tree_.size() - 1; }

  EntityTree tree_;
  Labels content_ids_, literal_locations_, message_ids_;
  Locations locations_, standard_locations_;
  std::uint64_t same_message_ids_ = Limits().twins;
  bool has_standard_ = false;
};

}  // namespace mimebase::match
