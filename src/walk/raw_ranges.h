// Where headings and bodies of entities lie in the raw bytes of their frames. GMime keeps the offsets of
// header fields and of leaf contents; the rest follows from the boundaries (RFC 2046 section 5.1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::walk {

// What is known of one entity, in the order of the walk: each after the one around it.
struct RawEntity {
  int parent = -1;
  int frame = 0;
  bool is_composite = false;
  bool has_fields = false;
  std::size_t first_field = 0, last_field = 0;  // offsets of their names in the frame
  std::string_view frame_bytes;
  std::string_view content;  // of a leaf: a view into frame_bytes, or empty
  std::string boundary;      // of a multipart
};

// Offsets in the entity's frame. A heading ends behind its blank line, where the body starts.
struct RawRanges {
  Range heading, body;
  std::size_t first_part = 0, last_part_end = 0;  // of what is inside; 0 where nothing is
};

// Of each entity. Linear in the bytes, but for the logarithm of the number of boundaries.
[[nodiscard]] std::vector<RawRanges> raw_ranges(const std::vector<RawEntity>& entities);

}  // namespace mimebase::walk
