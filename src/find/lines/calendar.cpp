#include "find/lines/calendar.h"

#include <algorithm>
#include <array>

#include "find/lines/content_lines.h"

namespace mimebase::find {
namespace {

constexpr std::array<std::string_view, 4> kUrls = {"url", "attach", "source", "tzurl"};
constexpr std::array<std::string_view, 10> kTexts = {
    "description",  "summary",      "location",           "comment",        "contact", "x-alt-desc",
    "x-wr-caldesc", "x-wr-calname", "styled-description", "request-status",
};

ValueKind kind_of(std::string_view name) {
  if (std::find(kUrls.begin(), kUrls.end(), name) != kUrls.end()) return ValueKind::kUrl;
  if (std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end()) return ValueKind::kText;
  return ValueKind::kPossibleUrl;
}

}  // namespace

void find_in_calendar(const Content& content, Sink& sink) {
  find_in_content_lines(content, {"calendar:", kind_of}, sink);
}

}  // namespace mimebase::find
