#include "readers/page_styles.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "find/css/declarations.h"
#include "find/css/token.h"
#include "find/html/tokenizer.h"
#include "find/html/tree.h"
#include "mimebase/limits.h"
#include "readers/image_choice.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace {

using find::find_css_stop;

// Ranks: importance, then specificity, then order.
constexpr std::uint64_t kSpecificity = std::uint64_t{1} << 40, kImportant = std::uint64_t{1} << 60;
constexpr std::uint64_t kHint = 1, kOfStyleAttribute = 9 * kSpecificity;

// How deep at-rules are read in each other. What is nested deeper is taken for loaded.
constexpr std::size_t kNesting = 8;

constexpr std::string_view kBackgrounds[] = {"background", "background-image"};
// Other properties whose URLs load, as long as their rule selects an element with a box. In a block, a later
// property of the same group replaces an earlier one.
enum ImageGroup : std::size_t {
  kListStyle,
  kBorder,
  kMask,
  kMaskBox,
  kCursor,
  kContent,
  kShape,
  kReflect,
  kPaint,
  kSource,
  kGroups
};
struct ImageProperty {
  std::string_view name;
  ImageGroup group;
};
constexpr ImageProperty kImages[] = {{"list-style", kListStyle},
                                     {"list-style-image", kListStyle},
                                     {"border", kBorder},
                                     {"border-image", kBorder},
                                     {"border-image-source", kBorder},
                                     {"-webkit-border-image", kBorder},
                                     {"mask", kMask},
                                     {"mask-image", kMask},
                                     {"-webkit-mask", kMask},
                                     {"-webkit-mask-image", kMask},
                                     {"-webkit-mask-box-image", kMaskBox},
                                     {"-webkit-mask-box-image-source", kMaskBox},
                                     {"cursor", kCursor},
                                     {"content", kContent},
                                     {"shape-outside", kShape},
                                     {"-webkit-box-reflect", kReflect},
                                     {"fill", kPaint}};

// States that an element does not have, or whose styles load nothing.
constexpr std::string_view kOtherStates[] = {"hover",   "active", "focus",   "focus-within", "focus-visible",
                                             "visited", "target", "checked", "disabled",     "invalid"};

// The specificity of a selector that is a type, a class, an id, or a type and a class; -1 for any other.
int specificity_of(std::string_view selector) {
  if (selector == "*") return 0;
  const std::size_t mark = selector.find_first_of(".#");
  const std::string_view type = selector.substr(0, mark);
  const std::string_view name = mark == selector.npos ? std::string_view() : selector.substr(mark + 1);
  const auto is_name = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), find::is_css_name_byte);
  };
  if (!is_name(type) || !is_name(name)) return -1;
  if (mark == selector.npos) return type.empty() ? -1 : 1;
  if (name.empty()) return -1;
  if (selector[mark] == '#') return type.empty() ? 4 : -1;
  return type.empty() ? 2 : 3;
}

// False for values with which a browser drops the whole declaration, as far as mail has them.
bool is_valid(std::string_view value) {
  return !value.empty() && !starts_with_one_of(value, {"-moz-", "-o-", "-ms-"}) && !contains(value, "\\9") &&
         !contains(value, "expression(") && !contains(value, "progid:") && !contains(value, " -moz-") &&
         !contains(value, "!ie");
}

// The group of a property that loads images, or the source of a font.
std::optional<ImageGroup> group_of(std::string_view name, StyleUse use) {
  if (use == StyleUse::kFont) return name == "src" ? std::optional(kSource) : std::nullopt;
  const auto found = std::find_if(std::begin(kImages), std::end(kImages),
                                  [name](const ImageProperty& one) { return one.name == name; });
  return found == std::end(kImages) ? std::nullopt : std::optional(found->group);
}

