#include "message/raw_bytes.h"

#include <algorithm>

#include "find/quoting.h"

namespace mimebase::message {
namespace {

std::string_view cut(std::string_view bytes, find::Span span) {
  return span.start <= span.end && span.end <= bytes.size() ? bytes.substr(span.start, span.end - span.start)
                                                            : std::string_view();
}

}  // namespace

std::optional<RawBytes::Place> RawBytes::place_in_field(const Origin& origin) {
  const walk::Message& walked = message_.walked();
  const std::optional<std::size_t> value = walked.value_start(origin.entity, origin.field);
  if (!value) return std::nullopt;
  const std::string_view raw = walked.fields(origin.entity)[static_cast<std::size_t>(origin.field)].raw_value;
  std::string scratch;
  std::vector<walk::Fold> folds;
  (void)walk::unfold(raw, scratch, &folds);
  const std::size_t start = *value + walk::raw_offset(raw, folds, origin.span.start);
  const bool is_empty = origin.span.start == origin.span.end;
  const std::size_t end = is_empty ? start : *value + walk::raw_offset(raw, folds, origin.span.end - 1) + 1;
  return Place{message_.entity(origin.entity).frame, {start, end}, origin.span};
}

std::optional<RawBytes::Place> RawBytes::place(const Origin& origin) {
  if (origin.in_heading()) return place_in_field(origin);
  const walk::Message& walked = message_.walked();
  if (entity_ != origin.entity) map_ = walked.content_map(origin.entity);
  entity_ = origin.entity;
  const std::size_t start = walked.raw_content_start(entity_);
  const find::Span raw = map_.to_input(origin.span);
  const find::Span in_frame = {start + raw.start, start + raw.end};
  return Place{message_.entity(entity_).frame, in_frame, map_.whole_units(origin.span)};
}

std::optional<std::string> RawBytes::read(const Origin& origin) {
  const walk::Message& walked = message_.walked();
  const std::optional<Place> place = this->place(origin);
  if (!place) return std::nullopt;
  const std::string_view frame = walked.frame_bytes(place->frame);
  std::string utf8;
  if (origin.in_heading()) {
    charset::Charset().append_utf8(cut(frame, place->span), utf8);
    return find::read_quoted(origin.quoting, utf8);
  }
  // The following bytes decide whether a "=" at the end is an escape.
  constexpr std::size_t kBehind = 4;
  const find::Span with_next = {place->span.start, std::min(place->span.end + kBehind, frame.size())};
  std::string buffer;
  const std::string_view decoded = walked.decode_piece(origin.entity, cut(frame, with_next), buffer);
  const Content& content = message_.content(origin.entity);
  const find::Span inside = {origin.span.start - place->content.start,
                             origin.span.end - place->content.start};
  if (cut(decoded, inside) != cut(content.decoded(), origin.span)) return std::nullopt;
  // A stateful charset cannot be decoded from the middle, so the text is taken from the whole content.
  content.readable().charset.append_utf8(cut(content.readable().bytes, origin.text), utf8);
  return find::read_quoted(origin.quoting, utf8);
}

}  // namespace mimebase::message
