// Values of header fields, decoded: for a person, identifiers, dates.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase::walk {

// A header field's value for a person: unfolded, RFC 2047 words decoded, UTF-8. Bytes that are no UTF-8 are
// read as windows-1252.
[[nodiscard]] std::string decode_field(std::string_view raw_value);

// What stands between the "<" and the ">" of a Message-ID or Content-ID, without white space around it; of a
// value without brackets all of it. Nothing where that is empty.
[[nodiscard]] std::optional<std::string> bracketed_id(std::string_view raw_value);

// RFC 3339, in the zone that the field names; "-00:00" where it names none (RFC 3339 section 4.3).
[[nodiscard]] std::optional<std::string> rfc3339_date(std::string_view raw_value);

}  // namespace mimebase::walk
