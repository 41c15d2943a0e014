#include "outlook/outlook.h"

#include <algorithm>

#include "binary/compound_file.h"
#include "outlook/formats.h"

namespace mimebase::outlook {

bool begins_like_outlook(std::string_view start) {
  return begins_tnef(start) || binary::begins_compound_file(start);
}

Format format_of(std::string_view bytes) {
  if (begins_tnef(bytes)) return Format::kTnef;
  return binary::begins_compound_file(bytes) && is_msg(bytes) ? Format::kMsg : Format::kNone;
}

std::string_view media_type(Format format) {
  switch (format) {
    case Format::kMsg:
      return "application/vnd.ms-outlook";
    case Format::kTnef:
      return "application/ms-tnef";
    case Format::kNone:
      break;
  }
  return {};
}

Message to_mime(std::string_view bytes, const Bounds& bounds) {
  // The readers and the writer call themselves for a nested message. Deeper ones are reported.
  constexpr std::uint64_t kMostDepth = 100;
  Reading reading;
  reading.bytes_left = bounds.bytes;
  reading.parts_left = bounds.parts;
  reading.depth_left = std::min(bounds.depth, kMostDepth);
  Message message;
  const Item item = begins_tnef(bytes) ? read_tnef(bytes, reading) : read_msg(bytes, reading);
  // Values in base64, and the header of each part. A string that grows by itself would take its size once
  // more.
  constexpr std::uint64_t kPerPart = 500;
  message.mime.reserve(static_cast<std::size_t>((bounds.bytes - reading.bytes_left) / 56 * 77 +
                                                (bounds.parts - reading.parts_left + 1) * kPerPart));
  write_mime(item, reading, message.mime);
  message.damage = reading.damage;
  message.is_cut = reading.is_cut;
  message.too_deep = reading.too_deep;
  return message;
}

}  // namespace mimebase::outlook
