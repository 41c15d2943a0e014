// What some messages came to, on its way from a worker to the collector.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mimebase/run.h"
#include "page/tally.h"
#include "write/columns.h"

namespace mimebase::run {

// Diagnostics summed up, in groups by code, severity and pair of domains. What mail says is a key here: a
// tree, for no keys collide in it.
class Summary {
 public:
  void add(const Diagnostic& diagnostic);
  // Those of `later` come behind these in the input.
  void add(Summary&& later);
  // The severest first, then the most frequent, then by code and domains.
  [[nodiscard]] std::vector<write::SummaryRow> take();

  using Key = std::tuple<std::string, Severity, std::string, std::string>;
  using Groups = std::map<Key, write::SummaryRow>;
  [[nodiscard]] Groups& groups() { return groups_; }
  [[nodiscard]] const Groups& groups() const { return groups_; }

 private:
  Groups groups_;
};

// Stands for a URL, a host or a domain in 16 bytes, of SHA-256: millions of URLs are told apart, and no
// message can forge one.
using Fingerprint = std::array<std::uint64_t, 2>;

// A link that may be one of many with its URL; its row with --unique, and with --top what is counted.
struct UniqueRow {
  Fingerprint url;
  std::string row;
};

// An edit of `rewrite`, or a note, for the manifest.
struct EditedSpan {
  std::string source, part, context;
  std::optional<std::string> message_id;
  std::uint64_t number = 0, offset = 0;
  std::string_view reason;  // lives for ever
  std::uint64_t references = 0;
  std::optional<Range> before;  // of the source; nothing of a note
  std::size_t at = 0;           // where the new bytes begin in Piece::rows
  std::string old_bytes, new_bytes, detail;
};

// The messages of a source begin here in Piece::rows.
struct SourceStart {
  std::size_t at = 0;
  std::string source;
  std::string cannot_write = {};  // why no output may have it: not all of a message is there; else empty
};

// A message of a report.
struct ReportedMessage {
  std::size_t bytes = 0;         // of its rows in Piece::rows (report_stream.h); 0: it is only counted
  std::uint64_t references = 0;  // all that it has, also those without a row
  std::uint64_t number = 0;
  std::string source = {};
};

// A file that a message of `extract` becomes: an ExtractedFile that owns what it has.
struct ExtractedPiece {
  std::uint64_t number = 0;  // of the message in the input
  std::string path, media_type, charset, bytes, part, url;
  std::optional<std::string> date, from, subject;  // of the message
};

// The results that one destination takes, besides Piece::rows. Each command has one of them.
struct RowResults {  // links, tree, check
  std::vector<UniqueRow> unique;
  Summary summary;
};
struct RewriteResults {  // Piece::rows are the messages
  std::vector<SourceStart> sources;
  std::vector<EditedSpan> edits;  // with --manifest
};
struct ReportResults {  // Piece::rows are those of the messages
  page::Tally tally;
  Summary summary;
  std::vector<ReportedMessage> messages;
};
struct ExtractResults {
  std::vector<ExtractedPiece> files;
};

// Bytes and counts only, so that a piece can cross to another process. A worker ends a piece with its batch,
// or within a message that has very many rows, so that it holds little more than a piece.
struct Piece {
  std::string rows;  // write::RowWriter::rows()
  std::variant<std::monostate, RowResults, RewriteResults, ReportResults, ExtractResults> results;

  // Counted and reported by the collector.
  std::vector<std::string> problems, notes;
  std::vector<std::string> cut;  // sources with a message that was not read completely
  std::uint64_t messages = 0;
  std::uint64_t errors = 0, warnings = 0;  // of check
  std::uint64_t edited = 0, mended = 0;    // of rewrite: references; fields that follow them

  std::size_t bytes = 0;  // size of all rows and results, roughly
  // Messages of the batch that are complete with this piece and those before it.
  std::uint64_t done = 0;
  bool is_open = false;  // ends within a message, which the next piece goes on with

  // Returns the results, made if there are none yet. They must not be those of another command.
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
