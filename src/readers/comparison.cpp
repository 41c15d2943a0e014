#include "readers/comparison.h"

#include <algorithm>

#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase::readers {
namespace {

// Readers write the same URL in different ways.
void serialise(std::string_view url, std::string& out) {
  if (!url::serialise(url, out)) out = url;
}

std::string_view host_of(std::string_view target) {
  return target.starts_with(' ') ? std::string_view() : url::host_of(target);
}

}  // namespace

ReaderComparison::ReaderComparison(message::AnalysedMessage& message, const std::vector<MailReader>& compared)
    : message_(message) {
  for (const MailReader reader : compared) {
    rows_.push_back({reader, {}});
    readers_.push_back(make_reader(reader, message));
  }
  opinions_.resize(rows_.size());
}

void ReaderComparison::put_rfc1808(const Link& link, Opinion& opinion, ReaderOpens& row) {
  if (link.status == LinkStatus::kPart) {
    row.opens.part = link.target_part;
    opinion.part.assign(" ").append(*link.target_part);
    opinion.target = opinion.part;
  } else if (link.resolved) {
    row.opens.url = link.resolved;
    serialise(*link.resolved, opinion.serialised);
    opinion.target = opinion.serialised;
  }
  opinion.stays = link.status == LinkStatus::kSameDocument && link.base.by != BaseBy::kHtmlBase;
}

void ReaderComparison::put(Reader& reader, const message::Reference& reference, Opinion& opinion,
                           ReaderOpens& row) {
  const Answer& answer = reader.answer(reference);
  opinion.is_given = answer.is_followed;
  row.opens = opens_of(answer, message_.walked(), opinion.part, Leads::kAlways);
  if (answer.part >= 0) {
    opinion.part.insert(0, " ");
    row.opens.part = std::string_view(opinion.part).substr(1);
    opinion.target = opinion.part;
  } else if (Resolver::is_absolute(answer.url, RuleSet::kRfc3986)) {
    serialise(answer.url, opinion.serialised);
    opinion.target = opinion.serialised;
  }
  const std::string_view written = reference.found.reference;
  const bool is_own = !reader.own_url().empty() && opinion.target.starts_with(reader.own_url() + '#');
  opinion.stays = written.starts_with('#') && (answer.is_nothing() || answer.url == written || is_own);
}

bool ReaderComparison::agree() const {
  const Opinion* first = nullptr;
  for (const Opinion& opinion : opinions_) {
    if (!opinion.is_given) continue;
    if (first == nullptr) first = &opinion;
    const bool is_same = first->stays == opinion.stays && (first->stays || first->target == opinion.target);
    if (!is_same) return false;
  }
  return true;
}

// The first opinion that names a host is compared with the others.
Disagreement ReaderComparison::worst() const {
  Disagreement worst = Disagreement::kNothing;
  const Opinion* first = nullptr;
  for (const Opinion& opinion : opinions_) {
    if (!opinion.is_given || opinion.target.empty() || opinion.stays) continue;
    if (first == nullptr) first = &opinion;
    if (first->target == opinion.target) continue;
    worst = std::max(worst, Disagreement::kUrl);
    const std::string_view host = host_of(first->target), other = host_of(opinion.target);
    if (host.empty()) first = &opinion;
    if (host.empty() || other.empty() || host == other) continue;
    const bool is_domain = url::registrable_domain(host) != url::registrable_domain(other);
    worst = std::max(worst, is_domain ? Disagreement::kDomain : Disagreement::kHost);
  }
  return worst;
}

std::vector<MailReader> ReaderComparison::others_than_rfc1808() const {
  std::vector<MailReader> others;
  const auto first = std::find_if(rows_.begin(), rows_.end(),
                                  [](const ReaderOpens& row) { return row.reader == MailReader::kRfc1808; });
  if (first == rows_.end()) return others;
  const Opinion& by_rfc1808 = opinions_[static_cast<std::size_t>(first - rows_.begin())];
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (opinions_[i].is_given && opinions_[i].target != by_rfc1808.target) others.push_back(rows_[i].reader);
  }
  return others;
}

// The text of the row that is not in the link.
std::size_t ReaderComparison::bytes_of_rows() const {
  constexpr std::size_t kKeyBytes = 40;
  std::size_t bytes = 0;
  for (const ReaderOpens& row : rows_)
    bytes += kKeyBytes + row.opens.url.value_or("").size() + row.opens.part.value_or("").size();
  return bytes;
}

const Comparison* ReaderComparison::compare(const Link& link, const message::Reference& reference) {
  bool is_followed = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Opinion& opinion = opinions_[i];
    opinion.is_given = opinion.stays = false;
    opinion.target = {};
    rows_[i].opens = {};
    if (readers_[i] == nullptr) {
      put_rfc1808(link, opinion, rows_[i]);
    } else {
      put(*readers_[i], reference, opinion, rows_[i]);
      is_followed = is_followed || opinion.is_given;
    }
  }
  // RFC 1808 resolves every reference, and matters where another reader follows it.
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].reader == MailReader::kRfc1808) opinions_[i].is_given = is_followed;
  }
  if (!is_followed || agree()) return nullptr;
  comparison_ = {link.message, link.part, link.context, link.span, link.reference, worst(), rows_};
  return message_.budget().charge_row(bytes_of_rows()) ? &comparison_ : nullptr;
}

}  // namespace mimebase::readers
