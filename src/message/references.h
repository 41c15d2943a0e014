// The references of a message, in order: what finders report, with the place where it is written (its origin)
// and the bases that apply there (its scope).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "find/finder.h"
#include "message/analysed_message.h"
#include "mimebase/url.h"

namespace mimebase::message {

// Bases, and everything that the references under them share. `info` has views into the Scope.
struct Scope {
  // `encoding` is the document's, for queries under --rules whatwg; empty means UTF-8.
  Scope(const AnalysedMessage& message, int entity, const Bases& given, std::string_view encoding = {});
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  Bases bases;
  std::string definer;  // the part that defines the base
  BaseInfo info;
  Resolver resolver;
  // For part matching: by RFC 1808, and by the URL Standard.
  std::optional<Resolver> matching_resolver, standard_resolver;
};

// The place where a reference is written.
struct Origin {
  int entity = -1;
  int field = -1;   // its position among the fields of the entity's header; -1: in the content
  find::Span span;  // in the unfolded field value, or in the content without its transfer encoding
  find::Span text;  // in the content, in the charset that its finder read; unused for a header
  find::QuotingPath quoting;
  [[nodiscard]] bool in_heading() const { return field >= 0; }
};

// One reference. Valid during the call that delivers it.
struct Reference {
  const find::Found& found;  // its span is Origin::text
  Origin origin;
  const Scope& scope;
};

// Finds the references of a message, one entity at a time. A ReferencesTo passes them on.
class References : protected find::Sink {
 public:
  // Finds the references in an entity's header, in field order.
  void heading(int entity);
  // Finds the references in its content, if there is a finder for it.
  void content(int entity);
  // Finds all references of the message, in order, and then reports its problems.
  void all();
  // Returns false if a limit kept references of the last header or content from the sink.
  [[nodiscard]] bool is_complete() const;

 protected:
  References(AnalysedMessage& message, Visitor& visitor) : message_(message), visitor_(visitor) {}

  // The scope of a reference that a finder reports.
  [[nodiscard]] const Scope& scope_of(const find::Found& found);
  // Returns false if a limit that applies to all references excludes this one.
  [[nodiscard]] bool accepts(const find::Found& found);
  [[nodiscard]] Origin origin_of(const find::Found& found) const {
    return {entity_, field_, to_content(found.span), found.span, found.quoting};
  }

 private:
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override;
  void limit_hit(find::FindLimit limit) override;
  [[nodiscard]] bool wants_defanged() const override { return message_.options().defanged; }
  [[nodiscard]] bool wants_message_ids() const override { return message_.options().message_ids_in_urls; }

  void start(int entity);
  void declared_field(const base::Declared& declared, const walk::Field& field);
  [[nodiscard]] find::Span to_content(find::Span span) const {
    return map_ != nullptr && !map_->identity() ? map_->to_input(span) : span;
  }
  [[nodiscard]] std::string at_place(std::string_view what) const;
  void report(std::string_view what);
  void open_document();

  AnalysedMessage& message_;
  Visitor& visitor_;
  int entity_ = -1;
  int field_ = -1;                        // current field; -1: the content
  const find::OffsetMap* map_ = nullptr;  // of the content's charset
  unsigned limits_hit_ = 0;               // one bit per find::FindLimit
  bool has_lost_references_ = false;      // because of one of them
  std::uint64_t count_ = 0;               // references delivered
  bool has_long_url_ = false;             // in the current header or content
  bool has_too_many_ = false;
  std::string unfolded_;
  // By ScopeId. The document's scope is created for the first reference. Memory for inner scopes is
  // proportional to the document's size. Resolvers are kept for the document and for the last inner
  // scope only.
  std::vector<Bases> scopes_;
  std::deque<std::string> urls_;  // scopes_ points into it, and into saved_from_
  std::string saved_from_;
  Bases outside_;  // what encloses the document
  std::optional<Scope> document_, inner_, outer_;
  std::optional<Scope> declared_;  // while the reference is the base that a header field declares
  find::ScopeId inner_id_ = find::kDocument;
};

// Calls `take` with every reference, directly: between a finder and `take` there is one virtual call.
template <typename Take>
class ReferencesTo final : public References {
 public:
  // `message` and `visitor` must outlive this object. Limits that finders hit are reported to the visitor,
  // once per entity and limit.
  ReferencesTo(AnalysedMessage& message, Visitor& visitor, Take take)
      : References(message, visitor), take_(std::move(take)) {}

 private:
  void found(const find::Found& found) override {
    const Scope& scope = scope_of(found);
    if (accepts(found)) take_(Reference{found, origin_of(found), scope});
  }

  Take take_;
};

}  // namespace mimebase::message
