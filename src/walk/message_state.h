// The data of a Message, shared by the parser that fills it and the Message that reads it.
#pragma once

#include <gmime/gmime.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "walk/gmime_pointer.h"
#include "walk/heading.h"
#include "walk/message.h"
#include "walk/transfer_encoding.h"
#include "walk/warc.h"

namespace mimebase::walk {

// A run of bytes that is parsed as a whole: the message, or a decoded message/rfc822 inside it.
struct Frame {
  std::string owned;  // the bytes, unless the caller owns them
  std::string_view bytes;
  int owner = -1;                         // the entity whose content this is; -1 for the message itself
  std::size_t start = 0;                  // offset of bytes[0] in that content
  std::optional<std::uint64_t> raw_base;  // offset of bytes[0] in the message; not set if decoded
  GByteArray view = {};                   // GMime's non-owning, read-only view of the bytes
  GPointer<GMimeMessage> message;
  std::vector<Field> heading;        // all fields of the message, if GMime was given
  std::optional<Skeleton> skeleton;  // only this (heading.h)
  bool is_http = false;              // an HTTP message
  bool is_coded = false;             // its body has a Content-Encoding that cannot be decoded
  bool is_recoded = false;           // it was decoded or converted, so `bytes` are not those of the content
  LineEnds line_ends = LineEnds::kUsual;  // before they were replaced
  bool is_outlook = false;  // the bytes were a file of Outlook, and were converted; also is_recoded
  std::string defect;       // of the HTTP message or of the file of Outlook
  bool is_masked = false;   // GMime parsed a copy with changed field names (gmime_input.h)

  // The place in the bytes of an offset that GMime reports.
  [[nodiscard]] std::int64_t place_of(std::int64_t offset) const {
    if (!skeleton || offset < 0) return offset;
    return static_cast<std::int64_t>(skeleton->to_message(static_cast<std::size_t>(offset)));
  }
};

// The indices, within an entity's fields, of those that MIME uses; -1 if absent. If a field is repeated,
// the first is used, but the last Content-Disposition.
struct MimeFields {
  std::int32_t type = -1, disposition = -1, encoding = -1, id = -1;
};

// The GObjects needed after the walk.
struct Node {
  GMimeObject* object = nullptr;    // owned by the frame's message; null in a message without a header
  GMimeMessage* message = nullptr;  // the message whose body this entity is, else null
  MimeFields mime;
};

// Offsets in the entity's frame. A header includes its blank line; the body starts after it.
struct RawRanges {
  Range heading, body;
  std::size_t first_part = 0, last_part_end = 0;  // of the nested parts; 0 if there are none
};

// Returns the raw content of a leaf part as a view of its frame; null if it has none.
[[nodiscard]] std::string_view raw_content(const Frame& frame, GMimeObject* object);

// What a record says of the document that it is.
struct DocumentType {
  std::string content_type;  // with parameters
  std::string file_name;
};

struct Message::State {
  std::vector<Entity> entities;
  std::vector<Node> nodes;  // one per entity
  std::vector<Field> fields;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<int> bodies;  // by Entity::message: the entity that is its body
  std::vector<LimitHit> limits_hit;
  std::optional<WarcRecord> warc;                          // of a record of a web archive
  std::optional<DocumentType> document;                    // if the message is a document, its entity 0
  std::vector<RawRanges> ranges;                           // one per entity, filled on demand
  std::vector<std::string_view> boundaries;                // one per entity, filled on demand
  std::vector<std::optional<TransferEncoding>> encodings;  // one per entity, filled on demand
  // By Entity::message, filled on demand.
  std::vector<std::optional<std::optional<std::string>>> message_ids;
  // A cached prefix: that of the part names inside the entity `prefixed`. Most names are requested for
  // neighbouring parts.
  int prefixed = -1;
  std::string prefix;

  [[nodiscard]] const Frame& frame_of(const Entity& entity) const {
    return *frames[static_cast<std::size_t>(entity.frame)];
  }
  // Returns one of the fields that MIME uses, or null.
  [[nodiscard]] const Field* field(int entity, std::int32_t MimeFields::*which) const {
    const std::int32_t place = nodes[static_cast<std::size_t>(entity)].mime.*which;
    return place < 0 ? nullptr
                     : &fields[entities[static_cast<std::size_t>(entity)].first_field +
                               static_cast<std::size_t>(place)];
  }
  [[nodiscard]] TransferEncoding read_encoding(int entity) const;
  // The same, kept once all entities are known.
  [[nodiscard]] TransferEncoding encoding(int entity);
  [[nodiscard]] std::string_view raw_content_of(int entity);
  [[nodiscard]] std::string prefix_inside(int parent) const;
  [[nodiscard]] const RawRanges& ranges_of(int entity);
  [[nodiscard]] std::string_view boundary(int entity) const;
  [[nodiscard]] std::string_view after_parts(int multipart);
  [[nodiscard]] bool is_closed(int multipart);
};

// Computes the ranges of all entities. GMime reports the offsets of header fields and leaf contents; the
// rest follows from the boundaries (RFC 2046 section 5.1). The time is linear in the bytes, times the
// logarithm of the number of boundaries.
[[nodiscard]] std::vector<RawRanges> raw_ranges(const Message::State& message);

}  // namespace mimebase::walk
