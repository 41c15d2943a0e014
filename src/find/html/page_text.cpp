#include "find/html/page_text.h"

#include <algorithm>

#include "find/find_byte.h"
#include "find/html/text.h"
#include "find/html/text_collapser.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Returns the size of the character at `at` if it is UTF-8 and not shown, otherwise 0.
std::size_t invisible_at(std::string_view utf8, std::size_t at) {
  switch (static_cast<unsigned char>(utf8[at])) {
    case 0xC2:
      return utf8.substr(at, 2) == "\xC2\xAD" ? 2 : 0;
    case 0xE2: {
      const std::string_view character = utf8.substr(at, 3);
      const bool is_invisible = character == "\xE2\x80\x8B" || character == "\xE2\x80\x8C" ||
                                character == "\xE2\x80\x8D" || character == "\xE2\x81\xA0";
      return is_invisible ? 3 : 0;
    }
    case 0xEF:
      return utf8.substr(at, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    default:
      return 0;
  }
}

// True if a ':' or '.' may follow this byte, or characters that are not shown and follow it.
bool may_be_invisible_end(char c) {
  return c == ';' || !ascii::is_ascii(c);
}

// True if there is a ':' that no white space follows, after the last character of a scheme or a character
// reference.
bool has_colon(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, ':')) != nullptr; ++p) {
    if (p == begin || p + 1 == end || ascii::is_html_space(p[1])) continue;
    if (ascii::is_scheme_byte(p[-1]) || may_be_invisible_end(p[-1])) return true;
  }
  return false;
}

// True if there is a '.' that may follow "www".
bool has_www(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '.')) != nullptr; ++p) {
    if (p != begin && ((p[-1] | 0x20) == 'w' || may_be_invisible_end(p[-1]))) return true;
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
  find_in_visible_text(text, nested);
}

bool may_have_invisible(std::string_view bytes) {
  if (ascii::is_ascii(bytes)) return false;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (!ascii::is_ascii(bytes[at]) && (bytes[at] == '\xAD' || invisible_at(bytes, at) > 0)) return true;
  }
  return false;
}

void find_in_visible_text(const Content& text, Sink& sink) {
  if (ascii::is_ascii(text.bytes)) return find_in_text(text, sink);
  std::string visible;
  OffsetMap map;
  std::vector<std::size_t> cuts;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.bytes.size();) {
    const std::size_t size = invisible_at(text.bytes, at);
    if (size > 0) {
      visible.append(text.bytes.substr(copied, at - copied));
      map.replace({at, at + size}, {visible.size(), visible.size()});
      cuts.push_back(visible.size());
      copied = at + size;
    }
    at += size > 0 ? size : 1;
  }
  if (cuts.empty()) return find_in_text(text, sink);
  visible.append(text.bytes.substr(copied));
  BrokenTextSink broken({.map = &map}, cuts, sink);
  find_in_text({visible, text.charset, text.limits}, broken);
}

void BrokenTextSink::found(const Found& found) {
  const auto cut = std::upper_bound(cuts_.begin(), cuts_.end(), found.span.start);
  if (cut == cuts_.end() || *cut >= found.span.end) return NestedSink::found(found);
  Found broken = found;
  broken.quoting = Quoting::kOpaque;
  NestedSink::found(broken);
}

}  // namespace mimebase::find
