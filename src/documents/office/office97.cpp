// Binary Office files: .doc, .xls and .ppt of Office 97 to 2003, which are compound files (MS-CFB). Documents
// embedded in them are storages of the same file.
#include "documents/office/office97.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binary/compound_file.h"
#include "binary/strings.h"
#include "documents/document.h"
#include "documents/office/compound_streams.h"
#include "documents/office/office_encryption.h"
#include "documents/office/ole_object.h"
#include "documents/office/property_set.h"
#include "documents/package/package.h"
#include "documents/reporting.h"
#include "find/nested_sink.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kSummaryName = "DocumentSummaryInformation";

// A storage with the streams of a document; those of other purposes are not listed. -1: there is none.
struct OfficeStorage {
  std::string name;                   // "" for the root
  const std::string* base = nullptr;  // of its summary
  int word = -1, tables[2] = {-1, -1}, data = -1;
  int workbook = -1, book = -1;
  int powerpoint = -1, current_user = -1;
  int summary = -1, encrypted_package = -1, encryption_info = -1;
  std::vector<int> objects;  // streams of OLE objects

  [[nodiscard]] int excel() const { return workbook >= 0 ? workbook : book; }
  [[nodiscard]] bool has_document() const { return word >= 0 || excel() >= 0 || powerpoint >= 0; }
};

struct OfficeStream {
  std::string_view name;
  int OfficeStorage::*entry;
};
constexpr OfficeStream kOfficeStreams[] = {{"WordDocument", &OfficeStorage::word},
                                           {"Data", &OfficeStorage::data},
                                           {"Workbook", &OfficeStorage::workbook},
                                           {"Book", &OfficeStorage::book},
                                           {"PowerPoint Document", &OfficeStorage::powerpoint},
                                           {"Current User", &OfficeStorage::current_user},
                                           {"\5DocumentSummaryInformation", &OfficeStorage::summary},
                                           {"EncryptedPackage", &OfficeStorage::encrypted_package},
                                           {"EncryptionInfo", &OfficeStorage::encryption_info}};

void add_stream(const std::string& name, int entry, OfficeStorage& storage) {
  for (const OfficeStream& known : kOfficeStreams) {
    if (ascii::equals_ignoring_case(name, known.name) && storage.*known.entry < 0)
      storage.*known.entry = entry;
  }
  for (const int table : {0, 1}) {
    if (name == (table == 0 ? "0Table" : "1Table")) storage.tables[table] = entry;
  }
  if (is_ole_object_stream(name)) storage.objects.push_back(entry);
}

std::vector<OfficeStorage> list_storages(const binary::CompoundFile& file) {
  std::vector<OfficeStorage> storages;
  if (file.root() < 0) return storages;
  storages.emplace_back();
  struct Step {
    int entry;
    std::size_t storage;
  };
  std::vector<Step> steps = {{file.first_child(file.root()), 0}};
  while (!steps.empty()) {
    const auto [entry, storage] = steps.back();
    steps.pop_back();
    if (entry < 0) continue;
    steps.push_back({file.next(entry), storage});
    if (!file.is_storage(entry)) {
      add_stream(file.name(entry), entry, storages[storage]);
      continue;
    }
    steps.push_back({file.first_child(entry), storages.size()});
    storages.emplace_back().name = file.name(entry);
  }
  return storages;
}

bool is_office(const std::vector<OfficeStorage>& storages) {
  return !storages.empty() && (storages[0].has_document() || storages[0].encrypted_package >= 0);
}

// Remembers limits.
class HitLimits : public find::SilentSink {
 public:
  void limit_hit(find::FindLimit limit) override { limits.insert(limit); }

  std::set<find::FindLimit> limits;
};

class Office97Document : public Document {
 public:
  Office97Document(std::string_view bytes, Reading& reading)
      : streams_(bytes, reading), file_(streams_.file()), reading_(reading), storages_(list_storages(file_)) {
    if (!is_office(storages_)) return;
    read_bases();
    is_encrypted_ = find_encryption();
  }

