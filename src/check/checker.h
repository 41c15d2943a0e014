// The `check` command: finds mistakes in a message's bases, references and parts, and references that other
// software would resolve differently.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/deception_checks.h"
#include "check/document_active.h"
#include "check/link_checks.h"
#include "check/missing_part.h"
#include "check/original_link.h"
#include "check/reader_checks.h"
#include "message/rows.h"

namespace mimebase::check {

// Checks one message and passes diagnostics to a Visitor. For each entity, in order, it checks the bases of
// the header, its references, the base of the content, its references, and the entity itself. Checks that
// concern several parts come last.
class Checker : private Visitor {
 public:
  // Whether links and comparisons are reported besides the diagnostics.
  enum class Links { kNotTold, kTold };

  // All arguments must outlive the checker.
  Checker(message::AnalysedMessage& message, Visitor& visitor, ProtectedDomains& protected_domains,
          Links links = Links::kNotTold);
  void run();

 private:
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;

  void report(std::string_view part, const Finding& finding, std::optional<Range> span);
  void check_heading_bases(int i);
  void check_encoded_words(int i);
  // `name` is the declaration's name in messages.
  void check_declared(const base::Declared& declared, std::string_view part, const std::string& name);
  void check_repeated(std::span<const base::Declared> all, std::string_view part);
  [[nodiscard]] bool is_label(int i, const base::Declared& declared) const;
  void check_retrieval();
  void check_document_base(int i);
  void set_browser_base(int i);
  void check_entity(int i);
  void check_link(const Link& link);
  [[nodiscard]] bool is_page_on_disk() const;
  void check_readers(const Link& link, const message::Reference& reference);
  void check_unresolved(const Link& link);
  void check_base(const Link& link);
  void check_references(const Link& link);
  void check_all_related();
  void report_cuts();
  void check_related(int related, std::span<const match::Parts::Clash> clashes);
  void check_clash(const match::Parts::Clash& clash);

  message::AnalysedMessage& message_;
  Visitor& visitor_;
  const bool tells_links_;
  message::LinkBuilder links_;
  OriginalLink original_;
  MissingPart missing_part_;
  DocumentActive document_active_;
  std::string place_;           // before what is reported of a link in a document inside another
  readers::LinkOpener opener_;  // for links that are reported
  ReaderChecks readers_;
  std::vector<bool> referenced_;   // by entity: at least one reference names it
  int entity_ = -1;                // the entity that is being checked
  std::string part_without_base_;  // the last part reported as having no base
  // The last part reported as having bases that are not URLs, and these bases.
  std::string part_with_bad_base_;
  std::set<std::string> bad_bases_;
  std::unique_ptr<RuleComparison> comparison_;
  DeceptionChecks deceptions_;
};

}  // namespace mimebase::check
