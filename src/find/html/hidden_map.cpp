#include "find/html/hidden_map.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ascii.h"
#include "find/html/page_text.h"
#include "find/html/style.h"
#include "find/html/style_rules.h"
#include "find/html/text.h"
#include "find/html/tree.h"

namespace mimebase::find {
namespace {

using enum StyleProperty;

// What a reader sees of an element, by its styles and those of all around it.
struct Sight {
  bool gone = false;       // and nothing in it can be seen again
  bool invisible = false;  // as the next three it can be taken back inside
  bool tiny = false;
  std::uint32_t color = kUnknownColor, back = kTransparent;

  [[nodiscard]] bool hides_box() const { return gone || invisible; }
  [[nodiscard]] bool hides_text() const {
    return hides_box() || tiny || color == kTransparent || (color == back && color != kUnknownColor);
  }
};

// An element that is open.
struct Box {
  std::uint32_t serial = 0;
  Style style;
  Sight sight;
  std::size_t link = 0;  // see HiddenFinder::link_
};

bool is_image(HtmlElement element) {
  using enum HtmlElement;
  return element == kImg || element == kImage || element == kInput || element == kIframe ||
         element == kObject || element == kEmbed || element == kSvg;
}

// Whether a height or width of its own clips what is in it: not in a line of text, nor in a table.
bool is_block(HtmlElement element, const Style& style) {
  using enum HtmlElement;
  if (style[kDisplay] == kBlockBox) return true;
  if (style[kDisplay] == kInlineBox) return false;
  return (html_traits(element) & (kBlock | kHeading)) != 0 || element == kP || element == kLi ||
         element == kDd || element == kDt || element == kForm;
}

bool has_zero_box(HtmlElement element, const Style& style) {
  const bool narrow = style[kWidth] == kZero || style[kMaxWidth] == kZero;
  const bool flat = style[kHeight] == kZero || style[kMaxHeight] == kZero;
  if (!narrow && !flat) return false;
  return is_image(element) || (style[kOverflow] == kClips && is_block(element, style));
}

Sight sight_of(HtmlElement element, const Style& style, const Sight& around, bool colors_tell) {
  Sight sight = around;
  sight.gone =
      sight.gone || style[kDisplay] == kNoBox || style[kOpacity] == kZero || has_zero_box(element, style);
  if (style[kVisibility] != kInherited) sight.invisible = style[kVisibility] == kInvisible;
  if (style[kFontSize] == kZero || style[kFontSize] == kNotZero) sight.tiny = style[kFontSize] == kZero;
  if (style.has(kColor) && style[kColor] != kParentColor) sight.color = style[kColor];
  const std::uint32_t back = style.has(kBackground) ? style[kBackground] : kTransparent;
  if (back != kTransparent && back != kParentColor) sight.back = back;
  if (!colors_tell) sight.back = kUnknownColor;
  return sight;
}

bool has_text(std::string_view data) {
  return !std::all_of(data.begin(), data.end(), is_html_space);
}

// One pass over a document. Boxes follow the stack of open elements, which may change in its midst.
class HiddenFinder {
 public:
  HiddenFinder(const Content& content, HtmlSyntax syntax)
      : content_(content),
        tree_(steps(content), syntax == HtmlSyntax::kXhtml),
        tokenizer_(HtmlTokenizer::with_tree(content.bytes, syntax, tree_)),
        rules_(content.limits.style_rules),
        moves_left_(steps(content)),
        is_xhtml_(syntax == HtmlSyntax::kXhtml) {
    follow();
  }

  // Of the start tags and texts that are hidden, in their order; false where not all could be followed.
  bool run(std::vector<std::size_t>& hidden);

 private:
  // A start tag or a text that may be hidden.
  struct Place {
    std::size_t offset;
    bool is_hidden;
  };

