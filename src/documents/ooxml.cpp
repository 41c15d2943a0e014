// Office Open XML (ECMA-376, ISO/IEC 29500). What a document refers to is in the relationships of its parts;
// the parts name them by their ids. Other references are written in fields, formulas and markup
// (ooxml_part.h).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "documents/ooxml_part.h"
#include "documents/package.h"
#include "documents/xml_part.h"
#include "find/html/page_text.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

constexpr std::size_t kLongestSheetName = 256;
// Rows that wait for the texts of shared strings.
constexpr std::size_t kMostWaitingBytes = std::size_t{32} << 20;

struct Relationship {
  std::string id, type, target;
  bool is_external = false;
};

// Types end alike in all versions of the standard. Those of external workbooks have a word behind.
bool is_type(std::string_view type, std::string_view last) {
  return ascii::ends_with_ignoring_case(type, last) && type.size() > last.size() &&
         type[type.size() - last.size() - 1] == '/';
}

std::string_view context_of(std::string_view type) {
  struct Type {
    std::string_view last, context;
  };
  constexpr Type kTypes[] = {
      {"hyperlink", "ooxml:hyperlink"},
      {"image", "ooxml:image"},
      {"attachedTemplate", "ooxml:template"},
      {"oleObject", "ooxml:ole"},
      {"package", "ooxml:ole"},
      {"externalLink", "ooxml:ole"},
      {"externalLinkPath", "ooxml:ole"},
      {"externalLinkLongPath", "ooxml:ole"},
      {"frame", "ooxml:frame"},
      {"subDocument", "ooxml:frame"},
  };
  for (const Type& known : kTypes) {
    if (is_type(type, known.last)) return known.context;
  }
  return contains(type, "/xlExternalLinkPath/") ? "ooxml:ole" : "ooxml:other";
}

// Relationships whose targets are files of other formats.
bool is_embedding(std::string_view type) {
  return is_type(type, "aFChunk") || is_type(type, "package") || is_type(type, "oleObject");
}

constexpr std::string_view kRelationshipsFolder = "_rels/", kRelationshipsEnding = ".rels";

// The part whose relationships an entry has: "word/document.xml" for "word/_rels/document.xml.rels", and ""
// for those of the package. Nothing if the entry has none.
std::optional<std::string> source_of(std::string_view entry) {
  const std::size_t folder = folder_of(entry).size();
  std::string_view file = entry.substr(folder == 0 ? 0 : folder + 1);
  const std::string_view path = entry.substr(0, entry.size() - file.size());
  if (!ascii::ends_with_ignoring_case(path, kRelationshipsFolder) ||
      !ascii::ends_with_ignoring_case(file, kRelationshipsEnding))
    return std::nullopt;
  file.remove_suffix(kRelationshipsEnding.size());
  return std::string(path.substr(0, path.size() - kRelationshipsFolder.size())).append(file);
}

std::string relationships_of(std::string_view part) {
  const std::size_t folder = folder_of(part).size();
  const std::size_t file = folder == 0 ? 0 : folder + 1;
  std::string name(part.substr(0, file));
  return name.append(kRelationshipsFolder).append(part.substr(file)).append(kRelationshipsEnding);
}

bool is_xml(std::string_view start) {
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) return true;
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  if (start.starts_with(std::string_view("\0<\0", 3))) return true;  // UTF-16 without a mark
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  return start.starts_with('<');
}

class OoxmlDocument final : public Document {
 public:
  OoxmlDocument(ZipFile zip, Reading& reading) : zip_(std::move(zip)), reading_(reading) {}

  [[nodiscard]] std::vector<DeclaredBase> bases() override;
  void find(find::Sink& sink) override;

 private:
  // A hyperlink whose text is a shared string.
  struct Waiting {
    std::string where, reference;
    std::uint32_t shared_string;
  };

  [[nodiscard]] std::vector<Relationship> relationships(const ZipEntry& entry, find::Sink& sink);
  [[nodiscard]] std::string target_of_type(std::string_view part, std::string_view type, find::Sink& sink);
  void read_workbook(find::Sink& sink);
  void find_with_relationships(const ZipEntry& entry, find::Sink& sink);
  void find_in_entry(const ZipEntry& entry, LinkUses& uses, find::Sink& sink);
  void report_relationships(const ZipEntry& entry, const std::vector<Relationship>& all, const LinkUses& uses,
                            find::Sink& sink);
  void report_waiting(bool with_texts, find::Sink& sink);

