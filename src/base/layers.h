// The layers of RFC 1808 section 3: which base rules in an entity, its heading and its content, and what
// became of every other candidate. Knows no MIME parser: entities are numbers, each after the one around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::base {

// How candidates are judged and resolved.
struct Policy {
  RuleSet rules = RuleSet::kRfc1808;
  std::vector<BaseBy> headers;  // those that count, the innermost first
};

// The base that applies somewhere.
struct Effective {
  std::string url;  // empty where nothing defines one
  BaseBy by = BaseBy::kNone;
  int definer = -1;  // the entity whose heading or content defined it; -1 for kRetrievalUrl and kNone
};

// One place that declares a base, and what it is worth: kOverridden stands for "usable" until a chain is
// made.
struct Declared {
  BaseBy by = BaseBy::kNone;
  std::string raw;  // as written
  std::string url;  // absolute, if usable
  CandidateState state = CandidateState::kOverridden;
  Range span;             // of the reference in the unfolded field or in the content
  std::string reference;  // what `raw` says, without wrapper and folds
  std::size_t field = 0;  // its place among the fields of its heading
  bool counts = true;     // false: a reference, but no candidate (--base-headers, an opaque Content-Location)
  [[nodiscard]] bool usable() const { return state == CandidateState::kOverridden; }
};

// A candidate of a chain, with the entity that defined it (-1: none).
struct ChainLink {
  Candidate candidate;
  int definer = -1;
};

// Judges a base as it is written: kOverridden if it is absolute and usable, else why not.
[[nodiscard]] CandidateState judge(std::string_view url);
// True for "cid:x" and the like: a label that a part bears, no base and no mistake (Content-Location).
[[nodiscard]] bool is_opaque(std::string_view url);

// A declaration inside content (html-base, xml-base, html-codebase): judged, and resolved against `outer`
// where it is relative.
[[nodiscard]] Declared declare_in_content(BaseBy by, std::string_view reference, Range span,
                                          const Effective& outer, const Policy& policy);

class Layers {
 public:
  explicit Layers(Policy policy) : policy_(std::move(policy)) {}

  // Forgets the last message. `retrieval_url` may be empty.
  void start_message(std::string_view retrieval_url);
  // Adds the next entity; `around` is an earlier one or -1.
  void add_entity(int around);
  // Adds a field of the last added entity's heading, in the order of the heading; `field` is its place there,
  // and `decoded` its value where that has encoded words (RFC 2047), else empty. All fields of an entity are
  // added before settle().
  void add_field(BaseBy by, std::string_view raw_value, std::string_view decoded, std::size_t field);
  // Decides the last added entity's base.
  void settle();

  [[nodiscard]] const Policy& policy() const { return policy_; }
  // Rows 2 to 7: what rules in the entity's heading, and in its content where that declares nothing itself.
  [[nodiscard]] const Effective& of(int entity) const;
  // What the entity's heading declares, in the order of the layers, then of the heading.
  [[nodiscard]] const std::vector<Declared>& declared(int entity) const;
  // The base against which a declaration of the entity's heading is itself resolved: the next layer out.
  [[nodiscard]] Effective outside(int entity, const Declared& declaration) const;
  // All candidates, innermost first; `in_content` are those of the entity's own content.
  // Their `part` is left to the caller, who names the definers.
  [[nodiscard]] std::vector<ChainLink> chain(int entity, const std::vector<Declared>& in_content) const;
  // The section of RFC 1808 that `base` falls under, seen from the entity.
  [[nodiscard]] static BaseSection section(int entity, const Effective& base);

 private:
  struct Entity {
    int around = -1;
    int ruling = -1;  // the entity whose `base` rules here; -1: the retrieval URL, or nothing
    Effective base;   // what its own heading says, if anything
    std::vector<Declared> declared;
  };
  // The place of a header among those that count; behind them all where it does not.
  [[nodiscard]] std::size_t rank(BaseBy by) const;

  Policy policy_;
  std::vector<Entity> entities_;
  Effective retrieval_;
  Declared retrieval_declared_;
};

}  // namespace mimebase::base
