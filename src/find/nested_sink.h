// Languages inside other languages: text decoded from an outer content, and a sink that reports the
// references in it as references of the outer content.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/offset_map.h"
#include "find/sinks.h"
#include "text/for_archive.h"

namespace mimebase::find {

// Returns the reason that hides a reference from more readers. Nobody sees a comment, Outlook shows
// conditional comments, and scripts may show a template.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE Hidden stronger(Hidden a, Hidden b);

// The position of the inner content in the outer one. All views must outlive the sink.
struct NestedPlace {
  // Spans are translated by `map` (null: identity), then `offset` is added.
  const OffsetMap* map = nullptr;
  std::size_t offset = 0;
  std::string_view context_prefix = {};  // "iframe@srcdoc/"
  ScopeId scope = kDocument;             // of the inner content's references, unless they open another scope
  ScopeId outer_scope = kDocument;       // of the inner document's <base href>
  Hidden hidden = Hidden::kNo;
  QuotingPath quoting = {};       // how the inner content is quoted in the outer one
  bool is_inert = false;          // see Found
  bool in_embedded_mail = false;  // see Found
  bool in_data_url = false;       // see Found
  std::string_view where = {};    // see Found; places inside the inner content follow it after "!"
};

// A trimmed part of a text, for example one reference.
struct TextPart {
  std::string_view text;  // UTF-8, without surrounding white space
  Span span;              // in the content
};

// Text decoded from a content, with a map back to the original bytes. Callers reuse the object to save
// allocations.
struct DecodedText {
  std::string_view text;   // UTF-8; points into `buffer` or the content
  std::size_t origin = 0;  // offset in the content of the bytes that the text was decoded from
  OffsetMap map;           // from the text to those bytes
  QuotingPath quoting;     // how it is written in the content
  std::string buffer;

  [[nodiscard]] TextPart part(Span span) const;
  [[nodiscard]] TextPart whole() const { return part({0, text.size()}); }

  // The text as a content of its own, and its position in the outer content.
  [[nodiscard]] Content content(const Limits& limits = kPresetLimits) const;
  [[nodiscard]] NestedPlace place(std::string_view context_prefix, ScopeId scope, Hidden hidden) const {
    return {&map, origin, context_prefix, scope, scope, hidden, quoting};
  }
};

// Forwards everything to the outer sink, with spans, contexts, scopes and quoting translated. Also used
// for text derived from a content (by charset conversion, joining lines or removing escapes), which needs
// only a map.
class MIMEBASE_FOR_ARCHIVE NestedSink : public ForwardingSink {
 public:
  NestedSink(const NestedPlace& place, Sink& outer) : ForwardingSink(outer), place_(place) {}

  void found(const Found& found) override;
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override;

 private:
  [[nodiscard]] Span to_outer(Span inner) const;

  NestedPlace place_;
  std::string context_, where_;
};

// Runs `finder` over a document nested at `place`, whose scope is the enclosing one. If the document
// declares a base for its entire content, a scope is opened for it.
void find_nested_document(const Finder& finder, const Content& document, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
