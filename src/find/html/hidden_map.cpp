#include "find/html/hidden_map.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "find/html/page_text.h"
#include "find/html/style.h"
#include "find/html/style_rules.h"
#include "find/html/style_watch.h"
#include "find/html/text.h"
#include "find/html/tree.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

using enum StyleProperty;

// The visibility of an element, by its styles and those of all its ancestors.
struct EffectiveStyle {
  bool gone = false;       // as is everything inside, irrevocably
  bool invisible = false;  // this and the following may be reset by an inner element
  bool tiny = false;
  std::uint32_t color = kUnknownColor, back = kTransparent;

  [[nodiscard]] bool hides_box() const { return gone || invisible; }
  [[nodiscard]] bool hides_text() const {
    return hides_box() || tiny || color == kTransparent || (color == back && color != kUnknownColor);
  }
};

// The computed styles of one element, without its ancestors.
struct OwnStyle {
  bool gone = false;
  std::uint32_t visibility = kInherited, font_size = kInherited;
  std::uint32_t color = kParentColor, back = kTransparent;
};

// An own style that is computed when it is needed first. Most elements contain no reference, and then nobody
// asks.
struct Look {
  std::string_view tag;  // the start tag, as long as `own` has not been computed
  OwnStyle own;
};

// An open element.
struct Box {
  std::uint32_t serial = 0;
  Look look;
  EffectiveStyle effective;  // see Follower::known_
  std::uint64_t link = 0;    // see Follower::link_
};

bool is_image(HtmlElement element) {
  using enum HtmlElement;
  return element == kImg || element == kImage || element == kInput || element == kIframe ||
         element == kObject || element == kEmbed || element == kSvg;
}

// True if a height or width set on the element clips its content. Inline elements and tables do not clip.
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

OwnStyle own_style_of(HtmlElement element, const Style& style) {
  OwnStyle own;
  own.gone = style[kDisplay] == kNoBox || style[kOpacity] == kZero || has_zero_box(element, style);
  own.visibility = style[kVisibility];
  own.font_size = style[kFontSize];
  if (style.has(kColor)) own.color = style[kColor];
  if (style.has(kBackground)) own.back = style[kBackground];
  return own;
}

EffectiveStyle effective_style_of(const OwnStyle& own, const EffectiveStyle& parent, bool colors_tell) {
  EffectiveStyle effective = parent;
  effective.gone = effective.gone || own.gone;
  if (own.visibility != kInherited) effective.invisible = own.visibility == kInvisible;
  if (own.font_size == kZero || own.font_size == kNotZero) effective.tiny = own.font_size == kZero;
  if (own.color != kParentColor) effective.color = own.color;
  if (own.back != kTransparent && own.back != kParentColor) effective.back = own.back;
  if (!colors_tell) effective.back = kUnknownColor;
  return effective;
}

bool has_text(std::string_view data) {
  return !std::all_of(data.begin(), data.end(), ascii::is_html_space);
}

// The attributes of a tag that affect its own style, raw; null if absent.
struct StyledTag {
  explicit StyledTag(const HtmlToken& token) {
    for (const HtmlAttribute& attribute : token.attributes) take(attribute);
  }

  const HtmlAttribute *id = nullptr, *href = nullptr, *style = nullptr, *classes = nullptr, *color = nullptr,
                      *hidden = nullptr, *bgcolor = nullptr, *background = nullptr;

 private:
  // The first attribute of a name is effective.
  void take(const HtmlAttribute& attribute) {
    const auto is = [&](const HtmlAttribute*& member, std::string_view name) {
      if (member == nullptr && ascii::equals_ignoring_case(attribute.name, name)) member = &attribute;
    };
    switch (attribute.name.size()) {
      case 2:
        return is(id, "id");
      case 4:
        return is(href, "href");
      case 5:
        is(style, "style"), is(classes, "class");
        return is(color, "color");
      case 6:
        return is(hidden, "hidden");
      case 7:
        return is(bgcolor, "bgcolor");
      case 10:
        return is(background, "background");
      default:
        return;
    }
  }
};

