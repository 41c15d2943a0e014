// Resolving into a string that is large enough does not allocate, and neither do URLs that are no permalinks.
#include <cstdlib>
#include <new>

#include "catch.h"
#include "mimebase/url.h"
#include "url/permalink.h"

namespace {

thread_local long allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace mimebase::test {
namespace {

long allocations_of(const Resolver& resolver, const char* reference, std::string& out) {
  const long before = allocations;
  const bool resolved = resolver.resolve(reference, out).has_value();
  const long after = allocations;
  CHECK(resolved);
  return after - before;
}

TEST_CASE("resolving allocates nothing but the result") {
  const char* const kReferences[] = {
      "g",
      "../../g/./h?x#y",
      "/g",
      "//g",
      "",
      "#",
      "?y",
      "http://user:pass@EXAMPLE.com:8080/a/../b?c#d",
      "  g  ",
      "x:y",
      "http://192.0.2.1/\xC3\xA9?\xC3\xA9#\xC3\xA9",
      "http://[::1]:99/",
      "file:///C|/a",
  };
  for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg}) {
    const Resolver resolver("http://a/b/c/d;p?q#f", Rules{set, {}});
    std::string out;
    out.reserve(1000);
    for (const char* reference : kReferences) {
      INFO(reference << " by " << name_of(set));
      CHECK(allocations_of(resolver, reference, out) == 0);
    }
    CHECK(allocations_of(resolver, "a path that is folded because it is long, as\n mail folds such", out) ==
          1);
  }
}

TEST_CASE("URLs that are no permalinks cost no allocation") {
  const url::PublicInboxes inboxes;
  for (const char* link : {"https://www.example.org/a/b.html?c=d#e", "http://w3.org/", "mailto:a@b.example",
                           "https://lore.kernel.org/bpf/", "https://h.example/2020/000123.html", "cid:a@b"}) {
    const long before = allocations;
    const bool found = url::permalink_of(link, inboxes).has_value();
    const long after = allocations;
    INFO(link);
    CHECK_FALSE(found);
    CHECK(after == before);
  }
}

}  // namespace
}  // namespace mimebase::test
