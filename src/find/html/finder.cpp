#include "find/html/finder.h"

#include <algorithm>
#include <iterator>

#include "find/css/finder.h"
#include "find/find_byte.h"
#include "find/html/element_content.h"
#include "find/html/frames.h"
#include "find/html/generated_text.h"
#include "find/html/hidden_map.h"
#include "find/html/page_text.h"
#include "find/html/shadow_roots.h"
#include "find/html/shown_text.h"
#include "find/html/style_watch.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "find/html/tree.h"
#include "find/html/url_reporter.h"
#include "find/json/finder.h"
#include "find/script/finder.h"
#include "find/sinks.h"
#include "find/text/finder.h"
#include "find/text/scheme.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Bounds nested documents. Each level is decoded from the enclosing one, so unlimited levels or sizes
// would take more than linear time.
struct SrcdocLimits {
  // Levels are nested calls, bounded by the stack of a thread.
  static constexpr std::size_t kMaxLevels = 64;
  explicit SrcdocLimits(const Content& content)
      : levels_left(std::min<std::uint64_t>(content.limits.srcdoc_levels, kMaxLevels)),
        bytes_left(4 * content.bytes.size() + 1'000'000) {}
  std::size_t levels_left;
  std::size_t bytes_left;
};

bool is_css(UrlForm form) {
  return form == UrlForm::kCss || form == UrlForm::kSvgCss;
}

// Returns false if there is certainly no URL in the CSS of an attribute, so that it need not be decoded:
// in mail, every second tag has a `style`. Character references may encode the relevant characters
// (`&#...;`, `&lpar;`, `&bsol;`); the usual `&quot;` cannot.
bool may_hold_css(std::string_view raw) {
  if (may_hold_css_url(raw, true)) return true;
  for (std::size_t p = raw.find('&'); p != raw.npos; p = raw.find('&', p + 1)) {
    const std::string_view rest = raw.substr(p + 1, 4);
    if (rest.starts_with('#') || rest == "lpar" || rest == "bsol") return true;
  }
  return false;
}

// Prepares `value` for the text decoded from `raw`.
void begin(std::string_view raw, const Content& content, DecodedText& value) {
  value.origin = static_cast<std::size_t>(raw.data() - content.bytes.data());
  value.map.clear();
}

void decode_attribute(std::string_view raw, const Content& content, DecodedText& value) {
  begin(raw, content, value);
  value.quoting = html_quoting(raw, content.bytes.data());
  value.text = html_attribute_value(raw, content.charset, value.buffer, &value.map);
}

// True if the tag is broken so that the names of its attributes may be a URL: `<a hre"http://host/">` has the
// attributes `hre"http:`, `host` and `"`.
bool begins_url_in_names(const HtmlAttribute& attribute) {
  return attribute.value.empty() && attribute.name.ends_with(':');
}

// Returns false if an attribute that is in no table certainly contains no URL. Character references may
// encode its scheme.
bool may_hold_other_url(const HtmlAttribute& attribute) {
  const std::string_view value = attribute.value;
  constexpr std::size_t kShortest = 5;  // "a://b"
  if (value.size() < kShortest) return begins_url_in_names(attribute);
  if ((attribute.name.front() | 0x20) == 'o' && attribute.name.size() > 2)
    return script_may_hold_url(value) || contains(value, '&');
  if (!holds_either(value, '/', '&')) return false;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '&')
      return at == 0 || ascii::is_scheme_byte(value[at - 1]) || value.find("://", at) != kNotFound;
    if (value[at] == ':' && (value.substr(at + 1, 2) == "//" || value.substr(at + 1, 1) == "&")) return true;
  }
  return false;
}

// True for an `a` that leads somewhere. Without `href`, what it contains is text.
bool is_link(const HtmlToken& a) {
  return a.attribute("href") != nullptr || (a.foreign && a.attribute("xlink:href") != nullptr);
}

// Returns the offset after "[if ...]>", or npos if the comment does not start with a condition.
std::size_t after_condition(std::string_view data) {
  constexpr std::string_view kIf = "[if";
  const auto no_condition = std::string_view::npos;
  if (!ascii::starts_with_ignoring_case(data, kIf)) return no_condition;
  const std::size_t close = data.find('>');
  if (close == data.npos || data[close - 1] != ']') return no_condition;
  return close + 1;
}

bool is_name_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || c == ':';
}

// URLs that look like namespaced elements: `<URL:g>`, `<mailto:name>`, `<news:group>`.
bool begins_like_url(std::string_view text) {
  return ascii::starts_with_one_of_ignoring_case(text, {"url:", "mailto:", "news:"});
}

