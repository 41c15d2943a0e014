// The HTML parts of the corpora's messages and archives, found by this test's own walk with GMime.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mimebase::find::test {

struct CorpusCounts {
  int files = 0;
  int messages = 0;
  int parts = 0;
  std::size_t bytes = 0;
};

// Calls `visit` for every text/html and application/xhtml+xml part in the corpora's message folders, with
// "file#number" and the decoded bytes.
CorpusCounts for_each_html_part(
    const std::function<void(const std::string& name, std::string_view bytes)>& visit);

}  // namespace mimebase::find::test
