#include "find/html/tree.h"

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <span>

#include "find/html/names.h"
#include "find/html/tokenizer.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

using enum HtmlElement;

bool is_any_of(HtmlElement tag, std::span<const HtmlElement> tags) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

bool is_any_of(HtmlElement tag, std::initializer_list<HtmlElement> tags) {
  return is_any_of(tag, std::span(tags.begin(), tags.size()));
}

// Distinguishes attribute lists, for the "Noah's Ark" clause.
std::size_t hash_of_attributes(const HtmlToken& token) {
  std::size_t hash = 0;
  for (const HtmlAttribute& attribute : token.attributes) {
    const std::size_t one =
        std::hash<std::string_view>()(attribute.name) * 31 + std::hash<std::string_view>()(attribute.value);
    hash += one * 0x9E3779B97F4A7C15U;
  }
  return hash;
}

}  // namespace

bool is_html_space_or_nul(std::string_view data) {
  return std::all_of(data.begin(), data.end(), [](char c) { return ascii::is_html_space(c) || c == '\0'; });
}

bool forbids_frameset(const HtmlToken& token) {
  constexpr HtmlElement kForbidding[] = {kApplet,   kArea,     kBody,    kBr,     kButton, kDd,     kDt,
                                         kEmbed,    kHr,       kIframe,  kImage,  kImg,    kInput,  kKeygen,
                                         kLi,       kListing,  kMarquee, kObject, kPre,    kSelect, kTable,
                                         kTemplate, kTextarea, kWbr,     kXmp};
  if (!is_any_of(token.element, kForbidding)) return false;
  const HtmlAttribute* const type = token.element == kInput ? token.attribute("type") : nullptr;
  return type == nullptr || !ascii::equals_ignoring_case(type->value, "hidden");
}

// ---- Tables and their parts ----

// Describes a Mode: the elements that start it, and the enclosing mode. A box (a caption or cell) has
// formatting of its own.
struct HtmlTree::Part {
  Mode outer;
  std::array<HtmlElement, 3> elements = {};
  bool is_box = false;
};

const HtmlTree::Part& HtmlTree::part_of(Mode mode) {
  static constexpr Part kParts[] = {
      {Mode::kBody},
      {Mode::kBody, {kTable}},
      {Mode::kTable, {kCaption}, true},
      {Mode::kTable, {kColgroup}},
      {Mode::kTable, {kTbody, kThead, kTfoot}},
      {Mode::kTableBody, {kTr}},
      {Mode::kRow, {kTd, kTh}, true},
  };
  return kParts[static_cast<std::size_t>(mode)];
}

// The mode of a table or a table part; kBody for all other elements.
HtmlTree::Mode HtmlTree::mode_of(HtmlElement tag) {
  // A lookup table, because this is called for every cell and row of every table.
  constexpr auto kCount = static_cast<std::size_t>(HtmlElement::kKnown);
  static const std::array<Mode, kCount> kModes = [] {
    std::array<Mode, kCount> modes = {};
    for (const Mode mode :
         {Mode::kTable, Mode::kCaption, Mode::kColumnGroup, Mode::kTableBody, Mode::kRow, Mode::kCell}) {
      for (const HtmlElement element : part_of(mode).elements) {
        if (element != HtmlElement::kOther) modes[static_cast<std::size_t>(element)] = mode;
      }
    }
    return modes;
  }();
  return tag < HtmlElement::kKnown ? kModes[static_cast<std::size_t>(tag)] : Mode::kBody;
}

// ---- Foreign content ----

// 13.2.6: returns whether a start tag is processed by the rules for HTML.
bool HtmlTree::starts_by_html(HtmlElement tag) const {
  const HtmlNode& top = stack_.top();
  if (top.ns == HtmlNamespace::kHtml || top.holds_html) return true;
  if (top.ns != HtmlNamespace::kMath) return false;
  if ((html_traits(top.tag, top.ns) & kTextPoint) != 0) return tag != kMglyph && tag != kMalignmark;
  return top.tag == kAnnotationXml && tag == kSvg;
}

