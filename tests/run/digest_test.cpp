// SHA-256 of bytes, of files, and of sources that are not files of their own.
#include "run/output/digest.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collected.h"

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
    auto hasher = run::FileHasher::open(folder.path("x"));
    REQUIRE(hasher);
    const auto file = hasher->finish();
    REQUIRE(file);
    CHECK(file->digest == row.digest);
    CHECK(file->size_bytes == row.bytes.size());
  }
  for (const std::string& path :
       {folder.path(), folder.path("none"), std::string("/dev/null"), std::string("-")}) {
    CHECK_FALSE(run::FileHasher::open(path));
  }
}

namespace {

struct Ended {
  std::vector<std::string> sources;  // with their sizes, and "cut" if they were not read completely

  void add(const std::optional<run::EndedSource>& source) {
    if (!source) return;
    CHECK(source->digest.size() == 64);
    sources.push_back(source->name + ' ' + std::to_string(source->size_bytes) +
                      (source->whole ? "" : " cut"));
  }
  void add(const run::EndedSources& ended) {
    add(ended.before);
    for (const run::EndedSource& source : ended.within) add(source);
  }
};

}  // namespace

TEST_CASE("sources end where the next one begins, wherever batches are cut") {
  const std::vector<Record> records = {record(1, "aa", "x!a"), record(2, "bb", "x!a"), record(1, "c", "x!b"),
                                       record(1, "d", "x!c"),  record(1, "e", "x!c"),  record(1, "f", "y")};
  for (std::size_t size = 1; size <= records.size(); ++size) {
    INFO("batches of " << size);
    run::SourceDigests digests("y");
    Ended ended;
    for (std::size_t at = 0; at < records.size(); at += size) {
      const auto begin = records.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = records.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, records.size()));
      ended.add(digests.pass(Batch(nullptr, {begin, end}), {}));
    }
    ended.add(digests.finish({}));
    // A number that does not increase begins another source of the same name. "y" is already known.
    CHECK(ended.sources == std::vector<std::string>{"x!a 4", "x!b 1", "x!c 1", "x!c 1"});
  }
}

TEST_CASE("a source is not whole of which a problem is told, nor one that is in it and read just then") {
  const auto problem = [](const std::string& source) {
    return std::vector<Error>{{Error::Code::kReadError, source + ": a reason", source}};
  };
  run::SourceDigests digests("");
  Ended ended;
  ended.add(digests.pass(Batch(nullptr, {record(1, "a", "x!1")}), {}));
  ended.add(digests.pass(Batch(nullptr, {record(1, "b", "x!2")}), problem("x!1")));
  ended.add(digests.pass(Batch(nullptr, {record(1, "c", "x!3")}), problem("x")));
  ended.add(digests.finish(problem("z")));
  CHECK(ended.sources == std::vector<std::string>{"x!1 1 cut", "x!2 1 cut", "x!3 1 cut"});
}

}  // namespace mimebase::test
