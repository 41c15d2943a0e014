#include "readers/reader_chain.h"

#include <algorithm>

#include "url/whatwg.h"

namespace mimebase::readers {
namespace {

bool is_same_url(std::string_view a, std::string_view b) {
  std::string first, second;
  return a == b || (url::serialise(a, first) && url::serialise(b, second) && first == second);
}

}  // namespace

const Entity& ReaderChain::applied(const Entity& row, int i) {
  if (reader_ == nullptr) return row;
  row_ = row;
  base_ = reader_->base_of(i);
  chain_.assign(row.chain.begin(), row.chain.end());
  row_.base =
      base_.empty() ? BaseInfo() : BaseInfo{base_, BaseSection::kRetrievalUrl, BaseBy::kRetrievalUrl, {}};
  const auto applies = std::find_if(chain_.begin(), chain_.end(), [this](const Candidate& candidate) {
    return !base_.empty() && candidate.url && is_same_url(*candidate.url, base_);
  });
  for (Candidate& candidate : chain_) {
    if (candidate.state == CandidateState::kEffective) candidate.state = CandidateState::kOverridden;
  }
  if (applies != chain_.end()) {
    applies->state = CandidateState::kEffective;
    row_.base = {base_, applies->section, applies->by, applies->part};
  }
  row_.chain = chain_;
  return row_;
}

}  // namespace mimebase::readers
