// Finds the part whose label comes nearest to a label that no part has, so that a report can name the
// mistake.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "match/labels.h"

namespace mimebase::match {

// The Content-IDs and names of one message. Add all, call finish(), then look labels up, each in time
// logarithmic in the number of parts.
class NearLabels {
 public:
  // How a Content-ID differs from the wanted one, from the least difference to the greatest; then, what
  // equals it instead.
  enum class Difference { kNone, kCase, kEscapes, kEnding, kName };

  // Adds a Content-ID, without "<" and ">", in entity order.
  void add_content_id(std::string_view id, int entity);
  // Adds a file name or a Content-Location, in entity order.
  void add_name(std::string_view name, int entity);
  void finish();

  struct Found {
    int entity = -1;  // the first one
    Difference difference = Difference::kNone;
  };
  // `label` is the Content-ID that a "cid:" or "mid:" URL names, percent-decoded.
  [[nodiscard]] std::optional<Found> nearest(std::string_view label) const;

 private:
  static constexpr std::size_t kForms = 5;
  std::array<Labels, kForms> ids_;  // by the rows of a table
  Labels names_;                    // in lower case
};

}  // namespace mimebase::match
