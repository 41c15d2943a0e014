#include "documents/pdf/structure.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <limits>
#include <new>
#include <set>
#include <utility>

#include "documents/pdf/filters.h"
#include "text/ascii.h"

namespace mimebase::documents {
namespace {

constexpr std::string_view kTrailerWord = "trailer";
constexpr std::string_view kEndOfStreamWord = "endstream", kEndOfObjectWord = "endobj";
constexpr auto kGreatestNumber = static_cast<std::uint64_t>(std::numeric_limits<int>::max());

// Only entries of objects that are there are kept in the end.
constexpr std::uint64_t kEntriesPerValue = 8;

// The offset of the number before the blanks before `end`. Returns `end` if there is none.
std::size_t number_before(std::string_view bytes, std::size_t end) {
  std::size_t at = end;
  while (at > 0 && is_pdf_space(bytes[at - 1])) --at;
  const std::size_t blanks = end - at;
  const std::size_t last = at;
  while (at > 0 && ascii::is_digit(bytes[at - 1])) --at;
  return blanks == 0 || at == last ? end : at;
}

std::optional<std::uint64_t> natural_value(QPDFObjectHandle value) {
  if (!value.isInteger() || value.getIntValue() < 0) return std::nullopt;
  return static_cast<std::uint64_t>(value.getIntValue());
}

// std::ranges::sort() wants operators that QPDFObjGen lacks.
void sort_by_id(std::vector<PdfStructure::Object>& objects) {
  std::sort(objects.begin(), objects.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

}  // namespace

PdfStructure::PdfStructure(std::string_view bytes, PdfMeter& meter)
    : bytes_(bytes), meter_(meter), scanner_(bytes, meter) {
  parsed_.setSuppressWarnings(true);
}

void PdfStructure::read() {
  const bool is_known = read_tables();
  const bool is_true = take_entries();
  if (!is_known || !is_true || !has_catalog()) search();
  for (const Packed& packed : packed_) packed_numbers_.insert(packed.number);
  find_streams();
}

// Whether the catalog that the trailer names is there.
bool PdfStructure::has_catalog() {
  QPDFObjectHandle dictionary = parse(trailer_);
  if (!dictionary.isDictionary()) return false;
  const QPDFObjGen id = dictionary.getKey("/Root").getObjGen();
  return find(QPDFObjGen(id.getObj(), generation_of(id))) != nullptr ||
         std::ranges::find(packed_, id.getObj(), &Packed::number) != packed_.end();
}

bool PdfStructure::read_tables() {
  std::set<std::uint64_t> visited;
  for (std::optional<std::uint64_t> offset = start_of_tables(); offset != 0;) {
    if (!offset || *offset >= bytes_.size() || !visited.insert(*offset).second) return false;
    std::optional<std::uint64_t> previous = 0;
    if (!read_section(*offset, previous)) return false;
    offset = previous;
  }
  return !trailer_.empty();
}

// The number behind the last "startxref". One before it is of an older revision.
std::optional<std::uint64_t> PdfStructure::start_of_tables() {
  constexpr std::size_t kTail = 1054;  // of which libqpdf wants to have it
  constexpr std::string_view kStart = "startxref";
  std::size_t at = bytes_.rfind(kStart);
  if (at == bytes_.npos || bytes_.size() - at > kTail || scanner_.word_at(at) != kStart) return std::nullopt;
  const auto offset = scanner_.integer_at(at);
  return offset == 0 ? std::nullopt : offset;
}

bool PdfStructure::read_section(std::size_t offset, std::optional<std::uint64_t>& previous) {
  constexpr std::string_view kTable = "xref";
  std::size_t end = offset;
  return scanner_.word_at(end) == kTable ? read_table(end, previous) : read_stream(offset, previous);
}

// Behind "xref".
bool PdfStructure::read_table(std::size_t offset, std::optional<std::uint64_t>& previous) {
  std::vector<Entry> free;
  if (!read_rows(offset, free)) return false;
  const auto span = scanner_.dictionary_at(offset);
  QPDFObjectHandle dictionary = span ? parse(text_of(*span)) : QPDFObjectHandle::newNull();
  if (!dictionary.isDictionary()) return false;
  if (trailer_.empty()) trailer_ = text_of(*span);
  // Objects that are free for programs that know no cross-reference streams (section 7.5.8.4).
  if (QPDFObjectHandle more = dictionary.getKey("/XRefStm"); !more.isNull()) {
    std::optional<std::uint64_t> ignored;
    const auto at = natural_value(more);
    if (!at || !read_stream(*at, ignored)) return false;
  }
  entries_.insert(entries_.end(), free.begin(), free.end());
  if (QPDFObjectHandle value = dictionary.getKey("/Prev"); !value.isNull()) previous = natural_value(value);
  return true;
}

bool PdfStructure::read_rows(std::size_t& offset, std::vector<Entry>& free) {
  while (true) {
    std::size_t end = offset;
    if (scanner_.word_at(end) == kTrailerWord) {
      offset = end;
      return true;
    }
    const auto first = scanner_.integer_at(offset), count = scanner_.integer_at(offset);
    if (!first || !count || *first > kGreatestNumber) return false;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto place = scanner_.integer_at(offset), generation = scanner_.integer_at(offset);
      const std::string_view word = scanner_.word_at(offset);
      if (!place || !generation || (word != "n" && word != "f")) return false;
      skip_remark(offset);
      if (*generation > kGreatestNumber || *first + i > kGreatestNumber) return false;
      const Entry entry{static_cast<int>(*first + i), static_cast<int>(*generation), *place,
                        word == "n" ? Entry::Type::kInFile : Entry::Type::kFree};
      (word == "n" ? entries_ : free).push_back(entry);
      if (i % kEntriesPerValue == 0) meter_.charge_kept(1);
    }
  }
}

// What a program has written behind a row. The next row may be in the same line.
void PdfStructure::skip_remark(std::size_t& offset) const {
  const std::string_view line = bytes_.substr(offset, bytes_.find_first_of("\r\n", offset) - offset);
  const std::size_t at = skip_pdf_space(line, 0);
  if (at == line.size() || ascii::is_digit(line[at]) || line.substr(at).starts_with(kTrailerWord)) return;
  offset += line.size();
}

bool PdfStructure::read_stream(std::size_t offset, std::optional<std::uint64_t>& previous) {
  const auto head = scanner_.object_at(offset);
  if (!head || !head->is_stream || head->type != "XRef") return false;
  QPDFObjectHandle dictionary = parse(text_of(*head->dictionary));
  if (!dictionary.isDictionary()) return false;
  tables_.emplace(head->id, offset);
  std::string data;
  PdfFilters filters(dictionary, meter_, data);
  if (!filters.can_decode()) return false;
  const PdfSpan packed{head->data, end_of_data(*head)};
  meter_.charge_reading(packed.end - packed.start);
  filters.write(text_of(packed));
  filters.finish();
  is_damaged_ = is_damaged_ || filters.is_damaged();
  const bool is_whole = take_rows(dictionary, data);
  if (trailer_.empty()) trailer_ = text_of(*head->dictionary);
  if (QPDFObjectHandle value = dictionary.getKey("/Prev"); !value.isNull()) previous = natural_value(value);
  return is_whole;
}

// Returns false if rows are missing.
bool PdfStructure::take_rows(QPDFObjectHandle& dictionary, std::string_view data) {
  constexpr std::uint64_t kMostBytes = 8;  // of a number
  QPDFObjectHandle widths = dictionary.getKey("/W"), index = dictionary.getKey("/Index");
  std::array<std::size_t, 3> width{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < width.size(); ++i) {
    const auto one =
        widths.isArray() ? natural_value(widths.getArrayItem(static_cast<int>(i))) : std::nullopt;
    if (!one || *one > kMostBytes) return false;
    width[i] = *one;
    size += *one;
  }
  if (size == 0) return false;
  meter_.charge_kept(data.size() / size / kEntriesPerValue);

  const int ranges = index.isArray() ? index.getArrayNItems() / 2 : 1;
  for (int range = 0; range < ranges; ++range) {
    const auto first = index.isArray() ? natural_value(index.getArrayItem(2 * range)) : std::uint64_t{0};
    const auto count =
        natural_value(index.isArray() ? index.getArrayItem(2 * range + 1) : dictionary.getKey("/Size"));
    if (!first || !count) return false;
    for (std::uint64_t i = 0; i < *count; ++i) {
      if (data.size() < size) return false;
      std::array<std::uint64_t, 3> field{width[0] == 0 ? 1U : 0U, 0, 0};
      for (std::size_t j = 0; j < width.size(); ++j) {
        for (const char c : data.substr(0, width[j]))
          field[j] = field[j] << 8 | static_cast<unsigned char>(c);
        data.remove_prefix(width[j]);
      }
      if (*first + i > kGreatestNumber) return false;
      // Other types are for the future.
      if (field[0] > 2 || (field[0] == 2 && field[1] > kGreatestNumber) || field[2] > kGreatestNumber)
        continue;
      Entry entry{static_cast<int>(*first + i), 0, field[1], static_cast<Entry::Type>(field[0])};
      if (entry.type != Entry::Type::kFree) entry.generation = static_cast<int>(field[2]);
      entries_.push_back(entry);
    }
  }
  return true;
}

// Keeps the newest entry of each object, if the object is there. Returns false if one is not.
bool PdfStructure::take_entries() {
  std::ranges::stable_sort(entries_, {}, &Entry::number);
  std::set<int> generations;
  int number = -1;
  bool is_deleted = false, is_true = true;
  for (const Entry& entry : entries_) {
    if (entry.number != number) {
      number = entry.number;
      is_deleted = false;
      generations.clear();
    }
    const int generation = entry.type == Entry::Type::kPacked ? 0 : entry.generation;
    if (is_deleted || generations.contains(generation)) continue;
    if (entry.type == Entry::Type::kFree) {
      is_deleted = true;
      continue;
    }
    generations.insert(generation);
    if (entry.type == Entry::Type::kPacked) {
      packed_.push_back({entry.number, static_cast<int>(entry.place), entry.generation});
    } else if (entry.place != 0) {  // some programs write free entries so
      const QPDFObjGen id(entry.number, generation);
      const bool is_there = entry.place < bytes_.size() && scanner_.id_at(entry.place) == id;
      // Programs make mistakes in what a table says of itself.
      const auto table = tables_.find(id);
      if (is_there || table != tables_.end()) {
        objects_.push_back({id, is_there ? entry.place : table->second});
      } else {
        is_true = false;
      }
    }
  }
  entries_ = {};
  sort_by_id(objects_);
  std::ranges::stable_sort(packed_, {}, &Packed::stream);
  return is_true;
}

const PdfStructure::Object* PdfStructure::find(QPDFObjGen id) const {
  const auto found = std::lower_bound(objects_.begin(), objects_.end(), id,
                                      [](const Object& a, QPDFObjGen b) { return a.id < b; });
  return found != objects_.end() && found->id == id ? &*found : nullptr;
}

// What the tables say and is true remains. Of several objects with one number, the last one in the file is
// the newest, unless it stands in the data of a stream.
void PdfStructure::search() {
  is_searched_ = true;
  meter_.charge_reading(bytes_.size());
  std::vector<Found> found;
  std::vector<PdfSpan> data, tables;
  search_objects(found, data, tables);
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return a.id == b.id ? a.is_inside && !b.is_inside : a.id < b.id;
  });
  std::vector<Object> added;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_last = i + 1 == found.size() || found[i + 1].id != found[i].id;
    if (is_last && find(found[i].id) == nullptr) added.push_back({found[i].id, found[i].offset});
  }
  objects_.insert(objects_.end(), added.begin(), added.end());
  sort_by_id(objects_);

  // An object may have been moved out of a stream, or into one.
  std::set<QPDFObjGen> older;
  std::erase_if(packed_, [&](const Packed& packed) {
    const Object* const own = find(QPDFObjGen(packed.number, 0));
    const Object* const stream = find(QPDFObjGen(packed.stream, 0));
    if (stream == nullptr || (own != nullptr && own->offset > stream->offset)) return true;
    if (own != nullptr) older.insert(own->id);
    return false;
  });
  std::erase_if(objects_, [&](const Object& object) { return older.contains(object.id); });
  if (!has_catalog()) search_trailer(data, tables);
}

