// Files that open a URL: .url and .lnk of Windows, .webloc of macOS, .desktop of freedesktop.org.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "charset/charset.h"
#include "charset/readable.h"
#include "documents/document.h"
#include "documents/property_list.h"
#include "documents/reporting.h"
#include "documents/shell_link.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// One "key=value" of an initialisation file.
struct IniEntry {
  std::string_view section, key, value;
};

// Calls `use` for each entry, without white space around its parts.
template <typename Use>
void for_each_entry(std::string_view text, Use use) {
  std::string_view section;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = ascii::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (line.starts_with('[')) {
      section = line.substr(1, std::min(line.find(']'), line.size()) - 1);
    } else if (!line.starts_with(';') && !line.starts_with('#') && equals != kNotFound) {
      use(IniEntry{section, ascii::trimmed(line.substr(0, equals)), ascii::trimmed(line.substr(equals + 1))});
    }
  }
}

// Windows removes quote marks around a value.
std::string_view unquoted(std::string_view value) {
  const bool is_quoted = value.size() > 1 && value.front() == value.back() && contains("\"'", value[0]);
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

// A .url file. Windows reads the first entry of a key, in the first section of its name.
void find_in_internet_shortcut(std::string_view text, find::Sink& sink) {
  std::map<std::pair<std::string, std::string>, bool> known;
  std::string url;
  constexpr std::size_t kMostEntries = 10'000;
  for_each_entry(text, [&](const IniEntry& entry) {
    const std::string section = ascii::lowered(entry.section), key = ascii::lowered(entry.key);
    const bool is_wide = section == "internetshortcut.w";
    const bool is_main = is_wide || section == "internetshortcut";
    const bool is_frame = section == "default" || section.starts_with("doc#") || section == "doc_#";
    if (!is_main && !is_frame) return;
    if (!is_one_of(key, {"url", "baseurl", "origurl", "iconfile", "workingdirectory"})) return;
    if (known.size() >= kMostEntries || !known.emplace(std::pair(section, key), true).second) return;
    std::string value(unquoted(entry.value));
    // The characters that the code page lacks: in UTF-7.
    if (is_wide) {
      std::string wide;
      charset::Charset("utf-7").append_utf8(value, wide);
      value = std::move(wide);
    }
    const bool is_local =
        !contains(std::string_view(value).substr(0, 64), "://") && !value.starts_with("\\\\");
    if ((key == "iconfile" || key == "workingdirectory") && is_local) return;
    if (is_wide && key == "url" && value == url) return;
    if (key == "url") url = value;
    std::string where(entry.key);
    if (is_wide || section.starts_with("doc")) where.insert(0, std::string(entry.section) + " ");
    report(kShortcutContext, where, value, sink, std::nullopt,
           key == "iconfile" ? std::optional(LinkKind::kImage) : std::nullopt);
  });
}

// The escapes of the Desktop Entry Specification, section "Possible value types".
std::string unescaped(std::string_view value) {
  constexpr std::string_view kNames = "sntr\\", kCharacters = " \n\t\r\\";
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::size_t escape =
        value[i] == '\\' && i + 1 < value.size() ? kNames.find(value[i + 1]) : kNotFound;
    text += escape == kNotFound ? value[i] : kCharacters[escape];
    if (escape != kNotFound) ++i;
  }
  return text;
}

void find_in_desktop_entry(std::string_view text, find::Sink& sink) {
  std::string_view type = "Link", url, key;
  for_each_entry(text, [&](const IniEntry& entry) {
    if (entry.section != "Desktop Entry") return;
    if (entry.key == "Type") type = entry.value;
    if (url.empty() && (entry.key == "URL" || entry.key == "URL[$e]")) {
      url = entry.value;
      key = entry.key;
    }
  });
  if (type == "Link") report(kShortcutContext, key, unescaped(url), sink);
}

class Shortcut : public Document {
 public:
  explicit Shortcut(std::string_view bytes) : bytes_(bytes) {}

  std::vector<DeclaredBase> bases() override { return {}; }

  void find(find::Sink& sink) override {
    if (is_shell_link(bytes_)) return find_in_shell_link(bytes_, sink);
    const std::size_t start = bytes_.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (start == kNotFound) return;
    if (bytes_.substr(start).starts_with("bplist") || bytes_[start] == '<')
      return report(kShortcutContext, "URL", string_in_property_list(bytes_.substr(start), "URL"), sink);
    std::string converted, buffer;
    const charset::Readable readable = charset::make_readable({}, "text/plain", bytes_, converted);
    std::string_view text = readable.charset.utf8(readable.bytes, buffer);
    if (text.starts_with("\uFEFF")) text.remove_prefix(3);
    find_in_internet_shortcut(text, sink);
    find_in_desktop_entry(text, sink);
  }

 private:
  std::string_view bytes_;
};

}  // namespace

std::unique_ptr<Document> open_shortcut(std::string_view bytes, Reading& /*reading*/) {
  return std::make_unique<Shortcut>(bytes);
}

}  // namespace mimebase::documents
