#include "find/html/tokenizer.h"

#include <array>
#include <cstring>

#include "find/find_byte.h"
#include "find/html/tree.h"
#include "text/ascii.h"

namespace mimebase::find {
namespace {

std::string_view view(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

// The delimiters of names and values inside tags.
enum : std::uint8_t { kEndsTagName = 1, kEndsAttributeName = 2, kEndsUnquoted = 4, kSpace = 8 };

constexpr std::array<std::uint8_t, 256> kDelimiters = [] {
  std::array<std::uint8_t, 256> table{};
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) {
    table[static_cast<unsigned char>(c)] = kEndsTagName | kEndsAttributeName | kEndsUnquoted | kSpace;
  }
  table['/'] = kEndsTagName | kEndsAttributeName;
  table['>'] = kEndsTagName | kEndsAttributeName | kEndsUnquoted;
  table['='] = kEndsAttributeName;
  return table;
}();

bool is_any(char c, std::uint8_t mask) {
  return (kDelimiters[static_cast<unsigned char>(c)] & mask) != 0;
}

const char* skip_until(const char* p, const char* end, std::uint8_t mask) {
  while (p != end && !is_any(*p, mask)) ++p;
  return p;
}

const char* skip_space(const char* p, const char* end) {
  while (p != end && is_any(*p, kSpace)) ++p;
  return p;
}

// True if `bytes` start with a complete tag name ("<script", "</title"): `prefix` and a delimiter.
bool begins_tag(std::string_view bytes, std::string_view prefix) {
  return bytes.size() > prefix.size() && ascii::starts_with_ignoring_case(bytes, prefix) &&
         is_any(bytes[prefix.size()], kEndsTagName);
}

// The kind of text in an element; kData if it contains markup.
HtmlTextState text_state_of(HtmlElement element) {
  if ((html_traits(element) & kRaw) == 0) return HtmlTextState::kData;
  switch (element) {
    case HtmlElement::kTitle:
    case HtmlElement::kTextarea:
      return HtmlTextState::kRcdata;
    case HtmlElement::kScript:
      return HtmlTextState::kScript;
    case HtmlElement::kPlaintext:
      return HtmlTextState::kPlaintext;
    default:
      return HtmlTextState::kRawtext;
  }
}

constexpr std::size_t kUnclosed = std::string_view::npos;

// Returns the length of a comment's data. `text` is everything between "<!--" and a ">". Returns
// kUnclosed if that ">" does not close the comment.
std::size_t closed_comment_length(std::string_view text) {
  if (text.empty() || text == "-") return 0;
  if (text.ends_with("--")) return text.size() - 2;
  return text.ends_with("--!") ? text.size() - 3 : kUnclosed;
}

// The same for a comment that is cut off by the end of the input. A partial "-->" is not data.
std::size_t cut_comment_length(std::string_view text) {
  for (const std::string_view begun : {"--!", "--", "-"}) {
    if (text.ends_with(begun)) return text.size() - begun.size();
  }
  return text.size();
}

// True if the "<" at `p` starts markup rather than text.
bool begins_markup(const char* p, const char* end) {
  if (end - p < 2) return false;
  const char c = p[1];
  if (c == '/') return end - p > 2;
  return ascii::is_letter(c) || c == '!' || c == '?';
}

// Script data escaped and double escaped (13.2.5.20 to 13.2.5.31). Reads from after "<!--" to after the
// next "-->", to the end tag of the script, or to the end. `dashes` points to those of the "<!--", which
// may also be part of the "-->".
const char* end_of_escaped_script(const char* dashes, const char* end, std::string_view element) {
  bool doubled = false;
  for (const char* p = dashes + 2; p != end; ++p) {
    if (*p == '>' && p[-1] == '-' && p[-2] == '-') return p + 1;
    if (*p != '<') continue;
    const std::string_view rest = view(p, end);
    const std::string_view toggle = doubled ? "</script" : "<script";
    if (begins_tag(rest, toggle)) {
      doubled = !doubled;
      p += toggle.size();
    } else if (!doubled && rest.substr(0, 2) == "</" && begins_tag(rest.substr(2), element)) {
      return p;
    }
  }
  return end;
}

}  // namespace

const HtmlAttribute* HtmlToken::attribute(std::string_view lower_name) const {
  for (const HtmlAttribute& candidate : attributes) {
    if (ascii::equals_ignoring_case(candidate.name, lower_name)) return &candidate;
  }
  return nullptr;
}

bool HtmlTokenizer::next(HtmlToken& token) {
  if (pos_ == end_) return false;
  token.attributes.clear();
  token.element = HtmlElement::kOther;
  token.self_closing = token.has_more_attributes = false;
  token.foreign = false;
  if (state_ != HtmlTextState::kData && special_text(token)) return true;
  if (*pos_ == '<' && markup(token)) return true;
  text(token);
  return true;
}

void HtmlTokenizer::finish(HtmlToken& token, HtmlTokenKind kind, const char* after) {
  token.kind = kind;
  token.bytes = view(pos_, after);
  pos_ = after;
}

// 13.2.5.1: a tag cut off by the end of the input is ignored.
void HtmlTokenizer::ignore_rest(HtmlToken& token) {
  token.attributes.clear();
  finish(token, HtmlTokenKind::kIgnored, end_);
}

// ---- Text ----

// Data state: reads up to the next "<" that starts markup. A "<" at pos_ does not.
void HtmlTokenizer::text(HtmlToken& token) {
  const char* p = *pos_ == '<' ? pos_ + 1 : pos_;
  while ((p = find_byte(p, end_, '<')) != nullptr && !begins_markup(p, end_)) ++p;
  if (p == nullptr) p = end_;
  token.text_state = HtmlTextState::kData;
  token.data = view(pos_, p);
  finish(token, HtmlTokenKind::kText, p);
}

// Reads the text of an element such as `title` or `script`, up to its end tag. Returns false if it is
// empty.
bool HtmlTokenizer::special_text(HtmlToken& token) {
  const HtmlTextState state = state_;
  if (state != HtmlTextState::kPlaintext) state_ = HtmlTextState::kData;
  if (state == HtmlTextState::kCData) {
    cdata_section(token, pos_);
    return true;
  }
  const char* after = end_;
  if (state == HtmlTextState::kScript) {
    after = end_of_script();
  } else if (state != HtmlTextState::kPlaintext) {
    after = end_of_raw_text();
  }
  if (after == pos_) return false;
  token.text_state = state;
  token.data = view(pos_, after);
  finish(token, HtmlTokenKind::kText, after);
  return true;
}

// "Appropriate end tag token".
bool HtmlTokenizer::is_end_tag_at(const char* p) const {
  return end_ - p > 2 && p[1] == '/' && !raw_element_.empty() && begins_tag(view(p + 2, end_), raw_element_);
}

// 13.2.5.2 and 13.2.5.3.
const char* HtmlTokenizer::end_of_raw_text() const {
  const char* p = pos_;
  while ((p = find_byte(p, end_, '<')) != nullptr && !is_end_tag_at(p)) ++p;
  return p != nullptr ? p : end_;
}

// 13.2.5.4.
const char* HtmlTokenizer::end_of_script() const {
  const char* p = pos_;
  while ((p = find_byte(p, end_, '<')) != nullptr && !is_end_tag_at(p)) {
    p = view(p, end_).starts_with("<!--") ? end_of_escaped_script(p + 2, end_, raw_element_) : p + 1;
  }
  return p != nullptr ? p : end_;
}

// ---- Markup ----

// 13.2.5.6 and 13.2.5.7: reads the construct that the "<" at pos_ starts. Returns false if it is text.
bool HtmlTokenizer::markup(HtmlToken& token) {
  if (!begins_markup(pos_, end_)) return false;
  const char c = pos_[1];
  if (c == '/') {
    end_tag(token);
  } else if (c == '!') {
    declaration(token);
  } else if (c == '?') {
    bogus_comment(token, pos_ + 1);
  } else {
    start_tag(token);
  }
  return true;
}

void HtmlTokenizer::start_tag(HtmlToken& token) {
  const char* after = read_attributes(token, read_name(token, pos_ + 1));
  if (after == nullptr) return ignore_rest(token);
  finish(token, HtmlTokenKind::kStartTag, after);
  token.element = html_element(token.name);
  enter_element(token);
}

void HtmlTokenizer::end_tag(HtmlToken& token) {
  const char* p = pos_ + 2;
  if (*p == '>') return finish(token, HtmlTokenKind::kIgnored, p + 1);
  if (!ascii::is_letter(*p)) return bogus_comment(token, p);
  const char* after = read_attributes(token, read_name(token, p));
  if (after == nullptr) return ignore_rest(token);
  token.attributes.clear();
  token.self_closing = false;
  finish(token, HtmlTokenKind::kEndTag, after);
  token.element = html_element(token.name);
  if (tree_ != nullptr) {
    token.foreign = tree_->end_tag(token);
  } else if (foreign_ != nullptr) {
    token.foreign = is_foreign(token.bytes.data());
  }
}

// 13.2.5.42.
void HtmlTokenizer::declaration(HtmlToken& token) {
  const std::string_view rest = view(pos_ + 2, end_);
  if (rest.starts_with("--")) {
    if (in_comment_) return finish(token, HtmlTokenKind::kIgnored, pos_ + std::strlen("<!--"));
    return comment(token);
  }
  if (rest.starts_with("[CDATA[") && cdata_allowed()) {
    return cdata_section(token, pos_ + std::strlen("<![CDATA["));
  }
  bogus_comment(token, pos_ + 2);
  if (ascii::starts_with_ignoring_case(rest, "doctype")) token.kind = HtmlTokenKind::kDoctype;
}

// 13.2.5.43 to 13.2.5.52.
void HtmlTokenizer::comment(HtmlToken& token) {
  const char* data = pos_ + std::strlen("<!--");
  const char* p = data;
  std::size_t length = kUnclosed;
  for (; (p = find_byte(p, end_, '>')) != nullptr; ++p) {
    length = closed_comment_length(view(data, p));
    if (length != kUnclosed) break;
  }
  if (p == nullptr) length = cut_comment_length(view(data, end_));
  token.data = {data, length};
  finish(token, HtmlTokenKind::kComment, p != nullptr ? p + 1 : end_);
}

// 13.2.5.41. A doctype ends the same way: quotes in it do not hide a ">" (13.2.5.53 to 13.2.5.68).
void HtmlTokenizer::bogus_comment(HtmlToken& token, const char* data) {
  const char* close = find_byte(data, end_, '>');
  token.data = view(data, close != nullptr ? close : end_);
  finish(token, HtmlTokenKind::kComment, close != nullptr ? close + 1 : end_);
}

// 13.2.5.69 to 13.2.5.71.
void HtmlTokenizer::cdata_section(HtmlToken& token, const char* data) {
  constexpr std::string_view kClose = "]]>";
  const std::string_view rest = view(data, end_);
  const std::size_t length = rest.find(kClose);
  token.data = rest.substr(0, length);
  finish(token, HtmlTokenKind::kCData, length == rest.npos ? end_ : data + length + kClose.size());
}

bool HtmlTokenizer::cdata_allowed() {
  if (syntax_ == HtmlSyntax::kXhtml) return true;
  if (tree_ != nullptr) return tree_->allows_cdata();
  return foreign_ != nullptr && is_foreign(pos_);
}

// ---- SVG and MathML ----

// Successive calls must have ascending positions.
bool HtmlTokenizer::is_foreign(const char* markup) {
  const auto offset = static_cast<std::size_t>(markup - begin_);
  const std::vector<std::size_t>& changes = foreign_->changes;
  while (foreign_at_ < changes.size() && changes[foreign_at_] <= offset) ++foreign_at_;
  return foreign_at_ % 2 == 1;
}

// Reads the entire document with the stack of open elements.
std::shared_ptr<const HtmlForeignMap> HtmlTokenizer::map_foreign() const {
  // A step is a few comparisons in a walk along the stack.
  HtmlTree tree(html_steps(steps_per_byte_, static_cast<std::size_t>(end_ - begin_)),
                syntax_ == HtmlSyntax::kXhtml);
  HtmlTokenizer all = *this;
  all.pos_ = begin_;
  all.state_ = first_state_;
  all.raw_element_ = first_raw_element_;
  all.tree_ = &tree;
  auto map = std::make_shared<HtmlForeignMap>();
  HtmlToken token;
  while (all.next(token)) {
    if (token.kind == HtmlTokenKind::kText) tree.text(token.data);
    if (token.kind == HtmlTokenKind::kDoctype) tree.doctype();
    // is_foreign() is called only for these tokens.
    const bool tag = token.kind == HtmlTokenKind::kStartTag || token.kind == HtmlTokenKind::kEndTag;
    if (!tag && !token.bytes.starts_with("<![CDATA[")) continue;
    const bool foreign = token.foreign || token.kind == HtmlTokenKind::kCData;
    if (foreign == (map->changes.size() % 2 == 1)) continue;
    map->changes.push_back(static_cast<std::size_t>(token.bytes.data() - begin_));
  }
  map->complete = tree.within_limits();
  return map;
}

// ---- Inside tags ----

// 13.2.5.8. Returns the end of the name.
const char* HtmlTokenizer::read_name(HtmlToken& token, const char* name) const {
  const char* after = skip_until(name, end_, kEndsTagName);
  token.name = view(name, after);
  return after;
}

// In a document, a few bytes can expand to millions of attributes, and each takes memory.
constexpr std::size_t kMostTagAttributes = 500'000;

// 13.2.5.32 to 13.2.5.34 and 13.2.5.40. Returns the end of the tag, or null if the input ends before.
const char* HtmlTokenizer::read_attributes(HtmlToken& token, const char* p) const {
  while (true) {
    bool slash = false;
    for (; p != end_ && (is_any(*p, kSpace) || *p == '/'); ++p) slash = *p == '/';
    if (p == end_) return nullptr;
    if (*p == '>') {
      token.self_closing = slash;
      return p + 1;
    }
    // A "=" here starts a name.
    const char* name_end = skip_until(p + 1, end_, kEndsAttributeName);
    HtmlAttribute beyond;
    token.has_more_attributes = token.attributes.size() >= kMostTagAttributes;
    HtmlAttribute& attribute = token.has_more_attributes ? beyond : token.attributes.emplace_back();
    attribute.name = view(p, name_end);
    attribute.value = view(name_end, name_end);
    p = skip_space(name_end, end_);
    if (p != end_ && *p == '=') p = read_value(attribute, p + 1);
    if (p == nullptr) return nullptr;
  }
}

// 13.2.5.35 to 13.2.5.39, starting after the "=". Returns the end of the value including its quote, or
// null if the input ends first.
const char* HtmlTokenizer::read_value(HtmlAttribute& attribute, const char* p) const {
  p = skip_space(p, end_);
  if (p == end_) return nullptr;
  if (*p != '"' && *p != '\'') {
    const char* after = skip_until(p, end_, kEndsUnquoted);
    attribute.value = view(p, after);
    return after;
  }
  const char* close = find_byte(p + 1, end_, *p);
  if (close == nullptr) return nullptr;
  attribute.value = view(p + 1, close);
  return close + 1;
}

// Switches to the kind of text that follows a start tag, as tree construction requires (13.2.6.2).
void HtmlTokenizer::enter_element(HtmlToken& token) {
  if (tree_ != nullptr) {
    token.foreign = tree_->start_tag(token);
  } else {
    const bool may_begin = token.element == HtmlElement::kSvg || token.element == HtmlElement::kMath;
    if (foreign_ == nullptr && may_begin) foreign_ = map_foreign();
    token.foreign = foreign_ != nullptr && is_foreign(token.bytes.data());
  }
  if (token.foreign) return;
  if (token.self_closing && syntax_ == HtmlSyntax::kXhtml) return;
  const HtmlTextState state = text_state_of(token.element);
  if (state == HtmlTextState::kData) return;
  state_ = state;
  raw_element_ = kHtmlElements[static_cast<std::size_t>(token.element)].name;
}

}  // namespace mimebase::find
