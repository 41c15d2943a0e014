// Runs: functions that process many messages. The commands of the command line call them.
//
//   mimebase::Result<mimebase::Output> output = mimebase::Output::open("links.jsonl");
//   if (!output) return;
//   mimebase::LinksOptions links;
//   links.rows.format = mimebase::Format::kJsonl;
//   const auto summary = mimebase::run_links({"archive.mbox"}, {}, links, *output);
//   if (summary && output->commit()) std::cout << summary->messages << " messages\n";
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/extract.h"
#include "mimebase/input.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
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
  // Shell patterns, ignoring case. A pattern must match the whole decoded From field, such as
  // "*@example.org*"; "*" also matches "/". An empty list accepts every message. A message without From field
  // matches no pattern.
  std::vector<std::string> froms;
};

// Return the first and the last second of a period: a date ("2026-11-23") or a date-time
// ("2026-11-23T12:00:00+01:00") of RFC 3339, a month ("2026-11") or a year ("2026"). The time zone is UTC if
// `date` names none. A date-time is a period of one second. Fail with kUsage if `date` has another form.
[[nodiscard]] MIMEBASE_API Result<std::chrono::sys_seconds> first_second_of(std::string_view date);
[[nodiscard]] MIMEBASE_API Result<std::chrono::sys_seconds> last_second_of(std::string_view date);

// Selects the links to write. An empty list accepts every link.
struct LinkFilter {
  std::vector<LinkStatus> statuses;
  std::vector<std::string> contexts;  // shell patterns for Link::context; "*" also matches "/"
  // Shell patterns for Link::host, ignoring case. A pattern in Unicode ("*.bücher.example") is matched with
  // the Unicode form of the host. A link without host matches no pattern.
  std::vector<std::string> hosts;
  std::vector<std::string> hidden = {};  // values of Link::hidden; "none" for links that are not hidden
  std::vector<LinkKind> kinds = {};
  // Use Link::unwrapped instead of Link::resolved, if it is known: for `hosts`, for LinksOptions::top and for
  // Format::kUrls.
  bool unwrapped = false;
};
// Returns the values that LinkFilter::hidden may have: "comment", "conditional-comment", "template",
// "unreachable", "style", "script", "none".
[[nodiscard]] MIMEBASE_API std::vector<std::string_view> hidden_kinds();

// The property by which links are counted. Links that lack the property are not counted.
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

// Whether mail is read in separate, sandboxed processes. If a message crashes such a process, only the
// results of that message are lost, and the message is reported as a problem.
enum class Isolation {
  kOff,      // read in the calling process
  kAuto,     // isolated; if the system refuses processes, calls on_note, and reads in the calling process
  kRequire,  // isolated; if the system refuses processes or their sandbox, the run fails with kUnwritable
};
// "off", "auto", "require".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Isolation isolation);

// The progress of a run over all inputs.
struct RunProgress {
  std::uint64_t bytes_done = 0;  // size as stored: compressed bytes, if the input is compressed
  std::uint64_t messages = 0;
};

// Options of every run.
struct RunOptions {
  AnalyzeOptions analyze;  // `analyze.limits` also bounds reading
  InputOptions input;
  // Selects the messages to analyse. Other messages are skipped before their contents are decoded. Only
  // run_links(), run_check(), run_tree(), run_compare() and run_report() support this filter. Other runs read
  // all messages, and fail with kUsage if a filter is set.
  MessageFilter messages = {};
  // Number of isolated processes that read messages in parallel. The output is the same for any number.
  // Without isolation, messages are read one after another.
  unsigned workers = 1;
  // Isolated processes are created with fork(). The calling program must have no other child processes, and
  // only one thread, not counting a thread that waits for signals. Programs with more threads use a RowReader
  // (read_links.h) or a SpawnedRun (spawned_run.h), which start a separate program.
  Isolation isolation = Isolation::kAuto;
  // Called with one sentence per problem, in input order: content could not be read, or references may be
  // missing because a limit was hit. The thread that called run_*() also calls on_problem, on_note and
  // on_progress. An exception from one of these functions ends the run and propagates.
  std::function<void(std::string_view sentence)> on_problem = {};
  // Called with one sentence per remark that is not a problem of the input: a rewrite left references
  // unchanged, a rewrite made a signature invalid, this system does not support the requested isolation, or a
  // filter rejected everything, so that there are no rows.
  std::function<void(std::string_view sentence)> on_note = {};
  // Called several times per second with the progress so far.
  std::function<void(const RunProgress& progress)> on_progress = {};
};

