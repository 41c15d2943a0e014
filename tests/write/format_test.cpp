// Names and endings of formats, packed rows, and digests.
#include <cstdint>
#include <fstream>
#include <limits>

#include "database_support.h"
#include "mimebase/output.h"
#include "sample_rows.h"
#include "write/digest.h"
#include "write/packed_rows.h"

namespace mimebase::test {

TEST_CASE("formats by name") {
  CHECK(format_from_name("text") == Format::kText);
  CHECK(format_from_name("jsonl") == Format::kJsonl);
  CHECK(format_from_name("csv") == Format::kCsv);
  CHECK(format_from_name("sqlite") == Format::kSqlite);
  for (const char* name : {"", "CSV", "sqlite3", "db", "json"}) CHECK_FALSE(format_from_name(name));
}

TEST_CASE("formats by the ending of a file") {
  struct Case {
    const char* path;
    Format format;
    const char* why;
  };
  const Case cases[] = {
      {"x.csv", Format::kCsv, "an ending"},
      {"a/b.sqlite", Format::kSqlite, "in a folder"},
      {"x.sqlite3", Format::kSqlite, "another ending of databases"},
      {"x.db", Format::kSqlite, "and a third"},
      {"x.ndjson", Format::kJsonl, "JSON Lines have two"},
      {"x.csv.txt", Format::kText, "only the end counts"},
      {"db", Format::kText, "a name is no ending"},
      {"-", Format::kText, "standard output"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK(format_from_path(row.path) == row.format);
  }
}

TEST_CASE("what is packed is unpacked") {
  write::RowPacker packer;
  const std::uint64_t numbers[] = {
      0, 1, 127, 128, 16383, 16384, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t number : numbers) packer.number(number);
  packer.nothing();
  for (const std::string_view text : hard_texts()) packer.text(text);
  packer.kind(write::PackedKind::kBase);
  write::RowUnpacker unpacker(packer.bytes());
  for (const std::uint64_t number : numbers) CHECK(unpacker.number() == number);
  CHECK_FALSE(unpacker.text());
  for (const std::string_view text : hard_texts()) {
    const auto unpacked = unpacker.text();
    REQUIRE(unpacked);
    // What is no UTF-8 was made so.
    const bool is_repaired =
        text.find('\xff') != std::string_view::npos || text.find('\xed') != std::string_view::npos;
    CHECK((*unpacked == text) == !is_repaired);
  }
  CHECK(unpacker.kind() == write::PackedKind::kBase);
  CHECK(unpacker.at_end());
}

TEST_CASE("packed rows that are cut do not lead outside") {
  const std::string whole = packed_link("s", 300, "http://a/");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    write::RowUnpacker unpacker(cut);
    while (!unpacker.at_end()) {
      const auto text = unpacker.text();
      if (text) CHECK(text->size() <= cut.size());
    }
  }
}

TEST_CASE("SHA-256 (FIPS 180-2, appendix B)") {
  struct Case {
    std::string bytes, digest;
  };
  const Case cases[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  const Folder folder;
  for (const Case& row : cases) {
    CHECK(write::digest_of(row.bytes) == row.digest);
    write::Digest in_pieces;
    for (std::size_t at = 0; at < row.bytes.size(); at += 999) {
      in_pieces.add(std::string_view(row.bytes).substr(at, 999));
    }
    CHECK(in_pieces.hex() == row.digest);
    std::ofstream(folder.file("x"), std::ios::binary) << row.bytes;
    const auto file = write::digest_of_file(folder.file("x"));
    REQUIRE(file);
    CHECK(file->digest == row.digest);
    CHECK(file->size_bytes == row.bytes.size());
  }
  for (const std::string& path :
       {folder.path(), folder.file("none"), std::string("/dev/null"), std::string("-")}) {
    CHECK_FALSE(write::digest_of_file(path));
  }
}

}  // namespace mimebase::test