std::string_view value_of(const HtmlAttribute* attribute) {
  return attribute != nullptr ? attribute->value : std::string_view();
}

// Everything that an own style depends on.
struct OwnStyleKey {
  HtmlElement element = HtmlElement::kOther;
  unsigned flags = 0;
  std::uint64_t rules = 0;  // StyleRules::identity()
  // The name of an unknown element, and attributes, raw.
  std::array<std::string_view, 6> parts;

  OwnStyleKey() = default;
  OwnStyleKey(const HtmlToken& token, const StyledTag& tag, bool quirks, const StyleRules& sheets)
      : element(token.element),
        flags((tag.href != nullptr ? 1U : 0U) | (tag.hidden != nullptr ? 2U : 0U) |
              (tag.background != nullptr ? 4U : 0U) | (quirks ? 8U : 0U) | kUsed),
        rules(sheets.identity()),
        parts{token.element == HtmlElement::kOther ? token.name : std::string_view(),
              value_of(tag.style),
              value_of(tag.classes),
              value_of(tag.id),
              value_of(tag.bgcolor),
              value_of(tag.color)} {}
  bool operator==(const OwnStyleKey&) const = default;

  // Returns a hash of kHashBits bits. Uses only the size and both ends of each part. Keys that collide merely
  // evict each other.
  static constexpr unsigned kHashBits = 9;
  [[nodiscard]] std::size_t hash() const {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = ((static_cast<std::uint64_t>(element) + rules) * 31 + flags) * kOdd;
    for (const std::string_view part : parts) {
      if (!part.empty()) hash = (hash ^ ends_of(part) ^ part.size()) * kOdd;
    }
    return static_cast<std::size_t>(hash >> (64 - kHashBits));  // only the highest bits depend on all others
  }

 private:
  static constexpr unsigned kUsed = 16;

  static std::uint64_t ends_of(std::string_view part) {
    std::uint64_t first = 0, last = 0;
    if (part.size() < sizeof(first)) return part.front() << 16 | part[part.size() / 2] << 8 | part.back();
    std::memcpy(&first, part.data(), sizeof(first));
    std::memcpy(&last, part.data() + part.size() - sizeof(last), sizeof(last));
    return first ^ last << 1U;
  }
};

// A cache of looks, because most tags of a page are alike, and so are the pages of a sender. Each key has one
// slot, so that no page can make lookups slow.
class OwnStyleCache {
 public:
  // Returns null if the style is not in the cache.
  [[nodiscard]] const OwnStyle* find(const OwnStyleKey& key) const {
    const Slot& slot = slots_[key.hash()];
    return slot.key == key ? &slot.own : nullptr;
  }

  // Does nothing if the key is long, or its meaning depends on the charset of the document.
  void keep(const OwnStyleKey& key, const OwnStyle& own) {
    std::size_t size = 0;
    for (const std::string_view part : key.parts) size += part.size();
    if (size > kMaxBytes) return;
    Slot& slot = slots_[key.hash()];
    slot.bytes.clear();
    for (const std::string_view part : key.parts) slot.bytes += part;
    slot.key = {};
    if (!ascii::is_ascii(slot.bytes)) return;
    slot.key = key;
    slot.own = own;
    const char* at = slot.bytes.data();
    for (std::string_view& part : slot.key.parts) at = (part = {at, part.size()}).end();
  }

 private:
  static constexpr std::size_t kMaxBytes = 1024;
  struct Slot {
    std::string bytes;  // of the key's parts
    OwnStyleKey key;
    OwnStyle own;
  };
  std::array<Slot, std::size_t{1} << OwnStyleKey::kHashBits> slots_;
};

}  // namespace

// Maintains boxes parallel to the stack of open elements, which may also change in the middle.
class HtmlHiddenMap::Follower {
 public:
  Follower(const Content& content, HtmlSyntax syntax, StyleWatch& watch)
      : content_(content),
        watch_(watch),
        tree_(steps(content), syntax == HtmlSyntax::kXhtml),
        rules_(content.limits.style_rules),
        moves_left_(steps(content)),
        is_xhtml_(syntax == HtmlSyntax::kXhtml) {
    follow_tree();
  }

