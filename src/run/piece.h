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
#include <vector>

#include "mimebase/run.h"
#include "page/tally.h"
#include "write/columns.h"

namespace mimebase::run {

[[nodiscard]] bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic);

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
};

// A message of a report: its line of data is so long, with so many of its references.
struct ReportedMessage {
  std::size_t bytes = 0;
  std::uint64_t held = 0, references = 0;
  std::uint64_t number = 0;
  std::string source = {};
};

// A file that a message of `extract` becomes: an ExtractedFile that owns what it has.
struct ExtractedPiece {
  std::uint64_t number = 0;  // of the message in the input
  std::string path, media_type, charset, bytes, part, url;
  std::optional<std::string> date;
  std::string index_line;  // of the message, in the page of an archive; with its page alone
};

// Bytes and counts alone, which may go to any thread or process. A worker ends a piece with its batch, or in
// the midst of a message that has very many rows: so no worker ever holds much more than a piece.
struct Piece {
  std::string rows;  // write::RowWriter::rows()
  std::vector<UniqueRow> unique;
  Summary summary;
  std::vector<std::string> problems;  // of messages
  std::vector<std::string> cut;       // sources that have such messages: not all of them was read
  std::uint64_t messages = 0, errors = 0, warnings = 0;
  // Of `rewrite`: its rows are the messages.
  std::vector<SourceStart> sources;
  std::vector<EditedSpan> edits;  // with --manifest
  std::vector<std::string> notes;
  std::uint64_t edited = 0, mended = 0;  // references; fields
  std::string cannot_write;              // not empty: a message of which not all is there, and so no output
  // Of `report`: its rows are their lines.
  page::Tally tally;
  std::vector<ReportedMessage> reported;
  std::vector<ExtractedPiece> files;  // of `extract`
  bool missed_idna = false;           // url::take_missed_idna()
  std::size_t bytes = 0;              // of all rows
  // So many messages of the batch are in this piece and those before it as a whole.
  std::uint64_t done = 0;
};

// Where a piece ends that could go on.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace mimebase::run
