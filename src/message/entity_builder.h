// Builds what `tree` tells of an entity: its place in the bytes, its types and names, its base and the chain
// of all candidates.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "message/analysed_message.h"

namespace mimebase::message {

// What it builds lives as long as `message`, and until the next call.
class EntityBuilder {
 public:
  // `bytes_offset` is where the message's bytes begin in its source.
  EntityBuilder(AnalysedMessage& message, std::uint64_t bytes_offset)
      : message_(message), bytes_offset_(bytes_offset) {}

  [[nodiscard]] const Entity& build(int i);

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

// How much text a row has, with its keys.
[[nodiscard]] std::size_t text_bytes(const Entity& entity);

}  // namespace mimebase::message
