// The fast decoder, by ISA-L.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "input/fast_inflate.h"

namespace mimebase::input {
namespace {

class IsalInflate final : public FastInflate {
 public:
  void start() override {
    isal_inflate_init(&state_);
    state_.crc_flag = ISAL_GZIP;
  }

  State step(std::string_view& input, std::span<char>& room) override {
    constexpr std::size_t kMax = std::size_t{1} << 30;  // the interface has 32-bit counts
    const auto given = static_cast<std::uint32_t>(std::min(input.size(), kMax));
    const auto space = static_cast<std::uint32_t>(std::min(room.size(), kMax));
    // isal_inflate() does not write to its input.
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(input.data()));
    state_.avail_in = given;
    state_.next_out = reinterpret_cast<std::uint8_t*>(room.data());
    state_.avail_out = space;
    const int result = isal_inflate(&state_);
    const bool has_moved = state_.avail_in < given || state_.avail_out < space;
    input.remove_prefix(given - state_.avail_in);
    room = room.subspan(space - state_.avail_out);
    if (result != ISAL_DECOMP_OK) return State::kFails;
    if (state_.block_state == ISAL_BLOCK_FINISH) return State::kMemberEnds;
    return has_moved ? State::kGoesOn : State::kFails;
  }

 private:
  inflate_state state_;
};

}  // namespace

std::unique_ptr<FastInflate> make_fast_inflate() {
  return std::unique_ptr<FastInflate>(new (std::nothrow) IsalInflate);
}

bool has_fast_inflate() {
  return true;
}

}  // namespace mimebase::input