// True for `@supports` with one declaration that browsers know, and everything that is more complicated.
bool is_supported(std::string_view condition) {
  condition = ascii::trimmed(condition, ascii::kHtmlWhiteSpace);
  const bool is_not = ascii::starts_with_ignoring_case(condition, "not");
  if (is_not) condition = ascii::trimmed(condition.substr(3), ascii::kHtmlWhiteSpace);
  if (condition.find(')') + 1 != condition.size() || !condition.starts_with('(')) return true;
  const std::string property = ascii::lowered(ascii::trimmed(condition.substr(1, condition.find(':') - 1)));
  const bool is_known = is_one_of(property, {"display",
                                             "color",
                                             "position",
                                             "object-fit",
                                             "background",
                                             "background-clip",
                                             "-webkit-background-clip",
                                             "filter",
                                             "backdrop-filter",
                                             "-webkit-appearance",
                                             "gap",
                                             "grid-template-columns",
                                             "aspect-ratio",
                                             "width",
                                             "height",
                                             "transform",
                                             "flex-wrap",
                                             "mask-image",
                                             "-webkit-mask-image",
                                             "overflow",
                                             "font-variation-settings",
                                             "opacity",
                                             "margin"}) ||
                        property.starts_with("--");
  return is_known != is_not;
}

// True if text follows as the value of `format()`, and browsers do not know such fonts.
bool is_unknown_format(std::string_view after) {
  const std::size_t end = after.find_first_of(",;}");
  after = after.substr(0, end);
  const std::size_t at = ascii::find_ignoring_case(after, "format(");
  if (at >= after.size()) return false;
  const std::string name =
      ascii::lowered(ascii::trimmed(after.substr(at + 7, after.find(')', at) - at - 7), " \t\r\n\"'"));
  return !is_one_of(name, {"woff2", "woff", "truetype", "opentype", "collection", "woff2-variations",
                           "woff-variations", "truetype-variations", "opentype-variations"});
}

std::string_view value_of(const find::HtmlToken& tag, std::string_view name) {
  const find::HtmlAttribute* const found = tag.attribute(name);
  return found != nullptr ? found->value : std::string_view();
}

// Takes the next selector off a list.
std::string_view next_selector(std::string_view& list) {
  const std::size_t end = find_css_stop(list, 0, ",");
  const std::string_view one = ascii::trimmed(list.substr(0, end), ascii::kHtmlWhiteSpace);
  list.remove_prefix(std::min(list.size(), end + 1));
  return one;
}

// What the styles of a browser hide by itself.
bool is_boxless_by_nature(const find::HtmlToken& tag) {
  using enum find::HtmlElement;
  if (ascii::equals_ignoring_case(tag.name, "dialog")) return tag.attribute("open") == nullptr;
  return ascii::is_one_of_ignoring_case(tag.name, {"datalist", "head", "title", "script", "style"}) ||
         (ascii::equals_ignoring_case(tag.name, "audio") && tag.attribute("controls") == nullptr);
}

bool is_table_part(const find::HtmlToken& tag) {
  return ascii::is_one_of_ignoring_case(tag.name, {"td", "th", "tr", "tbody", "thead", "tfoot"});
}

}  // namespace

// ---- Sheets

void PageStyles::read_sheet(std::string_view css) {
  *this = PageStyles();
  text_ = css;
  is_sheet_ = true;
  read_rules(0, css.size(), true, 0);
  judge_rules();
}

