#include "find/html/finder.h"

#include <algorithm>

#include "ascii.h"
#include "find/css/finder.h"
#include "find/find_byte.h"
#include "find/html/anchor_text.h"
#include "find/html/comment.h"
#include "find/html/srcset.h"
#include "find/html/text.h"
#include "find/html/text_in_markup.h"
#include "find/html/tokenizer.h"
#include "find/html/urls.h"
#include "find/html/value.h"
#include "find/nested_sink.h"
#include "find/text/finder.h"

namespace mimebase::find {
namespace {

// A context is repeated with each of an element's references: names without bound would make the rows of a
// hostile document grow with the square of its size.
constexpr std::size_t kMaxElementNameBytes = 64;

// Follows the templates of a document: what is in one is no part of the page.
class TemplateDepth {
 public:
  void start_tag(const HtmlToken& token) {
    if (token.element == HtmlElement::kTemplate && !token.foreign) ++depth_;
  }
  void end_tag(const HtmlToken& token) {
    if (token.element == HtmlElement::kTemplate && !token.foreign && depth_ > 0) --depth_;
  }
  [[nodiscard]] bool inside() const { return depth_ > 0; }

 private:
  std::size_t depth_ = 0;
};

// How far documents inside of documents are followed. Each level is decoded from the one around it, so levels
// without end, or as large as their document, would cost more than time linear in the content.
struct SrcdocLimits {
  // Each level is a call within a call: no more than the stack of a thread is for.
  static constexpr std::size_t kMostLevels = 64;
  explicit SrcdocLimits(const Content& content)
      : levels_left(std::min(content.limits.srcdoc_levels, kMostLevels)),
        bytes_left(4 * content.bytes.size() + 1'000'000) {}
  std::size_t levels_left;
  std::size_t bytes_left;
};

// For what was decoded.
const charset::Charset& utf8() {
  static const charset::Charset charset("utf-8");
  return charset;
}

// True if character references may stand for what may_hold_css_url() looks for: `&#...;`, `&lpar;`, `&bsol;`.
// The usual `&quot;` cannot.
bool may_stand_for_css(std::string_view raw) {
  for (std::size_t p = raw.find('&'); p != raw.npos; p = raw.find('&', p + 1)) {
    const std::string_view rest = raw.substr(p + 1, 4);
    if (rest.starts_with('#') || rest == "lpar" || rest == "bsol") return true;
  }
  return false;
}

class HtmlFinder {
 public:
  HtmlFinder(const Content& content, HtmlSyntax syntax, Sink& sink, SrcdocLimits& limits,
             bool with_text = true)
      : content_(content),
        syntax_(syntax),
        with_text_(with_text),
        sink_(sink),
        limits_(limits),
        tokenizer_(content.bytes, syntax),
        value_(content, value_buffer_) {}

  void run();

 private:
  void start_tag();
  void report(HtmlUrlAttribute id, HtmlUrlForm form, std::string_view raw);
  void report_list(std::string_view value, char separator);
  void report_srcset(std::string_view value);
  void report_refresh(std::string_view value);
  void report_reference(const HtmlReference& reference);

  void style_attribute(HtmlUrlAttribute id, std::string_view raw);
  void style_text(std::string_view raw, bool with_references);
  [[nodiscard]] bool style_has_references() const;
  void srcdoc(std::string_view raw);
  void text();
  void comment();
  void comment_markup(const HtmlComment& comment);
  void comment_text(std::string_view text);

  void open_codebase();
  void begin_context(HtmlUrlAttribute id);
  [[nodiscard]] bool has_value(std::string_view attribute, std::string_view lower);
  [[nodiscard]] bool is_url_valued_param();
  [[nodiscard]] std::optional<std::string_view> text_of(HtmlUrlAttribute id);
  [[nodiscard]] Hidden hidden() const {
    return stronger(comment_, templates_.inside() ? Hidden::kTemplate : Hidden::kNo);
  }
  [[nodiscard]] std::size_t offset_of(std::string_view raw) const {
    return static_cast<std::size_t>(raw.data() - content_.bytes.data());
  }

