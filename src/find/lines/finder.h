// The finders of calendars (RFC 5545, with RFC 7986's properties) and of cards (RFC 6350, RFC 2426,
// vCard 2.1), which share the syntax of content lines: folded lines of `group.NAME;PARAM=value:value`.
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// Both deliver, in their order: the parameters ALTREP and DIR ("calendar:altrep"), values that are URLs
// ("calendar:url", "vcard:photo"), and the URLs in texts ("calendar:description/text", with FMTTYPE=text/html
// "calendar:x-alt-desc/a@href"). The value of a property that is not known is a URL where VALUE=URI says so,
// or where all of it looks like one. Escapes (`\n`, `\,`) and quoted-printable are decoded in `reference`;
// spans are bytes of the content, folds included. What is base64 is passed over. Linear in the bytes.
void find_in_calendar(const Content& content, Sink& sink);
void find_in_vcard(const Content& content, Sink& sink);

}  // namespace mimebase::find
