// EPUB 3.3 and 2: a book of XHTML, SVG and style sheets, which its package document lists with their media
// types.
#include <map>
#include <set>
#include <utility>

#include "documents/package.h"
#include "documents/package_sink.h"
#include "documents/xml_part.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kPackageType = "application/oebps-package+xml";

// The media type of a file that the package document does not list.
std::string_view type_of(std::string_view name) {
  struct Ending {
    std::string_view ending, type;
  };
  constexpr Ending kEndings[] = {
      {".xhtml", "application/xhtml+xml"},
      {".html", "application/xhtml+xml"},
      {".htm", "application/xhtml+xml"},
      {".svg", "image/svg+xml"},
      {".css", "text/css"},
      {".ncx", "application/x-dtbncx+xml"},
      {".opf", kPackageType},
  };
  for (const Ending& known : kEndings) {
    if (ascii::ends_with_ignoring_case(name, known.ending)) return known.type;
  }
  return {};
}

class EpubDocument final : public Document {
 public:
  EpubDocument(ZipFile zip, Reading& reading) : zip_(std::move(zip)), reading_(reading) {
    read_container();
    read_encryption();
  }

  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& sink) override;
  // Often only the fonts of a book are encrypted.
  [[nodiscard]] bool is_encrypted() const override {
    std::size_t readable = 0, encrypted = 0;
    for (const ZipEntry& entry : zip_.entries()) {
      if (type_in_book(entry) == "application/xhtml+xml")
        ++(encrypted_.contains(entry.name) ? encrypted : readable);
    }
    return encrypted > 0 && readable == 0;
  }

 private:
  void read_container();
  void read_package(std::string_view name);
  void read_encryption();
  [[nodiscard]] std::string_view type_in_book(const ZipEntry& entry) const;

  const ZipFile zip_;
  Reading& reading_;
  std::map<std::string, std::string, std::less<>> types_;  // by the lower-case names of entries
  std::set<std::string, std::less<>> encrypted_;           // names of entries
};

// Reads the list of package documents (EPUB 3.3, 4.2.6.3.1), and these.
void EpubDocument::read_container() {
  const ZipEntry* const container = zip_.find("META-INF/container.xml");
  SilentSink sink;
  std::string bytes;
  if (container == nullptr || !zip_.read(*container, reading_, sink, bytes)) return;
  std::set<std::string> packages;
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (!part.starts(Ns::kContainer, "rootfile")) continue;
    const std::string path = path_in_package("", part.attribute("full-path").value_or("")).value_or("");
    if (packages.size() < 16 && zip_.find(path) != nullptr) packages.insert(path);
  }
  for (const std::string& package : packages) read_package(package);
}

// Reads the media types of the files of a book (EPUB 3.3, 5.6.1).
void EpubDocument::read_package(std::string_view name) {
  SilentSink sink;
  std::string bytes;
  types_[ascii::lowered(name)] = kPackageType;
  if (!zip_.read(*zip_.find(name), reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (part.event() != XmlPart::Event::kStart || part.local() != "item") continue;
    const std::optional<std::string> path =
        path_in_package(folder_of(name), part.attribute("href").value_or(""));
    if (!path || zip_.find(*path) == nullptr) continue;
    std::string type = ascii::lowered(ascii::trimmed(part.attribute("media-type").value_or("")));
    if (type == "text/x-oeb1-document") type = "text/html";  // of the Open eBook format before EPUB
    if (type == "text/x-oeb1-css") type = "text/css";
    types_.try_emplace(ascii::lowered(*path), std::move(type));
  }
}

void EpubDocument::read_encryption() {
  const ZipEntry* const entry = zip_.find("META-INF/encryption.xml");
  SilentSink sink;
  std::string bytes;
  if (entry == nullptr || !zip_.read(*entry, reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (!part.starts(Ns::kXmlEncryption, "CipherReference")) continue;
    const std::optional<std::string> path = path_in_package("", part.attribute("URI").value_or(""));
    if (const ZipEntry* const found = path ? zip_.find(*path) : nullptr) encrypted_.insert(found->name);
  }
}

std::string_view EpubDocument::type_in_book(const ZipEntry& entry) const {
  if (ascii::starts_with_ignoring_case(entry.name, "META-INF/")) return {};
  const auto listed = types_.find(ascii::lowered(entry.name));
  return listed != types_.end() ? std::string_view(listed->second) : type_of(entry.name);
}

void EpubDocument::find(find::Sink& sink) {
  if (zip_.is_cut()) sink.limit_hit(find::FindLimit::kDocumentObjects);
  if (!reading_.charge_objects(zip_.entries().size(), sink)) return;
  PackageSink outside(zip_, sink);
  std::string bytes;
  for (const ZipEntry& entry : zip_.entries()) {
    const std::string_view type = type_in_book(entry);
    const bool is_read = type == "text/css" || type == "text/html" || type.ends_with("+xml");
    if (!is_read || encrypted_.contains(entry.name) || !zip_.read(entry, reading_, sink, bytes)) continue;
    outside.find_in_file(entry, bytes, type, "epub/", reading_.limits);
  }
}

}  // namespace

std::unique_ptr<Document> open_epub(ZipFile zip, Reading& reading) {
  return std::make_unique<EpubDocument>(std::move(zip), reading);
}

}  // namespace mimebase::documents
