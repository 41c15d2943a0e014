#include "walk/office_name.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::walk {

bool is_office_name(std::string_view content_type, std::string_view file_name) {
  constexpr std::string_view kEndings[] = {".doc",  ".dot",  ".docx", ".docm", ".dotx", ".xls", ".xlt",
                                           ".xlsx", ".xlsm", ".xltx", ".ppt",  ".pps",  ".pot", ".pptx",
                                           ".pptm", ".ppsx", ".wri",  ".wps",  ".rtf"};
  if (!content_type.starts_with("application/")) return false;
  if (is_one_of(content_type, {"application/vnd.ms-outlook", "application/vnd.ms-tnef"})) return false;
  if (is_one_of(content_type,
                {"application/msword", "application/x-msword", "application/excel", "application/x-excel",
                 "application/x-msexcel", "application/mspowerpoint", "application/powerpoint"}) ||
      content_type.starts_with("application/vnd.ms-") ||
      content_type.starts_with("application/vnd.openxmlformats-officedocument."))
    return true;
  return std::ranges::any_of(
      kEndings, [&](std::string_view ending) { return ascii::ends_with_ignoring_case(file_name, ending); });
}

bool begins_like_mime(std::string_view start) {
  constexpr std::size_t kStart = 1500;  // browsers and Office write MIME-Version among the first fields
  constexpr std::string_view kField = "mime-version:";
  start = start.substr(0, kStart);
  start.remove_prefix(std::min(start.find_first_not_of("\xEF\xBB\xBF\r\n"), start.size()));
  if (ascii::starts_with_ignoring_case(start, kField)) return true;
  const std::size_t colon = start.find_first_of(": \t\r\n<{");
  if (colon == kNotFound || start[colon] != ':') return false;
  const std::size_t end = std::min(start.find("\n\n"), start.find("\n\r\n"));
  return ascii::find_ignoring_case(start.substr(0, end), "\nmime-version:", 0) != kNotFound;
}

}  // namespace mimebase::walk
