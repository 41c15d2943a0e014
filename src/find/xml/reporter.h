// Reports the URLs in the attributes and the text of one XML element at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "find/finder.h"
#include "find/html/urls.h"
#include "find/xml/entities.h"
#include "find/xml/names.h"
#include "find/xml/text.h"
#include "find/xml/tokenizer.h"

namespace mimebase::find {

// An element whose start tag was read.
struct XmlElement {
  XmlQualifiedName name;
  HtmlElement html = HtmlElement::kOther;  // of elements of XHTML
  ScopeId scope = kDocument;               // of its references
  ScopeId outer_scope = kDocument;         // of its xml:base
  ScopeId base_scope = kDocument;          // of the href of XHTML's base
  Hidden hidden = Hidden::kNo;
};

// In XML case counts: `BASE` is none.
[[nodiscard]] inline bool is_base(const XmlElement& element) {
  return element.html == HtmlElement::kBase && element.name.local == "base";
}

class XmlReporter {
 public:
  // All must outlive this.
  XmlReporter(const Content& content, XmlEntities& entities, Sink& sink)
      : content_(content), sink_(sink), value_(content, entities), other_(content, entities) {}

  // Opens the scope of an xml:base or a codebase: `raw` is the attribute's value.
  ScopeId open_scope(ScopeId parent, ScopeKind kind, std::string_view raw);

  // Starts an element: `tag` is its start tag, from whose end on `inside` reads. Attributes and text follow,
  // in their order. The tag and `inside` must outlive that.
  void start(const XmlElement& element, const XmlToken& tag, const XmlTokenizer& inside);
  void attribute(const XmlAttribute& attribute, XmlQualifiedName name);

  // Text of the form that xml_text_form() gave, gathered.
  void text(const XmlElement& element, XmlTextForm form, const XmlText& text);

  // The href of a processing instruction xml-stylesheet.
  void stylesheet(std::string_view raw_href);

 private:
  void html_attribute(std::string_view name, std::string_view raw);
  void report(Span in_value);
  void report_not_empty(Span in_value);
  void report_list(bool (*separates)(char), bool every_second);
  void report_srcset();
  void report_refresh();
  void report_css(const XmlElement& element, const XmlText& text, bool declarations);
  void report_html(const XmlElement& element, const XmlText& text);
  void report_document(const XmlElement& element, const XmlText& text);

  void begin_element_context(std::string_view local, bool lower);
  [[nodiscard]] bool has_value(std::string_view attribute, std::string_view lower);
  [[nodiscard]] bool is_url_valued_param();
  [[nodiscard]] std::optional<std::string_view> link_text();

  const Content& content_;
  const charset::Charset utf8_{"utf-8"};
  Sink& sink_;

  // Of the element at hand.
  XmlElement element_;
  const XmlToken* tag_ = nullptr;
  const XmlTokenizer* inside_ = nullptr;
  ScopeId codebase_scope_ = kDocument;
  std::string context_;
  std::size_t element_context_bytes_ = 0;  // "element" in context_
  bool has_link_text_ = false;
  std::string link_text_;

  // Of the attribute at hand.
  XmlText value_;
  XmlText other_;
  Found found_;
  XmlToken scratch_;
};

}  // namespace mimebase::find
