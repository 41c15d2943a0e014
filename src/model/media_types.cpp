#include "model/media_types.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase {
namespace {

constexpr FileType kFileTypes[] = {
    {".html", "text/html", FileKind::kMarkup},
    {".htm", "text/html", FileKind::kMarkup},
    {".shtml", "text/html", FileKind::kMarkup},
    {".shtm", "text/html", FileKind::kMarkup},
    {".hta", "text/html", FileKind::kMarkup},
    {".xhtml", "application/xhtml+xml", FileKind::kMarkup},
    {".xht", "application/xhtml+xml", FileKind::kMarkup},
    {".svg", "image/svg+xml", FileKind::kMarkup},
    {".xml", "application/xml", FileKind::kMarkup},
    {".xsl", "application/xslt+xml", FileKind::kMarkup},
    {".xslt", "application/xslt+xml", FileKind::kMarkup},
    {".rss", "application/rss+xml", FileKind::kMarkup},
    {".atom", "application/atom+xml", FileKind::kMarkup},
    {".rdf", "application/rdf+xml", FileKind::kMarkup},
    {".opml", "text/x-opml", FileKind::kMarkup},
    {".kml", "application/vnd.google-earth.kml+xml", FileKind::kMarkup},
    {".gpx", "application/gpx+xml", FileKind::kMarkup},
    {".css", "text/css", FileKind::kLines},
    {".js", "text/javascript", FileKind::kCode},
    {".mjs", "text/javascript", FileKind::kCode},
    {".json", "text/json", FileKind::kCode},
    {".jsonld", "application/ld+json", FileKind::kLines},
    {".ics", "text/calendar", FileKind::kLines},
    {".ical", "text/calendar", FileKind::kLines},
    {".ifb", "text/calendar", FileKind::kLines},
    {".vcs", "text/x-vcalendar", FileKind::kLines},
    {".vcf", "text/vcard", FileKind::kLines},
    {".vcard", "text/vcard", FileKind::kLines},
    {".txt", "text/plain", FileKind::kPlain},
    {".text", "text/plain", FileKind::kPlain},
    {".asc", "text/plain", FileKind::kPlain},
    {".log", "text/plain", FileKind::kPlain},
    {".csv", "text/csv", FileKind::kPlain},
    {".tsv", "text/tab-separated-values", FileKind::kPlain},
    {".md", "text/markdown", FileKind::kPlain},
    {".markdown", "text/markdown", FileKind::kPlain},
    // Formats of documents/. Mail rarely declares these types exactly, so their first bytes decide there.
    {".pdf", "application/pdf", FileKind::kPdf},
    {".rtf", "application/rtf", FileKind::kRtf},
    {".doc", "application/msword", FileKind::kCompound},
    {".dot", "application/msword", FileKind::kCompound},
    {".xls", "application/vnd.ms-excel", FileKind::kCompound},
    {".xlt", "application/vnd.ms-excel", FileKind::kCompound},
    {".ppt", "application/vnd.ms-powerpoint", FileKind::kCompound},
    {".pps", "application/vnd.ms-powerpoint", FileKind::kCompound},
    {".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", FileKind::kPackage},
    {".docm", "application/vnd.ms-word.document.macroenabled.12", FileKind::kPackage},
    {".dotx", "application/vnd.openxmlformats-officedocument.wordprocessingml.template", FileKind::kPackage},
    {".dotm", "application/vnd.ms-word.template.macroenabled.12", FileKind::kPackage},
    {".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", FileKind::kPackage},
    {".xlsm", "application/vnd.ms-excel.sheet.macroenabled.12", FileKind::kPackage},
    {".xltx", "application/vnd.openxmlformats-officedocument.spreadsheetml.template", FileKind::kPackage},
    {".xltm", "application/vnd.ms-excel.template.macroenabled.12", FileKind::kPackage},
    {".xlsb", "application/vnd.ms-excel.sheet.binary.macroenabled.12", FileKind::kPackage},
    {".pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation",
     FileKind::kPackage},
    {".pptm", "application/vnd.ms-powerpoint.presentation.macroenabled.12", FileKind::kPackage},
    {".ppsx", "application/vnd.openxmlformats-officedocument.presentationml.slideshow", FileKind::kPackage},
    {".ppsm", "application/vnd.ms-powerpoint.slideshow.macroenabled.12", FileKind::kPackage},
    {".potx", "application/vnd.openxmlformats-officedocument.presentationml.template", FileKind::kPackage},
    {".potm", "application/vnd.ms-powerpoint.template.macroenabled.12", FileKind::kPackage},
    {".odt", "application/vnd.oasis.opendocument.text", FileKind::kPackage},
    {".ods", "application/vnd.oasis.opendocument.spreadsheet", FileKind::kPackage},
    {".odp", "application/vnd.oasis.opendocument.presentation", FileKind::kPackage},
    {".odg", "application/vnd.oasis.opendocument.graphics", FileKind::kPackage},
    {".ott", "application/vnd.oasis.opendocument.text-template", FileKind::kPackage},
    {".ots", "application/vnd.oasis.opendocument.spreadsheet-template", FileKind::kPackage},
    {".otp", "application/vnd.oasis.opendocument.presentation-template", FileKind::kPackage},
    {".vsdx", "application/vnd.ms-visio.drawing", FileKind::kPackage},
    {".xps", "application/vnd.ms-xpsdocument", FileKind::kPackage},
    {".oxps", "application/oxps", FileKind::kPackage},
    {".epub", "application/epub+zip", FileKind::kPackage},
    {".fodt", "application/vnd.oasis.opendocument.text-flat-xml", FileKind::kFlatXml},
    {".fods", "application/vnd.oasis.opendocument.spreadsheet-flat-xml", FileKind::kFlatXml},
    {".fodp", "application/vnd.oasis.opendocument.presentation-flat-xml", FileKind::kFlatXml},
    {".url", "application/x-mswinurl", FileKind::kShortcut},
    {".website", "application/x-mswinurl", FileKind::kShortcut},
    {".desktop", "application/x-desktop", FileKind::kShortcut},
    {".lnk", "application/x-ms-shortcut", FileKind::kShortcut},
    {".webloc", "application/x-webloc", FileKind::kShortcut},
    {".inetloc", "application/x-webloc", FileKind::kShortcut},
    {".fileloc", "application/x-webloc", FileKind::kShortcut},
};

}  // namespace

FileType file_type(std::string_view file_name) {
  const auto* found = std::ranges::find_if(kFileTypes, [file_name](const FileType& type) {
    return file_name.size() > type.ending.size() && ascii::ends_with_ignoring_case(file_name, type.ending);
  });
  return found != std::end(kFileTypes) ? *found : FileType();
}

std::string_view type_by_name(std::string_view file_name) {
  const FileType type = file_type(file_name);
  return type.kind <= FileKind::kCode ? type.media_type : std::string_view();
}

std::string_view sniffed_type(std::string_view content) {
  constexpr std::string_view kTags[] = {
      "<!doctype html", "<html",  "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
      "<style",         "<title", "<b",    "<body",   "<br",     "<p",  "<!--"};
  content.remove_prefix(std::min(content.find_first_not_of(ascii::kHtmlWhiteSpace), content.size()));
  for (const std::string_view tag : kTags) {
    if (!ascii::starts_with_ignoring_case(content, tag)) continue;
    const char next = content.size() > tag.size() ? content[tag.size()] : '\0';
    if (next == ' ' || next == '>' || tag == "<!--") return "text/html";
  }
  return {};
}

}  // namespace mimebase
