// Whole runs: inputs in, rows out. What the command line does, as a library call.
#pragma once

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

// Which links are written. Empty lists let everything pass.
struct LinkFilter {
  std::vector<LinkStatus> statuses;
  std::vector<std::string> contexts;  // shell patterns for Link::context; "*" matches "/" as well
  std::vector<std::string> hosts;     // shell patterns for Link::host, in any case; no host matches none
};

// What links are counted by. What has none of it is not counted.
enum class Top {
  kHosts,    // Link::host
  kDomains,  // the registrable domain of that, by the Public Suffix List
  kUrls,     // Link::resolved
};
// "hosts", "domains", "urls".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Top top);

// Which diagnostics are written and counted. Empty lists let everything pass.
struct DiagnosticFilter {
  std::vector<DiagnosticCode> codes;
  std::vector<Severity> severities;
};

// Return true if the filter lets the row pass. An empty list lets every row pass.
[[nodiscard]] MIMEBASE_API bool passes(const LinkFilter& filter, const Link& link);
[[nodiscard]] MIMEBASE_API bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic);

// Whether mail is read by processes of its own, in a sandbox: whatever a message makes of a library, it costs
// that message only, which is reported as a problem then.
enum class Isolation {
  kOff,      // the calling process reads
  kAuto,     // isolated; if the system refuses processes, on_note says so, and the calling process reads
  kRequire,  // isolated; if the system refuses processes or their sandbox, the run fails with kUnwritable
};
// "off", "auto", "require".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Isolation isolation);

// How much was read so far, of all inputs.
struct RunProgress {
  std::uint64_t bytes_done = 0;  // as the inputs lie on the disk
  std::uint64_t messages = 0;
};

struct RunOptions {
  AnalyzeOptions analyze;
  InputOptions
      input;  // its limits are those of reading, analyze.limits those of messages: both are to be set
  Format format = Format::kText;
  LinkFilter filter;
  DiagnosticFilter diagnostics;
  // check: one row a code and severity, and of text-differs and rules-disagree a pair of domains, with a
  // count and the first of them; the severest first, then by count. Not for kSqlite.
  bool summary = false;
  bool unique = false;  // links: one row a resolved URL, with a count
  // links: one row a host, domain or URL in place of all others: the most frequent first, then by name. Not
  // for kSqlite; for kUrls Top::kUrls alone. With it `unique` says nothing.
  std::optional<Top> top = {};
  bool verbose = false;      // tree, as text: the whole chain of every entity
  bool csv_safe = false;     // CSV: cells that a spreadsheet would run get an apostrophe before them
  bool to_terminal = false;  // CSV: what could drive a terminal is escaped, as the other formats do always
  bool color = false;        // text: with ANSI colours
  bool force = false;        // a database that holds rows may be replaced
  // Number of isolated processes that analyse messages at once; without isolation messages are read one after
  // another. The output is the same for any number.
  unsigned workers = 1;
  // Isolated processes are made with fork(), and go on with the code of this library: for programs that have
  // one thread (one that waits for signals aside) and no other children. Programs with threads pull rows
  // instead (read_links.h): that starts a program of its own.
  Isolation isolation = Isolation::kOff;
  // For a database that is added to: when a stop is requested, from any thread, it is left with whole sources
  // and no other file beside it before request_stop() returns, or ten seconds later; then the run fails.
  std::stop_token stop = {};
  // Told of what could not be read and what a limit may have lost, in the order of the input. Both
  // are called by the thread that called run_*() alone; what they throw ends
  // the run, and is thrown by run_*().
  std::function<void(std::string_view sentence)> on_problem;
  // Told, as on_problem, what is no problem of the input: of rewrite what was left as it was, and what
  // signature does not hold any more; what a system lacks to isolate processes.
  std::function<void(std::string_view sentence)> on_note = {};
  // Told now and then.
  std::function<void(const RunProgress& progress)> on_progress;
};

// Where rewritten messages go: to `output`, one behind the other, or to `folder`, each source as a file of
// its name there. Exactly one is not null.
struct RewriteTarget {
  Output* output = nullptr;
  OutputFolder* folder = nullptr;
  Output* manifest = nullptr;  // null: none. A JSON object a line for each edit and note (manpage)
};

struct RunSummary {
  std::uint64_t messages = 0;
  std::uint64_t errors = 0, warnings = 0;  // check: diagnostics of these severities that passed the filter
  std::uint64_t problems = 0;              // how often on_problem was told
  std::uint64_t passed_over = 0;           // Reader::passed_over() of all inputs
  // rewrite: references that were made absolute, and fields Content-Length and Content-MD5 that follow them.
  std::uint64_t edited = 0, mended = 0;
};

// Fails with kUsage where the file `path` is an input, what standard input reads, or mail of a folder that is
// an input, by whatever name: links of both kinds are looked through. What is in such a folder and is no
// mail, as the rows of an earlier run, may be written. A run asks this of its output before it reads.
[[nodiscard]] MIMEBASE_API Result<void> check_is_no_input(const std::string& path,
                                                          const std::vector<std::string>& inputs,
                                                          const InputOptions& options);

// All read the inputs one after another ("-" is standard input) and write their rows. They fail with
// kUnwritable if the output cannot be written; an input that cannot be read is a problem, and the rest is
// read. They fail with kUsage before anything is read: if check_options() refuses the options, if the output
// is one of the inputs (see above), or if it is a database that has rows (or may have some), unless these are
// added to or `force` is set.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_links(const std::vector<std::string>& inputs,
                                                        const RunOptions& options, Output& output);
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_check(const std::vector<std::string>& inputs,
                                                        const RunOptions& options, Output& output);
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_tree(const std::vector<std::string>& inputs,
                                                       const RunOptions& options, Output& output);

// Reads the inputs and writes their messages rewritten; every byte outside of edits as it was. Of a folder
// the files that are mail are written, under their names; what was compressed is written plain, without that
// ending in its name. In a folder a file that cannot be written whole is a problem, and the others are
// written: a container, a file that is cut short or has a message longer than the limit, a file whose name
// another one has already. Commits nothing. A stream fails instead: with kUsage for a folder or a container,
// with kUnwritable for a message of which not all is there.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_rewrite(const std::vector<std::string>& inputs,
                                                          const RunOptions& options,
                                                          const RewriteOptions& rewrite,
                                                          const RewriteTarget& target);

// Takes back what a run has written to a target: reads that from `rewritten` (a file, "-" for standard input,
// or the folder), and what was changed from the manifest. Fails with kUnreadable where they do not belong
// together.
[[nodiscard]] MIMEBASE_API Result<void> undo_rewrite(const std::string& manifest,
                                                     const std::string& rewritten,
                                                     const RewriteTarget& target);

}  // namespace v0_2
}  // namespace mimebase
