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
#include "walk/raw_ranges.h"

namespace mimebase::walk {

// A byte array over memory that GMime only reads and does not own.
class ByteView {
 public:
  explicit ByteView(std::string_view bytes) : array_(g_byte_array_new()) {
    array_->data = reinterpret_cast<guint8*>(const_cast<char*>(bytes.data()));
    array_->len = static_cast<guint>(bytes.size());
  }
  ByteView(const ByteView&) = delete;
  ByteView& operator=(const ByteView&) = delete;
  ~ByteView() {
    array_->data = nullptr;
    array_->len = 0;
    g_byte_array_unref(array_);
  }
  [[nodiscard]] GByteArray* get() const { return array_; }

 private:
  GByteArray* array_;
};

// A run of bytes that was parsed at once: the message, or a decoded message/rfc822 inside it.
struct Frame {
  std::string owned;  // where the bytes are not the caller's
  std::string_view bytes;
  std::optional<std::uint64_t> raw_base;  // where bytes[0] stands in the message; nothing if it was decoded
  std::unique_ptr<ByteView> view;
  GPointer<GMimeMessage> message;
};

// What of a GObject is looked up again after the walk.
struct Node {
  GMimeObject* object = nullptr;    // owned by the frame's message; null in a message without a heading
  GMimeMessage* message = nullptr;  // whose body the entity is, else null
};

// The raw content of a leaf part, as a view into its frame; null where it has none.
[[nodiscard]] std::string_view raw_content(const Frame& frame, GMimeObject* object);

struct Message::State {
  std::vector<Entity> entities;
  std::vector<Node> nodes;  // one for each entity
  std::vector<Field> fields;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<GMimeMessage*> messages;  // by Entity::message; null where nothing could be parsed
  RawRanges ranges;                     // filled when first asked for

  [[nodiscard]] const Frame& frame_of(const Entity& entity) const {
    return *frames[static_cast<std::size_t>(entity.frame)];
  }
  void compute_ranges();
  [[nodiscard]] bool is_closed(int multipart);
};

// The text in lower case (ASCII); empty for null.
[[nodiscard]] std::string lower(const char* text);

}  // namespace mimebase::walk
