// Formats, selected by name or by file ending, and their writers.
#include <algorithm>
#include <memory>
#include <string>

#include "database/sqlite.h"
#include "database/sqlite_writer.h"
#include "mimebase/output.h"
#include "model/built_without.h"
#include "run/commands/command.h"
#include "text/ascii.h"
#include "text/names.h"
#include "write/column_writers.h"
#include "write/shown_text.h"
#include "write/text_writer.h"
#include "write/url_writer.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

struct Ending {
  std::string_view text;
  Format format;
};
constexpr Ending kEndings[] = {
    {".jsonl", Format::kJsonl},   {".ndjson", Format::kJsonl},   {".csv", Format::kCsv},
    {".sqlite", Format::kSqlite}, {".sqlite3", Format::kSqlite}, {".db", Format::kSqlite},
};

// Endings of unsupported formats, with the nearest supported one.
struct UnsupportedEnding {
  std::string_view instead;
  std::string_view endings;  // separated and surrounded by spaces
};
constexpr UnsupportedEnding kUnsupportedEndings[] = {
    {".jsonl",
     " .json .json5 .jsonld .jsonlines .ldjson .jl .geojson .yaml .yml .toml .bson .cbor .msgpack "},
    {".csv",
     " .tsv .tab .psv .dsv .xls .xlsx .xlsm .xlsb .ods .numbers .parquet .avro .orc .arrow .feather .dbf "
     ".h5 .hdf5 .npy .npz .pickle .pkl "},
    {".sqlite",
     " .db3 .s3db .sl3 .sqlite2 .sqlite4 .sqlitedb .sqlite-wal .sqlite-shm .sqlite-journal .duckdb "
     ".mdb .accdb .sql .dump "},
    {".txt",
     " .xml .html .htm .xhtml .mht .mhtml .eml .emlx .msg .mbox .mbx .pst .warc .md .markdown .rst "
     ".adoc .tex .rtf .doc .docx .odt .pdf .ps .epub .rdf .rss .atom .svg .ics .vcf "},
};
constexpr std::string_view kCompressions =
    " .bz2 .xz .zst .zstd .lz .lz4 .lzma .lzo .br .z .zip .7z .rar .tar .tgz .tbz .tbz2 .txz .tzst .gzip "
    ".cab ";

// The last ending of the path's last component, in lower case: ".jsonl". Empty if there is none.
std::string ending_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
  const std::size_t dot = name.rfind('.');
  return ascii::lowered(dot == std::string_view::npos ? std::string_view() : name.substr(dot));
}

bool is_among(const std::string& ending, std::string_view endings) {
  return !ending.empty() && ending.find(' ') == std::string::npos &&
         endings.find(' ' + ending + ' ') != std::string_view::npos;
}

Error usage(std::string_view path, const std::string& reason) {
  return {Error::Code::kUsage, std::string(path) + ": " + reason};
}

Result<Format> format_of(std::string_view whole, std::string_view path) {
  for (const Ending& known : kEndings) {
    if (ascii::ends_with_ignoring_case(path, known.text)) return known.format;
  }
  const std::string ending = ending_of(path);
  for (const UnsupportedEnding& unsupported : kUnsupportedEndings) {
    if (!is_among(ending, unsupported.endings)) continue;
    return usage(whole, "\"" + ending + "\" is not a supported output format: use the extension " +
                            std::string(unsupported.instead) +
                            ", or give --format text, jsonl, csv or sqlite");
  }
  return Format::kText;
}

}  // namespace

std::string escape_for_terminal(std::string_view text) {
  std::string out;
  write::append_visible(text, out);
  return out;
}

std::string_view name_of(Format format) {
  constexpr Named<Format> kNames[] = {{Format::kText, "text"},
                                      {Format::kJsonl, "jsonl"},
                                      {Format::kCsv, "csv"},
                                      {Format::kSqlite, "sqlite"},
                                      {Format::kUrls, "urls"}};
  return find_name(kNames, format);
}

Result<PathFormat> format_from_path(std::string_view path, std::optional<Format> given) {
  const bool gzip = ascii::ends_with_ignoring_case(path, ".gz");
  const std::string_view inner = gzip ? path.substr(0, path.size() - 3) : path;
  const std::string ending = ending_of(inner);
  if (is_among(ending, kCompressions)) {
    return usage(path, "\"" + ending + "\" is not a supported compression: use the extension .gz, as in " +
                           "\"rows.jsonl.gz\", or pipe the output to a compression program");
  }
  for (const Ending& known : kEndings) {
    if (!given || *given == known.format || !ascii::ends_with_ignoring_case(inner, known.text)) continue;
    return usage(path, "the extension " + std::string(known.text) + " means the format " +
                           std::string(name_of(known.format)) + ", but --format is " +
                           std::string(name_of(*given)) + ": omit --format, or change the extension");
  }
  const Result<Format> format = given ? Result<Format>(*given) : format_of(path, inner);
  if (!format) return format.error();
  if (*format == Format::kSqlite && !database::has_sqlite())
    return usage(path, "the format sqlite is not available: " + built_without("SQLite"));
  if (gzip && *format == Format::kSqlite) {
    return usage(path, "a database cannot be compressed: omit .gz, or use another --format");
  }
  return PathFormat{*format, gzip};
}

}  // namespace v0_2

std::unique_ptr<write::RowWriter> run::make_row_writer(const RowCommand& command) {
  const bool with_fields = !command.analyze.fields.empty();
  switch (command.rows.format) {
    case Format::kJsonl:
      return std::make_unique<write::JsonWriter>(with_fields);
    case Format::kCsv:
      return std::make_unique<write::CsvWriter>(command.rows.csv_safe, command.rows.to_terminal,
                                                command.analyze.fields.size());
    case Format::kSqlite:
      return std::make_unique<database::SqliteWriter>();
    case Format::kUrls:
      return std::make_unique<write::UrlWriter>(command.rows.to_terminal, command.filter.unwrapped);
    case Format::kText:
      break;
  }
  return std::make_unique<write::TextWriter>(
      write::TextLook{command.rows.color, command.rows.ascii, command.rows.columns,
                      !command.analyze.retrieval_url.empty()},
      command.verbose);
}

}  // namespace mimebase
