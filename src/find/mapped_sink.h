// Findings in text that was made of the content: by a charset, by joining lines, by taking escapes away; and
// in a document that stands in another one.
#pragma once

#include "find/nested_sink.h"

namespace mimebase::find {

// Hands everything on with its spans put back through `map` into the bytes that the text was made of.
class MappedSink : public NestedSink {
 public:
  // Both must outlive this one.
  MappedSink(Sink& sink, const OffsetMap& map, QuotingPath quoting = {})
      : NestedSink({.map = &map, .quoting = quoting}, sink) {}
};

// Finds in a document of one media type that stands in another one at `place`, whose scope is where it
// stands. If the document declares a base for all of itself, a scope is opened for that.
void find_nested_document(const Finder& finder, const Content& document, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
