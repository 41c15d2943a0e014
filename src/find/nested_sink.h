// A language inside another one: its text decoded out of the outer, and what its finder finds, told to the
// sink of the outer.
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

// A reference or the like, cut out.
struct TextPart {
  std::string_view text;  // UTF-8, without the white space around it
  Span span;              // in the content
};

// Text that was decoded out of a content, with the way back to the bytes it was written with. Kept and
// reused, so that the room is allocated once.
struct DecodedText {
  std::string_view text;   // UTF-8; in `buffer` or in the content
  std::size_t origin = 0;  // where in the content that begins which the text was decoded from
  OffsetMap map;           // from the text to that
  QuotingPath quoting;     // how it is written in the content
  std::string buffer;

  [[nodiscard]] TextPart part(Span span) const;
  [[nodiscard]] TextPart whole() const { return part({0, text.size()}); }

  // The text as a content of its own, and the place where that stands.
  [[nodiscard]] Content content(const Limits& limits = kPresetLimits) const;
  [[nodiscard]] NestedPlace place(std::string_view context_prefix, ScopeId scope, Hidden hidden) const {
    return {&map, origin, context_prefix, scope, scope, hidden, quoting};
  }
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
