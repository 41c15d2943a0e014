// The layers of RFC 1808 section 3: which base rules in an entity, its heading and its content, and what
// became of every other candidate. Knows no MIME parser: entities are numbers, each after the one around it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::base {

// How a reader reads bases and references: one value, from which nothing else needs to be asked.
// RFC 1808's reader by default. Another reader is another value.
struct Profile {
  RuleSet rules = RuleSet::kRfc1808;
  // The headers that count as bases, the innermost first.
  std::vector<BaseBy> headers = default_base_headers();
};

// What of a message's bases is kept. No honest mail comes near a default.
struct Bounds {
  std::uint64_t base_bytes = 8192;    // of one; a longer one is passed over as unsuitable
  std::uint64_t candidates = 100;     // of one heading, and of one chain
  std::uint64_t url_bytes = 4 << 20;  // of all absolute forms together
};

// The base that applies somewhere.
struct Effective {
  std::string_view url;  // empty where nothing defines one; lives as long as what declares it
  BaseBy by = BaseBy::kNone;
  int definer = -1;  // the entity whose heading or content defined it; -1 for kRetrievalUrl and kNone
};

// What a base is worth as it is written.
enum class Validity {
  kUsable,
  kMalformed,   // wrong wrapper, empty, or controls, spaces, "<" or ">" inside
  kRelative,    // not absolute, and nothing makes it so
  kUnsuitable,  // a scheme that cannot be a base, or passed over for its length
};

// One place that declares a base.
struct Declared {
  BaseBy by = BaseBy::kNone;
  std::string raw;  // as written; only its beginning where that is longer than Bounds::base_bytes
  std::string url;  // absolute, if usable
  Validity validity = Validity::kUsable;
  Range span;               // of the reference in the unfolded field or in the content
  std::string reference;    // what `raw` says, without wrapper and folds
  std::size_t field = 0;    // its place among the fields of its heading
  bool is_decoded = false;  // its value had encoded words (RFC 2047)
  bool is_candidate =
      true;               // false: a reference, but no candidate (--base-headers, an opaque Content-Location)
  int definer = -1;       // the entity that it stands in; -1 for kRetrievalUrl
  bool too_long = false;  // longer than Bounds::base_bytes, as written or made absolute: kUnsuitable
  [[nodiscard]] bool usable() const { return validity == Validity::kUsable; }
  // Lives as long as this.
  [[nodiscard]] Effective effective() const { return {url, by, definer}; }
};

// A candidate of a chain, with the entity that defined it (-1: none).
struct ChainLink {
  Candidate candidate;
  int definer = -1;
};

// Judges a base as it is written, with nothing around it.
[[nodiscard]] Validity judge(std::string_view url);
// True for "cid:x" and the like: a label that a part bears, no base and no mistake (Content-Location).
[[nodiscard]] bool is_opaque(std::string_view url);

class Layers {
 public:
  explicit Layers(Profile profile) : profile_(std::move(profile)) {}
  [[nodiscard]] const Profile& profile() const { return profile_; }

  // Forgets the last message. `retrieval_url` may be empty.
  void start_message(std::string_view retrieval_url, const Bounds& bounds = {});
  // Adds a Snapshot-Content-Location of the outermost heading, which stands for a retrieval URL; read as a
  // Content-Location is. `field` is its place in the heading. All are added before the first entity.
  void add_snapshot_field(std::string_view raw_value, std::size_t field);
  // Adds the next entity; `around` is an earlier one or -1.
  void add_entity(int parent);
  // Adds a field of the last added entity's heading, in the order of the heading; `field` is its place there,
  // and `decoded` its value where that has encoded words (RFC 2047), else empty. All fields of an entity are
  // added before settle().
  void add_field(BaseBy by, std::string_view raw_value, std::string_view decoded, std::size_t field);
  // Decides the last added entity's base.
  void settle();

  // A declaration inside the content of `definer`: judged, and resolved against `outer` where it is relative.
  [[nodiscard]] Declared declare_in_content(BaseBy by, std::string_view reference, Range span, int definer,
                                            const Effective& outer) const;
  // Rows 2 to 7: what rules in the entity's heading, and in its content where that declares nothing itself.
  // Lives until the next message.
  [[nodiscard]] Effective base_for(int entity) const;
  // What the entity's heading declares, in the order of the layers, then of the heading.
  [[nodiscard]] std::span<const Declared> declared(int entity) const;
  // The base against which a declaration of the entity's heading is itself resolved: the next layer out.
  [[nodiscard]] Effective enclosing_base(int entity, const Declared& declaration) const;
  // All candidates, innermost first, and no more than Bounds::candidates; `in_content` is that of the
  // entity's own content, or null. Views into these declarations. Their `part` is left to the caller, who
  // names the definers.
  [[nodiscard]] std::vector<ChainLink> chain(int entity, const Declared* in_content) const;
  // The same with any number of declarations in the content, innermost first, none of them null.
  [[nodiscard]] std::vector<ChainLink> chain(int entity, std::span<const Declared* const> in_content) const;
  // The section of RFC 1808 that `base` falls under, seen from the entity.
  [[nodiscard]] static BaseSection section(int entity, const Effective& base);

  // What was too much: for the caller to tell.
  [[nodiscard]] bool has_left_out_fields(int entity) const { return self(entity).left_out_fields; }
  [[nodiscard]] bool has_long_chain(int entity) const;
  [[nodiscard]] bool has_left_out_urls() const { return left_out_urls_; }
  [[nodiscard]] bool has_left_out_snapshots() const { return left_out_snapshots_; }
  // What says where the message was retrieved from, usable or not: the first usable one rules.
  [[nodiscard]] std::span<const Declared> retrieval() const { return retrieval_; }

 private:
  struct Entity {
    int parent = -1;
    int ruling = -1;          // the declaration that rules here; -1: the retrieval URL, or nothing
    int outer = -1;           // the next entity around it that declares anything
    std::uint32_t first = 0;  // of its declarations
    std::uint32_t count : 31 = 0;
    bool left_out_fields : 1 = false;
    std::uint32_t candidates = 0;  // in its chain, but for those of a content
  };
  [[nodiscard]] const Entity& self(int entity) const { return entities_[static_cast<std::size_t>(entity)]; }
  // The place of a header among those that count; behind them all where it does not.
  [[nodiscard]] std::size_t rank(BaseBy by) const;
  void settle_declared(Declared& declared, const Effective& outer);
  void add_retrieval(Declared declared);

  Profile profile_;
  Bounds bounds_;
  std::vector<Entity> entities_;
  std::vector<Declared> declared_;  // of all entities
  std::vector<Declared> retrieval_;
  std::uint64_t url_bytes_ = 0;
  bool left_out_urls_ = false, left_out_snapshots_ = false;
};

}  // namespace mimebase::base
