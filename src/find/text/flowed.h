// text/plain with format=flowed (RFC 3676): paragraphs whose lines were broken to be shown.
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// As find_in_plain_text(), in the text as it was before its lines were broken. With `delsp` (DelSp=yes) the
// space before a soft line break is none of the text's, so a URL may run over it, through quote marks and
// the space that stuffs a line; its span runs from its first to its last byte. Without it the space stays,
// and no bare URL can run over it: then this is find_in_plain_text() itself, where `<URL:x>` and `<x>` may
// run over any line break.
//
// For the content type text/plain whose parameter `format` is "flowed" in any case; `delsp` is true where the
// parameter of that name is "yes" in any case. Linear in the bytes.
void find_in_flowed_text(const Content& content, bool delsp, Sink& sink);

}  // namespace mimebase::find
