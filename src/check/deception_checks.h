// Joins the checks of deceptive links: those of single references, and those that need a whole part or
// message.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/base_split.h"
#include "check/form_targets.h"
#include "check/link_checks.h"
#include "check/look_alike.h"
#include "check/opened_url.h"
#include "message/references.h"

namespace mimebase::check {

// Checks the references of one message, in order. Its memory is proportional to the message.
class DeceptionChecks {
 public:
  using Report =
      std::function<void(std::string_view part, const Finding& finding, std::optional<Range> span)>;

  // `protected_domains` must outlive this. `most_steps` is Limits::check_steps. `own` may be null, or must
  // outlive this, too: a template that may have wrapped what labels show.
  DeceptionChecks(ProtectedDomains& protected_domains, std::uint64_t most_steps, const OwnTemplate* own,
                  Report report)
      : steps_(most_steps), look_alikes_(protected_domains, steps_), own_(own), report_(std::move(report)) {}

  // Starts the message. The domains of its sender and of its mailing list may receive its forms. `is_saved`:
  // it is a page that somebody saved, not mail, so the labels of links to the site that Link::page names
  // deceive nobody.
  void start(const MessageInfo& message, bool is_saved);
  // The <base href> of the document that follows, as a browser resolves it, if RFC 1808 does not accept it.
  void set_browser_base(std::string url) { browser_base_ = std::move(url); }
  // `link` was built from `reference`. `is_mail` is false in archived HTTP messages, which no filter of mail
  // reads. `place` begins each sentence, if the link is in a document inside another.
  void check(const message::Reference& reference, const Link& link, bool is_mail, std::string place);
  // Ends the last part and the message.
  void finish();
  // True if some deceptions may not be reported, because the steps were used up.
  [[nodiscard]] bool is_incomplete() const { return steps_.is_used_up(); }

 private:
  struct Opened;  // a reference with the URL that it opens

  // registrable_domain() of the host of an absolute URL; empty if it has none.
  [[nodiscard]] std::string domain_of(std::string_view url);
  [[nodiscard]] bool is_of_page(const Link& link, LabelTarget& target);
  void end_part();
  void give(const Link& link, std::optional<Finding> finding);
  void check_written(const Link& link, const Opened& opened);
  void check_labels(const find::Found& found, const Link& link, const Opened& opened, LabelTarget& target);
  void check_content(const Link& link, const Opened& opened, LabelTarget& target);
  void check_text(const Link& link, std::string_view where, LabelTarget& target, bool counts_bare = true);
  void check_tooltip(const Link& link, std::string_view title, LabelTarget& target);
  void check_click(const Link& link, const Opened& opened);
  void check_base(const Link& link, const Opened& opened);
  void check_image(const message::Reference& reference, const Link& link, const Opened& opened);
  void check_names(const Link& link, const Opened& opened);

  Steps steps_;
  Opener opener_;
  LookAlikes look_alikes_;
  const OwnTemplate* own_;
  BaseSplit base_split_;
  FormTargets forms_;
  Report report_;
  std::string part_, place_;  // of the last reference
  std::string browser_base_, attribute_;
  std::string sender_;  // its registrable domain
  bool is_saved_ = false;
  std::string page_, page_domain_;                   // the last Link::page, and its registrable domain
  std::set<std::string, std::less<>> list_domains_;  // of the URLs of List-* fields
  // The current link:
  find::ElementContent content_;
  std::vector<std::string> readings_;  // of its text, as displayed
  bool has_text_finding_ = false, has_title_finding_ = false;
  std::string host_, domain_;  // a cache: the next link often has the same host as the last
};

}  // namespace mimebase::check
