#include "charset/converter.h"

#include <array>
#include <cerrno>
#include <map>

#include "charset/decoders.h"

namespace mimebase::charset {
namespace {

const GIConv kNone = reinterpret_cast<GIConv>(-1);

// The converters that one thread has used. A message may name any number of charsets: past a bound the cache
// begins anew.
class Cache {
 public:
  Cache() = default;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  ~Cache() { clear(); }

  GIConv get(const std::string& name) {
    const auto found = converters_.find(name);
    if (found != converters_.end()) return found->second;
    if (converters_.size() >= kMost) clear();
    return converters_.emplace(name, g_iconv_open("UTF-8", name.c_str())).first->second;
  }

 private:
  static constexpr std::size_t kMost = 64;

  void clear() {
    for (const auto& [name, converter] : converters_) {
      if (converter != kNone) g_iconv_close(converter);
    }
    converters_.clear();
  }

  std::map<std::string, GIConv> converters_;
};

enum class Status { kDone, kIncomplete, kInvalid };

// Converts one character, appending to `out` all that it is.
Status convert_one(GIConv converter, std::string_view bytes, std::string& out) {
  std::array<char, 64> buffer;
  auto* in = const_cast<char*>(bytes.data());
  gsize in_left = bytes.size();
  char* to = buffer.data();
  gsize room = buffer.size();
  if (g_iconv(converter, &in, &in_left, &to, &room) == static_cast<gsize>(-1)) {
    const bool is_cut_off = errno == EINVAL;
    g_iconv(converter, nullptr, nullptr, nullptr, nullptr);
    return is_cut_off ? Status::kIncomplete : Status::kInvalid;
  }
  // What was held back to see what follows.
  g_iconv(converter, nullptr, nullptr, &to, &room);
  out.append(buffer.data(), to);
  return Status::kDone;
}

}  // namespace

GIConv converter_to_utf8(const std::string& name) {
  thread_local Cache cache;
  const GIConv converter = cache.get(name);
  if (converter == kNone) return nullptr;
  g_iconv(converter, nullptr, nullptr, nullptr, nullptr);
  return converter;
}

void decode_by_iconv(std::string_view bytes, const std::string& name, ConversionOutput& out) {
  constexpr std::size_t kLongestCharacter = 8;
  const GIConv converter = converter_to_utf8(name);
  std::string utf8;
  while (!bytes.empty()) {
    std::size_t length = 1;
    auto status = Status::kIncomplete;
    for (; converter != nullptr && length <= std::min(bytes.size(), kLongestCharacter); ++length) {
      utf8.clear();
      status = convert_one(converter, bytes.substr(0, length), utf8);
      if (status != Status::kIncomplete) break;
    }
    if (status == Status::kDone) {
      out.text(length, utf8);
    } else {
      length = 1;
      out.character(1, kReplacementCharacter);
    }
    bytes.remove_prefix(length);
  }
}

void decode_pairs_by_iconv(std::string_view pairs, const std::string& name, std::string_view prefix,
                           ConversionOutput& out) {
  const GIConv converter = converter_to_utf8(name);
  std::string bytes, utf8;
  for (; pairs.size() >= 2; pairs.remove_prefix(2)) {
    bytes.assign(prefix);
    for (const char c : pairs.substr(0, 2)) bytes += static_cast<char>(c | 0x80);
    utf8.clear();
    const bool known = converter != nullptr && convert_one(converter, bytes, utf8) == Status::kDone;
    out.text(2, known ? utf8 : "\xEF\xBF\xBD");
  }
}

}  // namespace mimebase::charset
