#include "write/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "write/shown_text.h"

namespace mimebase::write {
namespace {

std::string human_size(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes);
  const char* unit = "";
  for (const char* next : {"kB", "MB", "GB", "TB"}) {
    size /= 1000;
    unit = next;
    if (size < 999.95) break;
  }
  return fmt::format("{:.1f} {}", size, unit);
}

std::string who(const BaseInfo& base) {
  if (base.by == BaseBy::kNone) return "3.4 none";
  std::string text = fmt::format("{} {}", name_of(base.section), name_of(base.by));
  if (base.part) text += " of " + *base.part;
  return text;
}

}  // namespace

void TextWriter::put(std::string_view text, Style style) {
  const char* code = nullptr;
  switch (style) {
    case Style::kPlain:
      break;
    case Style::kTitle:
      code = "\x1b[1m";
      break;
    case Style::kPart:
      code = "\x1b[35m";
      break;
    case Style::kUrl:
      code = "\x1b[36m";
      break;
    case Style::kDim:
      code = "\x1b[2m";
      break;
    case Style::kBad:
      code = "\x1b[31m";
      break;
  }
  const bool styled = color_ && code != nullptr;
  if (styled) out_ += code;
  append_visible(text, out_);
  if (styled) out_ += "\x1b[0m";
}

void TextWriter::pad(std::size_t line_start, std::size_t column) {
  // Colour codes take no columns: they are counted out.
  std::size_t width = 0;
  std::string_view line = std::string_view(out_).substr(line_start);
  while (!line.empty()) {
    const std::size_t code = line.find('\x1b');
    width += columns(line.substr(0, code));
    if (code == std::string_view::npos) break;
    line.remove_prefix(std::min(line.find('m', code), line.size() - 1) + 1);
  }
  out_.append(std::max<std::size_t>(column > width ? column - width : 0, 1), ' ');
}

void TextWriter::title(const MessageInfo& message) {
  std::string buffer;
  put(source_text(message.source, buffer), Style::kTitle);
  if (message.number > 0) put(fmt::format("  message {}", message.number), Style::kTitle);
  if (message.date) put("  " + message.date->substr(0, 10), Style::kDim);
  if (message.subject) put("  " + *message.subject, Style::kDim);
  out_ += '\n';
}

void TextWriter::base(const BaseInfo& base) {
  if (base.by == BaseBy::kNone) {
    put("no base", Style::kDim);
    return;
  }
  put("base ", Style::kDim);
  put(base.url, Style::kUrl);
  put("  " + who(base), Style::kDim);
}

void TextWriter::part_line(const Link& link) {
  if (!has_title_) {
    title(*link.message);
    has_title_ = true;
    part_.clear();
  } else if (part_ == link.part && base_url_ == link.base->url) {
    return;
  }
  part_ = link.part;
  base_url_ = link.base->url;
  const std::size_t start = out_.size();
  out_ += "  ";
  put(link.part, Style::kPart);
  if (link.content_type) put("  " + std::string(*link.content_type));
  pad(start, 28);
  base(*link.base);
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
  out_ += '\n';
}

std::string TextWriter::link_row(const Link& link) {
  std::string row;
  append_visible(link.resolved ? *link.resolved : link.reference, row);
  if (!link.resolved) row += fmt::format("  [{}]", name_of(link.status));
  return row;
}

void TextWriter::unique_link(std::string_view row, std::uint64_t count) {
  fmt::format_to(std::back_inserter(out_), "{:>7}  {}\n", count, row);
}

void TextWriter::entity(const Entity& entity) {
  if (entities_.empty()) {
    message_ = *entity.message;
    source_ = entity.message->source;
    message_.source = source_;
  }
  entities_.push_back({entity, std::string(entity.base.url)});
}

void TextWriter::diagnostic(const Diagnostic& diagnostic) {
  if (!has_title_) title(*diagnostic.message);
  has_title_ = true;
  const std::size_t start = out_.size();
  out_ += "  ";
  put(name_of(diagnostic.severity), diagnostic.severity == Severity::kError ? Style::kBad : Style::kDim);
  pad(start, 11);
  put(diagnostic.code);
  pad(start, 32);
  put(diagnostic.part, Style::kPart);
  if (diagnostic.span) put(fmt::format(" {}-{}", diagnostic.span->start, diagnostic.span->end), Style::kDim);
  pad(start, 50);
  put(diagnostic.detail);
  out_ += '\n';
}

// "    495  error    text-differs  bank.com → evil.example  box.mbox message 12 part 2"
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

void TextWriter::end_message() {
  has_title_ = false;
  if (!entities_.empty()) tree();
  entities_.clear();
}

void TextWriter::tree() {
  title(message_);
  draw(0, "", "");
}

// The entities follow each other depth first: those one level deeper, up to the next that is not deeper.
std::vector<std::size_t> TextWriter::children(std::size_t i) const {
  std::vector<std::size_t> found;
  const int depth = entities_[i].entity.depth;
  for (std::size_t j = i + 1; j < entities_.size() && entities_[j].entity.depth > depth; ++j) {
    if (entities_[j].entity.depth == depth + 1) found.push_back(j);
  }
  return found;
}

void TextWriter::draw(std::size_t i, const std::string& lead, const std::string& lead_below) {
  const Entity& entity = entities_[i].entity;
  const std::size_t start = out_.size();
  out_ += lead;
  put(entity.part, Style::kPart);
  put("  " + entity.content_type);
  if (entity.filename) put("  \"" + *entity.filename + '"', Style::kDim);
  if (entity.searched != Searched::kContainer) put("  " + human_size(entity.size_bytes), Style::kDim);
  if (!entity.defect.empty()) put("  [" + entity.defect + "]", Style::kBad);
  if (entity.searched != Searched::kContainer && entity.searched != Searched::kYes &&
      entity.searched != Searched::kNo) {
    put(fmt::format("  [not searched: {}]", name_of(entity.searched)), Style::kBad);
  }
  pad(start, 48);
  BaseInfo shown = entity.base;
  shown.url = entities_[i].base_url;
  base(shown);
  out_ += '\n';
  const std::vector<std::size_t> inside = children(i);
  if (verbose_) draw_chain(entity, lead_below + (inside.empty() ? "   " : "│  "));
  for (std::size_t n = 0; n < inside.size(); ++n) {
    const bool last = n + 1 == inside.size();
    draw(inside[n], lead_below + (last ? "└─ " : "├─ "), lead_below + (last ? "   " : "│  "));
  }
}

void TextWriter::draw_chain(const Entity& entity, const std::string& lead) {
  for (const Candidate& candidate : entity.chain) {
    const std::size_t start = out_.size();
    const bool won = candidate.state == CandidateState::kEffective;
    out_ += lead + "  ";
    put(fmt::format("{} {}", name_of(candidate.section), name_of(candidate.by)), Style::kDim);
    if (candidate.part) put(" of " + *candidate.part, Style::kDim);
    pad(start, 48);
    put(name_of(candidate.state), won ? Style::kPlain : Style::kDim);
    out_ += "  ";
    put(candidate.url ? *candidate.url : candidate.raw, won ? Style::kUrl : Style::kDim);
    if (candidate.url && candidate.raw.find(*candidate.url) == std::string::npos)
      put("  from " + candidate.raw, Style::kDim);
    out_ += '\n';
  }
}

}  // namespace mimebase::write
