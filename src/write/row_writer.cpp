#include "write/row_writer.h"

#include "write/csv_writer.h"
#include "write/json_writer.h"
#include "write/sqlite_writer.h"
#include "write/text_writer.h"

namespace mimebase::write {

std::unique_ptr<RowWriter> make_row_writer(const RunOptions& options) {
  switch (options.format) {
    case Format::kJsonl:
      return std::make_unique<JsonWriter>();
    case Format::kCsv:
      return std::make_unique<CsvWriter>(options.csv_safe, options.to_terminal);
    case Format::kSqlite:
      return std::make_unique<SqliteWriter>();
    case Format::kText:
      break;
  }
  return std::make_unique<TextWriter>(options.color, options.verbose);
}

}  // namespace mimebase::write
