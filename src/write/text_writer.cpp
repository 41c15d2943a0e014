#include "write/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "model/unsearched.h"
#include "text/utf8.h"
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

// "part 2", "nothing" or a URL.
std::string opened(const Opens& opens) {
  if (opens.part) return fmt::format("part {}", *opens.part);
  if (opens.url) return std::string(*opens.url);
  return opens.by == OpensBy::kNone ? "not followed" : "nothing";
}

// False if `text` is just the URL, which the line already shows.
bool says_more(std::string_view text, const Link& link) {
  return !text.empty() && bare(text) != bare(link.reference) &&
         (!link.resolved || bare(text) != bare(*link.resolved));
}

// "  [part 1.2]"; empty for a link that was found and resolved as most are.
std::string status_mark(const Link& link) {
  if (link.status == LinkStatus::kResolved || link.status == LinkStatus::kAbsolute) return {};
  return fmt::format("  [{}{}]", name_of(link.status),
                     link.target_part ? " " + std::string(*link.target_part) : "");
}

// "  [cut off]  [not searched: encrypted]".
std::string marks_of(const Entity& entity) {
  std::string marks;
  if (!entity.defect.empty()) marks += fmt::format("  [{}]", entity.defect);
  if (entity.searched == Searched::kNo) {
    if (is_unsearched(entity.searched, entity.content_type)) marks += "  [not searched]";
  } else if (entity.searched != Searched::kContainer && entity.searched != Searched::kYes)
    marks += fmt::format("  [not searched: {}]", name_of(entity.searched));
  return marks;
}

}  // namespace