  void read_before(std::size_t start, HtmlSyntax syntax);
  void follow(const HtmlToken& token, const HtmlTokenizer& tokenizer);
  [[nodiscard]] bool is_hidden(const HtmlToken& token);
  [[nodiscard]] bool is_certain() const { return is_within_limits() && rules_.within_limits(); }
  // The visibility of the last tag, or of the last link whose text is hidden, if it is at `offset`.
  [[nodiscard]] EffectiveStyle style_at(std::size_t offset) {
    if (last_tag_.offset == offset) return style_of_last_tag();
    return hidden_link_.offset == offset ? hidden_link_.effective : EffectiveStyle();
  }
  [[nodiscard]] EffectiveStyle style_inside(const HtmlToken& token, const EffectiveStyle& parent) {
    return effective_style_of(own_style_of_tag(token), parent, !rules_.has_other_backgrounds());
  }
  // The visibility of the content of the innermost element.
  const EffectiveStyle& innermost();
  // The open elements, after innermost() has been called.
  [[nodiscard]] std::size_t box_count() const { return boxes_.size(); }
  [[nodiscard]] const EffectiveStyle& style_of_box(std::size_t at) const { return boxes_[at].effective; }
  // Reduces `boxes` to those around the innermost open element of this name. Returns false if there is none.
  [[nodiscard]] bool leave(HtmlElement element, std::size_t& boxes);

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  struct LastTag {
    std::size_t offset = kNowhere;
    Look look = {};
    bool stays_open = false;  // the innermost box is that of the tag
    bool is_mapped = false;   // `places_` has the tag if it is hidden
    std::optional<EffectiveStyle> effective = {};
  };
  struct HiddenLink {
    std::size_t offset = kNowhere;
    EffectiveStyle effective;
  };
  // A start tag or text that may be hidden.
  struct Place {
    std::size_t offset;
    bool is_hidden;
  };

  static std::size_t steps(const Content& content) {
    return html_steps(content.limits.html_steps, content.bytes.size());
  }
  [[nodiscard]] bool is_within_limits() const { return moves_left_ > 0 && tree_.within_limits(); }
  [[nodiscard]] std::size_t offset_of(const HtmlToken& token) const {
    return static_cast<std::size_t>(token.bytes.data() - content_.bytes.data());
  }
  void read_ahead(HtmlTokenizer tokenizer);
  void take_with_tag(const HtmlToken& token);
  void take(const HtmlToken& token);
  void start_tag(const HtmlToken& token);
  void text(const HtmlToken& token);
  [[nodiscard]] bool hides_text(const HtmlToken& token);
  void add_sheet(std::string_view css);
  [[nodiscard]] OwnStyle own_style_of_tag(const HtmlToken& token);
  [[nodiscard]] Style style_of_tag(const HtmlToken& token, const StyledTag& tag) const;
  // Returns an attribute's decoded value; empty if it is absent.
  [[nodiscard]] std::string_view value(const HtmlAttribute* attribute, std::string& buffer) const {
    if (attribute == nullptr) return {};
    return html_attribute_value(attribute->value, content_.charset, buffer);
  }
  const OwnStyle& own_style(Look& look);
  const EffectiveStyle& style_of_last_tag();
  void compute_all();
  void follow_tree(const HtmlToken* tag = nullptr, const Look& look = {});
  void close(const Box& box);
  void show_link(const EffectiveStyle& effective);

