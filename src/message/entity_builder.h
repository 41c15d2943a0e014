// Builds what `tree` tells of an entity: its place in the bytes, its types and names, its base and the chain
// of all candidates.
#pragma once

#include "message/analysed_message.h"

namespace mimebase::message {

// Views in the answer live as long as `message`, and until the next call.
class EntityBuilder {
 public:
  // `bytes_offset` is where the message's bytes begin in its source.
  EntityBuilder(AnalysedMessage& message, std::uint64_t bytes_offset)
      : message_(message), bytes_offset_(bytes_offset) {}

  [[nodiscard]] Entity build(int i);

 private:
  void put_details(int i, Entity& out) const;
  void put_bases(int i, Entity& out);

  AnalysedMessage& message_;
  std::uint64_t bytes_offset_;
  std::string decoded_;
  base::Declared document_base_;
};

// How much text a row has, with its keys.
[[nodiscard]] std::size_t text_bytes(const Entity& entity);

}  // namespace mimebase::message
