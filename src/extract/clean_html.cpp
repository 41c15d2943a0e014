
#include "extract/clean.h"
#include "extract/cleaner.h"
#include "find/css/computed.h"
#include "find/html/names.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::extraction {
namespace {

using ascii::equals_ignoring_case;
using find::HtmlElement;
using find::HtmlTokenKind;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool holds_css(const find::UrlAttribute& row) {
  return row.form == find::UrlForm::kCss || row.form == find::UrlForm::kSvgCss;
}

// True if the content of the `style` element before `ahead` is a single piece of text. A browser joins
// several pieces into one sheet, but the finder searches each separately.
bool is_one_text(find::HtmlTokenizer ahead) {
  find::HtmlToken token;
  std::size_t pieces = 0;
  while (ahead.next(token) && token.kind != HtmlTokenKind::kEndTag) {
    const bool is_text = token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kCData;
    if (!is_text || ++pieces > 1) return false;
  }
  return true;
}

// True if what follows `raw` could become a part of a character reference: if a `script` is removed from
// `&<script></script>lt;p>`, a tag is left.
bool may_continue_reference(std::string_view raw) {
  while (!raw.empty() && (ascii::is_alnum(raw.back()) || raw.back() == '#')) raw.remove_suffix(1);
  return raw.ends_with('&');
}

}  // namespace

// Cleans the document in a `srcdoc` attribute.
void Cleaner::clean_srcdoc(std::string_view value, std::size_t levels_left) {
  if (levels_left == 0) return put(span_of(value), "-");
  Page inner;
  find::OffsetMap map;
  std::string buffer;
  inner.bytes = find::html_attribute_value(value, page_.charset, buffer, &map);
  inner.charset = charset::Charset("utf-8");
  inner.is_web_archive = page_.is_web_archive;
  Cleaner(PageKind::kHtml, rules_, inner).clean_html(false, levels_left - 1);
  const find::QuotingPath quoting = find::html_quoting(value, page_.bytes.data());
  for (const PageEdit& edit : inner.edits) {
    const Span span = map.identity() ? edit.span : map.to_input(edit.span);
    const std::size_t offset = offset_of(value);
    constexpr std::string_view kComment = "<!---->";
    const std::string_view text =
        edit.text.empty() && may_continue_reference(value.substr(0, span.start)) ? kComment : edit.text;
    put({span.start + offset, span.end + offset}, find::write_quoted(quoting, text).value_or(""));
  }
}

void Cleaner::clean_tag(const find::HtmlToken& token, std::size_t levels_left) {
  // A shadow root as a web archive writes it is one nowhere else.
  if (page_.is_web_archive && token.element == HtmlElement::kTemplate &&
      token.attribute("shadowrootmode") == nullptr) {
    if (const find::HtmlAttribute* const mode = token.attribute("shadowmode"))
      put(span_of(mode->name), "shadowrootmode");
  }
  for (const find::HtmlAttribute& attribute : token.attributes) {
    clean_attribute(attribute.name, attribute.value);
    if (equals_ignoring_case(attribute.name, "srcdoc")) clean_srcdoc(attribute.value, levels_left);
    const find::UrlAttribute* row = find::html_url_attribute(attribute.name, token.element);
    if (row == nullptr || !holds_css(*row)) continue;
    std::string buffer;
    const std::string_view css = find::html_attribute_value(attribute.value, page_.charset, buffer);
    if (rules_.is_strict() && !find::computed_css_urls(css).empty())
      drop_attribute(attribute.name, attribute.value);
  }
}

// Removes tags from text without markup. A browser may have ignored the start tag (a `plaintext` in a
// `select`, a `title` in a `frameset`), and would then parse the text as markup.
void Cleaner::clean_text(const find::HtmlToken& token, HtmlElement raw) {
  if (raw == HtmlElement::kStyle && token.text_state == find::HtmlTextState::kRawtext) {
    clean_sheet(token.data);
  } else if (raw == HtmlElement::kStyle) {
    std::string css;
    const bool is_cdata = token.kind == HtmlTokenKind::kCData;
    find::append_html_text(token.data, page_.charset,
                           is_cdata ? find::HtmlTextKind::kCData : find::HtmlTextKind::kData, css);
    if (!find::computed_css_urls(css).empty()) return drop(token.bytes);
  }
  const std::size_t start = offset_of(token.data);
  if (token.kind == HtmlTokenKind::kCData) {
    put({offset_of(token.bytes), start}, {});
    put({start + token.data.size(), offset_of(token.bytes) + token.bytes.size()}, {});
    for (std::size_t at = 0; at < token.data.size(); ++at) {
      const char c = token.data[at];
      if (c != '<' && c != '>' && c != '&') continue;
      put({start + at, start + at + 1}, c == '<' ? "&#60;" : c == '>' ? "&#62;" : "&#38;");
    }
    return;
  }
  if (token.text_state == find::HtmlTextState::kData) return;
  for (std::size_t at = token.data.find('<'); at != std::string_view::npos;
       at = token.data.find('<', at + 1)) {
    const char next = at + 1 < token.data.size() ? token.data[at + 1] : '/';
    if (!ascii::is_letter(next) && next != '/' && next != '!' && next != '?') continue;
    const bool is_css = raw == HtmlElement::kStyle;
    const bool is_old_comment = is_css && token.data.substr(at).starts_with("<!--") &&
                                ascii::trim_html_space(token.data.substr(0, at)).empty();
    const Span span{start + at, start + at + (is_old_comment ? 4 : 1)};
    put(span, is_old_comment ? "" : is_css ? "\\3C " : raw == HtmlElement::kScript ? "\\x3C" : "&lt;");
  }
}

