// The layers of RFC 1808 section 3: which base applies to an entity's header and content, and the outcome
// for every other candidate. Independent of the MIME parser: entities are numbers, and a parent precedes its
// children.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::base {

// How a reader treats bases and references. The default is RFC 1808's reader; another reader is another
// value. Nothing else distinguishes them.
struct Profile {
  RuleSet rules = RuleSet::kRfc1808;
  // The header fields that count as bases, innermost first.
  std::vector<BaseBy> headers = default_base_headers();
  // Whether they count in HTTP headers too, against today's HTTP.
  bool headers_in_http = false;
};

// Limits on the bases of a message that are kept. Honest mail is far below the defaults.
struct Bounds {
  std::uint64_t base_bytes = 8192;    // per base; a longer one is kUnsuitable
  std::uint64_t candidates = 100;     // per header, and per chain
  std::uint64_t url_bytes = 4 << 20;  // total length of all absolute forms
};

// A base that applies.
struct Effective {
  std::string_view url;  // empty if there is none; valid as long as its declaration
  BaseBy by = BaseBy::kNone;
  int definer = -1;  // the entity whose header or content declares it; -1 for section 3.3 and kNone
};

// Whether a declaration can be used as a base.
enum class Validity {
  kUsable,
  kMalformed,   // wrong wrapper, empty, or contains a control, a space, "<" or ">"
  kRelative,    // not absolute, and not resolved
  kUnsuitable,  // a scheme that cannot be a base, or too long
};

// One declaration of a base.
struct Declared {
  BaseBy by = BaseBy::kNone;
  std::string raw;  // as written; only the beginning if it is longer than Bounds::base_bytes
  std::string url;  // absolute, if usable
  Validity validity = Validity::kUsable;
  Range span;               // of the reference in the unfolded field or in the content
  std::string reference;    // `raw` without wrapper and folds
  std::size_t field = 0;    // its position among the fields of its header
  bool is_decoded = false;  // the field contained encoded words (RFC 2047)
  // False if it is only a reference: excluded by --base-headers, or an opaque Content-Location.
  bool is_candidate = true;
  // True if it would be a candidate, but declares no base where it stands: the chain shows it.
  bool is_not_followed = false;
  // The entity that contains it; -1 for section 3.3.
  int definer = -1;
  // Longer than Bounds::base_bytes, as written or resolved; then kUnsuitable.
  bool too_long = false;
  [[nodiscard]] bool usable() const { return validity == Validity::kUsable; }
  // Valid as long as this declaration.
  [[nodiscard]] Effective effective() const { return {url, by, definer}; }
};

// A candidate of a chain, and the entity that declares it (-1 for a retrieval URL).
struct ChainLink {
  Candidate candidate;
  int definer = -1;
};

// Judges a base as written, without resolving it.
[[nodiscard]] Validity judge(std::string_view url);
// Returns true for URLs such as "cid:x". As a Content-Location this is a label of the part: not a base, and
// not an error.
[[nodiscard]] bool is_opaque(std::string_view url);

// The layers of one message at a time. Add its entities in order, then ask for bases.
class Layers {
 public:
  explicit Layers(Profile profile) : profile_(std::move(profile)) {}
  [[nodiscard]] const Profile& profile() const { return profile_; }

  // Starts a new message and discards the last one. `retrieval_url` may be empty.
  void start_message(std::string_view retrieval_url, const Bounds& bounds = {});
  // Adds a Snapshot-Content-Location of the outermost header, which serves as a retrieval URL and is parsed
  // like a Content-Location. `field` is its position in the header. Call this before the first add_entity().
  void add_snapshot_field(std::string_view raw_value, std::size_t field);
  // Adds the WARC-Target-URI of the record that the message is, after all other retrieval URLs.
  void add_target_uri(std::string_view uri);
  // Adds the next entity; `parent` is an earlier one, or -1. `is_http`: its header is that of HTTP.
  void add_entity(int parent, bool is_http = false);
  // Adds a field of the last entity's header, in header order. `field` is its position in the header.
  // `decoded` is its value if that contains encoded words (RFC 2047), otherwise empty. Call this before
  // settle().
  void add_field(BaseBy by, std::string_view raw_value, std::string_view decoded, std::size_t field);
  // Determines the last entity's base.
  void settle();

