// Keeps the references that lead out of a package, among those that finders report in its files. Internal to
// the sources of packages.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "documents/package/package.h"
#include "find/nested_sink.h"

namespace mimebase::documents {

class PackageSink : public find::ForwardingSink {
 public:
  PackageSink(const ZipFile& zip, Reading& reading, find::Sink& outer)
      : ForwardingSink(outer), zip_(zip), reading_(reading) {}

  // Runs a finder over a file. Contexts get `prefix`.
  void find_in_file(const ZipEntry& entry, std::string_view bytes, const find::Finder& finder,
                    std::string_view prefix);

  void found(const find::Found& found) override;
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override;

 protected:
  // Completes a reference that names no entry. Returns false if it is none: `is_inside` means that its path
  // stays in the package.
  virtual bool complete(find::Found& /*found*/, bool /*is_inside*/) { return true; }
  // The file that is being searched, in the charset of its spans, and its path in the package.
  [[nodiscard]] const find::Content& content() const { return *content_; }
  [[nodiscard]] std::string_view file() const { return file_; }

 private:
  [[nodiscard]] std::optional<std::string_view> folder_of_scope(find::ScopeId scope) const;
  [[nodiscard]] std::optional<std::string> path_of(const find::Found& found) const;
  [[nodiscard]] bool names_entry(const find::Found& found, std::string_view path) const;

  const ZipFile& zip_;
  Reading& reading_;
  std::optional<find::Content> content_;
  std::string_view file_;
  std::string folder_;                                   // of the file
  std::set<std::string> known_folders_;                  // of the declared bases
  std::map<find::ScopeId, const std::string*> folders_;  // of these, for each; null if outside
};

}  // namespace mimebase::documents
