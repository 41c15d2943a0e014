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

// How files are made from a message. The defaults allow neither scripts nor network access.
struct ExtractOptions {
  // Everything that the page shows is embedded in the page as data: URLs. Only parts that the page does not
  // show become separate files.
  bool single_file = false;
  // Removes scripts, event handlers, forms, and references that would load something from elsewhere.
  bool no_active = false;
  // Pages may use the network and run scripts. If false, a Content-Security-Policy in each page forbids both.
  bool online = false;
  // "index.html" is the only file. It lists the attachments, and a click on one saves it. Implies
  // single_file. Parts that the page neither shows nor lists are omitted.
  bool one_file = false;
  // For a WARC file. Only parts become files. A reference to a part becomes that part's URL
  // (ExtractedFile::url). Pages have no Content-Security-Policy.
  bool for_archive = false;
};

// One file that is extracted from a message. All views are valid during the call of FileVisitor::file() only.
struct ExtractedFile {
  const MessageInfo* message = nullptr;
  // The relative path of the file, such as "index.html" or "files/logo.png". Its names consist of ASCII
  // letters, digits and "-_.", and have no special meaning to a system or a shell. All paths of a message
  // differ, even if case is ignored.
  std::string_view path;
  std::string_view media_type;  // lower case, no parameters
  std::string_view charset;     // empty if none is declared; "utf-8" for pages
  std::string_view bytes;
  std::string_view part;  // the part whose content this is; empty if the file is not made from a part
  // The URL of the part: its Content-Location, made absolute. For a part without Content-Location, this is
  // its Content-ID as a cid: URL, or else a "urn:uuid:" URL derived from the message. Empty if `part` is
  // empty.
  std::string_view url;
};

// Receives the files of a message, and its problems.
class MIMEBASE_API FileVisitor : public Visitor {
 public:
  // Called once per file of the message, including "index.html".
  virtual void file(const ExtractedFile&) {}
};

// Extracts messages into files, one message after another. A failure inside a message affects that message
// only, as with Analyzer.
class MIMEBASE_API Extractor {
 public:
  // Copies both options.
  Extractor(const AnalyzeOptions& analyze, const ExtractOptions& options);
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // Calls visitor.file() for "index.html" and for every other file. Each leaf part becomes a file, except
  // those that a single-file page embeds. In these files, references to parts become references to the parts'
  // files. All other references that can be resolved become absolute. Failures are reported to
  // visitor.problem().
  void files(const Record& record, FileVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// The destination of extracted files: a folder, a WARC file that has the files as records, or an HTML file
// with the single page of a message. Exactly one of the three pointers is not null.
struct ExtractTarget {
  OutputFolder* folder = nullptr;
  Output* warc = nullptr;
  bool gzip = false;  // compress each record of `warc` as a gzip member of its own
  Output* page = nullptr;
};

// The output that a path selects, as in `mimebase extract -o PATH`. The path of a WARC file ends in ".warc"
// or ".warc.gz", and the path of a page ends in ".html" or ".htm", unless a folder of that name exists. Every
// other path is a folder. Endings may be in upper or lower case.
class MIMEBASE_API ExtractOutput {
 public:
  // Fails with kUsage if `path` is a page and ExtractOptions::single_file is not set. Without `may_replace`,
  // also fails with kUsage if `path` is an existing file, or a folder with contents. Fails with kUnwritable
  // if Output::open() or OutputFolder::open() does.
  [[nodiscard]] static Result<ExtractOutput> open(const std::string& path, const ExtractOptions& extract,
                                                  bool may_replace = false);
  // The result is valid until the ExtractOutput is destroyed, moved from or assigned to. This also
  // applies to the result of unfinished().
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
// per part, made as with ExtractOptions::for_archive. A `page` is made as with ExtractOptions::one_file.
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
