// Opens the input as a store in two steps: the process that opens files may be another than the one that
// reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "input/context.h"
#include "input/file.h"
#include "input/recognize.h"
#include "input/store.h"
#include "mimebase/result.h"

namespace mimebase::input {

// True if the input is a folder, which requires list_folder() instead of open_file().
[[nodiscard]] bool is_folder(const Context& context);

// The role of an input that is not a folder. kPassed means that it is ignored and need not be opened.
[[nodiscard]] Role role_of_input(const Context& context);

// Returns the store in an input opened by open_file(). Null if the input has no mail and the caller does not
// require any. Sets `total` to the number of bytes to read, if known.
[[nodiscard]] Result<std::unique_ptr<Store>> open_opened(Context& context, OpenFile file,
                                                         std::optional<std::uint64_t>& total);

// Both steps in one, also for folders.
[[nodiscard]] Result<std::unique_ptr<Store>> open_path(Context& context, std::optional<std::uint64_t>& total);

// Returns the reason why opening a store failed with `error`. If a read error occurred first, that is the
// reason.
[[nodiscard]] Error open_error(const Context& context, const Error& error);

}  // namespace mimebase::input
