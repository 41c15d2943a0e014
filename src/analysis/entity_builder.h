// Builds what `tree` tells of an entity: its place in the bytes, its types and names, its base and the chain
// of all candidates.
#pragma once

#include "analysis/message_analysis.h"

namespace mimebase::analysis {

// Views in the answer live as long as `analysis`, and until the next call.
class EntityBuilder {
 public:
  // `bytes_offset` is where the message's bytes begin in its source.
  EntityBuilder(MessageAnalysis& analysis, std::uint64_t bytes_offset)
      : analysis_(analysis), bytes_offset_(bytes_offset) {}

  [[nodiscard]] Entity build(int i);

 private:
  void put_details(int i, Entity& out) const;
  void put_bases(int i, Entity& out);

  MessageAnalysis& analysis_;
  std::uint64_t bytes_offset_;
  PreparedContent content_;
  base::Declared document_base_;
};

// How much text a row has, with its keys.
[[nodiscard]] std::size_t text_bytes(const Entity& entity);

}  // namespace mimebase::analysis
