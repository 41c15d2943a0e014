// message/external-body with access-type=URL (RFC 2017): the body is elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::find {

// The URL that the parameter `url` of Content-Type names, its quotes taken off already. It is broken into
// pieces by white space where it is long, and white space is no part of it (RFC 2017 section 3.1).
[[nodiscard]] std::string external_body_url(std::string_view url_parameter);

}  // namespace mimebase::find