void PdfStructure::search_objects(std::vector<Found>& found, std::vector<PdfSpan>& data,
                                  std::vector<PdfSpan>& tables) {
  constexpr std::string_view kObject = "obj";
  for (std::size_t at = 0; (at = bytes_.find(kObject, at)) != bytes_.npos; at += kObject.size()) {
    const std::size_t generation = number_before(bytes_, at);
    const std::size_t number = number_before(bytes_, generation);
    if (generation == at || number == generation) continue;
    const auto id = scanner_.id_at(number);
    if (!id) continue;
    const bool is_inside = !data.empty() && number < data.back().end;
    found.push_back({*id, number, is_inside});
    if (is_inside) continue;
    const auto head = scanner_.object_at(number);
    if (head->type == "Catalog") made_trailer_ = "<</Root " + head->id.unparse(' ') + " R>>";
    if (!head->is_stream) continue;
    if (head->type == "ObjStm") object_streams_.push_back({*id, number});
    if (head->type == "XRef") tables.push_back(*head->dictionary);
    data.push_back({head->data, end_of_data(*head)});
  }
}

// The last dictionary of a table that names a catalog. A stream that contains a file has trailers of its own.
void PdfStructure::search_trailer(const std::vector<PdfSpan>& data, std::vector<PdfSpan>& tables) {
  for (std::size_t at = 0; (at = bytes_.find(kTrailerWord, at)) != bytes_.npos;) {
    at += kTrailerWord.size();
    const auto after = std::ranges::upper_bound(data, at, {}, &PdfSpan::start);
    if (after != data.begin() && at < std::prev(after)->end) continue;
    if (const auto dictionary = scanner_.dictionary_at(at)) tables.push_back(*dictionary);
  }
  std::ranges::sort(tables, {}, &PdfSpan::start);
  for (std::size_t i = tables.size(); i-- > 0;) {
    QPDFObjectHandle dictionary = parse(text_of(tables[i]));
    if (!dictionary.isDictionary()) continue;
    QPDFObjectHandle root = dictionary.getKey("/Root");
    if (!root.isIndirect()) continue;
    // A catalog that is not in the file may be in an object stream.
    const Object* const object = find(root.getObjGen());
    const auto head = object != nullptr ? scanner_.object_at(object->offset) : std::nullopt;
    if (head ? head->type != "Catalog" : object_streams_.empty()) continue;
    trailer_ = text_of(tables[i]);
    return;
  }
  if (trailer_.empty()) trailer_ = made_trailer_;
}

