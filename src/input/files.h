// The files of a folder. One process may find and open them, and another read them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "input/context.h"
#include "input/file.h"
#include "input/recognize.h"
#include "input/store.h"
#include "mimebase/result.h"

namespace mimebase::input {

// An open regular file of which nothing has been read yet.
struct FoundFile {
  std::string source;  // Record::source
  Role role = Role::kAny;
  OpenFile file;
};

// Iterates over the files of a folder and its subfolders.
class Files {
 public:
  Files() = default;
  virtual ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  // Advances by one name. `found` is the next file in the order of paths, or nothing if the name is not
  // to be read. Returns false at the end. Problems are noted in the context; the caller bounds them
  // (Context::bound_problems) and checks whether to stop.
  [[nodiscard]] virtual bool step(std::optional<FoundFile>& found) = 0;
};

// Lists the files of the input folder and all its subfolders: Maildir, MH or any other. Fails if the
// folder cannot be listed.
[[nodiscard]] Result<std::unique_ptr<Files>> list_folder(Context& context);

// A store of the messages in these files.
[[nodiscard]] std::unique_ptr<Store> files_store(Context& context, std::unique_ptr<Files> files);

}  // namespace mimebase::input
