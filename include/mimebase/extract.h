// A message as files that a browser opens offline: a page with everything that it shows beside it.
#pragma once

#include <memory>
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

struct ExtractOptions {
  // What the page shows stands in it, as data: URLs; only what it does not show has files of its own.
  bool single_file = false;
  // Without scripts, event handlers, forms, and what would be loaded from elsewhere.
  bool no_active = false;
  // Pages may use the network, and run scripts. Else a Content-Security-Policy in them forbids both.
  bool online = false;
  // "index.html" is the only file, and attachments stand in its list, to be saved by a click. Implies
  // single_file. Parts that the page neither shows nor lists are left out.
  bool one_file = false;
  // For a web archive: references to parts are the parts' URLs, pages have no policy, and there is nothing
  // but the parts.
  bool for_archive = false;
};

// A file that a message becomes. All views live during the call that gives them.
struct ExtractedFile {
  const MessageInfo* message = nullptr;
  // "index.html", "files/logo.png": ASCII letters, digits and "-_.", nothing special to a system or a shell;
  // no two are the same in any case.
  std::string_view path;
  std::string_view media_type;  // lower case, no parameters
  std::string_view charset;     // empty where nobody said one; pages have "utf-8"
  std::string_view bytes;
  std::string_view part;  // the part whose content it is; empty where it is of none
  // Where that was: its Content-Location made absolute, else its Content-ID as "cid:", else a "urn:uuid:"
  // that is made from the message. Empty without a part.
  std::string_view url;
};

class MIMEBASE_API FileVisitor : public Visitor {
 public:
  virtual void file(const ExtractedFile&) {}
};

// Makes files of one message after another. As Analyzer: what goes wrong in a message costs itself alone.
class MIMEBASE_API Extractor {
 public:
  Extractor(const AnalyzeOptions& analyze, const ExtractOptions& options);
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // Calls visitor.file() for "index.html" and for every other file: each leaf part has one, but for those
  // that stand in a single file. References that name a part name its file; all others that can be resolved
  // are absolute. Tells visitor.problem() of what could not be done.
  void files(const Record& record, FileVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// Where files go: into `folder`, as records to `warc`, or the one page of a message to `page`. Exactly one is
// not null.
struct ExtractTarget {
  OutputFolder* folder = nullptr;
  Output* warc = nullptr;
  bool gzip = false;  // each record of `warc` is a gzip member of its own
  Output* page = nullptr;
};

// Writes the files of the input's message; of several messages those of each into a folder of its own, "1",
// "2", ..., beside an "index.html". A WARC file (ISO 28500:2017) gets a resource record for each part, as
// ExtractOptions::for_archive makes them. `wanted` picks one message of an archive: its number as it is read,
// 1, 2, ..., or its Message-ID, with "<" and ">" or without; empty: all, of which `page` takes no more than
// one (kUsage), as ExtractOptions::one_file makes it. RunSummary::messages are those that
// were written: where that is none, nothing was, and the output should not be committed, which this does not
// do. Fails as run_links() does.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_extract(const std::string& input, const RunOptions& options,
                                                          const ExtractOptions& extract,
                                                          const std::string& wanted,
                                                          const ExtractTarget& target);

}  // namespace v0_2
}  // namespace mimebase
