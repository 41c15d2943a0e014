#include "find/html/page_text.h"

#include "find/find_byte.h"
#include "find/html/text.h"
#include "find/html/text_collapser.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// True if there is a ':' that no white space follows, after the last character of a scheme or a character
// reference.
bool has_colon(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, ':')) != nullptr; ++p) {
    if (p == begin || p + 1 == end || ascii::is_html_space(p[1])) continue;
    if (is_scheme_byte(p[-1]) || p[-1] == ';') return true;
  }
  return false;
}

// True if there is a '.' that may follow "www".
bool has_www(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '.')) != nullptr; ++p) {
    if (p != begin && ((p[-1] | 0x20) == 'w' || p[-1] == ';')) return true;
  }
  return false;
}

// True if there is a character reference that may stand for ':' or '.', by number or by name.
bool has_reference(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '&')) != nullptr; ++p) {
    const std::string_view rest(p + 1, static_cast<std::size_t>(end - p - 1));
    if (rest.starts_with('#') || rest.starts_with("colon;") || rest.starts_with("period;")) return true;
  }
  return false;
}

}  // namespace

void read_anchor_text(HtmlTokenizer ahead, const charset::Charset& charset, HtmlToken& scratch,
                      std::string& text) {
  Collapser collapser(text);
  while (!collapser.full() && ahead.next(scratch)) {
    switch (scratch.kind) {
      case HtmlTokenKind::kText:
      case HtmlTokenKind::kCData:
        append_text(scratch, charset, collapser);
        break;
      case HtmlTokenKind::kStartTag:
      case HtmlTokenKind::kEndTag:
        if (scratch.element == HtmlElement::kA) return;
        if (separates_words(scratch.element)) collapser.space();
        break;
      case HtmlTokenKind::kComment:
      case HtmlTokenKind::kDoctype:
      case HtmlTokenKind::kIgnored:
        break;
    }
  }
}

void collapse_text(std::string_view value, std::string& text) {
  Collapser collapser(text);
  collapser.append(value);
}

bool may_hold_url(std::string_view raw) {
  constexpr std::size_t kShortest = 5;  // "cid:x", "tel:1"
  if (raw.size() < kShortest) return false;
  const char* const end = raw.data() + raw.size();
  return has_colon(raw.data(), end) || has_www(raw.data(), end) || has_reference(raw.data(), end);
}

bool may_hold_defanged_url(std::string_view raw) {
  return may_hold_url(raw) || raw.find_first_of("[({") != std::string_view::npos;
}

void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink) {
  place.context_prefix = "html:";
  NestedSink nested(place, sink);
  find_in_text(text, nested);
}

}  // namespace mimebase::find
