// What GMime makes of a message, as text, to compare it with that of a message with fewer header fields.
#pragma once

#include <gmime/gmime.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "walk/gmime_pointer.h"
#include "walk/heading.h"
#include "walk/message_state.h"

namespace mimebase::test {

inline walk::GPointer<GMimeMessage> gmime_message(std::string_view bytes) {
  g_mime_init();
  const auto stream = walk::adopt(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const auto parser = walk::adopt(g_mime_parser_new_with_stream(stream.get()));
  return walk::adopt(g_mime_parser_construct_message(parser.get(), nullptr));
}

inline std::string as_line(std::int64_t offset, std::string_view name, std::string_view raw_value) {
  return std::to_string(offset) + ' ' + std::string(name) + ':' + std::string(raw_value);
}

// Appends the fields of a message or of its body, with their places.
inline void append_fields(const walk::Frame& frame, GMimeObject* owner,
                          std::vector<std::pair<std::int64_t, std::string>>& out) {
  GMimeHeaderList* const list = owner != nullptr ? g_mime_object_get_header_list(owner) : nullptr;
  for (int i = 0; list != nullptr && i < g_mime_header_list_get_count(list); ++i) {
    GMimeHeader* const header = g_mime_header_list_get_header_at(list, i);
    const std::int64_t place = frame.place_of(g_mime_header_get_offset(header));
    out.emplace_back(place,
                     as_line(place, g_mime_header_get_name(header), g_mime_header_get_raw_value(header)));
  }
}

// Appends one line per entity: its class, media type, boundary, and the place of its content; and one per
// field, but for those of the outermost message.
inline void append_shape(const walk::Frame& frame, GMimeObject* object, int depth, std::string& out) {
  if (object == nullptr || depth > 100) return;
  GMimeContentType* const type = g_mime_object_get_content_type(object);
  const walk::GText media_type(g_mime_content_type_get_mime_type(type));
  const char* const boundary = g_mime_content_type_get_parameter(type, "boundary");
  out += std::string(G_OBJECT_TYPE_NAME(object)) + ' ' + media_type.get() + ' ' + (boundary ? boundary : "");
  if (const std::string_view content = walk::raw_content(frame, object); content.data() != nullptr)
    out += ' ' + std::to_string(content.data() - frame.bytes.data()) + '+' + std::to_string(content.size());
  out += '\n';
  std::vector<std::pair<std::int64_t, std::string>> fields;
  if (depth > 0) append_fields(frame, object, fields);
  if (GMIME_IS_MULTIPART(object)) {
    for (int i = 0; i < g_mime_multipart_get_count(GMIME_MULTIPART(object)); ++i)
      append_shape(frame, g_mime_multipart_get_part(GMIME_MULTIPART(object), i), depth + 1, out);
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* const nested = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (nested != nullptr) {
      append_fields(frame, GMIME_OBJECT(nested), fields);
      append_shape(frame, g_mime_message_get_mime_part(nested), depth + 1, out);
    }
  }
  for (const auto& [place, line] : fields) out += line;
}

// Returns the shape of a message; "nothing" if GMime rejects it. GMime reads the skeleton if there is one.
inline std::string gmime_shape(std::string_view bytes, std::optional<walk::Skeleton> skeleton = {}) {
  walk::Frame frame;
  frame.bytes = bytes;
  frame.skeleton = std::move(skeleton);
  const auto message = gmime_message(frame.skeleton ? frame.skeleton->bytes() : bytes);
  if (message == nullptr) return "nothing";
  std::string out;
  append_shape(frame, g_mime_message_get_mime_part(message.get()), 0, out);
  return out;
}

// Returns the fields of the outermost heading as GMime reports them, in the order of their offsets.
inline std::vector<std::string> gmime_fields(std::string_view bytes) {
  const auto message = gmime_message(bytes);
  if (message == nullptr) return {"nothing"};
  std::vector<std::pair<std::int64_t, std::string>> found;
  append_fields({}, GMIME_OBJECT(message.get()), found);
  append_fields({}, g_mime_message_get_mime_part(message.get()), found);
  std::sort(found.begin(), found.end());
  std::vector<std::string> lines;
  for (auto& [offset, line] : found) lines.push_back(std::move(line));
  return lines;
}

inline std::vector<std::string> as_lines(const walk::Heading& heading) {
  std::vector<std::string> lines;
  for (const walk::Field& field : heading.fields)
    lines.push_back(as_line(field.offset, field.name, field.raw_value));
  return lines;
}

}  // namespace mimebase::test