  [[nodiscard]] bool has_document() const { return is_office(storages_); }
  std::vector<DeclaredBase> bases() override {
    if (storages_[0].base == nullptr) return {};
    return {{BaseBy::kOfficeBase, *storages_[0].base}};
  }
  void find(find::Sink& sink) override;
  [[nodiscard]] bool is_encrypted() const override { return is_encrypted_; }
  // The encrypted package, if everybody can open it.
  [[nodiscard]] std::optional<std::string> package();

 private:
  using Place = binary::CompoundFile::Place;

  [[nodiscard]] bool find_encryption();
  void read_bases();
  [[nodiscard]] bool is_new(const OfficeStorage& storage);
  void find_in_inner(const OfficeStorage& storage, find::Sink& sink);
  void find_in_storage(const OfficeStorage& storage, find::Sink& sink);
  void find_in_objects(const OfficeStorage& storage, find::Sink& sink);

  CompoundStreams streams_;
  binary::CompoundFile& file_;
  Reading& reading_;
  std::vector<OfficeStorage> storages_;
  std::map<Place, std::string> bases_;  // by the places of summaries
  HitLimits hit_;                       // while there was no sink
  std::set<std::vector<Place>> searched_;
  ObjectStreams searched_objects_;
  std::optional<std::string> workbook_;  // if it was encrypted
  bool is_encrypted_ = false;
};

std::optional<std::string> Office97Document::package() {
  constexpr std::uint64_t kSteps = 10;  // of one hash
  const OfficeStorage& root = storages_[0];
  if (root.encrypted_package < 0 || root.encryption_info < 0) return std::nullopt;
  std::string info, bytes;
  const std::string_view described = streams_.read(root.encryption_info, info, hit_);
  const std::string_view package = streams_.read(root.encrypted_package, bytes, hit_);
  if (!reading_.charge_bytes(package.size(), hit_)) return std::nullopt;
  return decrypted_package(described, package, [this](std::uint64_t hashes) {
    return reading_.charge_steps(hashes * kSteps, hit_);
  });
}

bool Office97Document::find_encryption() {
  constexpr std::uint64_t kStart = 4096;
  const OfficeStorage& root = storages_[0];
  std::string buffer;
  const auto start = [&](int entry) {
    return entry < 0 ? std::string_view() : file_.read(entry, kStart, buffer);
  };
  if (root.encrypted_package >= 0 || is_encrypted_word97(start(root.word)) ||
      is_encrypted_powerpoint97(start(root.current_user)))
    return true;
  if (!is_encrypted_excel97(start(root.excel()))) return false;
  const std::string_view stream = streams_.read(root.excel(), buffer, hit_);
  if (reading_.charge_bytes(stream.size(), hit_)) workbook_ = decrypted_workbook(stream);
  return !workbook_;
}

void Office97Document::read_bases() {
  std::string buffer;
  for (OfficeStorage& storage : storages_) {
    const bool has_references = storage.has_document() || &storage == storages_.data();
    if (storage.summary < 0 || !has_references) continue;
    const auto [base, is_first] = bases_.try_emplace(file_.place(storage.summary));
    if (is_first) {
      const std::string_view summary = streams_.read(storage.summary, buffer, hit_);
      const std::string text = binary::from_utf16(user_defined_blob(summary, "_PID_LINKBASE"));
      base->second = ascii::trimmed(text, ascii::kCWhiteSpace);
    }
    if (!base->second.empty()) storage.base = &base->second;
  }
}

void Office97Document::find(find::Sink& sink) {
  for (const find::FindLimit limit : hit_.limits) sink.limit_hit(limit);
  for (const OfficeStorage& storage : storages_) {
    if (!reading_.charge_objects(1, sink)) break;
    if (&storage == storages_.data()) {
      if (is_new(storage)) find_in_storage(storage, sink);
    } else if (storage.has_document() && !is_encrypted_ && is_new(storage)) {
      find_in_inner(storage, sink);
    }
    if (!is_encrypted_) find_in_objects(storage, sink);
  }
  if (file_.is_damaged()) reading_.damaged("its compound file is damaged or truncated");
}

// False if another storage has the same streams, with the same references and base.
bool Office97Document::is_new(const OfficeStorage& storage) {
  std::vector<Place> places;
  for (const int entry : {storage.word, storage.tables[0], storage.tables[1], storage.data, storage.excel(),
                          storage.powerpoint, storage.summary})
    places.push_back(entry < 0 ? Place() : file_.place(entry));
  return searched_.insert(std::move(places)).second;
}

