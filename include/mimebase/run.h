// Runs over many messages: the library calls behind the commands of the command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"
#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/input.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/rewrite.h"

namespace mimebase {
inline namespace v0_2 {

// Selects the messages to read, by their header. The default accepts every message.
struct MessageFilter {
  std::optional<std::uint64_t> number;  // MessageInfo::number
  // The first and the last second of the Date field. A message without a readable date is outside every
  // period, and is not read.
  std::optional<std::chrono::sys_seconds> since, until;
  // Shell patterns for the whole decoded From field, such as "*@example.org*", in any case; "*" also matches
  // "/". An empty list accepts every message. A message without the field matches no pattern.
  std::vector<std::string> froms;
};

// The first and the last second of a date ("2026-11-23") or a date-time ("2026-11-23T12:00:00+01:00") of RFC
// 3339, in UTC if it names no zone. "2026-11" is that month, and "2026" that year. A date-time is one second.
// Fails with kUsage if `date` has another form.
[[nodiscard]] MIMEBASE_API Result<std::chrono::sys_seconds> first_second_of(std::string_view date);
[[nodiscard]] MIMEBASE_API Result<std::chrono::sys_seconds> last_second_of(std::string_view date);

// Selects the links to write. An empty list accepts every link.
struct LinkFilter {
  std::vector<LinkStatus> statuses;
  std::vector<std::string> contexts;  // shell patterns for Link::context; "*" also matches "/"
  // Shell patterns for Link::host, in any case. One in Unicode ("*.bücher.example") is matched with the
  // Unicode form of the host. A link without host matches none.
  std::vector<std::string> hosts;
  std::vector<std::string> hidden = {};  // values of Link::hidden; "none" stands for links that have none
  std::vector<LinkKind> kinds = {};
  // Matches `hosts` with the host of Link::unwrapped, if that is known. LinksOptions::top and Format::kUrls
  // use it instead of Link::resolved.
  bool unwrapped = false;
};
// The values that LinkFilter::hidden may have: "comment", "conditional-comment", "template", "style", "none".
[[nodiscard]] MIMEBASE_API std::vector<std::string_view> hidden_kinds();

// The property by which links are counted. Links without it are not counted.
enum class Top {
  kHosts,    // Link::host
  kDomains,  // the host's registrable domain, by the Public Suffix List
  kUrls,     // Link::resolved
};
// "hosts", "domains", "urls".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Top top);

// Selects the diagnostics to write and count. An empty list accepts every diagnostic.
struct DiagnosticFilter {
  std::vector<DiagnosticCode> codes;
  std::vector<Severity> severities;
};

// Returns true if the filter accepts the message.
[[nodiscard]] MIMEBASE_API bool passes(const MessageFilter& filter, const MessageInfo& message);
// Returns true if the filter accepts the link.
[[nodiscard]] MIMEBASE_API bool passes(const LinkFilter& filter, const Link& link);
// Returns true if the filter accepts the diagnostic.
[[nodiscard]] MIMEBASE_API bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic);

// Whether mail is read in separate, sandboxed processes. If a message crashes one of them, only that message
// is lost, and reported as a problem.
enum class Isolation {
  kOff,      // read in the calling process
  kAuto,     // isolated; if the system refuses processes, on_note reports it, and the calling process reads
  kRequire,  // isolated; if the system refuses processes or their sandbox, the run fails with kUnwritable
};
// "off", "auto", "require".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Isolation isolation);

// The progress of a run over all inputs.
struct RunProgress {
  std::uint64_t bytes_done = 0;  // as stored: compressed, if the input is
  std::uint64_t messages = 0;
};

// Options of every run.
struct RunOptions {
  AnalyzeOptions analyze;
  // `input.limits` bounds reading, and `analyze.limits` bounds analysis. They are independent; normally both
  // are set alike.
  InputOptions input;
  // The messages to analyse. The others are skipped before their contents are decoded. For run_links(),
  // run_check(), run_tree(), run_compare() and run_report(); other runs read all messages, and fail with
  // kUsage if there is a filter.
  MessageFilter messages = {};
  // Number of isolated processes that read messages in parallel. The output is the same for any number.
  // Without isolation, messages are read one after another.
  unsigned workers = 1;
  // Isolated processes are created with fork(). The program must have one thread, not counting one that waits
  // for signals, and no other children. Programs with more threads pull rows (read_links.h) or use a
  // SpawnedRun (spawned_run.h): both start a program of their own.
  Isolation isolation = Isolation::kOff;
  // Called with one sentence for content that could not be read, and for limits that may have hidden
  // references, in input order. All three functions are called by the thread that called run_*(). An
  // exception from them ends the run and propagates.
  std::function<void(std::string_view sentence)> on_problem = {};
  // Called for remarks that are not problems of the input: references that a rewrite left unchanged,
  // signatures that it invalidated, isolation that the system lacks, and which filter rejected everything if
  // there are no rows.
  std::function<void(std::string_view sentence)> on_note = {};
  // Called several times per second.
  std::function<void(const RunProgress& progress)> on_progress = {};
};

// How run_links(), run_check(), run_tree() and run_compare() write rows.
struct RowOptions {
  Format format = Format::kText;
  // CSV for spreadsheets: begin with a byte order mark, without which Excel does not read UTF-8, and put an
  // apostrophe before cells that they would run.
  bool csv_safe = false;
  bool to_terminal = false;  // CSV, URLs: escape terminal control sequences, as other formats always do
  bool color = false;        // text: use ANSI colours
  bool ascii = false;        // text: draw lines, arrows and ellipses in ASCII
  unsigned columns = 0;      // text: cut off longer lines, for a terminal; 0 writes them whole
  bool force = false;        // replace a database that holds rows
  bool defang = false;       // write URLs and hosts as defang() does (url.h), so that nothing opens them
  // Stops a run that extends a database. A stop may be requested from any thread. Within ten seconds, the
  // database has complete sources only, and no temporary file is left next to it. The run then fails.
  std::stop_token stop = {};
};

// Options of run_links().
struct LinksOptions {
  RowOptions rows;
  LinkFilter filter;
  bool unique = false;  // one row per resolved URL, with a count
  // One row per host, domain or URL instead of one per link: the most frequent first, then by name. Ignores
  // `unique`. Not for kSqlite; Format::kUrls allows Top::kUrls only.
  std::optional<Top> top = {};
};

// Options of run_check().
struct CheckOptions {
  RowOptions rows;
  DiagnosticFilter filter;
  // One row per code and severity, and for codes that compare domains per pair of domains, with a count
  // and the first diagnostic: the most severe first, then by count. Not for kSqlite.
  bool summary = false;
};

// Options of run_compare().
struct CompareOptions {
  RowOptions rows;
  std::vector<MailReader> readers = default_compared_readers();  // at least two
};

// Options of run_tree().
struct TreeOptions {
  RowOptions rows;
  bool verbose = false;  // text: the whole chain of every entity
};

// The destination of rewritten messages: concatenated in `output`, or in `folder`, with one file per source
// under the source's name. Exactly one is not null; otherwise runs fail with kUsage.
struct RewriteTarget {
  Output* output = nullptr;
  OutputFolder* folder = nullptr;
  Output* manifest = nullptr;  // one JSON object per edit and note, as in the man page; may be null
};

// The counts of a run.
struct RunSummary {
  std::uint64_t messages = 0;
  std::uint64_t errors = 0, warnings = 0;  // check: diagnostics of these severities that the filter accepts
  std::uint64_t problems = 0;              // calls of on_problem
  std::uint64_t skipped_files = 0;         // sum of Reader::skipped_files() of all inputs
  // links, check: a sentence if there are no rows, although no filter rejected any. Callers show it to people
  // who watch the run. If filters rejected all rows, on_note reports that instead.
  std::string nothing_found = {};
  // rewrite: references that became absolute, and Content-Length and Content-MD5 fields that were updated.
  std::uint64_t edited = 0, updated_fields = 0;
};

// Fails with kUsage if `path` ("-" is standard output) is an input, the file that standard input reads, or
// mail in a folder that is an input. Files are compared by identity: symbolic and hard links are recognised.
// Other files in such a folder, such as the rows of an earlier run, may be written. Before it reads, a run
// checks all its outputs in this way, and also that a folder that it writes is not inside an input and
// contains none, that no two of its outputs are one file, and that none is inside another.
[[nodiscard]] MIMEBASE_API Result<void> check_is_no_input(const std::string& path,
                                                          const std::vector<std::string>& inputs,
                                                          const InputOptions& options);

// Fails with kUsage if two of the paths, which need not exist, are one file, or one is inside the other.
[[nodiscard]] MIMEBASE_API Result<void> check_are_separate(const std::vector<std::string>& paths);

// Reads the inputs one after another ("-" is standard input) and writes one row per link. An input that
// cannot be read is reported as a problem, and the run continues. Fails with kUnwritable if the output cannot
// be written.
//
// Fails with kUsage before anything is read in three cases: check_options() refuses the options; the output
// is one of the inputs (see above); the output is a database that has rows, or may have some, and neither are
// rows appended nor is RowOptions::force set.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_links(const std::vector<std::string>& inputs,
                                                        const RunOptions& run, const LinksOptions& links,
                                                        Output& output);