// True if `text`, which follows a "<", starts with a tag. Comments may also contain `<http://host/>` and
// `<user@host>`, which are not tags.
bool is_tag(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.empty() || !ascii::is_letter(text.front())) return false;
  std::size_t length = 1;
  while (length < text.size() && is_name_byte(text[length])) ++length;
  if (length == text.size() || begins_like_url(text)) return false;
  const char after = text[length];
  return after == '>' || ascii::is_html_space(after) || (after == '/' && text[length - 1] != ':');
}

// The offset of the first tag.
std::size_t first_tag(std::string_view text) {
  std::size_t at = text.find('<');
  while (at != kNotFound && !is_tag(text.substr(at + 1))) at = text.find('<', at + 1);
  return at;
}

// Whether a style sheet has a URL after `from`.
bool has_css_url(std::string_view css, std::size_t from) {
  struct LastUrl : SilentSink {
    std::size_t end = 0;
    void found(const Found& found) override { end = found.span.end; }
  } last;
  find_in_embedded_css({css, charset::Charset()}, false, {}, last);
  return last.end > from;
}

// Delivers the URLs of a text that was read ahead in the order of everything else: those behind the current
// token wait until it is their turn.
class TextQueue final : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;

  // URLs that start at `end` or later wait.
  void wait_from(std::size_t end) { end_ = end; }
  void deliver(std::size_t end) {
    for (; next_ < waiting_.size() && waiting_[next_].found.span.start < end; ++next_) {
      Waiting& waiting = waiting_[next_];
      waiting.found.context = waiting.context;
      waiting.found.reference = waiting.reference;
      ForwardingSink::found(waiting.found);
    }
    if (next_ == waiting_.size()) waiting_.clear(), next_ = 0;
  }

  void found(const Found& found) override {
    if (found.span.start < end_) return ForwardingSink::found(found);
    waiting_.push_back({std::string(found.context), std::string(found.reference), found});
  }

 private:
  struct Waiting {
    std::string context, reference;
    Found found;
  };
  std::size_t end_ = 0;
  std::size_t next_ = 0;
  std::vector<Waiting> waiting_;
};

// What the text behind a start tag is.
enum class ContentKind : std::uint8_t {
  kText,        // of the page
  kBesidePage,  // text that no reader shows in the page
  kStyle,
  kJavascript,
  kJsonLd,
  kOther,  // other scripts
};

// Finds the references of one document, or of one comment in it.
class HtmlFinder final : private ElementReader {
 public:
  HtmlFinder(const Content& content, HtmlSyntax syntax, Sink& sink, SrcdocLimits& limits,
             bool with_text = true)
      : content_(content),
        syntax_(syntax),
        with_text_(with_text),
        with_defanged_(sink.wants_defanged()),
        sink_(sink),
        limits_(limits),
        queue_(sink),
        tokenizer_(content.bytes, syntax, content.limits.html_steps),
        shadow_roots_(content, syntax),
        reporter_(*this, content.limits, sink) {}

  void run();

