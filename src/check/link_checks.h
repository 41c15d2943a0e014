// What is suspicious about one resolved reference: the codes of RFC 1808 section 5, disagreement between rule
// sets, anchor texts that name another place.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::check {

// A code with its sentence.
struct Finding {
  DiagnosticCode code;
  std::string detail;
  bool is_lesser = false;  // DiagnosticKind::otherwise is its severity
  std::string domain = {}, other_domain = {};
  [[nodiscard]] Severity severity() const {
    const DiagnosticKind& kind = kind_of(code);
    return is_lesser ? kind.otherwise.value_or(kind.severity) : kind.severity;
  }
};

// "this:that" (section 5.3): a name with a colon, which every rule set takes for a scheme.
[[nodiscard]] std::optional<Finding> check_first_segment_colon(std::string_view reference);
// "http:g" (section 5.2): older clients took it as relative, and so does the URL Standard.
[[nodiscard]] std::optional<Finding> check_same_scheme(std::string_view reference, std::string_view base);
// A base "ftp://host/dir;type=d" (section 5.3).
[[nodiscard]] bool is_ftp_type_d(std::string_view url);
// More ".." than the base has levels: `resolved_rfc1808` still begins with them.
[[nodiscard]] std::optional<Finding> check_above_root(std::string_view reference,
                                                      std::string_view resolved_rfc1808);
// `text` is a URL, or a bare domain, of another registrable domain than `resolved` is.
[[nodiscard]] std::optional<Finding> check_text(std::string_view text, std::string_view resolved);

// Resolves references against one base by all rule sets.
class RuleComparison {
 public:
  explicit RuleComparison(std::string_view base);

  [[nodiscard]] const std::string& base() const { return base_; }
  // Why the URL Standard gives no URL for the base, so that browsers resolve nothing against it; else empty.
  [[nodiscard]] const std::string& base_failure() const { return base_failure_; }
  // The results, as the URL Standard serialises them, differ; an error where hosts do, also where RFC 1808
  // gives a URL without a host and a browser finds one in it. Not of a base that the Standard refuses.
  [[nodiscard]] std::optional<Finding> compare(std::string_view reference);
  // By RFC 1808; empty where that gives none.
  [[nodiscard]] const std::string& resolved_rfc1808(std::string_view reference);

 private:
  std::string base_, base_failure_;
  Resolver rfc1808_, rfc3986_, whatwg_;
  std::string resolved_;
};

}  // namespace mimebase::check
