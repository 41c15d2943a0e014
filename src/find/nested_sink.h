// A language inside another one: what the finder of the inner finds, told to the sink of the outer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/offset_map.h"
#include "find/finder.h"

namespace mimebase::find {

// Of two reasons the one that hides from more readers: nobody sees a comment, Outlook sees a conditional one,
// a script may show a template.
[[nodiscard]] Hidden stronger(Hidden a, Hidden b);

// Where the inner content stands in the outer one. All views must outlive the sink.
struct NestedPlace {
  // Each span goes through `map` (null: the identity), and then `offset` is added.
  const OffsetMap* map = nullptr;
  std::size_t offset = 0;
  std::string_view context_prefix = {};  // "iframe@srcdoc/"
  ScopeId scope = kDocument;             // of the inner content's references, unless they open another
  ScopeId outer_scope = kDocument;       // of its <base href>
  Hidden hidden = Hidden::kNo;
  QuotingPath quoting = {};  // of the inner content in the outer one
};

// Hands everything on. Text that was made of a content - by a charset, by joining lines, by taking escapes
// away - is nested in it by its map alone.
class NestedSink : public Sink {
 public:
  NestedSink(const NestedPlace& place, Sink& outer) : place_(place), outer_(outer) {}

  void found(const Found& found) override;
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override;
  void limit_hit(FindLimit limit) override { outer_.limit_hit(limit); }

 private:
  [[nodiscard]] Span to_outer(Span inner) const;

  NestedPlace place_;
  Sink& outer_;
  std::string context_;
};

// Finds in a document of one media type that stands in another one at `place`, whose scope is where it
// stands. If the document declares a base for all of itself, a scope is opened for that.
void find_nested_document(const Finder& finder, const Content& document, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
