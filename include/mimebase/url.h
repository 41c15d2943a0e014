// URLs as pure functions on bytes: splitting, joining and resolving by RFC 1808, by its draft of
// January 1995, by RFC 3986 and by the URL Standard.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

enum class RuleSet {
  kRfc1808,  // RFC 1808 sections 2.4 and 4 to the letter
  kDraft05,  // its draft of January 1995: steps 6c and 6d remove any "<segment>/..", ".." too
  kRfc3986,  // RFC 3986 section 5.2, strict
  kWhatwg,   // the URL Standard's basic URL parser and serializer
};

// "rfc1808", "draft-05", "rfc3986", "whatwg".
[[nodiscard]] MIMEBASE_API std::string_view name_of(RuleSet set);

// How references are resolved: the rule set, and the document's encoding for the queries of kWhatwg
// (a label of the Encoding Standard; empty is UTF-8; the other sets do not look at it).
struct Rules {
  RuleSet set = RuleSet::kRfc1808;
  std::string_view encoding = {};
};

// The six components of RFC 1808 section 2.1, as views into the string that was split. A component can
// be present and empty ("g#" has a fragment, of no characters), hence the flags. The path is always there.
struct MIMEBASE_API Components {
  // Splits by RFC 1808 section 2.4, in its order. Takes every string; split(x).join() == x.
  [[nodiscard]] static Components split(std::string_view url);
  // RFC 1808 section 2.1 read backwards (section 4 step 7).
  [[nodiscard]] std::string join() const;

  std::string_view scheme, net_loc, path, params, query, fragment;
  bool has_scheme = false, has_net_loc = false, has_params = false, has_query = false, has_fragment = false;
};

// Resolves many references against one base, which is split or parsed once.
class MIMEBASE_API Resolver {
 public:
  // `base` is bytes as written, copied. An empty base means "no base" (RFC 1808 section 3.4): every
  // reference is then taken as absolute. A base that the rules cannot use fails at resolve().
  Resolver(std::string_view base, const Rules& rules);
  ~Resolver();
  Resolver(Resolver&&) noexcept;
  Resolver& operator=(Resolver&&) noexcept;

  // Puts the absolute form of `reference` into `out` (which is cleared first; its capacity is kept).
  // `reference` is bytes as written, UTF-8 for kWhatwg. White space around it is dropped, and TAB, CR and
  // LF inside it, under every rule set. Fails with kNoBase where it is relative and the base is empty or
  // (but for kWhatwg) not absolute, and with kInvalidUrl where the rules give no URL.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

  // True if `reference` begins with a scheme, as `set` reads it: it is absolute, and needs no base. White
  // space is dropped as in resolve().
  [[nodiscard]] static bool is_absolute(std::string_view reference, RuleSet set);

  // Fails with kInvalidUrl where the rules give no URL for a base that is not empty: then every reference
  // fails in the same way, absolute ones too (kWhatwg alone; the other sets take any base apart).
  [[nodiscard]] Result<void> check_base() const;

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// Resolves `reference` against `base` by RFC 1808 section 4, or as `rules` say. Both are bytes as written,
// not percent-decoded. The result owns its bytes. Use a Resolver where there are many references to a base.
[[nodiscard]] MIMEBASE_API Result<std::string> resolve(std::string_view base, std::string_view reference,
                                                       const Rules& rules);

}  // namespace v0_2
}  // namespace mimebase
