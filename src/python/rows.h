// The keys of rows. They are the keys of JSON Lines, and follow from the same tables (write/columns.h).
#pragma once

#include <string_view>
#include <vector>

#include "mimebase/read_links.h"
#include "write/columns.h"

namespace mimebase::python {

// The Python type of a column.
enum class Kind {
  kText,    // an array of str, some of which may be None
  kNumber,  // an array of numbers
  kDate,    // a list of datetime in UTC; a row has a str
  kOther,   // a list
};

// A key of a row, with the type of its column.
struct Key {
  std::string_view name;
  Kind kind = Kind::kText;
};

// The rows that an iterator returns, and the keys that options add to them.
struct Shape {
  Shape(RowKind rows, bool reader, bool fields);
  // The shape of the rows that `options` ask for.
  Shape(RowKind rows, const ReadOptions& options);

  RowKind kind;
  bool with_reader;       // kLinks, kUniqueLinks: "reader", "opens" and "opens_by"
  bool with_fields;       // all but kSummary: "fields"
  std::vector<Key> keys;  // in the order of the columns

  // Whether the rows have a column.
  [[nodiscard]] bool has(const write::ColumnInfo& column) const;

  // kLinks, kUniqueLinks: columns end with the registrable domain of the host.
  [[nodiscard]] bool has_domain() const;
  [[nodiscard]] std::vector<Key> column_keys() const;
};

inline constexpr Key kOpensKeys[] = {{"url"}, {"part"}};

// Returns the keys of a Python type: "Link", "UniqueLink", "Entity", "Diagnostic", "Summary", "Comparison",
// "Candidate" or "Opens". The flags are those of Shape. Empty for any other name.
[[nodiscard]] std::vector<Key> keys_of(std::string_view type, bool with_reader, bool with_fields);

}  // namespace mimebase::python
