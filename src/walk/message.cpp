#include "walk/message.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "walk/field_value.h"
#include "walk/message_state.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {

std::string lower(const char* text) {
  std::string out(text != nullptr ? text : "");
  for (char& c : out) c = g_ascii_tolower(c);
  return out;
}

std::string_view raw_content(const Frame& frame, GMimeObject* object) {
  if (!GMIME_IS_PART(object)) return {};
  GMimeDataWrapper* content = g_mime_part_get_content(GMIME_PART(object));
  if (content == nullptr) return {};
  const GMimeStream* stream = g_mime_data_wrapper_get_stream(content);
  if (stream == nullptr || stream->bound_end < stream->bound_start) return {};
  const std::size_t start = std::min(static_cast<std::size_t>(stream->bound_start), frame.bytes.size());
  std::size_t end = std::min(static_cast<std::size_t>(stream->bound_end), frame.bytes.size());
  // The line break before a delimiter belongs to it (RFC 2046 section 5.1.1). GMime takes its length from the
  // break behind the delimiter, and is one byte wrong where the two differ.
  if (end > start && frame.bytes[end - 1] == '\r' && frame.bytes.substr(end, 3) == "\n--") --end;
  if (frame.bytes.substr(end).size() > 3 && frame.bytes[end] != '\r' && frame.bytes[end] != '\n' &&
      frame.bytes.substr(end + 1, 3) == "\n--") {
    ++end;
  }
  return frame.bytes.substr(start, end - start);
}

namespace {

bool is_named(const Field& field, std::string_view name) {
  return field.name.size() == name.size() &&
         g_ascii_strncasecmp(field.name.data(), name.data(), name.size()) == 0;
}

}  // namespace

Message::Message(std::unique_ptr<State> state) : state_(std::move(state)) {}
Message::~Message() = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(Message&&) noexcept = default;

const std::vector<Entity>& Message::entities() const {
  return state_->entities;
}

std::span<const Field> Message::fields(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  return {state_->fields.data() + self.first_field, self.field_count};
}

namespace {

// "2." for what is inside the message/rfc822 that is part 2; nothing in the outermost message.
std::string message_prefix(const Message& message, int around) {
  return around >= 0 ? message.part_name(around) + '.' : std::string();
}

}  // namespace

std::string Message::part_name(int entity) const {
  // Numbers from the inside out: the name grows at its front.
  std::string name;
  const auto& all = state_->entities;
  for (int at = entity; at >= 0; at = all[static_cast<std::size_t>(at)].parent) {
    const Entity& self = all[static_cast<std::size_t>(at)];
    if (self.is_message_body && self.kind == Kind::kMultipart) {
      if (at == entity) name = "TEXT";
      continue;  // the parts of a body that is a multipart count from the message's own name
    }
    const std::string number = std::to_string(self.is_message_body ? 1 : self.number);
    name = name.empty() ? number : number + '.' + name;
  }
  return name;
}

std::string Message::heading_name(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  return self.is_message_body ? message_prefix(*this, self.parent) + "HEADER" : part_name(entity) + ".MIME";
}

std::string Message::definer_name(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  return self.is_message_body ? heading_name(entity) : part_name(entity);
}

std::string_view Message::content(int entity, std::string& buffer) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  const Node& node = state_->nodes[static_cast<std::size_t>(entity)];
  const Frame& frame = state_->frame_of(self);
  if (node.object == nullptr) return frame.bytes;
  if (self.kind == Kind::kMultipart && !self.defect.empty()) {
    state_->compute_ranges();
    const Range body = state_->ranges.body(entity);
    return frame.bytes.substr(body.start, body.end - body.start);
  }
  return decode_transfer(raw_content(frame, node.object), content_encoding(node.object), buffer);
}

std::string_view Message::charset(int entity) const {
  GMimeObject* object = state_->nodes[static_cast<std::size_t>(entity)].object;
  GMimeContentType* type = object != nullptr ? g_mime_object_get_content_type(object) : nullptr;
  const char* value = type != nullptr ? g_mime_content_type_get_parameter(type, "charset") : nullptr;
  return value != nullptr ? std::string_view(value) : std::string_view();
}

std::optional<std::string> Message::parameter(int entity, const char* name) const {
  GMimeObject* object = state_->nodes[static_cast<std::size_t>(entity)].object;
  if (object == nullptr) return std::nullopt;
  // GMime loses encoded words behind one that ends in "=": those are decoded here.
  for (const Field& field : fields(entity)) {
    if (field.raw_value.find("=?") == std::string_view::npos) continue;
    if (!is_named(field, "Content-Type") && !is_named(field, "Content-Disposition")) continue;
    const auto plain = plain_parameter(field.raw_value, name);
    if (plain && plain->find("=?") != std::string::npos) return decode_field(*plain);
  }
  const char* value = g_mime_object_get_content_type_parameter(object, name);
  if (value == nullptr) value = g_mime_object_get_content_disposition_parameter(object, name);
  if (value == nullptr) return std::nullopt;
  return value;
}