  const Content& content_;
  StyleWatch& watch_;
  HtmlTree tree_;
  HtmlToken ahead_;
  std::size_t read_to_ = 0;  // end of the part that was read ahead
  StyleRules rules_;
  std::vector<Box> boxes_;   // one per node of the tree
  std::size_t known_ = 0;    // the number of boxes, from the outermost on, whose effective style is computed
  std::vector<Box> closed_;  // by the current token
  // The own style of the last formatting element of each name, for the copies that tree construction makes.
  std::array<Look, static_cast<std::size_t>(HtmlElement::kKnown)> formatting_;
  std::vector<Place> places_;
  std::size_t next_place_ = 0;  // the next place that the finder will reach
  // The link whose text is hidden and in which nothing visible has been found yet; 0: none.
  std::uint64_t link_ = 0, links_ = 0;
  std::size_t link_place_ = 0;
  std::size_t moves_left_;
  LastTag last_tag_;
  HiddenLink hidden_link_;
  std::size_t last_text_ = kNowhere;  // the offset of the last text, if nobody has asked whether it is hidden
  HtmlToken read_again_;
  bool in_style_ = false;
  const bool is_xhtml_;
};

void HtmlHiddenMap::Follower::read_before(std::size_t start, HtmlSyntax syntax) {
  HtmlTokenizer tokenizer = HtmlTokenizer::with_tree(content_.bytes, syntax, tree_);
  HtmlToken& token = ahead_;
  for (std::size_t read = 0; read < start && is_within_limits() && tokenizer.next(token);) {
    take(token);
    read += token.bytes.size();
  }
}

void HtmlHiddenMap::Follower::follow(const HtmlToken& token, const HtmlTokenizer& tokenizer) {
  const std::size_t at = offset_of(token);
  if (at < read_to_) return;
  if (link_ == 0) {
    places_.clear();
    next_place_ = 0;
  }
  if (!is_within_limits()) return;
  const std::uint64_t link = link_;
  take_with_tag(token);
  if (link_ != 0 && link_ != link) read_ahead(tokenizer);
}

// Reads until it is known for every open link whether it contains anything visible.
void HtmlHiddenMap::Follower::read_ahead(HtmlTokenizer tokenizer) {
  while (link_ != 0 && is_within_limits() && tokenizer.next(ahead_)) {
    take_with_tag(ahead_);
    read_to_ = offset_of(ahead_) + ahead_.bytes.size();
  }
}

void HtmlHiddenMap::Follower::take_with_tag(const HtmlToken& token) {
  if (token.kind == HtmlTokenKind::kStartTag) tree_.start_tag(token);
  if (token.kind == HtmlTokenKind::kEndTag) tree_.end_tag(token);
  take(token);
}

// Handles a token whose tag has already been passed to the tree.
void HtmlHiddenMap::Follower::take(const HtmlToken& token) {
  if (token.kind == HtmlTokenKind::kStartTag) {
    start_tag(token);
  } else if (token.kind == HtmlTokenKind::kEndTag) {
    in_style_ = false;
    follow_tree();
  } else if (token.kind == HtmlTokenKind::kText) {
    text(token);
  } else if (token.kind == HtmlTokenKind::kDoctype) {
    tree_.doctype();
  }
}

bool HtmlHiddenMap::Follower::is_hidden(const HtmlToken& token) {
  const std::size_t offset = offset_of(token);
  if (offset == last_text_) return hides_text(token);
  if (offset == last_tag_.offset && !last_tag_.is_mapped) return style_of_last_tag().hides_box();
  while (next_place_ < places_.size() && places_[next_place_].offset < offset) ++next_place_;
  return next_place_ < places_.size() && places_[next_place_].offset == offset &&
         places_[next_place_].is_hidden;
}

// ---- Styles ----

