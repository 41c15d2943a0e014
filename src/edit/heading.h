// Locates the fields of a header that rewriting uses, as offsets in the raw bytes of their frame.
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

// Returns the lines of a field with their final line break. Returns nothing if the field is not in the raw
// bytes as it was parsed.
[[nodiscard]] std::optional<Range> field_lines(const walk::Message& message, int entity, int field);

// Returns the field's raw value without leading and trailing white space.
[[nodiscard]] std::optional<Range> field_value(const walk::Message& message, int entity, int field);

// The place after the last field, where a field can be added, and how lines end there. heading_end() returns
// nothing if there is no header.
struct HeadingEnd {
  std::size_t at = 0;
  std::string_view line_break;
  bool is_open = false;  // the last line lacks a line break
};
[[nodiscard]] std::optional<HeadingEnd> heading_end(const walk::Message& message, int entity);

// A DKIM-Signature (RFC 6376) or ARC-Message-Signature (RFC 8617) of a message's header.
struct Signature {
  std::string name;                 // the field's name
  std::string domain;               // the signer's domain
  std::vector<std::string> fields;  // signed fields, in lower case
  // Number of signed bytes of the canonical body (tag l). If missing, all are signed.
  std::optional<std::uint64_t> body_bytes;
  bool has_relaxed_body = false;  // canonicalization of the body (tag c)
};
[[nodiscard]] std::vector<Signature> signatures(const walk::Message& message, int entity);

// `start` is the beginning of a body. Returns how many bytes at the start of the canonical body (RFC 6376
// section 3.4) do not depend on the bytes after `start`.
[[nodiscard]] std::uint64_t canonical_bytes(std::string_view start, bool is_relaxed);

}  // namespace mimebase::edit
