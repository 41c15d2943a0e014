#include "check/reader_checks.h"

#include <span>
#include <string_view>
#include <vector>

#include "model/layer_kinds.h"
#include "readers/viewers.h"
#include "text/utf8.h"
#include "url/registrable_domain.h"
#include "url/split.h"

namespace mimebase::check {
namespace {

// "chromium, thunderbird and roundcube".
std::string listed(const std::vector<MailReader>& readers) {
  std::string names;
  for (const MailReader& reader : readers) {
    const bool is_last = &reader == &readers.back();
    names.append(names.empty() ? "" : is_last ? " and " : ", ").append(name_of(reader));
  }
  return names;
}

// Where a reader is led, in a sentence.
std::string shown(const Opens& opens) {
  constexpr std::size_t kShownBytes = 200;
  if (opens.part) return "part " + std::string(*opens.part);
  if (!opens.url) return "nothing";
  const std::string_view shown = utf8::prefix(*opens.url, kShownBytes);
  return std::string(shown).append(shown.size() < opens.url->size() ? "…" : "");
}

// Readers that are led to the same place, in the order of their first reader.
struct Group {
  Opens opens;
  std::vector<MailReader> readers;
};

std::vector<Group> groups_of(std::span<const ReaderOpens> rows, bool in_document) {
  std::vector<Group> groups;
  for (const ReaderOpens& row : rows) {
    if (in_document && !readers::opens_documents(row.reader)) continue;
    auto group = groups.begin();
    while (group != groups.end() &&
           (group->opens.url != row.opens.url || group->opens.part != row.opens.part))
      ++group;
    if (group == groups.end()) group = groups.insert(groups.end(), Group{row.opens, {}});
    group->readers.push_back(row.reader);
  }
  return groups;
}

std::string domain_of(const Opens& opens) {
  return opens.url ? url::registrable_domain(url::host_of(*opens.url)) : std::string();
}

// The first registrable domain, and the first other one.
void put_domains(const std::vector<Group>& groups, Finding& finding) {
  for (const Group& group : groups) {
    const std::string domain = domain_of(group.opens);
    if (domain.empty() || domain == finding.domain) continue;
    if (!finding.domain.empty()) {
      finding.other_domain = domain;
      return;
    }
    finding.domain = domain;
  }
}

}  // namespace

ReaderChecks::ReaderChecks(message::AnalysedMessage& message)
    : readers_(message, message.options().reader == MailReader::kRfc1808
                            ? message.options().compared
                            : std::vector{MailReader::kRfc1808, message.options().reader}) {}

void ReaderChecks::read(const Link& link, const message::Reference& reference) {
  row_ = readers_.compare(link, reference);
}

bool ReaderChecks::is_new(const Link& link, std::string key) {
  if (part_ != link.part) known_.clear();
  part_ = link.part;
  return known_.insert(std::move(key)).second;
}

std::optional<Finding> ReaderChecks::check_disagreement(const Link& link) {
  const bool is_named = link.status == LinkStatus::kUnresolved || link.status == LinkStatus::kInvalid ||
                        link.status == LinkStatus::kMissingPart || link.status == LinkStatus::kDefanged ||
                        link.base.by == BaseBy::kRetrievalUrl;
  if (row_ == nullptr || is_named) return std::nullopt;
  const std::vector<Group> groups = groups_of(row_->readers, link.where.has_value());
  std::string detail, key;
  for (const Group& group : groups) {
    detail.append(detail.empty() ? "" : "; ").append(listed(group.readers)) += ": " + shown(group.opens);
    key += listed(group.readers) + ';';
  }
  const bool is_lesser = row_->difference != Disagreement::kDomain;
  if (is_lesser && !is_new(link, key)) return std::nullopt;
  // What helps an absolute reference depends on the readers.
  if (link.status == LinkStatus::kResolved) detail += "; write the full URL, including the host";
  const bool in_document = link.where.has_value() && !is_lesser;
  Finding finding{
      in_document ? DiagnosticCode::kDocumentBaseSplit : DiagnosticCode::kReadersDisagree,
      (in_document ? "viewers of this document open different things: " : "readers open different things: ") +
          detail,
      is_lesser};
  if (!is_lesser) put_domains(groups, finding);
  return finding;
}

std::optional<Finding> ReaderChecks::check_hidden_base(const Link& link) {
  const bool is_heading = base::kind_of(link.base.by).place == base::Place::kHeading;
  if (!is_heading || link.status != LinkStatus::kResolved) return std::nullopt;
  const std::vector<MailReader> ignoring = readers_.others_than_rfc1808();
  if (ignoring.empty() || !is_new(link, std::string(link.base.url))) return std::nullopt;
  return Finding{DiagnosticCode::kBaseHidden,
                 "this reference depends on the " + std::string(base::kind_of(link.base.by).display_name) +
                     " of " + std::string(link.base.part.value_or("")) + ", which " + listed(ignoring) +
                     (ignoring.size() == 1 ? " ignores" : " ignore") +
                     ": write full URLs, or an absolute <base href>"};
}

}  // namespace mimebase::check
