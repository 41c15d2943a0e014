// EPUB 3.3 and 2: a book of XHTML, SVG and style sheets, which its package document lists with their media
// types.
#include <map>
#include <set>
#include <utility>

#include "documents/package/package.h"
#include "documents/package/package_sink.h"
#include "documents/xml_part.h"
#include "find/sinks.h"
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

// The finder for a media type of the package document; null if files of that type have no references.
const find::Finder* finder_of(std::string_view type) {
  if (type == "text/x-oeb1-document") type = "text/html";  // of the Open eBook format before EPUB
  if (type == "text/x-oeb1-css") type = "text/css";
  const bool is_read = type == "text/css" || type == "text/html" || type.ends_with("+xml");
  return is_read ? find::finder_for(type) : nullptr;
}

class EpubDocument final : public Document {
 public:
  EpubDocument(SharedZip zip, Reading& reading) : zip_(std::move(zip)), reading_(reading) {
    for (const ZipEntry* const entry : zip_->find_all("META-INF/container.xml")) read_container(*entry);
    for (const ZipEntry* const entry : zip_->find_all("META-INF/encryption.xml")) read_encryption(*entry);
  }

  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& sink) override;
  // Often only the fonts of a book are encrypted.
  [[nodiscard]] bool is_encrypted() const override {
    std::size_t readable = 0, encrypted = 0;
    for (const ZipEntry& entry : zip_->entries()) {
      const find::Finder* const finder = finder_in_book(entry);
      if (finder != nullptr && finder->media_type == "application/xhtml+xml")
        ++(encrypted_.contains(entry.name) ? encrypted : readable);
    }
    return encrypted > 0 && readable == 0;
  }

 private:
  void read_container(const ZipEntry& container);
  void read_package(const ZipEntry& package);
  void read_encryption(const ZipEntry& encryption);
  void find_in_entry(const ZipEntry& entry, const find::Finder& finder, PackageSink& outside,
                     find::Sink& sink);
  [[nodiscard]] const find::Finder* finder_in_book(const ZipEntry& entry) const;

  const SharedZip zip_;
  Reading& reading_;
  std::map<std::string, const find::Finder*, std::less<>> finders_;  // by the lower-case names of entries
  std::set<std::string, std::less<>> encrypted_;                     // names of entries
};

// Reads the list of package documents (EPUB 3.3, 4.2.6.3.1), and these.
void EpubDocument::read_container(const ZipEntry& container) {
  find::SilentSink sink;
  std::string bytes;
  if (!zip_->read(container, reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (!part.starts(Ns::kContainer, "rootfile")) continue;
    const std::string path = path_in_package("", part.value("full-path")).value_or("");
    const bool is_new = finders_.insert_or_assign(ascii::lowered(path), finder_of(kPackageType)).second;
    if (!is_new) continue;
    for (const ZipEntry* const package : zip_->find_all(path)) read_package(*package);
  }
}

// Reads the media types of the files of a book (EPUB 3.3, 5.6.1).
void EpubDocument::read_package(const ZipEntry& package) {
  find::SilentSink sink;
  std::string bytes;
  if (!zip_->read(package, reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (part.event() != XmlPart::Event::kStart || part.local() != "item") continue;
    const std::optional<std::string> path = path_in_package(folder_of(package.name), part.value("href"));
    if (!path || zip_->find(*path) == nullptr) continue;
    const std::string type = ascii::lowered(ascii::trimmed(part.value("media-type")));
    if (const find::Finder* const finder = finder_of(type))
      finders_.try_emplace(ascii::lowered(*path), finder);
  }
}

void EpubDocument::read_encryption(const ZipEntry& encryption) {
  find::SilentSink sink;
  std::string bytes;
  if (!zip_->read(encryption, reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (!part.starts(Ns::kXmlEncryption, "CipherReference")) continue;
    const std::optional<std::string> path = path_in_package("", part.value("URI"));
    if (const ZipEntry* const found = path ? zip_->find(*path) : nullptr) encrypted_.insert(found->name);
  }
}

// A book may call a chapter an image, and programs open it nevertheless.
const find::Finder* EpubDocument::finder_in_book(const ZipEntry& entry) const {
  if (ascii::starts_with_ignoring_case(entry.name, "META-INF/")) return nullptr;
  const auto listed = finders_.find(ascii::lowered(entry.name));
  return listed != finders_.end() ? listed->second : finder_of(type_of(entry.name));
}

void EpubDocument::find(find::Sink& sink) {
  if (!charge_entries(*zip_, reading_, sink)) return;
  PackageSink outside(*zip_, reading_, sink);
  SearchedFiles searched(reading_);
  const bool is_all_encrypted = is_encrypted();
  for (const ZipEntry& entry : zip_->entries()) {
    const find::Finder* finder = finder_in_book(entry);
    // A page whose name is not in the book, or is changed.
    if (finder == nullptr && is_one_of(root_of(*zip_, entry, reading_, sink), {"html", "svg"}))
      finder = find::finder_for("application/xhtml+xml");
    // A book may be wrong about the encryption of a file.
    const bool is_noise = encrypted_.contains(entry.name) && !zip_->is_text(entry, reading_, sink);
    if (is_noise && finder != nullptr && !is_all_encrypted)
      reading_.unread("a file in it is encrypted, so it is not searched");
    if (is_noise) continue;
    if (finder != nullptr) {
      if (searched.is_new(entry, finder->media_type)) find_in_entry(entry, *finder, outside, sink);
    } else if (searched.is_new(entry, "")) {
      find_in_other_document(*zip_, entry, reading_, sink);
    }
  }
}

void EpubDocument::find_in_entry(const ZipEntry& entry, const find::Finder& finder, PackageSink& outside,
                                 find::Sink& sink) {
  std::string bytes;
  if (!zip_->read(entry, reading_, sink, bytes)) return;
  outside.find_in_file(entry, bytes, finder, "epub/");
  // Some programs show a chapter that is called a style sheet.
  const std::string_view text = ascii::trimmed(std::string_view(bytes), "\xEF\xBB\xBF \t\r\n");
  const bool is_style = finder.media_type == "text/css";
  if (is_style && is_xml(text))
    outside.find_in_file(entry, bytes, *find::finder_for("application/xhtml+xml"), "epub/");
}

}  // namespace

std::unique_ptr<Document> open_epub(SharedZip zip, Reading& reading) {
  return std::make_unique<EpubDocument>(std::move(zip), reading);
}

}  // namespace mimebase::documents
