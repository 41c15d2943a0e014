// What the library alone asks of an output: where its file is.
#pragma once

#include <string>

#include "mimebase/output.h"

namespace mimebase::inline v0_2 {

struct OutputFile {
  // For formats that need a file rather than a stream: where the file that write() would fill can be opened
  // while the output lives, empty where that is none but a pipe or a device. Whoever uses it leaves it to
  // commit() to give it its name.
  [[nodiscard]] static const std::string& path(const Output& output);
  // Where the regular file is, or will be, that commit() makes or that is added to: behind links. Empty where
  // it is none.
  [[nodiscard]] static const std::string& target(const Output& output);
};

}  // namespace mimebase::inline v0_2
