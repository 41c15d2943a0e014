// `ledger`: settles every reference that names a message of a list archive.
//
// Its workers list references and names of messages. Its destination keeps the references in a temporary file
// until all messages are known, and joins both at the end: a message may be named before it comes.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mimebase/run.h"
#include "run/commands/ledger_index.h"
#include "run/commands/ledger_template.h"
#include "run/commands/ledger_worker.h"
#include "run/commands/row_defanger.h"
#include "run/commands/row_destination.h"
#include "run/driver/bytes.h"
#include "run/driver/run_reader.h"
#include "run/output/output_guard.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

// Writes rows when all messages are known, through the destination of their format.
class LedgerDestination : public Destination {
 public:
  // `command` and `output` must outlive the object. With `map_to`, writes the lines of a map.
  LedgerDestination(const RowCommand& command, LedgerIds ids, std::optional<LedgerTemplate> map_to,
                    std::unique_ptr<Destination> rows, Output& output)
      : command_(command),
        index_(std::move(ids)),
        map_to_(std::move(map_to)),
        rows_(std::move(rows)),
        output_(output),
        writer_(make_row_writer(command)) {}

  [[nodiscard]] Result<bool> begin_input(const std::string& input) override {
    return rows_->begin_input(input);
  }
  [[nodiscard]] bool wants_sources() const override { return rows_->wants_sources(); }
  [[nodiscard]] std::string known_source() const override { return rows_->known_source(); }
  [[nodiscard]] Result<void> end_source(const EndedSource& source, bool is_whole) override {
    return rows_->end_source(source, is_whole);
  }
  [[nodiscard]] Result<void> end_input(bool is_whole) override { return rows_->end_input(is_whole); }
  [[nodiscard]] bool accepts(const Piece& piece) const override {
    return piece.rows.empty() && piece.is_for<LedgerResults>();
  }
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] WhyEmpty why_empty() const override;
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> write(const LedgerMessage& message);
  void write(const LedgerReference& reference, const LedgerMessage& message, const MessageInfo& info,
             const Settlement& settled);
  void add_to_map(std::string_view url, const Settlement& settled);
  [[nodiscard]] Result<void> pass_on(std::size_t least);

  const RowCommand& command_;
  LedgerIndex index_;
  const std::optional<LedgerTemplate> map_to_;
  const std::unique_ptr<Destination> rows_;
  Output& output_;
  const std::unique_ptr<write::RowWriter> writer_;
  RowDefanger defanger_;
  KeptRows messages_;  // those with references
  Selection selection_;
  std::string lines_;  // of the map, until they are written
  std::unordered_set<Fingerprint, FingerprintHash> mapped_;
  std::uint64_t untranslated_ = 0;  // lost references of that kind
  std::vector<std::string> problems_;
};

Result<void> LedgerDestination::take(Piece& piece) {
  selection_.add(piece.selection);
  for (const LedgerMessage& message : piece.as<LedgerResults>().messages) {
    if (Result<void> added = index_.add(message); !added) return added;
    if (message.references.empty()) continue;
    if (Result<void> kept = messages_.add(written(message)); !kept) return kept;
  }
  return {};
}

Result<void> LedgerDestination::finish() {
  if (Result<void> done = index_.finish(); !done) return done;
  problems_ = index_.problems();
  const Result<std::vector<std::string_view>> messages = messages_.all();
  if (!messages) return messages.error();
  for (const std::string_view bytes : *messages) {
    const std::optional<LedgerMessage> message = read_back<LedgerMessage>(bytes);
    if (!message)
      return Error{Error::Code::kUnwritable, "a temporary file does not hold what was written to it"};
    if (Result<void> done = write(*message); !done) return done;
  }
  if (Result<void> passed = pass_on(0); !passed) return passed;
  return rows_->finish();
}