void Message::State::compute_ranges() {
  if (!ranges.empty()) return;
  std::vector<RawEntity> raw(entities.size());
  for (std::size_t i = 0; i < entities.size(); ++i) {
    const Entity& self = entities[i];
    RawEntity& entity = raw[i];
    entity.parent = self.parent;
    entity.frame = self.frame;
    entity.frame_bytes = frame_of(self).bytes;
    if (self.field_count > 0) {
      entity.first_field =
          static_cast<std::size_t>(std::max<std::int64_t>(fields[self.first_field].offset, 0));
      entity.last_field = static_cast<std::size_t>(
          std::max<std::int64_t>(fields[self.first_field + self.field_count - 1].offset, 0));
      entity.has_fields = true;
    }
    GMimeObject* object = nodes[i].object;
    if (object == nullptr) {
      entity.content = entity.frame_bytes;
    } else if (GMIME_IS_PART(object)) {
      entity.content = raw_content(frame_of(self), object);
    } else {
      entity.is_composite = true;
      const char* boundary =
          GMIME_IS_MULTIPART(object) ? g_mime_object_get_content_type_parameter(object, "boundary") : nullptr;
      if (boundary != nullptr) entity.boundary = boundary;
    }
  }
  ranges.compute(raw);
}

bool Message::State::is_closed(int entity) {
  compute_ranges();
  const Node& node = nodes[static_cast<std::size_t>(entity)];
  const char* boundary = g_mime_object_get_content_type_parameter(node.object, "boundary");
  const Range range = ranges.body(entity);
  const std::string_view frame = frame_of(entities[static_cast<std::size_t>(entity)]).bytes;
  // With the line break in front of it, which may be the heading's last.
  const std::size_t start = range.start > 0 ? range.start - 1 : 0;
  const std::string_view body = frame.substr(start, range.end - start);
  const std::string closing = std::string("\n--") + (boundary != nullptr ? boundary : "") + "--";
  return body.starts_with(std::string_view(closing).substr(1)) ||
         (!body.empty() && memmem(body.data(), body.size(), closing.data(), closing.size()) != nullptr);
}

std::vector<std::string> Message::defects(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  std::vector<std::string> found;
  if (!self.defect.empty()) {
    found.emplace_back(self.defect);
  } else if (self.kind == Kind::kMultipart && !self.too_deep && !state_->is_closed(entity)) {
    found.emplace_back("cut short: its closing delimiter never comes");
  }
  int types = 0;
  for (const Field& field : fields(entity)) types += is_named(field, "Content-Type") ? 1 : 0;
  if (types > 1) found.emplace_back("more than one Content-Type field: others may read another one");
  constexpr std::array kEncodings = {"7bit",       "8bit",     "binary", "base64", "quoted-printable",
                                     "x-uuencode", "uuencode", "x-uue"};
  const std::optional<std::string> encoding = details(entity).transfer_encoding;
  if (encoding && std::find(kEncodings.begin(), kEncodings.end(), *encoding) == kEncodings.end())
    found.push_back("the transfer encoding \"" + *encoding + "\" is not known: read as it is");
  return found;
}

Details Message::details(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  GMimeObject* object = state_->nodes[static_cast<std::size_t>(entity)].object;
  Details details;
  state_->compute_ranges();
  details.body_bytes = state_->ranges.body(entity).end - state_->ranges.body(entity).start;
  if (const auto base = state_->frame_of(self).raw_base) {
    const Range heading = state_->ranges.heading(entity);
    const Range body = state_->ranges.body(entity);
    details.heading = Range{heading.start + *base, heading.end + *base};
    details.body = Range{body.start + *base, body.end + *base};
  }
  if (object == nullptr) return details;
  if (const std::string_view value = charset(entity); !value.empty())
    details.charset = without_comments(value);
  if (const char* value = g_mime_object_get_disposition(object)) details.disposition = lower(value);
  details.filename = parameter(entity, "filename");
  if (!details.filename) details.filename = parameter(entity, "name");
  for (const Field& field : fields(entity)) {
    if (!details.transfer_encoding && is_named(field, "Content-Transfer-Encoding")) {
      const std::string value = lower(without_comments(field.raw_value).c_str());
      if (!value.empty()) details.transfer_encoding = value;
    }
  }
  details.content_id = content_id(entity);
  return details;
}

std::optional<std::string> Message::content_id(int entity) const {
  for (const Field& field : fields(entity)) {
    if (is_named(field, "Content-ID")) return bracketed_id(field.raw_value);
  }
  return std::nullopt;
}

Envelope Message::envelope() const {
  Envelope envelope;
  for (const Field& field : fields(0)) {
    if (!envelope.date && is_named(field, "Date")) envelope.date = rfc3339_date(field.raw_value);
    if (!envelope.from && is_named(field, "From")) envelope.from = decode_field(field.raw_value);
    if (!envelope.subject && is_named(field, "Subject")) envelope.subject = decode_field(field.raw_value);
  }
  envelope.message_id = message_id(0);
  return envelope;
}

std::optional<std::string> Message::message_id(int entity) const {
  // The heading of the message that the entity stands in is that of the body around it.
  int body = entity;
  while (!state_->entities[static_cast<std::size_t>(body)].is_message_body) {
    body = state_->entities[static_cast<std::size_t>(body)].parent;
  }
  for (const Field& field : fields(body)) {
    if (!is_named(field, "Message-ID")) continue;
    if (auto id = bracketed_id(field.raw_value)) return id;
  }
  return std::nullopt;
}

}  // namespace mimebase::walk
