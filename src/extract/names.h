// Safe file names for hostile mail: no name is special to a system or a shell.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mimebase::extraction {

// Returns the usual file name extension, without ".", of a media type (lower case, no parameters). Empty if
// unknown.
[[nodiscard]] std::string_view extension_of(std::string_view media_type);

// Whether the folder's pages run scripts. If they do not, scripts get the extension "bin", because a system
// might run them.
enum class Scripts : std::uint8_t { kInert, kRun };

// Returns a short file name of ASCII letters, digits and "-_.", based on `preferred`, which may be any bytes,
// including a path or a URL. The name is not hidden and not a device of any system, and its extension fits
// `media_type`. Extensions with a meaning to browsers or systems are given only to types that are searched;
// others become "bin".
[[nodiscard]] std::string safe_name(std::string_view preferred, std::string_view media_type,
                                    Scripts scripts = Scripts::kInert);

// True if no browser opens the file as a page, whatever its contents, because its extension marks it as an
// image, sound, video, PDF or text.
[[nodiscard]] bool is_drawn_safely(std::string_view path);

// Makes names unique, ignoring case.
class UniqueNames {
 public:
  // Returns `name`, if necessary with a number before its extension.
  [[nodiscard]] std::string take(const std::string& name);

 private:
  std::map<std::string, unsigned> taken_;  // keys in lower case; values are the last numbers tried
};

}  // namespace mimebase::extraction
