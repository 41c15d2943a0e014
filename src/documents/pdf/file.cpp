#include "documents/pdf/file.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <utility>

#include "charset/charset.h"
#include "documents/pdf/filters.h"
#include "documents/pdf/qpdf.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// Passes the data of a stream, which libqpdf has decrypted, to filters. libqpdf catches what write() throws,
// but not its own exceptions: those of encryption. What is read of the input meanwhile is data.
class Decrypted final : public Pipeline {
 public:
  Decrypted(PdfFilters& filters, PdfMeter& meter, PdfInput& input)
      : Pipeline("decrypted", nullptr), filters_(filters), meter_(meter), input_(input) {
    input_.read_stream(true);
  }
  ~Decrypted() override { input_.read_stream(false); }
  Decrypted(const Decrypted&) = delete;
  Decrypted& operator=(const Decrypted&) = delete;
  void write(const unsigned char* data, std::size_t size) override {
    try {
      filters_.write({reinterpret_cast<const char*>(data), size});
    } catch (const std::bad_alloc&) {
      meter_.memory_ran_out();
      throw;
    }
  }
  void finish() override {}

 private:
  PdfFilters& filters_;
  PdfMeter& meter_;
  PdfInput& input_;
};

constexpr std::string_view kDamagedStream = "a stream in it is damaged: it was read as far as possible";
constexpr std::string_view kLostObject = "an object in it is damaged, or nested too deeply";
constexpr std::string_view kLostValue = "a value in it is damaged: it was skipped";

// Warnings of libqpdf after which it takes an object, or a value in one, for null.
constexpr std::string_view kOfLostObjects[] = {"error reading object", "excessively deeply nested",
                                               "giving up on reading object",
                                               "parse error while reading object"};
constexpr std::string_view kOfLostValues[] = {"in hexstring",
                                              "EOF while reading token",
                                              "treating unexpected",
                                              "unexpected dictionary close",
                                              "unexpected )",
                                              "unexpected >",
                                              "null character not allowed in name"};

// Offsets in a file count from its header, which may stand behind other bytes.
std::string_view behind_junk(std::string_view bytes) {
  constexpr std::size_t kStart = 1024;
  const std::size_t at = bytes.substr(0, kStart).find("%PDF-");
  return bytes.substr(at == bytes.npos ? 0 : at);
}

// A cross-reference table of objects in the order of their numbers. The last one with a number is valid.
std::string table_of(const std::vector<PdfStructure::Object>& objects) {
  constexpr std::size_t kOffset = 10, kGeneration = 5;  // digits
  const auto padded = [](std::uint64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.insert(0, digits - std::min(digits, text.size()), '0');
  };
  std::string table = "xref\n", rows;
  int first = 0, count = 0;
  const auto end_section = [&] {
    if (count > 0) table += std::to_string(first) + ' ' + std::to_string(count) + '\n' + rows;
    rows.clear();
    count = 0;
  };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const QPDFObjGen id = objects[i].id;
    if (i + 1 < objects.size() && objects[i + 1].id == id) continue;
    if (id.getObj() != first + count) {
      end_section();
      first = id.getObj();
    }
    ++count;
    rows += padded(objects[i].offset, kOffset) + ' ' +
            padded(static_cast<std::uint64_t>(id.getGen()), kGeneration) + " n \n";
  }
  end_section();
  return table;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  charset::Charset().append_utf8(text, out);
  return out;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
}

// Neither white space, which some viewers keep, nor part of a URL.
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) && !ascii::is_html_space(c);
}

}  // namespace

std::string_view without_outer_controls(std::string_view text) {
  const auto is_part = [](char c) { return !is_control(c) && !ascii::is_html_space(c); };
  const auto* const first = std::ranges::find_if(text, is_part);
  const auto* const last = std::find_if(text.rbegin(), text.rend(), is_part).base();
  if (first == text.end()) return std::ranges::any_of(text, is_control) ? std::string_view() : text;
  const auto* const start = std::find_if(std::reverse_iterator(first), text.rend(), is_control).base();
  const auto* const end = std::find_if(last, text.end(), is_control);
  return {start, end};
}