// Rules at the top of a sheet, or in an at-rule. At the top, imports are valid until another rule begins.
void PageStyles::read_rules(std::size_t start, std::size_t end, bool applies, std::size_t depth) {
  const std::string_view css = text_.substr(0, end);
  const bool is_top = depth == 0;
  std::size_t imports_end = is_top ? end : start;
  bool has_rule = !is_top;
  for (std::size_t at = start; (at = find::skip_css_space_and_comments(css, at)) < end;) {
    const std::string_view rest = css.substr(at);
    if (starts_with_one_of(rest, {"<!--", "-->"})) {
      at += rest.starts_with('<') ? 4 : 3;
      continue;
    }
    const bool is_at_rule = rest.front() == '@';
    const std::size_t stop = find_css_stop(css, at, is_at_rule ? "{;" : "{");
    const bool is_statement = stop >= end || css[stop] == ';';
    // What is no rule, and rules that browsers do not know, do not count.
    constexpr std::string_view kKnown[] = {
        "@media",     "@font-face", "@page",     "@namespace",     "@supports",           "@keyframes",
        "@container", "@layer",     "@property", "@counter-style", "@font-feature-values"};
    const bool is_layer = ascii::starts_with_ignoring_case(rest, "@layer") && is_statement;
    const bool is_rule =
        is_at_rule ? ascii::starts_with_one_of_ignoring_case(rest, kKnown) && !is_layer : rest.front() != '{';
    if (!has_rule && is_rule) imports_end = at, has_rule = true;
    if (is_at_rule) {
      at = read_at_rule(at, end, applies, depth);
      continue;
    }
    if (is_statement) {
      declared_.push_back({at, end, StyleUse::kNothing});  // never a rule
      break;
    }
    const std::size_t close = std::min(find_css_stop(css, stop + 1, "}"), end);
    read_rule(css.substr(at, stop - at), stop + 1, close, applies);
    at = std::min(close + 1, end);
  }
  if (is_top) imports_.emplace_back(start, imports_end);
}

// Returns the position after the at-rule.
std::size_t PageStyles::read_at_rule(std::size_t at, std::size_t end, bool applies, std::size_t depth) {
  const std::string_view css = text_.substr(0, end);
  const std::size_t stop = find_css_stop(css, at, "{;");
  if (stop >= end || css[stop] == ';') return std::min(stop + 1, end);
  const std::size_t close = std::min(find_css_stop(css, stop + 1, "}"), end);
  const find::CssName name = find::read_css_name(css, at + 1);
  const std::string_view prelude = css.substr(name.next, stop - name.next);
  if (name.view() == "font-face") {
    bool has_family = contains(ascii::lowered(css.substr(stop, close - stop)), "font-family"), unused = false;
    static_cast<void>(
        read_block(stop + 1, close, 0, applies && has_family ? StyleUse::kFont : StyleUse::kNothing, unused));
  } else if (depth < kNesting && is_one_of(name.view(), {"media", "supports", "layer"})) {
    const bool is_used =
        name.view() == "media" ? applies_media(prelude) : name.view() != "supports" || is_supported(prelude);
    read_rules(stop + 1, close, applies && is_used, depth + 1);
  } else {
    const bool is_deep = depth == kNesting && applies;
    declared_.push_back({stop, close, is_deep ? StyleUse::kImage : StyleUse::kNothing});
  }
  return std::min(close + 1, end);
}

void PageStyles::read_rule(std::string_view selectors, std::size_t start, std::size_t end, bool applies) {
  const std::size_t first = declared_.size();
  ++order_;
  bool has_content = false;
  const Candidates found =
      read_block(start, end, order_, applies ? StyleUse::kImage : StyleUse::kNothing, has_content);
  if (!applies) return;
  has_pseudo_content_ = has_pseudo_content_ || (has_content && contains(selectors, ':'));
  rules_.push_back({selectors, first, declared_.size(), has_content});
  bool competes = !is_sheet_;
  for (std::string_view rest = selectors; !rest.empty();)
    competes = specificity_of(next_selector(rest)) >= 0 && competes;
  for (std::string_view rest = selectors; competes && !rest.empty();) {
    const std::string selector = ascii::lowered(next_selector(rest));
    const std::size_t mark = std::min(selector.find_first_of(".#"), selector.size());
    Selected& selected = selected_[selector.substr(0, mark)][selector.substr(mark)];
    for (std::size_t property = 0; property < kProperties; ++property) {
      Candidate one = found[property];
      if (one.rank == 0) continue;
      // Until an element has it.
      if (one.declared >= 0) declared_[static_cast<std::size_t>(one.declared)].use = StyleUse::kNothing;
      one.rank += kSpecificity * static_cast<std::uint64_t>(specificity_of(selector));
      if (one.rank >= selected.candidates[property].rank) selected.candidates[property] = one;
    }
  }
}

