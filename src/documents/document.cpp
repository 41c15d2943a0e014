#include "documents/document.h"

#include <algorithm>
#include <utility>

#include "binary/compound_file.h"
#include "documents/office/office_xml.h"
#include "documents/office/ole_object.h"
#include "documents/xml_part.h"
#include "find/nested_sink.h"
#include "model/media_types.h"
#include "outlook/outlook.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// The position of "%PDF-", which programs accept within the first kilobyte.
constexpr std::size_t kPdfStart = 1024;
constexpr std::uint64_t kMaxDepth = 16;
// Callers pass so many first bytes, or all.
constexpr std::size_t kFirstBytes = 1500;
// What may be before a document that is text.
constexpr std::string_view kMarks = "\xEF\xBB\xBF \t\r\n";

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && ascii::ends_with_ignoring_case(name, ending);
}

// Sections of an initialisation file, behind comments.
bool has_section(std::string_view text) {
  for (std::string_view head : {"[InternetShortcut"sv, "[DEFAULT]"sv, "[Desktop Entry]"sv, "[{000214A0"sv}) {
    for (std::size_t at = text.find('['); at != kNotFound; at = text.find("\n[", at)) {
      at += text[at] == '\n' ? 1 : 0;
      if (ascii::starts_with_ignoring_case(text.substr(at), head)) return true;
    }
  }
  return false;
}

