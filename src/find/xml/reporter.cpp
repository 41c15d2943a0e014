#include "find/xml/reporter.h"

#include "ascii.h"
#include "find/css/finder.h"
#include "find/html/anchor_text.h"
#include "find/html/finder.h"
#include "find/html/names.h"
#include "find/html/srcset.h"
#include "find/nested_sink.h"

namespace mimebase::find {
namespace {

// As in HTML's contexts: a name is repeated with each of an element's references.
constexpr std::size_t kMaxNameBytes = 64;

// Enough for an anchor's text, in any charset; white space does not count.
constexpr std::size_t kMaxLinkTextBytes = 4 * kMaxAnchorTextCharacters;

bool separates_urls(char c) {
  return is_html_space(c);
}
bool separates_archives(char c) {
  return c == ',';
}

bool is_anchor(std::string_view local) {
  return ascii::equals_ignoring_case(local, "a");
}

// Appends a token's text to `gathered`, which XmlText decodes.
void gather(const XmlToken& token, XmlText& gathered) {
  if (token.kind == XmlTokenKind::kCData) {
    gathered.append_cdata(token.data);
  } else {
    gathered.append_characters(token.data);
  }
}

// What a reader sees of the element that `ahead` stands in: up to its end or the next anchor, so that all
// anchors of a document together are read in linear time.
void read_link_text(XmlTokenizer ahead, XmlText& piece, XmlToken& token, std::string& text) {
  std::string gathered;
  std::size_t depth = 0;
  while (gathered.size() < kMaxLinkTextBytes && ahead.next(token)) {
    const std::string_view local = split_xml_name(token.name).local;
    switch (token.kind) {
      case XmlTokenKind::kStartTag:
        if (is_anchor(local)) return collapse_text(gathered, text);
        if (separates_words(local)) gathered += ' ';
        if (!token.self_closing) ++depth;
        break;
      case XmlTokenKind::kEndTag:
        if (depth == 0) return collapse_text(gathered, text);
        if (separates_words(local)) gathered += ' ';
        --depth;
        break;
      case XmlTokenKind::kText:
      case XmlTokenKind::kCData:
        piece.start_text(0);
        gather(token, piece);
        if (!gathered.empty() && !piece.text().empty() && is_html_space(piece.text().front()))
          gathered += ' ';
        gathered += piece.cut(piece.trimmed());
        if (!piece.text().empty() && is_html_space(piece.text().back())) gathered += ' ';
        break;
      default:
        break;
    }
  }
  collapse_text(gathered, text);
}

}  // namespace

ScopeId XmlReporter::open_scope(ScopeId parent, ScopeKind kind, std::string_view raw) {
  other_.read_attribute(raw);
  const Span url = other_.trimmed();
  return sink_.open_scope(parent, {kind, other_.cut(url), other_.in_content(url)});
}

void XmlReporter::start(const XmlElement& element, const XmlToken& tag, const XmlTokenizer& inside) {
  element_ = element;
  tag_ = &tag;
  inside_ = &inside;
  codebase_scope_ = element.scope;
  has_link_text_ = false;
  element_context_bytes_ = 0;
  if (!may_have_codebase(element.html)) return;
  if (const XmlAttribute* codebase = tag.attribute("codebase")) {
    codebase_scope_ = open_scope(element.scope, ScopeKind::kCodebase, codebase->value);
  }
}

void XmlReporter::attribute(const XmlAttribute& attribute, XmlQualifiedName name) {
  const XmlAttributeForm form = xml_attribute_form(element_.name, name);
  if (form == XmlAttributeForm::kNoUrl) return;
  if (element_context_bytes_ == 0) {
    begin_element_context(element_.name.local, element_.name.ns == XmlNamespace::kXhtml);
  }
  context_.resize(element_context_bytes_);
  context_ += '@';
  if (form == XmlAttributeForm::kHtml) return html_attribute(name.local, attribute.value);

  const bool is_xml_base = name.ns == XmlNamespace::kXml;
  context_ += attribute.name.substr(0, kMaxNameBytes);
  found_ = {};
  found_.context = context_;
  found_.scope = is_xml_base ? element_.outer_scope : element_.scope;
  found_.hidden = element_.hidden;
  value_.read_attribute(attribute.value);
  switch (form) {
    case XmlAttributeForm::kUrl:
      if (!is_xml_base && name.local == "href") found_.text = link_text();
      return report(value_.trimmed());
    case XmlAttributeForm::kPairs:
      return report_list(separates_urls, true);
    case XmlAttributeForm::kHtmlDocument:
      return report_document(element_, value_);
    case XmlAttributeForm::kCssDeclarations:
    case XmlAttributeForm::kCssValue:
      return report_css(element_, value_, true);
    case XmlAttributeForm::kNoUrl:
    case XmlAttributeForm::kHtml:
      break;
  }
}

void XmlReporter::html_attribute(std::string_view name, std::string_view raw) {
  const HtmlUrlAttribute id = html_url_attribute(name);
  const HtmlUrlForm form = html_url_form(id, element_.html);
  const bool is_language =
      form == HtmlUrlForm::kCss || form == HtmlUrlForm::kSvgCss || form == HtmlUrlForm::kNestedHtml;
  if (form == HtmlUrlForm::kNoUrl || is_language) return;
  if (form == HtmlUrlForm::kParam && !is_url_valued_param()) return;
  if (form == HtmlUrlForm::kRefresh && !has_value("http-equiv", "refresh")) return;
  context_ += name_of(id);
  found_ = {};
  found_.context = context_;
  found_.scope = obeys_codebase(id)                    ? codebase_scope_
                 : element_.html == HtmlElement::kBase ? element_.base_scope
                                                       : element_.scope;
  found_.hidden = element_.hidden;
  found_.is_base = id == HtmlUrlAttribute::kHref && is_base(element_);
  if (id == HtmlUrlAttribute::kHref) found_.text = link_text();
  value_.read_attribute(raw);
  switch (form) {
    case HtmlUrlForm::kNoUrl:
    case HtmlUrlForm::kCss:
    case HtmlUrlForm::kSvgCss:
    case HtmlUrlForm::kNestedHtml:
      return;
    case HtmlUrlForm::kUrl:
    case HtmlUrlForm::kParam:
      return report(value_.trimmed());
    case HtmlUrlForm::kSpaces:
      return report_list(separates_urls, false);
    case HtmlUrlForm::kCommas:
      return report_list(separates_archives, false);
    case HtmlUrlForm::kCandidates:
      return report_srcset();
    case HtmlUrlForm::kRefresh:
      return report_refresh();
  }
}

void XmlReporter::report(Span in_value) {
  found_.reference = value_.cut(in_value);
  found_.quoting = value_.quoting();
  found_.span = value_.in_content(in_value);
  sink_.found(found_);
}

void XmlReporter::report_not_empty(Span in_value) {
  const Span url = value_.trimmed(in_value);
  if (url.start < url.end) report(url);
}

// The members of a list that are not empty, or every second of them.
void XmlReporter::report_list(bool (*separates)(char), bool every_second) {
  const std::string_view value = value_.text();
  bool wanted = !every_second;
  for (std::size_t pos = 0; pos < value.size(); ++pos) {
    Span member{pos, pos};
    while (member.end < value.size() && !separates(value[member.end])) ++member.end;
    pos = member.end;
    if (member.start == member.end) continue;
    if (wanted) report_not_empty(member);
    if (every_second) wanted = !wanted;
  }
}

void XmlReporter::report_srcset() {
  Srcset candidates(value_.text());
  while (const std::optional<Span> url = candidates.next()) report_not_empty(*url);
}

void XmlReporter::report_refresh() {
  if (const std::optional<Span> url = refresh_url(value_.text())) report(value_.trimmed(*url));
}

// `context_` names the attribute or the element.
void XmlReporter::report_css(const XmlElement& element, const XmlText& text, bool declarations) {
  context_ += '/';
  find_in_embedded_css({.css = {text.text(), utf8_},
                        .map = &text.map(),
                        .offset = text.origin(),
                        .context_prefix = context_,
                        .declarations = declarations,
                        .scope = element.scope,
                        .hidden = element.hidden,
                        .quoting = text.quoting()},
                       sink_);
}

void XmlReporter::report_html(const XmlElement& element, const XmlText& text) {
  context_ += '/';
  NestedSink nested(
      {&text.map(), text.origin(), context_, element.scope, element.scope, element.hidden, text.quoting()},
      sink_);
  find_in_html({text.text(), utf8_, content_.limits}, nested);
}

// A document inside the document: its own base rules it.
void XmlReporter::report_document(const XmlElement& element, const XmlText& text) {
  context_ += '/';
  const Content document{text.text(), utf8_, content_.limits};
  NestedPlace place{&text.map(),   text.origin(),  context_,      element.scope,
                    element.scope, element.hidden, text.quoting()};
  std::string buffer;
  if (const std::optional<Declaration> base = html_declared_base(document, buffer)) {
    place.scope = NestedSink(place, sink_).open_scope(kDocument, *base);
  }
  NestedSink nested(place, sink_);
  find_in_html(document, nested);
}

void XmlReporter::text(const XmlElement& element, XmlTextForm form, const XmlText& text) {
  begin_element_context(element.name.local, element.name.ns == XmlNamespace::kXhtml);
  switch (form) {
    case XmlTextForm::kNoUrl:
      return;
    case XmlTextForm::kUrl:
    case XmlTextForm::kPermaLink:
      break;
    case XmlTextForm::kHtml:
    case XmlTextForm::kTypedHtml:
      return report_html(element, text);
    case XmlTextForm::kCss:
      return report_css(element, text, false);
  }
  const Span url = text.trimmed();
  if (url.start == url.end) return;
  found_ = {};
  found_.context = context_;
  found_.reference = text.cut(url);
  found_.span = text.in_content(url);
  found_.scope = element.scope;
  found_.hidden = element.hidden;
  found_.quoting = text.quoting();
  sink_.found(found_);
}

void XmlReporter::stylesheet(std::string_view raw_href) {
  value_.read_attribute(raw_href);
  found_ = {};
  found_.context = "xml-stylesheet@href";
  report(value_.trimmed());
}

void XmlReporter::begin_element_context(std::string_view local, bool lower) {
  local = local.substr(0, kMaxNameBytes);
  context_.clear();
  if (ascii::is_ascii(local)) {
    context_ = local;
  } else {
    content_.charset.append_utf8(local, context_);
  }
  if (lower) {
    for (char& c : context_) c = ascii::lower(c);
  }
  element_context_bytes_ = context_.size();
}

// True if the tag at hand has the attribute, and its value decoded is `lower` in any case.
bool XmlReporter::has_value(std::string_view attribute, std::string_view lower) {
  const XmlAttribute* found = tag_->attribute(attribute);
  if (found == nullptr) return false;
  other_.read_attribute(found->value);
  return ascii::equals_ignoring_case(other_.text(), lower);
}

bool XmlReporter::is_url_valued_param() {
  if (has_value("valuetype", "ref")) return true;
  const XmlAttribute* name = tag_->attribute("name");
  if (name == nullptr) return false;
  other_.read_attribute(name->value);
  return is_url_param(other_.cut(other_.trimmed()));
}

// Links have a text: an `a` what is in it, an `area` its `alt`.
std::optional<std::string_view> XmlReporter::link_text() {
  const bool is_area = element_.html == HtmlElement::kArea;
  const bool page = element_.name.ns == XmlNamespace::kXhtml || element_.name.ns == XmlNamespace::kSvg;
  if (!is_area && !(page && is_anchor(element_.name.local))) return std::nullopt;
  const XmlAttribute* alt = is_area ? tag_->attribute("alt") : nullptr;
  if (is_area && alt == nullptr) return std::nullopt;
  if (!has_link_text_) {
    has_link_text_ = true;
    link_text_.clear();
    if (is_area) {
      other_.read_attribute(alt->value);
      collapse_text(other_.text(), link_text_);
    } else if (!tag_->self_closing) {
      read_link_text(*inside_, other_, scratch_, link_text_);
    }
  }
  return link_text_;
}

}  // namespace mimebase::find
