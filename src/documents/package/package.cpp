#include "documents/package/package.h"

#include <algorithm>
#include <utility>

#include "documents/xml_part.h"
#include "find/sinks.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// Whether the first file of a package, in one of its versions, declares a media type that begins like this
// (ODF 1.3 part 2, 3.3; EPUB 3.3, 4.2.6.3.1).
bool declares(const ZipFile& zip, std::string_view type, Reading& reading) {
  find::SilentSink sink;
  std::string start;
  for (const ZipEntry* const entry : zip.find_all("mimetype")) {
    zip.read_start(*entry, type.size(), reading, sink, start);
    if (start.starts_with(type)) return true;
  }
  return false;
}

// A zip file with so many files that the limits do not tell whether it is a document.
class CutPackage final : public Document {
 public:
  explicit CutPackage(find::FindLimit limit) : limit_(limit) {}
  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& sink) override { sink.limit_hit(limit_); }

 private:
  const find::FindLimit limit_;
};

// Whether a file is only seen or heard, by its name.
bool is_media(std::string_view ending) {
  constexpr std::string_view kEndings[] = {
      ".png", ".gif",  ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".ico",  ".heic",  ".mp3", ".wav",
      ".ogg", ".flac", ".m4a", ".mp4",  ".avi", ".mov",  ".mkv", ".webm", ".woff", ".woff2", ".ttf", ".otf"};
  return ascii::is_one_of_ignoring_case(ending, kEndings);
}

// A zip file that is no document: its files are documents, mail and pages.
class Archive final : public Document {
 public:
  Archive(SharedZip zip, Reading& reading)
      : zip_(std::move(zip)), reading_(reading), is_attached_(reading.depth == 0) {}
  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  [[nodiscard]] bool is_archive() const override { return true; }
  [[nodiscard]] bool is_in_file(std::size_t offset) const override {
    return std::ranges::any_of(zip_->entries(), [offset](const ZipEntry& entry) {
      return entry.method == binary::kStored && offset >= entry.data && offset - entry.data < entry.packed;
    });
  }

  void find(find::Sink& sink) override {
    if (is_attached_) reading_.in_attached_archive = true;
    if (!charge_entries(*zip_, reading_, sink)) return;
    zip_->note_defects(false, reading_);
    SearchedFiles searched(reading_);
    std::string bytes;
    for (const ZipEntry& entry : zip_->entries()) {
      const std::string_view ending =
          std::string_view(entry.name).substr(std::min(entry.name.rfind('.'), entry.name.size()));
      if (!searched.is_new(entry, ending) || !read(entry, sink, bytes) || bytes.empty()) continue;
      if (!charge_expansion(entry, bytes.size(), sink)) continue;
      const bool is_searched = find_in_embedded(bytes, entry.name, entry.name, reading_, sink);
      if (is_searched || !is_attached_ || is_media(ending)) continue;
      const Place place(entry.name, reading_);
      reading_.skipped("files of its type are not searched for references");
    }
  }

 private:
  [[nodiscard]] bool read(const ZipEntry& entry, find::Sink& sink, std::string& bytes) const {
    const Place place(entry.name, reading_);
    return zip_->read(entry, reading_, sink, bytes);
  }

  // Text takes more time than it takes to decompress it. Files that people write expand less.
  [[nodiscard]] bool charge_expansion(const ZipEntry& entry, std::uint64_t size, find::Sink& sink) const {
    constexpr std::uint64_t kUsualRatio = 100;
    const Place place(entry.name, reading_);
    return size / kUsualRatio <= entry.packed || reading_.charge_steps(size, sink);
  }

  const SharedZip zip_;
  Reading& reading_;
  const bool is_attached_;
};

// An archive inside an archive. Bombs are made of these.
class ClosedArchive final : public Document {
 public:
  explicit ClosedArchive(Reading& reading) : reading_(reading) {}
  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& /*sink*/) override {
    reading_.unread("it is a zip file inside a zip file, so it is not searched");
  }

 private:
  Reading& reading_;
};

}  // namespace

std::string_view folder_of(std::string_view entry) {
  const std::size_t slash = entry.rfind('/');
  return entry.substr(0, slash == entry.npos ? 0 : slash);
}

