// Test vectors by others. A row that contradicts the specification of its tag is listed here, with the
// reason.
#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "catch.h"
#include "mimebase/url.h"
#include "tsv.h"
#include "url_support.h"

namespace mimebase::test {
namespace {

struct Exception {
  const char* file;
  const char* base;
  const char* reference;
  const char* expected_there;
  const char* why;
};

const Exception kExceptions[] = {
    {"URI.js_absoluteTo.tsv", "http://a/b/c/d;p?q", "//g", "http://g/",
     "URI.js normalises: RFC 3986 section 5.4.1 prints http://g, without a slash"},
};

bool is_exception(const std::string& file, const Row& row) {
  return std::any_of(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& e) {
    return file == e.file && row[0] == e.base && row[1] == e.reference && row[2] == e.expected_there;
  });
}

struct Counts {
  int passed = 0;
  int excepted = 0;
};

Counts check_rows(const std::filesystem::path& path, RuleSet set) {
  Counts counts;
  const std::string file = path.filename().string();
  for (const Row& row : read_tsv(path)) {
    if (row.size() != 4 || row[3] != name_of(set)) continue;
    INFO(file << ": " << row[1] << " against " << row[0]);
    if (is_exception(file, row)) {
      CHECK(resolved(row[0], row[1], Rules{set, {}}) != row[2]);
      ++counts.excepted;
    } else {
      CHECK(resolved(row[0], row[1], Rules{set, {}}) == row[2]);
      ++counts.passed;
    }
  }
  return counts;
}

Counts check_folder(RuleSet set) {
  Counts counts;
  for (const auto& entry : std::filesystem::directory_iterator(corpora() / "vectors")) {
    if (entry.path().extension() != ".tsv") continue;
    const Counts here = check_rows(entry.path(), set);
    counts.passed += here.passed;
    counts.excepted += here.excepted;
  }
  std::printf("%s: %d vectors passed, %d excepted\n", std::string(name_of(set)).c_str(), counts.passed,
              counts.excepted);
  return counts;
}

bool have_vectors(const char* missed) {
  if (std::filesystem::is_directory(corpora() / "vectors")) return true;
  skip(std::string("no corpora: ") + missed + " vectors missed");
  return false;
}

TEST_CASE("vectors of RFC 1808") {
  if (!have_vectors("39 rfc1808")) return;
  CHECK(check_folder(RuleSet::kRfc1808).passed == 39);
}

TEST_CASE("vectors of RFC 3986") {
  if (!have_vectors("151 rfc3986")) return;
  const Counts counts = check_folder(RuleSet::kRfc3986);
  CHECK(counts.passed == 151);
  CHECK(counts.excepted == static_cast<int>(std::size(kExceptions)));
}

TEST_CASE("vectors of the URL Standard") {
  if (!have_vectors("891 whatwg")) return;
  CHECK(check_folder(RuleSet::kWhatwg).passed == 891);
}

}  // namespace
}  // namespace mimebase::test
