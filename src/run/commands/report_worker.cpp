#include "run/commands/report_worker.h"

#include <utility>

#include "url/registrable_domain.h"

namespace mimebase::run {

void ReportWorker::read(const Record& record) {
  if (!is_skipped(record, *this)) analyzer_.all(record, *this);
  rows_.end_message(piece_);
}

std::string_view ReportWorker::domain_of(std::string_view host) {
  constexpr std::size_t kMaxKept = 1 << 14;
  const auto found = domains_.find(host);
  if (found != domains_.end()) return found->second;
  if (domains_.size() >= kMaxKept) domains_.clear();
  return domains_.emplace(host, url::registrable_domain(host)).first->second;
}

void ReportWorker::link(const Link& link) {
  rows_.link(link, link.host ? domain_of(*link.host) : std::string_view(), 1, piece_);
}

void ReportWorker::unreadable(const MessageInfo& message, std::string_view what) {
  diagnostic(unread(message, what));
  cut_short(message, what);
}

}  // namespace mimebase::run
