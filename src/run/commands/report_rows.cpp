#include "run/commands/report_rows.h"

#include <utility>

#include "database/row_inserter.h"
#include "text/utf8.h"

namespace mimebase::run {
namespace {

// Further rows of a message are dropped unless they are dangerous, because the message would fill the page.
constexpr std::size_t kMaxMessageBytes = std::size_t{12} << 20;
// Size at which a chunk ends.
constexpr std::size_t kChunkBytes = std::size_t{512} << 10;
// A title is cut to this size, because nobody reads more of it.
constexpr std::size_t kTitleBytes = 1000;

}  // namespace

std::string_view Domains::of(std::optional<std::string_view> host) {
  constexpr std::size_t kMaxKept = 1 << 14;
  if (!host) return {};
  const auto found = domains_.find(*host);
  if (found != domains_.end()) return found->second;
  if (domains_.size() >= kMaxKept) domains_.clear();
  return domains_.emplace(*host, database::domain_of(*host)).first->second;
}

bool ReportRows::is_kept(const MessageInfo& message, page::Danger danger, Kept& kept) {
  if (message_.number == 0) {
    message_.number = message.number;
    message_.source = message.source;
    message_.title = utf8::prefix(message.title.value_or(std::string_view()), kTitleBytes);
    results().tally.add_day(message);
  }
  const std::size_t bytes = chunks_.size() + chunk_bytes();
  if (message.number == 0 || bytes > 2 * kMaxMessageBytes) return false;
  const bool has_room = !room_.is_full && kept.harmless < room_.rows && bytes <= kMaxMessageBytes;
  if (!has_room && (danger == page::Danger::kNone || kept.dangerous >= room_.rows)) return false;
  ++(has_room ? kept.harmless : kept.dangerous);
  return true;
}

// Packed rows depend only on earlier ones since clear().
void ReportRows::end_rows() {
  chunk_ += rows_.rows();
  rows_.clear();
}

void ReportRows::end_chunk() {
  end_rows();
  if (chunk_.empty()) return;
  message_.chunks.push_back(chunk_.size());
  chunks_ += std::exchange(chunk_, {});
}

void ReportRows::entity(const Entity& entity) {
  ++results().tally.parts;
  if (chunk_bytes() >= kChunkBytes) end_chunk();
  if (is_kept(*entity.message, page::Danger::kOdd, entities_)) rows_.entity(shown(entity));
}

void ReportRows::links(const Link& link, std::uint64_t count) {
  const Link& row = shown(link);
  results().tally.add(row, domains_.of(row.host), count);
  ++message_.references;
  if (chunk_bytes() >= kChunkBytes) end_chunk();
  has_last_link_ = true;
  last_part_ = link.part;
  last_start_ = link.span ? std::optional(link.span->start) : std::nullopt;
  page::Danger danger = page::danger_of(link);
  if (last_start_ && !dangerous_places_.empty() &&
      dangerous_places_.contains({std::string(link.part), *last_start_}))
    danger = page::Danger::kDeceptive;
  has_kept_last_link_ = is_kept(*link.message, danger, links_);
  if (has_kept_last_link_) return rows_.link(row);
  last_link_.clear();
  last_link_.link(row);
}

void ReportRows::keep_last_link() {
  end_rows();
  chunk_ += last_link_.rows();
  has_kept_last_link_ = true;
}

void ReportRows::comparison(const Comparison& comparison) {
  const Comparison& row = shown(comparison);
  results().tally.add(row);
  if (!has_kept_last_link_ && is_kept(*comparison.message, page::danger_of(comparison), links_))
    keep_last_link();
  if (has_kept_last_link_) rows_.comparison(row);
}

// A dangerous diagnostic keeps the link that it is about, which is the last one in most cases.
void ReportRows::diagnostic(const Diagnostic& diagnostic) {
  const Diagnostic& row = shown(diagnostic);
  results().summary.add(row, page::kMaxGroups);
  const page::Danger danger = page::danger_of(diagnostic);
  const bool is_of_last = has_last_link_ && diagnostic.span && diagnostic.span->start == last_start_ &&
                          diagnostic.part == last_part_;
  if (!is_of_last && chunk_bytes() >= kChunkBytes) end_chunk();  // a chunk has links with their diagnostics
  if (!has_kept_last_link_ && is_of_last && is_kept(*diagnostic.message, danger, links_)) keep_last_link();
  if (danger > page::Danger::kNone && diagnostic.span && !is_of_last &&
      dangerous_places_.size() < page::kMaxGroups)
    dangerous_places_.emplace(diagnostic.part, diagnostic.span->start);
  if (is_kept(*diagnostic.message, danger, diagnostics_)) rows_.diagnostic(row);
}

void ReportRows::end_message() {
  ++results().tally.messages;
  defanger_.begin_message();
  rows_.end_message();
  last_link_.end_message();
  end_chunk();
  if (room_.is_full && links_.dangerous + diagnostics_.dangerous == 0) {
    chunks_.clear();
    message_.chunks.clear();
  }
  if (to_.rows.empty()) {
    to_.rows = std::move(chunks_);
  } else {
    to_.rows += chunks_;
  }
  to_.bytes += chunks_.size() + sizeof(ReportedMessage) + message_.source.size() + message_.title.size();
  chunks_.clear();
  entities_ = links_ = diagnostics_ = {};
  dangerous_places_.clear();
  has_last_link_ = has_kept_last_link_ = false;
  results().messages.push_back(std::exchange(message_, {}));
}

}  // namespace mimebase::run