std::string object_place(QPDFObjGen id) {
  return "object " + std::to_string(id.getObj()) + ' ' + std::to_string(id.getGen());
}

PdfIdentity identity_of(QPDFObjectHandle value, QPDFObjGen container) {
  const QPDFObjGen id = container_of(value, container);
  if (value.isIndirect()) return {id.getObj(), id.getGen(), 0};
  // A value that libqpdf has not parsed has no offset.
  const long long offset = value.getParsedOffset();
  return {id.getObj(), id.getGen(),
          offset < 0 ? reinterpret_cast<std::intptr_t>(value.getObj().get()) : offset};
}

QPDFObjGen container_of(const QPDFObjectHandle& value, QPDFObjGen outer) {
  return value.isIndirect() ? value.getObjGen() : outer;
}

std::string pdf_text(QPDFObjectHandle string) {
  return string.isString() ? valid_utf8(string.getUTF8Value()) : std::string();
}

std::string pdf_ascii(QPDFObjectHandle string) {
  if (!string.isString()) return {};
  const std::string bytes = string.getStringValue();
  const std::string text =
      is_utf16(bytes) ? pdf_text(string)
                      : valid_utf8(std::string_view(bytes).substr(bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0));
  return std::string(without_outer_controls(text));
}

PdfFile::PdfFile(std::string_view bytes, Reading& reading)
    : bytes_(behind_junk(bytes)),
      reading_(reading),
      meter_(reading, bytes.size()),
      structure_(bytes_, meter_),
      qpdf_(std::make_unique<QPDF>()),
      input_(std::make_shared<PdfInput>(meter_, *qpdf_)) {}

PdfState PdfFile::open() {
  structure_.read();
  if (structure_.objects().empty()) return PdfState::kUnreadable;
  if (structure_.is_searched()) reading_.damaged("its cross-reference table is damaged: it was rebuilt");
  if (structure_.is_damaged()) reading_.damaged(kDamagedStream);
  try {
    process();
  } catch (const QPDFExc& error) {
    const qpdf_error_code_e code = error.getErrorCode();
    // A method of encryption that libqpdf does not know is "unsupported".
    const bool is_encrypted = code == qpdf_e_password || code == qpdf_e_unsupported;
    return is_encrypted ? PdfState::kEncrypted : PdfState::kUnreadable;
  }
  try {
    add_objects();
    find_catalog();
  } catch (const PdfLimitError&) {
    // What was read is searched.
  }
  take_warnings();
  return PdfState::kReadable;
}

void PdfFile::process() {
  qpdf_ = std::make_unique<QPDF>();
  qpdf_->setSuppressWarnings(true);
  // Everything is in its place, or cannot be found.
  qpdf_->setAttemptRecovery(false);
  make_input();
  qpdf_->processInputSource(input_);
}

