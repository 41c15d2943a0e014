// Names and file name extensions of formats.
#include <cstdint>
#include <fstream>
#include <limits>

#include "catch.h"
#include "mimebase/output.h"
#include "support.h"

namespace mimebase::test {

TEST_CASE("formats have names") {
  CHECK(name_of(Format::kText) == "text");
  CHECK(name_of(Format::kJsonl) == "jsonl");
  CHECK(name_of(Format::kCsv) == "csv");
  CHECK(name_of(Format::kSqlite) == "sqlite");
  CHECK(name_of(Format::kUrls) == "urls");
  CHECK(name_of(static_cast<Format>(5)).empty());
}

TEST_CASE("formats by the ending of a file") {
  struct Case {
    const char* path;
    Format format;
    bool gzip;
    const char* why;
  };
  const Case cases[] = {
      {"x.csv", Format::kCsv, false, "an ending"},
      {"a/b.sqlite", Format::kSqlite, false, "in a folder"},
      {"x.sqlite3", Format::kSqlite, false, "another ending of databases"},
      {"x.db", Format::kSqlite, false, "and a third"},
      {"x.ndjson", Format::kJsonl, false, "JSON Lines have two"},
      {"x.CSV", Format::kCsv, false, "in any case"},
      {"x.JsonL", Format::kJsonl, false, "in any case"},
      {"X.DB", Format::kSqlite, false, "in any case"},
      {"x.jsonl.gz", Format::kJsonl, true, "compressed"},
      {"x.CSV.GZ", Format::kCsv, true, "both in any case"},
      {"x.txt.gz", Format::kText, true, "text is compressed, too"},
      {"x.gz", Format::kText, true, "without another ending"},
      {"x.csv.txt", Format::kText, false, "only the end counts"},
      {"x.log", Format::kText, false, "no format"},
      {"report.2024", Format::kText, false, "no format"},
      {"a.json/x", Format::kText, false, "the ending of a folder is none of the file's"},
      {"x. json", Format::kText, false, "nothing that looks like an ending"},
      {"db", Format::kText, false, "a name is no ending"},
      {"-", Format::kText, false, "standard output"},
  };
  for (const Case& row : cases) {
    INFO(row.path << ": " << row.why);
    const Result<PathFormat> found = format_from_path(row.path);
    REQUIRE(found);
    CHECK(found->format == row.format);
    CHECK(found->gzip == row.gzip);
  }
}

TEST_CASE("endings that look like a format and are none") {
  struct Case {
    const char* path;
    const char* instead;
    const char* why;
  };
  const Case cases[] = {
      {"x.json", ".jsonl", "rows are lines"},
      {"a/x.JSON", ".jsonl", "in any case"},
      {"x.json.gz", ".jsonl", "compressed as well"},
      {"x.tsv", ".csv", "tables"},
      {"x.xlsx", ".csv", "tables"},
      {"x.parquet", ".csv", "tables"},
      {"x.db3", ".sqlite", "databases"},
      {"x.sqlite-wal", ".sqlite", "a part of one"},
      {"x.xml", ".txt", "documents"},
      {"x.HTML", ".txt", "documents"},
      {"inbox.mbox", ".txt", "mail is nothing to write over"},
      {"x.jsonl.zst", ".gz", "another compression"},
      {"x.csv.bz2", ".gz", "another compression"},
      {"x.tar.gz", ".gz", "an archive"},
      {"x.sqlite.gz", "omit .gz", "SQLite needs a file that it can seek in"},
  };
  for (const Case& row : cases) {
    INFO(row.path << ": " << row.why);
    const Result<PathFormat> found = format_from_path(row.path);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == Error::Code::kUsage);
    CHECK(found.error().message.starts_with(row.path));
    CHECK(found.error().message.find(row.instead) != std::string::npos);
  }
}

TEST_CASE("a format that is given rules over the ending") {
  struct Case {
    const char* path;
    Format given;
    std::optional<bool> gzip;  // nothing: a usage error
    const char* why;
  };
  const Case cases[] = {
      {"x.json", Format::kJsonl, false, "the name is the user's business"},
      {"x.csv", Format::kText, {}, "a name that would be a lie"},
      {"x.jsonl.gz", Format::kJsonl, true, "what ends in .gz is compressed"},
      {"x.data.gz", Format::kCsv, true, "also where it is no format's"},
      {"x.gz", Format::kSqlite, {}, "no database is"},
      {"x.csv.zst", Format::kCsv, {}, "a name that would be a lie"},
  };
  for (const Case& row : cases) {
    INFO(row.path << ": " << row.why);
    const Result<PathFormat> found = format_from_path(row.path, row.given);
    CHECK(found.has_value() == row.gzip.has_value());
    if (!found || !row.gzip) continue;
    CHECK(found->format == row.given);
    CHECK(found->gzip == *row.gzip);
  }
}

TEST_CASE("compressed bytes do not depend on the pieces they come in") {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += "http://example.org/" + std::to_string(i * 7919) + '\n';
  std::string first;
  for (const std::size_t piece : {std::size_t{1} << 30, std::size_t{4099}, std::size_t{1} << 17}) {
    const Folder folder;
    Result<Output> output = Output::open(folder.path("x.gz"), {.gzip = true});
    REQUIRE(output);
    for (std::size_t at = 0; at < text.size(); at += piece)
      REQUIRE(output->write(std::string_view(text).substr(at, piece)));
    REQUIRE(output->commit());
    const std::string made = read_file(folder.path("x.gz"));
    CHECK(made.size() < text.size() / 3);
    CHECK((made.substr(0, 9) == std::string("\x1f\x8b\x08\0\0\0\0\0\0", 9)));  // no name, no time
    if (first.empty()) first = made;
    CHECK((made == first));
  }
}

}  // namespace mimebase::test
