// A message as a sequence of entities: the hierarchy of multipart/* and message/* (RFC 2046), with
// headers and decoded content. Parsed by GMime, which is not visible outside this folder.
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
#include "text/for_archive.h"
#include "walk/cms.h"
#include "walk/line_ends.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {

// One header field. The views are valid as long as the Message.
struct Field {
  std::string_view name;
  std::string_view raw_value;  // as received: after the colon, including folds and white space
  std::int64_t offset = 0;     // of the name, in bytes of its frame
};

enum class Kind {
  kLeaf,
  kMultipart,
  // message/rfc822 and similar types, HTTP messages, Outlook's files, signed content without its own part,
  // or an attached .eml or .mht
  kMessage,
};

// One entity. A message and its body are a single entity with one header.
struct Entity {
  int parent = -1;  // index of the enclosing entity
  int number = 1;   // 1, 2, ... among its siblings
  int depth = 0;    // 0 for the outermost message's body
  int frame = 0;    // the frame of bytes that contains it
  int message = 0;  // 0 for the outermost message, 1, 2, ... for nested ones
  Kind kind = Kind::kLeaf;
  bool is_message_body = false;
  bool in_encrypted = false;  // inside a multipart/encrypted
  bool in_cms = false;        // inside an entity whose `cms` is kContent
  bool too_deep = false;      // has parts that were skipped because of the depth limit
  bool omitted = false;       // has parts that were skipped because of another limit
  bool is_http = false;       // the body of an HTTP message, or the block of a WARC record
  bool is_coded = false;      // its content has a Content-Encoding that cannot be decoded
  bool is_skipped = false;    // a document that begins like a file of Outlook, and is not read: skip_reason()
  // A document without mail around it, or inside an HTTP message, a fragment, a record of a web archive or a
  // file of Outlook, which programs for mail do not open, or inside CMS, which some open.
  bool is_beyond_readers = false;
  std::string content_type;  // in lower case, without parameters
  std::uint32_t first_field = 0, field_count = 0;
  std::string_view defect;  // an error in its MIME structure; empty if there is none
  // An error in the HTTP message or the file of Outlook whose body it is.
  std::string_view container_defect;
  CmsKind cms = CmsKind::kNone;   // of S/MIME
  std::string_view outlook_type;  // the media type of a file of Outlook, whatever is declared; else empty
};

// A limit that was hit, at an entity or (-1) at the message.
struct LimitHit {
  int entity = -1;
  std::string what;      // one sentence
  bool may_lose = true;  // references may be missing as a result
};

// The fields of the outermost header that identify a message to a person.
struct Envelope {
  std::optional<std::string> message_id, date, from, subject;
};

// Properties of an entity that are computed on demand.
struct Details {
  std::optional<std::string> charset, transfer_encoding, disposition, filename, content_id;
  // Raw bytes in the message; not set inside an encoded part. The header includes its blank line.
  std::optional<Range> heading, body;
  std::uint64_t body_bytes = 0;  // of the body; also set inside an encoded part
};

// The position of a frame's bytes: in the content of the entity `owner`, from `start` on, or in the
// message itself if `owner` is -1.
struct FrameOrigin {
  int owner = -1;
  std::size_t start = 0;
  // The bytes of the frame are not those of the content, because a coding of HTTP or CMS was removed, or a
  // file of Outlook was converted.
  bool is_recoded = false;
  // How the lines of the message end, which were replaced in the frame (line_ends.h).
  LineEnds line_ends = LineEnds::kUsual;
};

// The position of an entity in its frame. The header includes its blank line.
struct EntityRanges {
  Range heading, body;
};

// A parsed message. Entities are numbered in document order, from 0 for the body of the outermost
// message.
class MIMEBASE_FOR_ARCHIVE Message {
 public:
  Message(Message&&) noexcept;
  Message& operator=(Message&&) noexcept;
  ~Message();