// True if the current node is HTML content, where leaving foreign content stops.
bool HtmlTree::at_html() const {
  const HtmlNode& top = stack_.top();
  return top.ns == HtmlNamespace::kHtml || top.holds_html || (html_traits(top.tag, top.ns) & kTextPoint) != 0;
}

bool HtmlTree::start_tag(const HtmlToken& token) {
  const HtmlElement name = stack_.numbered(token.element, token.name);
  const Tag tag{name, html_traits(name), &token};
  if (has_frameset_) {
    if (name == kFrameset && framesets_ > 0) ++framesets_;
    return false;
  }
  in_raw_ = false;
  empty_ = xml_syntax_ && token.self_closing;
  if (!starts_by_html(name)) {
    if (!breaks_out(tag)) {
      foreign_start(tag);
      return true;
    }
    leave_foreign();
  }
  start(tag);
  return name == kSvg || name == kMath;
}

bool HtmlTree::breaks_out(const Tag& tag) const {
  if (tag.tag != kFont) return (tag.traits & kBreaksOut) != 0;
  const HtmlToken& token = *tag.token;
  return token.attribute("color") != nullptr || token.attribute("face") != nullptr ||
         token.attribute("size") != nullptr;
}

void HtmlTree::leave_foreign() {
  while (!at_html()) stack_.pop();
}

void HtmlTree::foreign_start(const Tag& tag) {
  if (tag.token->self_closing) return;
  const HtmlNamespace ns = stack_.top().ns;
  bool holds_html = ns == HtmlNamespace::kSvg && is_any_of(tag.tag, {kForeignobject, kDesc, kTitle});
  if (ns == HtmlNamespace::kMath && tag.tag == kAnnotationXml) {
    const HtmlAttribute* encoding = tag.token->attribute("encoding");
    holds_html =
        encoding != nullptr && (ascii::equals_ignoring_case(encoding->value, "text/html") ||
                                ascii::equals_ignoring_case(encoding->value, "application/xhtml+xml"));
  }
  stack_.push(tag.tag, ns, holds_html);
}

bool HtmlTree::end_tag(const HtmlToken& token) {
  const HtmlElement name = stack_.numbered(token.element, token.name);
  const Tag tag{name, html_traits(name), &token};
  if (has_frameset_) {
    if (name == kFrameset && framesets_ > 0) --framesets_;
    return false;
  }
  empty_ = false;
  if (in_raw_) {
    in_raw_ = false;
    return false;
  }
  if (stack_.top().ns != HtmlNamespace::kHtml) return foreign_end(tag);
  end(tag);
  return false;
}

// 13.2.6.5, "any other end tag": searches up to an HTML element, whose rules then apply.
bool HtmlTree::foreign_end(const Tag& tag) {
  if (tag.tag == kBr || tag.tag == kP) {
    leave_foreign();
    end(tag);
    return false;
  }
  const std::vector<HtmlNode>& nodes = stack_.nodes();
  for (std::size_t at = nodes.size(); at > 0 && stack_.spend(1); --at) {
    const HtmlNode& node = nodes[at - 1];
    if (node.ns == HtmlNamespace::kHtml) {
      end(tag);
      return false;
    }
    if (node.tag != tag.tag) continue;
    stack_.pop_to_size(at - 1);
    return true;
  }
  return false;
}

void HtmlTree::text(std::string_view data) {
  if (in_raw_) return;
  const bool space = is_html_space_or_nul(data);
  if (!space) {
    if (template_modes_.empty()) begin_body();
    allows_frameset_ = false;
  }
  if (stack_.top().ns != HtmlNamespace::kHtml && !at_html()) return;
  if (mode_ == Mode::kColumnGroup) {
    if (space || !stack_.is_current(kColgroup)) return;
    stack_.pop();
    mode_ = Mode::kTable;
  }
  const bool in_table = mode_ == Mode::kTable || mode_ == Mode::kTableBody || mode_ == Mode::kRow;
  if (!space || (!in_table && !in_head_)) stack_.reconstruct_formatting();
}

// ---- Start tags ----

std::uint32_t HtmlTree::push(HtmlElement tag) {
  return empty_ ? 0 : stack_.push(tag);
}

