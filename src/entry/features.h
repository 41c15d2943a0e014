// Readers and checks, which are passed to analyze/.
#pragma once

#include <memory>

#include "analyze/features.h"

namespace mimebase::entry {

// `options` must outlive the features.
[[nodiscard]] std::unique_ptr<analysis::Features> make_features(const AnalyzeOptions& options);

}  // namespace mimebase::entry
