// The finders of calendars (RFC 5545, with RFC 7986's properties) and of cards (RFC 6350, RFC 2426, vCard
// 2.1). Both formats consist of content lines: folded lines of the form `group.NAME;PARAM=value:value`.
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// Both deliver, in document order: the parameters ALTREP and DIR ("calendar:altrep"), values that are
// URLs ("calendar:url", "vcard:photo"), and URLs in text values ("calendar:description/text", with
// FMTTYPE=text/html "calendar:x-alt-desc/a@href"). The value of an unknown property is a URL if VALUE=URI
// says so, or if the entire value looks like one. In `reference`, escapes (`\n`, `\,`) and
// quoted-printable are decoded. Spans are bytes of the content, folds included. Base64 values are
// skipped. Takes linear time.
void find_in_calendar(const Content& content, Sink& sink);
void find_in_vcard(const Content& content, Sink& sink);

}  // namespace mimebase::find
