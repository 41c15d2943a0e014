#include "charset/offset_map.h"

#include <algorithm>

namespace mimebase::charset {

void OffsetMap::replace(Span in, Span out) {
  append(in, 0, out, 0);
}

void OffsetMap::replace_each(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit) {
  append(in, in_unit, out, out_unit);
}

OffsetMap::Run OffsetMap::make_run(std::size_t in, std::uint8_t in_unit, std::size_t out,
                                   std::uint8_t out_unit) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << 56) - 1;
  return {in & kMask, in_unit, out & kMask, out_unit};
}

void OffsetMap::append(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit) {
  const Run rest = make_run(in.end, 1, out.end, 1);
  const bool is_next = !runs_.empty() && runs_.back().out == out.start && runs_.back().in == in.start;
  if (!is_next) {
    runs_.push_back(make_run(in.start, in_unit, out.start, out_unit));
  } else if (const Run* last = runs_.size() > 1 ? &runs_[runs_.size() - 2] : nullptr;
             in_unit != 0 && last != nullptr && last->in_unit == in_unit && last->out_unit == out_unit) {
    runs_.back() = rest;  // continues the last run
    return;
  } else {
    runs_.back() = make_run(in.start, in_unit, out.start, out_unit);
  }
  runs_.push_back(rest);
}

const OffsetMap::Run* OffsetMap::before(std::size_t out) const {
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), out,
                                      [](std::size_t value, const Run& run) { return value < run.out; });
  return after == runs_.begin() ? nullptr : &*(after - 1);
}

std::size_t OffsetMap::to_input(std::size_t out) const {
  const Run* run = before(out);
  if (run == nullptr) return out;
  return run->out_unit == 0 ? run->in : run->in + (out - run->out) / run->out_unit * run->in_unit;
}

Span OffsetMap::whole_units(Span out) const {
  if (out.start == out.end) return out;
  const auto unit_of = [this](std::size_t at) -> Span {
    const Run* run = before(at);
    if (run == nullptr) return {at, at + 1};
    if (run->out_unit == 0) return {run->out, (run + 1)->out};
    const std::size_t start = at - (at - run->out) % run->out_unit;
    return {start, start + run->out_unit};
  };
  return {unit_of(out.start).start, unit_of(out.end - 1).end};
}

Span OffsetMap::to_input(Span out) const {
  const std::size_t start = to_input(out.start);
  if (out.start == out.end) return {start, start};
  const Run* last = before(out.end - 1);
  if (last == nullptr) return {start, out.end};
  // A byte of a replacement ends where the whole replacement ends.
  if (last->out_unit == 0) return {start, (last + 1)->in};
  return {start, last->in + ((out.end - 1 - last->out) / last->out_unit + 1) * last->in_unit};
}

}  // namespace mimebase::charset
