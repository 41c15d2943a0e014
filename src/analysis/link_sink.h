// Turns what is found in the entities of a message into links.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/message_analysis.h"

namespace mimebase::analysis {

// Bases with everything that the references under them share. Views in `info` look into `bases`.
struct ScopeBase {
  // `encoding` is the document's, for the queries of --rules whatwg; empty is UTF-8.
  ScopeBase(const MessageAnalysis& analysis, int entity, const Bases& given, std::string_view encoding = {});
  ScopeBase(const ScopeBase&) = delete;
  ScopeBase& operator=(const ScopeBase&) = delete;

  Bases bases;
  BaseInfo info;
  Resolver resolver;
  // For part matching: by RFC 1808, and as the URL Standard has it.
  std::optional<Resolver> matching_resolver, standard_resolver;
};

class LinkSink : public find::Sink {
 public:
  LinkSink(MessageAnalysis& analysis, Visitor& visitor) : analysis_(analysis), visitor_(visitor) {}

  // The references in an entity's heading, in the order of its fields.
  void heading(int entity);
  // The references in its content, if there is a finder for it.
  void content(int entity);

  void found(const find::Found& found) override;
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override;
  // Said once a part and limit.
  void limit_hit(find::FindLimit limit) override;

 private:
  void start(int entity, bool in_heading);
  // Names and bases are made when the first reference asks for them.
  void ensure_place();
  // The URL of a message/external-body (RFC 2017), which stands in the field Content-Type.
  void external_body(std::string_view raw_value);
  void declared_field(const base::Declared& declared, std::string_view field_name);
  void emit(const find::Found& found, const ScopeBase& scope);
  LinkStatus resolve(std::string_view reference, bool guessed, const ScopeBase& scope);
  void match_part(const ScopeBase& scope, Link& link);
  void put_host(Link& link);
  [[nodiscard]] std::optional<int> match_location(const ScopeBase& scope, std::string_view reference);
  const ScopeBase& scope(find::ScopeId id);
  [[nodiscard]] std::string_view encoding() const;

  MessageAnalysis& analysis_;
  Visitor& visitor_;
  int entity_ = -1;
  bool in_heading_ = false;
  bool has_place_ = false;
  unsigned limits_hit_ = 0;  // a bit for each find::FindLimit
  std::string part_, target_part_;
  std::optional<std::string> in_message_id_;
  std::string unfolded_;
  PreparedContent content_;
  // By their ids. What a document declares anew for each element costs its bytes; resolvers are kept for the
  // document and the last inner scope.
  std::vector<Bases> scopes_;
  std::deque<std::string> urls_;  // that these look into
  std::optional<ScopeBase> document_, inner_, outer_;
  find::ScopeId inner_id_ = find::kDocument;
  std::string guess_, cleaned_, matched_, serialised_, resolved_, host_, shown_reference_, shown_resolved_;
};

}  // namespace mimebase::analysis
