// A reference resolved: the step from where something is written to what it means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "message/reference.h"

namespace mimebase::message {

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

}  // namespace mimebase::message
