#include "message/entity_builder.h"

#include "base/layer_kinds.h"

namespace mimebase::message {

const Entity& EntityBuilder::build(int i) {
  const walk::Entity& walked = message_.entity(i);
  part_ = message_.walked().part_name(i);
  entity_ = Entity();
  entity_.message = &message_.info();
  entity_.part = part_;
  entity_.depth = walked.depth;
  entity_.content_type = walked.content_type;
  entity_.searched = searched(message_.walked(), i);
  entity_.defect = walked.defect;
  put_details(i);
  const Content& content = message_.content(i);
  const std::size_t size =
      content.finder() != nullptr ? content.decoded().size() : message_.walked().content(i, decoded_).size();
  if (walked.kind == walk::Kind::kLeaf || size > 0) entity_.size_bytes = size;
  put_bases(i);
  return entity_;
}

void EntityBuilder::put_details(int i) {
  details_ = message_.walked().details(i);
  entity_.charset = details_.charset;
  entity_.transfer_encoding = details_.transfer_encoding;
  entity_.disposition = details_.disposition;
  entity_.filename = details_.filename;
  entity_.content_id = details_.content_id;
  entity_.size_bytes = details_.body_bytes;
  const auto in_source = [this](const Range& range) {
    return Range{range.start + bytes_offset_, range.end + bytes_offset_};
  };
  if (details_.heading) entity_.heading = in_source(*details_.heading);
  if (details_.body) entity_.body = in_source(*details_.body);
  for (const base::Declared& declared : message_.layers().declared(i)) {
    if (base::kind_of(declared.by).is_location && !entity_.content_location)
      entity_.content_location = declared.reference;
  }
}

void EntityBuilder::put_bases(int i) {
  const base::Layers& layers = message_.layers();
  document_base_ = message_.document_base(i);
  const base::Declared* in_content = document_base_ ? &*document_base_ : nullptr;
  const bool is_usable = document_base_ && document_base_->usable();
  const base::Effective effective = is_usable ? document_base_->effective() : layers.of(i);
  entity_.base = message_.base_info(i, effective, definer_);
  if (layers.has_long_chain(i)) message_.excess().note_long_chain();
  chain_.clear();
  definers_.clear();
  for (const base::ChainLink& link : layers.chain(i, in_content)) {
    chain_.push_back(link.candidate);
    if (link.definer < 0) continue;
    const bool by_content = base::kind_of(link.candidate.by).place == base::Place::kContent;
    chain_.back().part = definers_.emplace_back(by_content ? message_.walked().part_name(link.definer)
                                                           : message_.walked().definer_name(link.definer));
  }
  if (effective.by == BaseBy::kNone && message_.parts().tree().related_of(i) >= 0 &&
      message_.needs_this_message()) {
    chain_.push_back({BaseSection::kDefault, BaseBy::kNone, std::nullopt, "thismessage:/", "thismessage:/",
                      CandidateState::kMatchingOnly});
  }
  entity_.chain = chain_;
}

std::size_t text_bytes(const Entity& entity) {
  constexpr std::size_t kKeyBytes = 400;
  constexpr std::size_t kCandidateKeyBytes = 80;
  const auto size = [](const std::optional<std::string_view>& text) { return text ? text->size() : 0; };
  const MessageInfo& message = *entity.message;
  std::size_t bytes = kKeyBytes + message.source.size() + size(message.message_id) + entity.part.size() +
                      entity.content_type.size() + size(entity.charset) + size(entity.transfer_encoding) +
                      size(entity.disposition) + size(entity.filename) + size(entity.content_id) +
                      size(entity.content_location) + entity.base.url.size() + size(entity.base.part);
  for (const Candidate& candidate : entity.chain)
    bytes += kCandidateKeyBytes + size(candidate.part) + candidate.raw.size() + size(candidate.url);
  return bytes;
}

}  // namespace mimebase::message
