// The bytes go through our own tokenizer (tokenizer.h); this file tracks nesting, namespaces and bases.
// No XML library is used, because none provides two essentials: the bytes of each attribute value as they
// are in the content, in any charset, and a position to continue from where a document stops being XML.
// libxml2 serves as a reference instead: the tests compare which documents are well-formed, and all
// attributes and bases.
#include "find/xml/finder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "charset/readable.h"
#include "find/css/finder.h"
#include "find/html/finder.h"
#include "find/html/page_text.h"
#include "find/html/url_reporter.h"
#include "find/json/finder.h"
#include "find/nested_sink.h"
#include "find/script/finder.h"
#include "find/xml/expansion.h"
#include "find/xml/names.h"
#include "find/xml/text.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/transfer_encoding.h"

namespace mimebase::find {
namespace {

// Memory of a scope in addition to its bases.
constexpr std::size_t kScopeBytes = 64;

// An element whose start tag has been read.
struct XmlElement {
  XmlQualifiedName name;
  HtmlElement html = HtmlElement::kOther;  // of XHTML elements, and of `a` in SVG
  ScopeId scope = kDocument;               // of its references
  ScopeId outer_scope = kDocument;         // of its xml:base attribute
  Hidden hidden = Hidden::kNo;
  bool is_base = false;  // XHTML's; its href is a base of the document
};

// An open element.
struct OpenElement {
  std::string_view name;
  std::size_t namespaces_mark = 0;
  ScopeId scope = kDocument;
  std::size_t base_bytes = 0;  // total size of all bases of it and its ancestors
  Hidden hidden = Hidden::kNo;
  bool is_xhtml = false;
  bool is_raw_text = false;   // HTML would read its content as text
  bool is_link_text = false;  // inside an `a` or another element whose text is not searched for URLs
};

// The attribute of the Channel Definition Format that declares a base, as xml:base does.
bool is_cdf_base(std::string_view attribute) {
  return ascii::equals_ignoring_case(attribute, "base");
}

bool is_relative(std::string_view reference) {
  return reference.find(':') >= reference.find_first_of("/?#");
}

// Finds the references of one XML document.
class XmlFinder final : private ElementReader {
 public:
  XmlFinder(const Content& content, bool xhtml, Sink& sink)
      : content_(content),
        xhtml_(xhtml),
        sink_(sink),
        with_defanged_(sink.wants_defanged()),
        entities_(content.charset, content.limits),
        tokenizer_(content.bytes.substr(beginning())),
        value_(content, entities_),
        capture_(content, entities_),
        reporter_(*this, content.limits, sink) {}

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

  // Reads up to the first `base` and returns its value. References on the way go to the sink.
  [[nodiscard]] std::optional<Declaration> document_base(std::string& buffer);
  // Reads the start tag of the root.
  void read_root() {
    while (!seen_root_ && next()) {
    }
  }

 private:
  // Tolerates a byte order mark and white space before the XML declaration.
  [[nodiscard]] std::size_t beginning() const {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    const std::size_t mark = content_.bytes.starts_with(kMark) ? kMark.size() : 0;
    return mark + xml_space_at(content_.bytes.substr(mark));
  }

  void append_name(std::string& context) const override { append_name(element_, context); }
  [[nodiscard]] bool read_attribute(std::string_view name, std::string& value) override;
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const override;
  [[nodiscard]] const DecodedText& read(std::string_view raw) override;
  void read_url(std::string_view raw, Found& url) override;
  void read_anchor_text(std::string& text) override;
  void find_in_document(const Content& document, const NestedPlace& place) override;
  void find_in_data(const Finder& finder, const Content& document, const NestedPlace& place) override;

  bool token();
  bool next();
  bool start_tag();
  bool end_tag();
  bool characters();
  void append_name(const XmlElement& element, std::string& context) const;
  [[nodiscard]] std::string_view cut_name(std::string_view name) const;
  void report_attribute(const XmlAttribute& attribute);
  void report_other_attribute(const XmlAttribute& attribute);
  bool instruction();
  bool doctype();
  void comment();

  [[nodiscard]] bool has_twice_the_same();
  [[nodiscard]] bool open_element();
  void bind_namespaces();
  [[nodiscard]] bool open_base(OpenElement& open);
  [[nodiscard]] XmlQualifiedName qualified(std::string_view name, bool attribute) const;
  void close_element();

