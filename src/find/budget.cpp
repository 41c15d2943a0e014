#include "find/budget.h"

#include <algorithm>

#include "text/utf8.h"

namespace mimebase::find {
namespace {

// In addition to the limit, the rows of a message may have this many bytes of text per byte of the message.
// Kept URLs may have one byte per kRowBytesPerHeldByte bytes of rows.
constexpr std::uint64_t kRowBytesPerByte = 32;
constexpr std::uint64_t kRowBytesPerHeldByte = 16;

}  // namespace

Budget::Budget(const Limits& limits, std::size_t message_bytes)
    : limits_(limits),
      state_{.rows_left = limits.row_bytes + std::min(kRowBytesPerByte * message_bytes, ~limits.row_bytes)} {
  state_.held_left = state_.rows_left / kRowBytesPerHeldByte;
}

bool Budget::charge_row(std::size_t bytes) {
  state_.rows_used_up = state_.rows_used_up || bytes > state_.rows_left;
  if (!state_.rows_used_up) state_.rows_left -= bytes;
  return !state_.rows_used_up;
}

bool Budget::reserve(std::size_t bytes) {
  state_.omitted_urls = state_.omitted_urls || bytes > state_.held_left;
  if (!state_.omitted_urls) state_.held_left -= bytes;
  return !state_.omitted_urls;
}

void Budget::cut_envelope(std::optional<std::string>& value, std::string_view name) {
  const std::uint64_t most = limits_.envelope_bytes;
  if (!value || value->size() <= most) return;
  value->resize(utf8::prefix(*value, most).size());
  *value += "…";
  std::string what = std::string(name) + " is longer than " + std::to_string(most) +
                     " bytes and is cut off: raise the limit " + "envelope to see all of it";
  const bool is_known =
      std::any_of(cuts_.begin(), cuts_.end(), [&](const Cut& cut) { return cut.what == what; });
  if (!is_known) note_cut(-1, std::move(what));
}

void Budget::note_long_base(int entity) {
  if (long_bases_.empty() || long_bases_.back() != entity) long_bases_.push_back(entity);
}

std::string Budget::omitted_rows() const {
  if (!state_.rows_used_up) return {};
  return "its rows have more than " + std::to_string(limits_.row_bytes) + " bytes and " +
         std::to_string(kRowBytesPerByte) + " times its size: the rest is skipped";
}

}  // namespace mimebase::find