 private:
  void append_name(std::string& context) const override;
  void append_name(std::string_view raw, std::string& context) const;
  [[nodiscard]] bool read_attribute(std::string_view lower_name, std::string& value) override;
  [[nodiscard]] bool read_content(ElementContent& content) override;
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view lower_name) const override;
  [[nodiscard]] const DecodedText& read(std::string_view raw) override;
  void read_url(std::string_view raw, Found& url) override;
  void read_anchor_text(std::string& text) override;
  void find_in_document(const Content& document, const NestedPlace& place) override;
  void find_in_data(const Finder& finder, const Content& document, const NestedPlace& place) override;
  template <typename Search>
  void find_inside(std::size_t bytes, const Search& search);

  void start_tag();
  void style_text(bool with_references);
  [[nodiscard]] bool style_has_references() const;
  [[nodiscard]] ContentKind kind_of_content() const;
  void content();
  [[nodiscard]] std::string_view swallowed_markup() const;
  void json_ld_text();
  void script_text();
  void other_attribute(const HtmlAttribute& attribute, bool& is_started);
  void url_in_names(std::string_view name);
  void start_reporter();
  void page_text();
  [[nodiscard]] bool skips_read_ahead();
  void shown_text();
  [[nodiscard]] bool read_ahead(ShownText& shown);
  [[nodiscard]] bool continues_text(const HtmlToken& tag, std::optional<HtmlHiddenMap::Inside>& styles);
  void text();
  [[nodiscard]] Content read_text(HtmlTextKind kind, bool decode);
  void comment();
  void comment_markup(std::string_view markup, Hidden hidden, Sink& sink);
  [[nodiscard]] std::size_t offset_of(std::string_view raw) const {
    return static_cast<std::size_t>(raw.data() - content_.bytes.data());
  }
  void follow_styles();
  void start_hidden_map();
  void ask_if_hidden() {
    const bool is_hidden =
        frames_.remove(token_, offset_of(token_.bytes)) || (hidden_map_ && hidden_map_->is_hidden(token_));
    hidden_by_style_ = is_hidden ? Hidden::kStyle : Hidden::kNo;
  }
  [[nodiscard]] bool may_hold(std::string_view text) const {
    return with_defanged_ ? may_hold_defanged_url(text) : may_hold_url(text);
  }
  [[nodiscard]] Hidden hidden() const {
    return stronger(comment_, templates_.inside() ? Hidden::kTemplate : hidden_by_style_);
  }

  const Content& content_;
  const HtmlSyntax syntax_;
  const bool with_text_;
  const bool with_defanged_;
  Sink& sink_;
  SrcdocLimits& limits_;
  TextQueue queue_;
  HtmlTokenizer tokenizer_;
  HtmlToken token_;
  HtmlToken ahead_;
  ShadowRoots shadow_roots_;
  Templates templates_;
  HtmlFrames frames_;
  StyleWatch watch_;
  GeneratedText generated_{content_.charset, content_.limits.style_rules,
                           html_steps(content_.limits.html_steps, content_.bytes.size())};
  std::optional<HtmlHiddenMap> hidden_map_;        // set once the styles may hide something
  Hidden hidden_by_style_ = Hidden::kNo;           // of the current tag or text
  Hidden comment_ = Hidden::kNo;                   // the kind of comment that the tokenizer is in
  ContentKind content_kind_ = ContentKind::kText;  // what follows the current tag
  bool in_anchor_ = false;                         // inside an `a` with `href`
  ShownText shown_;
  bool in_rest_ = false;         // in markup that a style sheet or script swallows
  std::size_t names_end_ = 0;    // where the last URL in names of attributes ends
  std::size_t searched_to_ = 0;  // the visible text before this offset has been searched
  std::size_t read_to_ = 0;      // how far text has been read ahead
  DecodedText value_;
  std::string name_;  // of the current attribute
  UrlReporter reporter_;
};

void HtmlFinder::run() {
  if (comment_ == Hidden::kNo) frames_ = html_frames(content_, syntax_);
  while (tokenizer_.next(token_)) {
    if (hidden_map_) hidden_map_->follow(token_, tokenizer_);
    // The frequent kinds come first: a jump table costs more than these branches.
    if (token_.kind == HtmlTokenKind::kStartTag) {
      start_tag();
    } else if (token_.kind == HtmlTokenKind::kEndTag) {
      templates_.end_tag(token_);
      content_kind_ = ContentKind::kText;
      if (token_.element == HtmlElement::kA) in_anchor_ = false;
    } else if (token_.kind == HtmlTokenKind::kText && content_kind_ == ContentKind::kText) {
      if (!in_anchor_) page_text();
    } else if (token_.kind == HtmlTokenKind::kText) {
      content();
    } else if (token_.kind == HtmlTokenKind::kCData) {
      if (content_kind_ == ContentKind::kStyle || content_kind_ == ContentKind::kJavascript) content();
    } else if (token_.kind == HtmlTokenKind::kComment) {
      comment();
    }
  }
  queue_.deliver(kNotFound);
  if (hidden_map_ && !hidden_map_->is_certain()) sink_.limit_hit(FindLimit::kStyles);
  if (!tokenizer_.foreign_is_certain()) sink_.limit_hit(FindLimit::kNesting);
}

void HtmlFinder::start_tag() {
  content_kind_ = (html_traits(token_.element) & kRaw) == 0 ? ContentKind::kText : kind_of_content();
  if (token_.element == HtmlElement::kA) in_anchor_ = is_link(token_);
  if (token_.has_more_attributes) sink_.limit_hit(FindLimit::kDocumentObjects);
  if (!token_.attributes.empty()) follow_styles();
  std::uint64_t seen = 0;
  bool is_started = false;
  for (const HtmlAttribute& attribute : token_.attributes) {
    const UrlAttribute* row = html_url_attribute(attribute.name, token_.element);
    if (row == nullptr || (row->form == UrlForm::kSvgCss && !token_.foreign)) {
      if (may_hold_other_url(attribute)) other_attribute(attribute, is_started);
      continue;
    }
    const std::uint64_t bit = std::uint64_t{1} << row->number;
    if ((seen & bit) != 0) continue;
    seen |= bit;
    if (is_css(row->form) && !may_hold_css(attribute.value)) {
      // Most styles are long and without a slash.
      if (contains(attribute.value, '/') && may_hold_other_url(attribute))
        other_attribute(attribute, is_started);
      continue;
    }
    if (!is_started) {
      is_started = true;
      start_reporter();
    }
    reporter_.attribute(*row, attribute.value);
  }
  if (token_.element == HtmlElement::kTemplate && !frames_.remove(token_, offset_of(token_.bytes)))
    templates_.start_tag(token_, comment_ == Hidden::kNo && shadow_roots_.contain(token_));
}