  // A declaration inside the content of `definer`: judged, and resolved against `outer` if it is relative.
  [[nodiscard]] Declared declare_in_content(BaseBy by, std::string_view reference, Range span, int definer,
                                            const Effective& outer) const;
  // The URL that a document says it was saved from: judged, never resolved. A layer of section 3.3.
  [[nodiscard]] Declared declare_saved_from(std::string_view url, Range span) const;
  // The base that applies to the entity's header, and to its content unless the content declares one. Valid
  // until the next message.
  [[nodiscard]] Effective base_for(int entity) const;
  // The declarations in the entity's header, ordered by layer, then by position.
  [[nodiscard]] std::span<const Declared> declared(int entity) const;
  // The base that a declaration of the entity's header is itself resolved against: the next layer out.
  [[nodiscard]] Effective enclosing_base(int entity, const Declared& declaration) const;
  // All candidates, innermost first, at most Bounds::candidates. `in_content` are the declarations in the
  // entity's content, innermost first, none null. `saved_from` is what the content says it was saved from, or
  // null. Returns views into the declarations. The caller sets `part`, because it names the definers.
  [[nodiscard]] std::vector<ChainLink> chain(int entity, std::span<const Declared* const> in_content,
                                             const Declared* saved_from = nullptr) const;
  // The section of RFC 1808 that makes `base` apply to the entity.
  [[nodiscard]] static BaseSection section(int entity, const Effective& base);

  // Bounds that were exceeded. The caller reports them.
  [[nodiscard]] bool has_omitted_fields(int entity) const { return self(entity).omitted_fields; }
  // True if the entity's chain has more candidates than Bounds::candidates.
  [[nodiscard]] bool has_long_chain(int entity) const;
  // True if the absolute forms are longer than Bounds::url_bytes together.
  [[nodiscard]] bool has_omitted_urls() const { return omitted_urls_; }
  // True if the message has more retrieval URLs than Bounds::candidates.
  [[nodiscard]] bool has_omitted_snapshots() const { return omitted_snapshots_; }
  // The declared retrieval URLs, usable or not: given, of snapshots, or of a record. The first usable one
  // applies.
  [[nodiscard]] std::span<const Declared> retrieval() const { return retrieval_; }

 private:
  struct Entity {
    int parent = -1;
    int ruling = -1;          // index of the declaration that applies; -1: the retrieval URL, or none
    int outer = -1;           // the nearest enclosing entity with declarations
    std::uint32_t first = 0;  // index of its first declaration
    std::uint32_t count : 31 = 0;
    bool omitted_fields : 1 = false;
    bool is_http = false;
    std::uint32_t candidates = 0;  // in its chain, without those in a content
  };
  [[nodiscard]] const Entity& self(int entity) const { return entities_[static_cast<std::size_t>(entity)]; }
  // True if the field declares no base in the last entity's header, which is that of HTTP.
  [[nodiscard]] bool is_unfollowed_in_http(BaseBy by) const;
  // The precedence of a header field; fields that do not count come last.
  [[nodiscard]] std::size_t rank(BaseBy by) const;
  void settle_declared(Declared& declared, const Effective& outer);
  void add_retrieval(BaseBy by, Declared declared);

  Profile profile_;
  Bounds bounds_;
  std::vector<Entity> entities_;
  std::vector<Declared> declared_;  // of all entities
  std::vector<Declared> retrieval_;
  std::uint64_t url_bytes_ = 0;
  bool omitted_urls_ = false, omitted_snapshots_ = false;
};

}  // namespace mimebase::base