// libqpdf reads the length of a stream while it reads the stream: a chain of lengths takes its stack.
void PdfStructure::find_streams() {
  meter_.allow_reading(objects_.size(), 0);
  std::vector<PdfSpan> data;
  for (const Object& object : objects_) offsets_.push_back(object.offset);
  std::ranges::sort(offsets_);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    auto head = scanner_.object_at(objects_[i].offset);
    if (!head || !head->is_stream) continue;
    const std::size_t end = end_of_data(*head);
    data.push_back({head->data, end});
    const bool is_right = head->length && head->data + *head->length == end && is_end(end);
    if (!is_right) streams_.push_back({i, std::move(*head), end});
  }
  std::ranges::sort(data, {}, &PdfSpan::start);
  meter_.charge_reading(bytes_.size());
  mended_ = mended(bytes_, data);
  if (mended_.empty()) return;
  const std::string_view before = std::exchange(bytes_, mended_);
  const bool is_of_file = trailer_.data() >= before.data() && trailer_.data() < before.data() + before.size();
  if (is_of_file)
    trailer_ = bytes_.substr(static_cast<std::size_t>(trailer_.data() - before.data()), trailer_.size());
}

std::string PdfStructure::mended(std::string_view text, const std::vector<PdfSpan>& skipped) const {
  std::string out;
  auto next = skipped.begin();
  for (std::size_t at = 0; (at = text.find('R', at)) != text.npos; ++at) {
    while (next != skipped.end() && next->end <= at) ++next;
    if (next != skipped.end() && next->start <= at) {
      at = next->end - 1;
      continue;
    }
    const std::size_t generation = number_before(text, at), number = number_before(text, generation);
    const bool is_word = at + 1 == text.size() || ends_pdf_word(text[at + 1]);
    if (!is_word || generation == at || number == generation) continue;
    std::size_t end = number;
    PdfScanner scanner(text, meter_);
    const auto first = scanner.integer_at(end);
    end = generation;
    const auto second = scanner.integer_at(end);
    if (!first || !second || *first > kGreatestNumber || *second > kGreatestNumber) continue;
    const QPDFObjGen id(static_cast<int>(*first), static_cast<int>(*second));
    std::string right = std::to_string(generation_of(id));
    if (generation_of(id) == id.getGen() || right.size() > end - generation) continue;
    right.insert(0, end - generation - right.size(), '0');
    if (out.empty()) out = text;
    out.replace(generation, right.size(), right);
  }
  return out;
}