// The file, then its streams again with their true lengths and its plain objects, then a table of all this.
void PdfFile::make_input() {
  input_ = std::make_shared<PdfInput>(meter_, *qpdf_);
  constexpr std::string_view kEnd = "\nendstream\nendobj\n";
  const auto text = [this](std::string bytes) { input_->add(texts_.emplace_back(std::move(bytes)), false); };
  const std::string_view bytes = structure_.bytes();
  const auto piece = [this, bytes](std::size_t start, std::size_t end) {
    input_->add(bytes.substr(start, end - start), true);
  };
  piece(0, bytes.size());
  input_->add("\n", false);
  std::vector<PdfStructure::Object> objects = structure_.objects();
  for (const PdfStructure::Stream& stream : structure_.streams()) {
    const PdfObjectHead& head = stream.head;
    const bool has_length = head.length_value.start < head.length_value.end;
    objects[stream.object].offset = input_->size();
    piece(structure_.objects()[stream.object].offset, head.length_value.start);
    text((has_length ? " " : "/Length ") + std::to_string(stream.end - head.data) + ' ');
    piece(head.length_value.end, stream.end);
    input_->add(kEnd, false);
  }

  for (const auto& [id, object] : plain_) {
    objects.push_back({id, input_->size()});
    text(id.unparse(' ') + " obj ");
    input_->add(object.text, true);
    input_->add("\nendobj\n", false);
  }
  std::stable_sort(objects.begin(), objects.end(), [](const auto& a, const auto& b) { return a.id < b.id; });

  const std::uint64_t start = input_->size();
  text(table_of(objects) + "trailer\n");
  const int size = objects.empty() ? 0 : objects.back().id.getObj();
  std::string_view trailer = structure_.trailer();
  if (trailer.empty()) trailer = "<<>>";
  input_->add(trailer.substr(0, trailer.size() - 2), false);
  text("/Size " + std::to_string(std::int64_t{size} + 1) + "/Prev null/XRefStm null>>\nstartxref\n" +
       std::to_string(start) + "\n%%EOF\n");
}

// libqpdf would parse the objects of an object stream as often as a table names them, without a limit. It
// parses plain ones when they are needed, if all are plain. In an encrypted file, it would decrypt them.
void PdfFile::add_objects() {
  for (const PdfStructure::Object& object : structure_.objects()) objects_.push_back(object.id);
  const std::size_t texts = texts_.size();
  std::vector<ObjectStream> streams;
  try {
    read_object_streams(streams);
  } catch (const PdfLimitError&) {
    // What was read is searched.
  }
  for (const ObjectStream& stream : streams) {
    for (const PackedObject& object : stream.objects) objects_.emplace_back(object.number, 0);
  }
  std::sort(objects_.begin(), objects_.end());
  objects_.erase(std::unique(objects_.begin(), objects_.end()), objects_.end());
  are_texts_known_ = !structure_.is_searched() && !qpdf_->isEncrypted();
  const bool are_plain = are_texts_known_ && std::ranges::all_of(streams, [this](const auto& stream) {
                           return add_plain(stream);
                         });
  if (are_plain && !plain_.empty()) return process();
  plain_.clear();
  for (const ObjectStream& stream : streams) parse_packed(stream);
  texts_.resize(texts);
}

void PdfFile::read_object_streams(std::vector<ObjectStream>& streams) {
  const auto add = [&](const std::string& text, std::vector<PackedObject> objects) {
    std::ranges::stable_sort(objects, {}, &PackedObject::offset);
    streams.push_back({text, std::move(objects)});
  };
  std::set<int> known;
  std::span<const PdfStructure::Packed> packed = structure_.packed();
  while (!packed.empty()) {
    const int stream = packed.front().stream;
    const auto other = std::ranges::find_if(packed, [=](const auto& one) { return one.stream != stream; });
    const auto of_stream = packed.first(static_cast<std::size_t>(other - packed.begin()));
    packed = packed.subspan(of_stream.size());
    if (structure_.is_searched()) {
      for (const PdfStructure::Packed& one : of_stream) known.insert(one.number);
    }
    std::string& text = texts_.emplace_back();
    const std::vector<PackedObject> list = read_object_stream(QPDFObjGen(stream, 0), text);
    add(text, picked(list, of_stream));
  }
  // Those of a later stream are newer.
  for (const PdfStructure::Object& stream : structure_.searched_streams()) {
    std::string& text = texts_.emplace_back();
    std::vector<PackedObject> list = read_object_stream(stream.id, text);
    std::erase_if(list, [&](const PackedObject& one) {
      const PdfStructure::Object* const own = structure_.find(QPDFObjGen(one.number, 0));
      return known.contains(one.number) || (own != nullptr && own->offset > stream.offset);
    });
    add(text, std::move(list));
  }
}

