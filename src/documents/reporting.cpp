#include "documents/reporting.h"

#include <algorithm>

#include "find/sinks.h"
#include "find/text/finder.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "url/split.h"

namespace mimebase::documents {
namespace {

// What rows have of the text of a link: its first characters, as in HTML.
constexpr std::size_t kShownCharacters = 200;

bool is_space(const utf8::Character& character) {
  return character.code_point == 0xA0 ||
         (character.code_point < 0x80 && ascii::is_html_space(static_cast<char>(character.code_point)));
}

// "\\host\x", "C:\x", "C:/x".
bool is_path(std::string_view text) {
  const bool has_drive =
      text.size() > 2 && ascii::is_letter(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
  return has_drive || text.starts_with("\\\\");
}

// Reports the references of the text finder as references of a document.
class TextUrls : public find::ForwardingSink {
 public:
  TextUrls(std::string_view context, std::string_view where, std::optional<LinkKind> kind, find::Sink& outer)
      : ForwardingSink(outer), context_(context), where_(where), kind_(kind) {}

  void found(const find::Found& found) override {
    if (!found.guessed) report({context_, where_, found.reference, {}, kind_}, outer());
  }
  [[nodiscard]] bool wants_defanged() const override { return false; }

 private:
  std::string_view context_, where_;
  std::optional<LinkKind> kind_;
};

}  // namespace

void append_shown(std::string_view utf8, std::string& text) {
  constexpr std::size_t kEnoughBytes =
      5 * kShownCharacters;  // a character has up to 4 bytes, and a space before it
  for (std::size_t at = 0; at < utf8.size() && text.size() < kEnoughBytes;) {
    const utf8::Character character = utf8::first_character(utf8.substr(at));
    if (!is_space(character)) {
      text.append(utf8.substr(at, character.length));
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
    at += character.length;
  }
}

std::string shown_text(std::string_view utf8) {
  std::string text;
  std::size_t characters = 0;
  bool is_space_due = false;
  for (std::size_t at = 0; at < utf8.size() && characters < kShownCharacters;) {
    const utf8::Character character = utf8::first_character(utf8.substr(at));
    const bool is_here_space = is_space(character);
    if (!is_here_space) {
      if (is_space_due && characters + 1 == kShownCharacters) break;
      if (is_space_due) text += ' ';
      text.append(utf8.substr(at, character.length));
      characters += is_space_due ? 2 : 1;
    }
    is_space_due = is_here_space && !text.empty() ? true : is_space_due && is_here_space;
    at += character.length;
  }
  return text;
}

void report(const Row& row, find::Sink& sink) {
  find::Found found;
  found.context = row.context;
  found.where = row.where;
  found.reference = ascii::trimmed(row.reference, ascii::kCWhiteSpace);
  if (!row.text.empty()) found.text = row.text;
  found.kind = row.kind;
  found.tooltip = row.tooltip;
  found.quoting = find::QuotingPath(find::Quoting::kOpaque);
  if (!found.reference.empty()) sink.found(found);
}

std::string comparable_reference(std::string_view reference) {
  std::string same = ascii::percent_decoded(reference);
  const std::size_t host = same.find("://");
  const bool has_host = host != std::string::npos && !ascii::starts_with_ignoring_case(same, "file:");
  const std::size_t path =
      has_host ? std::min(same.find_first_of("/?#", host + 3), same.size()) : same.size();
  std::transform(same.begin(), same.begin() + static_cast<std::ptrdiff_t>(path), same.begin(), ascii::lower);
  std::ranges::replace(same, '\\', '/');
  if (same.starts_with("file:")) same.erase(0, same.starts_with("file:///") ? 8 : 5);
  while (same.ends_with('/')) same.pop_back();
  return same;
}

void report_urls_in(std::string_view text, std::string_view context, std::string_view where, find::Sink& sink,
                    std::optional<LinkKind> kind) {
  static const charset::Charset utf8("utf-8");
  TextUrls urls(context, where, kind, sink);
  find::find_in_text({text, utf8, find::kPresetLimits}, urls);
}

std::vector<std::string> urls_in(std::string_view text) {
  class Collected final : public find::SilentSink {
   public:
    void found(const find::Found& found) override {
      if (!found.guessed) urls.emplace_back(found.reference);
    }
    std::vector<std::string> urls;
  };
  static const charset::Charset utf8("utf-8");
  Collected collected;
  find::find_in_text({text, utf8, find::kPresetLimits}, collected);
  return std::move(collected.urls);
}

std::string with_location(std::string target, std::string_view location) {
  if (location.starts_with('#')) location.remove_prefix(1);
  if (!target.empty() && !location.empty()) target.append("#").append(location);
  return target;
}

bool is_url_or_path(std::string_view text) {
  if (is_path(text) || text.starts_with("//")) return true;
  const std::size_t scheme = url::scheme_length(text, url::SchemeStart::kLetter);
  return scheme > 1 && !contains(text.substr(0, 64), ' ');
}

bool names_file(std::string_view text) {
  text = ascii::trim_html_space(text);
  return is_path(text) || contains(text, "://") || ascii::starts_with_ignoring_case(text, "file:");
}

}  // namespace mimebase::documents
