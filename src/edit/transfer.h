// Changes of a content, made changes of the raw bytes that it is encoded in (RFC 2045 section 6): of lines
// alone where the encoding allows.
#pragma once

#include <cstddef>
#include <string_view>

#include "edit/changes.h"
#include "walk/transfer_encoding.h"

namespace mimebase::edit {

// A content as it stands encoded in a frame.
struct EncodedContent {
  walk::TransferEncoding encoding = walk::TransferEncoding::kNone;
  std::string_view frame, raw;
  std::size_t raw_start = 0;  // of `raw` in the frame
  std::string_view decoded;
};

// What `changes`, which are sorted, are in raw bytes: they do not overlap.
[[nodiscard]] Changes encode_changes(const EncodedContent& content, Changes changes);

// How the line ends that `at` stands in, or the one before where that is the last: "\r\n" or "\n".
[[nodiscard]] std::string_view line_break_at(std::string_view bytes, std::size_t at);

}  // namespace mimebase::edit