// How run_links(), run_check(), run_tree() and run_compare() write rows.
struct RowOptions {
  Format format = Format::kText;
  // CSV for spreadsheets. The file begins with a byte order mark, because Excel does not read UTF-8 without
  // it. Cells that a spreadsheet would run as formulas get an apostrophe in front.
  bool csv_safe = false;
  bool to_terminal = false;  // CSV, URLs: escape terminal control sequences, as other formats always do
  bool color = false;        // text: use ANSI colours
  bool ascii = false;        // text: draw lines, arrows and ellipses in ASCII
  unsigned columns = 0;      // text: cut off lines at this width, for a terminal; 0: never
  bool defang = false;       // defang URLs and hosts (url.h), so that no program opens them
  // Stops a run that extends a database. Any thread may request the stop. Within ten seconds, the run fails.
  // The database then has complete sources only, and no temporary file is left next to it.
  std::stop_token stop = {};
};

// Options of run_links().
struct LinksOptions {
  RowOptions rows;
  LinkFilter filter;
  bool unique = false;  // one row per resolved URL, with a count
  // Write one row per host, domain or URL instead of one row per link. The most frequent rows come first;
  // equally frequent rows are ordered by name. `unique` is then ignored. Format::kSqlite does not support
  // this option. Format::kUrls supports Top::kUrls only.
  std::optional<Top> top = {};
};

// Options of run_check().
struct CheckOptions {
  RowOptions rows;
  DiagnosticFilter filter;
  // Write one row per code and severity instead of one row per diagnostic. Codes that compare domains get one
  // row per pair of domains. A row has a count and the first diagnostic. The most severe rows come first;
  // rows of equal severity are ordered by count. Format::kSqlite does not support this option.
  bool summary = false;
};

// Options of run_compare(), which compares the readers in AnalyzeOptions::compared.
struct CompareOptions {
  RowOptions rows;
};

// Options of run_ledger().
struct LedgerOptions {
  RowOptions rows;
  // Files and folders that say which message a URL of an archive is. A file has lines "URL<TAB>Message-ID";
  // an empty line, and one that begins with "#", is skipped. A folder has pages of MHonArc or pipermail.
  std::vector<std::string> ids = {};
  // Writes lines "=URL<TAB>NEW" for `rewrite --map` instead of rows: one per URL whose state is
  // LedgerState::kMessage. NEW is this template, in which {message_id:path}, {message_id:query}, {hash},
  // {list}, {source} and {message} stand for what the URL leads to. Empty: rows.
  std::string map_to = {};
};

// Options of run_tree().
struct TreeOptions {
  RowOptions rows;
  bool verbose = false;  // text: write the whole chain of candidates of every entity
};

// Options of run_pieces().
struct PiecesOptions {
  // Size of a piece, in units of 1,000,000 bytes. It is exceeded by a message that is larger, and by a file
  // that cannot be cut.
  std::uint64_t megabytes = 64;
};

// The destination of rewritten messages. `output` receives all messages, one after another. `folder` receives
// one file per source, with the name of the source. Exactly one of the two is not null; otherwise runs fail
// with kUsage.
struct RewriteTarget {
  Output* output = nullptr;
  OutputFolder* folder = nullptr;
  Output* manifest = nullptr;  // one JSON object per edit and note, as in the man page; may be null
};

