// What the header of a message says of the archives that have it.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "url/permalink.h"
#include "walk/message.h"

namespace mimebase::message {

struct ListArchives {
  // permalink_key() of the URLs of the message itself: Archived-At (RFC 5064 section 2), X-Archived-At.
  std::set<std::string, std::less<>> archived_at;
  // The installations that these and List-Archive (RFC 2369 section 3.6) name.
  url::PublicInboxes inboxes;
};

// Reads the header of a message, whose body is the entity `body`. Most have no such fields, for which the
// cost is one comparison of lengths per field.
[[nodiscard]] ListArchives read_list_archives(const walk::Message& message, int body);

}  // namespace mimebase::message
