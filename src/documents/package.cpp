#include "documents/package.h"

#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

bool has_scheme(std::string_view reference) {
  if (reference.empty() || !ascii::is_letter(reference.front())) return false;
  for (const char c : reference) {
    if (c == ':') return true;
    if (!ascii::is_alnum(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return false;
}

// The media type that the first file of a package declares (ODF 1.3 part 2, 3.3; EPUB 3.3, 4.2.6.3.1).
std::string declared_type(const ZipFile& zip, Reading& reading) {
  constexpr std::uint64_t kLongestType = 256;
  const ZipEntry* const entry = zip.find("mimetype");
  if (entry == nullptr || entry->packed > kLongestType || entry->size > kLongestType) return {};
  SilentSink sink;
  std::string type;
  zip.read(*entry, reading, sink, type);
  return std::string(ascii::trimmed(type));
}

}  // namespace

std::string_view folder_of(std::string_view entry) {
  const std::size_t slash = entry.rfind('/');
  return entry.substr(0, slash == entry.npos ? 0 : slash);
}

std::optional<std::string> path_in_package(std::string_view folder, std::string_view reference) {
  reference = ascii::trim_html_space(reference);
  if (has_scheme(reference) || reference.starts_with("//") || reference.starts_with("\\\\"))
    return std::nullopt;
  std::string path = ascii::percent_decoded(reference.substr(0, reference.find_first_of("?#")));
  for (char& c : path) c = c == '\\' ? '/' : c;
  std::string resolved(path.starts_with('/') || folder.empty() ? "" : folder);
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::string_view segment = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(segment.size() + 1, rest.size()));
    if (segment == "..") {
      if (resolved.empty()) return std::nullopt;
      resolved.resize(folder_of(resolved).size());
    } else if (!segment.empty() && segment != ".") {
      if (!resolved.empty()) resolved += '/';
      resolved += segment;
    }
  }
  return resolved;
}

void report(const Row& row, find::Sink& sink) {
  find::Found found;
  found.context = row.context;
  found.where = row.where;
  found.reference = ascii::trim_html_space(row.reference);
  found.text = row.text;
  found.kind = row.kind;
  found.quoting = find::QuotingPath(find::Quoting::kOpaque);
  if (!found.reference.empty()) sink.found(found);
}

std::unique_ptr<Document> open_package(std::string_view bytes, Reading& reading) {
  std::optional<ZipFile> zip = ZipFile::open(bytes, reading);
  if (!zip) return nullptr;
  const std::string type = declared_type(*zip, reading);
  const bool has_container = zip->find("META-INF/container.xml") != nullptr;
  const bool is_ooxml = zip->find("[Content_Types].xml") != nullptr || zip->find("_rels/.rels") != nullptr;
  const bool is_odf = type.starts_with("application/vnd.oasis.opendocument.") ||
                      type.starts_with("application/vnd.sun.xml.") ||
                      (zip->find("META-INF/manifest.xml") != nullptr && zip->find("content.xml") != nullptr);
  const bool is_epub = type == "application/epub+zip" || (has_container && !is_odf && !is_ooxml);
  if (!is_epub && !is_odf && !is_ooxml) return nullptr;
  if (zip->is_damaged()) reading.damaged("its directory of files is damaged");
  if (is_epub) return open_epub(std::move(*zip), reading);
  return is_odf ? open_odf(std::move(*zip), reading) : open_ooxml(std::move(*zip), reading);
}

}  // namespace mimebase::documents
