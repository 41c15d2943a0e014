#include "write/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "write/shown_text.h"

namespace mimebase::write {
namespace {

std::string human_size(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  constexpr std::string_view kPrefixes = "kMGT";
  double size = static_cast<double>(bytes) / 1000;
  std::size_t prefix = 0;
  for (; size >= 999.95 && prefix + 1 < kPrefixes.size(); ++prefix) size /= 1000;
  return fmt::format("{:.1f} {}B", size, kPrefixes[prefix]);
}

// Strips what people usually omit from a URL: "http://example.com/" becomes "example.com".
std::string_view bare(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://", "mailto:"}) {
    if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
  }
  if (url.ends_with('/')) url.remove_suffix(1);
  return url;
}

// False if `text` is just the URL, which the line already shows.
bool says_more(std::string_view text, const Link& link) {
  return !text.empty() && bare(text) != bare(link.reference) &&
         (!link.resolved || bare(text) != bare(*link.resolved));
}

}  // namespace

void TextWriter::put(std::string_view text, Style style) {
  constexpr const char* kCodes[] = {"", "\x1b[1m", "\x1b[35m", "\x1b[36m", "\x1b[2m", "\x1b[31m"};
  const bool styled = color_ && style != Style::kPlain;
  if (styled) out_ += kCodes[static_cast<int>(style)];
  append_visible(text, out_);
  if (styled) out_ += "\x1b[0m";
}

// Returns the columns that the line takes so far. Colour codes take none.
std::size_t TextWriter::width(std::size_t line_start) const {
  std::size_t width = 0;
  std::string_view line = std::string_view(out_).substr(line_start);
  while (!line.empty()) {
    const std::size_t code = line.find('\x1b');
    width += columns(line.substr(0, code));
    if (code == std::string_view::npos) break;
    line.remove_prefix(std::min(line.find('m', code), line.size() - 1) + 1);
  }
  return width;
}

void TextWriter::pad(std::size_t line_start, std::size_t column) {
  const std::size_t used = width(line_start);
  out_.append(std::max<std::size_t>(column > used ? column - used : 0, 1), ' ');
}

void TextWriter::title(const MessageInfo& message) {
  std::string buffer;
  put(source_text(message.source, buffer), Style::kTitle);
  if (message.number > 0) put(fmt::format("  message {}", message.number), Style::kTitle);
  if (message.date) put(fmt::format("  {}", message.date->substr(0, 10)), Style::kDim);
  if (message.subject) put(fmt::format("  {}", *message.subject), Style::kDim);
  out_ += '\n';
}

void TextWriter::base(const BaseInfo& base) {
  if (base.by == BaseBy::kNone) return put("no base", Style::kDim);
  put("base ", Style::kDim);
  put(base.url, Style::kUrl);
  put(fmt::format("  {} {}{}{}", name_of(base.section), name_of(base.by), base.part ? " of " : "",
                  base.part.value_or("")),
      Style::kDim);
}

void TextWriter::part_line(const Link& link) {
  if (!has_title_) {
    title(*link.message);
    has_title_ = true;
    part_.clear();
  } else if (part_ == link.part && base_url_ == link.base.url) {
    return;
  }
  part_ = link.part;
  base_url_ = link.base.url;
  const std::size_t start = out_.size();
  out_ += "  ";
  put(link.part, Style::kPart);
  if (link.content_type) put("  " + std::string(*link.content_type));
  pad(start, 28);
  base(link.base);
  out_ += '\n';
}

void TextWriter::link(const Link& link) {
  part_line(link);
  const std::size_t start = out_.size();
  out_ += "    ";
  put(link.context, Style::kDim);
  pad(start, 28);
  if (link.resolved && *link.resolved == link.reference) {
    put(*link.resolved, Style::kUrl);
  } else {
    put(link.reference);
    out_ += link.resolved ? " → " : "";
    if (link.resolved) put(*link.resolved, Style::kUrl);
  }
  if (link.status != LinkStatus::kResolved && link.status != LinkStatus::kAbsolute) {
    const bool bad = link.status == LinkStatus::kUnresolved || link.status == LinkStatus::kInvalid ||
                     link.status == LinkStatus::kMissingPart;
    put(fmt::format("  [{}{}]", name_of(link.status),
                    link.target_part ? " " + std::string(*link.target_part) : ""),
        bad ? Style::kBad : Style::kDim);
  }
  if (link.hidden) put(fmt::format("  [hidden: {}]", *link.hidden), Style::kDim);
  anchor_text(start, link);
  out_ += '\n';
}

// Shows as much as fits into 80 columns, but after a long URL at least 24.
void TextWriter::anchor_text(std::size_t line_start, const Link& link) {
  constexpr std::size_t kColumns = 80, kLeast = 24, kQuotes = 4;
  if (!link.text || !says_more(*link.text, link)) return;
  const std::size_t used = width(line_start) + kQuotes;
  std::string shown;
  append_shortened(*link.text, used + kLeast < kColumns ? kColumns - used : kLeast, shown);
  put("  \"" + shown + '"', Style::kDim);
}

void TextWriter::append_link_row(const Link& link) {
  append_visible(link.resolved ? *link.resolved : link.reference, out_);
  if (!link.resolved) out_ += fmt::format("  [{}]", name_of(link.status));
}

