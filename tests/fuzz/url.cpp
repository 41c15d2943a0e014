// Splitting, joining and resolving by each rule set. The first line of the input is the label of an encoding,
// the second line is a base, and the rest is a reference.
#include "mimebase/url.h"

#include "check.h"
#include "text/utf8.h"
#include "url/permalink.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase::fuzz {
namespace {

constexpr RuleSet kSets[] = {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg};

void check_split(std::string_view url) {
  const Components parts = Components::split(url);
  FUZZ_REQUIRE(parts.join() == url, "{}", escape_for_terminal(url));
  for (const std::string_view part :
       {parts.scheme, parts.net_loc, parts.path, parts.params, parts.query, parts.fragment}) {
    FUZZ_REQUIRE(part.empty() || is_inside(part, url), "{}", escape_for_terminal(url));
  }
}

std::string cleaned(std::string_view text) {
  std::string buffer;
  return std::string(url::clean(text, buffer));
}

// Resolving an absolute URL must not change it. Under RFC 3986, an inherited path may still contain dot
// segments (section 5.2.2 does not remove them), which the second resolution removes.
void check_stable(const std::string& once, RuleSet set, std::string_view encoding) {
  FUZZ_REQUIRE(Resolver::is_absolute(once, set), "{} by {}", escape_for_terminal(once), name_of(set));
  for (const std::string_view base : {"", "y://other/base?q", "http://h/p/q;r?s#t", "x:opaque"}) {
    if (set == RuleSet::kWhatwg && base.starts_with("x:")) continue;
    const Result<std::string> twice = resolve(base, once, Rules{set, encoding});
    FUZZ_REQUIRE(twice.has_value(), "{} against {} by {}", escape_for_terminal(once), base, name_of(set));
    if (set == RuleSet::kRfc3986) {
      const Result<std::string> thrice = resolve(base, *twice, Rules{set, encoding});
      FUZZ_REQUIRE(thrice && *thrice == *twice, "{} gives {}", escape_for_terminal(once),
                   escape_for_terminal(*twice));
    } else {
      FUZZ_REQUIRE(*twice == cleaned(once), "{} against {} by {} gives {}", escape_for_terminal(once), base,
                   name_of(set), escape_for_terminal(*twice));
    }
  }
}

void check_serialised(const std::string& out) {
  std::string again;
  FUZZ_REQUIRE(url::serialise(out, again) && again == out, "{} gives {}", escape_for_terminal(out),
               escape_for_terminal(again));
  for (const char c : out) FUZZ_REQUIRE(c >= ' ' && c <= '~', "{}", escape_for_terminal(out));
}

// "A relative path must never change the host."
void check_relative_path(std::string_view base, std::string_view reference, RuleSet set) {
  if (set == RuleSet::kWhatwg) return;
  const std::string clean_base = cleaned(base);
  const Result<std::string> out = resolve(base, "./" + cleaned(reference), Rules{set, {}});
  if (!out) return;
  // In RFC 1808 a net_loc ends only at a slash; in RFC 3986 an authority also ends at "?" and "#".
  const auto site = [&](std::string_view url) {
    if (set == RuleSet::kRfc3986) return url::split_rfc3986(url).net_loc;
    return Components::split(url).net_loc;
  };
  FUZZ_REQUIRE(site(*out) == site(clean_base), "./{} against {} by {} gives {}",
               escape_for_terminal(reference), escape_for_terminal(base), name_of(set),
               escape_for_terminal(*out));
}

void check_domain(std::string_view host) {
  const std::string domain = url::registrable_domain(host);
  if (domain.ends_with('.')) return;  // each call removes one dot
  FUZZ_REQUIRE(url::registrable_domain(domain) == domain, "{} is {}, then {}", escape_for_terminal(host),
               escape_for_terminal(domain), escape_for_terminal(url::registrable_domain(domain)));
}

void check_set(std::string_view base, std::string_view reference, const Rules& rules) {
  const Result<std::string> out = resolve(base, reference, rules);
  std::string kept = "something before";
  const Resolver resolver(base, rules);
  const bool again = resolver.resolve(reference, kept).has_value();
  FUZZ_REQUIRE(again == out.has_value() && (!again || kept == *out), "{} against {} by {}",
               escape_for_terminal(reference), escape_for_terminal(base), name_of(rules.set));
  // Without a base, a relative reference is not resolved. An absolute one needs no base (except for "http:g"
  // in the URL Standard).
  const Result<std::string> alone = resolve("", reference, rules);
  if (!Resolver::is_absolute(reference, rules.set)) {
    FUZZ_REQUIRE(!alone.has_value(), "{} alone gives {}", escape_for_terminal(reference),
                 escape_for_terminal(*alone));
  } else if (rules.set != RuleSet::kWhatwg && out) {
    FUZZ_REQUIRE(alone && *alone == *out, "{} against {} gives {}", escape_for_terminal(reference),
                 escape_for_terminal(base), escape_for_terminal(*out));
  }
  check_relative_path(base, reference, rules.set);
  if (!out) return;
  FUZZ_REQUIRE(out->find_first_of("\t\r\n") == out->npos, "{}", escape_for_terminal(*out));
  check_split(*out);
  check_stable(*out, rules.set, rules.encoding);
  const std::string_view host = url::host_of(*out);
  FUZZ_REQUIRE(host.empty() || is_inside(host, *out), "{}", escape_for_terminal(*out));
  check_domain(host);
  if (rules.set == RuleSet::kWhatwg) check_serialised(*out);
}

// `known` is the URL of an inbox, and `text` a URL or a Message-ID.
void check_permalink(std::string_view known, std::string_view text) {
  url::PublicInboxes inboxes;
  inboxes.add(known);
  if (const std::optional<url::Permalink> found = url::permalink_of(text, inboxes)) {
    FUZZ_REQUIRE(!found->names.empty() && utf8::is_valid(found->names), "{}", escape_for_terminal(text));
    FUZZ_REQUIRE(url::permalink_of(text.substr(0, text.find('#')), inboxes) == found, "{}",
                 escape_for_terminal(text));
    const std::optional<url::PermalinkArchive> archive = url::archive_of(text, inboxes);
    FUZZ_REQUIRE(archive && archive->scheme == found->scheme, "{}", escape_for_terminal(text));
  }
  for (int i = 0; i < url::kPermalinkSchemeCount; ++i) {
    const auto scheme = static_cast<url::PermalinkScheme>(i);
    const std::string made = url::permalink_url({scheme, "lore.kernel.org", "dev@example.org"}, text);
    if (made.empty()) continue;
    const std::optional<url::Permalink> found = url::permalink_of(made, inboxes);
    FUZZ_REQUIRE(found && found->names == url::names_of(scheme, found->form, text, found->list), "{} of {}",
                 escape_for_terminal(made), escape_for_terminal(text));
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  std::string_view rest = fuzz::view(data, size);
  const std::string_view encoding = fuzz::take_line(rest);
  const std::string_view base = fuzz::take_line(rest);
  fuzz::check_split(base);
  fuzz::check_split(rest);
  for (const RuleSet set : fuzz::kSets) fuzz::check_set(base, rest, Rules{set, encoding});
  fuzz::check_permalink(base, rest);
  std::string canonical;
  if (!url::serialise(rest, canonical)) FUZZ_REQUIRE(canonical.empty(), "{}", escape_for_terminal(rest));
  return 0;
}
