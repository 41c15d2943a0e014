// Office Open XML (ECMA-376, ISO/IEC 29500). What a document refers to is in the relationships of its parts;
// the parts name them by their ids. Other references are written in fields, formulas and markup
// (ooxml_part.h).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "documents/xml_part.h"
#include "find/html/page_text.h"
#include "find/sinks.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

struct Relationship {
  std::string id, kind,
      target;  // the kind is the last word of its type, which all versions of the standard share
  std::string_view context;
  bool is_external = false;

  [[nodiscard]] bool is_of(std::string_view name) const { return ascii::equals_ignoring_case(kind, name); }
  // Its target is a file of another format.
  [[nodiscard]] bool is_embedding() const {
    return is_of("aFChunk") || is_of("package") || is_of("oleObject");
  }
};

// Types of external workbooks have a word behind their name.
std::string_view context_of(std::string_view type, std::string_view kind) {
  struct Kind {
    std::string_view name, context;
  };
  constexpr Kind kKinds[] = {
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
  for (const Kind& known : kKinds) {
    if (ascii::equals_ignoring_case(kind, known.name)) return known.context;
  }
  return contains(type, "/xlExternalLinkPath/") ? "ooxml:ole" : "ooxml:other";
}

constexpr std::string_view kRelationshipsFolder = "_rels/", kRelationshipsEnding = ".rels";

// The part whose relationships an entry has: "word/document.xml" for "word/_rels/document.xml.rels", and ""
// for those of the package. Nothing if the entry has none.
std::optional<std::string> source_of(std::string_view entry) {
  const std::size_t path_size = entry.rfind('/') + 1;  // 0 without a path
  const std::string_view path = entry.substr(0, path_size);
  std::string_view file = entry.substr(path_size);
  if (!ascii::ends_with_ignoring_case(path, kRelationshipsFolder) ||
      !ascii::ends_with_ignoring_case(file, kRelationshipsEnding))
    return std::nullopt;
  file.remove_suffix(kRelationshipsEnding.size());
  return std::string(path.substr(0, path.size() - kRelationshipsFolder.size())).append(file);
}

std::string relationships_of(std::string_view part) {
  const std::size_t file = part.rfind('/') + 1;
  std::string name(part.substr(0, file));
  return name.append(kRelationshipsFolder).append(part.substr(file)).append(kRelationshipsEnding);
}

class OoxmlDocument final : public Document {
 public:
  OoxmlDocument(SharedZip zip, Reading& reading)
      : zip_(std::move(zip)), reading_(reading), searched_(reading), waiting_bytes_(reading) {}

  [[nodiscard]] std::vector<DeclaredBase> bases() override;
  void find(find::Sink& sink) override;

 private:
  // A hyperlink whose text is a shared string.
  struct Waiting {
    std::string where, reference, tooltip;
    std::uint32_t shared_string;
  };

  [[nodiscard]] std::vector<Relationship> relationships(const ZipEntry& entry, KeptBytes& kept,
                                                        find::Sink& sink);
  [[nodiscard]] std::vector<std::string> targets_of(std::string_view part, std::string_view kind,
                                                    find::Sink& sink);
  void read_workbook(find::Sink& sink);
  void find_with_relationships(const ZipEntry& entry, find::Sink& sink);
  void append_pieces(std::string_view first, find::Sink& sink);
  void find_in_entry(const ZipEntry& entry, LinkUses& uses, find::Sink& sink);
  void find_in_file(const ZipEntry& entry, find::Sink& sink);
  void report_relationships(const ZipEntry& entry, const std::vector<Relationship>& all, const LinkUses& uses,
                            find::Sink& sink);
  void report_use(const Relationship& one, const std::string& where, std::string_view location,
                  const LinkUse& use, find::Sink& sink);
  void report_waiting(bool with_texts, find::Sink& sink);
  void report_formulas(find::Sink& sink);
  [[nodiscard]] bool is_embedded(const ZipEntry& entry) const;

  const SharedZip zip_;
  Reading& reading_;
  std::map<std::string, std::string, std::less<>>
      sheets_;  // names of sheets by the lower-case names of parts
  // The lower-case names of files of other formats, without their folders.
  std::set<std::string, std::less<>> embedded_;
  std::set<const ZipEntry*> with_relationships_;  // parts that were searched
  std::set<const ZipEntry*> misnamed_;            // entries that are named as relationships, and are none
  SearchedFiles searched_;
  std::string shared_strings_;  // the lower-case name of the part
  std::vector<Waiting> waiting_;
  WaitingFormulas formulas_;
  KeptBytes waiting_bytes_;
  std::string part_;  // the content of the part that is being read
};

std::string_view file_name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::vector<Relationship> OoxmlDocument::relationships(const ZipEntry& entry, KeptBytes& kept,
                                                       find::Sink& sink) {
  std::vector<Relationship> all;
  std::string bytes;
  if (!zip_->read(entry, reading_, sink, bytes)) return all;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (part.event() != XmlPart::Event::kStart) continue;
    if (part.depth() == 1 && part.local() != "Relationships") misnamed_.insert(&entry);
    if (part.local() != "Relationship") continue;
    Relationship one;
    one.id = part.value("Id");
    const std::string type = part.value("Type");
    if (contains(type, '/')) one.kind = file_name_of(type);
    one.context = context_of(type, one.kind);
    one.target = part.value("Target");
    one.is_external = ascii::equals_ignoring_case(part.value("TargetMode"), "External");
    const std::size_t size = sizeof one + one.id.size() + one.kind.size() + one.target.size();
    if (!reading_.charge_objects(1, sink) || !kept.add(size, sink)) break;
    all.push_back(std::move(one));
  }
  if (part.is_malformed()) reading_.unread(kMalformed);
  return all;
}

