// What a message refers to, in its order: the finders' findings, each with where it is written (its origin)
// and what rules there (its scope).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// What is missing because of a limit of a finder, and of those that apply to all that is found: sentences.
[[nodiscard]] std::string what_is_beyond(find::FindLimit limit, const Limits& limits);
[[nodiscard]] std::string long_url_sentence(const Limits& limits);
[[nodiscard]] std::string too_many_sentence(const Limits& limits);

// Takes the references of a message, one at a time.
using ReferenceSink = std::function<void(const Reference&)>;

class References : private find::Sink {
 public:
  // All but the sink must outlive this. The visitor is told of limits that finders hit: once an entity and
  // limit.
  References(AnalysedMessage& message, Visitor& visitor, ReferenceSink sink)
      : message_(message), visitor_(visitor), sink_(std::move(sink)) {}

  // The references in an entity's heading, in the order of its fields.
  void heading(int entity);
  // The references in its content, if there is a finder for it.
  void content(int entity);
  // False where a limit kept references of the last heading or content from the sink.
  [[nodiscard]] bool is_complete() const;

 private:
  void found(const find::Found& found) override;
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override;
  void limit_hit(find::FindLimit limit) override;

  void start(int entity);
  // The URL of a message/external-body (RFC 2017), which stands in the field Content-Type.
  void external_body(std::string_view raw_value);
  void declared_field(const base::Declared& declared, const walk::Field& field);
  [[nodiscard]] find::Span to_content(find::Span span) const {
    return map_ != nullptr && !map_->identity() ? map_->to_input(span) : span;
  }
  void hand_on(const find::Found& found, const Scope& scope);
  [[nodiscard]] bool is_beyond_limits(const find::Found& found);
  void report_long_url();
  void report_too_many();
  void report(std::string_view what);
  void open_document();
  const Scope& scope(find::ScopeId id);

  AnalysedMessage& message_;
  Visitor& visitor_;
  ReferenceSink sink_;
  int entity_ = -1;
  int field_ = -1;                        // that is read; -1: the content is
  const find::OffsetMap* map_ = nullptr;  // of the content's charset
  unsigned limits_hit_ = 0;               // a bit for each find::FindLimit
  std::uint64_t count_ = 0;               // that were handed on
  bool has_long_url_ = false;             // in what is read
  bool has_too_many_ = false;
  std::string unfolded_;
  // By their ids; the document's is made when the first reference asks for it. What a document declares anew
  // for each element costs its bytes; resolvers are kept for the document and the last inner scope.
  std::vector<Bases> scopes_;
  std::deque<std::string> urls_;  // that these look into
  std::optional<Scope> document_, inner_, outer_;
  find::ScopeId inner_id_ = find::kDocument;
};

}  // namespace mimebase::message
