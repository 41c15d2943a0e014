// Text that was decoded out of a content, with the way back to the bytes it was written with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/nested_sink.h"

namespace mimebase::find {

// A reference or the like, cut out.
struct TextPart {
  std::string_view text;  // UTF-8, without the white space around it
  Span span;              // in the content
};

// Kept and reused, so that the room is allocated once.
struct DecodedText {
  std::string_view text;   // UTF-8; in `buffer` or in the content
  std::size_t origin = 0;  // where in the content that begins which the text was decoded from
  OffsetMap map;           // from the text to that
  QuotingPath quoting;     // how it is written in the content
  std::string buffer;

  [[nodiscard]] TextPart part(Span span) const;
  [[nodiscard]] TextPart whole() const { return part({0, text.size()}); }

  // The text as a content of its own, and the place where that stands.
  [[nodiscard]] Content content(const FindLimits& limits = {}) const;
  [[nodiscard]] NestedPlace place(std::string_view context_prefix, ScopeId scope, Hidden hidden) const {
    return {&map, origin, context_prefix, scope, scope, hidden, quoting};
  }
};

}  // namespace mimebase::find
