// The way from an origin back to the bytes that a reference is written with. Whoever writes a message anew
// builds on this: what lies between origins is copied, and an origin whose bytes are written back changes
// nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/offset_map.h"
#include "message/references.h"
#include "walk/field_text.h"

namespace mimebase::message {

class RawBytes {
 public:
  // `message` must outlive this.
  explicit RawBytes(AnalysedMessage& message) : message_(message) {}

  // Raw bytes, of the frame that they stand in (walk::Message::frame_bytes()).
  struct Place {
    int frame = 0;
    find::Span span;
    // What they give without transfer encoding: more than the origin's span where its ends share bytes with
    // what stands beside it, as in base64.
    find::Span content;
  };
  // Nothing where the field does not stand there as it was read. The map of an entity's content is made for
  // its first origin, and kept until another one's.
  [[nodiscard]] std::optional<Place> place(const Origin& origin);

  // The bytes of of(), read through the maps: without transfer encoding or folds, as UTF-8, without quoting.
  // Nothing where there are none, or quoting is opaque.
  [[nodiscard]] std::optional<std::string> read(const Origin& origin);

 private:
  [[nodiscard]] std::optional<Place> place_in_field(const Origin& origin);

  AnalysedMessage& message_;
  int entity_ = -1;
  charset::OffsetMap map_;
};

}  // namespace mimebase::message
