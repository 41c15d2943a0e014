// Thunderbird decodes each line in place, in units of three bytes. Such an "=" and the two bytes behind it
// stay as they are, but the place to write them to may already have reached the place that is read: the two
// bytes that a line begins with come from the line before.
#include "readers/swallowed.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace mimebase::readers {
namespace {

// One byte, and where it is in the raw content.
struct Read {
  char byte = 0;
  std::size_t at = 0;
};

class Decoder {
 public:
  // Decodes a line. Appends to `lost` which of its bytes are dropped.
  void decode(std::string_view line, std::size_t at, std::vector<std::size_t>& lost) {
    std::size_t in = 0, out = 0;
    while (true) {
      while (held_ < unit_.size() && in < line.size()) {
        unit_[held_] = {line[in], at + in};
        ++held_;
        ++in;
      }
      if (held_ < unit_.size()) return;
      if (unit_[0].byte != '=') {
        ++out;
        std::rotate(unit_.begin(), unit_.begin() + 1, unit_.end());
        held_ = 2;
        continue;
      }
      held_ = 0;
      if (unit_[1].byte == '\r' || unit_[1].byte == '\n') {
        if (unit_[1].byte != '\r' || unit_[2].byte != '\n') --in;
      } else if (ascii::hex_value(unit_[1].byte) >= 0 && ascii::hex_value(unit_[2].byte) >= 0) {
        ++out;
      } else {
        for (const Read& one : unit_) {
          if (in > out) {
            ++out;
          } else {
            lost.push_back(one.at);
          }
        }
      }
    }
  }

 private:
  std::array<Read, 3> unit_;
  std::size_t held_ = 0;
};

// The first of `size` decoded bytes that comes from this raw byte or one behind it; `size` if there is none.
std::size_t first_from(std::size_t raw, std::size_t size, const charset::OffsetMap& map) {
  std::size_t first = 0, end = size;
  while (first < end) {
    const std::size_t middle = first + (end - first) / 2;
    if (map.to_input(middle) < raw) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

}  // namespace

Swallowed::Swallowed(std::string_view raw, std::string_view decoded, const charset::OffsetMap& map) {
  std::vector<std::size_t> lost;  // positions in `raw`
  Decoder decoder;
  for (std::size_t start = 0; start < raw.size();) {
    const std::size_t end = std::min(raw.find('\n', start), raw.size() - 1) + 1;
    decoder.decode(raw.substr(start, end - start), start, lost);
    start = end;
  }
  std::size_t kept = 0;  // the end of what `rest_` has
  for (const std::size_t byte : lost) {
    const std::size_t at = first_from(byte, decoded.size(), map);
    if (at == decoded.size() || map.to_input(at) != byte) continue;
    lost_.push_back(at);
    rest_.append(decoded.substr(kept, at - kept));
    kept = at + 1;
  }
  rest_.append(decoded.substr(kept));
}

bool Swallowed::is_in(std::size_t start, std::size_t end) const {
  const auto first = std::ranges::lower_bound(lost_, start);
  return first != lost_.end() && *first < end;
}

std::size_t Swallowed::at(std::size_t position) const {
  return position - static_cast<std::size_t>(std::ranges::lower_bound(lost_, position) - lost_.begin());
}

}  // namespace mimebase::readers