// Like run_links(), with one row per diagnostic.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_check(const std::vector<std::string>& inputs,
                                                        const RunOptions& run, const CheckOptions& check,
                                                        Output& output);
// Like run_links(), with one row per entity.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_tree(const std::vector<std::string>& inputs,
                                                       const RunOptions& run, const TreeOptions& tree,
                                                       Output& output);

// Like run_links(), with one row per reference that readers disagree about.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_compare(const std::vector<std::string>& inputs,
                                                          const RunOptions& run,
                                                          const CompareOptions& compare, Output& output);

// Rewrites the messages of the inputs. Bytes outside edits are unchanged. From a folder, the files that are
// mail are written, under their names. Compressed files are written uncompressed, and their names lose that
// ending.
//
// A run to RewriteTarget::folder reports a file that cannot be written completely as a problem, and writes
// the others: a container, a file that is truncated or has a message longer than the limit, or a file whose
// name is taken. A run to RewriteTarget::output fails instead: with kUsage for a folder or a container, and
// with kUnwritable for an incomplete message. Does not commit.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_rewrite(const std::vector<std::string>& inputs,
                                                          const RunOptions& options,
                                                          const RewriteOptions& rewrite,
                                                          const RewriteTarget& target);

// Reverts a rewrite: reads the rewritten messages from `rewritten` (a file, "-" for standard input, or the
// folder) and the changes from the manifest, and writes the original messages to `target`. Fails with
// kUnreadable if the two do not belong together, and with kUsage if an output is one of them, or a folder
// that is inside one of them or contains one.
[[nodiscard]] MIMEBASE_API Result<void> undo_rewrite(const std::string& manifest,
                                                     const std::string& rewritten,
                                                     const RewriteTarget& target);

}  // namespace v0_2
}  // namespace mimebase