// For the elements that contain text instead of markup.
ContentKind HtmlFinder::kind_of_content() const {
  using enum HtmlElement;
  if (token_.self_closing && (token_.foreign || syntax_ == HtmlSyntax::kXhtml)) return ContentKind::kText;
  switch (token_.element) {
    case kStyle:
      return ContentKind::kStyle;
    case kScript: {
      const HtmlAttribute* const type = token_.attribute("type");
      if (type != nullptr && is_json_ld_type(type->value)) return ContentKind::kJsonLd;
      // The strings of JSON are strings of scripts too.
      const bool is_javascript = is_javascript_type(type != nullptr ? &type->value : nullptr) ||
                                 (type != nullptr && is_loading_json_type(type->value));
      return is_javascript ? ContentKind::kJavascript : ContentKind::kOther;
    }
    case kTitle:
    case kIframe:
    case kNoembed:
    case kNoframes:
      return ContentKind::kBesidePage;
    default:
      return ContentKind::kText;
  }
}

void HtmlFinder::start_reporter() {
  ask_if_hidden();
  reporter_.start({.html = token_.element, .is_document_base = !token_.foreign, .hidden = hidden()});
}

// If a name occurs twice, both values are reported: a plain search finds both.
void HtmlFinder::other_attribute(const HtmlAttribute& attribute, bool& is_started) {
  if (begins_url_in_names(attribute)) return url_in_names(attribute.name);
  const std::optional<UrlForm> form = html_other_form(attribute.name);
  if (!form) return;
  if (!is_started) {
    is_started = true;
    start_reporter();
  }
  name_.clear();
  append_name(attribute.name, name_);
  reporter_.other_attribute(*form, name_, attribute.value);
}

void HtmlFinder::url_in_names(std::string_view name) {
  const std::size_t start = offset_of(name), colon = start + name.size() - 1;
  // Each byte is looked at once: the names in a tag may be any number.
  if (start < names_end_ || content_.bytes.substr(colon, 3) != "://") return;
  names_end_ = std::min(content_.bytes.find_first_of(" \t\r\n\f\"'<>", colon), content_.bytes.size());
  const std::string_view names = content_.bytes.substr(start, names_end_ - start);
  ask_if_hidden();
  name_.clear();
  append_name(name_);
  name_ += ':';
  NestedSink nested({.offset = start,
                     .context_prefix = name_,
                     .hidden = stronger(hidden(), Hidden::kScript),
                     .quoting = Quoting::kOpaque,
                     .is_inert = true},
                    sink_);
  find_in_text({names, content_.charset}, nested);
}

// Styles do not matter in comments, which are not displayed.
void HtmlFinder::follow_styles() {
  if (comment_ != Hidden::kNo || hidden_map_) return;
  const bool may_hide = token_.kind == HtmlTokenKind::kStartTag
                            ? watch_.may_hide(token_)
                            : watch_.may_hide_by_rule(token_.data, content_.limits.style_rules);
  if (may_hide) start_hidden_map();
}

void HtmlFinder::start_hidden_map() {
  hidden_map_.emplace(content_, syntax_, watch_, offset_of(token_.bytes));
  hidden_map_->follow(token_, tokenizer_);
}

// ---- The reporter's view of the current tag ----

void HtmlFinder::append_name(std::string& context) const {
  append_name(token_.name, context);
}

void HtmlFinder::append_name(std::string_view raw, std::string& context) const {
  if (raw.size() > content_.limits.name_bytes) sink_.limit_hit(FindLimit::kNames);
  append_html_text(raw.substr(0, content_.limits.name_bytes), content_.charset, HtmlTextKind::kRaw, context);
  for (char& c : context) c = ascii::lower(c);
}

std::optional<std::string_view> HtmlFinder::attribute(std::string_view lower_name) const {
  const HtmlAttribute* found = token_.attribute(lower_name);
  return found != nullptr ? std::optional(found->value) : std::nullopt;
}

