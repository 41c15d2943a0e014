// Zip files without compression, read again: sizes, offsets, and more than 4 GB.
#include "output/zip.h"

#include <sys/stat.h>

#include <string>
#include <string_view>

#include "catch.h"
#include "mimebase/output.h"
#include "support.h"

namespace mimebase::test {
namespace {

using output::StoredZip;

std::uint64_t number_at(std::string_view bytes, std::size_t at, int size) {
  std::uint64_t number = 0;
  for (int i = size; i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return number;
}

TEST_CASE("entries are stored with their sizes before them") {
  const Folder folder;
  Result<Output> output = Output::open(folder.path("x.zip"));
  REQUIRE(output);
  StoredZip zip(*output);
  for (const std::string_view content : {"123456789", ""}) {
    REQUIRE(zip.begin(content.empty() ? "d/b" : "a"));
    REQUIRE(zip.add(content.substr(0, content.size() / 2)));
    REQUIRE(zip.add(content.substr(content.size() / 2)));
    REQUIRE(zip.end());
  }
  REQUIRE(zip.finish());
  REQUIRE(output->commit());
  const std::string bytes = read_file(folder.path("x.zip"));
  CHECK(bytes.substr(0, 4) == "PK\x03\x04");
  CHECK(number_at(bytes, 8, 2) == 0);            // stored
  CHECK(number_at(bytes, 14, 4) == 0xCBF43926);  // the CRC of 123456789
  CHECK(number_at(bytes, 35, 8) == 9);
  CHECK(bytes.substr(51, 9) == "123456789");
  const std::size_t directory = number_at(bytes, bytes.size() - 6, 4);
  CHECK(bytes.substr(directory, 4) == "PK\x01\x02");
  CHECK(number_at(bytes, bytes.size() - 10, 4) == bytes.size() - 22 - directory);
  CHECK(number_at(bytes, bytes.size() - 12, 2) == 2);
}

TEST_CASE("an output that cannot be written in place") {
  Result<Output> output = Output::open("/dev/null");
  REQUIRE(output);
  StoredZip zip(*output);
  REQUIRE(zip.begin("a"));
  CHECK_FALSE(zip.end());
}

// By hand, since it writes 5 GB: test_output '[.large]'
TEST_CASE("more than 4 GB", "[.large]") {
  const Folder folder;
  Result<Output> output = Output::open(folder.path("x.zip"));
  REQUIRE(output);
  StoredZip zip(*output);
  const std::string megabyte(1 << 20, 'x');
  REQUIRE(zip.begin("large"));
  for (int i = 0; i < 5000; ++i) REQUIRE(zip.add(megabyte));
  REQUIRE(zip.end());
  REQUIRE(zip.begin("after"));
  REQUIRE(zip.add("text"));
  REQUIRE(zip.end());
  REQUIRE(zip.finish());
  REQUIRE(output->commit());
  const std::string command =
      "python3 -c 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
      "assert z.read(\"after\") == b\"text\"; assert z.getinfo(\"large\").file_size == 5000 << 20' " +
      folder.path("x.zip") + " && unzip -tqq " + folder.path("x.zip");
  CHECK(std::system(command.c_str()) == 0);
}

}  // namespace
}  // namespace mimebase::test
