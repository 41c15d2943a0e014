// The services that wrap URLs.
#pragma once

#include <cstdint>
#include <string_view>

#include "unwrap/decode.h"

namespace mimebase::unwrap {

// Where in the wrapped URL the target is.
enum class Where : std::uint8_t {
  kQuery,     // the value of the first of `keys` in the query that has one
  kQueryAll,  // the query
  kPath,      // what "**" stands for, up to the end of the path
  kRest,      // what "**" stands for, up to the end of the URL
  kFragment,  // the fragment
  kHost,      // the host
  kServer,    // nowhere: only the service's server knows it
};

// Takes the first item off a list whose items are separated by spaces.
[[nodiscard]] constexpr std::string_view take_item(std::string_view& list) {
  const std::string_view item = list.substr(0, list.find(' '));
  list.remove_prefix(item.size() == list.size() ? item.size() : item.size() + 1);
  return item;
}

struct Wrapper {
  // A list. "*." is one or more labels, "?" is a digit, and a final ".*" is one of the suffixes that Google
  // has domains under.
  std::string_view hosts;
  // A list. "*" is the rest of a segment, a final "**" is what follows; neither is empty.
  std::string_view paths;
  Where where = Where::kServer;
  std::string_view keys;     // a list, in the order in which they count
  Decoder decode = nullptr;  // null if `where` is kServer
  std::string_view name;
  std::string_view source;     // what the row was taken from
  std::string_view more = {};  // how a target may start besides with http:// and https://
};

// The rows whose hosts match `host`, in the order of the table. `host` has no port and no final dot, and is
// bytes in any case; it must outlive this. Most hosts that match none cost one hash of one label.
class WrapperList {
 public:
  explicit WrapperList(std::string_view host);
  // The next row, or null.
  [[nodiscard]] const Wrapper* next();

 private:
  std::string_view host_;
  unsigned entry_;  // 0 is the end
};

}  // namespace mimebase::unwrap
