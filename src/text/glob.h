// Shell patterns, matched against text as people read it: character by character and in any case.
#pragma once

#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// Returns true if the pattern matches all of `text`. Both are UTF-8; each byte that is not valid UTF-8 is a
// character of its own. "*" matches any characters, also "/", "?" one character, "[a-z]" and "[!a-z]" one of
// a set, "[[:digit:]]" one of a class. A backslash removes the meaning of the next character. Case is ignored
// in all of Unicode. Takes at most time proportional to the product of both lengths.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace mimebase
