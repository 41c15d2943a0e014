// The content of an entity as a finder reads it: without its transfer encoding, in a charset that can be
// read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "charset/readable.h"
#include "find/finder.h"
#include "mimebase/model.h"
#include "walk/message.h"

namespace mimebase::message {

// The finder for an entity's content, or null: every text/* that has none of its own is plain text (RFC 2046
// section 4.1.4), and so is the body of a multipart that could not be split.
[[nodiscard]] const find::Finder* finder_of(const walk::Message& message, int entity);
[[nodiscard]] Searched searched(const walk::Message& message, int entity);
// The media type that a file name stands for where Content-Type says nothing (application/octet-stream, or
// not there); empty where that was not needed.
[[nodiscard]] std::string_view guessed_type(const walk::Message& message, int entity);

// Runs the entity's finder over a content of it.
void find_in(const walk::Message& message, int entity, const find::Finder& finder,
             const find::Content& content, find::Sink& sink);

class Content {
 public:
  // Forgets the last message.
  void clear() { entity_ = -1; }
  // Decodes an entity's content and decides its charset where there is a finder for it; unless that is what
  // is held already.
  void read(const walk::Message& message, int entity);

  // Null: nothing finds anything in it, and the rest means nothing.
  [[nodiscard]] const find::Finder* finder() const { return finder_; }
  [[nodiscard]] std::string_view decoded() const { return decoded_; }
  [[nodiscard]] const charset::Readable& readable() const { return readable_; }
  // What it declares for all of itself; its span is of decoded().
  [[nodiscard]] const std::optional<find::Declaration>& declared_base() const { return declared_base_; }
  // The charset of a document of HTML, in which its queries are encoded (--rules whatwg); else empty.
  [[nodiscard]] std::string_view query_encoding() const;

 private:
  int entity_ = -1;
  const find::Finder* finder_ = nullptr;
  std::string_view decoded_;
  charset::Readable readable_;
  std::optional<find::Declaration> declared_base_;
  std::string decoded_buffer_, converted_, declaration_buffer_;
};

}  // namespace mimebase::message
