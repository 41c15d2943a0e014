// Where results are written: standard output or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {

enum class Format {
  kText,    // for a person
  kJsonl,   // one JSON object a line
  kCsv,     // RFC 4180, with a header row
  kSqlite,  // a database
};

// "text", "jsonl", "csv", "sqlite"; nothing for any other name.
[[nodiscard]] MIMEBASE_API std::optional<Format> format_from_name(std::string_view name);
// By the ending of a file's name: ".jsonl" and ".ndjson" are kJsonl, ".csv" is kCsv, ".sqlite", ".sqlite3"
// and
// ".db" are kSqlite, everything else is kText.
[[nodiscard]] MIMEBASE_API Format format_from_path(std::string_view path);

// `text` as it may go to a terminal: UTF-8, with control characters and direction overrides escaped.
[[nodiscard]] MIMEBASE_API std::string visible(std::string_view text);

// An output. A regular file is written beside its name and takes it in commit(): until then, and after any
// failure, what stood under that name stands there still.
class MIMEBASE_API Output {
 public:
  // `path` is a file, or "-" for standard output.
  [[nodiscard]] static Result<Output> open(const std::string& path);
  // `path` is a database, to which an SQLite run adds in place; where nothing is there, as open().
  [[nodiscard]] static Result<Output> append_to(const std::string& path);
  Output(Output&&) noexcept;
  Output& operator=(Output&&) noexcept;
  ~Output();

  // Fails with kUnwritable; after a failure nothing more is written.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> commit();

  // For formats that need a file rather than a stream: the file that write() would fill, empty where the
  // output is none but a pipe or a device. Whoever uses it leaves it to commit() to give it its name.
  [[nodiscard]] const std::string& file() const;
  // True after append_to() found a file.
  [[nodiscard]] bool is_append() const;
  // What errors call it.
  [[nodiscard]] const std::string& name() const;

 private:
  struct State;
  explicit Output(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace mimebase