  const Content& content_;
  const HtmlSyntax syntax_;
  const bool with_text_;
  Sink& sink_;
  SrcdocLimits& limits_;
  HtmlTokenizer tokenizer_;
  HtmlToken token_;
  HtmlToken ahead_;
  TemplateDepth templates_;
  Hidden comment_ = Hidden::kNo;  // what kind of comment the tokenizer is in
  bool in_style_ = false;         // text is that of a `style`
  bool in_anchor_ = false;        // text is that of an `a`
  bool in_other_text_ = false;    // text is that of SVG's `script` or `title`

  // Of the start tag at hand.
  ScopeId codebase_scope_ = kDocument;
  std::size_t context_prefix_bytes_ = 0;  // "element@" in context_; 0: not made yet

  // Of the attribute at hand.
  std::string value_buffer_;
  HtmlValue value_;
  Found found_;
  std::string other_buffer_;
  std::string context_;
  std::string text_;
};

void HtmlFinder::run() {
  while (tokenizer_.next(token_)) {
    // The frequent kinds first: a jump table costs more than these branches.
    if (token_.kind == HtmlTokenKind::kStartTag) {
      start_tag();
    } else if (token_.kind == HtmlTokenKind::kEndTag) {
      templates_.end_tag(token_);
      in_style_ = in_other_text_ = false;
      if (token_.element == HtmlElement::kA) in_anchor_ = false;
    } else if (in_style_ && token_.kind == HtmlTokenKind::kText) {
      style_text(token_.data, style_has_references());
    } else if (in_style_ && token_.kind == HtmlTokenKind::kCData) {
      style_text(token_.data, false);
    } else if (token_.kind == HtmlTokenKind::kText) {
      if (!in_anchor_ && may_hold_url(token_.data)) text();
    } else if (token_.kind == HtmlTokenKind::kComment) {
      comment();
    }
  }
  if (!tokenizer_.foreign_is_certain()) sink_.limit_hit(FindLimit::kNesting);
}

void HtmlFinder::start_tag() {
  context_prefix_bytes_ = 0;
  codebase_scope_ = kDocument;
  const bool may_be_empty = token_.foreign || syntax_ == HtmlSyntax::kXhtml;
  in_style_ = token_.element == HtmlElement::kStyle && !(may_be_empty && token_.self_closing);
  in_other_text_ = token_.element == HtmlElement::kScript || token_.element == HtmlElement::kTitle;
  if (token_.element == HtmlElement::kA) in_anchor_ = true;
  std::uint64_t seen = 0;
  if (may_have_codebase(token_.element)) open_codebase();
  for (const HtmlAttribute& attribute : token_.attributes) {
    const HtmlUrlAttribute id = html_url_attribute(attribute.name);
    if (id == HtmlUrlAttribute::kNone) continue;
    const HtmlUrlForm form = html_url_form(id, token_.element);
    if (form == HtmlUrlForm::kNoUrl || (form == HtmlUrlForm::kSvgCss && !token_.foreign)) continue;
    const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(id);
    if ((seen & bit) == 0) report(id, form, attribute.value);
    seen |= bit;
  }
  templates_.start_tag(token_);
}

void HtmlFinder::report(HtmlUrlAttribute id, HtmlUrlForm form, std::string_view raw) {
  if (form == HtmlUrlForm::kCss || form == HtmlUrlForm::kSvgCss) return style_attribute(id, raw);
  if (form == HtmlUrlForm::kNestedHtml) return srcdoc(raw);
  if (form == HtmlUrlForm::kParam && !is_url_valued_param()) return;
  if (form == HtmlUrlForm::kRefresh && !has_value("http-equiv", "refresh")) return;
  begin_context(id);
  found_.context = context_;
  found_.text = text_of(id);
  found_.scope = obeys_codebase(id) ? codebase_scope_ : kDocument;
  found_.hidden = hidden();
  found_.quoting = html_quoting(raw, content_.bytes.data());
  found_.is_base = id == HtmlUrlAttribute::kHref && token_.element == HtmlElement::kBase && !token_.foreign;
  switch (form) {
    case HtmlUrlForm::kNoUrl:
    case HtmlUrlForm::kCss:
    case HtmlUrlForm::kSvgCss:
    case HtmlUrlForm::kNestedHtml:
      break;
    case HtmlUrlForm::kUrl:
    case HtmlUrlForm::kParam:
      report_reference(value_.decode_url(raw));
      break;
    case HtmlUrlForm::kSpaces:
      report_list(value_.decode(raw), ' ');
      break;
    case HtmlUrlForm::kCommas:
      report_list(value_.decode(raw), ',');
      break;
    case HtmlUrlForm::kCandidates:
      report_srcset(value_.decode(raw));
      break;
    case HtmlUrlForm::kRefresh:
      report_refresh(value_.decode(raw));
      break;
  }
}

// The members of a list that are not empty; a space as separator stands for all white space.
void HtmlFinder::report_list(std::string_view value, char separator) {
  const auto separates = [separator](char c) {
    return c == separator || (separator == ' ' && is_html_space(c));
  };
  for (std::size_t pos = 0; pos < value.size(); ++pos) {
    Span member{pos, pos};
    while (member.end < value.size() && !separates(value[member.end])) ++member.end;
    pos = member.end;
    const HtmlReference reference = value_.part(member);
    if (!reference.text.empty()) report_reference(reference);
  }
}

void HtmlFinder::report_srcset(std::string_view value) {
  Srcset candidates(value);
  while (const std::optional<Span> url = candidates.next()) report_reference(value_.part(*url));
}

void HtmlFinder::report_refresh(std::string_view value) {
  if (const std::optional<Span> url = refresh_url(value)) report_reference(value_.part(*url));
}

void HtmlFinder::report_reference(const HtmlReference& reference) {
  found_.reference = reference.text;
  found_.span = reference.span;
  sink_.found(found_);
}

// ---- CSS ----

// Declarations, or the value of one. Mail has a `style` at every second tag: what holds no URL is not
// decoded.
void HtmlFinder::style_attribute(HtmlUrlAttribute id, std::string_view raw) {
  if (!may_hold_css_url(raw, true) && !may_stand_for_css(raw)) return;
  begin_context(id);
  context_ += '/';
  const std::string_view css = value_.decode(raw);
  find_in_embedded_css({.css = {css, utf8()},
                        .map = &value_.map(),
                        .offset = value_.raw_start(),
                        .context_prefix = context_,
                        .declarations = true,
                        .hidden = hidden(),
                        .quoting = html_quoting(raw, content_.bytes.data())},
                       sink_);
}

// Text in a `style`. In SVG and in XHTML it may have character references; everywhere else it is raw.
void HtmlFinder::style_text(std::string_view raw, bool with_references) {
  const bool decode = with_references && raw.find('&') != std::string_view::npos;
  std::string decoded;
  OffsetMap map;
  if (decode) append_html_text(raw, content_.charset, HtmlTextKind::kRcdata, decoded, &map);
  find_in_embedded_css({.css = decode ? Content{decoded, utf8()} : Content{raw, content_.charset},
                        .map = &map,
                        .offset = offset_of(raw),
                        .context_prefix = "style/",
                        .hidden = hidden(),
                        .quoting = decode ? QuotingPath(Quoting::kHtmlText) : QuotingPath()},
                       sink_);
}

// True if character references in the text at hand count. The tokenizer takes XHTML's `style` for raw text:
// with a CDATA section in it, it is.
bool HtmlFinder::style_has_references() const {
  if (token_.text_state == HtmlTextState::kData) return true;
  return syntax_ == HtmlSyntax::kXhtml && token_.data.find("<![CDATA[") == std::string_view::npos;
}

// ---- Text ----

void HtmlFinder::text() {
  if (!with_text_ || token_.text_state != HtmlTextState::kData || in_other_text_) return;
  const std::string_view raw = token_.data;
  std::string decoded;
  OffsetMap map;
  const bool decode = raw.find_first_of("&\r") != raw.npos;
  if (decode) append_html_text(raw, content_.charset, HtmlTextKind::kData, decoded, &map);
  find_in_text_of_markup(decode ? Content{decoded, utf8()} : Content{raw, content_.charset},
                         {.map = &map,
                          .offset = offset_of(raw),
                          .hidden = hidden(),
                          .quoting = decode ? QuotingPath(Quoting::kHtmlText) : QuotingPath()},
                         sink_);
}

// ---- HTML inside of HTML ----

// The HTML Standard, 4.8.5: the value is an HTML document, whose own base, where it has none, is that of the
// document around it.
void HtmlFinder::srcdoc(std::string_view raw) {
  if (raw.empty()) return;
  if (limits_.levels_left == 0 || limits_.bytes_left < raw.size()) return sink_.limit_hit(FindLimit::kSrcdoc);
  --limits_.levels_left;
  limits_.bytes_left -= raw.size();
  std::string buffer;
  std::string base_buffer;
  HtmlValue value(content_, buffer);
  const Content inner{value.decode(raw), utf8(), content_.limits};
  NestedPlace place{.map = &value.map(),
                    .offset = value.raw_start(),
                    .context_prefix = "iframe@srcdoc/",
                    .hidden = hidden(),
                    .quoting = html_quoting(raw, content_.bytes.data())};
  if (const std::optional<Declaration> base = html_declared_base(inner, base_buffer)) {
    place.scope = NestedSink(place, sink_).open_scope(kDocument, *base);
  }
  NestedSink nested(place, sink_);
  HtmlFinder(inner, HtmlSyntax::kHtml, nested, limits_).run();
  ++limits_.levels_left;
}

void HtmlFinder::comment() {
  const HtmlComment comment = html_comment(token_);
  switch (comment.kind) {
    case HtmlCommentKind::kBogus:
      break;
    case HtmlCommentKind::kText:
      comment_text(comment.content);
      break;
    case HtmlCommentKind::kMarkup:
    case HtmlCommentKind::kConditional:
      comment_markup(comment);
      break;
  }
}

// Goes through the comment with another tokenizer, and then on. No comment is in a comment, so this goes one
// level deep.
void HtmlFinder::comment_markup(const HtmlComment& comment) {
  const HtmlTokenizer tokenizer = tokenizer_;
  const TemplateDepth templates = templates_;
  const bool in_style = in_style_;
  const bool in_anchor = in_anchor_;
  const bool in_other_text = in_other_text_;
  tokenizer_ = HtmlTokenizer::inside_comment(comment.content, syntax_);
  in_style_ = in_other_text_ = false;
  comment_ = comment.kind == HtmlCommentKind::kConditional ? Hidden::kConditionalComment : Hidden::kComment;
  run();
  comment_ = Hidden::kNo;
  in_style_ = in_style;
  in_anchor_ = in_anchor;
  in_other_text_ = in_other_text;
  templates_ = templates;
  tokenizer_ = tokenizer;
}

void HtmlFinder::comment_text(std::string_view text) {
  // Without a scheme and without "www." there is no URL.
  if (text.find(':') == text.npos && text.find('.') == text.npos) return;
  NestedSink nested({.offset = offset_of(text), .hidden = Hidden::kComment}, sink_);
  find_in_text({text, content_.charset}, nested);
}

// ---- What a reference carries ----

void HtmlFinder::open_codebase() {
  const HtmlAttribute* codebase = token_.attribute("codebase");
  if (codebase == nullptr) return;
  const HtmlReference base = value_.decode_url(codebase->value);
  codebase_scope_ = sink_.open_scope(kDocument, {ScopeKind::kCodebase, base.text, base.span});
}

void HtmlFinder::begin_context(HtmlUrlAttribute id) {
  if (context_prefix_bytes_ == 0) {
    context_.clear();
    append_html_text(token_.name.substr(0, kMaxElementNameBytes), content_.charset, HtmlTextKind::kRaw,
                     context_);
    for (char& c : context_) c = ascii::lower(c);
    context_ += '@';
    context_prefix_bytes_ = context_.size();
  }
  context_.resize(context_prefix_bytes_);
  context_ += name_of(id);
}

// True if the tag at hand has the attribute, and its value decoded is `lower` in any case.
bool HtmlFinder::has_value(std::string_view attribute, std::string_view lower) {
  const HtmlAttribute* found = token_.attribute(attribute);
  return found != nullptr && ascii::equals_ignoring_case(
                                 html_attribute_value(found->value, content_.charset, other_buffer_), lower);
}

bool HtmlFinder::is_url_valued_param() {
  if (has_value("valuetype", "ref")) return true;
  const HtmlAttribute* name = token_.attribute("name");
  return name != nullptr &&
         is_url_param(trim_html_space(html_attribute_value(name->value, content_.charset, other_buffer_)));
}

// Links have a text: an `a` what is in it, an `area` its `alt`.
std::optional<std::string_view> HtmlFinder::text_of(HtmlUrlAttribute id) {
  if (id != HtmlUrlAttribute::kHref && id != HtmlUrlAttribute::kXlinkHref) return std::nullopt;
  if (token_.element == HtmlElement::kA) {
    read_anchor_text(tokenizer_, content_.charset, ahead_, text_);
    return text_;
  }
  const HtmlAttribute* alt = token_.element == HtmlElement::kArea ? token_.attribute("alt") : nullptr;
  if (alt == nullptr) return std::nullopt;
  collapse_text(html_attribute_value(alt->value, content_.charset, other_buffer_), text_);
  return text_;
}

// True if "<base" is anywhere, in any case, as most documents have it not.
bool may_declare_base(std::string_view bytes) {
  constexpr std::string_view kName = "base";
  const char* const end = bytes.data() + bytes.size();
  const char* p = bytes.data();
  while ((p = find_byte(p, end, '<')) != nullptr) {
    ++p;
    if (static_cast<std::size_t>(end - p) < kName.size()) return false;
    if ((*p | 0x20) == 'b' && ascii::equals_ignoring_case({p, kName.size()}, kName)) return true;
  }
  return false;
}

std::optional<Declaration> declared_base(const Content& content, HtmlSyntax syntax, std::string& buffer) {
  if (!may_declare_base(content.bytes)) return std::nullopt;
  HtmlTokenizer tokenizer(content.bytes, syntax);
  TemplateDepth templates;
  HtmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kEndTag) templates.end_tag(token);
    if (token.kind != HtmlTokenKind::kStartTag) continue;
    templates.start_tag(token);
    if (token.element != HtmlElement::kBase || token.foreign || templates.inside()) continue;
    const HtmlAttribute* href = token.attribute("href");
    if (href == nullptr) continue;
    const HtmlReference base = HtmlValue(content, buffer).decode_url(href->value);
    return Declaration{ScopeKind::kHtmlBase, base.text, base.span};
  }
  return std::nullopt;
}

void find_in_document(const Content& content, HtmlSyntax syntax, Sink& sink, bool with_text) {
  SrcdocLimits limits(content);
  HtmlFinder(content, syntax, sink, limits, with_text).run();
}

}  // namespace

std::optional<Declaration> html_declared_base(const Content& content, std::string& buffer) {
  return declared_base(content, HtmlSyntax::kHtml, buffer);
}

std::optional<Declaration> xhtml_declared_base(const Content& content, std::string& buffer) {
  return declared_base(content, HtmlSyntax::kXhtml, buffer);
}

void find_in_html(const Content& content, Sink& sink) {
  find_in_document(content, HtmlSyntax::kHtml, sink, true);
}

void find_in_xhtml(const Content& content, Sink& sink, bool with_text) {
  find_in_document(content, HtmlSyntax::kXhtml, sink, with_text);
}

}  // namespace mimebase::find
