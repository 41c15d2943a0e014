// Implements clean(): the rules that HTML and XML share, and the handling of each language's tokens.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "extract/clean.h"
#include "extract/page.h"

namespace mimebase::find {
enum class HtmlElement : std::uint32_t;
struct HtmlToken;
struct XmlToken;
class XmlTokenizer;
}  // namespace mimebase::find

namespace mimebase::extraction {

using find::Span;

// How much of an element is removed.
enum class Goes : std::uint8_t {
  kTag,      // only the tags; the content stays
  kElement,  // including its content
};
// The page rules under which an ElementRule applies; see Cleaner::applies().
enum class When : std::uint8_t { kStrict, kStrictInXml, kNoActive };

struct ElementRule {
  std::string_view name;
  When when;
  Goes goes;
};
// A start tag of HTML or XML.
struct Tag {
  std::string_view bytes, name;
  // Returns an attribute's decoded value in lower case; empty if there is none.
  std::function<std::string(std::string_view lower_name)> value;
  // True if some values are not fully known, because of unknown entities.
  std::function<bool()> is_unknown;
};

// Computes the edits of one page.
class Cleaner {
 public:
  Cleaner(PageKind kind, const PageRules& rules, Page& page)
      : is_xml_(kind == PageKind::kXml), rules_(rules), page_(page) {}

  // `levels_left` limits the nesting of documents in `srcdoc` attributes.
  void clean_html(bool is_document, std::size_t levels_left);
  void clean_xml();
  // For a page that is a style sheet.
  void clean_css() { clean_sheet(page_.bytes); }

 private:
  class XmlValues;
  struct XmlSheet {
    std::size_t depth = 0;  // nesting of `style` elements
    bool is_safe = false;   // the current text was searched as a browser reads it
  };

  [[nodiscard]] std::size_t offset_of(std::string_view view) const {
    return static_cast<std::size_t>(view.data() - page_.bytes.data());
  }
  [[nodiscard]] Span span_of(std::string_view view) const {
    return {offset_of(view), offset_of(view) + view.size()};
  }
  void drop(std::string_view view) { page_.edits.push_back({span_of(view), {}}); }
  void put(Span span, std::string_view text) { page_.edits.push_back({span, std::string(text)}); }
  void drop_attribute(std::string_view name, std::string_view value);

  [[nodiscard]] bool applies(When when) const;
  [[nodiscard]] const ElementRule* rule_of(std::string_view name) const;
  [[nodiscard]] bool goes_by_attributes(const Tag& tag) const;
  [[nodiscard]] bool meta_goes(const Tag& tag) const;
  [[nodiscard]] bool link_goes(const Tag& tag) const;
  [[nodiscard]] bool animation_goes(const Tag& tag) const;
  [[nodiscard]] bool names_part(std::string_view tag) const;
  void clean_attribute(std::string_view name, std::string_view value);
  void clean_srcdoc(std::string_view value, std::size_t levels_left);
  void clean_tag(const find::HtmlToken& token, std::size_t levels_left);
  void clean_text(const find::HtmlToken& token, find::HtmlElement raw);
  void clean_tag(const find::XmlToken& token, XmlValues& values);
  void clean_doctype(const find::XmlToken& token, XmlValues& values);
  void clean_instruction(const find::XmlToken& token, XmlValues& values);
  [[nodiscard]] bool sheet_goes(const find::XmlToken& token, XmlValues& values) const;
  std::string_view clean_token(const find::HtmlToken& token, find::HtmlElement raw, std::size_t levels_left);
  std::string_view clean_token(const find::XmlToken& token, XmlValues& values);
  void clean_sheet(const find::XmlToken& token, const find::XmlTokenizer& ahead, XmlSheet& sheet,
                   XmlValues& values);
  void clean_sheet(std::string_view css);
  [[nodiscard]] std::size_t policy_place() const;
  [[nodiscard]] Policy policy() const;

  const bool is_xml_;
  const PageRules& rules_;
  Page& page_;
};

}  // namespace mimebase::extraction