// Returns false if an object is not plain, or shares bytes with another one.
bool PdfFile::add_plain(const ObjectStream& stream) {
  PdfScanner scanner(stream.text, meter_);
  std::size_t end = 0;  // of the object before
  for (const PackedObject& one : stream.objects) {
    const auto start = static_cast<std::size_t>(one.offset);
    const auto value = one.offset >= 0 && start >= end ? scanner.plain_value_at(start) : std::nullopt;
    if (!value) return false;
    end = value->end;
    plain_[QPDFObjGen(one.number, 0)] = {stream.text.substr(value->start, end - value->start),
                                         value->may_refer, value->can_be_built, value->values};
  }
  return true;
}

const PdfFile::PlainObject& PdfFile::plain_of(QPDFObjGen id) {
  const auto [known, is_new] = plain_.try_emplace(id);
  PlainObject& plain = known->second;
  const PdfStructure::Object* const object = is_new && are_texts_known_ ? structure_.find(id) : nullptr;
  if (object == nullptr) return plain;
  PdfScanner scanner(structure_.bytes(), meter_);
  const auto value = scanner.plain_object_at(object->offset);
  if (!value) return plain;
  std::size_t end = value->end;
  plain = {structure_.bytes().substr(value->start, end - value->start), value->may_refer,
           value->can_be_built && scanner.word_at(end) == "endobj", value->values};
  return plain;
}

bool PdfFile::may_refer(QPDFObjGen id) {
  return plain_of(id).may_refer;
}

const QPDFObjectHandle& PdfFile::prepare(const QPDFObjectHandle& handle) {
  const QPDFObjGen id = handle.getObjGen();
  if (!are_texts_known_ || !handle.isIndirect() || !prepared_.insert(id).second) return handle;
  const PlainObject& plain = plain_of(id);
  if (!plain.can_be_built || !(plain.text.starts_with('<') || plain.text.starts_with('['))) return handle;
  meter_.charge_kept(plain.values);
  qpdf_->replaceObject(id, build_plain(*qpdf_, plain.text));
  return handle;
}

// Decodes an object stream, and returns the list at its start (ISO 32000-2 section 7.5.7).
std::vector<PdfFile::PackedObject> PdfFile::read_object_stream(QPDFObjGen id, std::string& text) {
  std::vector<PackedObject> list;
  QPDFObjectHandle stream = qpdf_->getObject(id);
  if (!decode(stream, text)) {
    reading_.damaged(kDamagedStream);
    return list;
  }
  if (std::string mended = structure_.mended(text, {}); !mended.empty()) text = std::move(mended);
  QPDFObjectHandle dictionary = stream.getDict();
  QPDFObjectHandle count = dictionary.getKey("/N"), first = dictionary.getKey("/First");
  const std::int64_t start = first.isInteger() ? first.getIntValue() : 0;
  const std::int64_t objects = count.isInteger() ? count.getIntValue() : 0;
  meter_.allow_reading(0, text.size());
  PdfScanner scanner(text, meter_);
  std::size_t at = 0;
  for (std::int64_t i = 0; i < objects; ++i) {
    const auto number = scanner.integer_at(at), offset = scanner.integer_at(at);
    if (!number || !offset) {
      reading_.damaged(kDamagedStream);
      break;
    }
    constexpr std::uint64_t kGreatest = std::numeric_limits<int>::max();
    if (*number == 0 || *number > kGreatest || *offset > kGreatest) continue;
    list.push_back({static_cast<int>(*number), start + static_cast<std::int64_t>(*offset)});
  }
  return list;
}

