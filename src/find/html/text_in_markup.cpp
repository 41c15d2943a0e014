#include "find/html/text_in_markup.h"

#include "find/find_byte.h"
#include "find/html/names.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"

namespace mimebase::find {
namespace {

// A ':' that no blank follows, with a scheme's last letter before it or a reference to one.
bool has_colon(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, ':')) != nullptr; ++p) {
    if (p == begin || p + 1 == end || is_html_space(p[1])) continue;
    if (is_scheme_byte(p[-1]) || p[-1] == ';') return true;
  }
  return false;
}

// The '.' behind "www".
bool has_www(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '.')) != nullptr; ++p) {
    if (p != begin && ((p[-1] | 0x20) == 'w' || p[-1] == ';')) return true;
  }
  return false;
}

// A reference that may stand for ':' or '.': by its number, or by one of their names.
bool has_reference(const char* begin, const char* end) {
  for (const char* p = begin; (p = find_byte(p, end, '&')) != nullptr; ++p) {
    const std::string_view rest(p + 1, static_cast<std::size_t>(end - p - 1));
    if (rest.starts_with('#') || rest.starts_with("colon;") || rest.starts_with("period;")) return true;
  }
  return false;
}

}  // namespace

bool may_hold_url(std::string_view raw) {
  constexpr std::size_t kShortest = 5;  // "cid:x", "tel:1"
  if (raw.size() < kShortest) return false;
  const char* const end = raw.data() + raw.size();
  return has_colon(raw.data(), end) || has_www(raw.data(), end) || has_reference(raw.data(), end);
}

void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink) {
  place.context_prefix = "html:";
  NestedSink nested(place, sink);
  find_in_text(text, nested);
}

}  // namespace mimebase::find