void HtmlTree::start(const Tag& tag) {
  const bool of_head =
      (tag.traits & kInHead) != 0 || is_any_of(tag.tag, {kHtml, kHead, kNoscript, kTemplate});
  if (tag.tag == kFrameset) return start_frameset();
  if (!of_head && template_modes_.empty()) begin_body();
  if (allows_frameset_) allows_frameset_ = !forbids_frameset(*tag.token);
  switch (mode_) {
    case Mode::kBody:
      return start_in_body(tag);
    case Mode::kTable:
      return start_in_table(tag);
    case Mode::kColumnGroup:
      return start_in_column_group(tag);
    case Mode::kCaption:
    case Mode::kTableBody:
    case Mode::kRow:
    case Mode::kCell:
      return start_in_part(tag);
    case Mode::kTemplate:
      return start_in_template(tag);
  }
}

// What a template of the head contains does not matter for a frameset, as in Chromium.
void HtmlTree::begin_body() {
  in_head_ = false;
  if (!has_body_) allows_frameset_ = true;
  has_body_ = true;
}

// Ignored in a template of the head, and in a body that shows something already.
void HtmlTree::start_frameset() {
  if (has_body_ ? !allows_frameset_ : !template_modes_.empty()) return;
  has_frameset_ = true;
  framesets_ = 1;
}

// 13.2.6.4.7.
void HtmlTree::start_in_body(const Tag& tag) {
  if (is_any_of(tag.tag, {kHtml, kBody, kHead, kFrame, kFrameset}) || (tag.traits & kTablePart) != 0) return;
  if ((tag.traits & kInHead) != 0) {
    if ((tag.traits & kRaw) != 0) in_raw_ = !empty_;
    return;
  }
  if ((tag.traits & (kBlock | kHeading)) != 0 || tag.tag == kP) return start_block(tag);
  if ((tag.traits & kFormatting) != 0) return start_formatting(tag);
  if ((tag.traits & kRaw) != 0) return start_raw(tag);
  if (start_special(tag)) return;
  if (is_any_of(tag.tag, {kParam, kSource, kTrack})) return;
  if (tag.tag == kHr) {
    close_paragraph();
    if (stack_.in_scope(kSelect)) stack_.generate_implied_end_tags();
    return;
  }
  if (tag.tag == kInput && stack_.in_scope(kSelect)) stack_.pop_until(kSelect);
  if (tag.tag == kNoscript && in_head_) return;
  stack_.reconstruct_formatting();
  if ((tag.traits & kVoid) != 0) return;
  if (tag.tag == kSvg || tag.tag == kMath) {
    if (!tag.token->self_closing)
      stack_.push(tag.tag, tag.tag == kSvg ? HtmlNamespace::kSvg : HtmlNamespace::kMath);
    return;
  }
  push(tag.tag);
  if (is_any_of(tag.tag, {kApplet, kMarquee, kObject}) && !empty_) stack_.add_marker();
}

void HtmlTree::start_block(const Tag& tag) {
  close_paragraph();
  if ((tag.traits & kHeading) != 0 && stack_.top().ns == HtmlNamespace::kHtml &&
      (html_traits(stack_.top().tag) & kHeading) != 0)
    stack_.pop();
  push(tag.tag);
}

// Handles elements with rules of their own. Returns false for all others.
bool HtmlTree::start_special(const Tag& tag) {
  switch (tag.tag) {
    case kForm:
      start_form();
      return true;
    case kLi:
    case kDd:
    case kDt:
      start_item(tag);
      return true;
    case kButton:
      if (stack_.in_scope(kButton)) {
        stack_.generate_implied_end_tags();
        stack_.pop_until(kButton);
      }
      stack_.reconstruct_formatting();
      push(kButton);
      return true;
    case kTable:
      start_table();
      return true;
    case kTemplate:
      start_template();
      return true;
    case kSelect:
    case kOption:
    case kOptgroup:
      start_choice(tag);
      return true;
    case kRb:
    case kRtc:
    case kRp:
    case kRt:
      start_annotation(tag);
      return true;
    default:
      return false;
  }
}

void HtmlTree::start_form() {
  const bool in_template = stack_.has(kTemplate);
  if (form_ != 0 && !in_template) return;
  close_paragraph();
  const std::uint32_t serial = push(kForm);
  if (!in_template) form_ = serial;
}

