// Binary Office files: .doc, .xls and .ppt of Office 97 to 2003, which are compound files (MS-CFB). Documents
// embedded in them are storages of the same file.
#include "documents/office97.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/binary_fields.h"
#include "documents/document.h"
#include "documents/ole_object.h"
#include "documents/package.h"
#include "documents/property_set.h"
#include "documents/reporting.h"
#include "find/nested_sink.h"
#include "outlook/compound_file.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kSummaryName = "DocumentSummaryInformation";
constexpr std::size_t kMostBaseBytes = std::size_t{1} << 20;

// References are the same if programs write one for the other: "C:\a b" and "file:///c:/a%20b".
std::string comparable_target(std::string_view reference) {
  std::string same = ascii::lowered(ascii::percent_decoded(reference));
  std::ranges::replace(same, '\\', '/');
  if (same.starts_with("file:")) same.erase(0, same.starts_with("file:///") ? 8 : 5);
  while (same.ends_with('/')) same.pop_back();
  return same;
}

// A storage with the streams of a document; those of other purposes are not listed. -1: there is none.
struct OfficeStorage {
  std::string name;  // "" for the root
  std::vector<DeclaredBase> bases = {};
  int word = -1, tables[2] = {-1, -1}, data = -1;
  int workbook = -1, book = -1;
  int powerpoint = -1, current_user = -1;
  int summary = -1, encrypted_package = -1;
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
                                           {"EncryptedPackage", &OfficeStorage::encrypted_package}};

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

class Office97Document : public Document {
 public:
  Office97Document(std::string_view bytes, Reading& reading)
      : file_(bytes), reading_(reading), unread_(bytes.size()) {
    list_storages();
    if (!is_office()) return;
    read_bases();
    is_encrypted_ = find_encryption();
  }

  [[nodiscard]] bool is_office() const {
    return !storages_.empty() && (storages_[0].has_document() || storages_[0].encrypted_package >= 0);
  }
  std::vector<DeclaredBase> bases() override { return storages_[0].bases; }
  void find(find::Sink& sink) override;
  [[nodiscard]] bool is_encrypted() const override { return is_encrypted_; }

 private:
  void list_storages();
  [[nodiscard]] bool find_encryption();
  void read_bases();
  void find_in_storage(const OfficeStorage& storage, find::Sink& sink);
  void find_in_objects(const OfficeStorage& storage, find::Sink& sink);
  [[nodiscard]] std::string_view read(int entry, std::string& buffer, find::Sink& sink);

  outlook::CompoundFile file_;
  Reading& reading_;
  std::uint64_t unread_;  // bytes that the streams may still have
  std::vector<OfficeStorage> storages_;
  bool is_encrypted_ = false;
};

void Office97Document::list_storages() {
  if (file_.root() < 0) return;
  storages_.emplace_back();
  struct Step {
    int entry;
    std::size_t storage;
  };
  std::vector<Step> steps = {{file_.first_child(file_.root()), 0}};
  while (!steps.empty()) {
    const auto [entry, storage] = steps.back();
    steps.pop_back();
    if (entry < 0) continue;
    steps.push_back({file_.next(entry), storage});
    if (!file_.is_storage(entry)) {
      add_stream(file_.name(entry), entry, storages_[storage]);
      continue;
    }
    steps.push_back({file_.first_child(entry), storages_.size()});
    storages_.emplace_back().name = file_.name(entry);
  }
}

bool Office97Document::find_encryption() {
  constexpr std::uint64_t kStart = 4096;
  const OfficeStorage& root = storages_[0];
  std::string buffer;
  const auto start = [&](int entry) {
    return entry < 0 ? std::string_view() : file_.read(entry, kStart, buffer);
  };
  return root.encrypted_package >= 0 || is_encrypted_word97(start(root.word)) ||
         is_encrypted_excel97(start(root.excel())) || is_encrypted_powerpoint97(start(root.current_user));
}

// Summaries are shared by no storages, as with all streams: see read().
void Office97Document::read_bases() {
  std::uint64_t left = unread_;
  std::string buffer;
  for (OfficeStorage& storage : storages_) {
    const bool has_references = storage.has_document() || &storage == storages_.data();
    if (storage.summary < 0 || !has_references) continue;
    const std::string_view summary = file_.read(storage.summary, std::min(left, reading_.bytes_left), buffer);
    left -= summary.size();
    const std::string base =
        from_utf16(user_defined_blob(summary, "_PID_LINKBASE").substr(0, kMostBaseBytes));
    std::string trimmed(ascii::trimmed(base, ascii::kCWhiteSpace));
    if (!trimmed.empty()) storage.bases.push_back({BaseBy::kOfficeBase, std::move(trimmed)});
  }
}

