#include "find/lines/vcard.h"

#include <algorithm>
#include <array>

#include "find/lines/content_lines.h"

namespace mimebase::find {
namespace {

constexpr std::array<std::string_view, 8> kUrls = {"url",       "source",        "fburl", "caluri",
                                                   "caladruri", "org-directory", "impp",  "member"};

ValueKind kind_of(std::string_view name) {
  if (std::find(kUrls.begin(), kUrls.end(), name) != kUrls.end()) return ValueKind::kUrl;
  return name == "note" ? ValueKind::kText : ValueKind::kPossibleUrl;
}

}  // namespace

void find_in_vcard(const Content& content, Sink& sink) {
  find_in_content_lines(content, {"vcard:", kind_of}, sink);
}

}  // namespace mimebase::find
