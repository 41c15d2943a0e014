// `links --top`: the name under which a link is counted, and the row with the count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "mimebase/run.h"
#include "write/row_writer.h"

namespace mimebase::run {

// Determines the names under which links are counted. Not thread-safe.
class TopNames {
 public:
  // `unwrapped`: as LinkFilter::unwrapped.
  explicit TopNames(bool unwrapped) : unwrapped_(unwrapped) {}

  // Returns the URL, host or registrable domain of the link, or nothing if it has none. The view is valid
  // until the next call, and no longer than the link.
  [[nodiscard]] std::optional<std::string_view> name(Top top, const Link& link);

 private:
  const bool unwrapped_;
  std::string unwrapped_host_;
  std::string host_, domain_;  // a cache: the next link often has the same host as the last
};

// Writes the row for a name that TopNames::name() returned.
// `defang` writes it as RowOptions::defang says.
void write_top(Top top, std::string_view name, std::uint64_t count, bool defang, write::RowWriter& writer);

}  // namespace mimebase::run