  void start_capture();
  void finish_capture();
  void read_rest_as_html();
  [[nodiscard]] std::size_t rest_start() const;
  void read_as_html(std::string_view bytes, const OpenElement& parent);
  [[nodiscard]] std::size_t offset_of(const char* p) const {
    return static_cast<std::size_t>(p - content_.bytes.data());
  }

  const Content& content_;
  const bool xhtml_;
  Sink& sink_;
  std::string name_;  // of an attribute, in UTF-8
  const bool with_defanged_;
  XmlEntities entities_;
  XmlTokenizer tokenizer_;
  XmlToken token_;
  XmlElement element_;  // the element whose start tag is the current token
  XmlText value_;       // of the current token
  XmlNamespaces namespaces_;
  XmlNamespace implied_ = XmlNamespace::kNone;
  std::vector<OpenElement> open_;
  std::vector<std::string_view> names_;
  std::optional<std::string_view> base_href_;  // of the last XHTML `base` element
  bool is_xml_ = true;                         // until something is not well-formed
  bool is_first_ = true;
  bool seen_doctype_ = false;
  bool seen_root_ = false;
  bool in_feed_ = false;  // by the root
  std::size_t scope_bytes_ = 0;

  // The text being captured, and its form.
  XmlTextForm captured_ = XmlTextForm::kNoUrl;
  bool is_json_ld_ = false;  // of kScript
  bool is_base64_ = false;   // of kTypedHtml
  XmlElement captured_element_;
  XmlText capture_;

  UrlReporter reporter_;
};

// Reads one token. Returns false at the end, and if the document is not well-formed.
bool XmlFinder::next() {
  if (!tokenizer_.next(token_)) return false;
  is_xml_ = token();
  is_first_ = false;
  return is_xml_;
}

std::optional<Declaration> XmlFinder::document_base(std::string& buffer) {
  while (next()) {
    if (!base_href_) continue;
    value_.read_attribute(*base_href_);
    const TextPart base = value_.whole();
    buffer = base.text;
    return Declaration{BaseBy::kHtmlBase, buffer, base.span};
  }
  if (is_xml_ || !xhtml_) return std::nullopt;
  const std::size_t start = rest_start();
  std::optional<Declaration> base =
      xhtml_declared_base({content_.bytes.substr(start), content_.charset}, buffer);
  if (base) base->span = {base->span.start + start, base->span.end + start};
  return base;
}

// Handles the current token. Returns false if the document is not well-formed there.
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
  // The CSS before a child element is searched. Other captured text with child elements is discarded.
  if (captured_ == XmlTextForm::kCss) finish_capture();
  captured_ = XmlTextForm::kNoUrl;

