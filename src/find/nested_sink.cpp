#include "find/nested_sink.h"

#include <algorithm>

#include "text/strings.h"

namespace mimebase::find {

Hidden stronger(Hidden a, Hidden b) {
  if (a == Hidden::kNo) return b;
  if (b == Hidden::kNo) return a;
  return std::min(a, b);
}

void NestedSink::found(const Found& found) {
  Found outer = found;
  outer.span = to_outer(found.span);
  if (!place_.context_prefix.empty()) {
    context_.assign(place_.context_prefix).append(found.context);
    outer.context = context_;
  }
  if (found.scope == kDocument) outer.scope = found.is_base ? place_.outer_scope : place_.scope;
  outer.is_base = found.is_base && place_.context_prefix.empty();
  outer.hidden = stronger(found.hidden, place_.hidden);
  outer.quoting.wrap(place_.quoting);
  outer.is_inert = found.is_inert || place_.is_inert;
  outer.in_embedded_mail = found.in_embedded_mail || place_.in_embedded_mail;
  outer.in_data_url = found.in_data_url || place_.in_data_url;
  if (!place_.where.empty()) {
    outer.where = place_.where;
    if (!found.where.empty()) outer.where = where_.assign(place_.where).append("!").append(found.where);
    outer.quoting = QuotingPath(Quoting::kOpaque);
  }
  ForwardingSink::found(outer);
}

ScopeId NestedSink::open_scope(ScopeId parent, const Declaration& declaration) {
  Declaration outer = declaration;
  outer.span = to_outer(declaration.span);
  return ForwardingSink::open_scope(parent == kDocument ? place_.scope : parent, outer);
}

Span NestedSink::to_outer(Span inner) const {
  const Span span = place_.map != nullptr ? place_.map->to_input(inner) : inner;
  return {span.start + place_.offset, span.end + place_.offset};
}

TextPart DecodedText::part(Span span) const {
  while (span.start < span.end && ascii::is_html_space(text[span.start])) ++span.start;
  while (span.start < span.end && ascii::is_html_space(text[span.end - 1])) --span.end;
  const Span raw = map.identity() ? span : map.to_input(span);
  return {text.substr(span.start, span.end - span.start), {origin + raw.start, origin + raw.end}};
}

Content DecodedText::content(const Limits& limits) const {
  static const charset::Charset utf8("utf-8");
  return {text, utf8, limits};
}

void find_nested_document(const Finder& finder, const Content& document, NestedPlace place, Sink& sink) {
  place.outer_scope = place.scope;
  if (finder.declared_base != nullptr) {
    std::string buffer;
    if (const std::optional<Declaration> base = finder.declared_base(document, buffer))
      place.scope = NestedSink(place, sink).open_scope(kDocument, *base);
  }
  NestedSink nested(place, sink);
  finder.find(document, nested);
}

}  // namespace mimebase::find
