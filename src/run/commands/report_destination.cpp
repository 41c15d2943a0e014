#include "run/commands/report_destination.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "database/database_reader.h"
#include "database/existing_database.h"
#include "database/packed_reader.h"
#include "mimebase/names.h"
#include "page/message_data.h"
#include "run/commands/command.h"
#include "text/utf8.h"

namespace mimebase::run {
namespace {

constexpr std::size_t kMaxProblems = 100;
constexpr std::size_t kDataElementBytes = std::size_t{1} << 20;

// The size of the page's data is limited because browsers keep several copies of it. Who asks for more rows
// gets more bytes.
constexpr std::uint64_t kMinPageBytes = std::uint64_t{32} << 20, kMaxPageBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kUsualRowBytes = 336;
constexpr std::uint64_t kMaxDiagnosticBytes = std::uint64_t{8} << 20;

std::uint64_t page_bytes(std::uint64_t rows) {
  return rows >= kMaxPageBytes / kUsualRowBytes ? kMaxPageBytes
                                                : std::max(kMinPageBytes, rows * kUsualRowBytes);
}

// Approximate sizes in the page's data.
constexpr std::uint64_t kMessageBytes = 400, kEntityBytes = 200, kLinkBytes = 180, kComparedBytes = 160,
                        kDiagnosticBytes = 80;

std::uint64_t shown_bytes(std::optional<std::string_view> text) {
  constexpr std::uint64_t kShownBytes = 4096;
  return text ? std::min<std::uint64_t>(text->size(), kShownBytes) : 0;
}

std::uint64_t bytes_of(const Link& link) {
  return kLinkBytes + shown_bytes(link.reference) +
         (link.resolved == link.reference ? 0 : shown_bytes(link.resolved)) + shown_bytes(link.text) +
         shown_bytes(link.unwrapped) + shown_bytes(link.opens.url);
}

std::uint64_t bytes_of(const Comparison& comparison) {
  std::uint64_t bytes = kComparedBytes;
  for (const ReaderOpens& each : comparison.readers) bytes += shown_bytes(each.opens.url);
  return bytes;
}

std::uint64_t bytes_of(const Diagnostic& diagnostic) {
  return kDiagnosticBytes + shown_bytes(diagnostic.detail);
}

// Converts the rows of a database to pieces.
class DatabaseRows : private ReportRows {
 public:
  DatabaseRows(database::DatabaseReader& reader, const ReportRoom& room, const MessageFilter& messages)
      : ReportRows(room, piece_), reader_(reader), messages_(messages), rejections_(messages) {}

  Result<void> read(const Destination::Take& take) {
    if (Result<void> visited = reader_.visit_sources(*this); !visited) return visited;
    while (true) {
      const Result<bool> is_there = reader_.next();
      if (!is_there) return is_there.error();
      if (!*is_there) break;
      ++piece_.messages;
      if (!is_selected(reader_.message())) continue;
      if (Result<void> visited = reader_.visit(*this); !visited) return visited;
      end_message();
      if (piece_.bytes >= kPieceBytes) take(std::exchange(piece_, {}));
    }
    take(std::exchange(piece_, {}));
    return {};
  }

 private:
  void link(const Link& link) override { links(link, reader_.count()); }

  // As MessageSelector does with records.
  bool is_selected(const MessageInfo& message) {
    Selection& selection = piece_.selection;
    ++selection.messages;
    if (messages_.number && message.number != *messages_.number) {
      selection.add_number(message.source, message.number);
      return false;
    }
    ++selection.numbered;
    if (!passes(messages_, message)) {
      rejections_.add(message, selection);
      return false;
    }
    ++selection.selected;
    return true;
  }