// Reads the declarations of a block. Of several backgrounds the last valid one counts, or the last important
// one.
PageStyles::Candidates PageStyles::read_block(std::size_t start, std::size_t end, std::uint64_t rank,
                                              StyleUse use, bool& has_content) {
  const std::string_view css = text_.substr(0, end);
  Candidates best;
  std::array<int, kGroups> last = {};
  last.fill(-1);
  const auto drop = [this](int index) {
    if (index >= 0) declared_[static_cast<std::size_t>(index)].use = StyleUse::kNothing;
  };
  for (std::size_t at = start; at < end;) {
    const std::size_t stop = std::min(find_css_stop(css, at, ";"), end);
    const std::size_t from = find::skip_css_space_and_comments(css, at);
    at = stop + 1;
    if (from >= stop) continue;
    const find::CssName name = find::read_css_name(css, from);
    const std::size_t colon = find::skip_css_space_and_comments(css, name.next);
    const std::string_view raw = colon < stop ? css.substr(colon + 1, stop - colon - 1) : std::string_view();
    const int index = static_cast<int>(declared_.size());
    Declared one{from, stop, StyleUse::kNothing};
    if (name.size == 0 || colon >= stop || css[colon] != ':') {
      // A nested rule.
      if (contains(css.substr(from, stop - from), '{')) one.use = use;
      declared_.push_back(one);
      continue;
    }
    std::string value = ascii::lowered(ascii::trimmed(raw, ascii::kHtmlWhiteSpace));
    const bool is_important = value.ends_with("important");
    const std::uint64_t own_rank = rank + (is_important ? kImportant : 0);
    has_content = has_content || name.view() == "content";
    if (is_one_of(name.view(), kBackgrounds)) {
      Candidate& winner = best[kBackground];
      if (is_valid(value) && own_rank >= winner.rank) {
        drop(winner.declared);
        one.use = use;
        winner = {own_rank, index, false};
      }
    } else if (name.view() == "display") {
      if (own_rank >= best[kDisplay].rank) best[kDisplay] = {own_rank, -1, value.starts_with("none")};
      continue;
    } else if (name.view().starts_with("--")) {
      // A property of the author's may be used anywhere.
      const bool is_used = is_sheet_ || variables_.contains(css.substr(from, name.next - from));
      if (use == StyleUse::kImage && is_used) one.use = use;
    } else if (const auto group = group_of(name.view(), use); group && is_valid(value)) {
      drop(std::exchange(last[*group], index));
      one.use = use;
    }
    declared_.push_back(one);
  }
  return best;
}

// ---- Documents

void PageStyles::read_variables() {
  constexpr std::string_view kVar = "var(";
  for (std::size_t at = 0; (at = text_.find(kVar, at)) != text_.npos;) {
    at = find::skip_css_space(text_, at + kVar.size());
    const std::size_t end = find::read_css_name(text_, at).next;
    variables_.insert(text_.substr(at, end - at));
  }
}

void PageStyles::read_html(std::string_view html) {
  *this = PageStyles();
  text_ = html;
  read_variables();
  find::HtmlToken token, style;
  find::HtmlTokenizer tokenizer(html);
  bool in_style = false;
  while (tokenizer.next(token)) {
    const auto at = static_cast<std::size_t>(token.bytes.data() - html.data());
    const bool is_text =
        token.kind == find::HtmlTokenKind::kText || token.kind == find::HtmlTokenKind::kCData;
    if (in_style && is_text) read_style_element(style, at, at + token.bytes.size());
    in_style =
        token.kind == find::HtmlTokenKind::kStartTag && ascii::equals_ignoring_case(token.name, "style");
    if (in_style) style = token;
    if (token.kind == find::HtmlTokenKind::kStartTag) add_names(token);
  }
  read_elements();
  judge_rules();
  std::sort(declared_.begin(), declared_.end(),
            [](const Declared& one, const Declared& other) { return one.start < other.start; });
}