bool HtmlFinder::read_attribute(std::string_view lower_name, std::string& value) {
  const std::optional<std::string_view> raw = attribute(lower_name);
  if (!raw) return false;
  if (raw->size() > content_.limits.attribute_bytes) {
    sink_.limit_hit(FindLimit::kAttribute);
    return false;
  }
  std::string buffer;
  value = html_attribute_value(*raw, content_.charset, buffer);
  return true;
}

bool HtmlFinder::read_content(ElementContent& content) {
  using enum HtmlElement;
  if (token_.element != kA && token_.element != kButton && token_.element != kForm) return false;
  ContentReader reader(tokenizer_, token_.element, content_.charset, content_.limits.attribute_bytes);
  const bool has_styles = comment_ == Hidden::kNo;
  const auto may_hide = [&](const HtmlToken& tag) { return has_styles && watch_.may_hide(tag); };
  if (has_styles && generated_.has_text()) reader.add_generated(generated_, token_);
  bool is_read = (!hidden_map_ || !has_styles) && reader.read(content, ahead_, nullptr, may_hide);
  if (!is_read) {
    if (!hidden_map_) start_hidden_map();
    HtmlHiddenMap::Inside styles(*hidden_map_, offset_of(token_.bytes));
    is_read = reader.read(content, ahead_, &styles, {});
  }
  if (reader.has_long_attribute()) sink_.limit_hit(FindLimit::kAttribute);
  if (!generated_.within_limits()) sink_.limit_hit(FindLimit::kStyles);
  return is_read;
}

const DecodedText& HtmlFinder::read(std::string_view raw) {
  decode_attribute(raw, content_, value_);
  return value_;
}

// A fast path: most values have no white space around the URL and need no map.
void HtmlFinder::read_url(std::string_view raw, Found& url) {
  const std::string_view trimmed = ascii::trim_html_space(raw);
  const std::size_t start = offset_of(trimmed);
  url.quoting = html_quoting(raw, content_.bytes.data());
  url.span = {start, start + trimmed.size()};
  url.reference = html_attribute_value(trimmed, content_.charset, value_.buffer);
  if (ascii::trim_html_space(url.reference).size() == url.reference.size()) return;
  // White space written as character references.
  const TextPart part = read(raw).whole();
  url.reference = part.text;
  url.span = part.span;
}

void HtmlFinder::read_anchor_text(std::string& text) {
  find::read_anchor_text(tokenizer_, content_.charset, ahead_, text);
}

// Charges a document in the document, whose search is `search`.
template <typename Search>
void HtmlFinder::find_inside(std::size_t bytes, const Search& search) {
  if (bytes == 0) return;
  if (limits_.levels_left == 0 || limits_.bytes_left < bytes) return sink_.limit_hit(FindLimit::kSrcdoc);
  --limits_.levels_left;
  limits_.bytes_left -= bytes;
  search();
  ++limits_.levels_left;
}

// A `srcdoc` (HTML Standard, 4.8.5) is an HTML document. If it declares no base, it has that of the
// enclosing document.
void HtmlFinder::find_in_document(const Content& document, const NestedPlace& place) {
  find_inside(document.bytes.size(), [&] {
    const Content inner{document.bytes, document.charset, content_.limits, content_.is_web_archive};
    NestedPlace inside = place;
    std::string buffer;
    if (const std::optional<Declaration> base = html_declared_base(inner, buffer))
      inside.scope = NestedSink(place, sink_).open_scope(kDocument, *base);
    NestedSink nested(inside, sink_);
    HtmlFinder(inner, HtmlSyntax::kHtml, nested, limits_).run();
  });
}

void HtmlFinder::find_in_data(const Finder& finder, const Content& document, const NestedPlace& place) {
  if (finder.media_type == "text/html") return find_in_document(document, place);
  find_inside(document.bytes.size(), [&] {
    Limits limits = content_.limits;
    limits.srcdoc_levels = limits_.levels_left;
    find_nested_document(finder, {document.bytes, document.charset, limits}, place, sink_);
  });
}

// ---- Text ----

// Text of the page that is not that of a link. A URL in it may continue behind the next tag.
void HtmlFinder::page_text() {
  if (offset_of(token_.data) < searched_to_ && skips_read_ahead()) return;
  const bool holds = may_hold(token_.data);
  if (!with_text_ || !(holds || may_begin_url(token_.data))) return;
  const bool may_continue = token_.text_state == HtmlTextState::kData &&
                            offset_of(token_.bytes) >= read_to_ && !templates_.inside() &&
                            !ascii::is_html_space(token_.data.back()) && !token_.data.ends_with("&nbsp;");
  if (may_continue) return shown_text();
  if (holds) text();
}

