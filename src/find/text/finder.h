// URLs in plain text: for everything that is text but no markup, for text/plain as mail has it, and for
// text/uri-list (RFC 2483 section 5).
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// Finds URLs in running text and delivers them in the order in which they stand, never overlapping:
//  - delimited ones (context "text:delimited"): `<URL:x>` of RFC 1738's appendix, where x may be relative
//    and may run over several lines, and `<x>` where x begins with a scheme;
//  - bare ones (context "text"): a known scheme and what belongs to it, and `www.` with a host (guessed).
// Spans are bytes of `content.bytes`; references are UTF-8. Takes linear time whatever the text is.
//
// The text is taken as one piece: whoever has a text whose lines are to be joined first (format=flowed)
// hands in the joined text and a sink that puts the spans back into their place.
void find_in_text(const Content& content, Sink& sink);

// find_in_text(), but nothing is found in the lines of a uuencoded file, between "begin 644 name" and "end",
// from before there was MIME. If it is text by its name (.txt, .htm, .html ...) it is decoded, and what is in
// it has the context "uuencoded/" and that of its own finder; its encoded bytes have no boundaries that mean
// anything, so its span is the block's, from "begin" to "end". Linear in the bytes.
void find_in_plain_text(const Content& content, Sink& sink);

// As find_in_plain_text(), in the text as it was before its lines were broken. With `delsp` (DelSp=yes) the
// space before a soft line break is none of the text's, so a URL may run over it, through quote marks and
// the space that stuffs a line; its span runs from its first to its last byte. Without it the space stays,
// and no bare URL can run over it: then this is find_in_plain_text() itself, where `<URL:x>` and `<x>` may
// run over any line break.
//
// For the content type text/plain whose parameter `format` is "flowed" in any case; `delsp` is true where the
// parameter of that name is "yes" in any case. Linear in the bytes.
void find_in_flowed_text(const Content& content, bool delsp, Sink& sink);

// Each line is a URI, but for those that are empty or begin with '#'. Context "uri-list"; the white space
// around a URI is no part of it.
void find_in_uri_list(const Content& content, Sink& sink);

}  // namespace mimebase::find
