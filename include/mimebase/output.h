// Where results are written: standard output or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

enum class Format {
  kText,    // for a person
  kJsonl,   // one JSON object a line
  kCsv,     // RFC 4180, with a header row
  kSqlite,  // a database
  kUrls,    // of links alone: resolved URLs, one a line, for programs that take such a list
};

// "text", "jsonl", "csv", "sqlite", "urls".
[[nodiscard]] MIMEBASE_API std::string_view name_of(Format format);

// What is written to a file, as the ending of its name says.
struct PathFormat {
  Format format = Format::kText;
  bool gzip = false;  // compressed, for the name ends in ".gz"
};
// In any case: ".jsonl" and ".ndjson" are kJsonl, ".csv" is kCsv, ".sqlite", ".sqlite3" and ".db" are
// kSqlite; each but these also with ".gz" behind it. Fails with kUsage where an ending looks like a format or
// a compression and is none of these ("x.json", "x.jsonl.zst"); the message says what to do. Everything else
// is kText. With `given` that is the format, whatever the ending says; but ".gz" compresses, and endings of
// other compressions fail.
[[nodiscard]] MIMEBASE_API Result<PathFormat> format_from_path(std::string_view path,
                                                               std::optional<Format> given = std::nullopt);

// `text` as it may go to a terminal: UTF-8, with control characters and direction overrides escaped.
[[nodiscard]] MIMEBASE_API std::string escape_for_terminal(std::string_view text);

struct OutputOptions {
  bool gzip = false;  // what is written is compressed (RFC 1952); the same bytes give the same file
  // A file that is there grows in place, for a format that can be added to (kSqlite), and no other output
  // grows it meanwhile: a file beside it, with ".mimebase-lock" behind its name, is locked and removed in the
  // end. Where nothing is there, it is made as any other, but what comes there before commit()
  // is not replaced.
  bool append = false;
};

// Who reads what is written.
enum class Destination {
  kFile,      // nobody for now: a file, or a device that is no terminal
  kPipe,      // another program
  kTerminal,  // a person, by a program that obeys control characters
};

// An output. A regular file gets its name in commit(): until then, and after any failure, what stood under
// that name stands there still. Before that it has no name at all, where the file system knows such files,
// else one beside it.
class MIMEBASE_API Output {
 public:
  // `path` is a file, or "-" for standard output. Through a symbolic link what it leads to is written, be
  // that there or not. Fails with kUnwritable.
  [[nodiscard]] static Result<Output> open(const std::string& path, const OutputOptions& options = {});
  Output(Output&&) noexcept;
  Output& operator=(Output&&) noexcept;
  ~Output();

  // Fails with kUnwritable; after a failure nothing more is written.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> commit();

  // The file beside that is to be removed where the process ends without the destructor; empty where there is
  // none. It does not change.
  // As name(), it is valid until the Output is destroyed, moved from or assigned to.
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;
  // True where a file was there to grow in place.
  [[nodiscard]] bool is_append() const;
  [[nodiscard]] Destination destination() const;
  // The name that errors give it.
  [[nodiscard]] const std::string& name() const&;
  void name() const&& = delete;

 private:
  friend struct OutputFile;  // for the formats that need a file rather than a stream
  struct MIMEBASE_LOCAL State;
  explicit Output(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Removes what was to be removed where a process ends without its destructors: a file, or a folder with all
// that is in it. Calls nothing but what a signal handler may.
MIMEBASE_API void remove_unfinished(const char* path) noexcept;

// A folder that appears whole or not at all, as an Output does.
class MIMEBASE_API OutputFolder {
 public:
  // A folder at `path` that is empty is replaced, another one only where that `may` be. Fails with
  // kUnwritable, and with kUsage where something is there that must not be replaced.
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path, bool may_replace = false);
  OutputFolder(OutputFolder&&) noexcept;
  OutputFolder& operator=(OutputFolder&&) noexcept;
  ~OutputFolder();

  // Gives it its name. Fails with kUnwritable.
  [[nodiscard]] Result<void> commit();

  // What is to be removed, with all that is in it, where the process ends without the destructor.
  // As name(), it is valid until the OutputFolder is destroyed, moved from or assigned to.
  [[nodiscard]] const std::string& unfinished() const&;
  void unfinished() const&& = delete;
  // The name that errors give it.
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