void TextWriter::unique_link(std::string_view row, std::uint64_t count) {
  out_ += fmt::format("{:>7}  {}\n", count, row);
}

void TextWriter::entity(const Entity& entity) {
  entities_.push_back(kept_.keep(entity));
}

void TextWriter::diagnostic(const Diagnostic& diagnostic) {
  if (!has_title_) title(*diagnostic.message);
  has_title_ = true;
  const std::size_t start = out_.size();
  out_ += "  ";
  put(name_of(diagnostic.severity), diagnostic.severity == Severity::kError ? Style::kBad : Style::kDim);
  pad(start, 11);
  put(name_of(diagnostic.code));
  pad(start, 32);
  put(diagnostic.part, Style::kPart);
  if (diagnostic.span) put(fmt::format(" {}-{}", diagnostic.span->start, diagnostic.span->end), Style::kDim);
  pad(start, 50);
  put(diagnostic.detail);
  out_ += '\n';
}

// Example: "    495  error    text-differs  bank.com → evil.example  box.mbox message 12 part 2"
void TextWriter::summary(const SummaryRow& row) {
  const std::size_t start = out_.size();
  put(fmt::format("{:>7}  ", row.count));
  put(name_of(row.severity), row.severity == Severity::kError ? Style::kBad : Style::kDim);
  pad(start, 18);
  put(row.code);
  pad(start, 39);
  if (!row.domain.empty() || !row.other_domain.empty()) {
    const auto domain = [](const std::string& name) { return name.empty() ? std::string("no host") : name; };
    put(domain(row.domain) + " → " + domain(row.other_domain) + "  ", Style::kUrl);
  }
  std::string where = row.source;
  if (row.message != 0) where += fmt::format(" message {}", row.message);
  if (!row.part.empty()) where += " part " + row.part;
  put(where, Style::kDim);
  out_ += '\n';
}

void TextWriter::top(const TopRow& row) {
  out_ += fmt::format("{:>7}  ", row.count);
  put(row.url ? *row.url : row.host ? *row.host : row.domain.value_or(""));
  out_ += '\n';
}

void TextWriter::end_message() {
  has_title_ = false;
  if (entities_.empty()) return;
  tree();
  entities_.clear();
  kept_.clear();
}

// The entities are in depth-first order.
void TextWriter::tree() {
  title(*entities_.front().message);
  std::vector<bool> is_last;  // whether the entity, and each of its ancestors, is the last on its level
  for (auto entity = entities_.begin(); entity != entities_.end(); ++entity) {
    const int depth = entity->depth;
    const auto next = std::find_if(entity + 1, entities_.end(),
                                   [depth](const Entity& other) { return other.depth <= depth; });
    is_last.resize(static_cast<std::size_t>(depth));
    is_last.push_back(next == entities_.end() || next->depth < depth);
    std::string lead;
    for (std::size_t level = 1; level + 1 < is_last.size(); ++level) lead += is_last[level] ? "   " : "│  ";
    const std::string lead_below = lead + (depth == 0 ? "" : is_last.back() ? "   " : "│  ");
    draw(*entity, lead + (depth == 0 ? "" : is_last.back() ? "└─ " : "├─ "));
    if (verbose_) draw_chain(*entity, lead_below + (next == entity + 1 ? "   " : "│  "));
  }
}

void TextWriter::draw(const Entity& entity, const std::string& lead) {
  const std::size_t start = out_.size();
  out_ += lead;
  put(entity.part, Style::kPart);
  put(fmt::format("  {}", entity.content_type));
  if (entity.filename) put(fmt::format("  \"{}\"", *entity.filename), Style::kDim);
  if (entity.searched != Searched::kContainer) put("  " + human_size(entity.size_bytes), Style::kDim);
  if (!entity.defect.empty()) put(fmt::format("  [{}]", entity.defect), Style::kBad);
  if (entity.searched != Searched::kContainer && entity.searched != Searched::kYes &&
      entity.searched != Searched::kNo) {
    put(fmt::format("  [not searched: {}]", name_of(entity.searched)), Style::kBad);
  }
  pad(start, 48);
  base(entity.base);
  out_ += '\n';
}

void TextWriter::draw_chain(const Entity& entity, const std::string& lead) {
  for (const Candidate& candidate : entity.chain) {
    const std::size_t start = out_.size();
    const bool won = candidate.state == CandidateState::kEffective;
    out_ += lead + "  ";
    put(fmt::format("{} {}", name_of(candidate.section), name_of(candidate.by)), Style::kDim);
    if (candidate.part) put(fmt::format(" of {}", *candidate.part), Style::kDim);
    pad(start, 48);
    put(name_of(candidate.state), won ? Style::kPlain : Style::kDim);
    out_ += "  ";
    put(candidate.url ? *candidate.url : candidate.raw, won ? Style::kUrl : Style::kDim);
    if (candidate.url && candidate.raw.find(*candidate.url) == std::string_view::npos)
      put(fmt::format("  from {}", candidate.raw), Style::kDim);
    out_ += '\n';
  }
}

}  // namespace mimebase::write
