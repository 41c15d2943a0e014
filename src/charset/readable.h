// A content's charset decided, and the content made what finders can read: the one step between transfer
// decoding and finding.
//
//   std::string converted;  // outlives `readable`
//   const charset::Readable readable =
//       charset::make_readable(heading_label, media_type, decoded_bytes, converted);
//   find::MappedSink mapped(sink, readable.map);    // spans become bytes of `decoded_bytes` again
//   finder.find({readable.bytes, readable.charset}, readable.map.identity() ? sink : mapped);
#pragma once

#include <string>
#include <string_view>

#include "charset/charset.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

struct Readable {
  std::string_view bytes;   // the given ones, or the converted ones in the caller's buffer
  Charset charset;          // of `bytes`
  OffsetMap map;            // from `bytes` to the given ones; the identity where nothing was converted
  std::string label;        // what was decided on, canonical ("utf-16le"); "" where nobody said anything
  bool label_known = true;  // false: the heading's label is one that nobody knows
};

// Decides, the first that says something: a byte order mark; the label of the heading, if it is known and not
// US-ASCII; the document itself (declared_charset()); then whether all of it is UTF-8, else windows-1252.
// `label` is the charset parameter of Content-Type or "", `media_type` in lower case. Linear in the bytes.
[[nodiscard]] Readable make_readable(std::string_view label, std::string_view media_type,
                                     std::string_view bytes, std::string& buffer);

}  // namespace mimebase::charset