  if (!open_element()) return false;
  reporter_.start({.html = element_.html,
                   .is_document_base = element_.is_base,
                   .scope = element_.scope,
                   .base_scope = element_.is_base ? kDocument : element_.scope,
                   .hidden = element_.hidden});
  for (const XmlAttribute& attribute : token_.attributes) report_attribute(attribute);
  if (element_.is_base && element_.hidden != Hidden::kTemplate) {
    if (const XmlAttribute* href = token_.attribute("href")) base_href_ = href->value;
  }
  if (element_.html == HtmlElement::kTemplate) open_.back().hidden = Hidden::kTemplate;
  if (token_.self_closing) {
    close_element();
  } else {
    start_capture();
  }
  return true;
}

// Two attributes with the same name are not well-formed.
bool XmlFinder::has_twice_the_same() {
  if (token_.attributes.size() < 2) return false;
  names_.clear();
  for (const XmlAttribute& attribute : token_.attributes) names_.push_back(attribute.name);
  std::sort(names_.begin(), names_.end());
  return std::adjacent_find(names_.begin(), names_.end()) != names_.end();
}

// Returns false if the limit of bases is hit.
bool XmlFinder::open_element() {
  if (!seen_root_) implied_ = xhtml_ ? XmlNamespace::kXhtml : implied_namespace(token_.name);
  seen_root_ = true;
  OpenElement open = open_.empty() ? OpenElement() : open_.back();
  open.name = token_.name;
  open.namespaces_mark = namespaces_.mark();
  bind_namespaces();
  element_ = {.name = qualified(token_.name, false)};
  if (open_.empty()) in_feed_ = is_of_feeds(element_.name.ns);
  element_.scope = element_.outer_scope = open.scope;
  element_.hidden = open.hidden;
  open.is_xhtml = element_.name.ns == XmlNamespace::kXhtml;
  const HtmlElement html = html_element(element_.name.local);
  const bool is_svg = element_.name.ns == XmlNamespace::kSvg;
  if (open.is_xhtml || (is_svg && html == HtmlElement::kA)) element_.html = html;
  // XML is case-sensitive: `BASE` is not a base. Outside XHTML, a base declares its namespace.
  element_.is_base = element_.html == HtmlElement::kBase && element_.name.local == "base" &&
                     (xhtml_ || namespaces_.find(split_xml_name(token_.name).prefix) == XmlNamespace::kXhtml);
  open.is_raw_text =
      (open.is_xhtml || is_svg) && (element_.name.local == "script" || element_.name.local == "style");
  const bool is_link = element_.html == HtmlElement::kA &&
                       (token_.attribute("href") != nullptr || token_.attribute("xlink:href") != nullptr);
  open.is_link_text = open.is_link_text || open.is_raw_text || is_link;
  // No reader shows it in the page.
  if (element_.html == HtmlElement::kTitle) open.hidden = stronger(open.hidden, Hidden::kStyle);
  const bool within_limits = open_base(open);
  open_.push_back(open);
  return within_limits;
}

void XmlFinder::bind_namespaces() {
  for (const XmlAttribute& attribute : token_.attributes) {
    if (!attribute.name.starts_with("xmlns")) continue;
    const XmlName name = split_xml_name(attribute.name);
    const bool is_default = attribute.name == "xmlns";
    if (!is_default && name.prefix != "xmlns") continue;
    if (namespaces_.mark() >= content_.limits.document_objects)
      return sink_.limit_hit(FindLimit::kDocumentObjects);
    value_.read_attribute(attribute.value);
    XmlNamespace ns = xml_namespace(value_.text);
    // What a page says to be in no namespace is not a part of the page. Feeds have no namespace.
    const bool is_page = implied_ == XmlNamespace::kXhtml || implied_ == XmlNamespace::kSvg;
    if (is_default && is_page && value_.text.empty() && !open_.empty()) ns = XmlNamespace::kOther;
    namespaces_.bind(is_default ? std::string_view() : name.local, ns);
  }
}

// W3C XML Base, section 3: the base of an element applies to its own attributes too. An empty one changes
// nothing.
bool XmlFinder::open_base(OpenElement& open) {
  const XmlAttribute* base = token_.attribute("xml:base");
  if (base == nullptr && element_.name.ns == XmlNamespace::kCdf) {
    const auto at = std::ranges::find_if(token_.attributes, is_cdf_base, &XmlAttribute::name);
    if (at != token_.attributes.end()) base = &*at;
  }
  if (base == nullptr) return true;
  value_.read_attribute(base->value);
  const TextPart url = value_.whole();
  if (url.text.empty()) return true;
  open.base_bytes += url.text.size();
  scope_bytes_ += open.base_bytes + kScopeBytes;
  // A resolved base is at most as long as the bases that it combines, so this bounds what a resolver has
  // to store.
  if (scope_bytes_ > content_.limits.xml_base_bytes) {
    sink_.limit_hit(FindLimit::kXmlBases);
    return false;
  }
  element_.scope = open.scope = sink_.open_scope(
      open.scope,
      {.by = BaseBy::kXmlBase, .reference = url.text, .span = url.span, .is_of_format = in_feed_});
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
    // The following content is outside the element that this tag closes, if that is open at all.
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
    const OpenElement& parent = open_.back();
    if (!xhtml_ || parent.is_link_text ||
        !(with_defanged_ ? may_hold_defanged_url(token_.data) : may_hold_url(token_.data)))
      return true;
    value_.start_text(offset_of(token_.data.data()));
    value_.append(token_);
    find_in_text_of_markup(value_.content(), value_.place({}, parent.scope, parent.hidden), sink_);
    return true;
  }
  capture_.append(token_);
  return true;
}

// ---- References ----

