// Splits, joins and resolves URLs by RFC 1808, its draft of January 1995, RFC 3986 or the URL Standard. All
// functions work on bytes and have no side effects.
//
//   mimebase::resolve("http://a/b/c", "../g", {mimebase::RuleSet::kRfc3986});  // "http://a/g"
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// The specification that references are resolved by.
enum class RuleSet {
  kRfc1808,  // RFC 1808 sections 2.4 and 4 to the letter
  // The draft of RFC 1808 of January 1995: steps 6c and 6d remove any "<segment>/..", even if the segment is
  // "..".
  kDraft05,
  kRfc3986,  // RFC 3986 section 5.2, strict
  kWhatwg,   // the URL Standard's basic URL parser and serializer
};

// "rfc1808", "draft-05", "rfc3986", "whatwg".
[[nodiscard]] MIMEBASE_API std::string_view name_of(RuleSet set);

// How references are resolved. `encoding` is the encoding of the document that contains the references, as a
// label of the Encoding Standard. Only kWhatwg uses it, and only for the query component; an empty label
// means UTF-8.
struct Rules {
  RuleSet set = RuleSet::kRfc1808;
  std::string_view encoding = {};
};

// The six components of RFC 1808 section 2.1, as views into the string that was split. The flags distinguish
// empty components from absent ones: "g#" has an empty fragment. The path is always present.
struct MIMEBASE_API Components {
  // Splits by RFC 1808 section 2.4, in the order of that section. Accepts every string; split(x).join() == x.
  [[nodiscard]] static Components split(std::string_view url);
  [[nodiscard]] static Components split(const char* url) { return split(std::string_view(url)); }
  static Components split(const std::string&& url) = delete;
  // Joins the components by RFC 1808 section 4 step 7.
  [[nodiscard]] std::string join() const;

  std::string_view scheme, net_loc, path, params, query, fragment;
  bool has_scheme = false, has_net_loc = false, has_params = false, has_query = false, has_fragment = false;
};

// Resolves many references against one base, which is split or parsed once.
class MIMEBASE_API Resolver {
 public:
  // Copies `base`, which has the bytes as written. An empty base means "no base" (RFC 1808 section 3.4):
  // every reference is then treated as absolute. If the rules do not allow the base, resolve() fails.
  Resolver(std::string_view base, const Rules& rules);
  ~Resolver();
  Resolver(Resolver&&) noexcept;
  Resolver& operator=(Resolver&&) noexcept;

  // Writes the absolute form of `reference` to `out`, which is cleared first and keeps its capacity.
  // `reference` has the bytes as written, in UTF-8 for kWhatwg. Under every rule set, white space around the
  // reference is dropped, and so are TAB, CR and LF inside it. Fails with kNoBase if the reference is
  // relative and the base is empty or, except under kWhatwg, not absolute. Fails with kInvalidUrl if the
  // rules yield no URL.
  [[nodiscard]] Result<void> resolve(std::string_view reference, std::string& out) const;

  // Returns true if `reference` begins with a scheme under `set`: it is absolute and needs no base. White
  // space is dropped as in resolve().
  [[nodiscard]] static bool is_absolute(std::string_view reference, RuleSet set);

  // Fails with kInvalidUrl if the base is neither empty nor a URL under the rules. resolve() then fails in
  // the same way for every reference, even an absolute one. Only kWhatwg rejects bases; the other rule sets
  // accept any base.
  [[nodiscard]] Result<void> check_base() const;

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// Resolves `reference` against `base` by the given rules; kRfc1808 is section 4 of RFC 1808. Both arguments
// have the bytes as written, not percent-decoded. The result owns its bytes. Use a Resolver to resolve many
// references against one base.
[[nodiscard]] MIMEBASE_API Result<std::string> resolve(std::string_view base, std::string_view reference,
                                                       const Rules& rules);

// Returns an absolute URL in a form that no program opens, for reports and tickets:
// "hxxps://evil[.]example/x". Changes the scheme of http:, https: and ftp: URLs, and the dots of the host. If
// a URL has neither such a scheme nor dots in its host, changes the colon after the scheme
// ("telnet[:]//evil"). In mail addresses, changes the "@" and the dots of the domain
// ("joe[@]evil[.]example"). URLs, addresses and hosts that begin with "www." inside a URL are changed in the
// same way. Text that is already in this form does not change.
[[nodiscard]] MIMEBASE_API std::string defang(std::string_view url);
// Reverses defang(): returns the live form of a URL or host. Recognises the defanged forms that people use:
// "hxxp", "[.]", "(dot)", "[:]//", "[@]" and others. refang(defang(url)) is `url`, unless `url` itself
// contains such a form, or its scheme is in mixed case. A live URL is returned unchanged. No scheme is added.
[[nodiscard]] MIMEBASE_API std::string refang(std::string_view url);

}  // namespace v0_2
}  // namespace mimebase
