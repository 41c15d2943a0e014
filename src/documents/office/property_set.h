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

// A hyperlink of the list _PID_HLINKS (MS-OSHARED section 2.3.3.1.18), in UTF-8. Both can be empty.
struct ListedHyperlink {
  std::string target, location;
  bool is_picture = false;  // the target is a picture that the document shows (MS-PPT section 2.5.1)
};
// Calls `use` with each of them, in the value of that property.
void for_each_listed_hyperlink(std::string_view blob,
                               const std::function<void(const ListedHyperlink& hyperlink)>& use);

}  // namespace mimebase::documents
