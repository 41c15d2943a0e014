// Completes the options of `rewrite` that replace URLs, and those of `unwrap`.
#pragma once

#include "mimebase/result.h"
#include "options/arguments.h"

namespace mimebase::options {

// Checks which options of `rewrite` can be combined, and reads the files that they name. Fails with kUsage
// and a sentence that names options as the command line does, also if a file cannot be read.
[[nodiscard]] Result<void> complete_rewriting(Arguments& arguments);
// Does so for `unwrap`, which has the template and the signer where `rewrite` has them.
[[nodiscard]] Result<void> complete_unwrapping(Arguments& arguments);

}  // namespace mimebase::options