// Follows the open elements to know which have no box, because one around them has none.
void PageStyles::read_elements() {
  struct Box {
    std::uint32_t serial = 0;
    bool is_boxless = false;
    bool is_folded = false;  // a `details` that shows its summary alone
  };
  std::vector<Box> boxes;
  const std::size_t size = text_.size();
  find::HtmlTree tree(find::html_steps(Limits().html_steps, size), false);
  find::HtmlTokenizer tokenizer = find::HtmlTokenizer::with_tree(text_, find::HtmlSyntax::kHtml, tree);
  find::HtmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == find::HtmlTokenKind::kText) tree.text(token.data);
    if (token.kind == find::HtmlTokenKind::kDoctype) tree.doctype();
    if (token.kind != find::HtmlTokenKind::kStartTag) continue;
    const std::vector<find::HtmlNode>& nodes = tree.nodes();
    boxes.resize(std::min(boxes.size(), nodes.size()));
    while (!boxes.empty() && boxes.back().serial != nodes[boxes.size() - 1].serial) boxes.pop_back();
    const bool is_new = boxes.size() < nodes.size();
    while (boxes.size() < nodes.size())
      boxes.push_back({nodes[boxes.size()].serial, !boxes.empty() && boxes.back().is_boxless, false});
    if (is_table_part(token) && nodes.back().tag != token.element) {
      drop_element(token);  // outside of a table
      continue;
    }
    const std::size_t parent = is_new && boxes.size() > 1 ? boxes.size() - 2 : boxes.size() - 1;
    const bool is_summary = token.element == find::HtmlElement::kSummary;
    const bool is_boxless =
        read_element(token, boxes[parent].is_boxless || (boxes[parent].is_folded && !is_summary));
    if (!is_new) continue;
    boxes.back().is_boxless = is_boxless;
    boxes.back().is_folded =
        token.element == find::HtmlElement::kDetails && token.attribute("open") == nullptr;
  }
}

void PageStyles::read_style_element(const find::HtmlToken& start_tag, std::size_t start, std::size_t end) {
  const find::HtmlAttribute* const type = start_tag.attribute("type");
  const bool is_css =
      type == nullptr || type->value.empty() || ascii::equals_ignoring_case(type->value, "text/css");
  read_rules(start, end, is_css && applies_media(value_of(start_tag, "media")), 0);
}

void PageStyles::add_names(const find::HtmlToken& tag) {
  for (const find::HtmlAttribute& attribute : tag.attributes)
    names_.attributes.insert(ascii::lowered(attribute.name));
  names_.types.insert(ascii::lowered(tag.name));
  std::string_view classes = value_of(tag, "class");
  for (std::string_view word; !(word = next_word(classes)).empty();)
    names_.classes.insert(ascii::lowered(word));
  const std::string_view id = value_of(tag, "id");
  if (!id.empty()) names_.ids.insert(ascii::lowered(id));
}

PageStyles::ByMark* PageStyles::rules_for(std::string_view type) {
  const auto found = selected_.find(type);
  return found == selected_.end() ? nullptr : &found->second;
}

void PageStyles::apply(ByMark* of_type, std::string_view mark, Candidates& winners) {
  if (of_type == nullptr) return;
  const auto found = of_type->find(mark);
  if (found == of_type->end()) return;
  found->second.is_selected = true;
  for (std::size_t property = 0; property < kProperties; ++property) {
    const Candidate& one = found->second.candidates[property];
    if (one.rank > winners[property].rank) winners[property] = one;
  }
}

