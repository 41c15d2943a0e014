#include "find/html/shadow_roots.h"

#include <algorithm>
#include <set>

#include "find/html/text.h"
#include "find/html/tree.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// DOM Standard, "valid shadow host name", without custom elements.
bool is_host(HtmlElement element) {
  using enum HtmlElement;
  constexpr HtmlElement kHosts[] = {kArticle, kAside, kBlockquote, kBody, kDiv,     kFooter,
                                    kH1,      kH2,    kH3,         kH4,   kH5,      kH6,
                                    kHeader,  kMain,  kNav,        kP,    kSection, kSpan};
  return std::find(std::begin(kHosts), std::end(kHosts), element) != std::end(kHosts);
}

// HTML Standard, 4.13.3, "valid custom element name". The tokenizer has looked at the characters.
bool is_custom_name(std::string_view name) {
  constexpr std::string_view kReserved[] = {"annotation-xml", "color-profile", "font-face",
                                            "font-face-src",  "font-face-uri", "font-face-format",
                                            "font-face-name", "missing-glyph"};
  return ascii::is_letter(name.front()) && name.find('-') != name.npos &&
         !ascii::is_one_of_ignoring_case(name, kReserved);
}

}  // namespace

bool ShadowRoots::contain(const HtmlToken& token) {
  if (token.element != HtmlElement::kTemplate || !declares_one(token)) return false;
  if (!offsets_) read();
  const auto offset = static_cast<std::size_t>(token.bytes.data() - content_.bytes.data());
  return std::binary_search(offsets_->begin(), offsets_->end(), offset);
}

// Chromium writes `shadowmode` into web archives, and reads it there alone.
bool ShadowRoots::declares_one(const HtmlToken& token) const {
  if (syntax_ != HtmlSyntax::kHtml || token.foreign || token.attributes.empty()) return false;
  std::string buffer;
  for (const std::string_view name : {"shadowrootmode", "shadowmode"}) {
    const HtmlAttribute* const mode = token.attribute(name);
    if (mode == nullptr || (name == "shadowmode" && !content_.is_web_archive)) continue;
    const std::string_view value = html_attribute_value(mode->value, content_.charset, buffer);
    if (ascii::is_one_of_ignoring_case(value, {"open", "closed"})) return true;
  }
  return false;
}

void ShadowRoots::read() {
  offsets_.emplace();
  HtmlTree tree(html_steps(content_.limits.html_steps, content_.bytes.size()), false);
  HtmlTokenizer tokenizer = HtmlTokenizer::with_tree(content_.bytes, syntax_, tree);
  std::set<std::uint32_t> custom,
      used;  // the serials of custom elements, and of elements that have a shadow root
  HtmlToken token;
  while (tree.within_limits() && tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kCData) tree.text(token.data);
    if (token.kind == HtmlTokenKind::kDoctype) tree.doctype();
    if (token.kind != HtmlTokenKind::kStartTag || token.foreign) continue;
    const std::vector<HtmlNode>& nodes = tree.nodes();
    if (token.element == HtmlElement::kOther && is_custom_name(token.name))
      custom.insert(nodes.back().serial);
    if (token.element != HtmlElement::kTemplate || !declares_one(token) || nodes.size() < 2) continue;
    // Before the body, the parent is the head, or a template in it.
    const HtmlNode& host = nodes[nodes.size() - 2];
    const bool is_in_head = host.is(HtmlElement::kBody) && !tree.has_body();
    const bool is_valid =
        host.ns == HtmlNamespace::kHtml && !is_in_head && (is_host(host.tag) || custom.contains(host.serial));
    if (is_valid && used.insert(host.serial).second)
      offsets_->push_back(static_cast<std::size_t>(token.bytes.data() - content_.bytes.data()));
  }
}

}  // namespace mimebase::find
