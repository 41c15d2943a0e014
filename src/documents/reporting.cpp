#include "documents/reporting.h"

#include <algorithm>

#include "find/text/finder.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// Reports the references of the text finder as references of a document.
class TextUrls : public find::Sink {
 public:
  TextUrls(std::string_view context, std::string_view where, std::optional<LinkKind> kind, find::Sink& outer)
      : context_(context), where_(where), kind_(kind), outer_(outer) {}

  void found(const find::Found& found) override {
    if (!found.guessed && !found.defanged) report(context_, where_, found.reference, outer_, {}, kind_);
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& /*declaration*/) override {
    return parent;
  }

 private:
  std::string_view context_, where_;
  std::optional<LinkKind> kind_;
  find::Sink& outer_;
};

}  // namespace

void append_up_to(std::size_t most, std::string_view utf8, std::string& text) {
  if (text.size() < most) text.append(utf8::prefix(utf8, most - text.size()));
}

std::string shown_text(std::string_view utf8) {
  constexpr std::size_t kMostCharacters = 200;
  std::string text;
  std::size_t characters = 0;
  bool is_space_due = false;
  for (std::size_t at = 0; at < utf8.size() && characters < kMostCharacters;) {
    const utf8::Character character = utf8::first_character(utf8.substr(at));
    const bool is_space = ascii::is_html_space(utf8[at]) || character.code_point == 0xA0;
    if (!is_space) {
      if (is_space_due && characters + 1 == kMostCharacters) break;
      if (is_space_due) text += ' ';
      text.append(utf8.substr(at, character.length));
      characters += is_space_due ? 2 : 1;
    }
    is_space_due = is_space && !text.empty() ? true : is_space_due && is_space;
    at += character.length;
  }
  return text;
}

void report(std::string_view context, std::string_view where, std::string_view reference, find::Sink& sink,
            std::optional<std::string_view> text, std::optional<LinkKind> kind) {
  find::Found found;
  found.context = context;
  found.where = where;
  found.reference = ascii::trimmed(reference, ascii::kCWhiteSpace);
  found.text = text;
  found.kind = kind;
  found.quoting = find::QuotingPath(find::Quoting::kOpaque);
  if (!found.reference.empty()) sink.found(found);
}

void report_urls_in(std::string_view text, std::string_view context, std::string_view where, find::Sink& sink,
                    std::optional<LinkKind> kind) {
  static const charset::Charset utf8("utf-8");
  TextUrls urls(context, where, kind, sink);
  find::find_in_text({text, utf8, find::kPresetLimits}, urls);
}

bool is_url_or_path(std::string_view text) {
  if (text.starts_with("\\\\") || text.starts_with("//")) return true;
  if (text.size() > 2 && ascii::is_letter(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/'))
    return true;
  const std::size_t colon = text.find(':');
  if (colon == kNotFound || colon < 2 || !ascii::is_letter(text[0])) return false;
  const auto is_scheme_byte = [](char c) { return ascii::is_alnum(c) || contains("+-.", c); };
  return std::ranges::all_of(text.substr(0, colon), is_scheme_byte) && !contains(text.substr(0, 64), ' ');
}

}  // namespace mimebase::documents
