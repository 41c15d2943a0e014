// `rewrite --map`: URLs become others, by a UrlMap.
//
// A base may be mapped too, and the references below it then lead elsewhere. Those that lead where they
// should stay as written, and the others become absolute. Where one of them cannot be written, its base is
// kept, and the message is rewritten once more. In the same way, the Content-Location of a part is kept if a
// reference to it cannot follow.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edit/replacer.h"
#include "match/parts.h"
#include "mimebase/url_map.h"

namespace mimebase::edit {

class MapReplacer : public Replacer {
 public:
  // All arguments must outlive it. `builder` makes the Links that it gets.
  MapReplacer(message::AnalysedMessage& message, const message::LinkBuilder& builder, const UrlMap& map);

  [[nodiscard]] Decision decide(const message::Reference& reference, const Link& link) override;
  void stays(const message::Reference& reference, const Link& link) override;
  void content_stays(int entity) override;
  void unknown_stay() override;
  [[nodiscard]] bool starts_again() override;
  [[nodiscard]] std::optional<std::string> new_base(int entity, const base::Effective& base) override;

 private:
  // Sets wanted_ and leads_to_. Returns false if the reference has no target that could be mapped.
  [[nodiscard]] bool find_targets(const message::Reference& reference, const Link& link);
  void find_wanted(const message::Reference& reference, const Link& link);
  void find_leads_to(const message::Reference& reference, const Link& link);

  // Returns true for a reference that declares a base, or labels a part.
  [[nodiscard]] bool is_declaration(const message::Reference& reference, const Link& link);
  // A comment that says where a content was saved from declares a base, and may hold a reference as text.
  [[nodiscard]] const find::Declaration* mark_around(const message::Reference& reference);
  [[nodiscard]] bool can_be_mark(const message::Reference& reference, std::string_view mapped);
  [[nodiscard]] bool keeps_content(const message::Reference& reference) const;

  // What becomes of a base or label that `entity` declares; nothing if it stays.
  [[nodiscard]] std::optional<std::string> new_declared(int entity, std::string_view url,
                                                        bool is_location) const;
  // Returns true if both or neither of the URLs can be a base.
  [[nodiscard]] bool are_alike_as_bases(std::string_view a, std::string_view b) const;
  // The part that a reference, which now names one, names by the new Content-Locations; -1 for none. It
  // stays, or becomes `mapped`.
  [[nodiscard]] int new_target(const message::Reference& reference, const std::optional<std::string>& mapped);
  void find_new_locations();
  void keep_clashing_labels();

  // Keep what a declaration or all Content-Locations of an entity say, from the next pass on.
  void keep_declared(int entity, std::string_view url);
  void keep_labels(int entity);
  void keep_base(int entity, const base::Effective& base);

  message::AnalysedMessage& message_;
  const message::LinkBuilder& builder_;
  const UrlMap& map_;

  enum class Kept : std::uint8_t { kNothing, kText, kEverything };

  // What stays because something that depends on it does. Grows from pass to pass.
  std::set<std::pair<int, std::string>> kept_;      // declarations: entity, and URL without fragment
  std::vector<bool> keeps_labels_;                  // by entity
  std::set<std::string, std::less<>> kept_labels_;  // of these entities: other parts may have the same ones
  std::vector<Kept> kept_contents_;                 // by entity
  bool keeps_all_ = false;                          // bases and labels
  bool starts_again_ = false;
  int passes_ = 1;

  std::optional<match::Parts> new_parts_;  // with the new Content-Locations; set on first use
  bool moves_locations_ = false;           // one of them is new
  // The last base, what becomes of it, and a resolver for that.
  std::string base_url_;
  BaseBy base_by_ = BaseBy::kNone;
  int base_definer_ = -1;
  std::optional<std::string> new_base_;
  std::optional<Resolver> resolver_;
  int resolver_entity_ = -1;
  // For the last reference.
  std::string wanted_;    // where it should lead
  std::string leads_to_;  // where it leads as it is written
  bool is_mapped_ = false;
  std::optional<EditNoteCode> left_;
};

}  // namespace mimebase::edit