void TextWriter::put(std::string_view text, Style style) {
  constexpr const char* kCodes[] = {"", "\x1b[1m", "\x1b[35m", "\x1b[36m", "\x1b[2m", "\x1b[31m"};
  const bool styled = look_.color && style != Style::kPlain;
  if (styled) out_ += kCodes[static_cast<int>(style)];
  // Text that was cut off elsewhere ends with an ellipsis as well.
  for (std::size_t dots; look_.ascii && (dots = text.find("…")) != text.npos;) {
    append_visible(text.substr(0, dots), out_);
    out_ += ellipsis();
    text.remove_prefix(dots + std::string_view("…").size());
  }
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

// Ends the line with a sentence. If the terminal is too narrow, the sentence has lines of its own, which are
// broken between words. A longer word, usually a URL, is shortened, but not its host.
void TextWriter::end_line(std::size_t line_start, std::string_view sentence) {
  constexpr std::size_t kIndent = 6;
  if (look_.columns == 0 || width(line_start) + columns(sentence) <= look_.columns) {
    put(sentence);
    out_ += '\n';
    return;
  }
  while (out_.ends_with(' ')) out_.pop_back();
  end_line(line_start);
  std::size_t used = 0;
  for (bool is_first = true; !sentence.empty(); is_first = false) {
    const std::string_view word = sentence.substr(0, sentence.find(' '));
    sentence.remove_prefix(std::min(word.size() + 1, sentence.size()));
    if (is_first || used + 1 + columns(word) > look_.columns) {
      if (!is_first) out_ += '\n';
      out_.append(kIndent, ' ');
      used = kIndent;
    } else {
      out_ += ' ';
      ++used;
    }
    std::string visible;
    append_visible(word, visible);
    const std::string shown =
        shortened_in_middle(visible, end_of_host_in_word(visible),
                            std::max<std::size_t>(look_.columns, 2 * kIndent) - kIndent, ellipsis());
    put(shown);
    used += columns(shown);
  }
  out_ += '\n';
}

// Cuts off the line where the terminal would break it, but nothing before kept_to_.
void TextWriter::end_line(std::size_t line_start) {
  if (look_.columns > 0 && kept_to_ < out_.size() && width(line_start) > look_.columns) {
    const std::size_t kept = std::max(line_start, kept_to_);
    const std::string line = out_.substr(kept);
    out_.resize(kept);
    const std::size_t dots = width(line_start) + columns(ellipsis());
    std::size_t left = look_.columns - std::min(dots, look_.columns);
    for (std::string_view rest = line; !rest.empty();) {
      const bool is_code = rest.front() == '\x1b';
      const std::size_t length =
          is_code ? std::min(rest.find('m'), rest.size() - 1) + 1 : utf8::first_character(rest).length;
      const std::size_t taken = is_code ? 0 : columns(rest.substr(0, length));
      if (taken > left) break;
      left -= taken;
      out_ += rest.substr(0, length);
      rest.remove_prefix(length);
    }
    out_ += ellipsis();
    if (look_.color) out_ += "\x1b[0m";
  }
  out_ += '\n';
  kept_to_ = 0;
}

void TextWriter::title(const MessageInfo& message) {
  std::size_t start = out_.size();
  std::string buffer;
  put(source_text(message.source, buffer), Style::kTitle);
  if (message.number > 0) put(fmt::format("  message {}", message.number), Style::kTitle);
  if (message.date) put(fmt::format("  {}", message.date->substr(0, 10)), Style::kDim);
  if (message.subject) {
    put(fmt::format("  {}", *message.subject), Style::kDim);
  } else if (message.title) {  // it may be a URL
    flow({{"  ", *message.title, {}, Style::kDim, Style::kDim}}, start, "  ");
  }
  end_line(start);
  fields(message);
}

// One line per value.
void TextWriter::fields(const MessageInfo& message) {
  for (const NamedField& field : message.fields) {
    for (const std::string_view value : field.values) {
      const std::size_t start = out_.size();
      put(fmt::format("  {}: ", field.name), Style::kDim);
      put(value);
      end_line(start);
    }
  }
}

std::size_t TextWriter::width_of(const Piece& piece) const {
  std::string visible;
  append_visible(piece.text, visible);
  return columns(piece.before) + columns(visible) + columns(piece.after);
}

// The columns of the piece if as much as possible of its text is cut out.
std::size_t TextWriter::least_width(const Piece& piece) const {
  std::string visible;
  append_visible(piece.text, visible);
  constexpr std::size_t kShortText = 12;
  const std::string least = shortened_in_middle(visible, end_of_host(visible), kShortText, ellipsis());
  return columns(piece.before) + columns(least) + columns(piece.after);
}

void TextWriter::put(const Piece& piece) {
  if (piece.style == piece.style_around && look_.color)
    return put(fmt::format("{}{}{}", piece.before, piece.text, piece.after), piece.style);
  put(piece.before, piece.style_around);
  put(piece.text, piece.style);
  put(piece.after, piece.style_around);
}

// Writes the pieces in `room` columns, or in as few as they can have. What is left goes to the later ones
// first: the last URL of a line is what the others lead to.
void TextWriter::put_shortened(std::vector<Piece> pieces, std::size_t room) {
  std::size_t least = 0;
  for (const Piece& piece : pieces) least += least_width(piece);
  std::size_t left = room - std::min(least, room);
  for (Piece& piece : pieces) {
    const std::size_t own = least_width(piece), missing = width_of(piece) - own;
    const bool is_last = &piece == &pieces.back();
    std::size_t later = 0;  // what the pieces after this one lack
    for (const Piece* next = &piece + 1; next <= &pieces.back(); ++next)
      later += width_of(*next) - least_width(*next);
    const std::size_t share = is_last ? left : std::max(left - std::min(later, left), left / 3);
    const std::size_t more = std::min(missing, share);
    left -= more;
    std::string visible;
    if (more < missing) {
      append_visible(piece.text, visible);
      visible = shortened_in_middle(visible, end_of_host(visible),
                                    own + more - columns(piece.before) - columns(piece.after), ellipsis());
      piece.text = visible;
    }
    put(piece);
  }
}

// Ends a line that goes on below.
void TextWriter::break_line(std::size_t& line_start, std::string_view lead_below) {
  while (out_.ends_with(' ') && out_.size() > kept_to_) out_.pop_back();
  end_line(line_start);
  line_start = out_.size();
  out_ += lead_below;
}

// Writes the pieces, on as many lines as they need. `line_start` becomes the start of the last one, which
// stays open.
void TextWriter::flow(std::vector<Piece> pieces, std::size_t& line_start, std::string_view lead_below) {
  std::erase_if(pieces, [](const Piece& piece) { return piece.before.empty() && piece.text.empty(); });
  if (look_.columns == 0) {
    for (const Piece& piece : pieces) put(piece);
    return;
  }
  for (auto first = pieces.begin(); first != pieces.end();) {
    std::size_t used = width(line_start);
    auto last = first;
    while (last != pieces.end() && used + least_width(*last) <= look_.columns) used += least_width(*last++);
    const bool is_fresh = std::string_view(out_).substr(line_start) == lead_below;
    if (last == first && is_fresh) ++last;  // no line has room for it
    if (last != first) {
      put_shortened({first, last}, look_.columns - std::min(width(line_start), look_.columns));
      kept_to_ = out_.size();
      first = last;
    }
    if (first == pieces.end()) return;
    break_line(line_start, lead_below);
    first->before.erase(0, first->before.find_first_not_of(' '));
  }
}

// The column at which `tree` shows bases: further to the left on a narrow terminal.
std::size_t TextWriter::second_column() const {
  constexpr std::size_t kUsual = 48, kLeast = 24, kBase = 52;
  if (look_.columns == 0) return kUsual;
  return std::clamp(look_.columns - std::min(kBase, look_.columns), kLeast, kUsual);
}

// True if the rest of the line has room for all pieces.
bool TextWriter::has_room(std::size_t line_start, const std::vector<Piece>& pieces) const {
  std::size_t used = width(line_start);
  for (const Piece& piece : pieces) used += least_width(piece);
  return look_.columns == 0 || used <= look_.columns;
}

// "3.1 base-header of HEADER". Rows have no part for a layer of section 3.3, but people want to know which
// field or option gave it.
std::string TextWriter::layer_of(BaseSection section, BaseBy by, std::optional<std::string_view> part) const {
  if (by == BaseBy::kRetrievalUrl && !look_.has_retrieval_url) part = "HEADER";
  return fmt::format("{} {}{}{}", name_of(section), name_of(by), part ? " of " : "", part.value_or(""));
}

// The base and its layer.
std::vector<TextWriter::Piece> TextWriter::base_pieces(const BaseInfo& base) const {
  if (base.by == BaseBy::kNone) return {mark("no base", Style::kDim)};
  return {{"base ", base.url, {}, Style::kUrl, Style::kDim},
          mark("  " + layer_of(base.section, base.by, base.part), Style::kDim)};
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
  std::size_t start = out_.size();
  out_ += "  ";
  put(link.part, Style::kPart);
  if (link.content_type) put("  " + std::string(*link.content_type));
  pad(start, 28);
  flow(base_pieces(link.base), start, "    ");
  end_line(start);
}

// The reference and its resolved form.
std::vector<TextWriter::Piece> TextWriter::urls(const Link& link) const {
  Piece reference{{}, link.reference, {}};
  if (link.reference.empty()) reference = mark("\"\"", Style::kDim);
  if (!link.resolved) return {reference};
  Piece resolved{{}, *link.resolved, {}, Style::kUrl};
  if (*link.resolved == link.reference) return {resolved};
  resolved.before = arrow();
  return {reference, resolved};
}

namespace {

// "  [safelinks urldefense-v2: http://example.org/]"; the URL only if it could be decoded.
std::string names_of_wrappers(const Link& link) {
  std::string names = "  [";
  for (std::size_t i = 0; i < link.wrappers.size(); ++i)
    names.append(i > 0 ? " " : "").append(link.wrappers[i]);
  return names;
}

// False if the reader opens what the line already shows.
bool opens_another(const Link& link) {
  if (link.reader == MailReader::kRfc1808) return false;
  return link.opens.part ? link.opens.part != link.target_part
                         : !link.opens.url || link.opens.url != link.resolved;
}

}  // namespace

// Example: "  [thunderbird: nothing]"
TextWriter::Piece TextWriter::reader_piece(const Link& link) {
  const std::string name = fmt::format("  [{}: ", name_of(link.reader));
  if (link.opens.part || !link.opens.url) return mark(name + opened(link.opens) + ']', Style::kUrl);
  return {name, *link.opens.url, "]", Style::kUrl, Style::kUrl};
}

void TextWriter::link(const Link& link) {
  part_line(link);
  std::size_t start = out_.size();
  out_ += "    ";
  put(link.context, Style::kDim);
  pad(start, 28);
  const bool bad = link.status == LinkStatus::kUnresolved || link.status == LinkStatus::kInvalid ||
                   link.status == LinkStatus::kMissingPart;
  std::vector<Piece> pieces = urls(link);
  pieces.push_back(mark(status_mark(link), bad ? Style::kBad : Style::kDim));
  if (!link.wrappers.empty() && link.unwrapped) {
    pieces.push_back({names_of_wrappers(link) + ": ", *link.unwrapped, "]", Style::kUrl, Style::kUrl});
  } else if (!link.wrappers.empty()) {
    pieces.push_back(mark(names_of_wrappers(link) + ']', Style::kUrl));
  }
  if (opens_another(link)) pieces.push_back(reader_piece(link));
  if (link.hidden) pieces.push_back(mark(fmt::format("  [hidden: {}]", *link.hidden), Style::kDim));
  if (link.where) pieces.push_back({"  (", *link.where, ")", Style::kDim, Style::kDim});
  flow(std::move(pieces), start, "      ");
  anchor_text(start, link);
  end_line(start);
}

// Shows as much as fits into the terminal's columns, or into 80, but after a long URL at least 24. A host
// that the text shows is never cut: it may be the one that people are to believe in.
void TextWriter::anchor_text(std::size_t& line_start, const Link& link) {
  constexpr std::size_t kPageColumns = 80, kLeast = 24, kQuotes = 4;
  if (!link.text || !says_more(*link.text, link)) return;
  std::string visible;
  append_visible(*link.text, visible);
  const bool is_word = visible.find(' ') == visible.npos;
  const std::size_t host = is_word ? end_of_host_in_word(visible) : end_of_host(visible);
  const std::size_t needed =
      columns(std::string_view(visible).substr(0, host > 0 ? host + 1 : 1)) + columns(ellipsis());
  std::size_t used = width(line_start) + kQuotes;
  std::size_t room = used + kLeast < kPageColumns ? kPageColumns - used : kLeast;
  if (look_.columns > 0) {
    if (used + needed > look_.columns && host == 0) return;  // it would cut off the marks
    if (used + needed > look_.columns) {
      break_line(line_start, "    ");
      used = width(line_start) + kQuotes;
    }
    room = look_.columns - std::min(used, look_.columns);
  }
  std::string shown;
  append_shortened(visible, std::max(room, needed), shown, ellipsis());
  put("  \"" + shown + '"', Style::kDim);
  kept_to_ = out_.size();
}

void TextWriter::append_link_row(const Link& link) {
  put(link.resolved ? *link.resolved : link.reference);
  if (!link.resolved) out_ += fmt::format("  [{}]", name_of(link.status));
}

void TextWriter::unique_link(std::string_view row, std::uint64_t count) {
  std::size_t start = out_.size();
  out_ += fmt::format("{:>7}  ", count);
  flow({{{}, row, {}}}, start, "  ");
  end_line(start);
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
  end_line(start, diagnostic.detail);
}

namespace {

// Why the reader opens nothing; nullopt if it opens something.
std::optional<Unopened> reason_of(const Comparison& comparison, MailReader reader) {
  const auto found = std::ranges::find(comparison.reasons, reader, &ReaderReason::reader);
  return found == comparison.reasons.end() ? std::nullopt : std::optional(found->reason);
}

// "rfc1808, mhonarc": the readers that open the same as this one, or nothing for the same reason. Empty if
// an earlier one does.
std::string readers_like(const ReaderOpens& row, const Comparison& comparison) {
  std::string names;
  const std::optional<Unopened> reason = reason_of(comparison, row.reader);
  for (const ReaderOpens& other : comparison.readers) {
    const bool is_same = other.opens.url == row.opens.url && other.opens.part == row.opens.part &&
                         reason_of(comparison, other.reader) == reason;
    if (is_same && names.empty() && &other != &row) return {};
    if (is_same) names.append(names.empty() ? "" : ", ").append(name_of(other.reader));
  }
  return names;
}

}  // namespace

void TextWriter::comparison(const Comparison& comparison) {
  if (!has_title_) title(*comparison.message);
  has_title_ = true;
  const std::size_t row_start = out_.size();
  out_ += "  ";
  const bool is_bad = comparison.difference == Disagreement::kDomain;
  put(fmt::format("{}", name_of(comparison.difference)), is_bad ? Style::kBad : Style::kDim);
  pad(row_start, 11);
  put(comparison.part, Style::kPart);
  put(fmt::format("  {}  ", comparison.context), Style::kDim);
  std::size_t reference_start = row_start;
  flow({{{}, comparison.reference, {}}}, reference_start, "      ");
  end_line(reference_start);
  for (const ReaderOpens& row : comparison.readers) {
    const std::string names = readers_like(row, comparison);
    if (names.empty()) continue;
    std::size_t start = out_.size();
    out_ += "    ";
    put(names, Style::kDim);
    pad(start, 40);
    Piece piece;
    if (row.opens.url) {
      piece = {{}, *row.opens.url, {}, Style::kUrl};
    } else if (row.opens.part) {
      piece = mark('[' + opened(row.opens) + ']', Style::kPlain);
    } else {
      const std::optional<Unopened> reason = reason_of(comparison, row.reader);
      piece = mark(fmt::format("[nothing{}{}]", reason ? ": " : "", reason ? sentence_of(*reason) : ""),
                   Style::kDim);
    }
    flow({piece}, start, "      ");
    end_line(start);
  }
  comparisons_.emplace_back(comparison.difference, out_.substr(row_start));
  out_.resize(row_start);
  kept_to_ = 0;
}

// Example: "  message      1  text  https://lists.example.org/.../ → archive.mbox message 12"
void TextWriter::ledger_entry(const LedgerEntry& entry) {
  if (!has_title_) title(*entry.message);
  has_title_ = true;
  std::size_t start = out_.size();
  out_ += "  ";
  const bool is_bad = entry.state == LedgerState::kLost || entry.state == LedgerState::kAmbiguous;
  const bool is_found = entry.state == LedgerState::kMessage;
  put(name_of(entry.state), is_bad ? Style::kBad : is_found ? Style::kPlain : Style::kDim);
  pad(start, 14);
  put(entry.part, Style::kPart);
  put(fmt::format("  {}  ", entry.context), Style::kDim);
  std::vector<Piece> pieces{{{}, entry.resolved.value_or(entry.reference), {}, Style::kUrl}};
  if (entry.target_source && entry.target_message) {
    std::string target(arrow());
    // The message itself is not named again.
    std::string buffer;
    if (*entry.target_source != source_text(entry.message->source, buffer))
      target.append(*entry.target_source).append(" ");
    pieces.push_back(mark(target + fmt::format("message {}", *entry.target_message), Style::kPlain));
  } else if (entry.scheme && entry.names) {
    pieces.push_back({fmt::format("  [{}: ", *entry.scheme), *entry.names, "]", Style::kDim, Style::kDim});
  }
  flow(std::move(pieces), start, "      ");
  end_line(start);
}

// Example: "    495  error    text-differs  bank.com → evil.example  box.mbox message 12 part 2"
void TextWriter::summary(const SummaryRow& row) {
  std::size_t start = out_.size();
  put(fmt::format("{:>7}  ", row.count));
  put(name_of(row.severity), row.severity == Severity::kError ? Style::kBad : Style::kDim);
  pad(start, 18);
  put(row.code);
  pad(start, 39);
  std::vector<Piece> pieces;
  if (!row.domain.empty() || !row.other_domain.empty()) {
    const auto domain = [](const std::string& name) { return name.empty() ? std::string("no host") : name; };
    pieces.push_back(mark(domain(row.domain), Style::kUrl));
    pieces.push_back(mark(std::string(arrow()) + domain(row.other_domain) + "  ", Style::kUrl));
  }
  std::string where = row.source;
  if (row.message != 0) where += fmt::format(" message {}", row.message);
  if (!row.part.empty()) where += " part " + row.part;
  flow(std::move(pieces), start, "         ");
  put(where, Style::kDim);
  end_line(start);
}

void TextWriter::top(const TopRow& row) {
  std::size_t start = out_.size();
  out_ += fmt::format("{:>7}  ", row.count);
  if (row.url) {
    flow({{{}, *row.url, {}}}, start, "  ");
  } else {
    flow({mark(std::string(row.host ? *row.host : row.domain.value_or("")), Style::kPlain)}, start, "  ");
  }
  end_line(start);
}

void TextWriter::not_searched(const MessageInfo& message, bool is_alone) {
  if (!has_title_ && !is_alone) return;
  if (!has_title_) title(message);
  has_title_ = true;
  ++not_searched_;
}

void TextWriter::end_message() {
  has_title_ = false;
  if (!entities_.empty()) tree();
  entities_.clear();
  kept_.clear();
  if (not_searched_ > 0) {
    const std::string parts = not_searched_ == 1 ? "1 part was" : fmt::format("{} parts were", not_searched_);
    put("  " + parts + " not searched; see `mimebase check`", Style::kDim);
    out_ += '\n';
  }
  not_searched_ = 0;
  std::stable_sort(comparisons_.begin(), comparisons_.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [difference, text] : comparisons_) out_ += text;
  comparisons_.clear();
}

// The entities are in depth-first order.
void TextWriter::tree() {
  title(*entities_.front().message);
  const std::string bar = look_.ascii ? "|  " : "│  ";
  const std::string corner = look_.ascii ? "`- " : "└─ ", branch = look_.ascii ? "|- " : "├─ ";
  std::vector<bool> is_last;  // whether the entity, and each of its ancestors, is the last on its level
  for (auto entity = entities_.begin(); entity != entities_.end(); ++entity) {
    const int depth = entity->depth;
    const auto next = std::find_if(entity + 1, entities_.end(),
                                   [depth](const Entity& other) { return other.depth <= depth; });
    is_last.resize(static_cast<std::size_t>(depth));
    is_last.push_back(next == entities_.end() || next->depth < depth);
    std::string lead;
    for (std::size_t level = 1; level + 1 < is_last.size(); ++level) lead += is_last[level] ? "   " : bar;
    const std::string lead_below = lead + (depth == 0 ? "" : is_last.back() ? "   " : bar);
    const std::string below = lead_below + (next == entity + 1 ? "   " : bar);
    if (is_unsearched(entity->searched, entity->content_type)) ++not_searched_;
    draw(*entity, lead + (depth == 0 ? "" : is_last.back() ? corner : branch), below);
    if (verbose_) draw_chain(*entity, below);
  }
}

// On a terminal, the base gets a line of its own if it does not fit next to the part.
void TextWriter::draw(const Entity& entity, const std::string& lead, const std::string& lead_below) {
  std::size_t start = out_.size();
  out_ += lead;
  put(entity.part, Style::kPart);
  put(fmt::format("  {}", entity.content_type));
  const std::string size =
      entity.searched != Searched::kContainer ? "  " + human_size(entity.size_bytes) : std::string();
  std::vector<Piece> pieces;
  if (entity.filename) pieces.push_back({"  \"", *entity.filename, "\"", Style::kDim, Style::kDim});
  pieces.push_back(mark(size, Style::kDim));
  pieces.push_back(mark(marks_of(entity), Style::kBad));
  const std::string lead_of_base = lead_below + "  ";
  flow(std::move(pieces), start, lead_of_base);
  pad(start, second_column());
  std::vector<Piece> base = base_pieces(entity.base);
  if (!has_room(start, base)) break_line(start, lead_of_base);
  flow(std::move(base), start, lead_of_base);
  end_line(start);
}

void TextWriter::draw_chain(const Entity& entity, const std::string& lead) {
  for (const Candidate& candidate : entity.chain) {
    std::size_t start = out_.size();
    const bool won = candidate.state == CandidateState::kEffective;
    out_ += lead + "  ";
    put(layer_of(candidate.section, candidate.by, candidate.part), Style::kDim);
    pad(start, look_.columns == 0 ? second_column() : second_column() + 8);
    put(name_of(candidate.state), won ? Style::kPlain : Style::kDim);
    const bool is_changed = candidate.url && candidate.raw.find(*candidate.url) == std::string_view::npos;
    std::vector<Piece> pieces{
        {"  ", candidate.url.value_or(candidate.raw), {}, won ? Style::kUrl : Style::kDim}};
    if (is_changed) pieces.push_back({"  from ", candidate.raw, {}, Style::kDim, Style::kDim});
    flow(std::move(pieces), start, lead + "    ");
    end_line(start);
  }
}

}  // namespace mimebase::write
