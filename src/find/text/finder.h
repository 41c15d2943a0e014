// URLs in plain text: for the media type text/plain, and for everything else that is text but no markup.
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

}  // namespace mimebase::find