void XmlFinder::append_name(const XmlElement& element, std::string& context) const {
  const std::string_view name = cut_name(element.name.local);
  if (ascii::is_ascii(name)) {
    context += name;
  } else {
    content_.charset.append_utf8(name, context);
  }
  if (element.name.ns != XmlNamespace::kXhtml) return;
  for (char& c : context) c = ascii::lower(c);
}

std::string_view XmlFinder::cut_name(std::string_view name) const {
  if (name.size() > content_.limits.name_bytes) sink_.limit_hit(FindLimit::kNames);
  return name.substr(0, content_.limits.name_bytes);
}

std::optional<std::string_view> XmlFinder::attribute(std::string_view name) const {
  const XmlAttribute* found = token_.attribute(name);
  return found != nullptr ? std::optional(found->value) : std::nullopt;
}

bool XmlFinder::read_attribute(std::string_view name, std::string& value) {
  const std::optional<std::string_view> raw = attribute(name);
  if (!raw) return false;
  if (raw->size() > content_.limits.attribute_bytes) {
    sink_.limit_hit(FindLimit::kAttribute);
    return false;
  }
  XmlText text(content_, entities_);
  text.read_attribute(*raw);
  value = text.text;
  return true;
}

const DecodedText& XmlFinder::read(std::string_view raw) {
  value_.read_attribute(raw);
  return value_;
}

void XmlFinder::read_url(std::string_view raw, Found& url) {
  const TextPart part = read(raw).whole();
  url.reference = part.text;
  url.span = part.span;
  url.quoting = value_.quoting;
}

void XmlFinder::read_anchor_text(std::string& text) {
  text.clear();
  if (!token_.self_closing) read_xml_link_text(tokenizer_, value_, text);
}

void XmlFinder::find_in_document(const Content& document, const NestedPlace& place) {
  find_nested_document(*finder_for("text/html"), {document.bytes, document.charset, content_.limits}, place,
                       sink_);
}

void XmlFinder::find_in_data(const Finder& finder, const Content& document, const NestedPlace& place) {
  if (content_.limits.srcdoc_levels == 0) return sink_.limit_hit(FindLimit::kSrcdoc);
  constexpr std::uint64_t kMaxLevels = 64;  // levels are nested calls, bounded by the stack of a thread
  Limits limits = content_.limits;
  limits.srcdoc_levels = std::min(limits.srcdoc_levels, kMaxLevels) - 1;
  find_nested_document(finder, {document.bytes, document.charset, limits}, place, sink_);
}

void XmlFinder::report_attribute(const XmlAttribute& attribute) {
  const XmlQualifiedName name = qualified(attribute.name, true);
  if (name.ns != XmlNamespace::kNone || element_.name.ns != XmlNamespace::kXhtml) {
    const bool is_base = name.ns == XmlNamespace::kXml ||
                         (element_.name.ns == XmlNamespace::kCdf && is_cdf_base(attribute.name));
    const ScopeId scope = is_base ? element_.outer_scope : element_.scope;
    if (const std::optional<UrlForm> form = xml_url_form(element_.name, name))
      return reporter_.attribute(*form, cut_name(attribute.name), scope, attribute.value);
    if (name.ns == XmlNamespace::kNone && element_.name.ns == XmlNamespace::kSvg)
      report_other_attribute(attribute);
    return;
  }
  const UrlAttribute* row = html_url_attribute(name.local, element_.html);
  if (row == nullptr || row->form == UrlForm::kSvgCss) return report_other_attribute(attribute);
  // Upper-case names such as `HREF` are accepted as in HTML, but not for attributes that contain another
  // language.
  const bool is_language = row->form == UrlForm::kCss || row->form == UrlForm::kNestedHtml;
  if (!is_language || row->name == name.local) reporter_.attribute(*row, attribute.value);
}

// Attributes of XHTML and SVG that are in no table.
void XmlFinder::report_other_attribute(const XmlAttribute& attribute) {
  const bool may_hold_url = contains(attribute.value, '/') || contains(attribute.value, '&');
  if (!may_hold_url && !is_animated_value(attribute.name)) return;
  if (const std::optional<UrlForm> form = html_other_form(attribute.name))
    reporter_.other_attribute(*form, content_.charset.utf8(cut_name(attribute.name), name_), attribute.value);
}

