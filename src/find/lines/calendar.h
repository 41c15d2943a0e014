// The finder of text/calendar (RFC 5545, with RFC 7986's properties).
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// URLs of URL, ATTACH, SOURCE, TZURL, CONFERENCE, IMAGE, of ORGANIZER and ATTENDEE, of every other property
// whose value is one; of ALTREP and DIR; and those in the text of DESCRIPTION, SUMMARY, LOCATION, COMMENT,
// CONTACT, X-ALT-DESC and the like. Contexts and spans: see find_in_content_lines().
void find_in_calendar(const Content& content, Sink& sink);

}  // namespace mimebase::find
