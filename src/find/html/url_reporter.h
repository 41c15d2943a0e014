// Reports the URLs in the attributes of an element, of HTML or of XML.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "find/html/names.h"
#include "find/nested_sink.h"

namespace mimebase::find {

// The element at hand, as the language reads it that it is written in.
class ElementReader {
 public:
  // Its name as contexts have it.
  virtual void append_name(std::string& context) const = 0;
  // The first attribute of this name, raw.
  [[nodiscard]] virtual std::optional<std::string_view> attribute(std::string_view lower_name) const = 0;
  // An attribute's value decoded; lives until the next is read.
  [[nodiscard]] virtual const DecodedText& read(std::string_view raw) = 0;
  // The same for a value that is one URL: puts its reference, span and quoting into `url`.
  virtual void read_url(std::string_view raw, Found& url) = 0;
  // What a reader sees of an `a`, collapsed and cut (see page_text.h).
  virtual void read_anchor_text(std::string& text) = 0;
  // Finds in a document that is an attribute's value.
  virtual void find_in_document(const Content& document, const NestedPlace& place) = 0;

 protected:
  ~ElementReader() = default;
};

struct ReportedElement {
  HtmlElement html = HtmlElement::kOther;  // of HTML; of SVG, `a` counts as well
  bool is_document_base = false;           // a `base` whose href rules the document
  ScopeId scope = kDocument;               // of its references
  ScopeId base_scope = kDocument;          // of those of a `base`
  Hidden hidden = Hidden::kNo;
};

class UrlReporter {
 public:
  // All must outlive this.
  UrlReporter(ElementReader& reader, const Limits& limits, Sink& sink)
      : reader_(reader), limits_(limits), sink_(sink) {}

  // Starts an element, whose attributes follow in their order. Opens the scope of its codebase.
  void start(const ReportedElement& element) {
    element_ = element;
    codebase_scope_ = element.scope;
    name_bytes_ = 0;
    has_link_text_ = false;
    if (element.html == HtmlElement::kObject || element.html == HtmlElement::kApplet) open_codebase();
  }
  // An attribute of HTML.
  void attribute(const UrlAttribute& row, std::string_view raw);
  // An attribute of any language: `name` is for its context, `scope` that of its references.
  void attribute(UrlForm form, std::string_view name, ScopeId scope, std::string_view raw);

 private:
  [[nodiscard]] bool is_too_long(std::string_view raw);
  [[nodiscard]] std::optional<std::string_view> other_attribute(std::string_view lower_name);
  void open_codebase();
  void begin_context(std::string_view name);
  void report_list(const DecodedText& value, UrlForm form);
  void report(const TextPart& url);
  [[nodiscard]] bool has_value(std::string_view attribute, std::string_view lower);
  [[nodiscard]] bool is_url_valued_param();
  void put_link_text();

  ElementReader& reader_;
  const Limits& limits_;
  Sink& sink_;

  // Of the element at hand.
  ReportedElement element_;
  ScopeId codebase_scope_ = kDocument;
  std::string context_;
  std::size_t name_bytes_ = 0;  // "element@" in context_; 0: not made yet
  std::string link_text_;
  bool has_link_text_ = false;

  // Of the attribute at hand.
  Found found_;
};

}  // namespace mimebase::find