std::optional<std::string_view> view_of_text(const std::optional<std::string>& text) {
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

Result<void> LedgerDestination::write(const LedgerMessage& message) {
  MessageInfo info;
  info.source = message.source;
  info.number = message.number;
  info.offset = message.offset;
  info.message_id = view_of_text(message.message_id);
  info.date = view_of_text(message.date);
  info.from = view_of_text(message.from);
  info.subject = view_of_text(message.subject);
  defanger_.begin_message();
  for (const LedgerReference& reference : message.references) {
    const std::string& url = reference.resolved ? *reference.resolved : reference.reference;
    const std::optional<Settlement> settled = index_.settle(url);
    if (!settled) continue;
    ++selection_.rows;
    untranslated_ += settled->is_untranslated ? 1 : 0;
    if (map_to_) {
      add_to_map(url, *settled);
    } else {
      write(reference, message, info, *settled);
    }
    if (Result<void> passed = pass_on(kPieceBytes); !passed) return passed;
  }
  writer_->end_message();
  return {};
}

// True if the URL is in the message's own Archived-At.
bool is_own_address(const LedgerReference& reference, const LedgerMessage& message) {
  if (!reference.resolved) return false;
  const std::string key = url::permalink_key(*reference.resolved);
  return std::any_of(message.archived_at.begin(), message.archived_at.end(),
                     [&](const std::string& url) { return url::permalink_key(url) == key; });
}

// The scheme and the name are those of `links`, which knows Archived-At of the same message alone.
void LedgerDestination::write(const LedgerReference& reference, const LedgerMessage& message,
                              const MessageInfo& info, const Settlement& settled) {
  LedgerEntry entry;
  entry.message = &info;
  entry.part = reference.part;
  entry.context = reference.context;
  entry.span = reference.span;
  entry.reference = reference.reference;
  entry.resolved = view_of_text(reference.resolved);
  entry.state = settled.state;
  std::string names, source;
  if (settled.permalink) {
    entry.scheme = name_of(settled.permalink->scheme);
    entry.list = write::text_or_null(settled.permalink->list);
    entry.names = write::text_or_null(settled.permalink->names);
  }
  const bool is_own = settled.is_archived_at && is_own_address(reference, message);
  if (is_own || (settled.is_archived_at && !settled.permalink)) {
    entry.scheme = name_of(url::PermalinkScheme::kArchivedAt);
    if (settled.target && !is_own) names = index_.names(*settled.target).message_id;
    entry.names = is_own ? info.message_id : write::text_or_null(names);
  }
  if (settled.target) {
    const LedgerIndex::Target& target = index_.target(*settled.target);
    entry.target_source = write::source_text(index_.source(target), source);
    entry.target_message = target.number;
  }
  writer_->ledger_entry(command_.rows.defang ? defanger_.copy(entry) : entry);
}

// One line per URL: those that `rewrite --map` compares as equal are one.
void LedgerDestination::add_to_map(std::string_view url, const Settlement& settled) {
  const bool has_controls =
      std::any_of(url.begin(), url.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (!settled.target || has_controls) return;
  if (!mapped_.insert(fingerprint('m', map_key(url))).second) return;
  const LedgerIndex::Target& target = index_.target(*settled.target);
  const LedgerIndex::Names names = index_.names(*settled.target);
  std::string list = settled.permalink ? settled.permalink->list : std::string();
  if (list.empty() && !names.lists.empty()) list = names.lists.front();
  const LedgerTemplate::Values values{names.message_id, list, index_.source(target), target.number};
  lines_ += '=';
  if (command_.rows.to_terminal) {
    write::append_visible(url, lines_);
  } else {
    lines_ += url;
  }
  lines_.append("\t").append(map_to_->expand(values)).append("\n");
}

// Passes what is written on, if there are so many bytes of it.
Result<void> LedgerDestination::pass_on(std::size_t least) {
  if (map_to_) {
    if (lines_.size() < least) return {};
    return output_.write(std::exchange(lines_, {}));
  }
  if (writer_->rows().size() < least) return {};
  Piece piece;
  piece.rows = writer_->rows();
  writer_->clear();
  return rows_->take(piece);
}

Destination::WhyEmpty LedgerDestination::why_empty() const {
  if (selection_.selected == 0) return run::why_empty(selection_, command_);
  if (selection_.rows == 0)
    return {"no link to a message of a list archive was found in " + std::to_string(selection_.selected) +
                (selection_.selected == 1 ? " message" : " messages"),
            true};
  if (untranslated_ == 0) return {};
  return {std::to_string(untranslated_) + (untranslated_ == 1 ? " link has" : " links have") +
              " a number of this archive that only its pages translate, and is lost without --ids",
          true};
}

}  // namespace
}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<RunSummary> run_ledger(const std::vector<std::string>& inputs, const RunOptions& options,
                              const LedgerOptions& ledger, Output& output) try {
  const run::RowCommand command(options, ledger);
  if (Result<void> checked = check_options(options.analyze); !checked) return checked.error();
  if (Result<void> checked = run::check_row_output(output, inputs, options.input, command.rows); !checked)
    return checked.error();
  if (!ledger.map_to.empty() && ledger.rows.format != Format::kText)
    return Error{Error::Code::kUsage, "--map-to writes lines of a map: omit --format, or give -o FILE.tsv"};
  if (!ledger.map_to.empty() && ledger.rows.defang)
    return Error{Error::Code::kUsage, "--map-to writes URLs for rewrite --map: omit --defang"};
  std::optional<run::LedgerTemplate> map_to;
  if (!ledger.map_to.empty()) {
    Result<run::LedgerTemplate> parsed = run::LedgerTemplate::parse(ledger.map_to);
    if (!parsed) return Error{Error::Code::kUsage, "--map-to: " + parsed.error().message};
    map_to = std::move(*parsed);
  }
  Result<run::LedgerIds> ids = run::LedgerIds::read(ledger.ids);
  if (!ids) return ids.error();
  Result<std::unique_ptr<run::Destination>> rows = run::make_row_destination(command, output);
  if (!rows) return rows.error();
  run::LedgerDestination destination(command, std::move(*ids), std::move(map_to), std::move(*rows), output);
  const auto make = [&] { return std::make_unique<run::LedgerWorker>(command); };
  Result<RunSummary> summary = run::read_all(inputs, options, destination, make);
  if (!summary) return summary;
  if (Result<void> made = run::make_room(output, command.rows); !made) return made.error();
  return summary;
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
