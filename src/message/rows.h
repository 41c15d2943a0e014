// Makes the rows of `links` and `tree`. A Link is a reference that is resolved and matched with parts. An
// Entity has its place in the bytes, its types and names, its base and the chain of all candidates.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message/list_archives.h"
#include "message/references.h"

namespace mimebase::message {

// The URL as rows show it unless they are asked for all: a data: URL is cut off after 100 bytes. Returns a
// view of `url` or of `buffer`.
[[nodiscard]] std::string_view shown_url(std::string_view url, std::string& buffer);

// Resolves references, and makes their Links.
class LinkBuilder {
 public:
  // `message` must outlive this object.
  explicit LinkBuilder(AnalysedMessage& message) : message_(message) {}

  // The Link of the reference, valid until the next call. Null if the message's budget for rows is used up.
  const Link* build(const Reference& reference);
  // The entity that the last reference names; -1 if it names none of this message.
  [[nodiscard]] int target() const { return target_; }

 private:
  void enter(const Origin& origin);
  LinkStatus resolve(const find::Found& found, const Resolver& resolver);
  void match_part(const Scope& scope);
  [[nodiscard]] std::optional<int> match_location(const Scope& scope);
  void put_unicode();
  void put_unwrapped(std::string_view host);
  void put_permalink();
  const ListArchives& archives();

  AnalysedMessage& message_;
  Link link_;
  // For the header or content of the last reference.
  int entity_ = -1;
  bool in_heading_ = false;
  std::string part_;
  std::optional<std::string> in_message_id_;
  std::string page_;
  // By the number of the message, once they are needed; and those for entity_.
  std::map<int, ListArchives> archives_by_message_;
  const ListArchives* archives_ = nullptr;
  // For the last reference.
  int target_ = -1;
  std::string_view cleaned_;
  std::string clean_buffer_, guess_, matched_, serialised_, resolved_, host_, host_unicode_, target_part_;
  std::string shown_reference_, shown_resolved_;
  Unwrapped unwrapped_;
  std::optional<url::Permalink> permalink_;
  std::string plain_host_;        // the last host that wraps nothing: the next link often has the same
  bool has_told_layers_ = false;  // a note says that a URL has too many wrappers
};

// Makes Entities. Each is valid until the next call, and no longer than `message`.
class EntityBuilder {
 public:
  // `bytes_offset` is the start of the message's bytes in its source.
  EntityBuilder(AnalysedMessage& message, std::uint64_t bytes_offset)
      : message_(message), bytes_offset_(bytes_offset) {}

  // The i-th Entity. Null if the message's budget for rows is used up.
  const Entity* build(int i);

 private:
  AnalysedMessage& message_;
  std::uint64_t bytes_offset_;
  Entity entity_;
  // entity_ points into these.
  std::string part_, definer_, decoded_;
  walk::Details details_;
  std::vector<base::Declared> document_bases_;
  std::optional<base::Declared> saved_from_, unfollowed_base_;
  std::vector<Candidate> chain_;
  std::deque<std::string> definers_;  // parts of the chain's candidates
};

}  // namespace mimebase::message
