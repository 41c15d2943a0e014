// The table of services that wrap URLs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "unwrap/decode.h"

namespace mimebase::unwrap {

// The place of the target in the wrapped URL.
enum class Where : std::uint8_t {
  kQuery,     // the query value of the first of `keys` that has one
  kQueryAll,  // the query
  kPath,      // the match of "**", up to the end of the path
  kRest,      // the match of "**", up to the end of the URL
  kFragment,  // the fragment
  kHost,      // the host
  kServer,    // none: only the service's server knows the target
};

// Removes and returns the first item of a list that is separated by spaces.
[[nodiscard]] constexpr std::string_view take_item(std::string_view& list) {
  const std::string_view item = list.substr(0, list.find(' '));
  list.remove_prefix(item.size() == list.size() ? item.size() : item.size() + 1);
  return item;
}

// A row of the table: one format of a service's URLs. Lists are separated by spaces.
struct Wrapper {
  // A list of patterns. "*." matches one or more labels, "?" a digit, and a final ".*" a suffix under which
  // Google has a domain.
  std::string_view hosts;
  // A list of patterns. "*" matches the rest of a segment, and a final "**" everything that follows. Neither
  // matches an empty text.
  std::string_view paths;
  Where where = Where::kServer;
  // A list, in order of precedence. If `where` is kServer: keys that the query must have, or, after "-", must
  // not have, because they would contain the target.
  std::string_view keys;
  Decoder decode = nullptr;  // null if `where` is kServer
  std::string_view name;
  std::string_view source;     // origin of the row: documentation, a list or tests
  std::string_view more = {};  // allowed start of a target, in addition to http:// and https://
};

// Returns all rows. They have static storage.
[[nodiscard]] std::span<const Wrapper> all_wrappers();

// Iterates over the rows whose hosts match `host`, in the order of the table. `host` has no port and no final
// dot. It may contain any bytes in upper or lower case, and must outlive this object. For most hosts without
// a match, the cost is one hash of one label.
class WrapperList {
 public:
  explicit WrapperList(std::string_view host);
  // Returns the next row, or null at the end. Rows have static storage.
  [[nodiscard]] const Wrapper* next();

 private:
  std::string_view host_;
  unsigned entry_;  // 0 is the end
};

// Returns whether a row's hosts match `host`, which may have a final dot. No URL of another host is wrapped.
[[nodiscard]] bool may_wrap(std::string_view host);

}  // namespace mimebase::unwrap