// The current text, or its beginning, has been searched together with the text before it. Returns true if
// nothing is left of it.
bool HtmlFinder::skips_read_ahead() {
  ask_if_hidden();
  if (hidden_by_style_ != Hidden::kNo || templates_.inside()) return false;
  const std::size_t start = offset_of(token_.data), end = std::min(searched_to_, start + token_.data.size());
  queue_.deliver(end);
  token_.data.remove_prefix(end - start);
  return token_.data.empty();
}

// Searches the current text together with what follows it without white space.
void HtmlFinder::shown_text() {
  ask_if_hidden();
  const bool holds = may_hold(token_.data);
  if (hidden_by_style_ != Hidden::kNo || !read_ahead(shown_)) {
    if (holds) text();
    return;
  }
  queue_.wait_from(offset_of(token_.data) + token_.data.size());
  shown_.find({.hidden = hidden(), .quoting = Quoting::kHtmlText}, queue_);
}

// Reads text up to the next white space, or to where it ends on the page. Returns false if none follows. What
// has been read ahead is not read ahead again, so that the total time is linear.
bool HtmlFinder::read_ahead(ShownText& shown) {
  HtmlTokenizer ahead = tokenizer_;
  std::optional<HtmlHiddenMap::Inside> styles;
  if (hidden_map_) styles.emplace(*hidden_map_);
  Templates templates;
  bool is_continued = false;
  shown.start(content_, offset_of(token_.data));
  shown.append(token_.data, HtmlTextKind::kData);
  while (ahead.next(ahead_)) {
    if (ahead_.kind == HtmlTokenKind::kStartTag || ahead_.kind == HtmlTokenKind::kEndTag) {
      const bool is_start = ahead_.kind == HtmlTokenKind::kStartTag;
      if (is_start && !hidden_map_ && comment_ == Hidden::kNo && !ahead_.attributes.empty() &&
          watch_.may_hide(ahead_)) {
        start_hidden_map();
        return read_ahead(shown);
      }
      if (!continues_text(ahead_, styles)) break;
      is_start ? templates.start_tag(ahead_, false) : templates.end_tag(ahead_);
    } else if (ahead_.kind == HtmlTokenKind::kText && ahead_.text_state == HtmlTextState::kData &&
               !templates.inside() && !(styles && styles->hides_text())) {
      const std::size_t space = ahead_.data.find_first_of(ascii::kHtmlWhiteSpace);
      const std::string_view word = ahead_.data.substr(0, space);
      if (!word.empty()) {
        shown.append(word, HtmlTextKind::kData);
        is_continued = true;
        searched_to_ = offset_of(word) + word.size();
      }
      if (space != kNotFound) break;
    }
    read_to_ = offset_of(ahead_.bytes) + ahead_.bytes.size();
  }
  return is_continued;
}

// Whether the text on the page goes on behind this tag. Follows `styles`.
bool HtmlFinder::continues_text(const HtmlToken& tag, std::optional<HtmlHiddenMap::Inside>& styles) {
  const bool was_hidden = styles && styles->hides_box();
  if (tag.kind == HtmlTokenKind::kEndTag) {
    if (styles) styles->end_tag(tag);
    return was_hidden || !ends_text(tag, content_.charset);
  }
  if (styles && styles->start_tag(tag)) return true;
  const bool is_link_start = tag.element == HtmlElement::kA && is_link(tag);
  return was_hidden || !(is_link_start || ends_text(tag, content_.charset));
}

void HtmlFinder::content() {
  if (content_kind_ == ContentKind::kBesidePage) {
    if (may_hold(token_.data)) text();
    return;
  }
  const std::string_view rest = swallowed_markup();
  if (content_kind_ == ContentKind::kStyle) {
    style_text(token_.kind == HtmlTokenKind::kText &&
               style_has_references());  // its rules may follow the tag
  }
  token_.data.remove_suffix(rest.size());
  if (content_kind_ == ContentKind::kJsonLd) {
    json_ld_text();
  } else if (content_kind_ == ContentKind::kJavascript && script_may_hold_url(token_.data)) {
    script_text();
  }
  if (rest.empty()) return;
  in_rest_ = true;
  // Nothing may be written there: a base could end a rule of the style sheet and begin another.
  NestedSink inert({.is_inert = true}, sink_);
  comment_markup(rest, Hidden::kComment, inert);
  in_rest_ = false;
}

// A style sheet or script whose end tag is missing or late swallows markup, which nobody sees, as in a
// comment. If that has URLs, it is read from its first tag. Once: in it, nothing is swallowed again.
std::string_view HtmlFinder::swallowed_markup() const {
  const bool is_style = content_kind_ == ContentKind::kStyle;
  if (in_rest_ || !(is_style || tokenizer_.at_end()) || token_.data.find("://") == kNotFound) return {};
  const std::size_t tag = first_tag(token_.data);
  if (tag == kNotFound) return {};
  return is_style && has_css_url(token_.data, tag) ? std::string_view() : token_.data.substr(tag);
}

