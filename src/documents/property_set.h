// Property sets (MS-OLEPS): what a compound file says about its document, such as its title and hyperlinks.
// Property lists (property_list.h) are something else.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mimebase::documents {

// Returns the value of a property that the user or a program has named, in a stream with property sets such
// as "\5DocumentSummaryInformation". Names are compared without regard to case. Returns nothing if it is not
// there, or is not of type VT_BLOB. A view into the stream.
[[nodiscard]] std::string_view user_defined_blob(std::string_view stream, std::string_view name);

// Calls `use` with the target and the location (UTF-8) of each hyperlink in the value of _PID_HLINKS
// (MS-OSHARED section 2.3.3.1.18). Both can be empty.
void for_each_listed_hyperlink(
    std::string_view blob,
    const std::function<void(const std::string& target, const std::string& location)>& use);

}  // namespace mimebase::documents
