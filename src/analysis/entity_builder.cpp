#include "analysis/entity_builder.h"

namespace mimebase::analysis {

Entity EntityBuilder::build(int i) {
  Entity out;
  out.message = &analysis_.info();
  out.part = analysis_.message().part_name(i);
  out.depth = analysis_.entity(i).depth;
  out.content_type = analysis_.entity(i).content_type;
  out.searched = analysis_.searched(i);
  out.defect = analysis_.entity(i).defect;
  put_details(i, out);
  analysis_.prepare(i, content_);
  const bool is_composite = analysis_.entity(i).kind != walk::Kind::kLeaf;
  if (!is_composite || !content_.decoded.empty()) out.size_bytes = content_.decoded.size();
  put_bases(i, out);
  return out;
}

void EntityBuilder::put_details(int i, Entity& out) const {
  walk::Details details = analysis_.message().details(i);
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
  for (const base::Declared& declared : analysis_.layers().declared(i)) {
    if (declared.by == BaseBy::kContentLocation && !out.content_location)
      out.content_location = declared.reference;
  }
}

void EntityBuilder::put_bases(int i, Entity& out) {
  const base::Layers& layers = analysis_.layers();
  std::vector<base::Declared> in_content;
  effective_ = layers.of(i);
  if (content_.declared_base) {
    in_content.push_back(*analysis_.document_base(i, *content_.declared_base));
    if (in_content.front().usable()) effective_ = {in_content.front().url, BaseBy::kHtmlBase, i};
  }
  out.base = analysis_.base_info(i, effective_);
  for (base::ChainLink& link : layers.chain(i, in_content)) {
    if (link.definer >= 0) {
      const bool by_content = link.candidate.by == BaseBy::kHtmlBase;
      link.candidate.part = by_content ? analysis_.message().part_name(link.definer)
                                       : analysis_.message().definer_name(link.definer);
    }
    out.chain.push_back(std::move(link.candidate));
  }
  if (effective_.by == BaseBy::kNone && analysis_.is_in_related(i) && analysis_.needs_this_message()) {
    Candidate this_message;
    this_message.section = BaseSection::kDefault;
    this_message.raw = "thismessage:/";
    this_message.url = this_message.raw;
    this_message.state = CandidateState::kMatchingOnly;
    out.chain.push_back(std::move(this_message));
  }
}

}  // namespace mimebase::analysis
