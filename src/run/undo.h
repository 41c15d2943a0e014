// Taking back what `rewrite` has done, by its manifest.
#pragma once

#include <string>

#include "mimebase/output.h"
#include "mimebase/result.h"

namespace mimebase::run {

// Writes the bytes that `rewritten` ("-" is standard input) was before the edits of the manifest. Fails with
// kUnreadable where one cannot be read, or they do not belong together.
[[nodiscard]] Result<void> undo(const std::string& manifest, const std::string& rewritten, Output& output);

}  // namespace mimebase::run
