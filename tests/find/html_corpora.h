// The HTML parts of the corpora's messages and archives, read with GMime by a walk of this test's own.
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

// Calls `visit` with every text/html and application/xhtml+xml part below the corpora's folders of messages:
// "file#number", and the decoded bytes.
CorpusCounts for_each_html_part(
    const std::function<void(const std::string& name, std::string_view bytes)>& visit);

}  // namespace mimebase::find::test
