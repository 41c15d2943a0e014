// SHA-256 of bytes and of files.
#include "run/digest.h"

#include <fstream>
#include <string>
#include <string_view>

#include "catch.h"
#include "support.h"

namespace mimebase::test {

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
    run::Digest in_pieces;
    for (std::size_t at = 0; at < row.bytes.size(); at += 999) {
      in_pieces.add(std::string_view(row.bytes).substr(at, 999));
    }
    CHECK(in_pieces.hex() == row.digest);
    std::ofstream(folder.path("x"), std::ios::binary) << row.bytes;
    const auto file = run::digest_of_file(folder.path("x"));
    REQUIRE(file);
    CHECK(file->digest == row.digest);
    CHECK(file->size_bytes == row.bytes.size());
  }
  for (const std::string& path :
       {folder.path(), folder.path("none"), std::string("/dev/null"), std::string("-")}) {
    CHECK_FALSE(run::digest_of_file(path));
  }
}

}  // namespace mimebase::test
