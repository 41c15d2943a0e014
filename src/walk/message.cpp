#include "walk/message.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <cstring>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/ambiguity.h"
#include "walk/field_text.h"
#include "walk/message_state.h"
#include "walk/parameters.h"

namespace mimebase::walk {

std::string_view raw_content(const Frame& frame, GMimeObject* object) {
  if (!GMIME_IS_PART(object)) return {};
  GMimeDataWrapper* content = g_mime_part_get_content(GMIME_PART(object));
  if (content == nullptr) return {};
  const GMimeStream* stream = g_mime_data_wrapper_get_stream(content);
  if (stream == nullptr || stream->bound_end < stream->bound_start) return {};
  const auto place = [&frame](gint64 offset) {
    return std::min(static_cast<std::size_t>(frame.place_of(offset)), frame.bytes.size());
  };
  const std::size_t start = place(stream->bound_start);
  std::size_t end = place(stream->bound_end);
  // The line break before a delimiter belongs to the delimiter (RFC 2046 section 5.1.1). GMime assumes
  // that it is as long as the one after the delimiter, and is off by one byte if they differ.
  if (end > start && frame.bytes[end - 1] == '\r' && frame.bytes.substr(end, 3) == "\n--") --end;
  if (frame.bytes.substr(end).size() > 3 && frame.bytes[end] != '\r' && frame.bytes[end] != '\n' &&
      frame.bytes.substr(end + 1, 3) == "\n--") {
    ++end;
  }
  return frame.bytes.substr(start, end - start);
}

namespace {

bool is_named(const Field& field, std::string_view name) {
  return ascii::equals_ignoring_case(field.name, name);
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

// Returns the prefix of the part names inside an entity: "2.1." or nothing.
std::string Message::State::prefix_inside(int parent) const {
  // Built backwards, because the numbers are visited from the inside out.
  std::string backwards;
  for (int at = parent; at >= 0; at = entities[static_cast<std::size_t>(at)].parent) {
    const Entity& self = entities[static_cast<std::size_t>(at)];
    // The parts of a multipart body are numbered directly below the message.
    if (self.is_message_body && self.kind == Kind::kMultipart) continue;
    const std::string number = std::to_string(self.is_message_body ? 1 : self.number);
    backwards += '.';
    backwards.append(number.rbegin(), number.rend());
  }
  return {backwards.rbegin(), backwards.rend()};
}

std::string Message::part_name(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  if (self.parent != state_->prefixed) {
    state_->prefix = state_->prefix_inside(self.parent);
    state_->prefixed = self.parent;
  }
  if (self.is_message_body && self.kind == Kind::kMultipart) return state_->prefix + "TEXT";
  return state_->prefix + std::to_string(self.is_message_body ? 1 : self.number);
}

std::string Message::heading_name(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  if (!self.is_message_body) return part_name(entity) + ".MIME";
  return self.parent >= 0 ? part_name(self.parent) + ".HEADER" : "HEADER";
}

std::string Message::definer_name(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  return self.is_message_body ? heading_name(entity) : part_name(entity);
}

// Returns the entire body of a multipart that could not be split, and all bytes of a message without a
// header.
std::string_view Message::State::raw_content_of(int entity) {
  const Entity& self = entities[static_cast<std::size_t>(entity)];
  const Node& node = nodes[static_cast<std::size_t>(entity)];
  const Frame& frame = frame_of(self);
  if (node.object == nullptr) return frame.bytes;
  if (self.kind != Kind::kMultipart || self.defect.empty()) return walk::raw_content(frame, node.object);
  const Range body = ranges_of(entity).body;
  return frame.bytes.substr(body.start, body.end - body.start);
}

std::string_view Message::content(int entity, std::string& buffer) const {
  return decode_transfer(state_->raw_content_of(entity), state_->encoding(entity), buffer);
}

std::string_view Message::content_start(int entity, std::size_t least_bytes, std::string& buffer) const {
  return decode_start(state_->raw_content_of(entity), state_->encoding(entity), least_bytes, buffer);
}

charset::OffsetMap Message::content_map(int entity) const {
  charset::OffsetMap map;
  std::string buffer;
  (void)decode_transfer(state_->raw_content_of(entity), state_->encoding(entity), buffer, &map);
  return map;
}

std::size_t Message::raw_content_start(int entity) const {
  const std::string_view frame = state_->frame_of(state_->entities[static_cast<std::size_t>(entity)]).bytes;
  const std::string_view raw = state_->raw_content_of(entity);
  return raw.empty() ? 0 : static_cast<std::size_t>(raw.data() - frame.data());
}

std::string_view Message::raw_content(int entity) const {
  return state_->raw_content_of(entity);
}

TransferEncoding Message::transfer_encoding(int entity) const {
  return state_->encoding(entity);
}

int Message::frame_count() const {
  return static_cast<int>(state_->frames.size());
}

FrameOrigin Message::frame_origin(int frame) const {
  const Frame& self = *state_->frames[static_cast<std::size_t>(frame)];
  return {self.owner, self.start, self.is_recoded, self.line_ends};
}

EntityRanges Message::ranges(int entity) const {
  const RawRanges& ranges = state_->ranges_of(entity);
  return {ranges.heading, ranges.body};
}

std::string_view Message::frame_bytes(int frame) const {
  return state_->frames[static_cast<std::size_t>(frame)]->bytes;
}

std::optional<std::size_t> Message::value_start(int entity, int field) const {
  const std::string_view frame = state_->frame_of(state_->entities[static_cast<std::size_t>(entity)]).bytes;
  const Field& self = fields(entity)[static_cast<std::size_t>(field)];
  // A message may end without the line break that GMime adds.
  const std::string_view value = self.raw_value.substr(0, self.raw_value.find_last_not_of("\r\n") + 1);
  // GMime reports a wrong offset for a first field that is preceded by lines that are not fields.
  auto line = static_cast<std::size_t>(std::max<std::int64_t>(self.offset, 0));
  while (line < frame.size()) {
    const std::size_t colon = frame.find(':', line);
    if (colon == std::string_view::npos) break;
    if (is_named({frame.substr(line, self.name.size()), {}, 0}, self.name) &&
        frame.substr(colon + 1).starts_with(value))
      return colon + 1;
    line = std::min(frame.find('\n', line), frame.size() - 1) + 1;
  }
  return std::nullopt;
}

bool Message::is_document() const {
  return state_->document.has_value();
}

bool Message::has_type(int entity) const {
  return (entity == 0 && is_document()) || state_->field(entity, &MimeFields::type) != nullptr;
}

std::string Message::charset(int entity) const {
  if (entity == 0 && is_document()) return parameter(entity, "charset").value_or("");
  const Field* type = state_->field(entity, &MimeFields::type);
  const auto value = type != nullptr ? read_parameter(type->raw_value, "charset") : std::nullopt;
  return value ? value->value : std::string();
}

std::optional<std::string> Message::parameter(int entity, const char* name) const {
  if (entity == 0 && is_document()) {
    const DocumentType& document = *state_->document;
    if (std::string_view(name) == "filename")
      return document.file_name.empty() ? std::nullopt : std::optional(document.file_name);
    auto found = read_parameter(document.content_type, name);
    return found ? std::optional(std::move(found->value)) : std::nullopt;
  }
  for (const auto which : {&MimeFields::type, &MimeFields::disposition}) {
    const Field* field = state_->field(entity, which);
    if (field == nullptr) continue;
    if (auto found = read_parameter(field->raw_value, name)) return std::move(found->value);
  }
  return std::nullopt;
}

const std::vector<LimitHit>& Message::limits_hit() const {
  return state_->limits_hit;
}

// If the field is repeated, the first is used, as for Content-Type.
TransferEncoding Message::State::encoding(int entity) {
  if (encodings.empty()) encodings.resize(entities.size());
  std::optional<TransferEncoding>& known = encodings[static_cast<std::size_t>(entity)];
  if (!known) known = read_encoding(entity);
  return *known;
}

TransferEncoding Message::State::read_encoding(int entity) const {
  const Field* field = this->field(entity, &MimeFields::encoding);
  // RFC 9112 section 10: HTTP does not use Content-Transfer-Encoding.
  if (field == nullptr || entities[static_cast<std::size_t>(entity)].is_http ||
      !GMIME_IS_PART(nodes[static_cast<std::size_t>(entity)].object))
    return TransferEncoding::kNone;
  return walk::transfer_encoding(without_comments(field->raw_value)).value_or(TransferEncoding::kNone);
}

const RawRanges& Message::State::ranges_of(int asked) {
  if (ranges.empty()) ranges = raw_ranges(*this);
  return ranges[static_cast<std::size_t>(asked)];
}

std::string_view Message::State::boundary(int entity) const {
  GMimeObject* object = nodes[static_cast<std::size_t>(entity)].object;
  const char* text =
      GMIME_IS_MULTIPART(object) ? g_mime_object_get_content_type_parameter(object, "boundary") : nullptr;
  return text != nullptr ? text : "";
}

// Boundaries are compared with those of all enclosing multiparts, and GMime looks each up by name.
std::string_view Message::boundary(int entity) const {
  std::vector<std::string_view>& known = state_->boundaries;
  for (std::size_t i = known.size(); i < state_->entities.size(); ++i)
    known.push_back(state_->boundary(static_cast<int>(i)));
  return known[static_cast<std::size_t>(entity)];
}

// The line break may be the last of the header.
std::string_view Message::State::after_parts(int entity) {
  const RawRanges& range = ranges_of(entity);
  const std::string_view frame = frame_of(entities[static_cast<std::size_t>(entity)]).bytes;
  const std::size_t behind = std::max<std::size_t>(range.body.start, range.last_part_end);
  const std::size_t start = behind > 0 ? behind - 1 : 0;
  return frame.substr(start, range.body.end - start);
}

std::string_view Message::after_parts(int entity) const {
  return state_->after_parts(entity);
}

bool Message::State::is_closed(int entity) {
  const std::string_view rest = after_parts(entity);
  const std::string closing = "\n--" + std::string(boundary(entity)) + "--";
  return rest.starts_with(std::string_view(closing).substr(1)) ||
         (!rest.empty() && memmem(rest.data(), rest.size(), closing.data(), closing.size()) != nullptr);
}

bool Message::is_fragment(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  if (self.content_type != "message/partial") return false;
  const auto total = parameter(entity, "total");
  return !total || ascii::trimmed(*total) != "1";
}

std::vector<std::string> Message::defects(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  std::vector<std::string> found;
  if (!self.container_defect.empty()) found.emplace_back(self.container_defect);
  if (!self.defect.empty()) {
    found.emplace_back(self.defect);
  } else if (self.kind == Kind::kMultipart && !self.too_deep && !state_->is_closed(entity)) {
    found.emplace_back("truncated: its closing delimiter is missing");
  }
  // Fields that contradict each other are an ambiguity.
  for (const auto which : {&MimeFields::type, &MimeFields::encoding}) {
    const Field* const first = state_->field(entity, which);
    if (first == nullptr || contradiction(fields(entity), *first) != nullptr) continue;
    const auto count = std::count_if(fields(entity).begin(), fields(entity).end(),
                                     [&](const Field& field) { return is_named(field, first->name); });
    if (count > 1)
      found.push_back("more than one " + std::string(first->name) + " field, with the same value");
  }
  return found;
}

Details Message::details(int entity) const {
  const Entity& self = state_->entities[static_cast<std::size_t>(entity)];
  GMimeObject* object = state_->nodes[static_cast<std::size_t>(entity)].object;
  Details details;
  const auto& [heading, body, first_part, last_part_end] = state_->ranges_of(entity);
  details.body_bytes = body.end - body.start;
  if (const auto base = state_->frame_of(self).raw_base) {
    details.heading = Range{heading.start + *base, heading.end + *base};
    details.body = Range{body.start + *base, body.end + *base};
  }
  if (entity == 0 && is_document()) {
    details.heading.reset();  // it has none
    details.body = Range{0, state_->frame_of(self).bytes.size()};
  } else if (object == nullptr) {
    return details;
  }
  if (const std::string value = charset(entity); !value.empty()) details.charset = without_comments(value);
  if (const Field* disposition = state_->field(entity, &MimeFields::disposition)) {
    details.disposition = ascii::lowered(decode_field(main_value(disposition->raw_value)).c_str());
  }
  if (object != nullptr) details.filename = parameter(entity, "filename");
  if (object != nullptr && !details.filename) details.filename = parameter(entity, "name");
  if (const Field* encoding = state_->field(entity, &MimeFields::encoding)) {
    const std::string value = ascii::lowered(without_comments(encoding->raw_value).c_str());
    if (!value.empty()) charset::Charset().append_utf8(value, details.transfer_encoding.emplace());
  }
  details.content_id = content_id(entity);
  return details;
}

std::optional<std::string> Message::content_id(int entity) const {
  const Field* id = state_->field(entity, &MimeFields::id);
  return id != nullptr ? bracketed_id(id->raw_value) : std::nullopt;
}

std::string_view Message::target_uri() const {
  return state_->warc ? std::string_view(state_->warc->target_uri) : std::string_view();
}

Envelope Message::envelope() const {
  Envelope envelope;
  if (state_->warc) {
    envelope.date = state_->warc->date;
    if (!state_->warc->record_id.empty())
      charset::Charset().append_utf8(state_->warc->record_id, envelope.message_id.emplace());
    return envelope;
  }
  for (const Field& field : fields(0)) {
    if (!envelope.date && is_named(field, "Date")) envelope.date = rfc3339_date(field.raw_value);
    if (!envelope.from && is_named(field, "From")) envelope.from = decode_field(field.raw_value);
    if (!envelope.subject && is_named(field, "Subject")) envelope.subject = decode_field(field.raw_value);
  }
  envelope.message_id = message_id(0);
  return envelope;
}

std::optional<std::string> Message::message_id(int entity) const {
  // The message's header is that of its body entity.
  const auto message = static_cast<std::size_t>(state_->entities[static_cast<std::size_t>(entity)].message);
  state_->message_ids.resize(state_->bodies.size());
  auto& known = state_->message_ids[message];
  if (known) return *known;
  known.emplace();
  for (const Field& field : fields(state_->bodies[message])) {
    if (!is_named(field, "Message-ID")) continue;
    if (auto id = bracketed_id(field.raw_value)) {
      *known = std::move(id);
      break;
    }
  }
  return *known;
}

}  // namespace mimebase::walk
