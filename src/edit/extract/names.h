// Names for files that hostile mail asks for: nothing in them is special to a system or a shell.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace mimebase::edit {

// The ending that files of this media type (lower case, no parameters) have, without "."; empty where that is
// not known.
[[nodiscard]] std::string_view extension_of(std::string_view media_type);

// A file name of ASCII letters, digits and "-_.", made from `wished`, which may be anything, a path or a URL
// too: short, not hidden, no device of a system's, and with an ending that says what `media_type` says. What
// a browser would open as a page by its ending alone is only given for types of pages.
[[nodiscard]] std::string safe_name(std::string_view wished, std::string_view media_type);

// Lets no name be there twice, in any case.
class UniqueNames {
 public:
  // `name`, or one with a number before its ending.
  [[nodiscard]] std::string take(const std::string& name);

 private:
  std::unordered_map<std::string, unsigned> taken_;  // in lower case, with the last number that was tried
};

}  // namespace mimebase::edit