// The generation of the object with this number: that of `id` if there is one, or none at all.
int PdfStructure::generation_of(QPDFObjGen id) const {
  const bool is_packed = packed_numbers_.contains(id.getObj());
  if (find(id) != nullptr || (is_packed && id.getGen() == 0)) return id.getGen();
  const QPDFObjGen after(id.getObj(), std::numeric_limits<int>::max());
  auto other = std::lower_bound(objects_.begin(), objects_.end(), after,
                                [](const Object& a, QPDFObjGen b) { return a.id < b; });
  if (is_packed) return 0;
  if (other == objects_.begin() || (--other)->id.getObj() != id.getObj()) return id.getGen();
  return other->id.getGen();
}

// Whether libqpdf finds the end of a stream there.
bool PdfStructure::is_end(std::size_t offset) {
  return scanner_.word_at(offset) == kEndOfStreamWord;
}

std::size_t PdfStructure::end_of_data(const PdfObjectHead& head) {
  std::optional<std::uint64_t> length = head.length;
  bool is_packed = false;
  if (head.length_object) {
    const Object* const object = find(*head.length_object);
    if (object != nullptr) length = scanner_.integer_object_at(object->offset);
    is_packed = object == nullptr && !offsets_.empty();
  }
  if (length && *length <= bytes_.size() - head.data && is_end(head.data + *length))
    return head.data + *length;

  if (ends_.empty()) find_ends();
  auto end = std::ranges::lower_bound(ends_, head.data);
  // A length in an object stream is not known yet. Up to the next object, all belongs to the stream.
  if (is_packed) {
    const auto next = std::ranges::upper_bound(offsets_, head.data);
    const auto behind = next == offsets_.end() ? ends_.end() : std::ranges::lower_bound(ends_, *next);
    const auto is_of_stream = [this](std::size_t at) {
      return bytes_.substr(at).starts_with(kEndOfStreamWord);
    };
    const auto from = std::reverse_iterator(behind);
    const auto last = std::find_if(from, std::reverse_iterator(end), is_of_stream);
    // Behind comments, many objects can be one stream.
    meter_.charge_steps(static_cast<std::uint64_t>(last - from));
    if (last.base() != end) end = std::prev(last.base());
  }
  if (end == ends_.end()) return bytes_.size();
  std::string_view data = text_of({head.data, *end});
  if (data.ends_with('\n')) data.remove_suffix(1);
  if (data.ends_with('\r')) data.remove_suffix(1);
  return head.data + data.size();
}

void PdfStructure::find_ends() {
  constexpr std::string_view kEnd = "end";
  meter_.charge_reading(bytes_.size());
  for (std::size_t at = 0; (at = bytes_.find(kEnd, at)) != bytes_.npos; at += kEnd.size()) {
    const std::string_view rest = bytes_.substr(at);
    if (rest.starts_with(kEndOfStreamWord) || rest.starts_with(kEndOfObjectWord)) ends_.push_back(at);
  }
  ends_.push_back(bytes_.size());
}

QPDFObjectHandle PdfStructure::parse(std::string_view text) {
  if (text.empty()) return QPDFObjectHandle::newNull();
  meter_.charge_text(text);
  try {
    QPDFObjectHandle value = QPDFObjectHandle::parse(&parsed_, std::string(text));
    [[maybe_unused]] const auto ignored = parsed_.getWarnings();  // which are kept otherwise
    return value;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return QPDFObjectHandle::newNull();  // a number that is too large
  }
}

}  // namespace mimebase::documents
