// A message as its entities, in order: the hierarchy of multipart/* and message/* (RFC 2046), headings and
// decoded content. GMime parses; nothing of it is seen from outside this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "charset/offset_map.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {

// One header field. The views live as long as the Message.
struct Field {
  std::string_view name;
  std::string_view raw_value;  // as received: behind the colon, folds and white space included
  std::int64_t offset = 0;     // of its name, in bytes of its frame
};

enum class Kind {
  kLeaf,
  kMultipart,
  kMessage,  // message/rfc822 and its like, or an attached .eml or .mht file
};

// One entity. A message and its body are one entity with one heading.
struct Entity {
  int parent = -1;  // index of the entity around it
  int number = 1;   // 1, 2, ... among its siblings
  int depth = 0;    // 0 for the outermost message's body
  int frame = 0;    // the frame of bytes that it lies in
  int message = 0;  // 0 for the outermost message, 1, 2, ... for nested ones
  Kind kind = Kind::kLeaf;
  bool is_message_body = false;
  bool in_encrypted = false;  // inside a multipart/encrypted
  bool too_deep = false;      // has parts that were not walked: deeper than the limit
  bool left_out = false;      // has parts that were not walked: another limit was hit
  std::string content_type;   // lower case, no parameters
  std::uint32_t first_field = 0, field_count = 0;
  std::string_view defect;  // what is wrong with its MIME structure; empty where nothing is
};

// A limit that was hit, and where: an entity, or -1 for the message.
struct LimitHit {
  int entity = -1;
  std::string what;      // one sentence
  bool may_lose = true;  // references may be missing because of it
};

// The values of the outermost heading that name a message to a person.
struct Envelope {
  std::optional<std::string> message_id, date, from, subject;
};

// What is told of an entity besides its place, computed when asked for.
struct Details {
  std::optional<std::string> charset, transfer_encoding, disposition, filename, content_id;
  // Raw bytes in the message; nothing inside an encoded part. The heading ends behind its blank line.
  std::optional<Range> heading, body;
  std::uint64_t body_bytes = 0;  // of the body, also inside an encoded part
};

// Where a frame's bytes stand: in the content of an entity, from `start` on; in the message itself, where no
// entity has them.
struct FrameOrigin {
  int owner = -1;
  std::size_t start = 0;
};

// Where an entity lies in its frame. The heading ends behind its blank line.
struct EntityRanges {
  Range heading, body;
};

class Message {
 public:
  Message(Message&&) noexcept;
  Message& operator=(Message&&) noexcept;
  ~Message();

  [[nodiscard]] const std::vector<Entity>& entities() const;
  [[nodiscard]] std::span<const Field> fields(int entity) const;
  // All but the depth, which Entity::too_deep tells.
  [[nodiscard]] const std::vector<LimitHit>& limits_hit() const;

  // RFC 9051 section 6.4.5.1: "TEXT", "1", "1.2", "2.TEXT".
  [[nodiscard]] std::string part_name(int entity) const;
  // "HEADER", "2.HEADER" for a message's, "1.2.MIME" for a body part's.
  [[nodiscard]] std::string heading_name(int entity) const;
  // How a base says who defined it: as heading_name(), but "1.2" for a body part.
  [[nodiscard]] std::string definer_name(int entity) const;

  // The content without its transfer encoding. A view into the message where there is none to undo, else
  // into `buffer`. Of a multipart/* that could not be split the raw body, of other composites nothing.
  [[nodiscard]] std::string_view content(int entity, std::string& buffer) const;
  // The way from there back to the raw content, which stands at raw_content_start() in the entity's frame.
  [[nodiscard]] charset::OffsetMap content_map(int entity) const;
  [[nodiscard]] std::size_t raw_content_start(int entity) const;
  // A piece of the raw content, without its transfer encoding. A view into it or into `buffer`.
  [[nodiscard]] std::string_view decode_piece(int entity, std::string_view raw, std::string& buffer) const;
  [[nodiscard]] std::string_view raw_content(int entity) const;
  [[nodiscard]] TransferEncoding transfer_encoding(int entity) const;
  // The bytes that a frame was parsed from: those of the message, or of a decoded message inside it.
  [[nodiscard]] std::string_view frame_bytes(int frame) const;
  [[nodiscard]] int frame_count() const;
  [[nodiscard]] FrameOrigin frame_origin(int frame) const;
  [[nodiscard]] EntityRanges ranges(int entity) const;
  // Where the field's raw_value begins in its frame; nothing where it does not stand there as GMime has it,
  // which ends at a NUL.
  [[nodiscard]] std::optional<std::size_t> value_start(int entity, int field) const;
  [[nodiscard]] bool has_type(int entity) const;  // a Content-Type
  // The parameter of Content-Type as written; empty where there is none.
  [[nodiscard]] std::string charset(int entity) const;
  [[nodiscard]] Details details(int entity) const;
  // What is wrong with its MIME structure: Entity::defect, and what takes a look at all of its bytes.
  [[nodiscard]] std::vector<std::string> defects(int entity) const;
  [[nodiscard]] Envelope envelope() const;
  // Message-ID, without "<" and ">", of the message that the entity stands in.
  [[nodiscard]] std::optional<std::string> message_id(int entity) const;
  // Content-ID, without "<" and ">".
  [[nodiscard]] std::optional<std::string> content_id(int entity) const;
  // A parameter of Content-Type or of Content-Disposition, in that order; decoded.
  [[nodiscard]] std::optional<std::string> parameter(int entity, const char* name) const;

  // For the parser alone.
  struct State;
  explicit Message(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::walk