// `li`, `dd`, `dt`: closes the open item of the same list.
void HtmlTree::start_item(const Tag& tag) {
  const auto is_same = [&](const HtmlNode& node) {
    return tag.tag == kLi ? node.is(kLi) : node.is(kDd) || node.is(kDt);
  };
  const std::vector<HtmlNode>& nodes = stack_.nodes();
  for (std::size_t at = nodes.size(); at > 0 && stack_.spend(1); --at) {
    const HtmlNode node = nodes[at - 1];
    if (is_same(node)) {
      stack_.generate_implied_end_tags(node.tag);
      stack_.pop_until(node.tag);
      break;
    }
    const bool passes = node.is(kAddress) || node.is(kDiv) || node.is(kP);
    if (!passes && (html_traits(node.tag, node.ns) & kSpecial) != 0) break;
  }
  close_paragraph();
  push(tag.tag);
}

void HtmlTree::start_formatting(const Tag& tag) {
  if (tag.tag == kA) {
    if (const std::uint32_t open = stack_.formatting(kA)) {
      if (!stack_.adopt(kA)) end_any_other(kA);
      stack_.remove_formatting(open);
      stack_.remove(open);
    }
  }
  stack_.reconstruct_formatting();
  if (tag.tag == kNobr && stack_.in_scope(kNobr)) {
    if (!stack_.adopt(kNobr)) end_any_other(kNobr);
    stack_.reconstruct_formatting();
  }
  if (const std::uint32_t serial = push(tag.tag))
    stack_.add_formatting(tag.tag, serial, hash_of_attributes(*tag.token));
}

// Options in a `select`, whose other content is parsed normally.
void HtmlTree::start_choice(const Tag& tag) {
  const bool in_select = stack_.in_scope(kSelect);
  if (tag.tag == kSelect) {
    if (in_select) return stack_.pop_until(kSelect);
  } else if (in_select) {
    stack_.generate_implied_end_tags(tag.tag == kOption ? kOptgroup : kKnown);
  } else if (stack_.is_current(kOption)) {
    stack_.pop();
  }
  stack_.reconstruct_formatting();
  push(tag.tag);
}

void HtmlTree::start_annotation(const Tag& tag) {
  if (stack_.in_scope(kRuby))
    stack_.generate_implied_end_tags(tag.tag == kRp || tag.tag == kRt ? kRtc : kKnown);
  push(tag.tag);
}

void HtmlTree::start_raw(const Tag& tag) {
  if (tag.tag == kXmp || tag.tag == kPlaintext) close_paragraph();
  if (tag.tag == kXmp) stack_.reconstruct_formatting();
  if (tag.tag == kPlaintext) {
    push(tag.tag);
  } else {
    in_raw_ = !empty_;
  }
}

void HtmlTree::start_template() {
  if (empty_) return;
  stack_.push(kTemplate);
  stack_.add_marker();
  mode_ = Mode::kTemplate;
  template_modes_.push_back(mode_);
}

void HtmlTree::start_table() {
  if (!quirks_) close_paragraph();
  if (empty_) return;
  stack_.push(kTable);
  mode_ = Mode::kTable;
}

// 13.2.6.4.9. Content that is not part of a table precedes it in the tree, but goes on the stack all the
// same.
void HtmlTree::start_in_table(const Tag& tag) {
  if (start_table_part(tag)) return;
  if (tag.tag == kTable) {
    if (!in_table_scope(kTable)) return;
    stack_.pop_until(kTable);
    reset_mode();
    return start(tag);
  }
  if (tag.tag == kForm) {
    if (form_ != 0 || stack_.has(kTemplate)) return;
    form_ = push(kForm);
    if (form_ != 0) stack_.pop();
    return;
  }
  const HtmlAttribute* type = tag.tag == kInput ? tag.token->attribute("type") : nullptr;
  if (type != nullptr && ascii::equals_ignoring_case(type->value, "hidden")) return;
  start_in_body(tag);
}

