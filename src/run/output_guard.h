// The file that a run writes is none of those that it reads.
#pragma once

#include <string>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/output.h"
#include "mimebase/result.h"

namespace mimebase::run {

// Fails with kUsage where the file that `output` replaces, or adds to, is an input, what standard input
// reads, or mail of a folder that is an input, by whatever name: links of both kinds are looked through. What
// is in such a folder and is no mail, as the rows of an earlier run, may be replaced.
[[nodiscard]] Result<void> check_is_no_input(const Output& output, const std::vector<std::string>& inputs,
                                             const InputOptions& options);

}  // namespace mimebase::run