bool is_shortcut(std::string_view start, std::string_view content_type, std::string_view file_name) {
  if (start.starts_with("\x4C\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv))
    return true;  // MS-SHLLINK 2.1
  const std::string_view named = file_type(file_name).media_type;
  const auto is_called = [&](std::string_view type) { return named == type || content_type == type; };
  if (is_called("application/x-webloc")) return true;
  const bool is_known = is_called("application/x-mswinurl") || is_called("application/x-desktop");
  if (!is_known && !file_name.empty()) return false;
  if (start.starts_with("\xFF\xFE[\0"sv)) return is_known;  // UTF-16
  return has_section(start) || (is_known && start.size() >= kFirstBytes);
}

// A type or a name of packages, which can have other bytes before them.
bool is_called_package(std::string_view content_type, std::string_view file_name) {
  constexpr std::string_view kZipTypes[] = {"application/zip", "application/x-zip",
                                            "application/x-zip-compressed", "application/zip-compressed"};
  return content_type.starts_with("application/vnd.openxmlformats-officedocument.") ||
         (content_type.starts_with("application/vnd.oasis.opendocument.") &&
          !content_type.ends_with("-flat-xml")) ||
         content_type == "application/epub+zip" || is_one_of(content_type, kZipTypes) ||
         (content_type.starts_with("application/vnd.ms-") && content_type.ends_with(".12")) ||
         (!content_type.starts_with("text/") &&
          (file_type(file_name).kind == FileKind::kPackage || has_ending(file_name, ".zip")));
}

// A file of a zip file, or the mark before it of one that was written in pieces, or for pieces that were not
// needed (APPNOTE.TXT, 8.5).
bool begins_zip(std::string_view start) {
  return starts_with_one_of(start, {"PK\x03\x04", "PK00PK\x03\x04", "PK\x07\x08PK\x03\x04"});
}

// The format that the bytes begin with.
Format first_format(std::string_view start) {
  if (start.starts_with("%PDF-")) return Format::kPdf;
  if (begins_zip(start)) return Format::kPackage;
  if (binary::begins_compound_file(start)) return Format::kOffice97;
  // Word opens a document with white space before it.
  const bool is_rtf =
      start.substr(std::min(start.find_first_not_of(kMarks), start.size())).starts_with("{\\rt");
  return is_rtf ? Format::kRtf : Format::kNone;
}

// The finder for a file inside a document, or null.
const find::Finder* finder_of(std::string_view bytes, std::string_view file_name) {
  if (const find::Finder* named = find::finder_by_name(file_name)) return named;
  if (starts_with_one_of(bytes, {"\xFF\xFE<\0"sv, "\xFE\xFF\0<"sv})) return find::finder_for("text/html");
  bytes.remove_prefix(std::min(bytes.find_first_not_of(kMarks), bytes.size()));
  if (bytes.starts_with("<?xml")) return find::finder_for("application/xml");
  return bytes.starts_with('<') ? find::finder_for("text/html") : nullptr;
}

// Fields with which mail begins when programs deliver it.
bool begins_with_field(std::string_view start) {
  constexpr std::string_view kFields[] = {
      "return-path:", "received:", "delivered-to:", "from:", "message-id:"};
  return std::ranges::any_of(
      kFields, [start](std::string_view field) { return ascii::starts_with_ignoring_case(start, field); });
}

// A file that is mail, as saved web pages are.
bool is_mail(std::string_view bytes, std::string_view file_name) {
  const std::string_view start = bytes.substr(0, kFirstBytes);
  return has_ending(file_name, ".eml") || has_ending(file_name, ".mht") || has_ending(file_name, ".mhtml") ||
         ascii::find_ignoring_case(start, "\nmime-version:", 0) != kNotFound ||
         ascii::starts_with_ignoring_case(start, "mime-version:") || begins_with_field(start);
}

// A document inside another, while it is read.
class Level {
 public:
  Level(std::string_view where, Reading& reading) : reading_(reading), place_(where, reading) {
    ++reading.depth;
  }
  ~Level() { --reading_.depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  void leave_place() { place_.leave(); }

 private:
  Reading& reading_;
  Place place_;
};

// Takes steps for each reference, because the name of the file is copied for each. A step copies 64 bytes.
class PlacedSink final : public find::ForwardingSink {
 public:
  PlacedSink(std::string_view where, Reading& reading, find::Sink& outer)
      : ForwardingSink(outer), steps_(where.size() / 64), reading_(reading) {}
  void found(const find::Found& found) override {
    if (steps_ == 0 || reading_.charge_steps(steps_, outer())) ForwardingSink::found(found);
  }

 private:
  const std::uint64_t steps_;
  Reading& reading_;
};

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
      return begins_zip(start);
    case '\xD0':
      return binary::begins_compound_file(start);
    case '{':
      return start.starts_with("{\\rt");
    case '[':
    case '#':
    case ';':
      return true;  // a shortcut, or a comment before it
    case 'b':
      return start.starts_with("bplist");
    case '<':
      return starts_with_one_of(start, {"<?xml", "<!DOCTYPE plist", "<plist", "<w:wordDocument", "<Workbook",
                                        "<ss:Workbook", "<pkg:package", "<office:document"});
    case 'L':
      return start.starts_with("L\0\0\0"sv);
    case '\xFF':
      return start.starts_with("\xFF\xFE[\0"sv);
    default:
      return false;
  }
}

Format format_of(std::string_view start, std::string_view content_type, std::string_view file_name) {
  const Format first = first_format(start);
  // The bytes before a package can be a document as well.
  if (first == Format::kPackage || is_called_package(content_type, file_name)) return Format::kPackage;
  if (first != Format::kNone) return first;
  const bool is_inline_text = content_type.starts_with("text/") && file_name.empty();
  if (is_inline_text || content_type.starts_with("image/")) return Format::kNone;
  if (office_xml_kind(start.substr(0, kFirstBytes)) != OfficeXml::kNone) return Format::kOfficeXml;
  if (is_shortcut(start, content_type, file_name)) return Format::kShortcut;
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

std::string Reading::at_place(std::string_view phrase) const {
  constexpr std::size_t kMostPlaceBytes = 200;
  std::string whole(utf8::prefix(place, kMostPlaceBytes));
  if (!whole.empty()) whole += ": ";
  return whole.append(phrase);
}

// More phrases tell nobody more: the code of the diagnostic is the same.
void Reading::note(std::string_view phrase, std::vector<Phrase>& phrases) const {
  constexpr std::size_t kMostPhrases = 10;
  if (phrases.size() > kMostPhrases) return;
  std::string text = at_place(phrase);
  if (std::ranges::find(phrases, text, &Phrase::text) != phrases.end()) return;
  if (phrases.size() < kMostPhrases) {
    phrases.push_back({std::move(text), !place.empty()});
  } else {
    phrases.push_back({"the same holds for more files in it, or other places", false});
  }
}

namespace {

// Reports what a document inside another contains.
void find_inside(Document& document, find::NestedPlace place, find::Sink& sink) {
  for (const DeclaredBase& base : document.bases())
    place.scope = find::NestedSink(place, sink).open_scope(find::kDocument, {base.by, base.reference, {}});
  find::NestedSink nested(place, sink);
  document.find(nested);
}

// The same bytes as several documents.
class SeveralDocuments final : public Document {
 public:
  explicit SeveralDocuments(std::vector<std::unique_ptr<Document>> all) : all_(std::move(all)) {}
  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& sink) override {
    for (const auto& document : all_) find_inside(*document, {}, sink);
  }
  [[nodiscard]] bool is_encrypted() const override {
    return std::ranges::all_of(all_, [](const auto& document) { return document->is_encrypted(); });
  }
  [[nodiscard]] bool is_archive() const override {
    return std::ranges::all_of(all_, [](const auto& document) { return document->is_archive(); });
  }

 private:
  std::vector<std::unique_ptr<Document>> all_;
};

// Whether viewers find a PDF in a zip file, other than one that is a file in it.
bool is_pdf_as_well(std::string_view bytes, const Document* package) {
  const std::size_t start = bytes.substr(0, kPdfStart).find("%PDF-");
  if (start == kNotFound) return false;
  const std::size_t end = bytes.rfind("startxref");
  return package == nullptr || !package->is_in_file(start) || (end != kNotFound && !package->is_in_file(end));
}

// Opens a package. A PDF can begin behind its start, and another document before it.
std::unique_ptr<Document> open_mixed(std::string_view bytes, Reading& reading) {
  std::vector<std::unique_ptr<Document>> all;
  all.push_back(open_package(bytes, reading));
  const Format first = first_format(bytes);
  if (first != Format::kPackage && first != Format::kNone) {
    all.push_back(open(first, bytes, reading));
  } else if (is_pdf_as_well(bytes, all.front().get())) {
    all.push_back(open_pdf(bytes, reading));
  }
  return join(std::move(all), reading);
}

}  // namespace

std::unique_ptr<Document> join(std::vector<std::unique_ptr<Document>> all, Reading& reading) {
  std::erase(all, nullptr);
  if (all.empty()) return nullptr;
  if (all.size() == 1) return std::move(all.front());
  reading.ambiguous("it is a document of several formats");
  return std::make_unique<SeveralDocuments>(std::move(all));
}

std::unique_ptr<Document> open(Format format, std::string_view bytes, Reading& reading) {
  switch (format) {
    case Format::kPdf:
      return open_pdf(bytes, reading);
    case Format::kPackage:
      return open_mixed(bytes, reading);
    case Format::kRtf:
      return open_rtf(bytes, reading);
    case Format::kOffice97:
      return open_office97(bytes, reading);
    case Format::kOfficeXml:
      return open_office_xml(bytes, reading);
    case Format::kShortcut:
      return open_shortcut(bytes, reading);
    case Format::kNone:
      break;
  }
  return nullptr;
}

bool find_in_embedded(std::string_view bytes, std::string_view file_name, std::string_view where,
                      Reading& reading, find::Sink& sink, std::string_view content_type) {
  if (reading.depth >= std::min(reading.limits.document_depth, kMaxDepth)) {
    sink.limit_hit(find::FindLimit::kDocumentDepth);
    return true;
  }
  Level level(where, reading);
  find::NestedPlace place;
  place.where = where;
  PlacedSink placed(where, reading, sink);
  const auto find_in_mail = [&] {
    if (!reading.find_in_mail) return reading.unread("it is mail, which is not searched");
    find::NestedSink nested(place, placed);
    reading.find_in_mail(bytes, reading, nested);
  };
  const Format format = format_of(bytes, content_type, file_name);
  if (const auto document = open(format, bytes, reading)) {
    find_inside(*document, place, placed);
    if (document->is_encrypted()) reading.unread("it is encrypted, so it is not searched");
  } else if (outlook::begins_like_outlook(bytes) && outlook::format_of(bytes) != outlook::Format::kNone) {
    find_in_mail();
  } else if (binary::begins_compound_file(bytes)) {
    level.leave_place();
    find_in_compound_file(bytes, "ooxml:ole", where, reading, sink);
  } else if (const find::Finder* finder = finder_of(bytes, file_name)) {
    std::string buffer;
    const PartText text = read_part(bytes, finder->media_type, buffer, reading, sink);
    find_nested_document(*finder, {text.bytes, text.charset, reading.limits}, place, placed);
  } else if (is_mail(bytes, file_name)) {
    find_in_mail();
  } else if (format == Format::kPdf || format == Format::kPackage) {
    reading.unread("it cannot be opened, so it is not searched");
  } else {
    return false;
  }
  return true;
}

}  // namespace mimebase::documents
