// Converts changes of a content to changes of its encoded bytes (RFC 2045 section 6). Only the affected lines
// change if the encoding allows it.
#pragma once

#include <cstddef>
#include <string_view>

#include "edit/changes.h"
#include "walk/transfer_encoding.h"

namespace mimebase::edit {

// An encoded content within its frame.
struct EncodedContent {
  walk::TransferEncoding encoding = walk::TransferEncoding::kNone;
  std::string_view frame, raw;
  std::size_t raw_start = 0;  // offset of `raw` in the frame
  std::string_view decoded;
};

// Converts sorted `changes` to changes of the raw bytes, which do not overlap.
[[nodiscard]] Changes encode_changes(const EncodedContent& content, Changes changes);

// Returns the line break, "\r\n" or "\n", of the line at `at`. If that is an unfinished last line, returns
// the one of the line before.
[[nodiscard]] std::string_view line_break_at(std::string_view bytes, std::size_t at);

}  // namespace mimebase::edit
