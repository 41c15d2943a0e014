#include "input/document_type.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "binary/compound_file.h"
#include "binary/cursor.h"
#include "model/media_types.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::input {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEnd = 22, kLocator = 20;  // records of zip files (APPNOTE.TXT, 4.3.15 and 4.3.16)
constexpr std::size_t kPdfStart = 1024;          // programs accept "%PDF-" within the first kilobyte

// The type of a file with this ending.
std::string_view type_of(std::string_view ending) {
  return file_type("x" + std::string(ending)).media_type;
}

// The row of the table for a source: compressed "page.html.gz" is called as its content is, and so is the
// file "page.html?q=1" of a mirror.
FileType named_type(std::string_view name) {
  name.remove_prefix(name.find_last_of("/!") + 1);
  for (std::string_view ending : {".gz"sv, ".bz2"sv, ".xz"sv, ".zst"sv}) {
    if (ascii::ends_with_ignoring_case(name, ending)) name.remove_suffix(ending.size());
  }
  if (ascii::ends_with_ignoring_case(name, ".svgz")) name.remove_suffix(1);
  const FileType type = file_type(name);
  return type.kind != FileKind::kNone ? type : file_type(name.substr(0, name.find('?')));
}

// The first characters of text in UTF-16 as ASCII, others as "?"; any other text without its byte order mark.
std::string_view narrowed(std::string_view head, std::string& buffer) {
  constexpr std::size_t kCharacters = 4096;
  const bool is_little = head.starts_with("\xFF\xFE");
  if (!is_little && !head.starts_with("\xFE\xFF"))
    return head.substr(head.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  for (std::size_t at = 2; at + 1 < head.size() && buffer.size() < kCharacters; at += 2)
    buffer += head[at + (is_little ? 1 : 0)] == '\0' ? head[at + (is_little ? 0 : 1)] : '?';
  return buffer;
}

struct Markup {
  std::string_view media_type;  // empty if it is none
  bool is_html = false;
  bool is_certain = true;  // false if only a comment was seen
};

struct Root {
  std::string_view name, ending;  // of an element, and of the files that have its type
};
constexpr Root kRoots[] = {
    {"svg", ".svg"},
    {"rss", ".rss"},
    {"feed", ".atom"},
    {"RDF", ".rdf"},
    {"opml", ".opml"},
    {"kml", ".kml"},
    {"gpx", ".gpx"},
    {"urlset", ".xml"},
    {"sitemapindex", ".xml"},
    {"plist", ".webloc"},
    // Documents of Office in one file.
    {"wordDocument", ".xml"},
    {"Workbook", ".xml"},
    {"package", ".xml"},
    {"document", ".xml"},
    {"document-content", ".xml"},
};

// The position behind a comment, declaration or instruction at the start of `text`; npos if it does not end.
std::size_t end_of_declaration(std::string_view text) {
  const auto behind = [text](std::string_view end, std::size_t from) {
    const std::size_t at = text.find(end, from);
    return at == text.npos ? at : at + end.size();
  };
  if (text.starts_with("<!--")) return behind("-->", 4);
  if (text.starts_with("<?")) return behind("?>", 2);
  const std::size_t subset = text.find('[');
  return subset < text.find('>') ? behind(">", std::min(text.find(']', subset), text.size()))
                                 : behind(">", 0);
}

// Skips what may be before the root element. Returns its name.
std::string_view root_of(std::string_view text, bool& is_html_declared) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(ascii::kHtmlWhiteSpace), text.size()));
    if (!starts_with_one_of(text, {"<!", "<?"})) break;
    is_html_declared = is_html_declared || ascii::starts_with_ignoring_case(text, "<!doctype html");
    text.remove_prefix(std::min(end_of_declaration(text), text.size()));
  }
  if (!text.starts_with('<')) return {};
  return text.substr(1, std::min(text.find_first_of(" \t\r\n\f/>", 1), text.size()) - 1);
}

Markup markup_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(ascii::kHtmlWhiteSpace), text.size()));
  if (!text.starts_with('<')) return {};
  const bool is_xml = text.starts_with("<?xml");
  bool is_html = false;
  const std::string_view root = root_of(text, is_html);
  const std::string_view local = root.substr(root.find(':') + 1);
  is_html = is_html || ascii::equals_ignoring_case(local, "html");
  const auto* known = std::ranges::find(kRoots, local, &Root::name);
  if (known != std::end(kRoots) && (is_xml || known->name != "document" || root != local))
    return {type_of(known->ending)};
  if (is_xml) return {is_html ? type_of(".xhtml") : type_of(".xml")};
  is_html = is_html || (!root.empty() && !sniffed_type('<' + std::string(root) + '>').empty());
  if (is_html) return {"text/html", true};
  return text.starts_with("<!--") ? Markup{"text/html", true, false} : Markup();
}

// Whether XML or HTML may be of the type that its name has.
bool fits(const Markup& markup, const FileType& named) {
  if (named.kind == FileKind::kMarkup) {
    const bool is_page = named.media_type == "text/html" || named.media_type == type_of(".xhtml");
    return !markup.is_html || is_page || !markup.is_certain;
  }
  return !markup.is_html && (named.kind == FileKind::kFlatXml || named.kind == FileKind::kShortcut);
}

