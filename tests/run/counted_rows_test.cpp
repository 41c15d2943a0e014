// Rows with counts: in input order or sorted, in memory and in a file.
#include "run/commands/counted_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"

namespace mimebase::test {
namespace {

using Counted = std::vector<std::pair<std::string, std::uint64_t>>;

// Adds `rows` names of at least `bytes` bytes, every third of them twice.
Counted added(run::CountedRows& counted, std::uint64_t rows, std::size_t bytes) {
  Counted all;
  for (std::uint64_t i = 0; i < rows; ++i) {
    // The names are added in scattered order.
    const std::string row = std::to_string(i * 7919 % rows) + std::string(bytes, 'x');
    REQUIRE(counted.add({{i, 0}, row}));
    all.emplace_back(row, i % 3 == 0 ? 2 : 1);
  }
  for (std::uint64_t i = 0; i < rows; i += 3) REQUIRE(counted.add({{i, 0}, "not this one"}));
  return all;
}

run::CountedRows::Take into(Counted& taken) {
  return [&taken](std::string_view row, std::uint64_t count) {
    taken.emplace_back(row, count);
    return Result<void>();
  };
}

}  // namespace

TEST_CASE("rows are counted, in the order in which they came and by their counts") {
  struct Case {
    std::uint64_t rows;
    std::size_t bytes;
    const char* why;
  };
  const Case cases[] = {{0, 0, "none"}, {100, 0, "in memory"}, {10007, 1000, "ten megabytes: in a file"}};
  for (const Case& c : cases) {
    INFO(c.why);
    run::CountedRows in_order, sorted;
    Counted expected = added(in_order, c.rows, c.bytes);
    static_cast<void>(added(sorted, c.rows, c.bytes));
    Counted taken;
    REQUIRE(in_order.each(into(taken), false));
    CHECK((taken == expected));
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
      return std::pair(b.second, a.first) < std::pair(a.second, b.first);
    });
    taken.clear();
    REQUIRE(sorted.each(into(taken), true));
    CHECK((taken == expected));
  }
}

TEST_CASE("what cannot be taken ends it") {
  run::CountedRows counted;
  static_cast<void>(added(counted, 10, 0));
  int taken = 0;
  const auto take = [&](std::string_view, std::uint64_t) -> Result<void> {
    ++taken;
    return Error{Error::Code::kUnwritable, "full"};
  };
  const Result<void> done = counted.each(take, true);
  CHECK_FALSE(done);
  CHECK(taken == 1);
}

}  // namespace mimebase::test
