// Determines the charset of a content, and makes the content readable for finders. This is the only step
// between transfer decoding and finding.
//
//   std::string converted;  // outlives `readable`
//   const charset::Readable readable =
//       charset::make_readable(heading_label, media_type, decoded_bytes, converted);
//   find::NestedSink mapped({.map = &readable.map}, sink);  // spans become bytes of `decoded_bytes` again
//   finder.find({readable.bytes, readable.charset}, readable.map.identity() ? sink : mapped);
#pragma once

#include <string>
#include <string_view>

#include "charset/charset.h"
#include "charset/offset_map.h"

namespace mimebase::charset {

// Content that a finder can read.
struct Readable {
  std::string_view bytes;   // the original bytes, or converted ones in the caller's buffer
  Charset charset;          // of `bytes`
  OffsetMap map;            // from `bytes` to the original ones; the identity without conversion
  std::string label;        // the chosen charset, canonical ("utf-16le"); "" if none is declared
  bool label_known = true;  // false if the header's label is unknown
};

// Chooses the charset by the first of these that applies: a byte order mark; the header's label, if it is
// known and not US-ASCII; the document's own declaration (declared_charset()); UTF-8, if all bytes are valid;
// windows-1252. `label` is the charset parameter of Content-Type, or "". `media_type` is in lower case. Time
// is linear.
[[nodiscard]] Readable make_readable(std::string_view label, std::string_view media_type,
                                     std::string_view bytes, std::string& buffer);

// The encoding that a content of this media type (lower case, no parameters) declares itself, used if its
// header declares none. HTML: the prescan of the HTML Standard (13.2.3.2: `<meta charset>`, `<meta
// http-equiv>`, the XML declaration). XML: its declaration (XML 1.0 section 4.3.3). CSS: `@charset "x";` (CSS
// Syntax section 3.2). All: UTF-16 without byte order mark, detected by the zeros of its first characters.
//
// Reads the first 1024 bytes. Returns a known label, or "". A document that declares UTF-16 in ASCII is not
// UTF-16, so that label is replaced by UTF-8.
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::string_view media_type);

}  // namespace mimebase::charset
