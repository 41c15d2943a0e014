// The files of a folder: who finds and opens them, and who reads them, need not be in one process.
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

// A regular file that is to be read, of which nothing was read yet.
struct FoundFile {
  std::string source;  // Record::source
  Role role = Role::kAny;
  OpenFile file;
};

class Files {
 public:
  Files() = default;
  virtual ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  // Goes on by one name: `found` is the next file, in the order of paths, or nothing where that name is none
  // to be read. False at the end. What is wrong on the way is noted in the context; who calls bounds that
  // (Context::bound_problems), and sees whether to stop.
  [[nodiscard]] virtual bool step(std::optional<FoundFile>& found) = 0;
};

// The files of the folder that the input names, and of all below it: Maildir, MH, or any other. Fails if it
// cannot be listed.
[[nodiscard]] Result<std::unique_ptr<Files>> list_folder(Context& context);

// What these files hold.
[[nodiscard]] std::unique_ptr<Store> files_store(Context& context, std::unique_ptr<Files> files);

}  // namespace mimebase::input
