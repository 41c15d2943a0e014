#include "message/entity_builder.h"

namespace mimebase::message {

Entity EntityBuilder::build(int i) {
  Entity out;
  out.message = &message_.info();
  out.part = message_.walked().part_name(i);
  out.depth = message_.entity(i).depth;
  out.content_type = message_.entity(i).content_type;
  out.searched = searched(message_.walked(), i);
  out.defect = message_.entity(i).defect;
  put_details(i, out);
  const Content& content = message_.content(i);
  const bool is_composite = message_.entity(i).kind != walk::Kind::kLeaf;
  const std::size_t size =
      content.finder() != nullptr ? content.decoded().size() : message_.walked().content(i, decoded_).size();
  if (!is_composite || size > 0) out.size_bytes = size;
  put_bases(i, out);
  return out;
}

void EntityBuilder::put_details(int i, Entity& out) const {
  walk::Details details = message_.walked().details(i);
  out.charset = std::move(details.charset);
  out.transfer_encoding = std::move(details.transfer_encoding);
  out.disposition = std::move(details.disposition);
  out.filename = std::move(details.filename);
  out.content_id = std::move(details.content_id);
  out.size_bytes = details.body_bytes;
  const auto in_source = [this](const Range& range) {
    return Range{range.start + bytes_offset_, range.end + bytes_offset_};
  };
  if (details.heading) out.heading = in_source(*details.heading);
  if (details.body) out.body = in_source(*details.body);
  for (const base::Declared& declared : message_.layers().declared(i)) {
    if (declared.by == BaseBy::kContentLocation && !out.content_location)
      out.content_location = declared.reference;
  }
}

void EntityBuilder::put_bases(int i, Entity& out) {
  const base::Layers& layers = message_.layers();
  std::vector<base::Declared> in_content;
  base::Effective effective = layers.of(i);
  if (auto declared = message_.document_base(i)) {
    document_base_ = std::move(*declared);
    in_content.push_back(document_base_);
    if (document_base_.usable()) effective = document_base_.effective();
  }
  out.base = message_.base_info(i, effective);
  if (layers.has_long_chain(i)) message_.excess().note_long_chain();
  for (base::ChainLink& link : layers.chain(i, in_content)) {
    if (link.definer >= 0) {
      const bool by_content = link.candidate.by == BaseBy::kHtmlBase;
      link.candidate.part = by_content ? message_.walked().part_name(link.definer)
                                       : message_.walked().definer_name(link.definer);
    }
    out.chain.push_back(std::move(link.candidate));
  }
  if (effective.by == BaseBy::kNone && message_.parts().tree().related_of(i) >= 0 &&
      message_.needs_this_message()) {
    Candidate this_message;
    this_message.section = BaseSection::kDefault;
    this_message.raw = "thismessage:/";
    this_message.url = this_message.raw;
    this_message.state = CandidateState::kMatchingOnly;
    out.chain.push_back(std::move(this_message));
  }
}

std::size_t text_bytes(const Entity& entity) {
  constexpr std::size_t kKeyBytes = 400;
  constexpr std::size_t kCandidateKeyBytes = 80;
  const auto size = [](const std::optional<std::string>& text) { return text ? text->size() : 0; };
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