// The objects at the places that the cross-reference stream names. If another object is there, the last one
// with that number.
std::vector<PdfFile::PackedObject> PdfFile::picked(const std::vector<PackedObject>& list,
                                                   std::span<const PdfStructure::Packed> wanted) {
  std::map<int, std::int64_t> by_number;
  for (const PackedObject& one : list) by_number[one.number] = one.offset;
  std::vector<PackedObject> objects;
  for (const PdfStructure::Packed& one : wanted) {
    const auto index = static_cast<std::size_t>(one.index);
    if (index < list.size() && list[index].number == one.number) {
      objects.push_back(list[index]);
    } else if (const auto found = by_number.find(one.number); found != by_number.end()) {
      objects.push_back({one.number, found->second});
    }
  }
  return objects;
}

// Each object is charged for what is parsed for it: they may overlap.
void PdfFile::parse_packed(const ObjectStream& stream) {
  const auto& [text, objects] = stream;
  const auto input = std::make_shared<PdfInput>(meter_, *qpdf_);
  input->add(text, true);
  QPDFTokenizer tokenizer;
  tokenizer.allowEOF();
  meter_.allow_reading(objects.size(), 0);
  std::uint64_t charged = 0;  // the end of the objects so far
  for (const PackedObject& one : objects) {
    try {
      bool is_empty = false;
      input->seek(one.offset, SEEK_SET);
      const QPDFObjGen id(one.number, 0);
      qpdf_->replaceObject(id, QPDFObjectHandle::parse(input, "", tokenizer, is_empty, nullptr, qpdf_.get()));
    } catch (const PdfLimitError&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      reading_.unread(kLostObject);
    }
    // The input charges each byte once.
    const auto start = static_cast<std::uint64_t>(std::max<std::int64_t>(one.offset, 0));
    const std::uint64_t end = std::min<std::uint64_t>(static_cast<std::uint64_t>(input->tell()), text.size());
    if (const std::uint64_t again = std::min(end, charged); start < again) {
      meter_.charge_text(text.substr(start, again - start));
      meter_.charge_reading(again - start);
    }
    charged = std::max(charged, end);
  }
}

// Other programs search for the catalog, too, if the trailer does not name it.
void PdfFile::find_catalog() {
  const auto is_catalog = [](QPDFObjectHandle object) {
    return object.isDictionary() && object.hasKey("/Pages");
  };
  if (is_catalog(qpdf_->getTrailer().getKey("/Root"))) return;
  for (auto id = objects_.rbegin(); id != objects_.rend(); ++id) {
    QPDFObjectHandle object = qpdf_->getObject(*id);
    if (!object.isDictionaryOfType("/Catalog") || !is_catalog(object)) continue;
    reading_.damaged("its trailer does not name its catalog: it was found");
    return qpdf_->getTrailer().replaceKey("/Root", object);
  }
}

bool PdfFile::decode(QPDFObjectHandle stream, std::string& out) {
  if (!stream.isStream() || meter_.has_hit_limit()) return false;
  const std::size_t before = out.size();
  PdfFilters filters(stream.getDict(), meter_, out);
  if (!filters.can_decode()) {
    reading_.unread("a stream in it is compressed by an unknown method, so it is not searched");
    return false;
  }
  Decrypted decrypted(filters, meter_, *input_);
  const bool is_complete = stream.pipeStreamData(&decrypted, nullptr, 0, qpdf_dl_none, false, false);
  if (!meter_.has_hit_limit()) filters.finish();
  if (filters.is_damaged()) reading_.damaged(kDamagedStream);
  return (is_complete || out.size() > before) && !meter_.has_hit_limit();
}

void PdfFile::take_warnings() {
  for (const QPDFExc& warning : qpdf_->getWarnings()) {
    const std::string& message = warning.getMessageDetail();
    if (contains(message, PdfLimitError::kWhat)) continue;
    if (contains(message, std::bad_alloc().what())) meter_.memory_ran_out();
    const auto says = [&message](std::string_view words) { return contains(message, words); };
    if (std::ranges::any_of(kOfLostObjects, says)) reading_.unread(kLostObject);
    if (std::ranges::any_of(kOfLostValues, says)) reading_.damaged(kLostValue);
  }
}

}  // namespace mimebase::documents