bool HtmlTree::start_table_part(const Tag& tag) {
  if ((tag.traits & kTablePart) == 0) return false;
  if (tag.tag == kCol) {
    open_part(kColgroup);
  } else if (part_of(mode_of(tag.tag)).outer == Mode::kTable) {
    open_part(tag.tag);
  } else {
    open_part(kTbody);
    start(tag);
  }
  return true;
}

void HtmlTree::start_in_column_group(const Tag& tag) {
  if (tag.tag == kCol || tag.tag == kHtml) return;
  if (tag.tag == kTemplate) return start_template();
  if (!stack_.is_current(kColgroup)) return;
  stack_.pop();
  mode_ = Mode::kTable;
  start(tag);
}

// Start tags in a caption, table body, row or cell.
void HtmlTree::start_in_part(const Tag& tag) {
  const bool is_cell = mode_of(tag.tag) == Mode::kCell;
  if (mode_ == Mode::kTableBody && (is_cell || tag.tag == kTr)) {
    open_part(kTr);
    if (is_cell) start(tag);
  } else if (mode_ == Mode::kRow && is_cell) {
    open_part(tag.tag);
  } else if ((tag.traits & kTablePart) != 0) {
    if (close_part()) start(tag);
  } else if (mode_ == Mode::kCaption || mode_ == Mode::kCell) {
    start_in_body(tag);
  } else {
    start_in_table(tag);
  }
}

// 13.2.6.4.18.
void HtmlTree::start_in_template(const Tag& tag) {
  if ((tag.traits & kInHead) != 0 || tag.tag == kTemplate) return start_in_body(tag);
  template_modes_.back() = mode_ = tag.tag == kCol ? Mode::kColumnGroup : part_of(mode_of(tag.tag)).outer;
  start(tag);
}

// ---- End tags ----

void HtmlTree::end(const Tag& tag) {
  if (is_any_of(tag.tag, {kHead, kBody, kHtml, kBr})) in_head_ = false;
  if (is_any_of(tag.tag, {kBody, kHtml, kBr}) && template_modes_.empty()) begin_body();
  if (tag.tag == kBr) allows_frameset_ = false;
  if (tag.tag == kTemplate) return end_template();
  switch (mode_) {
    case Mode::kBody:
      return end_in_body(tag);
    case Mode::kTable:
      return end_in_table(tag);
    case Mode::kColumnGroup:
      return end_in_column_group(tag);
    case Mode::kCaption:
    case Mode::kTableBody:
    case Mode::kRow:
    case Mode::kCell:
      return end_in_part(tag);
    case Mode::kTemplate:
      return;
  }
}

void HtmlTree::end_in_body(const Tag& tag) {
  if (tag.tag == kBody || tag.tag == kHtml) return;
  if (tag.tag == kBr) return stack_.reconstruct_formatting();
  if (tag.tag == kP) return close_paragraph();
  if (tag.tag == kForm) return end_form();
  if ((tag.traits & kFormatting) != 0) {
    if (!stack_.adopt(tag.tag)) end_any_other(tag.tag);
    return;
  }
  if ((tag.traits & kHeading) != 0) {
    if (!stack_.in_scope_any(kHeading)) return;
    stack_.generate_implied_end_tags();
    return stack_.pop_until_any(kHeading);
  }
  const bool marks = is_any_of(tag.tag, {kApplet, kMarquee, kObject});
  const bool item = is_any_of(tag.tag, {kLi, kDd, kDt});
  if (!marks && !item && (tag.traits & kBlock) == 0 && tag.tag != kButton && tag.tag != kSelect)
    return end_any_other(tag.tag);
  if (!stack_.in_scope(tag.tag, tag.tag == kLi ? kScopeEnd | kListScopeEnd : kScopeEnd)) return;
  stack_.generate_implied_end_tags(item ? tag.tag : kKnown);
  stack_.pop_until(tag.tag);
  if (marks) stack_.clear_to_marker();
}

void HtmlTree::end_any_other(HtmlElement tag) {
  if (!stack_.has(tag)) return;
  const std::vector<HtmlNode>& nodes = stack_.nodes();
  for (std::size_t at = nodes.size(); at > 0 && stack_.spend(1); --at) {
    const HtmlNode& node = nodes[at - 1];
    if (node.is(tag)) return stack_.pop_to_size(at - 1);
    if ((html_traits(node.tag, node.ns) & kSpecial) != 0) return;
  }
}

