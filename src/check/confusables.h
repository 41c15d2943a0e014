// Characters that look alike (Unicode Technical Standard 39), by the i18n library of ICU. The shared library
// loads it when something is compared.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase::check {

struct Confusables {
  // The skeleton of UTF-8 text: equal for texts that look alike. Empty on failure.
  std::string (*skeleton)(std::string_view text);
  // Whether a label mixes scripts as no language does.
  bool (*mixes_scripts)(std::string_view label);
};

// Returns null if the library or its data are missing.
[[nodiscard]] const Confusables* confusables();

}  // namespace mimebase::check

// The same as the module exports it.
extern "C" MIMEBASE_API const mimebase::check::Confusables* mimebase_confusables();
