#include "documents/document.h"

#include <algorithm>
#include <utility>

#include "charset/readable.h"
#include "documents/ole_object.h"
#include "find/nested_sink.h"
#include "outlook/compound_file.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// The position of "%PDF-", which programs accept within the first kilobyte.
constexpr std::size_t kPdfStart = 1024;
constexpr std::uint64_t kMaxDepth = 16;
// What may be before a document that is text.
constexpr std::string_view kMarks = "\xEF\xBB\xBF \t\r\n";

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && ascii::ends_with_ignoring_case(name, ending);
}

bool is_shortcut(std::string_view start, std::string_view file_name) {
  if (start.starts_with("\x4C\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv))
    return true;  // MS-SHLLINK 2.1
  for (std::string_view ending : {".webloc"sv, ".inetloc"sv, ".fileloc"sv}) {
    if (has_ending(file_name, ending)) return start.starts_with("bplist") || contains(start, '<');
  }
  const bool has_known_name =
      has_ending(file_name, ".url") || has_ending(file_name, ".website") || has_ending(file_name, ".desktop");
  if (!has_known_name && !file_name.empty()) return false;
  if (start.starts_with("\xFF\xFE[\0"sv)) return has_known_name;  // UTF-16
  // Sections of an initialisation file, behind comments.
  for (std::string_view head : {"[InternetShortcut"sv, "[DEFAULT]"sv, "[Desktop Entry]"sv, "[{000214A0"sv}) {
    for (std::size_t at = start.find('['); at != std::string_view::npos; at = start.find("\n[", at)) {
      at += start[at] == '\n' ? 1 : 0;
      if (ascii::starts_with_ignoring_case(start.substr(at), head)) return true;
    }
  }
  return false;
}

// The media type of a file inside a document, for find::finder_for().
std::string_view type_of(std::string_view bytes, std::string_view file_name) {
  struct Ending {
    std::string_view ending, type;
  };
  constexpr Ending kEndings[] = {
      {".html", "text/html"},    {".htm", "text/html"},      {".xhtml", "application/xhtml+xml"},
      {".svg", "image/svg+xml"}, {".css", "text/css"},       {".txt", "text/plain"},
      {".ics", "text/calendar"}, {".xml", "application/xml"}};
  for (const Ending& known : kEndings) {
    if (has_ending(file_name, known.ending)) return known.type;
  }
  bytes.remove_prefix(std::min(bytes.find_first_not_of("\xEF\xBB\xBF \t\r\n"), bytes.size()));
  if (ascii::starts_with_ignoring_case(bytes, "<!doctype html") ||
      ascii::starts_with_ignoring_case(bytes, "<html"))
    return "text/html";
  return bytes.starts_with("<?xml") ? "application/xml" : "";
}

// Takes `amount` from what is left. Returns false, and reports to the sink, if there is less.
bool charge(std::uint64_t amount, std::uint64_t& left, find::FindLimit limit, find::Sink& sink) {
  const bool is_within = amount <= left;
  if (!is_within) sink.limit_hit(limit);
  left -= std::min(amount, left);
  return is_within;
}

// How many values of PDF may be in memory at a time, each of which takes some 250 bytes. A file that was
// compressed well has one for each byte and more.
std::uint64_t values_of(std::uint64_t objects, std::uint64_t content_bytes) {
  constexpr std::uint64_t kLeast = 1000;
  const std::uint64_t scale = std::max<std::uint64_t>(1, objects / find::kPresetLimits.document_objects);
  return std::max(kLeast, objects / 10 * 3) + content_bytes / 10 * 9 * scale;
}

}  // namespace

bool may_begin_with(std::string_view start) {
  start.remove_prefix(std::min(start.find_first_not_of(kMarks), start.size()));
  if (start.empty()) return false;
  switch (start[0]) {
    case '%':
      return start.starts_with("%PDF-");
    case 'P':
      return start.starts_with("PK\x03\x04");
    case '\xD0':
      return outlook::begins_compound_file(start);
    case '{':
      return start.starts_with("{\\rt");
    case '[':
    case '#':
    case ';':
      return true;  // a shortcut, or a comment before it
    case 'b':
      return start.starts_with("bplist");
    case '<':
      return starts_with_one_of(start, {"<?xml", "<!DOCTYPE plist", "<plist"});
    case 'L':
      return start.starts_with("L\0\0\0"sv);
    case '\xFF':
      return start.starts_with("\xFF\xFE[\0"sv);
    default:
      return false;
  }
}

Format format_of(std::string_view start, std::string_view content_type, std::string_view file_name) {
  if (start.starts_with("%PDF-")) return Format::kPdf;
  if (start.starts_with("PK\x03\x04")) return Format::kPackage;
  if (outlook::begins_compound_file(start)) return Format::kOffice97;
  // Word opens a document with white space before it.
  if (start.substr(std::min(start.find_first_not_of(kMarks), start.size())).starts_with("{\\rt"))
    return Format::kRtf;
  const bool is_inline_text = content_type.starts_with("text/") && file_name.empty();
  if (is_inline_text || content_type.starts_with("image/")) return Format::kNone;
  if (is_shortcut(start, file_name)) return Format::kShortcut;
  const bool may_be_pdf = content_type == "application/pdf" || has_ending(file_name, ".pdf");
  if (may_be_pdf && contains(start.substr(0, kPdfStart), "%PDF-")) return Format::kPdf;
  return Format::kNone;
}

Reading::Reading(const Limits& given, std::uint64_t content_bytes)
    : limits(given),
      bytes_left(given.document_bytes),
      objects_left(given.document_objects),
      steps_left(given.document_steps),
      values_left(values_of(given.document_objects, content_bytes)) {}

bool Reading::charge_bytes(std::uint64_t bytes, find::Sink& sink) {
  return charge(bytes, bytes_left, find::FindLimit::kDocumentBytes, sink);
}

bool Reading::charge_objects(std::uint64_t objects, find::Sink& sink) {
  return charge(objects, objects_left, find::FindLimit::kDocumentObjects, sink);
}

bool Reading::charge_steps(std::uint64_t steps, find::Sink& sink) {
  return charge(steps, steps_left, find::FindLimit::kDocumentSteps, sink);
}

// More than ten phrases tell nobody more: the code of the diagnostic is the same.
void Reading::note(std::string_view phrase, std::vector<std::string>& phrases) const {
  constexpr std::size_t kMostPhrases = 10, kMostPlaceBytes = 200;
  std::string whole(utf8::prefix(place, kMostPlaceBytes));
  if (!whole.empty()) whole += ": ";
  whole += phrase;
  if (phrases.size() < kMostPhrases && std::ranges::find(phrases, whole) == phrases.end())
    phrases.push_back(std::move(whole));
}

std::unique_ptr<Document> open(Format format, std::string_view bytes, Reading& reading) {
  switch (format) {
    case Format::kPdf:
      return open_pdf(bytes, reading);
    case Format::kPackage:
      return open_package(bytes, reading);
    case Format::kRtf:
      return open_rtf(bytes, reading);
    case Format::kOffice97:
      return open_office97(bytes, reading);
    case Format::kShortcut:
      return open_shortcut(bytes, reading);
    case Format::kNone:
      break;
  }
  return nullptr;
}

void find_in_embedded(std::string_view bytes, std::string_view file_name, std::string_view where,
                      Reading& reading, find::Sink& sink) {
  if (reading.depth >= std::min(reading.limits.document_depth, kMaxDepth))
    return sink.limit_hit(find::FindLimit::kDocumentDepth);
  ++reading.depth;
  find::NestedPlace place;
  place.where = where;
  if (const auto document = open(format_of(bytes.substr(0, 1500), {}, file_name), bytes, reading)) {
    for (const DeclaredBase& base : document->bases())
      place.scope = find::NestedSink(place, sink).open_scope(find::kDocument, {base.by, base.reference, {}});
    find::NestedSink nested(place, sink);
    document->find(nested);
  } else if (outlook::begins_compound_file(bytes)) {
    find_in_compound_file(bytes, "ooxml:ole", where, reading, sink);
  } else if (const find::Finder* finder = find::finder_for(type_of(bytes, file_name))) {
    std::string converted;
    const charset::Readable readable = charset::make_readable({}, finder->media_type, bytes, converted);
    find_nested_document(*finder, {readable.bytes, readable.charset, reading.limits}, place, sink);
  }
  --reading.depth;
}

}  // namespace mimebase::documents