bool XmlFinder::instruction() {
  if (token_.name == "xml") return is_first_;
  if (token_.name != "xml-stylesheet" || seen_root_) return true;
  XmlAttribute attribute;
  while (take_xml_attribute(token_.data, attribute)) {
    if (attribute.name != "href") continue;
    if (!entities_.admit(attribute.value, XmlPlace::kAttribute)) return true;
    element_ = {.name = {XmlNamespace::kNone, token_.name}};
    reporter_.start({});
    reporter_.attribute(UrlForm::kUrl, "href", kDocument, attribute.value);
    return true;
  }
  return true;
}

bool XmlFinder::doctype() {
  if (seen_root_ || seen_doctype_) return false;
  seen_doctype_ = true;
  return entities_.declare(token_.data);
}

// Comments in XHTML are read like those in HTML. In a style sheet, a comment is the old way to hide the
// sheet from browsers without CSS support.
void XmlFinder::comment() {
  if (captured_ == XmlTextForm::kCss) return capture_.append_cdata(token_.data);
  const OpenElement parent = open_.empty() ? OpenElement() : open_.back();
  const bool is_xhtml = open_.empty() ? xhtml_ : parent.is_xhtml;
  if (is_xhtml && !parent.is_raw_text && !token_.data.empty()) read_as_html(token_.bytes, parent);
}

void XmlFinder::start_capture() {
  captured_ = xml_text_form(element_.name);
  if (captured_ == XmlTextForm::kNoUrl) return;
  const auto has = [this](std::string_view name, std::string_view value) {
    const XmlAttribute* attribute = token_.attribute(name);
    return attribute != nullptr && attribute->value == value;
  };
  // RFC 4287 section 3.1.1; in Atom 0.3, the mode says how the text is written, and programs read every
  // escaped text as HTML.
  is_base64_ = captured_ == XmlTextForm::kTypedHtml && has("mode", "base64");
  const bool is_html =
      has("type", "html") || has("type", "text/html") || has("mode", "escaped") || is_base64_;
  const bool wanted = captured_ == XmlTextForm::kPermaLink   ? !has("isPermaLink", "false")
                      : captured_ == XmlTextForm::kTypedHtml ? is_html
                                                             : true;
  if (!wanted) captured_ = XmlTextForm::kNoUrl;
  if (captured_ == XmlTextForm::kScript) {
    const XmlAttribute* type = token_.attribute("type");
    is_json_ld_ = type != nullptr && is_json_ld_type(type->value);
    if (!is_json_ld_ && !is_javascript_type(type != nullptr ? &type->value : nullptr))
      captured_ = XmlTextForm::kNoUrl;
  }
  captured_element_ = element_;
  captured_element_.hidden = open_.back().hidden;
  capture_.start_text(offset_of(token_.bytes.data() + token_.bytes.size()));
}

void XmlFinder::finish_capture() {
  const XmlTextForm form = std::exchange(captured_, XmlTextForm::kNoUrl);
  if (form == XmlTextForm::kNoUrl) return;
  const ScopeId scope = captured_element_.scope;
  const Hidden hidden = captured_element_.hidden;
  std::string context;
  append_name(captured_element_, context);
  if (form == XmlTextForm::kUrl || form == XmlTextForm::kPermaLink || form == XmlTextForm::kRelativeUrl) {
    const TextPart url = capture_.whole();
    if (url.text.empty() || (form == XmlTextForm::kRelativeUrl && !is_relative(url.text))) return;
    Found found;
    found.context = context;
    found.span = url.span;
    found.reference = url.text;
    found.scope = scope;
    found.hidden = hidden;
    found.quoting = capture_.quoting;
    return sink_.found(found);
  }
  if (form == XmlTextForm::kScript) {
    NestedSink strings(capture_.place(is_json_ld_ ? std::string_view() : "script:", scope, hidden), sink_);
    const Content script = capture_.content(content_.limits);
    return is_json_ld_ ? find_in_json_ld(script, strings) : find_in_script(script, strings);
  }
  context += '/';
  const NestedPlace place = capture_.place(context, scope, hidden);
  if (form == XmlTextForm::kCss)
    return find_in_embedded_css(capture_.content(content_.limits), false, place, sink_);
  NestedSink nested(place, sink_);
  if (!is_base64_) return find_in_html(capture_.content(content_.limits), nested);
  std::string buffer, converted;
  const std::string_view decoded =
      walk::decode_transfer(capture_.text, walk::TransferEncoding::kBase64, buffer);
  const charset::Readable readable = charset::make_readable("", "text/html", decoded, converted);
  OffsetMap map;
  map.replace({0, capture_.text.size()}, {0, readable.bytes.size()});
  NestedSink whole({.map = &map, .quoting = Quoting::kOpaque}, nested);
  find_in_html({readable.bytes, readable.charset, content_.limits}, whole);
}