  static std::size_t steps(const Content& content) {
    return html_steps(content.limits.html_steps, content.bytes.size());
  }
  void start_tag();
  void text();
  [[nodiscard]] Style style_of_tag();
  [[nodiscard]] const Style& style_of_attribute(std::string_view raw);
  [[nodiscard]] std::string_view value(std::string_view attribute, std::string& buffer) const;
  void follow(const Style* own = nullptr);
  void open(const HtmlNode& node, const Style& style);
  void close(const Box& box);
  void see(const Sight& sight);
  [[nodiscard]] bool is_own(const HtmlNode& node) const;
  [[nodiscard]] std::size_t offset() const {
    return static_cast<std::size_t>(token_.bytes.data() - content_.bytes.data());
  }

  const Content& content_;
  HtmlTree tree_;
  HtmlTokenizer tokenizer_;
  HtmlToken token_;
  StyleRules rules_;
  std::vector<Box> boxes_;                        // beside the nodes of the tree
  std::map<HtmlElement, Style> formatting_;       // of the last one of each, for its copies
  std::map<std::string_view, Style> attributes_;  // by their text in the content
  std::vector<Place> places_;
  std::size_t link_ =
      0;  // one more than the place of a link whose text is hidden, and in which nothing is seen
  std::size_t moves_left_;
  bool in_style_ = false;
  const bool is_xhtml_;
};

bool HiddenFinder::run(std::vector<std::size_t>& hidden) {
  while (moves_left_ > 0 && tree_.within_limits() && tokenizer_.next(token_)) {
    if (token_.kind == HtmlTokenKind::kStartTag) {
      start_tag();
    } else if (token_.kind == HtmlTokenKind::kEndTag) {
      in_style_ = false;
      follow();
    } else if (token_.kind == HtmlTokenKind::kText) {
      text();
    } else if (token_.kind == HtmlTokenKind::kDoctype) {
      tree_.doctype();
    }
  }
  for (const Place& place : places_) {
    if (place.is_hidden) hidden.push_back(place.offset);
  }
  return moves_left_ > 0 && tree_.within_limits() && rules_.within_limits();
}

// The attribute's value, decoded; empty where there is none.
std::string_view HiddenFinder::value(std::string_view attribute, std::string& buffer) const {
  const HtmlAttribute* const found = token_.attribute(attribute);
  return found != nullptr ? html_attribute_value(found->value, content_.charset, buffer) : std::string_view();
}

Style HiddenFinder::style_of_tag() {
  using enum HtmlElement;
  Style style;
  std::string buffer, other;
  // What a browser's own style sheet says.
  if (token_.element == kA && token_.attribute("href") != nullptr) style.set(kColor, kUnknownColor, kHint);
  if (token_.element == kTable && tree_.quirks()) {
    style.set(kFontSize, kNotZero, kHint);
    style.set(kColor, kUnknownColor, kHint);
  }
  if (token_.attributes.empty() && rules_.is_empty()) return style;
  if (token_.attribute("hidden") != nullptr) style.set(kDisplay, kNoBox, kHint);
  if (const auto color = color_of_attribute(value("bgcolor", buffer))) style.set(kBackground, *color, kHint);
  if (token_.attribute("background") != nullptr) style.set(kBackground, kUnknownColor, kHint);
  if (token_.element == kFont) {
    if (const auto color = color_of_attribute(value("color", buffer))) style.set(kColor, *color, kHint);
  }
  rules_.apply(token_.name, value("class", buffer), value("id", other), style);
  if (const HtmlAttribute* const own = token_.attribute("style")) style.apply(style_of_attribute(own->value));
  return style;
}

// The attributes of a page are much the same again and again: those that were read before are kept.
const Style& HiddenFinder::style_of_attribute(std::string_view raw) {
  constexpr std::size_t kMostKept = 256;
  if (const auto kept = attributes_.find(raw); kept != attributes_.end()) return kept->second;
  if (attributes_.size() == kMostKept) attributes_.clear();
  std::string buffer;
  Style& style = attributes_[raw];
  style.declare_all(html_attribute_value(raw, content_.charset, buffer), kOfElement);
  return style;
}

void HiddenFinder::start_tag() {
  const std::uint32_t last = boxes_.back().serial;
  const Style style = style_of_tag();
  in_style_ =
      token_.element == HtmlElement::kStyle && !(token_.self_closing && (token_.foreign || is_xhtml_));
  if (token_.element == HtmlElement::kBody && boxes_.size() == 2) {
    boxes_.back().style = style;
    boxes_.back().sight = sight_of(HtmlElement::kBody, style, Sight(), !rules_.has_other_backgrounds());
    return;
  }
  follow(&style);
  const bool stays_open = boxes_.back().serial != last && is_own(tree_.nodes().back());
  const Sight sight =
      stays_open ? boxes_.back().sight
                 : sight_of(token_.element, style, boxes_.back().sight, !rules_.has_other_backgrounds());
  if (is_image(token_.element)) see(sight);
  const bool is_link = stays_open && token_.element == HtmlElement::kA;
  if (token_.attributes.empty() || !(sight.hides_box() || (is_link && sight.hides_text()))) return;
  places_.push_back({offset(), true});
  if (!is_link || sight.hides_box()) return;
  boxes_.back().link = link_ = places_.size();
}

void HiddenFinder::text() {
  tree_.text(token_.data);
  follow();
  if (in_style_) return rules_.add_sheet(token_.data);
  if (token_.text_state != HtmlTextState::kData || !has_text(token_.data)) return;
  const Sight& sight = boxes_.back().sight;
  if (!sight.hides_text()) {
    see(sight);
  } else if (may_hold_url(token_.data)) {
    places_.push_back({offset(), true});
  }
}

// Something in a link can be seen, and so the link.
void HiddenFinder::see(const Sight& sight) {
  if (link_ == 0 || sight.hides_box()) return;
  places_[link_ - 1].is_hidden = false;
  link_ = 0;
}

// ---- The stack of open elements ----

// True if the node is that of the start tag at hand: there may be others, which it made.
bool HiddenFinder::is_own(const HtmlNode& node) const {
  if (token_.element == HtmlElement::kOther) return node.tag >= HtmlElement::kKnown;
  return node.tag == token_.element && (html_traits(node.tag) & kVoid) == 0;
}

// Makes the boxes those of the nodes. `own` is the style of the tag at hand; of elements that the tree
// made by itself those of formatting are copies.
void HiddenFinder::follow(const Style* own) {
  const std::vector<HtmlNode>& nodes = tree_.nodes();
  std::vector<Box> closed;
  while (!boxes_.empty() &&
         (boxes_.size() > nodes.size() || boxes_.back().serial != nodes[boxes_.size() - 1].serial)) {
    closed.push_back(std::move(boxes_.back()));
    boxes_.pop_back();
  }
  moves_left_ -= std::min(moves_left_, closed.size());
  while (boxes_.size() < nodes.size()) {
    const HtmlNode& node = nodes[boxes_.size()];
    const auto moved = std::find_if(closed.rbegin(), closed.rend(),
                                    [&node](const Box& box) { return box.serial == node.serial; });
    if (moved != closed.rend()) {
      open(node, moved->style);
      boxes_.back().link = std::exchange(moved->link, 0);
      moves_left_ -= std::min(moves_left_, closed.size());
    } else if (own != nullptr && boxes_.size() + 1 == nodes.size() && is_own(node)) {
      open(node, *own);
      if ((html_traits(node.tag) & kFormatting) != 0) formatting_[node.tag] = *own;
    } else {
      const auto copied = formatting_.find(node.tag);
      open(node, copied != formatting_.end() ? copied->second : Style());
    }
  }
  for (const Box& box : closed) close(box);
}

void HiddenFinder::open(const HtmlNode& node, const Style& style) {
  const Sight around = boxes_.empty() ? Sight() : boxes_.back().sight;
  const Sight sight = sight_of(node.tag, style, around, !rules_.has_other_backgrounds());
  boxes_.push_back({node.serial, style, sight, 0});
}

void HiddenFinder::close(const Box& box) {
  if (box.link != 0 && box.link == link_) link_ = 0;
}

}  // namespace

HtmlHiddenMap::HtmlHiddenMap(const Content& content, HtmlSyntax syntax) {
  is_certain_ = HiddenFinder(content, syntax).run(hidden_);
}

}  // namespace mimebase::find
