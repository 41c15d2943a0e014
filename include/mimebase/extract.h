// Extracts a message as files that a browser opens offline: a page, and everything that it shows.
//
//   struct Files : mimebase::FileVisitor {
//     void file(const mimebase::ExtractedFile& file) override {
//       std::cout << file.path << ": " << file.bytes.size() << " bytes\n";
//     }
//   };
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
#include "mimebase/record.h"
#include "mimebase/result.h"
#include "mimebase/visitor.h"

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
  // For a WACZ file. Like for_archive, but every message has a page, "index.html", also plain mail, and the
  // message itself is the last file. Every file has a URL that a browser can open in a replayed archive.
  bool for_replay = false;
  // The page's URL: a template with the fields {message_id:path}, {message} and {list}. If it is empty, the
  // page has the URL that it was retrieved from, or else that of its Content-Location, or else
  // "https://mail.invalid/MESSAGE-ID/". Only for for_replay; check_page_url() says whether it can be used.
  std::string page_url = {};
  // The number of pages of a WACZ file, for ExtractOutput::open() and run_extract(). If it is not 0, there
  // are as many files as the pages need: "x-1.wacz", "x-2.wacz", ... instead of "x.wacz".
  std::uint64_t split = 0;
};

// Fails with kUsage if ExtractOptions::page_url is not the template of an http or https URL without a
// fragment, or has an unknown field.
[[nodiscard]] MIMEBASE_API Result<void> check_page_url(std::string_view page_url);

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
  // If ExtractOptions::for_replay is set, a part has its Content-Location if that is an http or https URL, or
  // else the page's URL followed by its section. The message has "urn:sha256:" and its digest.
  std::string_view url;
  // The page's text for searches, if ExtractOptions::for_replay is set: without markup, in UTF-8, white space
  // collapsed, at most 16 KiB. Empty for other files.
  std::string_view text = {};
  // True if `url` is the page's URL, or begins with it. Several messages may have the same page URL. A suffix
  // that distinguishes them can be appended to `url`, and must then also be inserted into `bytes` at the
  // offsets `page_url_ends`, which are ascending.
  bool has_page_url = false;
  std::span<const std::size_t> page_url_ends = {};
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
  // The same. `number` replaces Record::number as the field {message} of ExtractOptions::page_url: it is the
  // number of the message among all that are extracted.
  void files(const Record& record, std::uint64_t number, FileVisitor& visitor);

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