// The current text, decoded if `decode` is set. Its position is `value_.place()`.
Content HtmlFinder::read_text(HtmlTextKind kind, bool decode) {
  begin(token_.data, content_, value_);
  value_.quoting = decode ? QuotingPath(Quoting::kHtmlText) : QuotingPath();
  if (!decode) return {token_.data, content_.charset, content_.limits};
  value_.buffer.clear();
  append_html_text(token_.data, content_.charset, kind, value_.buffer, &value_.map);
  value_.text = value_.buffer;
  return value_.content(content_.limits);
}

// Text in a `style`. It may contain character references in SVG and XHTML; elsewhere it is raw.
void HtmlFinder::style_text(bool with_references) {
  follow_styles();
  if (comment_ == Hidden::kNo) generated_.add_sheet(token_.data);
  ask_if_hidden();
  const bool decode = with_references && contains(token_.data, '&');
  const Content css = read_text(HtmlTextKind::kRcdata, decode);
  find_in_embedded_css(css, false, value_.place("style/", kDocument, hidden()), sink_);
}

// True if character references in the current text are decoded. The tokenizer treats XHTML's `style` as
// raw text, which it is only if it contains a CDATA section.
bool HtmlFinder::style_has_references() const {
  if (token_.text_state == HtmlTextState::kData) return true;
  return syntax_ == HtmlSyntax::kXhtml && !contains(token_.data, "<![CDATA[");
}

// Raw text in HTML; text with character references in XHTML.
void HtmlFinder::json_ld_text() {
  ask_if_hidden();
  const bool decode = token_.text_state == HtmlTextState::kData && contains(token_.data, '&');
  const Content json = read_text(HtmlTextKind::kRcdata, decode);
  NestedSink nested(value_.place({}, kDocument, hidden()), sink_);
  find_in_json_ld(json, nested);
}

void HtmlFinder::script_text() {
  ask_if_hidden();
  const bool decode = token_.text_state == HtmlTextState::kData && contains(token_.data, '&');
  const Content script = read_text(HtmlTextKind::kRcdata, decode);
  NestedSink nested(value_.place("script:", kDocument, hidden()), sink_);
  find_in_script(script, nested);
}

void HtmlFinder::text() {
  if (!with_text_) return;
  ask_if_hidden();
  const bool is_raw =
      token_.text_state != HtmlTextState::kData && token_.text_state != HtmlTextState::kRcdata;
  const HtmlTextKind kind = is_raw ? HtmlTextKind::kRaw : HtmlTextKind::kData;
  const bool is_escaped = contains(token_.data, '&') || contains(token_.data, '\r');
  const bool is_foreign = !content_.charset.reads_utf8() && may_have_invisible(token_.data);
  const Content text = read_text(kind, is_escaped || is_foreign);
  value_.quoting = is_raw ? Quoting::kOpaque : Quoting::kHtmlText;
  const Hidden by_kind = content_kind_ == ContentKind::kBesidePage ? Hidden::kStyle : Hidden::kNo;
  find_in_text_of_markup(text, value_.place({}, kDocument, stronger(hidden(), by_kind)), sink_);
}

// ---- Comments ----

// `<!--[if !mso]><!-->` and `<!--<![endif]-->` are two comments without content. The markup between them
// is shown by every reader but Outlook.
void HtmlFinder::comment() {
  // `<![if !mso]>`, `<?xml ...>` and `</1>` hide nothing.
  if (!token_.bytes.starts_with("<!--")) return;
  const std::size_t condition = after_condition(token_.data);
  if (condition != std::string_view::npos) {
    comment_markup(token_.data.substr(condition), Hidden::kConditionalComment, sink_);
  } else if (first_tag(token_.data) != kNotFound) {
    comment_markup(token_.data, Hidden::kComment, sink_);
  } else if (contains(token_.data, ':') || contains(token_.data, '.')) {
    // A remark. It has no URL without a scheme or "www.".
    NestedSink nested({.offset = offset_of(token_.data), .hidden = Hidden::kComment}, sink_);
    find_in_text({token_.data, content_.charset}, nested);
  }
}

// Neither comments nor swallowed markup nest, so this recursion is two levels deep.
void HtmlFinder::comment_markup(std::string_view markup, Hidden hidden, Sink& sink) {
  HtmlFinder inside(content_, syntax_, sink, limits_, with_text_);
  inside.tokenizer_ = HtmlTokenizer::inside_comment(markup, syntax_, content_.limits.html_steps);
  inside.templates_ = templates_;
  inside.in_anchor_ = in_anchor_;
  inside.comment_ = hidden;
  inside.in_rest_ = in_rest_;
  inside.run();
}

