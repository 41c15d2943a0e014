// The form in which two URLs are compared that may be written differently (RFC 3986 section 6.2).
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::url {

// Whether a text is a complete URL, or the beginning of URLs, whose last component or segment may go on.
enum class Extent { kWhole, kBeginning };

// Appends the normal form of an absolute URL to `out`: scheme and host in lower case, an internationalized
// host in its ASCII form, no default or empty port, a path of http, https, ftp, ws and wss that is not empty,
// no dot segments (RFC 3986 section 5.2.4), and no percent-encoding of letters, digits, "-", ".", "_" and "~"
// (section 2.3). Everything else, such as the case of percent-encoded bytes, stays as written. The normal
// form of a beginning is a beginning of the normal forms of the URLs that begin with it, where that is
// possible: a host that may go on is only made lower-case, and a last segment "." may become ".well-known".
MIMEBASE_FOR_ARCHIVE void append_normal_form(std::string_view absolute_url, Extent extent, std::string& out);

}  // namespace mimebase::url
