#include "run/commands/report_rows.h"

#include <utility>

#include "database/row_inserter.h"

namespace mimebase::run {
namespace {

// Further rows of a message are dropped, because the message would fill the page.
constexpr std::size_t kMaxMessageBytes = std::size_t{64} << 20;

}  // namespace

std::string_view Domains::of(std::optional<std::string_view> host) {
  constexpr std::size_t kMaxKept = 1 << 14;
  if (!host) return {};
  const auto found = domains_.find(*host);
  if (found != domains_.end()) return found->second;
  if (domains_.size() >= kMaxKept) domains_.clear();
  return domains_.emplace(*host, database::domain_of(*host)).first->second;
}

bool ReportRows::is_kept(const MessageInfo& message) {
  if (message_.number == 0) {
    message_.number = message.number;
    message_.source = message.source;
  }
  return !room_.is_full && message.number != 0 && rows_.rows().size() <= kMaxMessageBytes;
}

void ReportRows::entity(const Entity& entity) {
  ++results().tally.parts;
  if (is_kept(*entity.message)) rows_.entity(entity);
}

void ReportRows::links(const Link& link, std::uint64_t count) {
  results().tally.add(link, domains_.of(link.host), count);
  ++message_.references;
  has_kept_link_ = is_kept(*link.message) && links_ < room_.rows;
  if (!has_kept_link_) return;
  ++links_;
  rows_.link(link);
}

void ReportRows::comparison(const Comparison& comparison) {
  results().tally.add(comparison);
  if (has_kept_link_) rows_.comparison(comparison);
}

void ReportRows::diagnostic(const Diagnostic& diagnostic) {
  results().summary.add(diagnostic);
  if (is_kept(*diagnostic.message)) rows_.diagnostic(diagnostic);
}

void ReportRows::end_message() {
  ++to_.messages;
  has_kept_link_ = false;
  links_ = 0;
  ++results().tally.messages;
  rows_.end_message();
  message_.bytes = rows_.rows().size();
  to_.rows += rows_.rows();
  rows_.clear();
  to_.bytes += message_.bytes + sizeof(ReportedMessage) + message_.source.size();
  results().messages.push_back(std::exchange(message_, {}));
}

}  // namespace mimebase::run
