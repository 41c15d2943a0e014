#include "charset/converter.h"

#include <map>

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

}  // namespace

GIConv converter_to_utf8(const std::string& name) {
  thread_local Cache cache;
  const GIConv converter = cache.get(name);
  if (converter == kNone) return nullptr;
  g_iconv(converter, nullptr, nullptr, nullptr, nullptr);
  return converter;
}

}  // namespace mimebase::charset
