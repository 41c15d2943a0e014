#include "documents/office/compound_streams.h"

#include <algorithm>

namespace mimebase::documents {

std::string_view CompoundStreams::read(int entry, std::string& buffer, find::Sink& sink) {
  constexpr std::uint64_t kStepsPerByte = 8;  // it is converted, compared and remembered
  if (entry < 0) return {};
  const std::string_view stream = file_.read(entry, reading_.bytes_left + 1, buffer);
  const std::uint64_t again = stream.size() - std::min<std::uint64_t>(stream.size(), unread_);
  unread_ -= stream.size() - again;
  const bool is_within = reading_.charge_bytes(stream.size(), sink) &&
                         (again == 0 || reading_.charge_steps(kStepsPerByte * again, sink));
  return is_within ? stream : std::string_view();
}

}  // namespace mimebase::documents
