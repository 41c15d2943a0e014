// Takes the functions from the module with confusables.cpp.
#include "check/confusables.h"
#include "text/late.h"

namespace mimebase::check {

const Confusables* confusables() {
  static const auto kFunctions = reinterpret_cast<decltype(&mimebase_confusables)>(
      late::function(late::kConfusables, "mimebase_confusables"));
  return kFunctions != nullptr ? kFunctions() : nullptr;
}

}  // namespace mimebase::check
