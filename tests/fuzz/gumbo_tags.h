// Uses Gumbo as a reference for HTML: which start tags become elements, their namespaces and their
// attributes.
#pragma once

#include <gumbo.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "check.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "text/ascii.h"

namespace mimebase::fuzz {

inline bool contains_no_case(std::string_view text, std::string_view lower) {
  if (lower.size() > text.size()) return false;
  for (std::size_t i = 0; i + lower.size() <= text.size(); ++i) {
    std::size_t n = 0;
    while (n < lower.size() && ascii::lower(text[i + n]) == lower[n]) ++n;
    if (n == lower.size()) return true;
  }
  return false;
}

// A document's start tags by the address of their "<".
using StartTags = std::map<const char*, find::HtmlToken>;

inline StartTags start_tags_of(std::string_view html) {
  StartTags tags;
  find::HtmlTokenizer tokenizer(html);
  find::HtmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == find::HtmlTokenKind::kStartTag) tags[token.bytes.data()] = token;
  }
  return tags;
}

class GumboDocument {
 public:
  explicit GumboDocument(std::string_view html)
      : output_(gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size())) {}

  // Calls take(element, is_in_template) for each element that was created by a tag.
  template <typename Take>
  void each_element(const Take& take) const {
    std::vector<std::pair<const GumboNode*, bool>> open = {{output_->document, false}};
    while (!open.empty()) {
      auto [node, in_template] = open.back();
      open.pop_back();
      const GumboVector* children = nullptr;
      if (node->type == GUMBO_NODE_DOCUMENT) children = &node->v.document.children;
      if (node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE) {
        if (node->v.element.original_tag.data != nullptr) take(node->v.element, in_template);
        in_template = in_template || node->type == GUMBO_NODE_TEMPLATE;
        children = &node->v.element.children;
      }
      for (unsigned i = 0; children != nullptr && i < children->length; ++i) {
        open.emplace_back(static_cast<const GumboNode*>(children->data[i]), in_template);
      }
    }
  }

 private:
  struct Destroy {
    void operator()(GumboOutput* output) const { gumbo_destroy_output(&kGumboDefaultOptions, output); }
  };
  std::unique_ptr<GumboOutput, Destroy> output_;
};

inline std::string_view view(const GumboStringPiece& piece) {
  return {piece.data, piece.length};
}

inline std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii::lower(c);
  return out;
}

// Checks that an element has the attributes of its tag, with the same values. (A second html or body adds its
// attributes to the first one; attributes from other tags are skipped.)
inline void compare_attributes(const find::HtmlToken& token, const GumboElement& element) {
  static const charset::Charset utf8("utf-8");
  std::map<std::string, const find::HtmlAttribute*> ours;
  for (const find::HtmlAttribute& attribute : token.attributes) {
    ours.emplace(in_lower_case(attribute.name), &attribute);
  }
  std::size_t theirs = 0;
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    const char* place = attribute.original_name.data;
    if (place < token.bytes.data() || place >= token.bytes.data() + token.bytes.size()) continue;
    ++theirs;
    const auto found = ours.find(in_lower_case(view(attribute.original_name)));
    FUZZ_REQUIRE(found != ours.end() && found->second->name.data() == place, "{} in {}",
                 escape_for_terminal(view(attribute.original_name)), escape_for_terminal(token.bytes));
    // Numeric character references may have more digits than Gumbo supports.
    if (found->second->value.find("&#") != std::string_view::npos && found->second->value.size() > 12)
      continue;
    std::string buffer;
    const std::string_view value = find::html_attribute_value(found->second->value, utf8, buffer);
    FUZZ_REQUIRE(value == attribute.value, "{} is {}, not {}", escape_for_terminal(found->first),
                 escape_for_terminal(value), escape_for_terminal(attribute.value));
  }
  FUZZ_REQUIRE(theirs == ours.size(), "{} of {} attributes in {}", theirs, ours.size(),
               escape_for_terminal(token.bytes));
}

// Checks that each element in Gumbo has a start tag of ours at the same place, with the same attributes, and
// that both agree whether it is foreign.
inline void compare_with_gumbo(std::string_view html) {
  const StartTags tags = start_tags_of(html);
  GumboDocument(html).each_element([&](const GumboElement& element, bool) {
    const auto found = tags.find(element.original_tag.data);
    FUZZ_REQUIRE(found != tags.end(), "{} is none of our tags",
                 escape_for_terminal(view(element.original_tag)));
    const find::HtmlToken& token = found->second;
    FUZZ_REQUIRE(token.bytes == view(element.original_tag), "{} is {}",
                 escape_for_terminal(view(element.original_tag)), escape_for_terminal(token.bytes));
    FUZZ_REQUIRE(token.foreign == (element.tag_namespace != GUMBO_NAMESPACE_HTML), "{} at {} is {}",
                 escape_for_terminal(token.bytes), token.bytes.data() - html.data(),
                 token.foreign ? "foreign" : "HTML's");
    compare_attributes(token, element);
  });
}

}  // namespace mimebase::fuzz
