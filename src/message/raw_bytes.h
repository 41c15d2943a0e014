// Maps an origin back to the raw bytes of a reference. Rewriting builds on this: bytes between origins are
// copied, and writing an origin's bytes back changes nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "charset/offset_map.h"
#include "message/references.h"
#include "walk/field_text.h"

namespace mimebase::message {

// Finds the raw bytes of origins in one message.
class RawBytes {
 public:
  // `message` must outlive this object.
  explicit RawBytes(AnalysedMessage& message) : message_(message) {}

  // A range of raw bytes in its frame (walk::Message::frame_bytes()).
  struct Place {
    int frame = 0;
    find::Span span;
    // The decoded bytes of that range. They exceed the origin's span if its ends share raw bytes with
    // adjacent content, as in base64.
    find::Span content;
  };
  // The place of an origin; nullopt if the field is not in the message as it was read. The map of an entity's
  // content is built for its first origin, and kept until another entity's.
  [[nodiscard]] std::optional<Place> place(const Origin& origin);

 private:
  [[nodiscard]] std::optional<Place> place_in_field(const Origin& origin);

  AnalysedMessage& message_;
  int entity_ = -1;
  charset::OffsetMap map_;
};

}  // namespace mimebase::message
