// Prevents a run from overwriting its inputs, or a database with rows.
#pragma once

#include <string>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase::run {

// Call before anything is read. Fails like check_is_no_input(), and with kUsage for a database that holds
// rows, unless the run appends to it or `force` is set.
[[nodiscard]] Result<void> check_output(const Output& output, const std::vector<std::string>& inputs,
                                        const InputOptions& options, bool force);

// Call when all rows are written. Checks the file to be replaced again, and removes files that an earlier
// database has left next to it. Fails with kUnwritable.
[[nodiscard]] Result<void> make_room(const Output& output, const RowOptions& options);

// Fails with kUsage if the folder is an input, is inside one, or contains one.
[[nodiscard]] Result<void> check_folder_is_no_input(const std::string& path,
                                                    const std::vector<std::string>& inputs);

}  // namespace mimebase::run
