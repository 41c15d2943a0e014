// Resolves lines of standard input, "base TAB reference" with escapes as in the tables, by the URL Standard.
// Prints one line each: the absolute form, which is ASCII, or FAILURE and the reason. Used by tests that
// compare with other implementations.
#include <iostream>
#include <string>

#include "mimebase/url.h"
#include "tsv.h"

int main() {
  using mimebase::test::Row;
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    Row row = mimebase::test::split_row(line);
    row.resize(2);
    const auto result = mimebase::resolve(row[0], row[1], {mimebase::RuleSet::kWhatwg, {}});
    std::cout << (result ? result.value() : "FAILURE " + result.error().message) << '\n';
  }
  return 0;
}
