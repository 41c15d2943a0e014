#include "find/finder.h"

#include <algorithm>
#include <array>

#include "find/css/finder.h"
#include "find/html/finder.h"
#include "find/json/finder.h"
#include "find/lines/finder.h"
#include "find/text/finder.h"
#include "find/xml/finder.h"
#include "model/media_types.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

constexpr std::array<Finder, 20> kFinders = {{
    {"text/plain", nullptr, find_in_plain_text},
    {"text/css", nullptr, find_in_css},
    {"text/html", html_declared_base, find_in_html, html_saved_from},
    {"application/xhtml+xml", xhtml_document_base, find_in_xhtml_document, xhtml_saved_from, xml_root_base},
    {"text/xml", xml_document_base, find_in_xml, nullptr, xml_root_base},
    {"application/xml", xml_document_base, find_in_xml, nullptr, xml_root_base},
    {"text/x-opml", xml_document_base, find_in_xml, nullptr, xml_root_base},
    {"application/ld+json", nullptr, find_in_json_ld},
    {"text/uri-list", nullptr, find_in_uri_list},
    {"text/calendar", nullptr, find_in_calendar},
    {"text/x-vcalendar", nullptr, find_in_calendar},
    {"application/ics", nullptr, find_in_calendar},
    {"text/vcard", nullptr, find_in_vcard},
    {"text/x-vcard", nullptr, find_in_vcard},
    {"text/directory", nullptr, find_in_vcard},
    // Reports that programs write for people as well as for programs.
    {"message/delivery-status", nullptr, find_in_text},
    {"message/disposition-notification", nullptr, find_in_text},
    {"message/feedback-report", nullptr, find_in_text},
    {"text/rfc822-headers", nullptr, find_in_text},
    {"message/global-delivery-status", nullptr, find_in_text},
}};

// Types of HTML for AMP and for watches, as alternatives to text/html. They are read by its finder, and so
// with its rules for charsets and queries.
constexpr std::string_view kHtmlTypes[] = {"text/x-amp-html", "text/watch-html"};

// RFC 6839: every type with this suffix is XML.
constexpr std::string_view kXmlSuffix = "+xml";
constexpr Finder kXmlFinder = {"application/xml", xml_document_base, find_in_xml, nullptr, xml_root_base};

}  // namespace

const Finder* finder_by_name(std::string_view file_name) {
  const std::string_view type = type_by_name(file_name);
  const Finder* finder = finder_for(type);
  return finder != nullptr || type.empty() ? finder : finder_for("text/plain");
}

const Finder* finder_for(std::string_view media_type) {
  if (is_one_of(media_type, kHtmlTypes)) media_type = "text/html";
  const auto* found = std::ranges::find(kFinders, media_type, &Finder::media_type);
  if (found != kFinders.end()) return found;
  return media_type.ends_with(kXmlSuffix) ? &kXmlFinder : nullptr;
}

std::optional<std::string_view> name_of(Hidden hidden) {
  switch (hidden) {
    case Hidden::kComment:
      return "comment";
    case Hidden::kConditionalComment:
      return "conditional-comment";
    case Hidden::kTemplate:
      return "template";
    case Hidden::kUnreachable:
      return "unreachable";
    case Hidden::kStyle:
      return "style";
    case Hidden::kScript:
      return "script";
    case Hidden::kNo:
      break;
  }
  return std::nullopt;
}

}  // namespace mimebase::find