  database::DatabaseReader& reader_;
  const MessageFilter& messages_;
  const RejectionCounter rejections_;
  Piece piece_;
};

// Calls use(chunk) for the packed rows of each chunk, and removes them from `rows`. Returns false if a call
// does.
template <typename Use>
bool each_chunk(const ReportedMessage& message, std::string_view& rows, const Use& use) {
  return std::all_of(message.chunks.begin(), message.chunks.end(), [&](std::size_t bytes) {
    const std::string_view chunk = rows.substr(0, bytes);
    rows.remove_prefix(chunk.size());
    return use(chunk);
  });
}

}  // namespace

// Unpacked rows with their dangers and sizes. A link is as dangerous as its diagnostics.
class ReportDestination::Chunk {
 public:
  explicit Chunk(std::string_view packed) : rows_(unpacked(std::string(packed), nullptr)) {
    if (!rows_) return;
    std::map<std::pair<std::string_view, std::uint64_t>, page::Danger> places;
    for (const Diagnostic& diagnostic : rows_->diagnostics) {
      const page::Danger danger = page::danger_of(diagnostic);
      if (!diagnostic.span || danger == page::Danger::kNone) continue;
      page::Danger& worst = places[{diagnostic.part, diagnostic.span->start}];
      worst = std::max(worst, danger);
    }
    std::size_t compared = 0;
    for (std::size_t i = 0; i < rows_->links.size(); ++i) {
      const Link& link = rows_->links[i];
      LinkRow row{page::danger_of(link), bytes_of(link)};
      const auto found = link.span ? places.find({link.part, link.span->start}) : places.end();
      if (found != places.end()) row.danger = std::max(row.danger, found->second);
      for (; compared < rows_->comparisons.size() && rows_->links_compared[compared] <= i + 1; ++compared) {
        row.danger = std::max(row.danger, page::danger_of(rows_->comparisons[compared]));
        row.bytes += bytes_of(rows_->comparisons[compared]);
      }
      links_.push_back(row);
    }
  }

  struct LinkRow {
    page::Danger danger;
    std::uint64_t bytes;
  };
  [[nodiscard]] bool is_there() const { return rows_ && !rows_->messages.empty(); }
  [[nodiscard]] const UnpackedRows& rows() const { return *rows_; }
  [[nodiscard]] const std::vector<LinkRow>& links() const { return links_; }

