// Names for files that hostile mail asks for: nothing in them is special to a system or a shell.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mimebase::extraction {

// The ending that files of this media type (lower case, no parameters) have, without "."; empty where that is
// not known.
[[nodiscard]] std::string_view extension_of(std::string_view media_type);

// Whether pages of the folder run scripts. If none does, a script has the ending "bin": a system might run
// it.
enum class Scripts : std::uint8_t { kInert, kRun };

// A file name of ASCII letters, digits and "-_.", made from `preferred`, which may be anything, a path or a
// URL too: short, not hidden, no device of a system's, and with an ending that says what `media_type` says.
// An ending that means something to a browser or to a system is only given for types that are searched; else
// it is "bin".
[[nodiscard]] std::string safe_name(std::string_view preferred, std::string_view media_type,
                                    Scripts scripts = Scripts::kInert);

// True if a browser that opens the file, whatever it holds, makes no page of it: by its ending it is an
// image, a sound, a video, a PDF or a text.
[[nodiscard]] bool is_drawn_safely(std::string_view path);

// Lets no name be there twice, in any case.
class UniqueNames {
 public:
  // `name`, or one with a number before its ending.
  [[nodiscard]] std::string take(const std::string& name);

 private:
  std::map<std::string, unsigned> taken_;  // in lower case, with the last number that was tried
};

}  // namespace mimebase::extraction
