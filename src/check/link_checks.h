// Checks of one resolved reference: the cases of RFC 1808 section 5, disagreement between rule sets, and
// anchor texts that name another host.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "check/displayed_text.h"
#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::check {

// A diagnostic code with its message.
struct Finding {
  DiagnosticCode code;
  std::string detail;
  bool is_lesser = false;  // use DiagnosticKind::otherwise as the severity
  std::string domain = {}, other_domain = {};
  [[nodiscard]] Severity severity() const {
    const DiagnosticKind& kind = kind_of(code);
    return is_lesser ? kind.otherwise.value_or(kind.severity) : kind.severity;
  }
};

// Reports "this:that" (section 5.3): a relative path whose colon makes every rule set take its beginning for
// a scheme.
[[nodiscard]] std::optional<Finding> check_first_segment_colon(std::string_view reference);
// Reports "http:g" (section 5.2): older clients and the URL Standard take it as relative.
[[nodiscard]] std::optional<Finding> check_same_scheme(std::string_view reference, std::string_view base);
// True for a base such as "ftp://host/dir;type=d" (section 5.3).
[[nodiscard]] bool is_ftp_type_d(std::string_view url);
// Reports more ".." than the base has levels. `resolved_rfc1808` then still begins with them.
[[nodiscard]] std::optional<Finding> check_above_root(std::string_view reference,
                                                      std::string_view resolved_rfc1808);

// The result of unwrapping a URL.
struct Unwrapping {
  bool is_wrapped = false;  // a known service wraps the URL
  std::string url;          // the innermost URL; empty if it is not wrapped, or if only a server knows it
};
// `own` may be null: a template that also wraps.
[[nodiscard]] Unwrapping unwrapping_of(std::string_view url, const OwnTemplate* own = nullptr);
// The unwrapping that a Link already has, of its `resolved`.
[[nodiscard]] Unwrapping unwrapping_of(const Link& link);

// The target of a link, with which its labels are compared.
class LabelTarget {
 public:
  // `opened` is the URL that a browser opens, `resolved` is Link::resolved, and `unwrapping` is that of
  // `opened`. All must outlive this. `is_of_list`: a List-* field of the message has a URL of the same
  // registrable domain. `own` may be null: a template that may have wrapped what labels show.
  LabelTarget(std::string_view opened, std::string_view resolved, const Unwrapping& unwrapping,
              bool is_of_list, const OwnTemplate* own = nullptr)
      : url_(unwrapping.is_wrapped ? std::string_view(unwrapping.url) : opened),
        opened_(opened),
        resolved_(resolved),
        is_wrapped_(unwrapping.is_wrapped),
        is_of_list_(is_of_list),
        own_(own) {}

  // The wrapped URL, or that which a browser opens; empty if only a server knows it.
  [[nodiscard]] std::string_view url() const { return url_; }
  [[nodiscard]] std::string_view opened() const { return opened_; }
  [[nodiscard]] std::string_view resolved() const { return resolved_; }
  [[nodiscard]] bool is_wrapped() const { return is_wrapped_; }
  [[nodiscard]] bool is_of_list() const { return is_of_list_; }
  [[nodiscard]] const OwnTemplate* own() const { return own_; }
  // What url() names. A link may have any number of labels, so each is computed once.
  [[nodiscard]] const std::string& domain();  // registrable; empty if it has no host
  [[nodiscard]] const Recipients& recipients();
  [[nodiscard]] const std::string& number();

 private:
  std::string_view url_, opened_, resolved_;
  bool is_wrapped_, is_of_list_;
  const OwnTemplate* own_;
  std::optional<std::string> domain_, number_;
  std::optional<Recipients> recipients_;
};
// Reports a label that names another host, mailbox or telephone number than LabelTarget::url().
// `displayed_texts` are readings of one label (see displayed_text.h): if one of them names
// the target, nothing is reported. Nothing is reported if only a server knows the wrapped URL. `where` says
// in the sentence what the label is: "text" or "tooltip".
[[nodiscard]] std::optional<Finding> check_label(DiagnosticCode code, std::string_view where,
                                                 std::span<const std::string> displayed_texts,
                                                 LabelTarget& target, bool counts_bare = true);
// The text that a tooltip shows: its first line, or the URL that follows "Original URL:", as link shields
// write it. A view into `title`.
[[nodiscard]] std::string_view shown_by_tooltip(std::string_view title);

// Compares the results of all rule sets for references against one base.
class RuleComparison {
 public:
  explicit RuleComparison(std::string_view base);

  [[nodiscard]] const std::string& base() const { return base_; }
  // Why the URL Standard rejects the base, so that browsers resolve nothing against it; empty if it accepts
  // the base.
  [[nodiscard]] const std::string& base_failure() const { return base_failure_; }
  // Reports results that differ after serialisation by the URL Standard. It is an error if hosts differ, or
  // if a browser finds a host where RFC 1808 does not. Reports nothing if the Standard rejects the base.
  [[nodiscard]] std::optional<Finding> compare(std::string_view reference);
  // Resolves by RFC 1808. Empty if that fails. The result is valid until the next call.
  [[nodiscard]] const std::string& resolved_rfc1808(std::string_view reference);

 private:
  std::string base_, base_failure_;
  Resolver rfc1808_, rfc3986_, whatwg_;
  std::string resolved_;
};

}  // namespace mimebase::check
