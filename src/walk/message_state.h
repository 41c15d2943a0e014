// What a Message is made of, for the parser that fills it and the Message that answers from it.
#pragma once

#include <gmime/gmime.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "walk/gmime_pointer.h"
#include "walk/message.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {

// A run of bytes that was parsed at once: the message, or a decoded message/rfc822 inside it.
struct Frame {
  std::string owned;  // where the bytes are not the caller's
  std::string_view bytes;
  int owner = -1;                         // the entity whose content it is; -1: none, it is the message
  std::size_t start = 0;                  // where bytes[0] stands in that content
  std::optional<std::uint64_t> raw_base;  // where bytes[0] stands in the message; nothing if it was decoded
  GByteArray view = {};                   // over bytes that GMime only reads and does not own
  GPointer<GMimeMessage> message;
  bool is_masked = false;  // GMime was given a copy with other names of fields (gmime_input.h)
};

// Where the fields that MIME itself reads stand in an entity's span of fields; -1 where they are not. The
// first of a name counts, but of Content-Disposition the last.
struct MimeFields {
  std::int32_t type = -1, disposition = -1, encoding = -1, id = -1;
};

// What of a GObject is looked up again after the walk.
struct Node {
  GMimeObject* object = nullptr;    // owned by the frame's message; null in a message without a heading
  GMimeMessage* message = nullptr;  // whose body the entity is, else null
  MimeFields mime;
};

// Offsets in the entity's frame. A heading ends behind its blank line, where the body starts.
struct RawRanges {
  Range heading, body;
  std::size_t first_part = 0, last_part_end = 0;  // of what is inside; 0 where nothing is
};

// The raw content of a leaf part, as a view into its frame; null where it has none.
[[nodiscard]] std::string_view raw_content(const Frame& frame, GMimeObject* object);

struct Message::State {
  std::vector<Entity> entities;
  std::vector<Node> nodes;  // one for each entity
  std::vector<Field> fields;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<GMimeMessage*> messages;  // by Entity::message; null where nothing could be parsed
  std::vector<int> bodies;              // by Entity::message: the entity that is its body
  std::vector<LimitHit> limits_hit;
  std::vector<RawRanges> ranges;  // one for each entity, filled when first asked for
  // By Entity::message, filled when first asked for.
  std::vector<std::optional<std::optional<std::string>>> message_ids;
  // What the names of the parts inside the entity `prefixed` begin with: most are asked for by neighbours.
  int prefixed = -1;
  std::string prefix;

  [[nodiscard]] const Frame& frame_of(const Entity& entity) const {
    return *frames[static_cast<std::size_t>(entity.frame)];
  }
  // One of the fields that MIME reads, or null.
  [[nodiscard]] const Field* field(int entity, std::int32_t MimeFields::*which) const {
    const std::int32_t place = nodes[static_cast<std::size_t>(entity)].mime.*which;
    return place < 0 ? nullptr
                     : &fields[entities[static_cast<std::size_t>(entity)].first_field +
                               static_cast<std::size_t>(place)];
  }
  [[nodiscard]] TransferEncoding encoding(int entity) const;
  [[nodiscard]] std::string_view raw_content_of(int entity);
  [[nodiscard]] std::string prefix_inside(int parent) const;
  [[nodiscard]] const RawRanges& ranges_of(int entity);
  [[nodiscard]] bool is_closed(int multipart);
};

// Of each entity. GMime keeps the offsets of header fields and of leaf contents; the rest follows from the
// boundaries (RFC 2046 section 5.1). Linear in the bytes, but for the logarithm of the number of boundaries.
[[nodiscard]] std::vector<RawRanges> raw_ranges(const Message::State& message);

}  // namespace mimebase::walk