 private:
  std::shared_ptr<const UnpackedRows> rows_;
  std::vector<LinkRow> links_;
};

bool RowChoice::count(page::Danger danger, std::uint64_t bytes) {
  Amount& counted = counted_[static_cast<std::size_t>(danger)];
  const bool may_be_chosen = counted.rows < limit_.rows && counted.bytes <= limit_.bytes;
  ++counted.rows;
  counted.bytes += bytes;
  return may_be_chosen;
}

void RowChoice::begin() {
  Amount left = limit_;
  for (std::size_t i = page::kDangerCount; i-- > 0;) {
    room_[i] = {std::min(counted_[i].rows, left.rows), std::min(counted_[i].bytes, left.bytes)};
    left = {left.rows - room_[i].rows, left.bytes - room_[i].bytes};
  }
  room_.front().rows += left.rows;
  room_.front().bytes += left.bytes;  // for the messages themselves
}

bool RowChoice::choose(page::Danger danger, std::uint64_t bytes) {
  Amount& room = room_[static_cast<std::size_t>(danger)];
  if (room.rows == 0 || room.bytes < bytes) {
    room = {};
    return false;
  }
  room = {room.rows - 1, room.bytes - bytes};
  return true;
}

ReportDestination::ReportDestination(const std::vector<std::string>& inputs, const RunOptions& options,
                                     const ReportOptions& report, Output& output)
    : output_(output),
      messages_filter_(options.messages),
      links_(report.rows, page_bytes(report.rows)),
      diagnostics_(report.rows, kMaxDiagnosticBytes) {
  room_.rows = report.rows;
  room_.defang = report.defang;
  facts_.inputs = inputs;
  facts_.made_on = report.made_on;
  for (const database::StoredOption& option : stored_options(options)) {
    if (option.value != option.preset) facts_.options.emplace_back(option.name, option.value);
  }
  if (report.rows != ReportOptions().rows) facts_.options.emplace_back("--rows", std::to_string(report.rows));
  if (report.defang) facts_.options.emplace_back("--defang", "yes");
  if (options.analyze.reader != MailReader::kRfc1808) facts_.reader = name_of(options.analyze.reader);
}

// Rows that were taken before an error remain.
std::optional<Result<void>> ReportDestination::read(const std::string& input, const Take& take) {
  if (!database::is_database(input)) return std::nullopt;
  Result<database::DatabaseReader> reader = database::DatabaseReader::open(input);
  if (!reader) return reader.error();
  facts_.databases.push_back(input);
  return DatabaseRows(*reader, room_, messages_filter_).read(take);
}

Result<bool> ReportDestination::take(const Diagnostic& diagnostic) {
  sum_.add(diagnostic);
  return true;
}

Result<void> ReportDestination::take(Piece& piece) {
  selection_.add(piece.selection);
  auto& results = piece.as<ReportResults>();
  facts_.tally.add(std::move(results.tally));
  sum_.add(std::move(results.summary), page::kMaxGroups);
  std::string_view rows = piece.rows;
  for (const ReportedMessage& message : results.messages) {
    const std::string_view before = rows;
    static_cast<void>(each_chunk(message, rows, [](std::string_view) { return true; }));
    if (Result<void> kept = keep(message, before.substr(0, before.size() - rows.size())); !kept) return kept;
  }
  return {};
}

// Keeps the packed rows until the end, when it is known which ones have room.
Result<void> ReportDestination::keep(const ReportedMessage& message, std::string_view packed) {
  Kept kept{messages_++, message.chunks.size(), message.references};
  bool has_dangerous = false;
  std::string_view rows = packed;
  const bool are_there = each_chunk(message, rows, [&](std::string_view bytes) {
    const Chunk chunk(bytes);
    if (!chunk.is_there()) return false;
    for (const Chunk::LinkRow& link : chunk.links()) {
      const bool may_be_chosen = links_.count(link.danger, link.bytes);
      if (link.danger == page::Danger::kNone) {
        ++kept.harmless;
        kept.harmless_bytes += link.bytes;
      } else {
        has_dangerous = has_dangerous || may_be_chosen;
      }
    }
    for (const Diagnostic& diagnostic : chunk.rows().diagnostics) {
      const page::Danger danger = page::danger_of(diagnostic);
      const bool may_be_chosen = diagnostics_.count(danger, bytes_of(diagnostic));
      has_dangerous = has_dangerous || (may_be_chosen && danger > page::Danger::kNone);
    }
    kept.harmless_bytes += kEntityBytes * chunk.rows().entities.size();
    return true;
  });
  kept.harmless_bytes += kMessageBytes;
  // The number of messages is limited as well, because many have no references.
  room_.is_full = room_.is_full || kept_.size() >= room_.rows ||
                  (harmless_ > 0 && (harmless_ + kept.harmless > room_.rows ||
                                     harmless_bytes_ + kept.harmless_bytes > page_bytes(room_.rows)));
  if (!are_there || kept.chunks == 0 || (room_.is_full && !has_dangerous)) {
    leave_out(kept.index, {message.source, message.number, {}, {}}, message.references);
    return {};
  }
  if (!room_.is_full) {
    harmless_ += kept.harmless;
    harmless_bytes_ += kept.harmless_bytes;
  }
  kept.title = message.title;
  kept_.push_back(std::move(kept));
  Result<void> added;
  rows = packed;
  static_cast<void>(each_chunk(message, rows, [&](std::string_view bytes) {
    if (added) added = packed_.add(bytes);
    return true;
  }));
  return added;
}

bool ReportDestination::accepts(const Piece& piece) const {
  const auto* const results = piece.get<ReportResults>();
  if (results == nullptr) return piece.is_for<ReportResults>() && piece.rows.empty();
  std::string_view rows = piece.rows;
  return std::all_of(results->messages.begin(), results->messages.end(),
                     [&](const ReportedMessage& message) {
                       return each_chunk(message, rows, [](std::string_view chunk) {
                         return !chunk.empty() && database::are_packed(chunk, nullptr);
                       });
                     }) &&
         rows.empty();
}

void ReportDestination::leave_out(std::uint64_t index, const page::Example& first, std::uint64_t references) {
  if (references == 0) return;
  if (facts_.omitted == 0 || index < first_left_out_) {
    facts_.first_left_out = first;
    first_left_out_ = index;
  }
  facts_.omitted += references;
}

// Adds to the table that needs no script.
void ReportDestination::draw(const Link& link, std::string_view title) {
  if (facts_.drawn.size() >= page::kDrawnReferences) return;
  const auto text = [](std::optional<std::string_view> shown) {
    return std::string(utf8::prefix(shown.value_or(std::string_view()), 4096));
  };
  facts_.drawn.push_back({text(link.host), text(link.reference),
                          link.resolved == link.reference ? "" : text(link.resolved),
                          std::string(name_of(link.status)), text(link.part), text(link.context),
                          title.empty() ? page::kept_subject(*link.message) : text(title)});
}

std::string ReportDestination::line_of(const Kept& kept, std::span<const std::string_view> chunks) {
  page::MessageData data;
  std::uint64_t chosen = 0, dangerous = 0, diagnostics = 0;
  page::Example place;
  for (const std::string_view packed : chunks) {
    const Chunk chunk(packed);
    const UnpackedRows& rows = chunk.rows();
    if (packed.data() == chunks.front().data()) {
      const MessageInfo& message = rows.messages.front();
      data.begin(message, kept.title);
      place = {std::string(message.source), message.number, {}, {}};
    }
    for (const Entity& entity : rows.entities) data.entity(entity);
    std::size_t compared = 0;
    // Comparisons without a link in the chunk are of the last one of the chunk before.
    bool is_chosen = true;
    for (std::size_t i = 0; i <= rows.links.size(); ++i) {
      for (; compared < rows.comparisons.size() && rows.links_compared[compared] == i; ++compared)
        if (is_chosen) data.comparison(rows.comparisons[compared]);
      if (i == rows.links.size()) break;
      const auto [danger, bytes] = chunk.links()[i];
      is_chosen = links_.choose(danger, bytes);
      if (!is_chosen) continue;
      ++chosen;
      dangerous += danger > page::Danger::kNone ? 1 : 0;
      data.link(rows.links[i], domains_.of(rows.links[i].host));
      draw(rows.links[i], kept.title);
    }
    for (const Diagnostic& diagnostic : rows.diagnostics) {
      if (!diagnostics_.choose(page::danger_of(diagnostic), bytes_of(diagnostic))) continue;
      ++diagnostics;
      data.diagnostic(diagnostic);
    }
  }
  leave_out(kept.index, place, kept.references - chosen);
  facts_.held += chosen;
  if (facts_.omitted > 0 && kept.index >= first_left_out_) facts_.held_later += dangerous;
  return !is_harmless_ended_ || chosen + diagnostics > 0 ? data.take() : std::string();
}

Result<void> ReportDestination::choose_rows() {
  const Result<std::vector<std::string_view>> packed = packed_.all();
  if (!packed) return packed.error();
  links_.begin();
  diagnostics_.begin();
  std::span<const std::string_view> rest(*packed);
  for (const Kept& kept : std::exchange(kept_, {})) {
    // The first message may have more rows than there is room.
    if (facts_.held > 0 && !links_.has_room(kept.harmless, kept.harmless_bytes)) is_harmless_ended_ = true;
    if (is_harmless_ended_) {
      links_.end_harmless();
      diagnostics_.end_harmless();
    }
    const std::string line = line_of(kept, rest.first(kept.chunks));
    rest = rest.subspan(kept.chunks);
    if (line.empty()) continue;
    if (Result<void> added = lines_.add(line); !added) return added;
  }
  return {};
}

void ReportDestination::problem(const Error& error) {
  ++facts_.problem_count;
  if (facts_.problems.size() < kMaxProblems) facts_.problems.push_back(error.message);
}

Result<void> ReportDestination::finish() {
  if (Result<void> chosen = choose_rows(); !chosen) return chosen;
  facts_.diagnostics = sum_.take();
  if (Result<void> written = output_.write(page::head(facts_)); !written) return written;
  std::string element;
  const Result<std::vector<std::string_view>> lines = lines_.all();
  if (!lines) return lines.error();
  for (const std::string_view& line : *lines) {
    element += element.empty() ? page::kDataStart : ",\n";
    element += line;
    if (element.size() < kDataElementBytes && &line != &lines->back()) continue;
    element += page::kDataEnd;
    if (Result<void> written = output_.write(std::exchange(element, {})); !written) return written;
  }
  return output_.write(page::tail(facts_));
}

}  // namespace mimebase::run
