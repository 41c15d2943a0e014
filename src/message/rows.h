// What `links` and `tree` tell: a reference resolved, the step from where something is written to what it
// means; and an entity with its place in the bytes, its types and names, its base and the chain of all
// candidates.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message/references.h"

namespace mimebase::message {

// Link::hidden.
[[nodiscard]] std::optional<std::string_view> name_of_hidden(find::Hidden hidden);

class LinkBuilder {
 public:
  // `message` must outlive this.
  explicit LinkBuilder(AnalysedMessage& message) : message_(message) {}

  // What `Link` says of the reference, until the next call; null once the message's rows are too many.
  const Link* build(const Reference& reference);
  // The entity that the last reference names; -1: none of this message.
  [[nodiscard]] int target() const { return target_; }

 private:
  void enter(const Origin& origin);
  LinkStatus resolve(const find::Found& found, const Resolver& resolver);
  void match_part(const Scope& scope);
  [[nodiscard]] std::optional<int> match_location(const Scope& scope);
  void put_host();
  void shorten_data_urls();

  AnalysedMessage& message_;
  Link link_;
  // Of the heading or content that the last reference stands in.
  int entity_ = -1;
  bool in_heading_ = false;
  std::string part_;
  std::optional<std::string> in_message_id_;
  // Of the last reference.
  int target_ = -1;
  std::string_view cleaned_;
  std::string clean_buffer_, guess_, matched_, serialised_, resolved_, host_, target_part_;
  std::string shown_reference_, shown_resolved_;
};

// What it builds lives as long as `message`, and until the next call.
class EntityBuilder {
 public:
  // `bytes_offset` is where the message's bytes begin in its source.
  EntityBuilder(AnalysedMessage& message, std::uint64_t bytes_offset)
      : message_(message), bytes_offset_(bytes_offset) {}

  // Null once the message's rows are too many.
  const Entity* build(int i);

 private:
  void put_details(int i);
  void put_bases(int i);

  AnalysedMessage& message_;
  std::uint64_t bytes_offset_;
  Entity entity_;
  // What it looks into.
  std::string part_, definer_, decoded_;
  walk::Details details_;
  std::optional<base::Declared> document_base_;
  std::vector<Candidate> chain_;
  std::deque<std::string> definers_;  // of the chain
};

}  // namespace mimebase::message
