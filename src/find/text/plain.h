// The finders of text/plain as mail has it, and of text/uri-list (RFC 2483 section 5).
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// find_in_text(), but nothing is found in the lines of a uuencoded file, between "begin 644 name" and "end",
// from before there was MIME. If it is
// text by its name (.txt, .htm, .html ...) it is decoded, and what is in it has the context "uuencoded/" and
// that of its own finder; its encoded bytes have no boundaries that mean anything, so its span is the
// block's, from "begin" to "end". Linear in the bytes.
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