Style HtmlHiddenMap::Follower::style_of_tag(const HtmlToken& token, const StyledTag& tag) const {
  using enum HtmlElement;
  Style style;
  std::string buffer, other;
  // From the browser's default style sheet.
  if (token.element == kA && tag.href != nullptr) style.set(kColor, kUnknownColor, kHint);
  if (token.element == kTable && tree_.quirks()) {
    style.set(kFontSize, kNotZero, kHint);
    style.set(kColor, kUnknownColor, kHint);
  }
  if (tag.hidden != nullptr) style.set(kDisplay, kNoBox, kHint);
  if (tag.bgcolor != nullptr) {
    if (const auto color = color_of_attribute(value(tag.bgcolor, buffer)))
      style.set(kBackground, *color, kHint);
  }
  if (tag.background != nullptr) style.set(kBackground, kUnknownColor, kHint);
  if (token.element == kFont && tag.color != nullptr) {
    if (const auto color = color_of_attribute(value(tag.color, buffer))) style.set(kColor, *color, kHint);
  }
  rules_.apply(token.name, value(tag.classes, buffer), value(tag.id, other), style);
  if (tag.style != nullptr) {
    Style own;
    own.declare_all(value(tag.style, buffer), kOfElement);
    style.apply(own);
  }
  return style;
}

OwnStyle HtmlHiddenMap::Follower::own_style_of_tag(const HtmlToken& token) {
  const StyledTag tag(token);
  const OwnStyleKey key(token, tag, tree_.quirks(), rules_);
  thread_local OwnStyleCache cache;
  if (const OwnStyle* const kept = cache.find(key)) return *kept;
  const OwnStyle own = own_style_of(token.element, style_of_tag(token, tag));
  cache.keep(key, own);
  return own;
}

const OwnStyle& HtmlHiddenMap::Follower::own_style(Look& look) {
  if (look.tag.empty()) return look.own;
  HtmlTokenizer(std::exchange(look.tag, {}), is_xhtml_ ? HtmlSyntax::kXhtml : HtmlSyntax::kHtml)
      .next(read_again_);
  return look.own = own_style_of_tag(read_again_);
}

bool HtmlHiddenMap::Follower::leave(HtmlElement element, std::size_t& boxes) {
  if (element == HtmlElement::kOther) return false;
  const std::vector<HtmlNode>& nodes = tree_.nodes();
  for (std::size_t at = boxes; at > 2 && moves_left_ > 0; --at, --moves_left_) {
    if (nodes[at - 1].tag != element) continue;
    boxes = at - 1;
    return true;
  }
  return false;
}

const EffectiveStyle& HtmlHiddenMap::Follower::innermost() {
  for (; known_ < boxes_.size(); ++known_) {
    const EffectiveStyle parent = known_ > 0 ? boxes_[known_ - 1].effective : EffectiveStyle();
    boxes_[known_].effective =
        effective_style_of(own_style(boxes_[known_].look), parent, !rules_.has_other_backgrounds());
  }
  return boxes_.back().effective;
}

const EffectiveStyle& HtmlHiddenMap::Follower::style_of_last_tag() {
  LastTag& tag = last_tag_;
  if (!tag.effective) {
    tag.effective = tag.stays_open ? innermost()
                                   : effective_style_of(own_style(tag.look), innermost(),
                                                        !rules_.has_other_backgrounds());
  }
  return *tag.effective;
}

// Styles that have not been computed depend on the rules before a sheet.
void HtmlHiddenMap::Follower::compute_all() {
  innermost();
  for (Look& look : formatting_) own_style(look);
}

void HtmlHiddenMap::Follower::add_sheet(std::string_view css) {
  compute_all();
  if (!rules_.is_untouched() || !watch_.take_rules(css, rules_)) rules_.add_sheet(css);
}

// ---- Tags and texts ----

namespace {

// True if the node was opened by the start tag itself. A start tag may imply other elements.
bool is_own(const HtmlToken& tag, const HtmlNode& node) {
  if (tag.element == HtmlElement::kOther) return node.tag >= HtmlElement::kKnown;
  return node.tag == tag.element && (html_traits(node.tag) & kVoid) == 0;
}

}  // namespace

