// Packages: zip files whose entries refer to each other and to files outside. Internal to the sources of
// packages.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "documents/document.h"
#include "documents/package/zip.h"

namespace mimebase::documents {

// The same as open_package(), for a zip file that was opened, such as one that was decrypted. Returns null if
// there is none.
[[nodiscard]] std::unique_ptr<Document> open_zip(std::optional<ZipFile> opened, Reading& reading);

// Returns the folder of an entry, without a "/" at its end; "" for an entry that is in none.
[[nodiscard]] std::string_view folder_of(std::string_view entry);

// The entry or folder that a reference in a file of `folder` names, as a path in the package. "" is the
// package as a whole. Nothing if the reference leads out of the package, because it has a scheme or a host,
// or too many "..".
[[nodiscard]] std::optional<std::string> path_in_package(std::string_view folder, std::string_view reference);

// Whether the first bytes of a file, without white space before them, are those of XML.
[[nodiscard]] bool is_xml(std::string_view start);

// The local name of the root element of an entry; "" if it is not XML.
[[nodiscard]] std::string root_of(const ZipFile& zip, const ZipEntry& entry, Reading& reading,
                                  find::Sink& sink);

// Remembers the files of a package that were searched, because entries can share their bytes.
class SearchedFiles {
 public:
  explicit SearchedFiles(Reading& reading) : reading_(reading) {}
  // Returns false, and notes it, if the bytes of the entry were searched in the same way before. `way` is a
  // media type, for example.
  [[nodiscard]] bool is_new(const ZipEntry& entry, std::string_view way);

 private:
  Reading& reading_;
  std::set<std::tuple<std::uint64_t, std::uint64_t, std::string>> known_;
};

// Searches a file in a package if it is a document of another format, or mail.
void find_in_other_document(const ZipFile& zip, const ZipEntry& entry, Reading& reading, find::Sink& sink);

// Takes what is kept for the entries, and reports that there are more. Returns false if the limit is hit.
[[nodiscard]] bool charge_entries(const ZipFile& zip, Reading& reading, find::Sink& sink);

// The kinds of packages. Each is in a source of its name.
using SharedZip = std::shared_ptr<const ZipFile>;
[[nodiscard]] std::unique_ptr<Document> open_ooxml(SharedZip zip, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_odf(SharedZip zip, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_epub(SharedZip zip, Reading& reading);

}  // namespace mimebase::documents