  const ZipFile zip_;
  Reading& reading_;
  std::map<std::string, std::string, std::less<>>
      sheets_;                                   // names of sheets by the lower-case names of parts
  std::set<std::string, std::less<>> embedded_;  // lower-case names of parts of other formats
  std::set<std::string, std::less<>> searched_;  // lower-case names of parts with relationships
  std::string shared_strings_;                   // the name of the part
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::string part_;  // the content of the part that is being read
};

std::vector<Relationship> OoxmlDocument::relationships(const ZipEntry& entry, find::Sink& sink) {
  std::vector<Relationship> all;
  std::string bytes;
  if (!zip_.read(entry, reading_, sink, bytes)) return all;
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (part.event() != XmlPart::Event::kStart || part.local() != "Relationship") continue;
    if (!reading_.charge_objects(1, sink)) break;
    Relationship& one = all.emplace_back();
    one.id = part.attribute("Id").value_or("");
    one.type = part.attribute("Type").value_or("");
    one.target = part.attribute("Target").value_or("");
    one.is_external = ascii::equals_ignoring_case(part.attribute("TargetMode").value_or(""), "External");
  }
  if (part.is_malformed()) reading_.damaged("a file in it is not well-formed XML");
  return all;
}

// The part that another part, or the package, refers to by a relationship of this type; "" if there is none.
std::string OoxmlDocument::target_of_type(std::string_view part, std::string_view type, find::Sink& sink) {
  const ZipEntry* const entry = zip_.find(relationships_of(part));
  if (entry == nullptr) return {};
  for (const Relationship& one : relationships(*entry, sink)) {
    if (!one.is_external && is_type(one.type, type))
      return path_in_package(folder_of(part), one.target).value_or("");
  }
  return {};
}

std::vector<DeclaredBase> OoxmlDocument::bases() {
  SilentSink sink;
  const ZipEntry* entry = zip_.find(target_of_type("", "extended-properties", sink));
  if (entry == nullptr) entry = zip_.find("docProps/app.xml");
  std::string bytes, base;
  if (entry == nullptr || !zip_.read(*entry, reading_, sink, bytes)) return {};
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (part.has_text_of(Ns::kProperties, "HyperlinkBase")) part.append_text(base, kMostInstruction);
    if (part.ends(Ns::kProperties, "HyperlinkBase")) break;
  }
  base = ascii::trim_html_space(base);
  if (base.empty()) return {};
  return {{BaseBy::kOfficeBase, base}};
}

// Learns the names of the sheets of a workbook, which say where a formula is.
void OoxmlDocument::read_workbook(find::Sink& sink) {
  const std::string workbook = target_of_type("", "officeDocument", sink);
  const ZipEntry* const entry = zip_.find(workbook);
  const ZipEntry* const links = zip_.find(relationships_of(workbook));
  if (entry == nullptr || links == nullptr || !ascii::ends_with_ignoring_case(workbook, ".xml")) return;
  std::string bytes;
  zip_.read_start(*entry, 4096, bytes);
  if (!contains(without_bytes(bytes, std::string_view("\0", 1)), "workbook") ||
      !zip_.read(*entry, reading_, sink, bytes))
    return;
  std::map<std::string, std::string, std::less<>> names;
  XmlPart part(bytes, reading_.limits, sink);
  while (part.next()) {
    if (!part.starts(Ns::kSheet, "sheet")) continue;
    std::string name = part.attribute("name").value_or("");
    name.resize(utf8::prefix(name, kLongestSheetName).size());
    names.emplace(part.attribute(Ns::kReference, "id").value_or(""), std::move(name));
  }
  for (const Relationship& one : relationships(*links, sink)) {
    const std::optional<std::string> target = path_in_package(folder_of(workbook), one.target);
    if (one.is_external || !target) continue;
    if (is_type(one.type, "sharedStrings")) shared_strings_ = ascii::lowered(*target);
    if (const auto name = names.find(one.id); name != names.end())
      sheets_.emplace(ascii::lowered(*target), name->second);
  }
}