  [[nodiscard]] const std::vector<Entity>& entities() const;
  [[nodiscard]] std::span<const Field> fields(int entity) const;
  // All limits that were hit except the depth (see Entity::too_deep).
  [[nodiscard]] const std::vector<LimitHit>& limits_hit() const;

  // RFC 9051 section 6.4.5.1: "TEXT", "1", "1.2", "2.TEXT".
  [[nodiscard]] std::string part_name(int entity) const;
  // "HEADER", "2.HEADER" for a message's, "1.2.MIME" for a body part's.
  [[nodiscard]] std::string heading_name(int entity) const;
  // The name of an entity as definer of a base: like heading_name(), but "1.2" for a body part.
  [[nodiscard]] std::string definer_name(int entity) const;

  // Returns the content without its transfer encoding: a view of the message if there is none to decode,
  // else of `buffer`. Returns the raw body of a multipart/* that could not be split, and nothing for
  // other composites.
  [[nodiscard]] std::string_view content(int entity, std::string& buffer) const;
  // The start of the content without its transfer encoding (see decode_start()).
  [[nodiscard]] std::string_view content_start(int entity, std::size_t least_bytes,
                                               std::string& buffer) const;
  // The map from the content back to the raw content, which starts at raw_content_start() in the entity's
  // frame.
  [[nodiscard]] charset::OffsetMap content_map(int entity) const;
  [[nodiscard]] std::size_t raw_content_start(int entity) const;
  [[nodiscard]] std::string_view raw_content(int entity) const;
  [[nodiscard]] TransferEncoding transfer_encoding(int entity) const;
  // The bytes that a frame was parsed from: those of the message, or of a decoded message inside it.
  [[nodiscard]] std::string_view frame_bytes(int frame) const;
  [[nodiscard]] int frame_count() const;
  [[nodiscard]] FrameOrigin frame_origin(int frame) const;
  [[nodiscard]] EntityRanges ranges(int entity) const;
  // Returns the offset of the field's raw_value in its frame. Returns nothing if the frame does not
  // contain it unchanged, for example because GMime ended the value at a NUL.
  [[nodiscard]] std::optional<std::size_t> value_start(int entity, int field) const;
  // Whether its type is declared: by a Content-Type field, or by the record of a document.
  [[nodiscard]] bool has_type(int entity) const;
  // The charset parameter of Content-Type as written; empty if there is none.
  [[nodiscard]] std::string charset(int entity) const;
  [[nodiscard]] Details details(int entity) const;
  // The boundary by which a multipart is split; empty if there is none.
  [[nodiscard]] std::string_view boundary(int entity) const;
  // The end of a multipart's body, from the line break before the delimiter that follows its last part.
  [[nodiscard]] std::string_view after_parts(int entity) const;
  // Returns true if it is a fragment of a larger message (message/partial, RFC 2046 section 5.2.2).
  [[nodiscard]] bool is_fragment(int entity) const;
  // Errors in its structure: Entity::defect, Entity::container_defect, and those that require reading all its
  // bytes.
  [[nodiscard]] std::vector<std::string> defects(int entity) const;
  // Whether the message is a document without a header (RecordKind::kDocument), which is its entity 0.
  [[nodiscard]] bool is_document() const;
  // The WARC-Target-URI of a record of a web archive; empty if there is none.
  [[nodiscard]] std::string_view target_uri() const;
  // Of a record of a web archive: its identifier and date.
  [[nodiscard]] Envelope envelope() const;
  // The Message-ID, without "<" and ">", of the message that contains the entity.
  [[nodiscard]] std::optional<std::string> message_id(int entity) const;
  // The Content-ID, without "<" and ">".
  [[nodiscard]] std::optional<std::string> content_id(int entity) const;
  // A parameter of Content-Type or else of Content-Disposition, decoded. The `filename` of a document is that
  // of its source.
  [[nodiscard]] std::optional<std::string> parameter(int entity, const char* name) const;

  // For the parser only.
  struct State;
  explicit Message(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::walk