void HtmlTree::end_form() {
  if (stack_.has(kTemplate)) {
    if (!stack_.in_scope(kForm)) return;
    stack_.generate_implied_end_tags();
    return stack_.pop_until(kForm);
  }
  const std::uint32_t form = form_;
  form_ = 0;
  if (form == 0 || !stack_.in_scope(kForm)) return;
  stack_.generate_implied_end_tags();
  stack_.remove(form);
}

void HtmlTree::end_template() {
  if (!stack_.has(kTemplate)) return;
  stack_.pop_until(kTemplate);
  stack_.clear_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_mode();
}

void HtmlTree::end_in_table(const Tag& tag) {
  if (tag.tag == kTable) {
    if (!in_table_scope(kTable)) return;
    stack_.pop_until(kTable);
    return reset_mode();
  }
  if ((tag.traits & kTablePart) == 0) end_in_body(tag);
}

void HtmlTree::end_in_column_group(const Tag& tag) {
  if (tag.tag == kCol || !stack_.is_current(kColgroup)) return;
  stack_.pop();
  mode_ = Mode::kTable;
  if (tag.tag != kColgroup) end(tag);
}

// End tags in a caption, table body, row or cell: those that close it or an enclosing part.
void HtmlTree::end_in_part(const Tag& tag) {
  if (tag.tag != kTable && (tag.traits & kTablePart) == 0) return end_in_body(tag);
  const Mode own = mode_of(tag.tag);
  const bool is_own = own == mode_;
  const bool is_around = own == Mode::kTable || (own >= Mode::kTableBody && own < mode_);
  if (!is_own && !is_around) return;
  if ((tag.tag != kTable || mode_ == Mode::kCell) && !in_table_scope(tag.tag)) return;
  if (close_part() && !is_own) end(tag);
}

// ---- Shared by start and end tags ----

void HtmlTree::close_paragraph() {
  if (!stack_.in_scope(kP, kScopeEnd | kButtonScopeEnd)) return;
  stack_.generate_implied_end_tags(kP);
  stack_.pop_until(kP);
}

// Opens a table part after clearing the stack back to its "context": a table, a table body or a row.
void HtmlTree::open_part(HtmlElement tag) {
  mode_ = mode_of(tag);
  clear_to(part_of(mode_).outer);
  stack_.push(tag);
  if (part_of(mode_).is_box) stack_.add_marker();
}

// Closes the caption, body, row or cell of the current mode. Returns false if none is open.
bool HtmlTree::close_part() {
  const Part& part = part_of(mode_);
  if (std::none_of(part.elements.begin(), part.elements.end(),
                   [this](HtmlElement tag) { return in_table_scope(tag); }))
    return false;
  if (part.is_box) stack_.generate_implied_end_tags();
  clear_to(mode_);
  stack_.pop();
  if (part.is_box) stack_.clear_to_marker();
  mode_ = part.outer;
  return true;
}

void HtmlTree::clear_to(Mode mode) {
  const auto stays = [&](const HtmlNode& top) {
    return top.is(kTemplate) ||
           (top.ns == HtmlNamespace::kHtml && is_any_of(top.tag, part_of(mode).elements));
  };
  while (stack_.nodes().size() > 2 && !stays(stack_.top())) stack_.pop();
}

// 13.2.4.1, "reset the insertion mode appropriately".
void HtmlTree::reset_mode() {
  const std::vector<HtmlNode>& nodes = stack_.nodes();
  mode_ = Mode::kBody;
  for (std::size_t at = nodes.size(); at > 2 && stack_.spend(1); --at) {
    const HtmlNode& node = nodes[at - 1];
    if (node.ns != HtmlNamespace::kHtml) continue;
    mode_ = mode_of(node.tag);
    if (node.tag == kTemplate) mode_ = template_modes_.empty() ? Mode::kBody : template_modes_.back();
    if (mode_ != Mode::kBody || node.tag == kTemplate) return;
  }
}

}  // namespace mimebase::find
