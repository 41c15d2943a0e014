#include "find/mapped_sink.h"

namespace mimebase::find {

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