// The parts that another part, or the package, refers to by relationships of this kind, each once.
std::vector<std::string> OoxmlDocument::targets_of(std::string_view part, std::string_view kind,
                                                   find::Sink& sink) {
  std::vector<std::string> targets;
  std::set<std::string> known;  // in lower case
  for (const ZipEntry* const entry : zip_->find_all(relationships_of(part))) {
    KeptBytes kept(reading_);
    for (const Relationship& one : relationships(*entry, kept, sink)) {
      const std::optional<std::string> target = path_in_package(folder_of(part), one.target);
      const bool is_target = !one.is_external && one.is_of(kind) && target;
      if (is_target && known.insert(ascii::lowered(*target)).second) targets.push_back(*target);
    }
  }
  return targets;
}

std::vector<DeclaredBase> OoxmlDocument::bases() {
  find::SilentSink sink;
  std::vector<std::string> names = targets_of("", "extended-properties", sink);
  if (names.empty()) names.emplace_back("docProps/app.xml");
  std::vector<DeclaredBase> bases;
  std::string bytes;
  for (const std::string& name : names) {
    for (const ZipEntry* const entry : zip_->find_all(name)) {
      if (!zip_->read(*entry, reading_, sink, bytes)) continue;
      std::string base;
      XmlPart part(bytes, reading_, sink);
      while (part.next()) {
        if (part.has_text_of(Ns::kProperties, "HyperlinkBase")) part.append_text(base);
        if (part.ends(Ns::kProperties, "HyperlinkBase")) break;
      }
      base = ascii::trim_html_space(base);
      if (!base.empty()) bases.push_back({BaseBy::kOfficeBase, base});
    }
  }
  // The first one in the package applies, if programs can find several.
  std::ranges::reverse(bases);
  return bases;
}

// Learns the names of the sheets of a workbook, which say where a formula is.
void OoxmlDocument::read_workbook(find::Sink& sink) {
  const std::vector<std::string> documents = targets_of("", "officeDocument", sink);
  const std::string workbook = documents.empty() ? std::string() : documents.front();
  const ZipEntry* const entry = zip_->find(workbook);
  const ZipEntry* const links = zip_->find(relationships_of(workbook));
  std::string bytes;
  if (entry == nullptr || links == nullptr || root_of(*zip_, *entry, reading_, sink) != "workbook" ||
      !zip_->read(*entry, reading_, sink, bytes))
    return;
  std::map<std::string, std::string, std::less<>> names;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (!part.starts(Ns::kSheet, "sheet")) continue;
    if (!reading_.charge_objects(1, sink)) break;
    names.emplace(part.value(Ns::kReference, "id"), part.value("name"));
  }
  KeptBytes kept(reading_);
  for (const Relationship& one : relationships(*links, kept, sink)) {
    const std::optional<std::string> target = path_in_package(folder_of(workbook), one.target);
    if (one.is_external || !target) continue;
    if (one.is_of("sharedStrings")) shared_strings_ = ascii::lowered(*target);
    if (const auto name = names.find(one.id); name != names.end())
      sheets_.emplace(ascii::lowered(*target), name->second);
  }
}

