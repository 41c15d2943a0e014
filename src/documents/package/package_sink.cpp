#include "documents/package/package_sink.h"

#include "documents/xml_part.h"
#include "text/ascii.h"

namespace mimebase::documents {

void PackageSink::find_in_file(const ZipEntry& entry, std::string_view bytes, const find::Finder& finder,
                               std::string_view prefix) {
  std::string buffer;
  const PartText text = read_part(bytes, finder.media_type, buffer, reading_, outer());
  content_.emplace(find::Content{text.bytes, text.charset, reading_.limits});
  file_ = entry.name;
  folder_ = folder_of(file_);
  folders_.clear();
  known_folders_.clear();
  find::NestedPlace place;
  place.context_prefix = prefix;
  place.where = entry.name;
  find::find_nested_document(finder, *content_, place, *this);
  content_.reset();
}

void PackageSink::found(const find::Found& found) {
  // The folder of the file is copied and compared for each reference.
  constexpr std::size_t kBytesPerStep = 4;
  const std::optional<std::string_view> folder = folder_of_scope(found.scope);
  if (folder && !reading_.charge_steps(folder->size() / kBytesPerStep, outer())) return;
  const std::optional<std::string> path = path_of(found);
  if (path && names_entry(found, *path)) return;
  find::Found outside = found;
  if (complete(outside, path.has_value())) ForwardingSink::found(outside);
}

find::ScopeId PackageSink::open_scope(find::ScopeId parent, const find::Declaration& declaration) {
  const find::ScopeId scope = ForwardingSink::open_scope(parent, declaration);
  std::optional<std::string> folder;
  const std::optional<std::string_view> around = folder_of_scope(parent);
  if (around && !declaration.is_null) {
    const std::string_view path = declaration.reference.substr(0, declaration.reference.find_first_of("?#"));
    folder = path_in_package(*around, path);
    if (folder && !path.empty() && !path.ends_with('/')) folder->resize(folder_of(*folder).size());
  }
  const std::string*& known = folders_[scope];
  if (!folder) return scope;
  const auto [position, is_new] = known_folders_.insert(*std::move(folder));
  if (!is_new || reading_.charge_bytes(2 * position->size(), outer())) known = &*position;
  return scope;
}

// The folder of the base of a scope; nothing if the base is outside of the package.
std::optional<std::string_view> PackageSink::folder_of_scope(find::ScopeId scope) const {
  const auto declared = folders_.find(scope);
  if (declared == folders_.end()) return folder_;
  if (declared->second == nullptr) return std::nullopt;
  return *declared->second;
}

// The path of a reference in the package; nothing if it leads out.
std::optional<std::string> PackageSink::path_of(const find::Found& found) const {
  if (found.guessed || found.defanged) return std::nullopt;
  const std::optional<std::string_view> folder = folder_of_scope(found.scope);
  return folder ? path_in_package(*folder, found.reference) : std::nullopt;
}

bool PackageSink::names_entry(const find::Found& found, std::string_view path) const {
  // A base in the package may name a file that does not exist. If not all files are listed, most are.
  const bool is_base =
      found.is_base || found.context.ends_with("@xml:base") || found.context.ends_with("/base@href");
  return is_base || path.empty() || found.reference.empty() || found.reference.front() == '#' ||
         zip_.is_cut() || zip_.find(path) != nullptr || zip_.has_folder(path);
}

}  // namespace mimebase::documents
