// Files that open a URL: .url and .lnk of Windows, .webloc of macOS, .desktop of freedesktop.org.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "documents/document.h"
#include "documents/reporting.h"
#include "documents/shortcut/property_list.h"
#include "documents/shortcut/shell_link.h"
#include "documents/xml_part.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

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

// A section of a .url file.
struct UrlSection {
  bool is_wide = false;   // the characters that the code page lacks, in UTF-7
  bool is_frame = false;  // of a frame; else of the shortcut itself
  bool is_known = false;
};
UrlSection url_section(std::string_view name) {
  const auto is = [name](std::string_view known) { return ascii::equals_ignoring_case(name, known); };
  if (is("internetshortcut") || is("internetshortcut.w")) return {is("internetshortcut.w"), false, true};
  const bool is_frame = is("default") || is("doc_#") || ascii::starts_with_ignoring_case(name, "doc#");
  return {false, is_frame, is_frame};
}

// A .url file. Windows reads the first entry of a key, and other programs the last one.
class InternetShortcut {
 public:
  InternetShortcut(Reading& reading, find::Sink& sink) : reading_(reading), sink_(sink) {}

  void add(const IniEntry& entry) {
    if (entry.section.data() != section_name_.data()) {
      section_name_ = entry.section;
      section_ = url_section(section_name_);
    }
    const std::string key = ascii::lowered(entry.key);
    if (!section_.is_known || !is_one_of(key, {"url", "baseurl", "origurl", "iconfile", "workingdirectory"}))
      return;
    std::string value(unquoted(entry.value));
    if (section_.is_wide) {
      std::string wide;
      charset::Charset("utf-7").append_utf8(value, wide);
      value = std::move(wide);
    }
    const bool is_remote = contains(value, "://") || value.starts_with("\\\\");
    if (!is_remote && is_one_of(key, {"iconfile", "workingdirectory"})) return;
    if (key == "url" && !section_.is_frame && !is_other_url(value)) return;
    report_value(entry, key, value);
  }

 private:
  // Whether the URL of the shortcut was not found before.
  bool is_other_url(std::string_view value) {
    if (value == url_ || value.empty()) return false;
    if (!url_.empty() && !section_.is_wide) reading_.ambiguous("it has several URLs");
    url_ = value;
    return true;
  }
  void report_value(const IniEntry& entry, std::string_view key, std::string_view value) {
    constexpr std::size_t kShownBytes = 64;  // of a name that is written for each of its entries
    std::string where(entry.key);
    if (section_.is_wide || ascii::starts_with_ignoring_case(section_name_, "doc")) {
      const std::string_view shown = utf8::prefix(section_name_, kShownBytes);
      where.insert(0, shown.size() < section_name_.size() ? "\u2026 " : " ").insert(0, shown);
    }
    report({kShortcutContext,
            where,
            value,
            {},
            key == "iconfile" ? std::optional(LinkKind::kImage) : std::nullopt},
           sink_);
  }

  Reading& reading_;
  find::Sink& sink_;
  std::string_view section_name_;
  UrlSection section_;
  std::string url_;
};

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

// A .desktop file. Some programs read the first entry of a key, others the last one.
class DesktopEntry {
 public:
  DesktopEntry(Reading& reading, find::Sink& sink) : reading_(reading), sink_(sink) {}

  void add(const IniEntry& entry) {
    if (entry.section != "Desktop Entry") return;
    if (entry.key == "Type") {
      has_type_ = true;
      is_link_ = is_link_ || entry.value == "Link";
    } else if (entry.key == "URL" || entry.key.starts_with("URL[")) {
      if (reading_.charge_objects(1, sink_)) urls_.push_back(entry);
    }
  }
  void finish() {
    if (has_type_ && !is_link_) return;
    for (const IniEntry& url : urls_) report({kShortcutContext, url.key, unescaped(url.value)}, sink_);
    if (urls_.size() > 1) reading_.ambiguous("it has several URLs");
  }

 private:
  Reading& reading_;
  find::Sink& sink_;
  bool has_type_ = false, is_link_ = false;
  std::vector<IniEntry> urls_;
};

class Shortcut : public Document {
 public:
  Shortcut(std::string_view bytes, Reading& reading) : bytes_(bytes), reading_(reading) {}

  std::vector<DeclaredBase> bases() override { return {}; }

  void find(find::Sink& sink) override {
    if (is_shell_link(bytes_)) return find_in_shell_link(bytes_, sink);
    const std::string_view start =
        bytes_.substr(std::min(bytes_.find_first_not_of("\xEF\xBB\xBF \t\r\n"), bytes_.size()));
    const bool is_list = start.starts_with("bplist") || start.starts_with('<') ||
                         starts_with_one_of(start, {"\xFF\xFE<\0"sv, "\xFE\xFF\0<"sv});
    if (!is_list) return find_in_text(sink);
    for_each_string(start, "URL", reading_, sink, [&](std::string_view url) {
      report({kShortcutContext, "URL", url}, sink);
    });
  }

 private:
  void find_in_text(find::Sink& sink) {
    std::string converted, buffer;
    const PartText readable = read_part(bytes_, "text/plain", converted, reading_, sink);
    std::string_view text = readable.charset.utf8(readable.bytes, buffer);
    if (text.starts_with("\uFEFF")) text.remove_prefix(3);
    InternetShortcut shortcut(reading_, sink);
    DesktopEntry desktop(reading_, sink);
    bool has_section = false;
    for_each_entry(text, [&](const IniEntry& entry) {
      has_section = has_section || !entry.section.empty();
      shortcut.add(entry);
      desktop.add(entry);
    });
    desktop.finish();
    // A file that is only named like a shortcut.
    if (!has_section) report_urls_in(text, kShortcutContext, "text", sink);
  }

  std::string_view bytes_;
  Reading& reading_;
};

}  // namespace

std::unique_ptr<Document> open_shortcut(std::string_view bytes, Reading& reading) {
  return std::make_unique<Shortcut>(bytes, reading);
}

}  // namespace mimebase::documents
