#include "message/raw_bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace mimebase::message {

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

}  // namespace mimebase::message