void OoxmlDocument::find(find::Sink& sink) {
  if (!charge_entries(*zip_, reading_, sink)) return;
  read_workbook(sink);
  for (const ZipEntry& entry : zip_->entries()) {
    if (source_of(entry.name)) find_with_relationships(entry, sink);
  }
  LinkUses none;
  for (const ZipEntry& entry : zip_->entries()) {
    if (source_of(entry.name) && !misnamed_.contains(&entry)) continue;
    if (is_embedded(entry)) find_in_file(entry, sink);
    // What a workbook calls its strings may be another part.
    const bool is_text =
        ascii::lowered(entry.name) == shared_strings_ && root_of(*zip_, entry, reading_, sink) == "sst";
    if (!is_text && !with_relationships_.contains(&entry) && searched_.is_new(entry, "part"))
      find_in_entry(entry, none, sink);
  }
  report_waiting(true, sink);
  report_formulas(sink);
}

// Searches a part, and reports its relationships with the texts that are found in it.
void OoxmlDocument::find_with_relationships(const ZipEntry& entry, find::Sink& sink) {
  const std::string source = source_of(entry.name).value_or("");
  // Many lists of relationships and many parts can have one name.
  constexpr std::uint64_t kStepsPerPart = 16;
  if (reading_.steps_left == 0 && !reading_.charge_steps(1, sink)) return;
  const std::vector<const ZipEntry*> parts = zip_->find_all(source);
  if (parts.size() > 1 && !reading_.charge_steps(kStepsPerPart * parts.size(), sink)) return;
  std::string way = "relationships";
  for (const ZipEntry* const part : parts) way.append(" ").append(std::to_string(part->data));
  if (!searched_.is_new(entry, way)) return;
  KeptBytes kept(reading_);
  const std::vector<Relationship> all = relationships(entry, kept, sink);
  LinkUses uses;
  for (const Relationship& one : all) {
    constexpr std::size_t kNode = sizeof(LinkUses::value_type) + 4 * sizeof(void*);
    if (one.is_external && one.is_of("hyperlink") && kept.add(kNode, sink)) uses.try_emplace(one.id);
    if (!one.is_external && one.is_embedding() && kept.add(kNode + one.target.size(), sink))
      embedded_.insert(ascii::lowered(file_name_of(path_in_package("", one.target).value_or(""))));
  }
  for (const ZipEntry* const part : parts) {
    if (with_relationships_.insert(part).second) find_in_entry(*part, uses, sink);
  }
  report_relationships(entry, all, uses, sink);
}

bool OoxmlDocument::is_embedded(const ZipEntry& entry) const {
  const std::string name = ascii::lowered(entry.name);
  return contains(name, "/embeddings/") || embedded_.contains(file_name_of(name));
}

// Adds the other pieces of a part to the first one: "1.fpage/[0].piece", "1.fpage/[1].last.piece" (ISO/IEC
// 29500-2, 7.2.4). Printers write XPS so.
void OoxmlDocument::append_pieces(std::string_view first, find::Sink& sink) {
  const std::string part(first.substr(0, first.rfind('/') + 1));
  std::string bytes;
  for (std::size_t number = 1;; ++number) {
    const std::string start = part + '[' + std::to_string(number) + ']';
    const ZipEntry* piece = zip_->find(start + ".piece");
    if (piece == nullptr) piece = zip_->find(start + ".last.piece");
    if (piece == nullptr || !zip_->read(*piece, reading_, sink, bytes)) return;
    if (!reading_.charge_bytes(bytes.size(), sink)) return;
    part_ += bytes;
  }
}

// Searches an entry if it is XML.
void OoxmlDocument::find_in_entry(const ZipEntry& entry, LinkUses& uses, find::Sink& sink) {
  zip_->read_start(entry, 8, reading_, sink, part_);
  const bool is_called_xml = ascii::ends_with_ignoring_case(entry.name, ".xml");
  if (is_called_xml && !part_.empty() && !is_xml(part_)) reading_.unread(kMalformed);
  // Where nothing can be read at first, damage is noted when all is read.
  if ((!part_.empty() && !is_xml(part_)) || !zip_->read(entry, reading_, sink, part_)) return;
  if (entry.name.ends_with("/[0].piece")) append_pieces(entry.name, sink);
  const auto sheet = sheets_.find(ascii::lowered(entry.name));
  const PartPlace place{entry.name,
                        sheet != sheets_.end() ? std::string_view(sheet->second) : std::string_view()};
  find_in_part(part_, place, uses, formulas_, reading_, sink);
}

