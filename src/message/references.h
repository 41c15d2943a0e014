// The references of a message in their order: the finders' findings, each with its origin and its scope.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message/reference.h"

namespace mimebase::message {

class References : private find::Sink {
 public:
  // Both must outlive this.
  References(AnalysedMessage& message, ReferenceSink& sink) : message_(message), sink_(sink) {}

  // The references in an entity's heading, in the order of its fields.
  void heading(int entity);
  // The references in its content, if there is a finder for it.
  void content(int entity);

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
  void open_document();
  const Scope& scope(find::ScopeId id);

  AnalysedMessage& message_;
  ReferenceSink& sink_;
  int entity_ = -1;
  int field_ = -1;                        // that is read; -1: the content is
  const find::OffsetMap* map_ = nullptr;  // of the content's charset
  unsigned limits_hit_ = 0;               // a bit for each find::FindLimit
  std::string unfolded_;
  // By their ids; the document's is made when the first reference asks for it. What a document declares anew
  // for each element costs its bytes; resolvers are kept for the document and the last inner scope.
  std::vector<Bases> scopes_;
  std::deque<std::string> urls_;  // that these look into
  std::optional<Scope> document_, inner_, outer_;
  find::ScopeId inner_id_ = find::kDocument;
};

}  // namespace mimebase::message