// True if "<base" occurs anywhere, in any case. Most documents do not have it.
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
  HtmlTokenizer tokenizer(content.bytes, syntax, content.limits.html_steps);
  const HtmlFrames frames = html_frames(content, syntax);
  Templates templates;
  HtmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kEndTag) templates.end_tag(token);
    if (token.kind != HtmlTokenKind::kStartTag) continue;
    templates.start_tag(token, false);
    if (token.element != HtmlElement::kBase || token.foreign || templates.inside_any()) continue;
    if (frames.remove(token, static_cast<std::size_t>(token.bytes.data() - content.bytes.data()))) continue;
    const HtmlAttribute* href = token.attribute("href");
    if (href == nullptr) continue;
    DecodedText value;
    decode_attribute(href->value, content, value);
    const TextPart base = value.whole();
    buffer = base.text;
    return Declaration{BaseBy::kHtmlBase, buffer, base.span};
  }
  return std::nullopt;
}

// Returns the URL in the text of a comment that says where the document was saved from. The number in
// Internet Explorer's comment is the length of the URL; nothing depends on it.
std::string_view saved_from_url(std::string_view comment, bool is_before_html) {
  constexpr std::string_view kSavedFrom = "saved from url=(", kUrl = "url:";
  constexpr std::string_view kSingleFile[] = {"Page saved with SingleFile",
                                              "Archive processed by SingleFile"};
  comment = ascii::trim_html_space(comment);
  std::string_view url;
  if (is_before_html && ascii::starts_with_ignoring_case(comment, kSavedFrom)) {
    const std::size_t close = comment.find_first_not_of("0123456789", kSavedFrom.size());
    if (close == comment.npos || comment[close] != ')') return {};
    url = comment.substr(close + 1);
  } else if (starts_with_one_of(comment, kSingleFile)) {
    std::size_t line = 0;
    while ((line = comment.find('\n', line)) != comment.npos) {
      const std::string_view rest = ascii::trim_html_space(comment.substr(++line));
      if (!rest.starts_with(kUrl)) continue;
      url = ascii::trim_html_space(rest.substr(kUrl.size()));
      break;
    }
  }
  return url.substr(0, url.find_first_of(ascii::kHtmlWhiteSpace));
}

std::optional<Declaration> saved_from(const Content& content, HtmlSyntax syntax, std::string& buffer) {
  HtmlTokenizer tokenizer(content.bytes, syntax, content.limits.html_steps);
  HtmlToken token;
  bool is_before_html = true;
  while (tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kStartTag) {
      if (!is_before_html || token.element != HtmlElement::kHtml) break;
      is_before_html = false;
    } else if (token.kind == HtmlTokenKind::kText) {
      constexpr std::string_view kMark = "\xEF\xBB\xBF";
      if (token.data.starts_with(kMark)) token.data.remove_prefix(kMark.size());
      if (!ascii::trim_html_space(token.data).empty()) break;
    } else if (token.kind == HtmlTokenKind::kComment && token.bytes.starts_with("<!--")) {
      const std::string_view url = saved_from_url(token.data, is_before_html);
      if (url.empty()) continue;
      const auto start = static_cast<std::size_t>(url.data() - content.bytes.data());
      return Declaration{BaseBy::kSavedFrom, content.charset.utf8(url, buffer), {start, start + url.size()}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Declaration> html_saved_from(const Content& content, std::string& buffer) {
  return saved_from(content, HtmlSyntax::kHtml, buffer);
}

std::optional<Declaration> xhtml_saved_from(const Content& content, std::string& buffer) {
  return saved_from(content, HtmlSyntax::kXhtml, buffer);
}

std::optional<Declaration> html_declared_base(const Content& content, std::string& buffer) {
  return declared_base(content, HtmlSyntax::kHtml, buffer);
}

std::optional<Declaration> xhtml_declared_base(const Content& content, std::string& buffer) {
  return declared_base(content, HtmlSyntax::kXhtml, buffer);
}

void find_in_html(const Content& content, Sink& sink) {
  SrcdocLimits limits(content);
  HtmlFinder(content, HtmlSyntax::kHtml, sink, limits).run();
}

void find_in_xhtml(const Content& content, Sink& sink, bool with_text) {
  SrcdocLimits limits(content);
  HtmlFinder(content, HtmlSyntax::kXhtml, sink, limits, with_text).run();
}

}  // namespace mimebase::find
