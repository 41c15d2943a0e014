// Finds the part of a message that a reference names: by Content-ID or Message-ID (RFC 2392), or by
// Content-Location within a multipart/related (RFC 2557 section 8.2). Independent of the MIME parser:
// entities are numbers, and a parent precedes its children. Every lookup takes time logarithmic in the number
// of parts, however many parts share a label and however deep they are nested.
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

// The labels of one message at a time. Add its entities in order, call finish(), then look labels up.
class Parts {
 public:
  // Discards the last message. In the next one, at most `same_message_ids` nested messages with the same
  // Message-ID are searched.
  void clear(std::uint64_t same_message_ids = Limits().same_message_ids);
  // Adds the next entity; `parent` is an earlier one, or -1. `is_related` is true for multipart/related.
  void add_entity(int parent, bool is_related) { tree_.add(parent, is_related); }
  // Sets the Content-ID of the last entity, without "<" and ">".
  void set_content_id(std::string_view id);
  // Sets its Content-Location as written, which can be a "cid:" URL.
  void set_literal_location(std::string_view literal);
  // Sets the Message-ID of the message whose body the last entity is.
  void set_message_id(std::string_view id);
  // Call this after the last entity and before any other function below.
  void finish();

  // Adds absolute Content-Locations in entity order: resolved by RFC 1808, and as serialised by the URL
  // Standard without fragment. Finish each list before looking it up.
  void add_location(int entity, std::string_view resolved);
  void finish_locations();
  void add_standard_location(int entity, std::string_view serialised);
  void finish_standard_locations();

  [[nodiscard]] const EntityTree& tree() const { return tree_; }
  // Returns true if a reference could name a part by its Content-Location.
  [[nodiscard]] bool has_locations() const { return !locations_.empty(); }
  [[nodiscard]] bool has_standard_locations() const { return has_standard_; }
  // Returns true if more messages share a Message-ID than are searched.
  [[nodiscard]] bool has_too_many_same_message_ids() const;

  // The outcome of a lookup.
  struct Named {
    enum class Kind { kNone, kPart, kMissing } kind = Kind::kNone;
    int entity = -1;
  };
  // The part that `reference` names as a "cid:" or "mid:" URL. `reference` is in entity `from`, without
  // surrounding white space. kMissing if it refers to this message but no part has the label; kNone if it is
  // neither.
  [[nodiscard]] Named by_label(std::string_view reference, int from) const;

  // The part of `from`'s own multipart/related whose Content-Location equals `resolved`, byte by byte and
  // without fragment. Excludes `from` itself and parts of a nested multipart/related.
  [[nodiscard]] std::optional<int> in_own_related(std::string_view resolved, int from) const;
  // The same for each multipart/related around `from`, innermost first. Each is searched for `resolved`, then
  // for `serialised`, the form of the URL Standard. Either may be empty if there is no such URL.
  [[nodiscard]] std::optional<int> by_location(std::string_view resolved, std::string_view serialised,
                                               int from) const;

  // Two parts of one multipart/related with the same label.
  struct Clash {
    int related = -1;  // the innermost that contains both
    int part = -1;
    int other = -1;  // the first part with the label
    bool by_location = false;
    std::string_view label;
  };
  // Every part whose label an earlier part has, ordered by multipart/related, then by part. Requires the
  // standard locations. The views are valid as long as the labels.
  [[nodiscard]] std::vector<Clash> clashes() const;

 private:
  struct Nearest {
    int parent = -1;  // the innermost entity around `from` that contains a part with the label
    int entity = -1;  // the first such part; -1 if there is none
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
  std::uint64_t same_message_ids_ = Limits().same_message_ids;
  bool has_standard_ = false;
};

}  // namespace mimebase::match
