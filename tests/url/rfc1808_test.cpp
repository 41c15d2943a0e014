// RFC 1808 section 4 and its draft of January 1995.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/url.h"
#include "tsv.h"
#include "url/rfc1808.h"
#include "url_support.h"

namespace mimebase::test {
namespace {

constexpr Rules kRfc1808{RuleSet::kRfc1808, {}};
constexpr Rules kDraft05{RuleSet::kDraft05, {}};

void check_file(const char* name, std::size_t rows_expected, const Rules& rules) {
  const std::vector<Row> rows = read_tsv(source_root() / "tests" / "url" / name);
  REQUIRE(rows.size() == rows_expected);
  for (const Row& row : rows) {
    REQUIRE(row.size() == 3);
    INFO(row[1] << " against " << row[0]);
    CHECK(resolved(row[0], row[1], rules) == row[2]);
  }
}

TEST_CASE("all of RFC 1808 section 5 comes out as printed") {
  check_file("rfc1808_section5.tsv", 39, kRfc1808);
}

TEST_CASE("the draft removes <segment>/.. behind .. too") {
  check_file("draft_05.tsv", 19, kDraft05);
}

const Case kStep1And2[] = {
    {"", "http://a/b", "http://a/b", "step 1: no base, and an absolute reference"},
    {"", "x:y", "x:y", "step 1: opaque"},
    {"", "1:y", "1:y", "2.4.2: a digit may begin a scheme"},
    {"/b/c", "x:/../y", "x:/../y", "2b: absolute, though the base is not"},
    {"http://a/b", "x:./y", "x:./y", "2b: untouched"},
    {"http://a/b#f", "", "http://a/b#f", "2a: the entire base, its fragment too"},
    {"http://a", "", "http://a", "2a: as the base is written"},
    {"http://a/./b", "", "http://a/./b", "2a: as the base is written"},
    {" http://a/b\n", " \t\r\n\f ", "http://a/b", "white space is no part of either"},
    {"http://a/b", "g\n\t\r/h", "http://a/g/h", "a folded reference"},
    {"http://a/b", "ht\ntp://g", "http://g", "a folded scheme"},
    {"http\n://a/b/c", "g", "http://a/b/g", "a folded base"},
    {"http://a/b", "g h", "http://a/g h", "a space inside stays"},
    {"http://a/b", "\fg\f", "http://a/g", "a form feed around is dropped"},
    {"http://a/b", "g\fh", "http://a/g\fh", "a form feed inside stays"},
    {"http://a/b", "\vg", "http://a/\vg", "a vertical TAB is no white space here"},
};

const Case kStep3To5[] = {
    {"http://a/b", "//g/h", "http://g/h", "step 3: its own net_loc"},
    {"http://a/b;p?q#f", "//g", "http://g", "step 3: and nothing of the base but the scheme"},
    {"http://a/b", "///x", "http://a/x", "step 3: an empty net_loc is inherited"},
    {"http://a/b/c;p?q", "//", "http://a/b/c;p?q", "step 3 and 5: all empty, all inherited"},
    {"x:/b", "///y", "x:///y", "an empty net_loc keeps its slashes where there is none to inherit"},
    {"x:b/c", "//", "x:///b/c", "and never makes a host of the path"},
    {"file:///b/c", "/g", "file:///g", "an empty net_loc of the base is inherited"},
    {"file:///b/c", "g", "file:///b/g", "likewise by a relative path"},
    {"http://a/b/c", "/d/../e", "http://a/d/../e", "step 4: dot segments of an absolute path stay"},
    {"http://a/b;p?q", "#", "http://a/b;p?q#", "the base without its fragment, and #"},
    {"http://a/b;p?q#f", "#", "http://a/b;p?q#", "likewise where it has one"},
    {"http://a/b;p?q", "?", "http://a/b;p?q", "an empty query is inherited"},
    {"http://a/b", "?", "http://a/b?", "and keeps its delimiter where there is none"},
    {"http://a/b;p?q", ";", "http://a/b;p?q", "empty params are inherited"},
    {"http://a/b?q", ";", "http://a/b;?q", "and keep their delimiter where there are none"},
    {"http://a/b;p?q", ";?", "http://a/b;p?q", "both empty"},
    {"http://a/b;p?q", ";x?", "http://a/b;x?", "5a: non-empty params end the inheriting"},
    {"http://a/b;p?q", ";?y", "http://a/b;p?y", "5b: empty params do not"},
    {"http://a/b;p?q#f", "?#", "http://a/b;p?q#", "the base's fragment is never inherited in step 5"},
    {"http://a/b;p?q#f", "?y#", "http://a/b;p?y#", "nor by a query"},
    {"http://a/b;?", "#s", "http://a/b;?#s", "present and empty components of the base are inherited"},
    {"http://a", "?y", "http://a/?y", "a base without path has the path /"},
    {"http://a", "#s", "http://a/#s", "likewise"},
    {"http://a", ";x", "http://a/;x", "likewise"},
    {"http://a?q", "g", "http://a?q/g", "2.4.3: ?q belongs to the net_loc"},
};

const Case kStep6[] = {
    {"http://a", "g", "http://a/g", "a relative path never changes the host"},
    {"http://a", "../g", "http://a/../g", "likewise"},
    {"file://", "g", "file:///g", "likewise behind an empty net_loc"},
    {"http://a/b", "g#", "http://a/g#", "a present and empty fragment"},
    {"http://a/b;p?q", "g;", "http://a/g;", "a path ends the inheriting"},
    {"http://a/b;p?q", "g?", "http://a/g?", "likewise"},
    {"http://a/b/c", "g//h", "http://a/b/g//h", "an empty segment is kept"},
    {"http://a//b", "../g", "http://a/g", "6c: an empty segment is a segment"},
    {"http://a/b/", "..//g", "http://a//g", "an empty segment that comes to the front"},
    {"http://a/../b/c", "../../g", "http://a/../../g", "6c: .. is not taken back by .."},
    {"http://a/b/./c/../d", "g", "http://a/b/g", "the base's dot segments fall in step 6"},
    {"http://a/b/./c/../d", "?y", "http://a/b/./c/../d?y", "but not in step 5"},
    {"http://a/b/c", "...", "http://a/b/...", "three dots are a name"},
    {"http://a/b/c", ".../..", "http://a/b/", "6d: and a segment"},
    {"http://a/b/c", "%2e%2e/g", "http://a/b/%2e%2e/g", "nothing is percent-decoded"},
    {"http://a/b/c", "./g:h", "http://a/b/g:h", "a colon in the first segment, hidden by ./"},
    {"http://a/b/c", "g?x/../y", "http://a/b/g?x/../y", "the query is no path"},
    {"http://a/b/c", "g;x/../y", "http://a/b/g;x/../y", "nor are the params"},
    {"mailto:a@b", "g", "mailto:g", "no slash: the whole path is the last segment"},
    {"x:b/c", "../g", "x:g", "a path without leading slash"},
    {"x:b/c", "..", "x:", "6d leaves nothing of it"},
    {"x:b/c", "../..", "x:..", "6d does not go above it"},
    {"x:b/c", "..//g", "x:/g", "what comes to the front is the leading slash"},
    {"x:b/c", "..//../g", "x:/../g", "and that is no segment"},
    {"x:/b", ".//g", "x:/.//g", "no net_loc: the path must not become one"},
    {"x:/b/c", "..//g", "x:/.//g", "likewise"},
    {"x:b", ".///g", "x:/.//g", "likewise behind a path without slash"},
    {"x:b", "a//g", "x:a//g", "// inside a path needs no guard"},
};

TEST_CASE("RFC 1808 section 4 steps 1 and 2") {
  check_cases(kStep1And2, kRfc1808);
}
TEST_CASE("RFC 1808 section 4 steps 3 to 5") {
  check_cases(kStep3To5, kRfc1808);
}
TEST_CASE("RFC 1808 section 4 step 6") {
  check_cases(kStep6, kRfc1808);
}

TEST_CASE("relative references need an absolute base") {
  const char* const kReferences[] = {"g", "", "/g", "//g", "?y", "#s", "./g", ";x", ":x", "a_b:c"};
  for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986}) {
    for (const char* base : {"", "  ", "/b/c", "//a/b", "b"}) {
      for (const char* reference : kReferences) {
        INFO(reference << " against '" << base << "' by " << name_of(set));
        const Result<std::string> result = resolve(base, reference, Rules{set, {}});
        REQUIRE_FALSE(result);
        CHECK(result.error().code == Error::Code::kNoBase);
        CHECK_FALSE(result.error().message.empty());
      }
    }
  }
}

