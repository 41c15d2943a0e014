#include "charset/iconv.h"

#include <glib.h>

#include <array>
#include <cerrno>
#include <map>
#include <memory>
#include <type_traits>

#include "charset/decoders.h"
#include "charset/ready.h"

namespace mimebase::charset {
namespace {

struct Closer {
  void operator()(GIConv converter) const { g_iconv_close(converter); }
};
using OwnedConverter = std::unique_ptr<std::remove_pointer_t<GIConv>, Closer>;

OwnedConverter open(const std::string& name) {
  want(name);
  const GIConv converter = g_iconv_open("UTF-8", name.c_str());
  return OwnedConverter(converter != reinterpret_cast<GIConv>(-1) ? converter : nullptr);
}

// This thread's converter in its initial state, or null if there is none. Valid until the next call.
GIConv converter_to_utf8(const std::string& name) {
  // A message may name any number of charsets: if the cache is full, it is emptied.
  constexpr std::size_t kMax = 64;
  thread_local std::map<std::string, OwnedConverter> converters;
  auto found = converters.find(name);
  if (found == converters.end()) {
    if (converters.size() >= kMax) converters.clear();
    found = converters.emplace(name, open(name)).first;
  }
  if (found->second != nullptr) g_iconv(found->second.get(), nullptr, nullptr, nullptr, nullptr);
  return found->second.get();
}

enum class Status { kDone, kIncomplete, kInvalid };

// Converts one character and appends it to `out`, with all code points that it yields.
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
  // Flushes output that was held back until the next character is known.
  g_iconv(converter, nullptr, nullptr, &to, &room);
  out.append(buffer.data(), to);
  return Status::kDone;
}

}  // namespace

bool iconv_knows(const std::string& name) {
  return converter_to_utf8(name) != nullptr;
}

void append_by_iconv(std::string_view bytes, const std::string& name, std::string& out) {
  const GIConv converter = converter_to_utf8(name);
  auto* in = const_cast<char*>(bytes.data());
  gsize in_left = bytes.size();
  bool is_held_back = converter != nullptr;
  while (is_held_back) {
    // Flushes output that iconv holds back at the end, in case a combining mark follows (Vietnamese, Hebrew).
    is_held_back = in_left > 0;
    std::array<char, 512> buffer;
    char* to = buffer.data();
    gsize room = buffer.size();
    const gsize done = g_iconv(converter, is_held_back ? &in : nullptr, &in_left, &to, &room);
    out.append(buffer.data(), to);
    if (done != static_cast<gsize>(-1) || errno == E2BIG || in_left == 0) continue;
    utf8::append(kReplacementCharacter, out);
    ++in;
    --in_left;
  }
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
