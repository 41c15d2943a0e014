// The last enumerator of each enumeration that processes exchange, for BytesReader.
#pragma once

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "run/bytes.h"

namespace mimebase::run {

template <>
struct LastOf<Severity> {
  static constexpr Severity value = Severity::kError;
};
template <>
struct LastOf<DiagnosticCode> {
  static constexpr DiagnosticCode value = DiagnosticCode::kUnreferencedPart;
};
template <>
struct LastOf<LinkStatus> {
  static constexpr LinkStatus value = static_cast<LinkStatus>(kLinkStatusCount - 1);
};
template <>
struct LastOf<BaseBy> {
  static constexpr BaseBy value = BaseBy::kRetrievalUrl;
};
template <>
struct LastOf<BaseSection> {
  static constexpr BaseSection value = BaseSection::kDefault;
};
template <>
struct LastOf<CandidateState> {
  static constexpr CandidateState value = CandidateState::kMatchingOnly;
};
template <>
struct LastOf<Searched> {
  static constexpr Searched value = Searched::kExternal;
};

}  // namespace mimebase::run
