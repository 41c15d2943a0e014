// The file that a run writes is none of those that it reads, nor one that must not be replaced.
#pragma once

#include <string>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase::run {

// Before anything is read: check_is_no_input(), and kUsage for a database that holds rows, unless that is
// added to or `force` is set.
[[nodiscard]] Result<void> check_output(const Output& output, const std::vector<std::string>& inputs,
                                        const InputOptions& options, bool force);

// When all is written: looks anew at what is to be replaced, and removes what an earlier database has left
// beside it. Fails with kUnwritable.
[[nodiscard]] Result<void> make_room(const Output& output, const RowOptions& options);

// Fails with kUsage where the folder is an input, or stands in one, or has one in it.
[[nodiscard]] Result<void> check_folder_is_no_input(const std::string& path,
                                                    const std::vector<std::string>& inputs);

}  // namespace mimebase::run
