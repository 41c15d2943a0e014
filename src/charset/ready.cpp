#include "charset/ready.h"

#include <glib.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "text/ascii.h"

namespace mimebase::charset {
namespace {

constexpr std::array<std::string_view, 13> kCommon = {
    "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1251", "windows-1252", "koi8-r", "iso-2022-jp",
    "shift_jis",  "euc-jp",     "euc-kr",      "gbk",          "big5",         "utf-7"};
// GMime's names for some of them, and names of charsets that need no module.
constexpr std::array<std::string_view, 9> kOthers = {
    "cp1251", "cp1252", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968", "utf-16", "utf-32"};

// The handler of this process; null if no charset is missing.
std::function<void(std::string_view name)>& missing_charset() {
  static std::function<void(std::string_view name)> value;
  return value;
}

// Opens a converter, which keeps its modules loaded for the rest of the process. Unknown names are ignored.
void load(std::string_view name) {
  static auto* const kOpen = new std::vector<GIConv>;  // never destroyed, not even at exit
  const GIConv converter = g_iconv_open("UTF-8", std::string(name).c_str());
  if (converter != reinterpret_cast<GIConv>(-1)) kOpen->push_back(converter);
}

// The folder of the C library's modules, found through a loaded one. Empty if none is loaded.
std::filesystem::path modules() {
  std::filesystem::path folder;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        const std::filesystem::path path = info->dlpi_name;
        if (path.parent_path().filename() != "gconv") return 0;
        *static_cast<std::filesystem::path*>(found) = path.parent_path();
        return 1;
      },
      &folder);
  return folder;
}

// Each module has the name of one of its charsets.
void load_all() {
  std::error_code error;
  const std::filesystem::path folder = modules();
  if (folder.empty()) return;
  for (auto file = std::filesystem::directory_iterator(folder, error);
       file != std::filesystem::directory_iterator(); file.increment(error)) {
    if (file->path().extension() == ".so") load(file->path().stem().string());
  }
}

}  // namespace

void load_common() {
  std::for_each(kCommon.begin(), kCommon.end(), load);
}

void make_ready(bool all, std::function<void(std::string_view name)> missing) {
  load_common();
  if (all) load_all();
  load("x-none");  // makes GLib read its list of aliases, as it does for unknown names
  missing_charset() = all ? nullptr : std::move(missing);
}

void want(std::string_view name) {
  const auto& missing = missing_charset();
  if (!missing) return;
  const std::string lowered = ascii::lowered(name);
  const auto has = [&](const auto& names) {
    return std::find(names.begin(), names.end(), lowered) != names.end();
  };
  if (!has(kCommon) && !has(kOthers)) missing(name);
}

}  // namespace mimebase::charset
