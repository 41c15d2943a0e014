// Explains how a reference is resolved: the components of the URLs, and the steps of the rule set.
//
//   const mimebase::Resolution how =
//       mimebase::explain("http://a/b/c", "../g", {mimebase::RuleSet::kRfc3986});
//   for (const mimebase::ResolutionStep& step : how.steps)
//     std::cout << step.step << ": " << step.detail << '\n';
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase {
inline namespace v0_2 {

// One step of a resolution that affected the result.
struct ResolutionStep {
  // A step of section 4 of RFC 1808 ("2c"), or a section of RFC 3986 or of the URL Standard ("5.2.2").
  std::string step;
  std::string detail;  // one sentence
};

// How one reference is resolved.
struct Resolution {
  std::string base, reference;  // as given
  RuleSet rules = RuleSet::kRfc1808;
  std::optional<std::string> resolved;  // nullopt if the rules give no URL
  std::optional<Error> error;           // why there is no `resolved`
  std::vector<ResolutionStep> steps;
};

// Resolves like resolve(), and records the steps. Takes time proportional to the length of the arguments.
[[nodiscard]] MIMEBASE_API Resolution explain(std::string_view base, std::string_view reference,
                                              const Rules& rules);

// Returns a row of `mimebase resolve --format jsonl`: a JSON object without a line end. Its key `components`
// has the components of the base, the reference and the result. They are split by RFC 1808 section 2.4, but
// under kRfc3986 and kWhatwg by RFC 3986, which has no params.
[[nodiscard]] MIMEBASE_API std::string json_row(const Resolution& resolution);

}  // namespace v0_2
}  // namespace mimebase
