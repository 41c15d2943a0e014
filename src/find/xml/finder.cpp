// How XML is read here. The bytes go through our own tokenizer (tokenizer.h), and this file follows the
// nesting, the namespaces and the bases. No XML library does the reading, because what is needed most is what
// none gives: the bytes of each attribute's value as they stand in the content, in whatever charset that is,
// and a place to go on from where a document stops being XML. libxml2 is the judge instead: the tests compare
// with it which documents are well-formed, and what all attributes and bases are.
#include "find/xml/finder.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ascii.h"
#include "find/html/finder.h"
#include "find/html/text_in_markup.h"
#include "find/nested_sink.h"
#include "find/xml/reporter.h"

namespace mimebase::find {
namespace {

// What a scope holds beside its bases.
constexpr std::size_t kScopeBytes = 64;

// An element that is open.
struct OpenElement {
  std::string_view name;
  std::size_t namespaces_mark = 0;
  ScopeId scope = kDocument;
  std::size_t base_bytes = 0;  // of all bases around and on it
  Hidden hidden = Hidden::kNo;
  bool is_xhtml = false;
  bool is_raw_text = false;   // HTML would read its content as text
  bool is_link_text = false;  // of an `a`, or of what is no running text: no URLs are looked for
};

class XmlFinder {
 public:
  XmlFinder(const Content& content, bool xhtml, Sink& sink)
      : content_(content),
        xhtml_(xhtml),
        sink_(sink),
        entities_(content.charset, content.limits.xml_entity_bytes),
        tokenizer_(content.bytes.substr(beginning())),
        reporter_(content, entities_, sink),
        capture_(content, entities_),
        text_(content, entities_) {}

  void run() {
    while (next()) {
    }
    if (is_xml_) {
      finish_capture();
    } else {
      read_rest_as_html();
    }
    if (entities_.limit_hit()) sink_.limit_hit(FindLimit::kXmlEntities);
  }

  // Reads on until `base` is given its value; what is found on the way goes to the sink.
  [[nodiscard]] std::optional<Declaration> document_base(std::string& buffer);

 private:
  // A byte order mark and white space before the XML declaration are no reason to refuse the rest.
  [[nodiscard]] std::size_t beginning() const {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    const std::size_t mark = content_.bytes.starts_with(kMark) ? kMark.size() : 0;
    return mark + xml_space_at(content_.bytes.substr(mark));
  }

  bool token();
  bool next();
  bool start_tag();
  bool end_tag();
  bool characters();
  void find_in_characters(const OpenElement& around);
  bool instruction();
  bool doctype();
  void comment();

  [[nodiscard]] bool has_twice_the_same();
  [[nodiscard]] bool open_element(XmlElement& element);
  void bind_namespaces();
  [[nodiscard]] bool open_base(XmlElement& element, OpenElement& open);
  [[nodiscard]] XmlQualifiedName qualified(std::string_view name, bool attribute) const;
  void close_element();

  void start_capture(const XmlElement& element);
  void finish_capture();
  void read_rest_as_html();
  [[nodiscard]] std::size_t rest_start() const;
  void read_as_html(std::string_view bytes, const OpenElement& around);
  [[nodiscard]] std::size_t offset_of(const char* p) const {
    return static_cast<std::size_t>(p - content_.bytes.data());
  }

  const Content& content_;
  const bool xhtml_;
  Sink& sink_;
  XmlEntities entities_;
  XmlTokenizer tokenizer_;
  XmlToken token_;
  XmlReporter reporter_;
  XmlNamespaces namespaces_;
  XmlNamespace implied_ = XmlNamespace::kNone;
  std::vector<OpenElement> open_;
  std::vector<std::string_view> names_;
  std::optional<std::string_view> base_href_;  // of the last element of XHTML that is one
  bool is_xml_ = true;                         // until something is not well-formed
  bool is_first_ = true;
  bool seen_doctype_ = false;
  bool seen_root_ = false;
  std::size_t scope_bytes_ = 0;

