// What a message refers to, where that is written, and what rules there.
#pragma once

#include <optional>
#include <string>

#include "find/finder.h"
#include "message/analysed_message.h"
#include "mimebase/url.h"

namespace mimebase::message {

// Bases with everything that the references under them share. Views in `info` look into it.
struct Scope {
  // `encoding` is the document's, for the queries of --rules whatwg; empty is UTF-8.
  Scope(const AnalysedMessage& message, int entity, const Bases& given, std::string_view encoding = {});
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  Bases bases;
  std::string definer;  // the part that defined it
  BaseInfo info;
  Resolver resolver;
  // For part matching: by RFC 1808, and as the URL Standard has it.
  std::optional<Resolver> matching_resolver, standard_resolver;
};

// Where a reference is written.
struct Origin {
  int entity = -1;
  int field = -1;   // its place among the fields of the entity's heading; -1: in the content
  find::Span span;  // of the unfolded field value, or of the content without its transfer encoding
  find::Span text;  // of the content in the charset that its finder read it in; means nothing in a heading
  find::QuotingPath quoting;
  [[nodiscard]] bool in_heading() const { return field >= 0; }
};

// Lives during the call that delivers it.
struct Reference {
  const find::Found& found;  // its span is Origin::text
  Origin origin;
  const Scope& scope;
};

// Takes the references of a message, one at a time.
class ReferenceSink {
 public:
  virtual ~ReferenceSink() = default;
  virtual void reference(const Reference& reference) = 0;
  // A finder's limit was hit in the entity's content: one sentence. Said once an entity and limit.
  virtual void limit_hit(int entity, std::string_view what) = 0;
};

}  // namespace mimebase::message