// The numbers that a run has counted.
struct RunSummary {
  std::uint64_t messages = 0;
  std::uint64_t errors = 0, warnings = 0;  // check: diagnostics of these severities that the filter accepts
  std::uint64_t problems = 0;              // calls of on_problem
  std::uint64_t skipped_files = 0;         // sum of Reader::skipped_files() of all inputs
  std::uint64_t skipped_revisits = 0;      // sum of Reader::skipped_revisits() of all inputs
  // A sentence for a person, which a program does not need: run_links() and run_check() had no rows, or links
  // have no URL for Format::kUrls. Empty if all rows were written, and if filters rejected all rows; on_note
  // reports the latter.
  std::string nothing_found = {};
  // run_rewrite(): the number of references that became absolute, and of Content-Length and Content-MD5
  // fields that were updated.
  std::uint64_t edited = 0, updated_fields = 0;
};

// Checks that writing to `path` ("-" is standard output) would not overwrite an input. Fails with kUsage if
// `path` is an input, the file that standard input reads, or a mail file in a folder that is an input. Files
// are compared by identity: symbolic and hard links are recognised. Other files in an input folder, such as
// the rows of an earlier run, may be written. Before a run reads anything, it checks all its outputs in this
// way. It also checks that an output folder is not inside an input and contains no input, and that its
// outputs are separate, as check_are_separate() does.
[[nodiscard]] MIMEBASE_API Result<void> check_is_no_input(const std::string& path,
                                                          const std::vector<std::string>& inputs,
                                                          const InputOptions& options);

// Fails with kUsage if two of the paths are the same file, or if one is inside another. The paths need not
// exist.
[[nodiscard]] MIMEBASE_API Result<void> check_are_separate(const std::vector<std::string>& paths);

// Reads the inputs one after another ("-" is standard input) and writes one row per link. An input that
// cannot be read is reported as a problem, and the run continues. Fails with kUnwritable if the output cannot
// be written.
//
// Fails with kUsage, before anything is read, in three cases. check_options() refuses the options.
// check_is_no_input() refuses the output. The output is an existing database that has or may have rows, and
// neither OutputOptions::append nor OutputOptions::may_replace is set.
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

// Like run_links(), with one row per reference for which mail readers open different URLs or parts. Also
// fails with kUsage if fewer than two readers are to be compared.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_compare(const std::vector<std::string>& inputs,
                                                          const RunOptions& run,
                                                          const CompareOptions& compare, Output& output);

// Like run_links(), with one row per reference that names a message of a list archive. Each row says what the
// reference leads to: all messages of all inputs are compared. Rows are written after the last message. Until
// then, they are in a temporary file, and some hundred bytes per message are in memory. Also fails with
// kUsage if LedgerOptions::ids cannot be read or LedgerOptions::map_to is no template.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_ledger(const std::vector<std::string>& inputs,
                                                         const RunOptions& run, const LedgerOptions& ledger,
                                                         Output& output);

// Cuts the inputs, files and folders, into pieces for other runs, and writes one JSON object per piece, as in
// the man page. Each piece is a source for run_links(), run_check(), run_tree() or run_compare() with
// InputOptions::as_in_folder, and with `range` and `first_message` of the piece. Their rows, one after
// another, are those of a run with all inputs. Ignores the options of an analysis but for limits. Fails with
// kUsage for standard input and for an input that is neither a file nor a folder, and in the other cases like
// run_links().
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_pieces(const std::vector<std::string>& inputs,
                                                         const RunOptions& options,
                                                         const PiecesOptions& pieces, Output& output);

// Rewrites the messages of the inputs. Bytes outside edits are unchanged. If an input is a folder, only its
// mail files are written, with their names unchanged. Compressed files are written uncompressed, without the
// ending of the compression in their names.
//
// Some files cannot be written completely: containers, truncated files, files with a message longer than the
// limit, and files whose name is already used in the output folder. If the target is RewriteTarget::folder,
// such a file is reported as a problem, and the other files are written. If the target is
// RewriteTarget::output, the run fails: with kUsage for a folder or a container, and with kUnwritable for an
// incomplete message. Does not commit the outputs.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_rewrite(const std::vector<std::string>& inputs,
                                                          const RunOptions& options,
                                                          const RewriteOptions& rewrite,
                                                          const RewriteTarget& target);

