// Reports the URLs in the attributes of an HTML or XML element.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "find/html/names.h"
#include "find/nested_sink.h"

namespace mimebase::find {

// The current element, read by the rules of its language.
class ElementReader : public Element {
 public:
  // Appends the element's name in the form used in contexts.
  virtual void append_name(std::string& context) const = 0;
  // Returns the raw value of the first attribute with this name.
  [[nodiscard]] virtual std::optional<std::string_view> attribute(std::string_view lower_name) const = 0;
  // Decodes an attribute's value. Valid until the next call.
  [[nodiscard]] virtual const DecodedText& read(std::string_view raw) = 0;
  // The same for a value that is one URL: sets the reference, span and quoting of `url`.
  virtual void read_url(std::string_view raw, Found& url) = 0;
  // The visible text of an `a`, collapsed and truncated (see page_text.h).
  virtual void read_anchor_text(std::string& text) = 0;
  // Searches a document that is an attribute's value.
  virtual void find_in_document(const Content& document, const NestedPlace& place) = 0;
  // Searches a document of another type, which a data: URL holds.
  virtual void find_in_data(const Finder& finder, const Content& document, const NestedPlace& place) = 0;

 protected:
  ~ElementReader() = default;
};

// The properties of an element that decide how its URLs are reported.
struct ReportedElement {
  HtmlElement html = HtmlElement::kOther;  // of HTML; an `a` of SVG counts too
  bool is_document_base = false;           // a `base` whose href is the base of the document
  ScopeId scope = kDocument;               // of its references
  ScopeId base_scope = kDocument;          // of the references of a `base`
  Hidden hidden = Hidden::kNo;
};

// Reports the URLs in the attributes of one element after another to a sink.
class UrlReporter {
 public:
  // All must outlive this.
  UrlReporter(ElementReader& reader, const Limits& limits, Sink& sink)
      : reader_(reader), limits_(limits), sink_(sink) {
    found_.element = &reader;
  }

  // Starts an element, and opens the scope of its codebase. Its attributes follow in document order.
  void start(const ReportedElement& element) {
    element_ = element;
    codebase_scope_ = element.scope;
    name_bytes_ = 0;
    has_link_text_ = false;
    if (element.html == HtmlElement::kObject || element.html == HtmlElement::kApplet) open_codebase();
  }
  // Reports an HTML attribute.
  void attribute(const UrlAttribute& row, std::string_view raw);
  // Reports an attribute of any language. `name` is used in the context; `scope` is that of its
  // references.
  void attribute(UrlForm form, std::string_view name, ScopeId scope, std::string_view raw);
  // Reports an attribute by html_other_form(): a value that is wholly a URL, or those in an event handler.
  void other_attribute(UrlForm form, std::string_view name, std::string_view raw);

 private:
  [[nodiscard]] bool is_too_long(std::string_view raw);
  [[nodiscard]] std::optional<std::string_view> sibling(std::string_view lower_name);
  void open_codebase();
  void begin_context(std::string_view name);
  void report_list(const DecodedText& value, UrlForm form);
  void report(const TextPart& url);
  void find_in_data_url(std::string_view url, Span span, ScopeId scope);
  [[nodiscard]] bool has_value(std::string_view attribute, std::string_view lower);
  [[nodiscard]] bool is_url_valued_param();
  [[nodiscard]] bool animates_link(std::string_view name);
  void report_card(std::string_view raw);
  [[nodiscard]] LinkKind kind_of_link();
  void put_link_text();

  ElementReader& reader_;
  const Limits& limits_;
  Sink& sink_;

  // State of the current element.
  ReportedElement element_;
  ScopeId codebase_scope_ = kDocument;
  std::string context_;
  std::size_t name_bytes_ = 0;  // length of "element@" in context_; 0: not built yet
  std::string link_text_;
  bool has_link_text_ = false;

  // State of the current attribute.
  Found found_;
};

}  // namespace mimebase::find
