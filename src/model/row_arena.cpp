#include "model/row_arena.h"

#include <algorithm>
#include <memory>
#include <new>

namespace mimebase {

// For types without a destructor.
template <typename T>
T* RowArena::make(std::size_t count) {
  return static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
}

std::string_view RowArena::keep(std::string_view text) {
  char* copy = make<char>(text.size());
  std::copy(text.begin(), text.end(), copy);
  return {copy, text.size()};
}

std::optional<std::string_view> RowArena::keep(std::optional<std::string_view> text) {
  if (text) text = keep(*text);
  return text;
}

const MessageInfo* RowArena::keep(const MessageInfo* message) {
  // Rows of one message may carry different copies of its description.
  if (message_ != nullptr && message_->number == message->number && message_->source == message->source)
    return message_;
  MessageInfo kept = *message;
  kept.source = keep(kept.source);
  for (auto* text : {&kept.message_id, &kept.date, &kept.from, &kept.subject}) *text = keep(*text);
  kept.fields = keep(kept.fields);
  return message_ = new (make<MessageInfo>(1)) MessageInfo(kept);
}

std::span<const NamedField> RowArena::keep(std::span<const NamedField> fields) {
  NamedField* const kept = make<NamedField>(fields.size());
  std::uninitialized_copy(fields.begin(), fields.end(), kept);
  for (NamedField* field = kept; field != kept + fields.size(); ++field) {
    auto* const values = make<std::string_view>(field->values.size());
    std::uninitialized_copy(field->values.begin(), field->values.end(), values);
    for (auto* value = values; value != values + field->values.size(); ++value) *value = keep(*value);
    *field = {keep(field->name), {values, field->values.size()}};
  }
  return {kept, fields.size()};
}

BaseInfo RowArena::keep(BaseInfo base) {
  base.url = keep(base.url);
  base.part = keep(base.part);
  return base;
}

Link RowArena::keep(Link link) {
  link.message = keep(link.message);
  if (!base_ || *base_ != link.base) base_ = keep(link.base);
  link.base = *base_;
  for (auto* text : {&link.part, &link.context, &link.reference}) *text = keep(*text);
  for (auto* text : {&link.content_type, &link.in_message_id, &link.hidden, &link.text, &link.resolved,
                     &link.target_part, &link.host, &link.unwrapped, &link.opens.url, &link.opens.part})
    *text = keep(*text);
  return link;
}

Entity RowArena::keep(Entity entity) {
  entity.message = keep(entity.message);
  entity.base = keep(entity.base);
  for (auto* text : {&entity.part, &entity.content_type, &entity.defect}) *text = keep(*text);
  for (auto* text : {&entity.charset, &entity.transfer_encoding, &entity.disposition, &entity.filename,
                     &entity.content_id, &entity.content_location})
    *text = keep(*text);
  Candidate* chain = make<Candidate>(entity.chain.size());
  std::uninitialized_copy(entity.chain.begin(), entity.chain.end(), chain);
  entity.chain = {chain, entity.chain.size()};
  for (Candidate* candidate = chain; candidate != chain + entity.chain.size(); ++candidate) {
    candidate->part = keep(candidate->part);
    candidate->raw = keep(candidate->raw);
    candidate->url = keep(candidate->url);
  }
  return entity;
}

Diagnostic RowArena::keep(Diagnostic diagnostic) {
  diagnostic.message = keep(diagnostic.message);
  for (auto* text : {&diagnostic.part, &diagnostic.detail, &diagnostic.domain, &diagnostic.other_domain})
    *text = keep(*text);
  return diagnostic;
}

Comparison RowArena::keep(Comparison comparison) {
  comparison.message = keep(comparison.message);
  for (auto* text : {&comparison.part, &comparison.context, &comparison.reference}) *text = keep(*text);
  ReaderOpens* const readers = make<ReaderOpens>(comparison.readers.size());
  std::uninitialized_copy(comparison.readers.begin(), comparison.readers.end(), readers);
  comparison.readers = {readers, comparison.readers.size()};
  for (ReaderOpens* each = readers; each != readers + comparison.readers.size(); ++each) {
    each->opens.url = keep(each->opens.url);
    each->opens.part = keep(each->opens.part);
  }
  return comparison;
}

void RowArena::clear() {
  memory_.release();
  message_ = nullptr;
  base_.reset();
}

}  // namespace mimebase