// Cleans a token. If the token begins an element that must be removed with its content, returns its name;
// else an empty view. `raw` is the element that contains a text.
std::string_view Cleaner::clean_token(const find::HtmlToken& token, HtmlElement raw,
                                      std::size_t levels_left) {
  const bool is_start = token.kind == HtmlTokenKind::kStartTag;
  const bool is_text = token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kCData;
  const auto value = [&](std::string_view name) {
    const find::HtmlAttribute* attribute = token.attribute(name);
    if (attribute == nullptr) return std::string();
    std::string buffer;
    return ascii::lowered(
        ascii::trim_html_space(find::html_attribute_value(attribute->value, page_.charset, buffer)));
  };
  if (is_start || token.kind == HtmlTokenKind::kEndTag) {
    const ElementRule* rule = rule_of(token.name);
    if (rule != nullptr ||
        (is_start && goes_by_attributes({token.bytes, token.name, value, [] { return false; }}))) {
      drop(token.bytes);
      const bool is_empty = token.foreign && token.self_closing;
      if (is_start && rule != nullptr && rule->goes == Goes::kElement && !is_empty) return token.name;
    } else if (is_start) {
      clean_tag(token, levels_left);
    }
  } else if (token.kind == HtmlTokenKind::kIgnored) {
    drop(token.bytes);  // an incomplete tag, which text added after the page would complete
  } else if (is_text && rules_.is_strict()) {
    clean_text(token, raw);
  }
  return {};
}

void Cleaner::clean_html(bool is_document, std::size_t levels_left) {
  find::HtmlTokenizer tokenizer(page_.bytes);
  find::HtmlToken token;
  std::string_view dropped;
  HtmlElement raw = HtmlElement::kOther;  // the element that contains the text
  while (tokenizer.next(token)) {
    const bool is_start = token.kind == HtmlTokenKind::kStartTag;
    const bool is_end = token.kind == HtmlTokenKind::kEndTag;
    if (is_start || is_end) raw = is_start ? token.element : HtmlElement::kOther;
    if (dropped.empty()) {
      const bool is_sheet = is_start && token.element == HtmlElement::kStyle && token.foreign;
      if (is_sheet && !token.self_closing && rules_.is_strict() && !is_one_text(tokenizer)) {
        drop(token.bytes);
        dropped = token.name;
      } else {
        dropped = clean_token(token, raw, levels_left);
      }
    } else {
      drop(token.bytes);
      if (is_end && equals_ignoring_case(token.name, dropped)) dropped = {};
    }
  }
  if (!is_document || rules_.online || !rules_.with_policy) return;
  const std::size_t place = policy_place();
  put({place, place}, policy_tag(policy()));
}

// Returns the earliest place for the policy that does not change how the document is parsed: after the
// doctype, in the head.
std::size_t Cleaner::policy_place() const {
  find::HtmlTokenizer tokenizer(page_.bytes);
  find::HtmlToken token;
  std::size_t place = std::string_view(page_.bytes).starts_with(kByteOrderMark) ? 3 : 0;
  while (tokenizer.next(token)) {
    const std::size_t end = offset_of(token.bytes) + token.bytes.size();
    if (end <= place || token.kind == HtmlTokenKind::kComment || token.kind == HtmlTokenKind::kIgnored)
      continue;
    if (token.kind == HtmlTokenKind::kText) {
      std::string_view text = token.data;
      if (text.starts_with(kByteOrderMark)) text.remove_prefix(3);
      if (ascii::trim_html_space(text).empty()) continue;
      break;
    }
    const bool is_html = token.kind == HtmlTokenKind::kStartTag && equals_ignoring_case(token.name, "html");
    const bool is_head = token.kind == HtmlTokenKind::kStartTag && equals_ignoring_case(token.name, "head");
    if (!is_html && !is_head && token.kind != HtmlTokenKind::kDoctype) break;
    place = end;
    if (is_head) break;
  }
  return place;
}

}  // namespace mimebase::extraction
