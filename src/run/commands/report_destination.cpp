#include "run/commands/report_destination.h"

#include <algorithm>
#include <utility>

#include "database/database_reader.h"
#include "database/existing_database.h"
#include "page/message_data.h"
#include "run/commands/command.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

constexpr std::size_t kMaxProblems = 100;
// The size of the page's data is limited because browsers keep several copies of it.
constexpr std::uint64_t kMaxLineBytes = std::uint64_t{256} << 20;
constexpr std::size_t kDataElementBytes = std::size_t{1} << 20;

// Converts the rows of a database to pieces.
class DatabaseRows : private ReportRows {
 public:
  DatabaseRows(database::DatabaseReader& reader, const ReportRoom& room)
      : ReportRows(room, piece_), reader_(reader) {}

  Result<void> read(const Destination::Take& take) {
    while (true) {
      const Result<bool> is_there = reader_.next(*this);
      if (!is_there) return is_there.error();
      if (!*is_there) break;
      end_message();
      if (piece_.bytes >= kPieceBytes) take(std::exchange(piece_, {}));
    }
    take(std::exchange(piece_, {}));
    return {};
  }

 private:
  void link(const Link& link) override { links(link, reader_.count()); }

  database::DatabaseReader& reader_;
  Piece piece_;
};

// Returns true for packed rows about a message.
bool is_message(std::string_view packed) {
  const auto rows = unpacked(std::string(packed), nullptr);
  return rows && !rows->messages.empty();
}

}  // namespace

ReportDestination::ReportDestination(const std::vector<std::string>& inputs, const RunOptions& options,
                                     const ReportOptions& report, Output& output)
    : output_(output) {
  room_.rows = report.rows;
  facts_.inputs = inputs;
  for (const database::StoredOption& option : stored_options(options)) {
    if (option.value != option.preset) facts_.options.emplace_back(option.name, option.value);
  }
  if (options.analyze.reader != MailReader::kRfc1808) facts_.reader = name_of(options.analyze.reader);
}

// Rows that were taken before an error remain.
std::optional<Result<void>> ReportDestination::read(const std::string& input, const Take& take) {
  if (!database::is_database(input)) return std::nullopt;
  Result<database::DatabaseReader> reader = database::DatabaseReader::open(input);
  if (!reader) return reader.error();
  return DatabaseRows(*reader, room_).read(take);
}

Result<bool> ReportDestination::take(const Diagnostic& diagnostic) {
  sum_.add(diagnostic);
  return true;
}

Result<void> ReportDestination::take(Piece& piece) {
  auto& results = piece.as<ReportResults>();
  facts_.tally.add(std::move(results.tally));
  sum_.add(std::move(results.summary));
  std::string_view rows = piece.rows;
  for (const ReportedMessage& message : results.messages) {
    const std::string_view own = rows.substr(0, message.bytes);
    rows.remove_prefix(own.size());
    if (Result<void> kept = keep(message, own); !kept) return kept;
  }
  return {};
}

// Returns the message's line for the page.
std::string ReportDestination::line_of(const UnpackedRows& rows) {
  page::MessageData data;
  data.begin(rows.messages.front());
  for (const Entity& entity : rows.entities) data.entity(entity);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < rows.links.size(); ++i) {
    data.link(rows.links[i], domains_.of(rows.links[i].host));
    for (; compared < rows.comparisons.size() && rows.links_compared[compared] == i + 1; ++compared)
      data.comparison(rows.comparisons[compared]);
  }
  for (const Diagnostic& diagnostic : rows.diagnostics) data.diagnostic(diagnostic);
  return data.take();
}

Result<void> ReportDestination::keep(const ReportedMessage& message, std::string_view packed) {
  const auto rows = packed.empty() || room_.is_full ? nullptr : unpacked(std::string(packed), nullptr);
  const std::uint64_t links = rows ? rows->links.size() : 0;
  const std::string line = rows ? line_of(*rows) : std::string();
  // The number of messages is limited as well, because many have no references.
  room_.is_full = room_.is_full || facts_.held + links > room_.rows || line_count_ >= room_.rows ||
                  line_bytes_ + line.size() > kMaxLineBytes;
  const std::uint64_t held = room_.is_full ? 0 : links;
  if (message.references > held && facts_.omitted == 0)
    facts_.first_left_out = {message.source, message.number, {}, {}};
  facts_.held += held;
  facts_.omitted += message.references - held;
  if (room_.is_full || line.empty()) return {};
  ++line_count_;
  line_bytes_ += line.size();
  if (drawn_references_ < page::kDrawnReferences && links > 0) {
    drawn_.push_back(line);
    drawn_references_ += links;
  }
  return lines_.add(line);
}

bool ReportDestination::accepts(const Piece& piece) const {
  const auto* const results = piece.get<ReportResults>();
  if (results == nullptr) return piece.is_for<ReportResults>() && piece.rows.empty();
  std::string_view rows = piece.rows;
  return std::all_of(results->messages.begin(), results->messages.end(),
                     [&](const ReportedMessage& message) {
                       const std::string_view own = rows.substr(0, message.bytes);
                       rows.remove_prefix(own.size());
                       return own.empty() || room_.is_full || is_message(own);
                     }) &&
         rows.empty();
}

void ReportDestination::problem(const Error& error) {
  ++facts_.problem_count;
  if (facts_.problems.size() < kMaxProblems) facts_.problems.push_back(error.message);
}

Result<void> ReportDestination::finish() {
  facts_.diagnostics = sum_.take();
  if (Result<void> written = output_.write(page::head(facts_, drawn_)); !written) return written;
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
  return output_.write(page::tail());
}

}  // namespace mimebase::run