void HtmlHiddenMap::Follower::start_tag(const HtmlToken& token) {
  const std::uint32_t last = boxes_.back().serial;
  in_style_ = token.element == HtmlElement::kStyle && !(token.self_closing && (token.foreign || is_xhtml_));
  if (token.element == HtmlElement::kBody && boxes_.size() == 2) {
    innermost();
    boxes_.back().look = {{}, own_style_of_tag(token)};
    boxes_.back().effective =
        effective_style_of(boxes_.back().look.own, EffectiveStyle(), !rules_.has_other_backgrounds());
    return;
  }
  const bool is_anchor = token.element == HtmlElement::kA;
  const bool is_asked = is_anchor || link_ != 0;
  const Look look = is_asked ? Look{{}, own_style_of_tag(token)} : Look{token.bytes, {}};
  follow_tree(&token, look);
  const bool stays_open = boxes_.back().serial != last && is_own(token, tree_.nodes().back());
  last_tag_ = {offset_of(token), look, stays_open, is_asked};
  if (!is_asked) return;
  const EffectiveStyle& effective = style_of_last_tag();
  if (is_image(token.element)) show_link(effective);
  const bool is_link = stays_open && is_anchor;
  if (token.attributes.empty() || !(effective.hides_box() || (is_link && effective.hides_text()))) return;
  places_.push_back({offset_of(token), true});
  if (!is_link || effective.hides_box()) return;
  hidden_link_ = {last_tag_.offset, effective};
  boxes_.back().link = link_ = ++links_;
  link_place_ = places_.size() - 1;
}

void HtmlHiddenMap::Follower::text(const HtmlToken& token) {
  tree_.text(token.data);
  follow_tree();
  if (in_style_) return add_sheet(token.data);
  if (link_ == 0) {
    last_text_ = offset_of(token);
  } else if (may_hold_defanged_url(token.data) && hides_text(token)) {
    places_.push_back({offset_of(token), true});
  } else if (token.text_state == HtmlTextState::kData && has_text(token.data) && !innermost().hides_text()) {
    show_link(innermost());
  }
}

// True if the text is not visible.
bool HtmlHiddenMap::Follower::hides_text(const HtmlToken& token) {
  return token.text_state == HtmlTextState::kData && has_text(token.data) && innermost().hides_text();
}

// Something inside the link is visible, and therefore the link.
void HtmlHiddenMap::Follower::show_link(const EffectiveStyle& effective) {
  if (link_ == 0 || effective.hides_box()) return;
  places_[link_place_].is_hidden = false;
  link_ = 0;
}

// ---- The stack of open elements ----

// Updates boxes_ to match the tree's nodes. `tag` is the current start tag, or null, and `look` its own
// style. Formatting elements that the tree opens on its own are copies, and get the own style of their
// original.
void HtmlHiddenMap::Follower::follow_tree(const HtmlToken* tag, const Look& look) {
  const std::vector<HtmlNode>& nodes = tree_.nodes();
  closed_.clear();
  while (!boxes_.empty() &&
         (boxes_.size() > nodes.size() || boxes_.back().serial != nodes[boxes_.size() - 1].serial)) {
    closed_.push_back(boxes_.back());
    boxes_.pop_back();
  }
  known_ = std::min(known_, boxes_.size());
  moves_left_ -= std::min(moves_left_, closed_.size());
  while (boxes_.size() < nodes.size()) {
    const HtmlNode& node = nodes[boxes_.size()];
    Box& box = boxes_.emplace_back();
    box.serial = node.serial;
    const auto moved = std::find_if(closed_.rbegin(), closed_.rend(),
                                    [&node](const Box& closed) { return closed.serial == node.serial; });
    if (moved != closed_.rend()) {
      box.look = moved->look;
      box.link = std::exchange(moved->link, 0);
      moves_left_ -= std::min(moves_left_, closed_.size());
    } else if (tag != nullptr && boxes_.size() == nodes.size() && is_own(*tag, node)) {
      box.look = look;
      if ((html_traits(node.tag) & kFormatting) != 0) formatting_[static_cast<std::size_t>(node.tag)] = look;
    } else if (node.tag < HtmlElement::kKnown) {
      // Computed here: a long tag may have many copies, and each would read it again.
      box.look.own = own_style(formatting_[static_cast<std::size_t>(node.tag)]);
    }
  }
  for (const Box& box : closed_) close(box);
}

