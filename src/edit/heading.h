// The fields of a heading that rewriting has to do with, where they stand in the raw bytes of their frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/range.h"
#include "walk/message.h"

namespace mimebase::edit {

// The lines of a field, with the line break at their end. Nothing where the field does not stand there as it
// was read.
[[nodiscard]] std::optional<Range> field_lines(const walk::Message& message, int entity, int field);

// Its value as it is written, from the first byte that is no white space to the last.
[[nodiscard]] std::optional<Range> field_value(const walk::Message& message, int entity, int field);

// Where a field can be added, behind all others, and how lines end there; nothing in what has no heading.
struct HeadingEnd {
  std::size_t at = 0;
  std::string_view line_break;
  bool is_open = false;  // the last line has no line break
};
[[nodiscard]] std::optional<HeadingEnd> heading_end(const walk::Message& message, int entity);

// A DKIM-Signature (RFC 6376) or ARC-Message-Signature (RFC 8617) of a message's heading.
struct Signature {
  std::string name;                 // of the field
  std::string domain;               // of who signed
  std::vector<std::string> fields;  // that are signed, in lower case
  // How many bytes of the canonical body are signed (the tag l); none: all of them.
  std::optional<std::uint64_t> body_bytes;
  bool has_relaxed_body = false;  // how the body is made canonical (the tag c)
};
[[nodiscard]] std::vector<Signature> signatures(const walk::Message& message, int entity);

// The number of bytes at the start of the canonical body (RFC 6376 section 3.4) that depend on nothing behind
// `start`, which are the first bytes of a body.
[[nodiscard]] std::uint64_t canonical_bytes(std::string_view start, bool is_relaxed);

}  // namespace mimebase::edit