std::optional<std::string> path_in_package(std::string_view folder, std::string_view reference) {
  reference = ascii::trim_html_space(reference);
  if (url::has_scheme(reference) || starts_with_one_of(reference, {"//", "\\\\"})) return std::nullopt;
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

bool is_xml(std::string_view start) {
  return starts_with_one_of(start, {"<"sv, "\xFF\xFE"sv, "\xFE\xFF"sv, "\0<\0"sv});  // also in UTF-16
}

std::string root_of(const ZipFile& zip, const ZipEntry& entry, Reading& reading, find::Sink& sink) {
  constexpr std::size_t kStart = 4096;  // if the root is not in these bytes, the whole file is read
  const auto root_in = [&reading](std::string_view bytes) {
    find::SilentSink silent;
    for (XmlPart part(bytes, reading, silent); part.next();) {
      if (part.event() == XmlPart::Event::kStart) return std::string(part.local());
    }
    return std::string();
  };
  std::string bytes;
  zip.read_start(entry, kStart, reading, sink, bytes);
  if (!is_xml(bytes)) return {};
  std::string root = root_in(bytes);
  const bool has_more = root.empty() && bytes.size() >= kStart;
  return has_more && zip.read(entry, reading, sink, bytes) ? root_in(bytes) : root;
}

bool SearchedFiles::is_new(const ZipEntry& entry, std::string_view way) {
  if (!entry.is_shared || known_.emplace(entry.data, entry.packed, way).second) return true;
  // Two headers of one file are noted elsewhere.
  if (reading_.ambiguities.empty())
    reading_.ambiguous("several files in it share their bytes, which are searched once");
  return false;
}

void find_in_other_document(const ZipFile& zip, const ZipEntry& entry, Reading& reading, find::Sink& sink) {
  std::string bytes;
  zip.read_start(entry, 8, reading, sink, bytes);
  if (bytes.empty()) {
    static_cast<void>(zip.read(entry, reading, sink, bytes));  // notes damage
    return;
  }
  if (starts_with_one_of(bytes, {"PK\x03\x04", "%PDF-", "{\\rt", "\xD0\xCF\x11\xE0", "MIME-V"}) &&
      zip.read(entry, reading, sink, bytes))
    find_in_embedded(bytes, entry.name, entry.name, reading, sink);
}

bool charge_entries(const ZipFile& zip, Reading& reading, find::Sink& sink) {
  if (zip.is_cut()) sink.limit_hit(zip.limit());
  const std::size_t count = zip.entries().size();
  return reading.charge_objects(count, sink) && reading.charge_bytes(count * sizeof(ZipEntry), sink);
}

std::unique_ptr<Document> open_package(std::string_view bytes, Reading& reading) {
  return open_zip(ZipFile::open(bytes, reading), reading);
}

std::unique_ptr<Document> open_zip(std::optional<ZipFile> opened, Reading& reading) {
  if (!opened) return nullptr;
  const auto zip = std::make_shared<ZipFile>(std::move(*opened));
  // Programs choose a format by different files, so a package can be a document of several.
  const bool is_ooxml = zip->find("[Content_Types].xml") != nullptr || zip->find("_rels/.rels") != nullptr;
  const bool is_odf = declares(*zip, "application/vnd.oasis.opendocument.", reading) ||
                      declares(*zip, "application/vnd.sun.xml.", reading) ||
                      (zip->find("META-INF/manifest.xml") != nullptr && zip->find("content.xml") != nullptr);
  const bool is_epub =
      declares(*zip, "application/epub+zip", reading) || zip->find("META-INF/container.xml") != nullptr;
  std::vector<std::unique_ptr<Document>> all;
  if (is_epub) all.push_back(open_epub(zip, reading));
  if (is_odf) all.push_back(open_odf(zip, reading));
  if (is_ooxml) all.push_back(open_ooxml(zip, reading));
  if (all.empty() && zip->is_cut()) return std::make_unique<CutPackage>(zip->limit());
  if (all.empty() && reading.in_attached_archive) return std::make_unique<ClosedArchive>(reading);
  if (all.empty()) {
    zip->name_files();
    return std::make_unique<Archive>(zip, reading);
  }
  if (!all.empty()) zip->note_defects(is_ooxml, reading);
  return join(std::move(all), reading);
}

}  // namespace mimebase::documents
