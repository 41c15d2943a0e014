#include "find/html/value.h"

#include "find/html/names.h"
#include "find/html/text.h"

namespace mimebase::find {
namespace {

bool has_space_around(std::string_view value) {
  return !value.empty() && (is_html_space(value.front()) || is_html_space(value.back()));
}

}  // namespace

HtmlReference HtmlValue::decode_url(std::string_view raw) {
  raw = trim_html_space(raw);
  const std::string_view value = html_attribute_value(raw, content_.charset, buffer_);
  if (!has_space_around(value)) return {value, span_of(raw)};
  // White space that is written as character references.
  decode(raw);
  return part({0, text_.size()});
}

std::string_view HtmlValue::decode(std::string_view raw) {
  raw_start_ = span_of(raw).start;
  text_ = html_attribute_value(raw, content_.charset, buffer_, &map_);
  return text_;
}

HtmlReference HtmlValue::part(Span span) const {
  while (span.start < span.end && is_html_space(text_[span.start])) ++span.start;
  while (span.start < span.end && is_html_space(text_[span.end - 1])) --span.end;
  const Span raw = map_.identity() ? span : map_.to_input(span);
  return {text_.substr(span.start, span.end - span.start), {raw_start_ + raw.start, raw_start_ + raw.end}};
}

Span HtmlValue::span_of(std::string_view raw) const {
  const auto start = static_cast<std::size_t>(raw.data() - content_.bytes.data());
  return {start, start + raw.size()};
}

}  // namespace mimebase::find
