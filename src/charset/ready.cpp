#include "charset/ready.h"

#include <glib.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
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
// GMime's names for some of them.
constexpr std::array<std::string_view, 2> kAliases = {"cp1251", "cp1252"};
// Names of charsets that need no module.
constexpr std::array<std::string_view, 7> kBuiltIn = {"utf-8",          "utf8",   "us-ascii", "ascii",
                                                      "ansi_x3.4-1968", "utf-16", "utf-32"};

std::atomic<bool> reports_names = false;  // want() has been called

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

// Charsets of modules that have another name than any of their charsets.
constexpr std::array<std::string_view, 2> kOfOtherModules = {"din_66003", "win-sami-2"};

// All other modules have the name of one of their charsets.
void load_all() {
  std::error_code error;
  const std::filesystem::path folder = modules();
  if (folder.empty()) return;
  std::for_each(kOfOtherModules.begin(), kOfOtherModules.end(), load);
  for (auto file = std::filesystem::directory_iterator(folder, error);
       file != std::filesystem::directory_iterator(); file.increment(error)) {
    if (file->path().extension() == ".so") load(file->path().stem().string());
  }
}

}  // namespace

void load_common() {
  if (!late::is_closed()) std::for_each(kCommon.begin(), kCommon.end(), load);
}

late::Modules make_ready(late::Modules wanted) {
  reports_names = false;
  // Makes GLib read its list of aliases, as it does for unknown names, and calls want() if this program does.
  load("x-none");
  const bool has_all = (wanted & late::kAllCharsets) != 0;
  const bool has_common = has_all || !reports_names || (wanted & late::kCommonCharsets) != 0;
  if (has_common) load_common();
  if (has_all) load_all();
  return (has_common ? late::kCommonCharsets : 0U) | (has_all ? late::kAllCharsets : 0U);
}

void want(std::string_view name) {
  reports_names = true;
  if (!late::is_closed()) return;
  const std::string lowered = ascii::lowered(name);
  const auto has = [&](const auto& names) {
    return std::find(names.begin(), names.end(), lowered) != names.end();
  };
  if (!has(kBuiltIn)) late::need(has(kCommon) || has(kAliases) ? late::kCommonCharsets : late::kAllCharsets);
}

}  // namespace mimebase::charset