// A compound file of Office by the names of its streams, as far as they are in `head`.
std::string_view compound_type(std::string_view head) {
  if (contains(head, "W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"sv)) return type_of(".doc");
  if (contains(head, "W\0o\0r\0k\0b\0o\0o\0k\0"sv) || contains(head, "B\0o\0o\0k\0\0\0"sv))
    return type_of(".xls");
  if (contains(head, "P\0o\0w\0e\0r\0P\0o\0i\0n\0t\0"sv)) return type_of(".ppt");
  return kUnknownCompound;
}

// Formats other than XML and HTML by their first bytes; empty for others.
std::string_view type_by_bytes(std::string_view head, std::string_view text) {
  if (head.starts_with("%PDF-")) return type_of(".pdf");
  if (head.starts_with("\x4C\0\0\0\x01\x14\x02\0"sv)) return type_of(".lnk");
  if (binary::begins_compound_file(head)) return compound_type(head);
  if (head.starts_with("\x78\x9F\x3E\x22")) return "application/ms-tnef";
  text.remove_prefix(std::min(text.find_first_not_of(ascii::kHtmlWhiteSpace), text.size()));
  if (text.starts_with("{\\rt")) return type_of(".rtf");
  if (ascii::starts_with_ignoring_case(text, "BEGIN:VCALENDAR")) return type_of(".ics");
  if (ascii::starts_with_ignoring_case(text, "BEGIN:VCARD")) return type_of(".vcf");
  if (ascii::starts_with_ignoring_case(text, "[InternetShortcut")) return type_of(".url");
  if (text.starts_with("[Desktop Entry]")) return type_of(".desktop");
  if (text.starts_with("@charset \"")) return type_of(".css");
  if ((text.starts_with('{') || text.starts_with('[')) && contains(text, "\"@context\""))
    return type_of(".jsonld");
  return {};
}

// The bytes of a source at an offset, as far as it has them.
std::string bytes_at(ByteSource& bytes, std::uint64_t offset, std::size_t size) {
  std::string out(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const std::size_t more = bytes.peek_at(offset + got, out.data() + got, size - got);
    if (more == 0) break;
    got += more;
  }
  out.resize(got);
  return out;
}

// What the names of the files in a zip file say.
struct PackageNames {
  bool has_content_types = false, has_container = false;
  std::optional<std::uint64_t> media_type;  // the local header of the file with the media type
  std::string_view kind;                    // the ending of its type, by the folder of the main part

  void add(std::string_view name, std::uint64_t header) {
    has_content_types = has_content_types || name == "[Content_Types].xml";
    has_container = has_container || name == "META-INF/container.xml";
    if (name == "mimetype" && !media_type) media_type = header;
    if (!kind.empty()) return;
    if (name.starts_with("word/")) kind = ".docx";
    if (name.starts_with("xl/")) kind = ".xlsx";
    if (name.starts_with("ppt/")) kind = ".pptx";
  }
  [[nodiscard]] bool is_document() const { return has_content_types || has_container || media_type; }
};

// Where the directory of a zip file begins and ends, and by how much the offsets in it are too small.
struct Directory {
  std::uint64_t start = 0, end = 0, moved = 0;
};

// The directory of the end record at `at` in `tail`, which begins at `tail_start`.
std::optional<Directory> directory_of(ByteSource& bytes, std::string_view tail, std::size_t at,
                                      std::uint64_t tail_start) {
  const std::uint64_t end = tail_start + at;
  std::uint64_t length = binary::u32_at(tail, at + 12), start = binary::u32_at(tail, at + 16);
  std::uint64_t moved = end - length - start;
  if (at >= kLocator && tail.substr(at - kLocator).starts_with("PK\x06\x07")) {  // zip64
    const std::string record = bytes_at(bytes, binary::u64_at(tail, at - kLocator + 8), 56);
    if (record.starts_with("PK\x06\x06")) {
      length = binary::u64_at(record, 40);
      start = binary::u64_at(record, 48);
      moved = 0;
    }
  }
  if (length > end || start > end || start + moved > end) return std::nullopt;
  return Directory{start + moved, start + moved + length, moved};
}

// Programs take the last end record, or one whose comment fits: all of these, as far as reading their
// directories takes time in proportion to the file.
std::vector<Directory> find_directories(ByteSource& bytes, std::uint64_t size) {
  constexpr std::size_t kLongest = 0xFFFF + kEnd + kLocator;
  const std::uint64_t tail_start = size - std::min<std::uint64_t>(size, kLongest);
  const std::string tail = bytes_at(bytes, tail_start, static_cast<std::size_t>(size - tail_start));
  std::vector<Directory> all;
  std::uint64_t left = 2 * size;
  for (std::size_t at = tail.size(); at > 0 && (at = tail.rfind("PK\x05\x06", at - 1)) != tail.npos;) {
    if (tail.size() - at < kEnd) continue;
    if (!all.empty() && at + kEnd + binary::u16_at(tail, at + 20) != tail.size()) continue;
    const std::optional<Directory> directory = directory_of(bytes, tail, at, tail_start);
    if (!directory || directory->end - directory->start > left) continue;
    left -= directory->end - directory->start;
    all.push_back(*directory);
  }
  return all;
}

