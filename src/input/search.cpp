#include "input/search.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace mimebase::input {
namespace {

constexpr std::string_view kNeedle = "\nFrom ";
constexpr std::size_t kStep = 32;

// GCC and Clang make of this what the processor has.
using Lane = unsigned char __attribute__((vector_size(16)));

Lane load(const char* from) {
  Lane lane;
  std::memcpy(&lane, from, sizeof(lane));
  return lane;
}

// True if "\nF" starts in one of the kStep bytes at `from`; one byte behind them is read too.
bool has_hit(const char* from) {
  const auto first = (load(from) == '\n') & (load(from + 1) == 'F');
  const auto second = (load(from + 16) == '\n') & (load(from + 17) == 'F');
  const auto both = first | second;
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), &both, sizeof(words));
  return (words[0] | words[1]) != 0;
}

}  // namespace

std::size_t find_line_with_from(std::string_view bytes, std::size_t at) {
  while (at < bytes.size() && bytes.size() - at >= kStep + kNeedle.size()) {
    if (has_hit(bytes.data() + at)) {
      const std::size_t hit = bytes.substr(at, kStep + kNeedle.size() - 1).find(kNeedle);
      if (hit != std::string_view::npos) return at + hit;
    }
    at += kStep;
  }
  return bytes.find(kNeedle, at);
}

}  // namespace mimebase::input