// Searches a document inside the document.
void Office97Document::find_in_inner(const OfficeStorage& storage, find::Sink& sink) {
  find::NestedPlace place;
  place.where = storage.name.empty() ? std::string_view("object") : std::string_view(storage.name);
  if (storage.base != nullptr) {
    find::NestedSink around(place, sink);
    place.scope = around.open_scope(find::kDocument, {BaseBy::kOfficeBase, *storage.base, {}});
  }
  find::NestedSink nested(place, sink);
  find_in_storage(storage, nested);
}

// Searches the document whose streams a storage has, and then the list of its hyperlinks.
void Office97Document::find_in_storage(const OfficeStorage& storage, find::Sink& sink) {
  Office97Rows rows(reading_, sink);
  std::string buffers[4];
  if (storage.word >= 0 && !is_encrypted_) {
    Word97Streams streams;
    streams.main = streams_.read(storage.word, buffers[0], sink);
    streams.tables[0] = streams_.read(storage.tables[0], buffers[1], sink);
    streams.tables[1] = streams_.read(storage.tables[1], buffers[2], sink);
    streams.data = streams_.read(storage.data, buffers[3], sink);
    find_in_word97(streams, rows);
  }
  if (storage.excel() >= 0 && !is_encrypted_) {
    const bool was_encrypted = workbook_ && &storage == storages_.data();
    find_in_excel97(was_encrypted ? *workbook_ : streams_.read(storage.excel(), buffers[0], sink), rows);
  }
  if (storage.powerpoint >= 0 && !is_encrypted_)
    find_in_powerpoint97(streams_.read(storage.powerpoint, buffers[0], sink), rows);
  const std::string_view summary = streams_.read(storage.summary, buffers[0], sink);
  for_each_listed_hyperlink(user_defined_blob(summary, "_PID_HLINKS"), [&](const ListedHyperlink& hyperlink) {
    rows.add_if_new(kSummaryName, with_location(hyperlink.target, hyperlink.location),
                    hyperlink.is_picture ? "ooxml:image" : "ooxml:hyperlink");
  });
}

void Office97Document::find_in_objects(const OfficeStorage& storage, find::Sink& sink) {
  std::string buffer;
  for (const int entry : storage.objects) {
    if (!reading_.charge_objects(1, sink)) return;
    const std::string name = file_.name(entry);
    if (!searched_objects_.emplace(name, file_.place(entry)).second) continue;
    const std::string_view where = storage.name.empty() ? std::string_view("object") : storage.name;
    find_in_ole_object_stream(name, streams_.read(entry, buffer, sink), "ooxml:ole", where, reading_, sink);
  }
}

}  // namespace

bool Office97Rows::charge() {
  is_stopped_ = is_stopped_ || !reading_.charge_objects(1, sink_);
  return !is_stopped_;
}

void Office97Rows::add(const Row& row) {
  if (row.reference.empty() || !charge()) return;
  known_.insert(comparable_reference(row.reference));
  known_.insert(comparable_reference(row.reference.substr(0, row.reference.find('#'))));
  report(row, sink_);
}

void Office97Rows::add_if_new(std::string_view where, std::string_view reference, std::string_view context) {
  if (!known_.contains(comparable_reference(reference))) add({context, where, reference});
}

void Office97Rows::add_new_monikers(std::string_view where, std::string_view bytes) {
  for_each_moniker(bytes, reading_, sink_, [&](std::string_view reference) { add_if_new(where, reference); });
}

std::unique_ptr<Document> open_office97(std::string_view bytes, Reading& reading) {
  auto document = std::make_unique<Office97Document>(bytes, reading);
  if (!document->has_document()) return nullptr;
  if (std::optional<std::string> package = document->package()) {
    if (auto opened = open_zip(ZipFile::open_kept(std::move(*package), reading), reading)) return opened;
  }
  return document;
}

bool is_office97(std::string_view bytes) {
  return binary::begins_compound_file(bytes) && is_office(list_storages(binary::CompoundFile(bytes)));
}

}  // namespace mimebase::documents