// The document stops being XML at the current token. If that is inside a script or style sheet, the rest
// of that element is still not markup.
void XmlFinder::read_rest_as_html() {
  const std::size_t start = offset_of(token_.bytes.data());
  const std::size_t markup = rest_start();
  if (captured_ == XmlTextForm::kCss) {
    capture_.append_cdata(content_.bytes.substr(start, markup - start));
    finish_capture();
  }
  read_as_html(content_.bytes.substr(markup), open_.empty() ? OpenElement() : open_.back());
}

// The offset from which the content is read as HTML.
std::size_t XmlFinder::rest_start() const {
  const std::size_t start = offset_of(token_.bytes.data());
  if (open_.empty() || !open_.back().is_raw_text) return start;
  return std::min(content_.bytes.find("</" + std::string(open_.back().name), start), content_.bytes.size());
}

// Reads `bytes` as the content of `parent`.
void XmlFinder::read_as_html(std::string_view bytes, const OpenElement& parent) {
  NestedPlace place;
  place.offset = offset_of(bytes.data());
  place.scope = parent.scope;
  place.outer_scope = xhtml_ ? kDocument : parent.scope;
  place.hidden = parent.hidden;
  NestedSink nested(place, sink_);
  find_in_xhtml({bytes, content_.charset, content_.limits}, nested, xhtml_);
}

// True if "<base" or "<prefix:base" may occur. Ignores case, because the HTML rules after the end of the
// XML do.
bool may_declare_base(std::string_view bytes) {
  constexpr std::string_view kName = "base";
  for (std::size_t at = bytes.find_first_of("<:"); at != bytes.npos; at = bytes.find_first_of("<:", at + 1)) {
    if (ascii::equals_ignoring_case(bytes.substr(at + 1, kName.size()), kName)) return true;
  }
  return false;
}

// Keeps the first xml:base.
class BaseSink final : public SilentSink {
 public:
  explicit BaseSink(std::string& buffer) : buffer_(buffer) {}
  [[nodiscard]] const std::optional<Declaration>& base() const { return base_; }
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override {
    if (base_ || declaration.by != BaseBy::kXmlBase) return parent;
    buffer_ = declaration.reference;
    base_ = declaration;
    base_->reference = buffer_;
    return parent;
  }

 private:
  std::string& buffer_;
  std::optional<Declaration> base_;
};

std::optional<Declaration> document_base(const Content& content, bool xhtml, std::string& buffer) {
  if (!may_declare_base(content.bytes)) return std::nullopt;
  SilentSink sink;
  const XmlExpansion expansion(content);
  if (!expansion.is_needed()) return XmlFinder(content, xhtml, sink).document_base(buffer);
  std::optional<Declaration> base = XmlFinder(expansion.content(), xhtml, sink).document_base(buffer);
  if (base) base->span = expansion.map().to_input(base->span);
  return base;
}

void find_in(const Content& content, bool xhtml, Sink& sink) {
  const XmlExpansion expansion(content);
  if (!expansion.is_needed()) return XmlFinder(content, xhtml, sink).run();
  if (expansion.limit_hit()) sink.limit_hit(FindLimit::kXmlEntities);
  ExpansionSink expanded(expansion, sink);
  XmlFinder(expansion.content(), xhtml, expanded).run();
}

}  // namespace

std::optional<Declaration> xml_document_base(const Content& content, std::string& buffer) {
  return document_base(content, false, buffer);
}

std::optional<Declaration> xhtml_document_base(const Content& content, std::string& buffer) {
  return document_base(content, true, buffer);
}

std::optional<Declaration> xml_root_base(const Content& content, std::string& buffer) {
  BaseSink sink(buffer);
  XmlFinder(content, false, sink).read_root();
  return sink.base();
}

void find_in_xml(const Content& content, Sink& sink) {
  find_in(content, false, sink);
}

void find_in_xhtml_document(const Content& content, Sink& sink) {
  find_in(content, true, sink);
}

}  // namespace mimebase::find
