// text/plain as mail has it: with files in it between "begin 644 name" and "end", from before there was MIME.
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// The finder of text/plain: find_in_text(), but nothing is found in the lines of a uuencoded file. If it is
// text by its name (.txt, .htm, .html ...) it is decoded, and what is in it has the context "uuencoded/" and
// that of its own finder; its encoded bytes have no boundaries that mean anything, so its span is the
// block's, from "begin" to "end". Linear in the bytes.
void find_in_plain_text(const Content& content, Sink& sink);

}  // namespace mimebase::find
