// Packages: zip files whose entries refer to each other and to files outside. Internal to the sources of
// packages.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "documents/document.h"
#include "documents/zip.h"

namespace mimebase::documents {

// Returns the folder of an entry, without a "/" at its end; "" for an entry that is in none.
[[nodiscard]] std::string_view folder_of(std::string_view entry);

// The entry or folder that a reference in a file of `folder` names, as a path in the package. "" is the
// package as a whole. Nothing if the reference leads out of the package, because it has a scheme or a host,
// or too many "..".
[[nodiscard]] std::optional<std::string> path_in_package(std::string_view folder, std::string_view reference);

// Reports a reference in a document: `where` is its place, `text` what is shown for it.
struct Row {
  std::string_view context, where, reference;
  std::optional<std::string_view> text = {};
  std::optional<LinkKind> kind = {};
};
void report(const Row& row, find::Sink& sink);

// What is found while a document is opened, and limits that are hit then, are nobody's. The limits are hit
// again when the document is searched.
class SilentSink final : public find::Sink {
 public:
  void found(const find::Found& /*found*/) override {}
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& /*declaration*/) override {
    return parent;
  }
};

// The kinds of packages. Each is in a source of its name.
[[nodiscard]] std::unique_ptr<Document> open_ooxml(ZipFile zip, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_odf(ZipFile zip, Reading& reading);
[[nodiscard]] std::unique_ptr<Document> open_epub(ZipFile zip, Reading& reading);

}  // namespace mimebase::documents
