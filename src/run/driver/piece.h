// The results of some messages, which a worker passes to the collector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mimebase/result.h"
#include "mimebase/run.h"
#include "page/tally.h"
#include "run/commands/fingerprint.h"
#include "run/filters/selection.h"
#include "write/columns.h"

namespace mimebase::run {

// Counts diagnostics in groups by code, severity and pair of domains. The keys contain text from mail, so the
// groups are a tree: an attacker could make keys of a hash table collide.
class Summary {
 public:
  // With `most` groups, the domains of further ones are not distinguished.
  void add(const Diagnostic& diagnostic, std::size_t most = std::numeric_limits<std::size_t>::max());
  // Adds a summary of messages that follow in the input. The example of a group is its first diagnostic.
  void add(Summary&& later, std::size_t most = std::numeric_limits<std::size_t>::max());
  // Returns the rows and clears the summary. The most severe rows come first, then the most frequent, then
  // by code and domains.
  [[nodiscard]] std::vector<write::SummaryRow> take();

  using Key = std::tuple<std::string, Severity, std::string, std::string>;
  using Groups = std::map<Key, write::SummaryRow>;
  [[nodiscard]] Groups& groups() { return groups_; }
  [[nodiscard]] const Groups& groups() const { return groups_; }

 private:
  Groups groups_;
};

// A link to be counted. `row` is its row with --unique, and its URL, host or domain with --top.
struct UniqueRow {
  Fingerprint url;
  std::string row;
};

// An edit or a note of `rewrite`, for the manifest.
struct EditedSpan {
  std::string source, part, context;
  std::optional<std::string> message_id;
  std::uint64_t number = 0, offset = 0;
  std::string_view reason;  // has static storage
  std::uint64_t references = 0;
  std::optional<Range> before;  // bytes of the source; nothing for a note
  std::size_t at = 0;           // where the new bytes begin in Piece::rows
  std::string old_bytes, new_bytes, detail;
};

// The offset in Piece::rows at which the messages of a source begin.
struct SourceStart {
  std::size_t at = 0;
  std::string source;
  std::string cannot_write = {};  // why the source must not be written (a message is incomplete), or empty
};

// A message of a report.
struct ReportedMessage {
  // The sizes of its packed rows in Piece::rows. A long message has several, since unpacked rows are large.
  // None if it is only counted.
  std::vector<std::size_t> chunks = {};
  std::uint64_t references = 0;  // all of its references, including those without a row
  std::uint64_t number = 0;
  std::string source = {};
  std::string title = {};  // of a document; empty if it has none
};

// What a file of a replayed archive has in addition.
struct ReplayedPiece {
  std::string text;
  bool has_page_url = false;
  std::vector<std::size_t> page_url_ends;
};

// A file that `extract` makes of a message: an ExtractedFile that owns its bytes.
struct ExtractedPiece {
  std::uint64_t number = 0;  // of the message in the input, across its sources
  std::string path, media_type, charset, bytes, part, url;
  // Of the message.
  std::string source;
  std::uint64_t number_in_source = 0;
  std::optional<std::string> message_id, date, from, subject, title;
  ReplayedPiece replayed = {};
};

// A reference that may name a message of a list archive, for `ledger`.
struct LedgerReference {
  std::string part, context, reference;
  std::optional<std::string> resolved;
  std::optional<Range> span;
};

// What `ledger` has to know of a message: the names that others may have for it, and its references. A long
// message has several: those after the first one continue it, and give it no name.
struct LedgerMessage {
  std::string source;
  std::uint64_t number = 0, offset = 0;
  bool continues = false;
  std::optional<std::string> message_id, date, from, subject;
  // URLs of its fields Archived-At and List-Archive.
  std::vector<std::string> archived_at, archives;
  // Names and addresses of its lists, and values of Message-ID-Hash.
  std::vector<std::string> lists, hashes;
  std::vector<LedgerReference> references;
};

// Where a message of `pieces` begins.
struct FoundMessage {
  std::string source;
  std::uint64_t number = 0, offset = 0;
  // Of the first message: whether the source is an mbox or a WARC file, and whether a source with this name
  // and content would be read if it were found in a folder.
  bool is_split = false, is_read_in_folder = false;
};

// The results of a command, in addition to Piece::rows. A piece contains at most one of these structures.
struct RowResults {  // links, tree, check
  std::vector<UniqueRow> unique;
  Summary summary;
};
struct RewriteResults {  // Piece::rows contains the rewritten messages
  std::vector<SourceStart> sources;
  std::vector<EditedSpan> edits;  // with --manifest
};
struct ReportResults {  // Piece::rows contains the rows of `messages`, in order
  page::Tally tally;
  Summary summary;
  std::vector<ReportedMessage> messages;
};
struct ExtractResults {
  std::vector<ExtractedPiece> files;
};
struct LedgerResults {
  std::vector<LedgerMessage> messages;
};
struct PlaceResults {
  std::vector<FoundMessage> messages;
};

// The results of some messages of a batch. It consists of bytes and counts, so that it can be sent to another
// process. A worker ends a piece at about kPieceBytes, even within a message, and at the end of its batch.
struct Piece {
  std::string rows;  // write::RowWriter::rows()
  std::variant<std::monostate, RowResults, RewriteResults, ReportResults, ExtractResults, LedgerResults,
               PlaceResults>
      results;

  // Counted and reported by the collector.
  std::vector<Error> problems;  // messages that were not read completely: kLimit or kUnreadable
  std::vector<std::string> notes;
  std::uint64_t messages = 0;
  std::uint64_t errors = 0, warnings = 0;        // check: number of diagnostics
  std::uint64_t edited = 0, updated_fields = 0;  // rewrite: references; Content-Length and Content-MD5 fields
  Selection selection;                           // links, tree, check, compare, report

  std::size_t bytes = 0;  // approximate size of all rows and results
  // Messages of the batch that are complete with this piece and those before it.
  std::uint64_t done = 0;
  bool is_open = false;  // the piece ends within a message, which the next piece continues

  // Returns the results, and creates them if necessary. The piece must not have results of another command.
  template <typename Results>
  [[nodiscard]] Results& as() {
    return std::holds_alternative<std::monostate>(results) ? results.emplace<Results>()
                                                           : std::get<Results>(results);
  }
  // Returns null if the piece has none of these results.
  template <typename Results>
  [[nodiscard]] const Results* get() const {
    return std::get_if<Results>(&results);
  }
  // Returns true if the piece has these results or none.
  template <typename Results>
  [[nodiscard]] bool is_for() const {
    return get<Results>() != nullptr || std::holds_alternative<std::monostate>(results);
  }
};

// Size at which a piece ends.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace mimebase::run