// An element that a browser drops.
void PageStyles::drop_element(const find::HtmlToken& tag) {
  const auto at = static_cast<std::size_t>(tag.bytes.data() - text_.data());
  replaced_.push_back(at);
  declared_.push_back({at, at + tag.bytes.size(), StyleUse::kNothing});
}

// The winners of the attributes and the rules.
PageStyles::Candidates PageStyles::candidates_for(const find::HtmlToken& tag) {
  Candidates winners;
  if (tag.attribute("background") != nullptr) winners[kBackground] = {kHint, -1, false};
  if (tag.attribute("hidden") != nullptr || is_boxless_by_nature(tag)) winners[kDisplay] = {kHint, -1, true};
  if (selected_.empty()) return winners;
  ByMark *const of_any = rules_for(""), *const of_type = rules_for(ascii::lowered(tag.name));
  apply(rules_for("*"), "", winners);
  apply(of_type, "", winners);
  std::string_view classes = value_of(tag, "class");
  for (std::string_view word; !(word = next_word(classes)).empty();) {
    const std::string mark = "." + ascii::lowered(word);
    apply(of_any, mark, winners);
    apply(of_type, mark, winners);
  }
  apply(of_any, "#" + ascii::lowered(value_of(tag, "id")), winners);
  return winners;
}

// Decides which background and which box the element has. Returns true if it has no box.
bool PageStyles::read_element(const find::HtmlToken& tag, bool is_in_boxless) {
  const auto at = static_cast<std::size_t>(tag.bytes.data() - text_.data());
  Candidates winners = candidates_for(tag), own;
  const std::size_t first = declared_.size();
  const std::string_view style = value_of(tag, "style");
  if (!style.empty()) {
    bool unused = false;
    const auto start = static_cast<std::size_t>(style.data() - text_.data());
    own = read_block(start, start + style.size(), kOfStyleAttribute, StyleUse::kImage, unused);
  }
  for (std::size_t property = 0; property < kProperties; ++property) {
    if (own[property].rank > winners[property].rank) winners[property] = own[property];
  }
  const Candidate& winner = winners[kBackground];
  const bool is_boxless = is_in_boxless || winners[kDisplay].hides;
  if (is_boxless) boxless_.push_back(at);
  if (tag.attribute("background") != nullptr && (is_boxless || winner.rank != kHint)) replaced_.push_back(at);
  const int beaten = own[kBackground].declared;
  if (beaten >= 0 && winner.declared != beaten)
    declared_[static_cast<std::size_t>(beaten)].use = StyleUse::kNothing;
  for (std::size_t i = first; is_boxless && i < declared_.size(); ++i) declared_[i].use = StyleUse::kNothing;
  if (!is_boxless && winner.declared >= 0)
    declared_[static_cast<std::size_t>(winner.declared)].use = StyleUse::kImage;
  return is_boxless;
}

// ---- Selectors

bool PageStyles::exists(std::string_view compound) const {
  std::size_t at = 0;
  while (at < compound.size()) {
    const char mark = compound[at];
    if (mark == '*' || mark == '&') {
      ++at;
      continue;
    }
    if (mark == '[') {
      const std::size_t end = std::min(compound.find_first_of("]=~|^$* \t\r\n", at), compound.size());
      if (!is_sheet_ && !names_.attributes.contains(ascii::lowered(compound.substr(at + 1, end - at - 1))))
        return false;
    }
    if (mark == '[' || mark == '(') {
      at = find_css_stop(compound, at + 1, mark == '[' ? "]" : ")") + 1;
      continue;
    }
    const bool has_mark = mark == '.' || mark == '#' || mark == ':';
    const std::size_t from = at + (has_mark ? 1 : 0);
    std::size_t end = from;
    while (end < compound.size() &&
           (find::is_css_name_byte(compound[end]) || (mark == ':' && compound[end] == ':')))
      ++end;
    if (end == from) return true;  // an escape, or something else that is not looked at
    const std::string name = ascii::lowered(compound.substr(from, end - from));
    at = end;
    if (mark == ':') {
      if (is_one_of(name, kOtherStates)) return false;
    } else if (!(mark == '.' ? names_.classes : mark == '#' ? names_.ids : names_.types).contains(name)) {
      const bool is_implied = !has_mark && is_one_of(name, {"html", "head", "body", "tbody"});
      if (!is_implied && !is_sheet_) return false;
    }
  }
  return true;
}

