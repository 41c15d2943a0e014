// A content's charset decided, and the content made what finders can read: the one step between transfer
// decoding and finding.
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

// What the content of this media type (lower case, no parameters) says of its encoding, where its heading
// says nothing: HTML by the prescan of the HTML Standard (13.2.3.2: `<meta charset>`, `<meta http-equiv>`,
// the XML declaration), XML by its declaration (XML 1.0 section 4.3.3), CSS by `@charset "x";` (CSS Syntax
// section 3.2); for all of them, UTF-16 without a byte order mark by the zeros of its first characters. Looks
// at the first 1024 bytes. Gives a label that is known, else "". A document that could be read thus far as
// ASCII is in no UTF-16: that label means UTF-8 here.
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::string_view media_type);

}  // namespace mimebase::charset
