// Extracts a message as files that a browser opens offline: a page, and everything that it shows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/analyze.h"
#include "mimebase/api.h"
#include "mimebase/input.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

// How files are made of a message. The defaults allow neither scripts nor network access.
struct ExtractOptions {
  // Everything that the page shows is embedded as data: URLs. Only other parts become separate files.
  bool single_file = false;
  // Removes scripts, event handlers, forms, and references that would load something from elsewhere.
  bool no_active = false;
  // Pages may use the network and run scripts. If false, a Content-Security-Policy in each page forbids both.
  bool online = false;
  // "index.html" is the only file. It lists the attachments, which a click saves. Implies single_file. Parts
  // that the page neither shows nor lists are omitted.
  bool one_file = false;
  // For a web archive: only parts become files, references to parts become the parts' URLs, and pages have no
  // policy.
  bool for_archive = false;
};

// One file that a message becomes. All views are valid during the call that passes them.
struct ExtractedFile {
  const MessageInfo* message = nullptr;
  // "index.html", "files/logo.png": ASCII letters, digits and "-_.", with no special meaning to a system or a
  // shell. No two paths of a message are equal, even ignoring case.
  std::string_view path;
  std::string_view media_type;  // lower case, no parameters
  std::string_view charset;     // empty if none is declared; "utf-8" for pages
  std::string_view bytes;
  std::string_view part;  // the part whose content this is; empty if the file is not made from a part
  // The part's URL: its Content-Location made absolute; otherwise its Content-ID as "cid:"; otherwise a
  // "urn:uuid:" derived from the message. Empty if there is no part.
  std::string_view url;
};

// Receives the files of a message, and its problems.
class MIMEBASE_API FileVisitor : public Visitor {
 public:
  // One file of the message. "index.html" and every other file are passed once.
  virtual void file(const ExtractedFile&) {}
};

// Makes files from one message after another. A failure inside a message affects that message only, as with
// Analyzer.
class MIMEBASE_API Extractor {
 public:
  // Copies both options.
  Extractor(const AnalyzeOptions& analyze, const ExtractOptions& options);
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // Calls visitor.file() for "index.html" and for every other file. Each leaf part becomes a file, except
  // those that a single-file page embeds. References to parts become references to their files; all others
  // that can be resolved become absolute. Failures are reported to visitor.problem().
  void files(const Record& record, FileVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// The destination of files: `folder`, `warc` as records, or `page` as the one page of a message. Exactly
// one is not null.
struct ExtractTarget {
  OutputFolder* folder = nullptr;
  Output* warc = nullptr;
  bool gzip = false;  // compress each record of `warc` as a gzip member of its own
  Output* page = nullptr;
};

// The output that a path names, as `extract -o` takes it: a WARC file (".warc", ".warc.gz"), a page (".html",
// ".htm", unless it is a folder), or a folder. Endings may be in any case.
class MIMEBASE_API ExtractOutput {
 public:
  // Fails with kUsage for a page without ExtractOptions::single_file, and for something that exists and must
  // not be replaced: a file, or a folder with contents. Fails with kUnwritable as Output::open() does.
  [[nodiscard]] static Result<ExtractOutput> open(const std::string& path, const ExtractOptions& extract,
                                                  bool may_replace = false);
  // Valid until the ExtractOutput is destroyed, moved from or assigned to, like unfinished().
  [[nodiscard]] ExtractTarget target() &;
  void target() && = delete;
  // Gives the folder or file its name, like Output::commit().
  [[nodiscard]] Result<void> commit();
  // The temporary file or folder to remove if the process ends early, like Output::unfinished().
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;

 private:
  ExtractOutput() = default;
  std::optional<OutputFolder> folder_;
  std::optional<Output> file_;  // a WARC file, or a page
  bool is_page_ = false, gzip_ = false;
};

// Writes the files of the input's message. If the input has several messages, each goes into a subfolder "1",
// "2", ..., and a top-level "index.html" lists them. A WARC file (ISO 28500:2017) gets one resource record
// per part, made as with ExtractOptions::for_archive. `page` gets a page made as with
// ExtractOptions::one_file.
//
// `wanted` selects one message of an archive: its number in reading order (1, 2, ...), or its Message-ID,
// with or without "<" and ">". Empty selects all; `page` then fails with kUsage if there is more than one
// message.
//
// RunSummary::messages counts the messages written. If it is 0, nothing was written, and the output should
// not be committed. This function never commits. Fails as run_links() does.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_extract(const std::string& input, const RunOptions& options,
                                                          const ExtractOptions& extract,
                                                          const std::string& wanted,
                                                          const ExtractTarget& target);

}  // namespace v0_2
}  // namespace mimebase
