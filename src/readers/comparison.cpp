#include "readers/comparison.h"

#include <algorithm>
#include <set>

#include "text/strings.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase::readers {
namespace {

// Readers write the same URL in different ways. Some keep a blank in "mailto:x?subject=a b".
void serialise(std::string_view url, std::string& out) {
  if (!url::serialise(url, out)) out = url;
  if (contains(out, ' ')) out = replaced(out, " ", "%20");
}

// A URL of what is not in the message.
bool is_remote(std::string_view url) {
  return !url::host_of(url).empty();
}

std::string_view host_of(std::string_view target) {
  return target.starts_with(' ') ? std::string_view() : url::host_of(target);
}

}  // namespace

ReaderComparison::Panel::Panel(message::AnalysedMessage& message, const std::vector<MailReader>& compared) {
  for (const MailReader reader : compared) {
    rows.push_back({reader, {}});
    readers.push_back(make_reader(reader, message));
  }
  opinions.resize(rows.size());
}

ReaderComparison::ReaderComparison(message::AnalysedMessage& message, const std::vector<MailReader>& compared)
    : message_(message), compared_(compared), panel_(message, compared) {}

ReaderComparison::Panel& ReaderComparison::panel_for(const message::Reference& reference) {
  if (reference.found.where.empty()) return panel_;
  // Viewers also honour bases that RFC 1808 cannot use.
  std::set<BaseBy> by = {reference.scope.info.by};
  for (const find::Declaration& declared : message_.content(reference.origin.entity).declared_bases())
    by.insert(declared.by);
  const bool in_pdf = by.contains(BaseBy::kPdfBase);
  const bool in_office = by.contains(BaseBy::kOfficeBase) || by.contains(BaseBy::kRtfBase);
  if (!in_pdf && !in_office) return panel_;
  std::optional<Panel>& panel = in_pdf ? of_pdf_ : of_office_;
  if (!panel) {
    std::vector<MailReader> all = compared_;
    for (const MailReader viewer : {in_pdf ? MailReader::kPoppler : MailReader::kWord,
                                    in_pdf ? MailReader::kMupdf : MailReader::kLibreoffice}) {
      if (std::ranges::find(all, viewer) == all.end()) all.push_back(viewer);
    }
    panel.emplace(message_, all);
  }
  return *panel;
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
  opinion.why = link.status == LinkStatus::kMissingPart  ? Unopened::kNoPart
                : link.status == LinkStatus::kUnresolved ? Unopened::kNoBase
                                                         : Unopened::kNoUrl;
}

void ReaderComparison::put(Reader& reader, const message::Reference& reference, Opinion& opinion,
                           ReaderOpens& row) {
  const Answer& answer = reader.answer(reference);
  opinion.is_given = answer.is_followed;
  opinion.why = answer.why;
  // Remote content that a person may allow is compared as if it were loaded.
  const Leads leads = answer.is_followed && is_remote(answer.url) ? Leads::kAlways : Leads::kIfOpened;
  row.opens = opens_of(answer, message_.walked(), opinion.part, leads);
  if (answer.part >= 0) {
    opinion.part.insert(0, " ");
    row.opens.part = std::string_view(opinion.part).substr(1);
    opinion.target = opinion.part;
  } else if (row.opens.url && Resolver::is_absolute(answer.url, RuleSet::kRfc3986)) {
    serialise(answer.url, opinion.serialised);
    opinion.target = opinion.serialised;
  }
  const std::string_view written = reference.found.reference;
  const bool is_own = !reader.own_url().empty() && opinion.target.starts_with(reader.own_url() + '#');
  opinion.stays = written.starts_with('#') && (answer.is_nothing() || answer.url == written || is_own);
}

bool ReaderComparison::Panel::agree() const {
  std::size_t programs = 0;
  bool is_opened = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (readers[i] == nullptr) continue;
    ++programs;
    is_opened = is_opened || !rows[i].opens.is_nothing();
  }
  if (programs > 1 && !is_opened) return true;

  const Opinion* first = nullptr;
  for (const Opinion& opinion : opinions) {
    if (!opinion.is_given) continue;
    if (first == nullptr) first = &opinion;
    const bool is_same = first->stays == opinion.stays && (first->stays || first->target == opinion.target);
    if (!is_same) return false;
  }
  return true;
}

// The first opinion that names a host is compared with the others.
Disagreement ReaderComparison::Panel::worst() const {
  Disagreement worst = Disagreement::kNothing;
  const Opinion* first = nullptr;
  for (const Opinion& opinion : opinions) {
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
  if (last_ == nullptr) return others;
  const auto first = std::find_if(last_->rows.begin(), last_->rows.end(),
                                  [](const ReaderOpens& row) { return row.reader == MailReader::kRfc1808; });
  if (first == last_->rows.end()) return others;
  const Opinion& by_rfc1808 = last_->opinions[static_cast<std::size_t>(first - last_->rows.begin())];
  for (std::size_t i = 0; i < last_->rows.size(); ++i) {
    if (last_->opinions[i].is_given && last_->opinions[i].target != by_rfc1808.target)
      others.push_back(last_->rows[i].reader);
  }
  return others;
}

void ReaderComparison::Panel::give_reasons() {
  reasons.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].opens.is_nothing()) reasons.push_back({rows[i].reader, opinions[i].why});
  }
}

// The text of the row that is not in the link.
std::size_t ReaderComparison::Panel::bytes_of_rows() const {
  constexpr std::size_t kKeyBytes = 40;
  std::size_t bytes = 0;
  for (const ReaderOpens& row : rows)
    bytes += kKeyBytes + row.opens.url.value_or("").size() + row.opens.part.value_or("").size();
  return bytes;
}

const Comparison* ReaderComparison::compare(const Link& link, const message::Reference& reference) {
  bool is_followed = false;
  Panel& panel = panel_for(reference);
  last_ = &panel;
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    Opinion& opinion = panel.opinions[i];
    opinion.is_given = opinion.stays = false;
    opinion.target = {};
    panel.rows[i].opens = {};
    if (panel.readers[i] == nullptr) {
      put_rfc1808(link, opinion, panel.rows[i]);
    } else {
      put(*panel.readers[i], reference, opinion, panel.rows[i]);
      is_followed = is_followed || opinion.is_given;
    }
  }
  // RFC 1808 resolves every reference, and matters where another reader follows it.
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    if (panel.rows[i].reader == MailReader::kRfc1808) panel.opinions[i].is_given = is_followed;
  }
  if (!is_followed || panel.agree()) return nullptr;
  panel.give_reasons();
  comparison_ = {link.message,   link.part,     link.context, link.span,
                 link.reference, panel.worst(), panel.rows,   panel.reasons};
  return message_.budget().charge_row(panel.bytes_of_rows()) ? &comparison_ : nullptr;
}

}  // namespace mimebase::readers
