// The input as a store, in two steps: what opens files, and what reads them, need not be in one process.
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

// True if the input is a folder, which is not for open_file(), but for list_folder().
[[nodiscard]] bool is_folder(const Context& context);

// The role of an input that is no folder: kPassed if it is not looked at, and need not be opened.
[[nodiscard]] Role role_of_input(const Context& context);

// The store that the input holds, which open_file() has opened. Null where there is no mail, nor need be.
// Tells the size of what there is to read, where it is known.
[[nodiscard]] Result<std::unique_ptr<Store>> open_opened(Context& context, OpenFile file,
                                                         std::optional<std::uint64_t>& total);

// Both steps in one, of folders too.
[[nodiscard]] Result<std::unique_ptr<Store>> open_path(Context& context, std::optional<std::uint64_t>& total);

// Why there is no store, which opening it has failed with `error` for: where reading failed, that is why
// nothing was found.
[[nodiscard]] Error why_not(const Context& context, const Error& error);

}  // namespace mimebase::input