void OoxmlDocument::find(find::Sink& sink) {
  if (zip_.is_cut()) sink.limit_hit(find::FindLimit::kDocumentObjects);
  if (!reading_.charge_objects(zip_.entries().size(), sink)) return;
  read_workbook(sink);
  for (const ZipEntry& entry : zip_.entries()) {
    if (source_of(entry.name)) find_with_relationships(entry, sink);
  }
  LinkUses none;
  for (const ZipEntry& entry : zip_.entries()) {
    const std::string name = ascii::lowered(entry.name);
    const bool is_searched = searched_.contains(name) && zip_.find(entry.name) == &entry;
    if (is_searched || name == shared_strings_ || source_of(entry.name)) continue;
    if (!embedded_.contains(name) && !contains(name, "/embeddings/")) {
      find_in_entry(entry, none, sink);
    } else if (zip_.read(entry, reading_, sink, part_)) {
      const std::string bytes = std::move(part_);
      find_in_embedded(bytes, entry.name, entry.name, reading_, sink);
    }
  }
  report_waiting(true, sink);
}

// Searches a part, and reports its relationships with the texts that are found in it.
void OoxmlDocument::find_with_relationships(const ZipEntry& entry, find::Sink& sink) {
  const std::string source = source_of(entry.name).value_or("");
  const std::vector<Relationship> all = relationships(entry, sink);
  LinkUses uses;
  for (const Relationship& one : all) {
    if (one.is_external && is_type(one.type, "hyperlink")) uses.try_emplace(one.id);
    const std::optional<std::string> target = path_in_package(folder_of(source), one.target);
    if (!one.is_external && target && is_embedding(one.type)) embedded_.insert(ascii::lowered(*target));
  }
  const std::string lower = ascii::lowered(source);
  const ZipEntry* const part = zip_.find(source);
  if (part != nullptr && !embedded_.contains(lower) && searched_.insert(lower).second)
    find_in_entry(*part, uses, sink);
  report_relationships(entry, all, uses, sink);
}

// Searches a part, if it is XML.
void OoxmlDocument::find_in_entry(const ZipEntry& entry, LinkUses& uses, find::Sink& sink) {
  constexpr std::size_t kStart = 256;
  if (reading_.bytes_left > 0) zip_.read_start(entry, kStart, part_);
  if (reading_.bytes_left == 0 || !is_xml(part_) || !zip_.read(entry, reading_, sink, part_)) return;
  const auto sheet = sheets_.find(ascii::lowered(entry.name));
  const PartPlace place{entry.name,
                        sheet != sheets_.end() ? std::string_view(sheet->second) : std::string_view()};
  find_in_part(part_, place, uses, reading_, sink);
}

void OoxmlDocument::report_relationships(const ZipEntry& entry, const std::vector<Relationship>& all,
                                         const LinkUses& uses, find::Sink& sink) {
  std::string where, text;
  for (const Relationship& one : all) {
    if (!one.is_external) continue;
    where.assign(entry.name).append("#").append(utf8::prefix(one.id, kLongestSheetName));
    const auto use = uses.find(one.id);
    if (use != uses.end() && use->second.shared_string) {
      waiting_.push_back({where, one.target, *use->second.shared_string});
      waiting_bytes_ += sizeof(Waiting) + where.size() + one.target.size();
      if (waiting_bytes_ > kMostWaitingBytes) report_waiting(false, sink);
      continue;
    }
    text.clear();
    if (use != uses.end()) find::collapse_text(use->second.text, text);
    report({context_of(one.type), where, one.target,
            text.empty() ? std::nullopt : std::optional<std::string_view>(text)},
           sink);
  }
}

void OoxmlDocument::report_waiting(bool with_texts, find::Sink& sink) {
  std::map<std::uint32_t, std::string> texts;
  const ZipEntry* const entry = zip_.find(shared_strings_);
  if (with_texts && !waiting_.empty() && entry != nullptr && zip_.read(*entry, reading_, sink, part_)) {
    for (const Waiting& link : waiting_) texts.try_emplace(link.shared_string);
    read_shared_strings(part_, texts, reading_, sink);
  }
  for (const Waiting& link : waiting_) {
    const auto text = texts.find(link.shared_string);
    const bool has_text = text != texts.end() && !text->second.empty();
    report({"ooxml:hyperlink", link.where, link.reference,
            has_text ? std::optional<std::string_view>(text->second) : std::nullopt},
           sink);
  }
  waiting_.clear();
  waiting_bytes_ = 0;
}

}  // namespace

std::unique_ptr<Document> open_ooxml(ZipFile zip, Reading& reading) {
  return std::make_unique<OoxmlDocument>(std::move(zip), reading);
}

}  // namespace mimebase::documents