void Office97Document::find(find::Sink& sink) {
  for (const OfficeStorage& storage : storages_) {
    if (!reading_.charge_objects(1, sink)) return;
    const bool is_root = &storage == storages_.data();
    find::NestedPlace place;
    place.where = storage.name.empty() ? std::string_view("object") : std::string_view(storage.name);
    if (is_root) {
      find_in_storage(storage, sink);
    } else if (storage.has_document() && !is_encrypted_) {
      for (const DeclaredBase& base : storage.bases)
        place.scope =
            find::NestedSink(place, sink).open_scope(find::kDocument, {base.by, base.reference, {}});
      find::NestedSink nested(place, sink);
      find_in_storage(storage, nested);
    }
    if (!is_encrypted_) find_in_objects(storage, sink);
  }
  if (file_.is_damaged()) reading_.damaged("its compound file is damaged or truncated");
}

// Searches the document whose streams a storage has, and then the list of its hyperlinks.
void Office97Document::find_in_storage(const OfficeStorage& storage, find::Sink& sink) {
  Office97Rows rows(reading_, sink);
  std::string buffers[4];
  if (storage.word >= 0 && !is_encrypted_) {
    Word97Streams streams;
    streams.main = read(storage.word, buffers[0], sink);
    streams.tables[0] = read(storage.tables[0], buffers[1], sink);
    streams.tables[1] = read(storage.tables[1], buffers[2], sink);
    streams.data = read(storage.data, buffers[3], sink);
    find_in_word97(streams, rows);
  }
  if (storage.excel() >= 0 && !is_encrypted_) find_in_excel97(read(storage.excel(), buffers[0], sink), rows);
  if (storage.powerpoint >= 0 && !is_encrypted_)
    find_in_powerpoint97(read(storage.powerpoint, buffers[0], sink), rows);
  const std::string_view summary = read(storage.summary, buffers[0], sink);
  for_each_listed_hyperlink(user_defined_blob(summary, "_PID_HLINKS"),
                            [&](const std::string& target, const std::string& location) {
                              rows.add_if_new(kSummaryName, with_location(target, location));
                            });
}

void Office97Document::find_in_objects(const OfficeStorage& storage, find::Sink& sink) {
  std::string buffer;
  for (const int entry : storage.objects) {
    if (!reading_.charge_objects(1, sink)) return;
    const std::string name = file_.name(entry);
    const std::string_view where = storage.name.empty() ? std::string_view("object") : storage.name;
    find_in_ole_object_stream(name, read(entry, buffer, sink), "ooxml:ole", where, reading_, sink);
  }
}

// Returns a whole stream. Streams that share bytes are damaged; without this limit, a small file could have
// any number of long ones.
std::string_view Office97Document::read(int entry, std::string& buffer, find::Sink& sink) {
  if (entry < 0) return {};
  const std::string_view stream = file_.read(entry, std::min(unread_, reading_.bytes_left + 1), buffer);
  if (stream.size() < file_.size(entry)) reading_.damaged("its compound file is damaged or truncated");
  unread_ -= stream.size();
  return reading_.charge_bytes(stream.size(), sink) ? stream : std::string_view();
}

}  // namespace

void Office97Rows::add(std::string_view context, std::string_view where, std::string_view reference,
                       std::optional<std::string_view> text, std::optional<LinkKind> kind) {
  if (reference.empty() || is_stopped_) return;
  is_stopped_ = !reading_.charge_objects(1, sink_);
  if (is_stopped_) return;
  known_.insert(comparable_target(reference));
  known_.insert(comparable_target(reference.substr(0, reference.find('#'))));
  report(context, where, reference, sink_, text, kind);
}

void Office97Rows::add_if_new(std::string_view where, std::string_view reference) {
  if (!known_.contains(comparable_target(reference))) add("ooxml:hyperlink", where, reference);
}

void Office97Rows::add_new_monikers(std::string_view where, std::string_view bytes) {
  for_each_moniker(bytes, [&](std::string_view reference) { add_if_new(where, reference); });
}

std::string with_location(std::string target, std::string_view location) {
  if (!target.empty() && !location.empty()) target.append("#").append(location);
  return target;
}

std::unique_ptr<Document> open_office97(std::string_view bytes, Reading& reading) {
  auto document = std::make_unique<Office97Document>(bytes, reading);
  if (!document->is_office()) return nullptr;
  return document;
}

bool is_office97(std::string_view bytes) {
  if (!outlook::begins_compound_file(bytes)) return false;
  const Limits limits;
  Reading reading(limits);
  return open_office97(bytes, reading) != nullptr;
}

}  // namespace mimebase::documents