// Searches an entry in another format, which its ending may determine.
void OoxmlDocument::find_in_file(const ZipEntry& entry, find::Sink& sink) {
  const std::size_t ending = std::min(entry.name.rfind('.'), entry.name.size());
  std::string bytes;
  if (searched_.is_new(entry, std::string_view(entry.name).substr(ending)) &&
      zip_->read(entry, reading_, sink, bytes))
    find_in_embedded(bytes, entry.name, entry.name, reading_, sink);
}

void OoxmlDocument::report_relationships(const ZipEntry& entry, const std::vector<Relationship>& all,
                                         const LinkUses& uses, find::Sink& sink) {
  std::string where;
  const LinkLocations unused = {{std::string(), LinkUse()}};
  for (const Relationship& one : all) {
    // A URL is outside, whatever its mode says.
    if (!one.is_external && !names_file(one.target)) continue;
    if (!reading_.charge_steps(entry.name.size() / 64, sink)) return;  // a step copies 64 bytes
    where.assign(entry.name).append("#").append(one.id);
    const auto used = uses.find(one.id);
    const bool is_used = used != uses.end() && !used->second.empty();
    for (const auto& [location, use] : is_used ? used->second : unused) {
      // Each location has a copy of the target.
      if (!reading_.charge_steps(is_used ? (where.size() + one.target.size()) / 64 : 0, sink)) return;
      report_use(one, where, location, use, sink);
    }
  }
}

void OoxmlDocument::report_use(const Relationship& one, const std::string& where, std::string_view location,
                               const LinkUse& use, find::Sink& sink) {
  std::string target = with_location(one.target, location);
  if (use.shared_string) {
    const std::size_t size = sizeof(Waiting) + where.size() + target.size() + use.tooltip.size();
    if (!waiting_bytes_.add(size, sink)) report_waiting(false, sink);
    waiting_.push_back({where, std::move(target), use.tooltip, *use.shared_string});
    return;
  }
  std::string text;
  find::collapse_text(use.text, text);
  report({one.context, where, target, text, {}, use.tooltip}, sink);
}

void OoxmlDocument::report_waiting(bool with_texts, find::Sink& sink) {
  std::map<std::uint32_t, std::string> texts;
  const ZipEntry* const entry = zip_->find(shared_strings_);
  if (with_texts && !waiting_.empty() && entry != nullptr && zip_->read(*entry, reading_, sink, part_)) {
    for (const Waiting& link : waiting_) texts.try_emplace(link.shared_string);
    read_shared_strings(part_, texts, reading_, sink);
  }
  for (const Waiting& link : waiting_) {
    const auto text = texts.find(link.shared_string);
    const std::string_view shown = text != texts.end() ? std::string_view(text->second) : std::string_view();
    report({"ooxml:hyperlink", link.where, link.reference, shown, {}, link.tooltip}, sink);
  }
  waiting_.clear();
}

// Reads the cells that formulas need, once all formulas are known.
void OoxmlDocument::report_formulas(find::Sink& sink) {
  if (formulas_.all.empty()) return;
  std::map<std::uint32_t, std::vector<std::string*>> shared;
  for (const auto& [part, sheet] : sheets_) {
    const auto cells = formulas_.cells.find(ascii::lowered(sheet));
    const ZipEntry* const entry = zip_->find(part);
    if (cells != formulas_.cells.end() && entry != nullptr && zip_->read(*entry, reading_, sink, part_))
      read_needed_cells(part_, cells->second, shared, reading_, sink);
  }
  const ZipEntry* const strings = zip_->find(shared_strings_);
  if (!shared.empty() && strings != nullptr && zip_->read(*strings, reading_, sink, part_)) {
    std::map<std::uint32_t, std::string> texts;
    for (const auto& [number, cells] : shared) texts.try_emplace(number);
    read_shared_strings(part_, texts, reading_, sink);
    for (const auto& [number, cells] : shared) {
      for (std::string* const cell : cells) {
        if (reading_.charge_bytes(texts[number].size(), sink)) *cell = texts[number];
      }
    }
  }
  report_waiting_formulas(formulas_, reading_, sink);
}

}  // namespace

std::unique_ptr<Document> open_ooxml(SharedZip zip, Reading& reading) {
  return std::make_unique<OoxmlDocument>(std::move(zip), reading);
}

}  // namespace mimebase::documents