  // The text that is being gathered, and what for.
  XmlTextForm captured_ = XmlTextForm::kNoUrl;
  XmlElement captured_element_;
  XmlText capture_;
  XmlText text_;  // of XHTML, that is looked through
  const charset::Charset utf8_{"utf-8"};
};

// Reads one token; false at the end, and where the document is not well-formed.
bool XmlFinder::next() {
  if (!tokenizer_.next(token_)) return false;
  is_xml_ = token();
  is_first_ = false;
  return is_xml_;
}

std::optional<Declaration> XmlFinder::document_base(std::string& buffer) {
  while (next()) {
    if (!base_href_) continue;
    capture_.read_attribute(*base_href_);
    const Span url = capture_.trimmed();
    buffer = capture_.cut(url);
    return Declaration{ScopeKind::kHtmlBase, buffer, capture_.in_content(url)};
  }
  if (is_xml_) return std::nullopt;
  const std::size_t start = rest_start();
  std::optional<Declaration> base =
      xhtml_declared_base({content_.bytes.substr(start), content_.charset}, buffer);
  if (base) base->span = {base->span.start + start, base->span.end + start};
  return base;
}

// Takes the token at hand; false if the document is not well-formed there.
bool XmlFinder::token() {
  switch (token_.kind) {
    case XmlTokenKind::kStartTag:
      return start_tag();
    case XmlTokenKind::kEndTag:
      return end_tag();
    case XmlTokenKind::kText:
    case XmlTokenKind::kCData:
      return characters();
    case XmlTokenKind::kInstruction:
      return instruction();
    case XmlTokenKind::kDoctype:
      return doctype();
    case XmlTokenKind::kComment:
      comment();
      return true;
    case XmlTokenKind::kMalformed:
      break;
  }
  return false;
}

bool XmlFinder::start_tag() {
  if (seen_root_ && open_.empty()) return false;
  if (open_.size() >= content_.limits.xml_depth) {
    sink_.limit_hit(FindLimit::kXmlDepth);
    return false;
  }
  if (token_.has_references) {
    for (const XmlAttribute& attribute : token_.attributes) {
      if (!entities_.admit(attribute.value, XmlPlace::kAttribute)) return false;
    }
  }
  if (has_twice_the_same()) return false;
  // What CSS a style element has before a child is read; other texts with children are none that count.
  if (captured_ == XmlTextForm::kCss) finish_capture();
  captured_ = XmlTextForm::kNoUrl;

  XmlElement element;
  if (!open_element(element)) return false;
  reporter_.start(element, token_, tokenizer_);
  for (const XmlAttribute& attribute : token_.attributes) {
    reporter_.attribute(attribute, qualified(attribute.name, true));
  }
  if (is_base(element) && element.hidden == Hidden::kNo) {
    if (const XmlAttribute* href = token_.attribute("href")) base_href_ = href->value;
  }
  if (element.html == HtmlElement::kTemplate) open_.back().hidden = Hidden::kTemplate;
  if (token_.self_closing) {
    close_element();
  } else {
    start_capture(element);
  }
  return true;
}

// Two attributes of one name are not well-formed.
bool XmlFinder::has_twice_the_same() {
  if (token_.attributes.size() < 2) return false;
  names_.clear();
  for (const XmlAttribute& attribute : token_.attributes) names_.push_back(attribute.name);
  std::sort(names_.begin(), names_.end());
  return std::adjacent_find(names_.begin(), names_.end()) != names_.end();
}

// False where the limit of bases is hit.
bool XmlFinder::open_element(XmlElement& element) {
  if (!seen_root_ && !xhtml_) implied_ = implied_namespace(token_.name);
  if (!seen_root_ && xhtml_) implied_ = XmlNamespace::kXhtml;
  seen_root_ = true;
  OpenElement open = open_.empty() ? OpenElement() : open_.back();
  open.name = token_.name;
  open.namespaces_mark = namespaces_.mark();
  bind_namespaces();
  element.name = qualified(token_.name, false);
  if (element.name.ns == XmlNamespace::kXhtml) element.html = html_element(element.name.local);
  element.scope = element.outer_scope = open.scope;
  element.hidden = open.hidden;
  const bool is_page = element.name.ns == XmlNamespace::kXhtml || element.name.ns == XmlNamespace::kSvg;
  open.is_xhtml = element.name.ns == XmlNamespace::kXhtml;
  open.is_raw_text = is_page && (element.name.local == "script" || element.name.local == "style");
  const bool is_text = !(is_page && element.name.local == "a") && element.html != HtmlElement::kA &&
                       element.html != HtmlElement::kTitle && element.html != HtmlElement::kTextarea &&
                       !open.is_raw_text;
  open.is_link_text = open.is_link_text || !is_text;
  const bool within_limits = open_base(element, open);
  element.base_scope = xhtml_ ? kDocument : element.scope;
  open_.push_back(open);
  return within_limits;
}

void XmlFinder::bind_namespaces() {
  for (const XmlAttribute& attribute : token_.attributes) {
    if (!attribute.name.starts_with("xmlns")) continue;
    const XmlName name = split_xml_name(attribute.name);
    const bool is_default = attribute.name == "xmlns";
    if (!is_default && name.prefix != "xmlns") continue;
    capture_.read_attribute(attribute.value);
    namespaces_.bind(is_default ? std::string_view() : name.local, xml_namespace(capture_.text()));
  }
}

// W3C XML Base, section 3: the base of an element rules its own attributes too. An empty one changes nothing.
bool XmlFinder::open_base(XmlElement& element, OpenElement& open) {
  const XmlAttribute* base = token_.attribute("xml:base");
  if (base == nullptr) return true;
  capture_.read_attribute(base->value);
  const Span url = capture_.trimmed();
  if (url.start == url.end) return true;
  open.base_bytes += url.end - url.start;
  scope_bytes_ += open.base_bytes + kScopeBytes;
  // Each scope is at most as long as the bases it is made of: so much a resolver may have to hold.
  if (scope_bytes_ > content_.limits.xml_base_bytes) {
    sink_.limit_hit(FindLimit::kXmlBases);
    return false;
  }
  element.scope = open.scope = reporter_.open_scope(open.scope, ScopeKind::kXmlBase, base->value);
  return true;
}

XmlQualifiedName XmlFinder::qualified(std::string_view name, bool attribute) const {
  const XmlName parts = split_xml_name(name);
  if (parts.prefix.empty() && attribute) {
    return {name == "xmlns" ? XmlNamespace::kOther : XmlNamespace::kNone, name};
  }
  const XmlNamespace ns = namespaces_.find(parts.prefix);
  return {ns == XmlNamespace::kNone ? implied_ : ns, parts.local};
}

void XmlFinder::close_element() {
  namespaces_.undo(open_.back().namespaces_mark);
  open_.pop_back();
}

bool XmlFinder::end_tag() {
  if (open_.empty()) return false;
  if (open_.back().name != token_.name) {
    if (open_.back().is_raw_text) return false;
    // What follows is outside of the element that this closes, if it is open at all.
    const auto closed = std::find_if(open_.rbegin(), open_.rend(),
                                     [this](const OpenElement& open) { return open.name == token_.name; });
    if (closed != open_.rend()) open_.erase(closed.base() - 1, open_.end());
    return false;
  }
  finish_capture();
  close_element();
  return true;
}

bool XmlFinder::characters() {
  const bool is_cdata = token_.kind == XmlTokenKind::kCData;
  if (open_.empty()) return !is_cdata && xml_space_at(token_.data) == token_.data.size();
  if (token_.has_references && !entities_.admit(token_.data, XmlPlace::kText)) return false;
  if (captured_ == XmlTextForm::kNoUrl) {
    if (xhtml_ && !open_.back().is_link_text && may_hold_url(token_.data)) find_in_characters(open_.back());
    return true;
  }
  if (is_cdata) {
    capture_.append_cdata(token_.data);
  } else {
    capture_.append_characters(token_.data);
  }
  return true;
}

// The token at hand is running text of XHTML.
void XmlFinder::find_in_characters(const OpenElement& around) {
  text_.start_text(offset_of(token_.data.data()));
  if (token_.kind == XmlTokenKind::kCData) {
    text_.append_cdata(token_.data);
  } else {
    text_.append_characters(token_.data);
  }
  NestedPlace place{.map = &text_.map(), .offset = text_.origin()};
  place.scope = around.scope;
  place.hidden = around.hidden;
  place.quoting = text_.quoting();
  find_in_text_of_markup({text_.text(), utf8_}, place, sink_);
}

bool XmlFinder::instruction() {
  if (token_.name == "xml") return is_first_;
  if (token_.name != "xml-stylesheet" || seen_root_) return true;
  XmlAttribute attribute;
  while (take_xml_attribute(token_.data, attribute)) {
    if (attribute.name != "href") continue;
    if (entities_.admit(attribute.value, XmlPlace::kAttribute)) reporter_.stylesheet(attribute.value);
    return true;
  }
  return true;
}

bool XmlFinder::doctype() {
  if (seen_root_ || seen_doctype_) return false;
  seen_doctype_ = true;
  return entities_.declare(token_.data);
}

// Comments of XHTML are read as those of HTML are. In a style sheet they are the old way to hide it from
// browsers that know none.
void XmlFinder::comment() {
  if (captured_ == XmlTextForm::kCss) return capture_.append_cdata(token_.data);
  const OpenElement around = open_.empty() ? OpenElement() : open_.back();
  const bool is_xhtml = open_.empty() ? xhtml_ : around.is_xhtml;
  if (is_xhtml && !around.is_raw_text && !token_.data.empty()) read_as_html(token_.bytes, around);
}

void XmlFinder::start_capture(const XmlElement& element) {
  captured_ = xml_text_form(element.name);
  if (captured_ == XmlTextForm::kNoUrl) return;
  const auto has = [this](std::string_view name, std::string_view value) {
    const XmlAttribute* attribute = token_.attribute(name);
    return attribute != nullptr && attribute->value == value;
  };
  const bool wanted = captured_ == XmlTextForm::kPermaLink   ? !has("isPermaLink", "false")
                      : captured_ == XmlTextForm::kTypedHtml ? has("type", "html") || has("type", "text/html")
                                                             : true;
  if (!wanted) captured_ = XmlTextForm::kNoUrl;
  captured_element_ = element;
  captured_element_.hidden = open_.back().hidden;
  capture_.start_text(offset_of(token_.bytes.data() + token_.bytes.size()));
}

void XmlFinder::finish_capture() {
  if (captured_ != XmlTextForm::kNoUrl) reporter_.text(captured_element_, captured_, capture_);
  captured_ = XmlTextForm::kNoUrl;
}

// The token at hand is where the document stops being XML. Inside of a script or a style sheet, the rest of
// that is still no markup.
void XmlFinder::read_rest_as_html() {
  const std::size_t start = offset_of(token_.bytes.data());
  const std::size_t markup = rest_start();
  if (captured_ == XmlTextForm::kCss) {
    capture_.append_cdata(content_.bytes.substr(start, markup - start));
    finish_capture();
  }
  read_as_html(content_.bytes.substr(markup), open_.empty() ? OpenElement() : open_.back());
}

// Where what is to be read as HTML begins.
std::size_t XmlFinder::rest_start() const {
  const std::size_t start = offset_of(token_.bytes.data());
  if (open_.empty() || !open_.back().is_raw_text) return start;
  return std::min(content_.bytes.find("</" + std::string(open_.back().name), start), content_.bytes.size());
}

// Reads what stands inside of the element `around`.
void XmlFinder::read_as_html(std::string_view bytes, const OpenElement& around) {
  NestedPlace place;
  place.offset = offset_of(bytes.data());
  place.scope = around.scope;
  place.outer_scope = xhtml_ ? kDocument : around.scope;
  place.hidden = around.hidden;
  NestedSink nested(place, sink_);
  find_in_xhtml({bytes, content_.charset, content_.limits}, nested, xhtml_);
}

// True if "<base" or "<prefix:base" may be there, in any case: behind where the XML ends, it counts no more.
bool may_declare_base(std::string_view bytes) {
  constexpr std::string_view kName = "base";
  for (std::size_t at = bytes.find_first_of("<:"); at != bytes.npos; at = bytes.find_first_of("<:", at + 1)) {
    if (ascii::equals_ignoring_case(bytes.substr(at + 1, kName.size()), kName)) return true;
  }
  return false;
}

class NullSink : public Sink {
 public:
  void found(const Found& /*found*/) override {}
  ScopeId open_scope(ScopeId parent, const Declaration& /*declaration*/) override { return parent; }
};

}  // namespace

std::optional<Declaration> xhtml_document_base(const Content& content, std::string& buffer) {
  if (!may_declare_base(content.bytes)) return std::nullopt;
  NullSink sink;
  return XmlFinder(content, true, sink).document_base(buffer);
}

void find_in_xml(const Content& content, Sink& sink) {
  XmlFinder(content, false, sink).run();
}

void find_in_xhtml_document(const Content& content, Sink& sink) {
  XmlFinder(content, true, sink).run();
}

}  // namespace mimebase::find
