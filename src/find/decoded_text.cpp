#include "find/decoded_text.h"

#include "find/html/names.h"

namespace mimebase::find {

TextPart DecodedText::part(Span span) const {
  while (span.start < span.end && is_html_space(text[span.start])) ++span.start;
  while (span.start < span.end && is_html_space(text[span.end - 1])) --span.end;
  const Span raw = map.identity() ? span : map.to_input(span);
  return {text.substr(span.start, span.end - span.start), {origin + raw.start, origin + raw.end}};
}

Content DecodedText::content(const FindLimits& limits) const {
  static const charset::Charset utf8("utf-8");
  return {text, utf8, limits};
}

}  // namespace mimebase::find
