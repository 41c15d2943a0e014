// `links --top`: what a link is counted by, and the row that says how often that was there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "mimebase/run.h"
#include "write/row_writer.h"

namespace mimebase::run {

// For one thread.
class TopNames {
 public:
  // What the link counts for; nothing where it has none. The view lives until the next call, or as long as
  // the link.
  [[nodiscard]] std::optional<std::string_view> name(Top top, const Link& link);

 private:
  std::string host_, domain_;  // of the last link: the next one often has the same
};

// Writes the row of what name() gave.
void write_top(Top top, std::string_view name, std::uint64_t count, write::RowWriter& writer);

}  // namespace mimebase::run