// Reads the names in the directory, in pieces.
void read_directory(ByteSource& bytes, const Directory& directory, PackageNames& names) {
  constexpr std::size_t kHeader = 46, kPiece = std::size_t{256} << 10;
  std::uint64_t at = directory.start;
  while (at + kHeader <= directory.end) {
    const std::string piece =
        bytes_at(bytes, at, static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, directory.end - at)));
    std::size_t place = 0;
    while (place + kHeader <= piece.size()) {
      const std::string_view header = std::string_view(piece).substr(place);
      const std::size_t name = binary::u16_at(header, 28);
      const std::size_t whole =
          kHeader + name + std::size_t{binary::u16_at(header, 30)} + binary::u16_at(header, 32);
      if (!header.starts_with("PK\x01\x02")) return;
      if (whole > header.size()) break;
      names.add(header.substr(kHeader, name), binary::u32_at(header, 42) + directory.moved);
      place += whole;
    }
    if (place == 0) return;
    at += place;
  }
}

// Reads the names before the files, as far as they are in `head`.
void read_local_headers(std::string_view head, PackageNames& names) {
  constexpr std::size_t kHeader = 30;
  std::uint64_t at = head.starts_with("PK00") ? 4 : 0;
  while (at + kHeader <= head.size() && head.substr(at).starts_with("PK\x03\x04")) {
    const std::string_view header = head.substr(at);
    const std::size_t name = binary::u16_at(header, 26);
    names.add(header.substr(kHeader, name), at);
    at += kHeader + name + std::uint64_t{binary::u16_at(header, 28)} + binary::u32_at(header, 18);
  }
}

// The type that the first file of OpenDocument or EPUB states, if the table has it.
std::string_view stated_type(ByteSource& bytes, std::uint64_t header_at) {
  const std::string header = bytes_at(bytes, header_at, 512);
  if (!header.starts_with("PK\x03\x04") || binary::u16_at(header, 8) != 0) return {};
  const std::size_t start = std::size_t{30} + binary::u16_at(header, 26) + binary::u16_at(header, 28);
  const std::string_view text = std::string_view(header).substr(std::min(start, header.size()));
  for (std::string_view ending : {".ott", ".ots", ".otp", ".odt", ".ods", ".odp", ".odg", ".epub"}) {
    if (text.starts_with(type_of(ending))) return type_of(ending);
  }
  return {};
}

}  // namespace

DocumentType document_type(std::string_view head, std::string_view name) {
  const FileType named = named_type(name);
  if (ascii::ends_with_ignoring_case(name, ".plist")) return {};  // settings of programs
  if (named.kind == FileKind::kPlain) return {named.media_type};
  // A rule such as "list-style:none" looks like a field of mail.
  if (named.media_type == type_of(".css")) return {named.media_type, true};
  std::string buffer;
  const std::string_view text = narrowed(head, buffer);
  if (const Markup markup = markup_of(text); !markup.media_type.empty() && named.kind != FileKind::kCode)
    return {fits(markup, named) ? named.media_type : markup.media_type, true};
  if (const std::string_view type = type_by_bytes(head, text); !type.empty()) {
    const bool is_office = named.kind == FileKind::kCompound || named.kind == FileKind::kPackage;
    const bool is_refined = binary::begins_compound_file(head)
                                ? is_office
                                : type == type_of(".ics") && named.media_type == type_of(".vcs");
    return {is_refined ? named.media_type : type, true};
  }
  if (named.kind == FileKind::kCode) return {};
  const bool may_be_pdf = named.kind == FileKind::kNone || named.kind == FileKind::kPdf;
  if (may_be_pdf && contains(head.substr(0, kPdfStart), "%PDF-")) return {type_of(".pdf")};
  return {named.media_type};
}

std::string_view package_type(ByteSource& bytes, std::string_view name) {
  PackageNames names;
  const std::uint64_t size = bytes.total().value_or(bytes.held().size());
  for (const Directory& directory : find_directories(bytes, size)) read_directory(bytes, directory, names);
  // What was put before the zip file of the last directory, or has none.
  read_local_headers(bytes.held(), names);
  if (!names.is_document()) return {};
  const FileType named = named_type(name);
  if (named.kind == FileKind::kPackage || named.kind == FileKind::kCompound) return named.media_type;
  if (names.media_type) {
    if (const std::string_view stated = stated_type(bytes, *names.media_type); !stated.empty()) return stated;
  }
  if (!names.kind.empty()) return type_of(names.kind);
  return names.has_container ? type_of(".epub") : "application/zip"sv;
}

bool is_package_type(std::string_view media_type) {
  return !media_type.starts_with("text/") && !media_type.ends_with("xml");
}

}  // namespace mimebase::input
