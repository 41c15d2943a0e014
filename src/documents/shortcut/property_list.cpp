#include "documents/shortcut/property_list.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "charset/charset.h"
#include "documents/xml_part.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using Use = std::function<void(std::string_view)>;

void for_each_string_in_xml(std::string_view bytes, std::string_view key, Reading& reading, find::Sink& sink,
                            const Use& use) {
  std::string text;
  bool is_key = false;  // the last key was the one that is looked for
  XmlPart part(bytes, reading, sink);
  while (part.next()) {
    const bool is_string = part.local() == "string";
    if (part.event() == XmlPart::Event::kStart) {
      text.clear();
      is_key = is_key && is_string;
    } else if (part.event() == XmlPart::Event::kText) {
      if (is_string || part.local() == "key") part.append_text(text);
    } else if (part.local() == "key") {
      is_key = ascii::trimmed(text) == key;
    } else if (is_string && is_key) {
      use(text);
      is_key = false;
    }
  }
  if (part.is_malformed()) reading.unread("it is not well-formed XML: not all of it is searched");
}

// The binary form: objects, a table of their offsets, and a trailer of 32 bytes.
class BinaryList {
 public:
  explicit BinaryList(std::string_view bytes) : bytes_(bytes) {
    constexpr std::size_t kTrailer = 32;
    if (bytes.size() < kTrailer) return;
    const std::size_t trailer = bytes.size() - kTrailer;
    offset_size_ = number(trailer + 6, 1);
    reference_size_ = number(trailer + 7, 1);
    count_ = number(trailer + 8, 8);
    top_ = number(trailer + 16, 8);
    table_ = number(trailer + 24, 8);
  }

  void for_each_string(std::string_view key, Reading& reading, find::Sink& sink, const Use& use) const {
    constexpr unsigned kDictionary = 0xD;
    std::uint64_t size = 0;
    std::size_t at = offset_of(top_);
    if (start_object(at, size) != kDictionary || reference_size_ == 0 || reference_size_ > 8) return;
    if (size > bytes_.size()) return;  // it has a key and a value for each
    std::set<std::uint64_t> used;      // values, which keys can share
    KeptBytes kept(reading);
    constexpr std::size_t kNode = 6 * sizeof(std::uint64_t);
    for (std::uint64_t i = 0; i < size && reading.charge_steps(1, sink); ++i) {
      const std::size_t key_at = at + static_cast<std::size_t>(i * reference_size_);
      if (string_of(number(key_at, reference_size_), key.size()) != key) continue;
      const std::size_t value_at = key_at + static_cast<std::size_t>(size * reference_size_);
      const std::uint64_t value = number(value_at, reference_size_);
      if (!used.insert(value).second) continue;
      if (!kept.add(kNode, sink)) return;
      const std::string text = string_of(value, bytes_.size());
      if (!reading.charge_steps(text.size(), sink)) return;  // values can share their bytes
      use(text);
    }
  }

 private:
  // A big-endian number; 0 behind the end.
  [[nodiscard]] std::uint64_t number(std::size_t at, std::uint64_t size) const {
    if (size > 8 || at > bytes_.size() || size > bytes_.size() - at) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return value;
  }
  [[nodiscard]] std::size_t offset_of(std::uint64_t object) const {
    if (object >= count_ || object > bytes_.size() || table_ > bytes_.size()) return bytes_.size();
    return static_cast<std::size_t>(
        number(static_cast<std::size_t>(table_ + object * offset_size_), offset_size_));
  }
  // Reads the type and the size of the object at `at`, which becomes the place of its content.
  unsigned start_object(std::size_t& at, std::uint64_t& size) const {
    const auto marker = static_cast<unsigned>(number(at, 1));
    ++at;
    size = marker & 0xF;
    if (size == 0xF) {
      const auto width = std::uint64_t{1} << (number(at, 1) & 3);
      size = number(at + 1, width);
      at += 1 + static_cast<std::size_t>(width);
    }
    return marker >> 4;
  }
  // Returns "" if it is longer than `most` characters.
  [[nodiscard]] std::string string_of(std::uint64_t object, std::uint64_t most) const {
    constexpr unsigned kAscii = 5, kUtf16 = 6;
    std::uint64_t size = 0;
    std::size_t at = offset_of(object);
    const unsigned type = start_object(at, size);
    if (at > bytes_.size() || size > most) return {};
    std::string text;
    if (type == kAscii)
      charset::Charset().append_utf8(bytes_.substr(at, static_cast<std::size_t>(size)), text);
    if (type == kUtf16)
      charset::Charset("utf-16be").append_utf8(bytes_.substr(at, static_cast<std::size_t>(2 * size)), text);
    return text;
  }

  std::string_view bytes_;
  std::uint64_t offset_size_ = 0, reference_size_ = 0, count_ = 0, top_ = 0, table_ = 0;
};

}  // namespace

void for_each_string(std::string_view bytes, std::string_view key, Reading& reading, find::Sink& sink,
                     const std::function<void(std::string_view)>& use) {
  if (bytes.starts_with("bplist")) return BinaryList(bytes).for_each_string(key, reading, sink, use);
  for_each_string_in_xml(bytes, key, reading, sink, use);
}

}  // namespace mimebase::documents
