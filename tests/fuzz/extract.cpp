// Extracts a whole message with all options. Names must be safe, pages must be UTF-8, and Gumbo must find no
// active content in them.
#include <gumbo.h>

#include <algorithm>
#include <memory>
#include <set>

#include "charset/charset.h"
#include "check.h"
#include "mimebase/extract.h"
#include "text/ascii.h"

namespace mimebase::fuzz {
namespace {

constexpr std::string_view kRefused[] = {"applet", "embed", "form", "object", "script"};

// Finds active content in a page, including documents in attributes. Empty if there is none.
class Actor {
 public:
  static std::string in_page(std::string_view page, int levels) {
    const auto destroy = [](GumboOutput* output) { gumbo_destroy_output(&kGumboDefaultOptions, output); };
    const std::unique_ptr<GumboOutput, decltype(destroy)> parsed(
        gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size()), destroy);
    std::vector<const GumboNode*> waiting = {parsed->root};
    while (!waiting.empty()) {
      const GumboNode* node = waiting.back();
      waiting.pop_back();
      if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
      const GumboElement& element = node->v.element;
      if (std::string found = in_element(element, levels); !found.empty()) return found;
      for (unsigned i = 0; i < element.children.length; ++i)
        waiting.push_back(static_cast<const GumboNode*>(element.children.data[i]));
    }
    return {};
  }

 private:
  static std::string in_element(const GumboElement& element, int levels) {
    GumboStringPiece tag = element.original_tag;
    gumbo_tag_from_original_text(&tag);
    const std::string name = ascii::lowered({tag.data, tag.length});
    if (std::ranges::find(kRefused, name) != std::end(kRefused)) return name;
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
      const std::string_view key = attribute.name;
      if (key.size() > 2 && key.starts_with("on")) return std::string(key);
      if ((key == "href" || key == "src" || key == "action") && is_script(attribute.value))
        return name + '@' + std::string(key);
      if (key == "srcdoc" && name == "iframe" && levels > 0) {
        if (std::string found = in_page(attribute.value, levels - 1); !found.empty()) return found;
      }
    }
    return {};
  }

  static bool is_script(std::string_view url) {
    std::string clean;
    for (const char c : url) {
      if (c != '\t' && c != '\n' && c != '\r' && !(clean.empty() && static_cast<unsigned char>(c) <= ' '))
        clean += c;
    }
    return ascii::starts_with_ignoring_case(clean, "javascript:");
  }
};

class Judge : public FileVisitor {
 public:
  explicit Judge(const ExtractOptions& options) : options_(options) {}

  void file(const ExtractedFile& file) override {
    check_path(file.path);
    FUZZ_REQUIRE(paths_.insert(ascii::lowered(file.path)).second, "{}", file.path);
    FUZZ_REQUIRE(file.part.empty() == file.url.empty(), "{}", file.path);
    const bool is_url = std::ranges::all_of(file.url, [](char c) { return c > ' ' && c < 0x7F; });
    FUZZ_REQUIRE(is_url, "{}", escape_for_terminal(file.url));
    files.emplace_back(file.path).append(1, '\n').append(file.bytes);
    if (file.media_type != "text/html") return;
    FUZZ_REQUIRE(charset::is_utf8(file.bytes), "{}", file.path);
    const bool has_policy = file.bytes.find("content=\"default-src ") != std::string_view::npos;
    // A redirecting page has a refresh instead.
    const bool wants_policy = !options_.online && !options_.for_archive;
    FUZZ_REQUIRE(has_policy || !wants_policy || file.part.empty(), "{}", file.path);
    if (!options_.no_active) return;
    const std::string found = Actor::in_page(file.bytes, 3);
    FUZZ_REQUIRE(found.empty(), "{} in {}", escape_for_terminal(found), escape_for_terminal(file.bytes));
  }
  void unreadable(const MessageInfo&, std::string_view what) override {
    fail(__FILE__, __LINE__, "readable", std::string(what));
  }

  std::vector<std::string> files;

 private:
  static void check_path(std::string_view path) {
    if (path == "index.html") return;
    FUZZ_REQUIRE(path.starts_with("files/"), "{}", path);
    const std::string_view name = path.substr(6);
    const bool is_safe = std::ranges::all_of(
        name, [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.'; });
    FUZZ_REQUIRE(
        is_safe && name.size() <= 64 && ascii::is_alnum(name.front()) && ascii::is_alnum(name.back()), "{}",
        name);
  }

  const ExtractOptions& options_;
  std::set<std::string> paths_;
};

std::vector<std::string> files_of(std::string_view bytes, const ExtractOptions& options) {
  AnalyzeOptions analyze;
  analyze.limits.extract_bytes = 4 << 20;
  Extractor extractor(analyze, options);
  Record record;
  record.number = 1;
  record.bytes = bytes;
  Judge judge(options);
  extractor.files(record, judge);
  return judge.files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  for (const ExtractOptions& options :
       {ExtractOptions{}, ExtractOptions{.single_file = true, .no_active = true},
        ExtractOptions{.no_active = true}, ExtractOptions{.online = true},
        ExtractOptions{.for_archive = true}}) {
    FUZZ_REQUIRE(files_of(bytes, options) == files_of(bytes, options), "two runs differ");
  }
  return 0;
}

}  // namespace mimebase::fuzz
