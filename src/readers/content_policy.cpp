#include "readers/content_policy.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "charset/charset.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "find/html/tree.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace {

constexpr std::string_view kField = "content-security-policy";

// Takes the piece before the next `end` off a list.
std::string_view next_piece(std::string_view& list, char end) {
  const std::string_view piece = list.substr(0, list.find(end));
  list.remove_prefix(std::min(list.size(), piece.size() + 1));
  return ascii::trimmed(piece, ascii::kHtmlWhiteSpace);
}

// The directives that decide about a use, the most special one first.
std::vector<std::string_view> directives_for(PolicyUse use) {
  switch (use) {
    case PolicyUse::kImage:
      return {"img-src", "default-src"};
    case PolicyUse::kFont:
      return {"font-src", "default-src"};
    case PolicyUse::kMedia:
      return {"media-src", "default-src"};
    case PolicyUse::kObject:
      return {"object-src", "default-src"};
    case PolicyUse::kFrame:
      return {"frame-src", "child-src", "default-src"};
    case PolicyUse::kSheet:
    case PolicyUse::kStyleElement:
      return {"style-src-elem", "style-src", "default-src"};
    case PolicyUse::kStyleAttribute:
      return {"style-src-attr", "style-src", "default-src"};
    case PolicyUse::kBase:
      break;
  }
  return {"base-uri"};
}

bool is_inline(PolicyUse use) {
  return use == PolicyUse::kStyleElement || use == PolicyUse::kStyleAttribute;
}

// A nonce or a hash makes 'unsafe-inline' void.
bool allows_inline(const std::vector<std::string>& sources) {
  const auto is_key = [](const std::string& one) {
    return ascii::starts_with_one_of_ignoring_case(one, {"'nonce-", "'sha256-", "'sha384-", "'sha512-"});
  };
  return std::any_of(
             sources.begin(), sources.end(),
             [](const std::string& one) { return ascii::equals_ignoring_case(one, "'unsafe-inline'"); }) &&
         std::none_of(sources.begin(), sources.end(), is_key);
}

bool matches_host(std::string_view pattern, std::string_view host) {
  if (pattern == "*") return true;
  if (pattern.starts_with("*.")) return ascii::ends_with_ignoring_case(host, pattern.substr(1));
  return ascii::equals_ignoring_case(pattern, host);
}

// A path that ends with a slash allows all that is below it.
bool matches_path(std::string_view pattern, std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  return pattern.empty() || (pattern.ends_with('/') ? path.starts_with(pattern) : path == pattern);
}

bool matches_scheme(std::string_view pattern, std::string_view scheme) {
  return ascii::equals_ignoring_case(pattern, scheme) ||
         (ascii::equals_ignoring_case(pattern, "http") && scheme == "https");
}

// A page from an archive has an origin of its own. So 'self' is nothing that a part can have, and neither is
// a host without a scheme, whose scheme would be that of the page.
bool matches_source(std::string_view source, std::string_view url) {
  const std::size_t colon = url.find(':');
  if (colon == url.npos) return false;
  const std::string_view scheme = url.substr(0, colon);
  if (source == "*") return is_one_of(scheme, {"http", "https", "ws", "wss", "ftp"});
  if (source.ends_with(':')) return matches_scheme(source.substr(0, source.size() - 1), scheme);
  const std::size_t mark = source.find("://");
  if (mark == source.npos || !matches_scheme(source.substr(0, mark), scheme) ||
      !url.substr(colon).starts_with("://"))
    return false;
  const auto parted = [](std::string_view rest) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    return std::pair(rest.substr(0, slash), rest.substr(slash));
  };
  const auto [host, path] = parted(source.substr(mark + 3));
  const auto [url_host, url_path] = parted(url.substr(colon + 3));
  return matches_host(host.ends_with(":*") ? host.substr(0, host.size() - 2) : host, url_host) &&
         matches_path(path, url_path);
}

}  // namespace

bool ContentPolicies::read(std::string_view html, std::uint64_t bytes) {
  if (ascii::find_ignoring_case(html, kField) >= html.size()) return true;
  find::HtmlTree tree(find::html_steps(Limits().html_steps, html.size()), false);
  find::HtmlTokenizer tokenizer = find::HtmlTokenizer::with_tree(html, find::HtmlSyntax::kHtml, tree);
  find::HtmlToken token;
  while (!tree.has_body() && tree.within_limits() && tokenizer.next(token)) {
    if (token.kind == find::HtmlTokenKind::kText) tree.text(token.data);
    if (token.kind != find::HtmlTokenKind::kStartTag || token.element != find::HtmlElement::kMeta) continue;
    const find::HtmlAttribute *const name = token.attribute("http-equiv"), *const content =
                                                                               token.attribute("content");
    if (name == nullptr || content == nullptr ||
        !ascii::equals_ignoring_case(ascii::trimmed(name->value), kField))
      continue;
    is_declared_ = true;
    if (content->value.size() > bytes) return false;
    bytes -= content->value.size();
    std::string buffer;
    add(find::html_attribute_value(content->value, charset::Charset(), buffer),
        static_cast<std::size_t>(token.bytes.data() - html.data()));
  }
  return true;
}

void ContentPolicies::add(std::string_view list, std::size_t at) {
  while (!list.empty()) {
    Policy policy{at, {}};
    std::string_view rest = next_piece(list, ',');
    while (!rest.empty()) {
      std::string_view words = next_piece(rest, ';');
      Directive directive;
      directive.name = ascii::lowered(next_word(words));
      for (std::string_view word; !(word = next_word(words)).empty();) directive.sources.emplace_back(word);
      upgrades_ = upgrades_ || directive.name == "upgrade-insecure-requests";
      policy.directives.push_back(std::move(directive));
    }
    policies_.push_back(std::move(policy));
  }
}

bool ContentPolicies::allows(PolicyUse use, std::string_view url, std::size_t before) const {
  return std::all_of(policies_.begin(), policies_.end(),
                     [&](const Policy& policy) { return policy.at >= before || allows(policy, use, url); });
}

// The first directive of a name decides, and of several names the most special one.
bool ContentPolicies::allows(const Policy& policy, PolicyUse use, std::string_view url) {
  for (const std::string_view name : directives_for(use)) {
    const auto found = std::find_if(policy.directives.begin(), policy.directives.end(),
                                    [name](const Directive& one) { return one.name == name; });
    if (found == policy.directives.end()) continue;
    if (is_inline(use)) return allows_inline(found->sources);
    return std::any_of(found->sources.begin(), found->sources.end(),
                       [url](const std::string& source) { return matches_source(source, url); });
  }
  return true;
}

PolicyUse policy_use_of(const Seen& seen, bool is_font) {
  if (is_font) return PolicyUse::kFont;
  if (seen.context == "css:import" || seen.context == "link@href") return PolicyUse::kSheet;
  if (is_one_of(seen.context, {"iframe@src", "frame@src"})) return PolicyUse::kFrame;
  if (is_one_of(seen.context, {"object@data", "embed@src"})) return PolicyUse::kObject;
  if (is_one_of(seen.context, {"video@src", "audio@src", "source@src"})) return PolicyUse::kMedia;
  return PolicyUse::kImage;
}

}  // namespace mimebase::readers
