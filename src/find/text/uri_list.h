// The finder of text/uri-list (RFC 2483 section 5).
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// Each line is a URI, but for those that are empty or begin with '#'. Context "uri-list"; the white space
// around a URI is no part of it.
void find_in_uri_list(const Content& content, Sink& sink);

}  // namespace mimebase::find
