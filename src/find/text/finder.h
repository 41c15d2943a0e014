// URL finders for plain text: for text without markup, for text/plain as used in mail, and for
// text/uri-list (RFC 2483 section 5).
#pragma once

#include "find/finder.h"
#include "text/for_archive.h"

namespace mimebase::find {

// Finds URLs in running text. Delivers them in order, without overlaps:
//  - delimited (context "text:delimited"): `<URL:x>` of RFC 1738's appendix, where x may be relative and may
//    span several lines, and `<x>` if x starts with a scheme;
//  - bare (context "text"): a known scheme and what follows it, and `www.` with a host (guessed).
// Spans are byte offsets in `content.bytes`; references are UTF-8. Takes linear time on any input.
//
// Lines are not joined. A caller whose lines have to be joined first (format=flowed) passes the joined
// text and a sink that maps the spans back.
MIMEBASE_FOR_ARCHIVE void find_in_text(const Content& content, Sink& sink);

// The same as find_in_text(), but skips uuencoded files (the pre-MIME blocks from "begin 644 name" to
// "end"). If the file name is that of a text (.txt, .htm, .html and others), the file is decoded and
// searched. The context of its references is "uuencoded/" and that of its own finder, and their span is
// the entire block, because encoded bytes have no character boundaries. Takes linear time.
void find_in_plain_text(const Content& content, Sink& sink);

// The same as find_in_plain_text(), for the text before its lines were broken (RFC 3676). If `delsp` is set
// (DelSp=yes), the space before a soft line break is removed, so a URL may continue across it, past quote
// marks and space-stuffing. Its span runs from its first to its last byte. Without `delsp` the space
// stays, so no bare URL can continue across it, and the function equals find_in_plain_text(), where
// `<URL:x>` and `<x>` may continue across any line break.
//
// Use it for text/plain whose `format` parameter is "flowed" in any case. Set `delsp` if the `delsp`
// parameter is "yes" in any case. Takes linear time.
void find_in_flowed_text(const Content& content, bool delsp, Sink& sink);

// Every line is a URI, unless it is empty or starts with '#'. The context is "uri-list". Surrounding
// white space is not part of the URI.
void find_in_uri_list(const Content& content, Sink& sink);

}  // namespace mimebase::find
