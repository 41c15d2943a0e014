// The finder of text/vcard (RFC 6350), text/x-vcard (vCard 2.1, RFC 2426) and text/directory (RFC 2425).
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// URLs of URL, SOURCE, FBURL, CALURI, CALADRURI, ORG-DIRECTORY, IMPP and MEMBER; of PHOTO, LOGO, SOUND, KEY,
// RELATED, UID and every other property whose value is one; and those in the text of NOTE. Contexts and
// spans: see find_in_content_lines().
void find_in_vcard(const Content& content, Sink& sink);

}  // namespace mimebase::find