// Reverts a rewrite. Reads the rewritten messages from `rewritten` (a file, a folder, or "-" for standard
// input) and the edits from the file `manifest`. Writes the original messages to `target`. Fails with
// kUnreadable if the manifest does not belong to the messages. Fails with kUsage if the target is `manifest`
// or `rewritten`, or if the target folder is inside one of these or contains one.
[[nodiscard]] MIMEBASE_API Result<void> undo_rewrite(const std::string& manifest,
                                                     const std::string& rewritten,
                                                     const RewriteTarget& target);

// The destination of extracted files: a folder, a WARC file that has the files as records, an HTML file with
// the single page of a message, or a WACZ file, which is a WARC file with an index and a list of pages.
// Exactly one of the four pointers is not null.
struct ExtractTarget {
  OutputFolder* folder = nullptr;
  Output* warc = nullptr;
  bool gzip = false;  // compress each record of `warc` as a gzip member of its own
  Output* page = nullptr;
  Output* wacz = nullptr;  // a regular file
  // With ExtractOptions::split: called when `wacz` is complete and a further file is needed. Commits the
  // former and opens the latter.
  std::function<Result<Output*>()> next_wacz = {};
};

// The output that a path selects, as in `mimebase extract -o PATH`. The path of a WARC file ends in ".warc"
// or ".warc.gz", the path of a WACZ file in ".wacz", and the path of a page in ".html" or ".htm", unless a
// folder of that name exists. Every other path is a folder. Endings may be in upper or lower case.
class MIMEBASE_API ExtractOutput {
 public:
  // Fails with kUsage if `path` is a page and ExtractOptions::single_file is not set, and if it is no WACZ
  // file and ExtractOptions::page_url or ExtractOptions::split is set. Without `may_replace`, also fails with
  // kUsage if `path` is an existing file, or a folder with contents. Fails with kUnwritable if Output::open()
  // or OutputFolder::open() does.
  [[nodiscard]] static Result<ExtractOutput> open(const std::string& path, const ExtractOptions& extract,
                                                  bool may_replace = false);
  // The result is valid until the ExtractOutput is destroyed, moved from or assigned to. This also
  // applies to the result of unfinished().
  [[nodiscard]] ExtractTarget target() &;
  void target() && = delete;
  // Gives the folder or file its name, like Output::commit(). With ExtractOptions::split, this is the last of
  // the files: the run has committed the others.
  [[nodiscard]] Result<void> commit();
  // The temporary file or folder to remove if the process ends early, like Output::unfinished().
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;

 private:
  ExtractOutput() = default;
  std::optional<OutputFolder> folder_;
  [[nodiscard]] MIMEBASE_LOCAL Result<void> open_file(const std::string& path, bool may_replace);
  [[nodiscard]] MIMEBASE_LOCAL Result<Output*> open_next();
  std::optional<Output> file_;  // a WARC file, a WACZ file, or a page
  enum class Kind { kFolder, kWarc, kWacz, kPage };
  Kind kind_ = Kind::kFolder;
  bool gzip_ = false, may_replace_ = false;
  std::string path_;         // of WACZ files
  std::uint64_t files_ = 0;  // of the WACZ files, so many were opened; 0: there is only one
};

// Writes the files of the input's message. If the input has several messages, each goes into a subfolder "1",
// "2", ..., and a top-level "index.html" lists them. A WARC file (ISO 28500:2017) gets one resource record
// per part, made as with ExtractOptions::for_archive. A WACZ file (WACZ 1.1.1) gets one page per message,
// made as with ExtractOptions::for_replay. A `page` is made as with ExtractOptions::one_file. A WARC file is
// no input: its records are not extracted.
//
// `wanted` selects one message of an archive: its number in reading order (1, 2, ...), or its Message-ID,
// with or without "<" and ">". If it is empty, all messages are selected. This fails with kUsage if the
// target is a `page` and there is more than one message.
//
// RunSummary::messages counts the messages written. If it is 0, nothing was written, and the output should
// not be committed. This function never commits the output. It also fails in the cases in which run_links()
// fails.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_extract(const std::string& input, const RunOptions& options,
                                                          const ExtractOptions& extract,
                                                          const std::string& wanted,
                                                          const ExtractTarget& target);

}  // namespace v0_2
}  // namespace mimebase