void HtmlHiddenMap::Follower::close(const Box& box) {
  if (box.link != 0 && box.link == link_) link_ = 0;
}

// ---- The map ----

HtmlHiddenMap::HtmlHiddenMap(const Content& content, HtmlSyntax syntax, StyleWatch& watch, std::size_t start)
    : follower_(std::make_unique<Follower>(content, syntax, watch)) {
  follower_->read_before(start, syntax);
}
HtmlHiddenMap::~HtmlHiddenMap() = default;

void HtmlHiddenMap::follow(const HtmlToken& token, const HtmlTokenizer& tokenizer) {
  follower_->follow(token, tokenizer);
}

bool HtmlHiddenMap::is_hidden(const HtmlToken& token) {
  return follower_->is_hidden(token);
}

// ---- Inside an element ----

// The open elements. Those of each name are counted, so that an end tag for which there is none costs
// nothing.
class HtmlHiddenMap::Inside::Levels {
 public:
  Levels(Follower& follower, std::size_t offset) : follower_(follower), outer_(follower.style_at(offset)) {}
  explicit Levels(Follower& follower)
      : follower_(follower), outer_(follower.innermost()), outer_boxes_(follower.box_count()) {}

  [[nodiscard]] const EffectiveStyle& innermost() const {
    return levels_.empty() ? outer_ : levels_.back().effective;
  }
  bool start_tag(const HtmlToken& token) {
    const EffectiveStyle effective = follower_.style_inside(token, innermost());
    const bool is_empty = (html_traits(token.element) & kVoid) != 0 || (token.foreign && token.self_closing);
    if (is_empty) return effective.hides_box();
    levels_.push_back({token.element, token.name, effective});
    ++open_elements(token.element, token.name);
    return effective.hides_box();
  }
  void end_tag(const HtmlToken& token) {
    const std::size_t& open = open_elements(token.element, token.name);
    const std::size_t before = open;
    if (open == 0 && outer_boxes_ > 0) return leave(token.element);
    while (open > 0 && open == before) {
      --open_elements(levels_.back().element, levels_.back().name);
      levels_.pop_back();
    }
  }

 private:
  struct Level {
    HtmlElement element;
    std::string_view name;
    EffectiveStyle effective;
  };
  std::size_t& open_elements(HtmlElement element, std::string_view name) {
    return element == HtmlElement::kOther ? others_[ascii::lowered(name)]
                                          : known_[static_cast<std::size_t>(element)];
  }

  // The end tag of an element that was open before.
  void leave(HtmlElement element) {
    if (!follower_.leave(element, outer_boxes_)) return;
    outer_ = follower_.style_of_box(outer_boxes_ - 1);
    levels_.clear();
    known_ = {};
    others_.clear();
  }

  Follower& follower_;
  EffectiveStyle outer_;
  std::size_t outer_boxes_ = 0;  // the number of elements around this place; 0 if they do not matter
  std::vector<Level> levels_;
  std::array<std::size_t, static_cast<std::size_t>(HtmlElement::kKnown)> known_ = {};
  std::map<std::string, std::size_t> others_;
};

HtmlHiddenMap::Inside::Inside(HtmlHiddenMap& map, std::size_t offset)
    : levels_(std::make_unique<Levels>(*map.follower_, offset)) {}
HtmlHiddenMap::Inside::Inside(HtmlHiddenMap& map) : levels_(std::make_unique<Levels>(*map.follower_)) {}
HtmlHiddenMap::Inside::~Inside() = default;

bool HtmlHiddenMap::Inside::start_tag(const HtmlToken& token) {
  return levels_->start_tag(token);
}

void HtmlHiddenMap::Inside::end_tag(const HtmlToken& token) {
  levels_->end_tag(token);
}

bool HtmlHiddenMap::Inside::hides_text() const {
  return levels_->innermost().hides_text();
}

bool HtmlHiddenMap::Inside::hides_box() const {
  return levels_->innermost().hides_box();
}

bool HtmlHiddenMap::is_certain() const {
  return follower_->is_certain();
}

}  // namespace mimebase::find
