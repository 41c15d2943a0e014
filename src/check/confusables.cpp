#include "check/confusables.h"

#include <unicode/uspoof.h>

#include <cstdint>

namespace mimebase::check {
namespace {

// ICU's checker, created once and thread-safe. Null if ICU's data is missing.
const USpoofChecker* checker() {
  static const USpoofChecker* const kChecker = []() -> const USpoofChecker* {
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker* const made = uspoof_open(&error);
    if (U_FAILURE(error)) return nullptr;
    uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &error);
    uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
    return U_SUCCESS(error) ? made : nullptr;
  }();
  return kChecker;
}

// The skeleton of UTF-8 text; empty on failure.
std::string skeleton(std::string_view text) {
  std::string out(4 * text.size() + 16, '\0');
  for (;;) {
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t length =
        uspoof_getSkeletonUTF8(checker(), 0, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                               static_cast<std::int32_t>(out.size()), &error);
    const bool is_too_small =
        error == U_BUFFER_OVERFLOW_ERROR && static_cast<std::size_t>(length) > out.size();
    if (U_FAILURE(error) && !is_too_small) return {};
    out.resize(static_cast<std::size_t>(length));
    if (!is_too_small) return out;
  }
}

bool mixes_scripts(std::string_view label) {
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t failed =
      uspoof_checkUTF8(checker(), label.data(), static_cast<std::int32_t>(label.size()), nullptr, &error);
  return U_SUCCESS(error) && failed != 0;
}

}  // namespace

const Confusables* confusables() {
  static constexpr Confusables kFunctions = {skeleton, mixes_scripts};
  return checker() != nullptr ? &kFunctions : nullptr;
}

}  // namespace mimebase::check

const mimebase::check::Confusables* mimebase_confusables() {
  return mimebase::check::confusables();
}
