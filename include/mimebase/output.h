// Destinations for results: standard output, or a file or folder that is created atomically.
//
//   mimebase::Result<mimebase::Output> output = mimebase::Output::open("links.jsonl.gz", {.gzip = true});
//   if (output && output->write(rows) && output->commit()) std::cout << "the file is complete\n";
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// The format of rows.
enum class Format {
  kText,    // for people
  kJsonl,   // one JSON object per line
  kCsv,     // RFC 4180, with a header row
  kSqlite,  // a database
  kUrls,    // links only: one resolved URL per line
};

// "text", "jsonl", "csv", "sqlite", "urls".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Format format);

// The format and compression that a file name selects.
struct PathFormat {
  Format format = Format::kText;
  bool gzip = false;  // the name ends in ".gz"
};
// Derives the format from the ending of `path`, ignoring case: ".jsonl" and ".ndjson" are kJsonl, ".csv" is
// kCsv, and ".sqlite", ".sqlite3" and ".db" are kSqlite. ".gz" may follow. All other endings are kText.
// `given` is the format of any other ending. An ending ".gz" still selects compression.
//
// Fails with kUsage if the ending names an unsupported compression ("x.jsonl.zst"), another format than
// `given`, or, without `given`, an unsupported format ("x.json"). Also fails with kUsage for a compressed
// database, and for a database if this build lacks SQLite. The message says what to do.
[[nodiscard]] MIMEBASE_API Result<PathFormat> format_from_path(std::string_view path,
                                                               std::optional<Format> given = std::nullopt);

// Returns `text` in a form that is safe for a terminal: UTF-8, with control characters and direction
// overrides escaped.
[[nodiscard]] MIMEBASE_API std::string escape_for_terminal(std::string_view text);

// How an output is written.
struct OutputOptions {
  bool gzip = false;  // compress (RFC 1952); equal input gives equal files
  // Extend an existing file in place, if the format of the file allows this (kSqlite). Until the end, a lock
  // file next to the file prevents other outputs from extending it at the same time. The lock file has the
  // same name with ".mimebase-lock" appended. If no file exists, a new one is created as without `append`.
  // However, commit() does not replace a file that another program has created in the meantime.
  bool append = false;
  // Let a run replace a database that holds rows. Other files are always replaced.
  bool may_replace = false;
};

// The kind of thing that an output is written to.
enum class Destination {
  kFile,      // a file, or a device that is not a terminal
  kPipe,      // another program
  kTerminal,  // a person, through a program that interprets control characters
};

// An output stream. commit() makes a regular file visible under its name. Until then, and after any failure,
// an existing file of that name is unchanged. Before commit(), the new file has no name. If the file system
// does not support unnamed files, it has a temporary name in the same folder.
class MIMEBASE_API Output {
 public:
  // `path` is a file, or "-" for standard output. A symbolic link is followed, even if its target does not
  // exist. Fails with kUnwritable.
  [[nodiscard]] static Result<Output> open(const std::string& path, const OutputOptions& options = {});
  Output(Output&&) noexcept;
  Output& operator=(Output&&) noexcept;
  ~Output();

  // Writes `bytes`, or buffers them. Fails with kUnwritable, or with kClosedPipe if the program at the other
  // end of a pipe has closed it. After a failure nothing more is written.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  // Writes the buffered bytes, and makes a regular file visible under its name. Fails with the same codes as
  // write().
  [[nodiscard]] Result<void> commit();

  // The path of the temporary file. If the process ends without running the destructor, remove this file, for
  // example by remove_unfinished(). Empty if there is no temporary file. The path does not change. The
  // references that unfinished() and name() return are valid until the Output is destroyed, moved from or
  // assigned to.
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;
  // Returns true if an existing file is extended.
  [[nodiscard]] bool is_append() const;
  // Returns OutputOptions::may_replace.
  [[nodiscard]] bool may_replace() const;
  // Returns the kind of thing that the output is written to, as determined from the open file.
  [[nodiscard]] Destination destination() const;
  // The name used in error messages.
  [[nodiscard]] const std::string& name() const&;
  void name() const&& = delete;

 private:
  friend struct OutputFile;  // for formats that need a file instead of a stream
  struct MIMEBASE_LOCAL State;
  explicit Output(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Removes an unfinished() file or folder, with its contents. Async-signal-safe: a signal handler that ends
// the process may call it.
MIMEBASE_API void remove_unfinished(const char* path) noexcept;

// A folder that is created atomically, like the file of an Output: commit() makes it visible under its name.
class MIMEBASE_API OutputFolder {
 public:
  // Creates a folder, which will be named `path`. An existing empty folder is replaced. A folder with
  // contents is replaced only if `may_replace` is set. Fails with kUsage if something at `path` must not be
  // replaced, and with kUnwritable if the folder cannot be created.
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path, bool may_replace = false);
  OutputFolder(OutputFolder&&) noexcept;
  OutputFolder& operator=(OutputFolder&&) noexcept;
  ~OutputFolder();

  // Makes the folder visible under its name. Fails with kUnwritable.
  [[nodiscard]] Result<void> commit();

  // The path of the temporary folder. If the process ends without running the destructor, remove this folder
  // with its contents. The references that unfinished() and name() return are valid until the
  // OutputFolder is destroyed, moved from or assigned to.
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;
  // The name used in error messages.
  [[nodiscard]] const std::string& name() const&;
  void name() const&& = delete;

 private:
  friend struct OutputFile;
  struct MIMEBASE_LOCAL State;
  explicit OutputFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