// A pseudo-element is there only with a content.
bool PageStyles::may_select(std::string_view selector, bool has_content) const {
  if (selector.find_first_of(";@{}!%$") != selector.npos) return false;
  const std::size_t colon = selector.rfind(':');
  if (colon != selector.npos) {
    const std::string name = ascii::lowered(selector.substr(colon + 1));
    const bool is_generated = name == "before" || name == "after";
    if (is_generated && !has_content && !has_pseudo_content_) return false;
    if (colon > 0 && selector[colon - 1] == ':' && !is_generated &&
        !is_one_of(name, {"first-letter", "first-line", "marker"}))
      return false;
    if (is_generated) selector = selector.substr(0, selector.find_last_not_of(':', colon) + 1);
  }
  for (std::size_t at = 0; at < selector.size();) {
    const std::size_t end = find_css_stop(selector, at, " ,");
    std::string_view compound = selector.substr(at, end - at);
    at = end + 1;
    while (!compound.empty()) {
      const std::size_t split = compound.find_first_of(">+~\t\r\n\f");
      const bool is_whole =
          contains(compound.substr(0, split), '[') || contains(compound.substr(0, split), '(');
      const std::string_view one = is_whole ? compound : compound.substr(0, split);
      if (!one.empty() && !exists(one)) return false;
      compound.remove_prefix(std::min(compound.size(), one.size() + 1));
    }
  }
  return true;
}

void PageStyles::judge_rules() {
  for (const Rule& rule : rules_) {
    bool is_used = false;
    for (std::string_view rest = rule.selectors; !rest.empty();) {
      const std::string_view one = next_selector(rest);
      const std::string lower = ascii::lowered(one);
      const std::size_t mark = std::min(lower.find_first_of(".#"), lower.size());
      ByMark* const of_type = rules_for(std::string_view(lower).substr(0, mark));
      const auto found =
          of_type == nullptr ? ByMark::iterator() : of_type->find(std::string_view(lower).substr(mark));
      const bool competes = of_type != nullptr && found != of_type->end();
      is_used = (competes ? found->second.is_selected : may_select(one, rule.has_content)) || is_used;
    }
    for (std::size_t i = rule.first; !is_used && i < rule.last; ++i) declared_[i].use = StyleUse::kNothing;
  }
}

// ---- Answers

StyleUse PageStyles::use_at(std::size_t at) const {
  const auto after = std::upper_bound(declared_.begin(), declared_.end(), at,
                                      [](std::size_t here, const Declared& one) { return here < one.start; });
  if (after == declared_.begin()) return StyleUse::kImage;
  const Declared& one = *std::prev(after);
  if (at >= one.end) return StyleUse::kImage;  // an attribute of SVG, or a place that is not read
  if (one.use == StyleUse::kFont && is_unknown_format(text_.substr(at, one.end - at)))
    return StyleUse::kNothing;
  return one.use;
}

bool PageStyles::imports_at(std::size_t at) const {
  const auto after = std::upper_bound(imports_.begin(), imports_.end(), at,
                                      [](std::size_t here, const auto& sheet) { return here < sheet.first; });
  return after != imports_.begin() && at < std::prev(after)->second;
}

}  // namespace mimebase::readers
