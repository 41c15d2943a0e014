#include "find/text/uri_list.h"

#include "ascii.h"

namespace mimebase::find {

void find_in_uri_list(const Content& content, Sink& sink) {
  constexpr std::size_t kNone = std::string_view::npos;
  constexpr std::string_view kSpaces = " \t\r\f\v";
  std::string utf8;
  std::size_t start = 0;
  while (start < content.bytes.size()) {
    const std::size_t newline = content.bytes.find_first_of("\r\n", start);
    const std::size_t end = newline == kNone ? content.bytes.size() : newline;
    const std::string_view line = content.bytes.substr(start, end - start);
    const std::size_t first = line.find_first_not_of(kSpaces);
    if (first != kNone && line.front() != '#') {
      Found found;
      found.context = "uri-list";
      found.span = {start + first, start + line.find_last_not_of(kSpaces) + 1};
      found.reference = content.bytes.substr(found.span.start, found.span.end - found.span.start);
      if (!ascii::is_ascii(found.reference)) {
        utf8.clear();
        content.charset.append_utf8(found.reference, utf8);
        found.reference = utf8;
      }
      sink.found(found);
    }
    start = end + 1;
  }
}

}  // namespace mimebase::find
