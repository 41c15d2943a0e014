#include "run/commands/report_rows.h"

#include <utility>

namespace mimebase::run {
namespace {

// Further rows of a message are dropped, because the message would fill the page.
constexpr std::size_t kMaxMessageBytes = std::size_t{64} << 20;

}  // namespace

bool ReportRows::is_kept(const MessageInfo& message) {
  if (message_.number == 0) {
    message_.number = message.number;
    message_.source = message.source;
  }
  if (room_.is_full || message.number == 0 || data_.bytes() > kMaxMessageBytes) return false;
  if (!data_.is_begun()) data_.begin(message);
  return true;
}

void ReportRows::entity(const Entity& entity, Piece& piece) {
  ++piece.as<ReportResults>().tally.parts;
  if (is_kept(*entity.message)) data_.entity(entity);
}

void ReportRows::link(const Link& link, std::string_view domain, std::uint64_t count, Piece& piece) {
  piece.as<ReportResults>().tally.add(link, domain, count);
  ++message_.references;
  has_kept_link_ = is_kept(*link.message) && data_.links() < room_.rows;
  if (has_kept_link_) data_.link(link, domain);
}

void ReportRows::comparison(const Comparison& comparison, Piece& piece) {
  piece.as<ReportResults>().tally.add(comparison);
  if (has_kept_link_) data_.comparison(comparison);
}

void ReportRows::diagnostic(const Diagnostic& diagnostic, Piece& piece) {
  piece.as<ReportResults>().summary.add(diagnostic);
  if (is_kept(*diagnostic.message)) data_.diagnostic(diagnostic);
}

void ReportRows::end_message(Piece& piece) {
  ++piece.messages;
  has_kept_link_ = false;
  auto& results = piece.as<ReportResults>();
  ++results.tally.messages;
  if (data_.is_begun()) {
    message_.bytes = data_.bytes();
    piece.rows += data_.take();
    piece.bytes += message_.bytes;
  }
  piece.bytes += sizeof(ReportedMessage) + message_.source.size();
  results.messages.push_back(std::exchange(message_, {}));
}

}  // namespace mimebase::run