TEST_CASE("a resolver clears what it is given and can be moved") {
  Resolver first("http://a/b/c", kRfc1808);
  std::string out = "left over";
  REQUIRE(first.resolve("g", out));
  CHECK(out == "http://a/b/g");
  Resolver second = std::move(first);
  REQUIRE(second.resolve("../h", out));
  CHECK(out == "http://a/h");
  second = Resolver("x:y", kDraft05);
  REQUIRE(second.resolve("h", out));
  CHECK(out == "x:h");
}

// Step 6 as in the RFC's text: one removal after the other, from the left. Quadratic, but obviously correct.
class Step6ByTheWords {
 public:
  Step6ByTheWords(std::string_view path, url::ParentRule rule) : rule_(rule) {
    if (path.starts_with('/')) front_ = "/";
    path.remove_prefix(front_.size());
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t slash = std::min(path.find('/', at), path.size());
      segments_.emplace_back(path.substr(at, slash - at));
      at = slash + 1;
    }
  }

  std::string taken() {
    while (slash_comes_to_front() || remove_dot()) continue;         // 6a
    if (segments_.back() == ".") segments_.back().clear();           // 6b
    while (slash_comes_to_front() || remove_parent()) continue;      // 6c
    if (segments_.size() >= 2 && removable(segments_.size() - 2)) {  // 6d
      segments_.pop_back();
      segments_.back().clear();
    }
    std::string out = front_;
    for (std::size_t i = 0; i < segments_.size(); ++i) out += (i > 0 ? "/" : "") + segments_[i];
    return out;
  }

 private:
  bool removable(std::size_t i) const {
    return segments_[i + 1] == ".." && (rule_ == url::ParentRule::kAnySegment || segments_[i] != "..");
  }

  // If everything before an empty first segment was removed, the path now begins with a slash.
  bool slash_comes_to_front() {
    if (!front_.empty() || segments_.size() < 2 || !segments_[0].empty()) return false;
    segments_.erase(segments_.begin());
    front_ = "/";
    return true;
  }

  bool remove_dot() {
    const auto dot = std::find(segments_.begin(), segments_.end() - 1, ".");
    if (dot == segments_.end() - 1) return false;
    segments_.erase(dot);
    return true;
  }

  bool remove_parent() {
    for (std::size_t i = 0; i + 2 < segments_.size(); ++i) {
      if (!removable(i)) continue;
      segments_.erase(segments_.begin() + i, segments_.begin() + i + 2);
      return true;
    }
    return false;
  }

  url::ParentRule rule_;
  std::string front_;
  std::vector<std::string> segments_;
};

TEST_CASE("one pass over the segments does what step 6 says in words") {
  std::mt19937 engine(6);
  for (int i = 0; i < 200000; ++i) {
    static constexpr const char* kPieces[] = {"/", "/", ".", "..", "../", "/../", "a", "./"};
    std::string path;
    for (auto left = engine() % 12; left > 0; --left) path += kPieces[engine() % std::size(kPieces)];
    for (const url::ParentRule rule : {url::ParentRule::kNotAfterParent, url::ParentRule::kAnySegment}) {
      std::string out;
      url::append_segments(path, rule, 0, out);
      if (out != Step6ByTheWords(path, rule).taken()) FAIL("differs: " << path << " gives " << out);
    }
  }
}

}  // namespace
}  // namespace mimebase::test
